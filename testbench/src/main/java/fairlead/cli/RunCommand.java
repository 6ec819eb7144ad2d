// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.lockstep.DifferenceException;
import fairlead.measure.RunProfile;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.Executor;
import fairlead.node.Observer;
import fairlead.plan.FailureRepeat;
import fairlead.plan.Plans;
import fairlead.program.Operation;
import fairlead.rtl.FabricAbi;
import fairlead.rtl.FabricAbi.EngineException;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlOptions;
import fairlead.run.Interrupt;
import fairlead.run.OutputFolder;
import fairlead.run.RunPlan;
import fairlead.run.RunReport;
import fairlead.run.RunResult;
import fairlead.run.RunTexts;
import fairlead.run.ScratchFolder;
import fairlead.run.Session;
import fairlead.run.WholeFile;
import fairlead.run.view.RunPage;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.verdict.Verdict;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command `fairlead run`, which runs one scenario and writes its results. */
@Command(name = "run", mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    private static final String WAVE = "wave.fst";
    private static final long WAVE_SPACE = 64L << 20;

    @Mixin
    private ScenarioOptions options;

    @Mixin
    private NativeOptions program;

    @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "with --native: arguments of the program")
    private List<String> arguments = new ArrayList<>();

    @Mixin
    private ReportOptions reports;

    @Option(names = "--out", paramLabel = "DIR", converter = ResultFile.Folder.class)
    private Path out;

    @Option(names = "--force")
    private boolean force;

    @Mixin
    private JsonOption json;

    @Option(names = "--library", paramLabel = "NAME", converter = OptionRange.TileLibrary.class)
    private String library;

    @Option(names = "--record", paramLabel = "FILE", converter = ResultFile.AsPath.class)
    private Path record;

    @Option(names = "--wave", paramLabel = "FILE", converter = ResultFile.AsPath.class)
    private Path wave;

    @Option(names = "--wave-nodes", paramLabel = "RANK", split = ",", defaultValue = "0")
    private List<Integer> waveNodes;

    @Option(names = "--wave-from", paramLabel = "CYCLE")
    private long waveFrom;

    @Option(names = "--wave-to", paramLabel = "CYCLE")
    private long waveTo = 1000;

    @Option(names = "--print-effective-config")
    private boolean printConfig;

    @Option(names = "--allow-unsafe")
    private boolean allowUnsafe;

    @Option(names = "--keep-going")
    private boolean keepGoing;

    @Option(names = "--no-repeat")
    private boolean noRepeat;

    @Option(names = "--profile")
    private boolean profiled;

    @Mixin
    private ProgressOption display;

    private final Lock start = new ReentrantLock(); // guards `running`
    private Executor running;
    private volatile boolean interrupted;
    private ProgressOption.Line line;

    @Override
    public Integer call() throws IOException {
        program.arguments = arguments;
        Scenario scenario = program.read(options, List.of());
        if (printConfig) {
            System.out.print(scenario.toYaml());
            return ExitCode.OK;
        }
        Integer ofSchedules = program.schedules(scenario, options);
        if (ofSchedules != null) {
            return ofSchedules;
        }
        line = display.line();
        program.beforeLine = line::clear;
        OutputFolder early = out == null ? null : new OutputFolder(out, force);
        Interrupt interrupt = new Interrupt(this::stop);
        try (ScratchFolder scratch = new ScratchFolder("run");
                ScratchFolder recorder = recorder()) {
            Path recording = recorder == null ? null : recorder.place().resolve("record");
            return call(scenario, early, scratch.place(), recording);
        } finally {
            interrupt.done();
        }
    }

    /** Returns a folder for the recording next to its place, where there is room for it; null without one. */
    private ScratchFolder recorder() throws IOException {
        return record == null ? null : new ScratchFolder(record.toAbsolutePath().getParent(), "record");
    }

    private int call(Scenario scenario, OutputFolder early, Path scratch, Path recording) throws IOException {
        RunProfile profile = profiled ? new RunProfile() : null;
        boolean speaks = !json.takesStdout();
        RunPlan plan = program.plan(
                scenario,
                rtlOptions(scenario.machine().shape().nodes(), recording, scratch.resolve(WAVE)),
                speaks ? System.out : System.err,
                scratch);
        try {
            RunResult result = play(plan, scratch, profile);
            Consumer<String> relieving = relief -> display.tell("report: the run again, relieved: " + relief);
            String untried = reports.noReliefs ? "--no-reliefs was given" : "";
            reports.artefacts.finish(
                    result, scenario, more -> program.read(options, more), untried, relieving, scratch);
            OutputFolder folder = early != null ? early : folder(result.report());
            String summary = RunTexts.summary(result.report());
            System.out.print(speaks ? RunTexts.table(result.report()) : summary);
            if (result.waits() != null && speaks) {
                System.out.println(result.waits().line());
            }
            program.notes(scenario).forEach((speaks ? System.out : System.err)::println);
            List<Path> shown = new ArrayList<>(result.waves());
            shown.addAll(repeat(result, scratch));
            List<Path> large = new ArrayList<>(shown);
            large.addAll(reports.artefacts.files());
            large.addAll(program.files());
            Path written = folder.write(files(result, summary), large);
            List<String> notes = reports.write(written);
            if (speaks) {
                System.out.println("written to " + written);
                json.write(() -> summary);
                notes.forEach(System.out::println);
            }
            if (profile != null) { // on stderr beside the JSON text
                profile.finish(scratch.resolve("profile.jfr"))
                        .forEach(speaks ? System.out::println : System.err::println);
            }
            keep(recording, scratch);
            if (speaks) {
                shown.forEach(file -> System.out.println("shows it: " + written.resolve(file.getFileName())));
            }
            result.execution().open().stream().limit(10).forEach(open -> System.err.println("open: " + open));
            return exitCode(scenario, result);
        } catch (RuntimeException e) { // a catch of its own for each would load the lockstep engine in every run
            if (e instanceof EngineException engine && engine.status() == FabricAbi.E_IO && record != null) {
                throw new FileSystemException(record.toString(), null, e.getMessage());
            } else if (e instanceof DifferenceException two) {
                System.err.println("fairlead: repeat with: scripts/fairlead run " + program.words(options));
                System.err.println("fairlead: waveform of the RTL around it: "
                        + FailureRepeat.wave(played(plan), two.difference()));
            }
            throw e;
        }
    }

    private void keep(Path recording, Path scratch) throws IOException {
        if (record != null) {
            WholeFile.move(recording, record);
        }
        if (wave != null) {
            WholeFile.move(scratch.resolve(WAVE), wave);
        }
    }

    /** Repeats a run with a false verdict for the files around its first violation; a knot has its own already. */
    private List<Path> repeat(RunResult result, Path scratch) throws IOException {
        if (noRepeat
                || interrupted
                || result.report().holds()
                || !result.waves().isEmpty()) {
            return List.of();
        }
        display.tell("the run again up to its first violation, for the waveform and the trace");
        FailureRepeat.Evidence evidence = freeSpace(scratch) < WAVE_SPACE
                ? new FailureRepeat.Evidence(List.of(), scratch + " has less than " + (WAVE_SPACE >> 20) + " MB left")
                : new FailureRepeat(result.plan(), result, allowUnsafe).write(scratch);
        if (!evidence.reason().isEmpty()) {
            System.err.println("fairlead: no waveform of the first violation: " + evidence.reason());
        }
        return evidence.files();
    }

    /** Returns the options of the RTL engine, with temporary files for recording and waveform. */
    private RtlOptions rtlOptions(int nodes, Path recording, Path waving) throws IOException {
        for (int node : waveNodes) {
            if (node < 0 || node >= nodes) {
                throw new BadInput("--wave-nodes " + node + ": must be a rank from 0 to " + (nodes - 1));
            }
        }
        if (waveFrom < 0 || waveTo < waveFrom) {
            throw new BadInput("--wave-from " + waveFrom + " --wave-to " + waveTo + ": must be 0 or more, and rise");
        }
        if (wave != null && library != null && !FabricLibrary.variant(library).hasWaves()) {
            throw new BadInput("--wave: library " + library + " writes no waveforms; lab does");
        }
        RtlOptions base = RtlOptions.of(library != null ? library : wave != null ? "lab" : "product");
        RtlOptions recorded = record == null ? base : base.withRecord(recording);
        if (wave == null) {
            return recorded;
        }
        requireSpace(waving.getParent());
        return recorded.withWave(new RtlOptions.Wave(waving, waveNodes, waveFrom, waveTo));
    }

    /** Refuses a waveform on a nearly full disk, on which the writer, which maps its files, would crash the process. */
    private static void requireSpace(Path folder) throws IOException {
        long free = freeSpace(folder);
        if (free < WAVE_SPACE) {
            throw new IOException("--wave: " + folder.getParent() + " has " + (free >> 20)
                    + " MB left, and a waveform is made there with at least " + (WAVE_SPACE >> 20)
                    + " MB free; another place is set by FAIRLEAD_JAVA_OPTS=-Djava.io.tmpdir=DIR");
        }
    }

    private static long freeSpace(Path folder) throws IOException {
        return Files.getFileStore(folder).getUsableSpace();
    }

    /**
     * Runs on SIGINT and SIGTERM: the run stops after the current batch, and the process waits for its outputs. A run
     * that has not begun never begins, because the lock is kept.
     */
    private boolean stop() {
        interrupted = true;
        start.lock();
        if (running == null) {
            System.err.println("fairlead: interrupted before the first cycle; nothing is written");
            return false;
        }
        running.requestStop();
        start.unlock();
        return true;
    }

    private void started(Executor executor) {
        start.lock();
        running = executor;
        start.unlock();
    }

    private RunPlan played(RunPlan plan) {
        return program.live() == null ? plan : plan.playing(program.live().program());
    }

    private RunResult play(RunPlan plan, Path scratch, RunProfile profile) {
        Session session = new Session(plan, allowUnsafe)
                .waves(Plans.knotWaves(scratch))
                .beside()
                .live(program.live());
        if (keepGoing) {
            session.keepGoing();
        }
        List<Observer> more = reports.begin(plan, session);
        more.add(progress(plan.program().size()));
        if (profile != null) {
            more.add(profile);
        }
        RunResult result = session.run(this::started, more.toArray(new Observer[0]));
        line.clear();
        if (!interrupted) { // a terminal interrupts the processes, too
            program.check(result);
        }
        return result;
    }

    private Observer progress(int known) {
        return new Observer() {
            private int operations = known;

            @Override
            public void added(Operation op) {
                operations++;
            }

            @Override
            public void batch(long cycle, int openOperations) {
                if (line.isDue()) {
                    line.show("cycle " + cycle + ", " + (operations - openOperations) + " of " + operations
                            + " operations done, " + (long) (cycle / line.seconds()) + " cycles/s");
                }
            }
        };
    }

    private OutputFolder folder(RunReport report) throws IOException {
        Path place = Path.of(
                "out", report.setup().scenario() + "-" + report.eventSha256().substring(0, 8));
        return OutputFolder.of(place, report.eventSha256(), force);
    }

    private Map<String, String> files(RunResult result, String summary) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("summary.json", summary);
        files.put("ops.csv", RunTexts.ops(result.report().operations()));
        if (result.waits() != null) {
            files.put(RunPage.COUNTERS, RunPage.csv(result.waits()));
        }
        if (!result.report().holds()) {
            String flags = (allowUnsafe ? " --allow-unsafe" : "") + (keepGoing ? " --keep-going" : "");
            files.put("repro.txt", "scripts/fairlead run" + flags + " " + program.words(options) + "\n");
        }
        if (!result.inspections().isEmpty()) {
            files.put("inspection.json", "[" + String.join(",\n", result.inspections()) + "]\n");
        }
        files.putAll(reports.inFolder());
        return files;
    }

    private int exitCode(Scenario scenario, RunResult result) {
        EndReason reason = result.execution().reason();
        List<Verdict> verdicts = result.report().verdicts();
        List<String> missing = verdicts.stream()
                .filter(v -> v.holds() == null && scenario.exercised().contains(v.name()))
                .map(Verdict::name)
                .toList();
        if (reason == EndReason.INTERRUPTED) {
            return ExitCode.INTERRUPTED;
        }
        missing.forEach(name -> System.err.println("fairlead: expected to be exercised and was not: " + name));
        if (!result.report().holds()
                || !result.execution().errors().isEmpty()
                || reason == EndReason.STUCK
                || reason == EndReason.FAILED) {
            return ExitCode.FAILS;
        }
        return reason == EndReason.MAX_CYCLES
                ? ExitCode.PARTIAL
                : missing.isEmpty() ? program.exitCode() : ExitCode.FAILS;
    }
}
