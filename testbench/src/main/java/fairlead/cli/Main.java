// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import com.sun.jna.StringArray;
import fairlead.evaluate.Evaluation;
import fairlead.evaluate.Job;
import fairlead.evaluate.Simulation;
import fairlead.evaluate.Store;
import fairlead.machine.LoadedStructure;
import fairlead.program.Program;
import fairlead.regress.SuiteReader;
import fairlead.replay.RunFolder;
import fairlead.rtl.StructureBuild;
import fairlead.run.Interrupt;
import fairlead.run.RunTexts;
import fairlead.run.Versions;
import fairlead.scenario.BadInput;
import fairlead.scenario.FaultCatalogue;
import fairlead.scenario.InputText;
import fairlead.scenario.JsonSchema;
import fairlead.scenario.Nearest;
import fairlead.scenario.Scenario;
import fairlead.scenario.StructureFile.OtherStructure;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** The command line: results go to stdout, progress and errors to stderr, and {@link ExitCode} lists exit codes. */
@Command(
        name = "fairlead",
        resourceBundle = "fairlead.cli.help",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class)
public final class Main {
    private static final Commands COMMANDS = new Commands(
            new Main(),
            "run validate check schema litmus traffic collectives import osu sweep regress replay diff search eval"
                    + " area unit verilog doctor",
            Main::command);

    /**
     * The commands of one command line. Only the one that is asked for is made, which shortens the start-up time.
     *
     * @param words the names of all commands, in the order of the help
     */
    public record Commands(Object top, String words, Function<String, Object> made) {
        List<String> names() {
            return List.of(words.split(" "));
        }
    }

    private static boolean ownsProcess; // true if a command may replace this process by another one

    private Main() {}

    private static Object command(String name) {
        return switch (name) {
            case "run" -> new RunCommand();
            case "validate" -> new ValidateCommand();
            case "check" -> new CheckCommand();
            case "schema" -> new SchemaCommand();
            case "litmus" -> new LitmusCommand();
            case "traffic" -> new TrafficCommand();
            case "collectives" -> new CollectivesCommand();
            case "import" -> new ImportCommand();
            case "osu" -> new OsuCommand();
            case "sweep" -> new SweepCommand();
            case "regress" -> new RegressCommand();
            case "replay" -> new ReplayCommand();
            case "diff" -> new DiffCommand();
            case "search" -> new SearchCommand();
            case "eval" -> new EvalCommand();
            case "area" -> new AreaCommand();
            case "unit" -> new UnitCommand();
            case "verilog" -> new VerilogCommand();
            default -> new DoctorCommand();
        };
    }

    /** Returns the parser with the subcommand that the first argument names, or with all if it names none. */
    static CommandLine line(String... args) {
        return line(COMMANDS, args);
    }

    private static CommandLine line(Commands commands, String... args) {
        CommandLine line = new CommandLine(commands.top());
        boolean named = args.length > 0 && commands.names().contains(args[0]);
        for (String name : named ? List.of(args[0]) : commands.names()) {
            line.addSubcommand(commands.made().apply(name));
        }
        return line;
    }

    public static void main(String[] args) {
        run(COMMANDS, args);
    }

    /** Runs one of the commands in a process of its own, and ends the process. */
    public static void run(Commands commands, String... args) {
        int code;
        try {
            openStandardOutput();
            ownsProcess = true;
            code = execute(commands, args);
        } catch (Throwable e) {
            // the classes that report errors could not be loaded either; exit code 1 would mean that a verdict fails
            System.err.println("fairlead: " + e);
            code = ExitCode.ENVIRONMENT;
        }
        System.exit(code);
    }

    public static int execute(String... args) {
        return execute(COMMANDS, args);
    }

