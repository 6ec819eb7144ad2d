// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.run.Versions;
import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import fairlead.scenario.OtherStructure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParseResult;

/**
 * The entry point of the command line. Results go to stdout, progress and errors to stderr; {@link ExitCode} lists the
 * exit codes.
 */
@Command(
        name = "fairlead",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description =
                "Runs RMA workloads on the RTL of a torus machine, cycle by cycle, and says with evidence whether nothing deadlocks,"
                        + " fences order and epochs close.",
        footer = {
            "",
            "Exit codes: 0 all holds; 1 a verdict fails; 2 bad input; 3 engines or replay differ; 4 ended before the program did;",
            "5 environment; 70 internal error; 130 interrupted, 143 ended by SIGTERM; 134 crash in native code, with a report file."
        })
public final class Main {
    private static final List<Class<?>> COMMANDS = List.of(
            RunCommand.class,
            ValidateCommand.class,
            CheckCommand.class,
            SchemaCommand.class,
            LitmusCommand.class,
            FaultsCommand.class,
            TrafficCommand.class,
            CollectivesCommand.class,
            ImportCommand.class,
            OsuCommand.class,
            DeviceCommand.class,
            SweepCommand.class,
            RegressCommand.class,
            ReplayCommand.class,
            DiffCommand.class,
            SearchCommand.class,
            EvalCommand.class,
            AreaCommand.class,
            DoctorCommand.class);

    private static boolean ownsProcess; // true if a command may replace this process by another one

    private Main() {}

    /**
     * Returns the parser with the subcommand that the first argument names, or with all subcommands if it names none.
     * Setting up a single subcommand shortens the start-up time.
     */
    static CommandLine line(final String... args) {
        return line(new Main(), COMMANDS, args);
    }

    private static CommandLine line(final Object top, final List<Class<?>> commands, final String... args) {
        final CommandLine line = new CommandLine(top);
        final List<Class<?>> named = commands.stream()
                .filter(c -> args.length > 0 && name(c).equals(args[0]))
                .toList();
        (named.isEmpty() ? commands : named).forEach(line::addSubcommand);
        return line;
    }

    private static String name(final Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    public static void main(final String[] args) {
        run(new Main(), COMMANDS, args);
    }

    /**
     * Runs one of the commands in a process of its own, and ends the process.
     *
     * @param top an object with the annotation of the whole command line
     */
    public static void run(final Object top, final List<Class<?>> commands, final String... args) {
        int code;
        try {
            StandardOutput.open();
            ownsProcess = true;
            code = execute(top, commands, args);
        } catch (final Throwable e) {
            // the classes that report errors could not be loaded either; exit code 1 would mean that a verdict fails
            System.err.println("fairlead: " + e);
            code = ExitCode.ENVIRONMENT;
        }
        System.exit(code);
    }

    /** Runs one command line and returns its exit code; never exits the process. */
    public static int execute(final String... args) {
        return execute(new Main(), COMMANDS, args);
    }

    /** Runs one command line of these commands and returns its exit code. */
    public static int execute(final Object top, final List<Class<?>> commands, final String... args) {
        Locale.setDefault(Locale.ROOT); // all numbers are printed with the digits 0 to 9
        int code;
        try {
            final CommandLine line = line(top, commands, args);
            line.registerConverter(Path.class, ResultFile::path);
            line.setExecutionExceptionHandler((e, command, parsed) -> {
                try {
                    if (ownsProcess && e instanceof OtherStructure other) {
                        Relaunch.with(other);
                    }
                    return Complaint.of(e).print(System.err);
                } catch (final IOException | RuntimeException failed) { // a structure that cannot be built
                    return Complaint.of(failed).print(System.err);
                }
            });
            line.setParameterExceptionHandler((e, wrong) -> refuse(e));
            line.setExecutionStrategy(parsed -> {
                try {
                    for (ParseResult at = parsed; at != null; at = at.subcommand()) {
                        OutputClash.check(at);
                    }
                } catch (final BadInput e) {
                    return Complaint.of(e).print(System.err);
                }
                return new CommandLine.RunLast().execute(parsed);
            });
            if (args.length == 0) {
                line.usage(System.err);
                return ExitCode.BAD_INPUT;
            }
            code = line.execute(args);
        } catch (final Exception | Error e) {
            code = Complaint.of(e).print(System.err);
        }
        if (System.out.checkError()) {
            System.err.println("fairlead: not all of the output could be written to stdout");
            return code == ExitCode.OK ? ExitCode.ENVIRONMENT : code;
        }
        return code;
    }

    private static int refuse(final CommandLine.ParameterException e) {
        final CommandLine line = e.getCommandLine();
        if (e.getCause() instanceof UncheckedIOException environment) {
            return Complaint.of(environment).print(System.err);
        }
        if (e instanceof CommandLine.UnmatchedArgumentException unmatched
                && !line.getSubcommands().isEmpty()
                && !unmatched.isUnknownOption()) {
            final String word = unmatched.getUnmatched().get(0);
            final String near = Nearest.to(word, line.getSubcommands().keySet());
            System.err.println("fairlead: " + Complaint.plain(word) + ": no such command; "
                    + (near.isEmpty()
                            ? "known: "
                                    + String.join(", ", line.getSubcommands().keySet())
                            : "did you mean " + near + "?"));
            return ExitCode.BAD_INPUT;
        }
        System.err.println("fairlead: " + Complaint.plain(e.getMessage()));
        CommandLine.UnmatchedArgumentException.printSuggestions(e, new java.io.PrintWriter(System.err, true));
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
}