    /** Runs one command line of these commands and returns its exit code. */
    public static int execute(Commands commands, String... args) {
        Locale.setDefault(Locale.ROOT); // all numbers are printed with the digits 0 to 9
        int code;
        try {
            CommandLine line = line(commands, args);
            line.registerConverter(Path.class, ResultFile::path);
            line.setExecutionExceptionHandler((e, command, parsed) -> {
                try {
                    if (ownsProcess && e instanceof OtherStructure other) {
                        relaunch(other);
                    }
                    return Complaint.of(e).print(System.err);
                } catch (IOException | RuntimeException failed) { // a structure that cannot be built
                    return Complaint.of(failed).print(System.err);
                }
            });
            line.setParameterExceptionHandler((e, wrong) -> refuse(e));
            line.setExecutionStrategy(parsed -> {
                try {
                    for (ParseResult at = parsed; at != null; at = at.subcommand()) {
                        ResultFile.refuseClash(at);
                    }
                } catch (BadInput e) {
                    return Complaint.of(e).print(System.err);
                }
                return new CommandLine.RunLast().execute(parsed);
            });
            if (args.length == 0) {
                line.usage(System.err);
                return ExitCode.BAD_INPUT;
            }
            code = line.execute(args);
        } catch (Exception | Error e) {
            code = Complaint.of(e).print(System.err);
        } finally {
            Interrupt.endCommand();
        }
        if (System.out.checkError()) {
            System.err.println("fairlead: not all of the output could be written to stdout");
            return code == ExitCode.OK ? ExitCode.ENVIRONMENT : code;
        }
        return code;
    }

    private static int refuse(CommandLine.ParameterException e) {
        CommandLine line = e.getCommandLine();
        if (e.getCause() instanceof UncheckedIOException environment) {
            return Complaint.of(environment).print(System.err);
        }
        if (e instanceof CommandLine.UnmatchedArgumentException unmatched
                && !line.getSubcommands().isEmpty()
                && !unmatched.isUnknownOption()) {
            String word = unmatched.getUnmatched().get(0);
            System.err.println("fairlead: " + Complaint.plain(word) + ": no such command"
                    + Nearest.hint("", word, line.getSubcommands().keySet(), "known"));
            return ExitCode.BAD_INPUT;
        }
        System.err.println("fairlead: " + Complaint.plain(e.getMessage()));
        CommandLine.UnmatchedArgumentException.printSuggestions(e, new PrintWriter(System.err, true));
        return ExitCode.BAD_INPUT;
    }

    /** The text that `--version` prints. */
    public static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {
                "fairlead " + Versions.fairlead(), Versions.all().toString()
            };
        }
    }

    /** The command `fairlead schema`, which prints the JSON Schema of a format, or what a scenario may select. */
    @Command(name = "schema", mixinStandardHelpOptions = true)
    static final class SchemaCommand implements Callable<Integer> {
        @Parameters(paramLabel = "FORMAT", description = "scenario, suite or faults")
        private String format;

        @Override
        public Integer call() {
            System.out.print(
                    switch (format) {
                        case "scenario" -> JsonSchema.text();
                        case "suite" -> SuiteReader.schema();
                        case "faults" -> list(FaultCatalogue.all())
                                + "\nUnsafe variants (machine.unsafe: {variant, node, operand}):\n"
                                + list(FaultCatalogue.variants());
                        default -> throw new BadInput(
                                "schema " + format + ": no such format; known: scenario, suite, faults");
                    });
            return ExitCode.OK;
        }

        private static String list(Map<String, String> docs) {
            StringBuilder text = new StringBuilder();
            docs.forEach((id, doc) -> text.append(String.format("%-16s %s%n", id, doc)));
            return text.toString();
        }
    }

    /** The command `fairlead validate`, which checks a scenario file and builds its program without running it. */
    @Command(name = "validate", mixinStandardHelpOptions = true)
    static final class ValidateCommand implements Callable<Integer> {
        @Mixin
        private ScenarioOptions scenario;

        @Override
        public Integer call() {
            Scenario read = scenario.read();
            read.checkDepths(ModelEngineFactory.capabilities());
            Program program = read.program();
            read.machineFor(program);
            System.out.println(
                    scenario.file() + ": valid; " + program.nodes() + " nodes, " + program.size() + " operations");
            return ExitCode.OK;
        }
    }

    /** The command `fairlead replay`, which repeats a run from its folder alone (docs/use/replay.md). */
    @Command(name = "replay", mixinStandardHelpOptions = true)
    static final class ReplayCommand implements Callable<Integer> {
        @Parameters(paramLabel = "RUN_DIR", description = "folder that run has written")
        private Path folder;

        @Option(names = "--captured")
        private boolean captured;

        @Option(names = "--engine", paramLabel = "NAME")
        private String engine;

        @Override
        public Integer call() throws IOException {
            RunFolder run = RunFolder.read(folder);
            run = captured ? run.captured() : run;
            run = engine == null ? run : run.on(engine);
            RunFolder.Outcome outcome = run.replay();
            if (run.output() != null && Files.exists(run.output())) {
                Files.copy(run.output(), System.out);
            }
            System.out.print(RunTexts.table(outcome.report()));
            if (outcome.isSame()) {
                System.out.println(
                        "the same events as in " + folder + (run.note().isEmpty() ? "" : "; " + run.note()));
                return ExitCode.OK;
            }
            System.err.println("fairlead: " + folder + ": the events differ: recorded " + outcome.recorded()
                    + ", repeated " + outcome.report().eventSha256());
            if (!run.otherLayout().isEmpty()) {
                System.err.println("fairlead: " + run.otherLayout());
            }
            if (!run.note().isEmpty()) {
                System.err.println("fairlead: " + run.note());
            }
            return ExitCode.DIFFERS;
        }
    }

    /**
     * Elaborates the structure that `e` asks for, if that has not been done, and replaces this process by one that has
     * it, with the same arguments, standard streams and process id (decision 18). Returns only if that is not possible.
     */
    private static void relaunch(OtherStructure e) throws IOException {
        if (LoadedStructure.folderOrNull() != null) {
            return; // the inputs of one command ask for different structures
        }
        String line = Files.readString(Path.of("/proc/self/cmdline"), StandardCharsets.UTF_8);
        List<String> words = new ArrayList<>(
                Arrays.asList(line.substring(0, line.length() - 1).split("\0", -1)));
        words.add(1, "-D" + LoadedStructure.PROPERTY + "=" + StructureBuild.manifest(e.wanted()));
        System.out.flush();
        System.err.flush();
        com.sun.jna.Function.getFunction("c", "execv")
                .invokeInt(new Object[] {"/proc/self/exe", new StringArray(words.toArray(new String[0]))});
    }

    /**
     * Lets {@link System#out} write to a descriptor that nothing but this program writes to. A virtual machine that
     * crashes writes to descriptor 1, whatever its options; so the launcher makes descriptor 1 the one of stderr and
     * says in the system property {@code fairlead.stdout} which one is the user's stdout. Without it nothing changes.
     */
    private static void openStandardOutput() throws ReflectiveOperationException {
        String number = System.getProperty("fairlead.stdout");
        if (number == null) {
            return;
        }
        Constructor<FileDescriptor> descriptor = FileDescriptor.class.getDeclaredConstructor(int.class);
        descriptor.setAccessible(true); // the launcher opens the package
        FileOutputStream out = new FileOutputStream(descriptor.newInstance(Integer.parseInt(number)));
        String charset = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding"));
        System.setOut(new PrintStream(
                new BufferedOutputStream(out),
                true,
                charset == null ? Charset.defaultCharset() : Charset.forName(charset)));
    }

    /** The command `fairlead eval`, which runs one simulation of a search or sweep, or reads its stored result. */
    @Command(name = "eval", mixinStandardHelpOptions = true)
    static final class EvalCommand implements Callable<Integer> {
        @Option(names = "--point", required = true, paramLabel = "FILE")
        private Path point;

        @Option(names = "--out", required = true, paramLabel = "DIR", converter = ResultFile.Folder.class)
        private Path out;

        @Override
        public Integer call() throws IOException {
            String text = InputText.of(point);
            Path base = point.toAbsolutePath().normalize().getParent();
            Evaluation evaluation =
                    Simulation.of(Job.parse(text, point.toString(), base).read(), new Store(out));
            System.out.print(Store.text(evaluation));
            return evaluation.good() ? ExitCode.OK : evaluation.complete() ? ExitCode.FAILS : ExitCode.PARTIAL;
        }
    }
}
