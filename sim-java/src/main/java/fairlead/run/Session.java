// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.deadlock.Knot;
import fairlead.deadlock.KnotDetector;
import fairlead.engine.Capabilities;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.EngineStats;
import fairlead.engine.EventCursor;
import fairlead.live.LiveProgram;
import fairlead.machine.Shape;
import fairlead.node.CounterReading;
import fairlead.node.ExecutionReport;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.Executor;
import fairlead.node.ExecutorOptions;
import fairlead.node.Observer;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import fairlead.run.RunReport.CpuClock;
import fairlead.run.record.CounterTable;
import fairlead.run.record.Recording;
import fairlead.verdict.Checks;
import fairlead.verdict.OpTimes;
import fairlead.verdict.RouterAccount;
import fairlead.verdict.RunEnd;
import fairlead.verdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Runs one plan under all checkers and reports the results. */
public final class Session {
    /** The reasons with which a run may end while packets or commands are under way. */
    private static final Set<EndReason> CUT =
            EnumSet.of(EndReason.MAX_CYCLES, EndReason.INTERRUPTED, EndReason.STOPPED, EndReason.NONSENSE);

    private static final int KNOT_WINDOW = 256; // cycles of the waveform of a knot before its report

    private RunPlan plan;
    private final boolean allowUnsafe;
    private Program program; // that has run
    private LiveProgram live; // null for the program of the plan
    private RunPlan.KnotWaves waves; // null for none
    private boolean keepsGoing;
    private boolean beside;
    private Recording recording;
    private Consumer<Engine> atEnd = engine -> {};

    public Session(RunPlan plan) {
        this(plan, false);
    }

    /** @param allowUnsafe true to run a machine that the static check refuses */
    public Session(RunPlan plan, boolean allowUnsafe) {
        this.plan = plan;
        program = plan.program();
        this.allowUnsafe = allowUnsafe;
    }

    /** Lets this be run in place of the program of the plan, which has no operations; it is judged meanwhile. */
    public Session live(LiveProgram run) {
        live = run;
        return this;
    }

    /** Asks for a waveform if the run ends in a knot. */
    public Session waves(RunPlan.KnotWaves ofKnot) {
        waves = ofKnot;
        return this;
    }

    /** Lets the run continue to its end after a violation; otherwise it ends 10,000 cycles later. */
    public Session keepGoing() {
        keepsGoing = true;
        return this;
    }

    /**
     * Lets the checkers work on a thread of their own where a processor is left for it. The result is the same; whoever
     * runs several sessions at a time needs the processors for these.
     */
    public Session beside() {
        beside = true;
        return this;
    }

    /** Records what the run does over time; a session without a recording does nothing for it. */
    public Session record(Recording record) {
        recording = record;
        return this;
    }

    /** Lets `reader` see the engine when the run has ended and everything else has been looked at. */
    public Session atEnd(Consumer<Engine> reader) {
        atEnd = reader;
        return this;
    }

    /**
     * Runs the plan to its end.
     *
     * @param started receives the executor before the first cycle, so that the caller can stop the run
     */
    public RunResult run(Consumer<Executor> started, Observer... more) {
        StaticEvidence evidence = StaticEvidence.of(plan.machine());
        if (!allowUnsafe) {
            evidence.refuseUnsafe();
        }
        Isolation isolation = Isolation.asked(plan) ? new Isolation(plan, allowUnsafe) : null;
        plan = isolation == null ? plan : isolation.beside();
        keepsGoing |= isolation != null && isolation.isWrongAlone();
        CpuClock clock = new CpuClock();
        EngineOptions options = recording == null ? plan.engineOptions() : withHops(plan.engineOptions());
        boolean besides = beside && Runtime.getRuntime().availableProcessors() > options.threads();
        try (Engine engine = plan.factory().open(plan.machine(), options);
                Watch watch = new Watch(plan, engine, options.hopEvents(), keepsGoing, besides, live != null)) {
            if (recording != null) {
                recording.begin(engine);
            }
            Observer[] observers = Stream.concat(Stream.of(watch, recording), Stream.of(more))
                    .filter(Objects::nonNull)
                    .toArray(Observer[]::new);
            ExecutionReport execution = play(engine, started, observers);
            List<Verdict> observed = watch.judges().checks.finish(end(engine, execution));
            // The static check describes a machine without faults only.
            boolean sound = plan.executorOptions().faults().isEmpty();
            List<Verdict> verdicts = new ArrayList<>(sound ? evidence.in(observed) : observed);
            List<Path> written = plan.detect() ? judgeEnd(watch, execution, verdicts) : List.of();
            EngineStats stats = engine.stats();
            RunReport.Speed speed = speed(stats, watch.judges().checks, clock);
            List<String> inspections = inspections(engine, execution);
            CounterTable waits = watch.judges().routers == null || execution.reason() == EndReason.FAILED
                    ? null
                    : counted(engine, execution, watch.judges().routers, verdicts);
            if (isolation != null) {
                List<RunReport.OpRow> rows = new OpRows(watch.judges().checks.times(), plan.program());
                long bound = watch.judges().checks.bound();
                verdicts.add(isolation.judge(Isolation.side(execution, rows, verdicts, engine), bound));
            }
            RunReport report = report(engine, watch, execution, verdicts, stats, speed);
            atEnd.accept(engine);
            return new RunResult(
                    report,
                    execution,
                    inspections,
                    written,
                    watch.judges().checks.latency(),
                    waits,
                    plan.playing(program));
        }
    }

    private ExecutionReport play(Engine engine, Consumer<Executor> started, Observer... observers) {
        if (live == null) {
            Executor executor = new Executor(engine, program, plan.executorOptions(), observers);
            started.accept(executor);
            return executor.run();
        }
        ExecutionReport execution = live.play(engine, started, observers);
        program = live.program();
        return execution;
    }

    /** Adds what the detector has found to the verdicts, and returns the waveform of a knot with its save file. */
    private List<Path> judgeEnd(Watch watch, ExecutionReport execution, List<Verdict> verdicts) {
        watch.end(execution.reason() == EndReason.STUCK || execution.reason() == EndReason.COMPLETED);
        KnotDetector detector = watch.detector;
        boolean knotted = detector.unknownWait().isEmpty() && detector.knot().isPresent();
        Autopsy again = knotted ? autopsy(detector.knot().get()) : null;
        Knot closed = again == null ? null : again.closed();
        DeadlockEvidence.complete(verdicts, watch, execution, closed, program);
        DeadlockEvidence.hidden(verdicts, watch);
        return again == null ? List.of() : again.waves();
    }

    /** Reads the performance counters. The machine goes on meanwhile, so everything else has been looked at before. */
    private CounterTable counted(
            Engine engine, ExecutionReport execution, RouterAccount routers, List<Verdict> verdicts) {
        long cycle = engine.cycle();
        long[] counters = CounterReading.of(engine);
        verdicts.add(routers.finish(counters, cycle, execution.reason() == EndReason.COMPLETED));
        return new CounterTable(plan.machine(), counters);
    }

    private static RunEnd end(Engine engine, ExecutionReport execution) {
        boolean cut = CUT.contains(execution.reason());
        return new RunEnd(
                execution.reason() == EndReason.COMPLETED,
                cut,
                execution.cycles(),
                execution.open().stream().map(ExecutionReport.Open::toString).toList(),
                engine::page,
                engine.stats(),
                execution.reason() == EndReason.NONSENSE ? "" : execution.failure(), // data_integrity has reported it
                treeLinks(engine));
    }

    private static long[] treeLinks(Engine engine) {
        long[] words = new long[engine.config().nodes() * Engine.TREE_WORDS];
        if (engine.config().collective().isUsed()) {
            engine.treeLinks(words);
        }
        return words;
    }

    private static RunReport.Speed speed(EngineStats stats, Checks checks, CpuClock clock) {
        return new RunReport.Speed(
                clock.wallSeconds(),
                clock.cpuSeconds(),
                stats.cycles(),
                stats.tileCycles(),
                stats.flitHops() + checks.flits()); // hops on links and, for each flit, the ejection
    }

    private RunReport report(
            Engine engine,
            Watch watch,
            ExecutionReport execution,
            List<Verdict> verdicts,
            EngineStats stats,
            RunReport.Speed speed) {
        Checks checks = watch.judges().checks;
        Shape shape = plan.machine().shape();
        Histogram latency = checks.latency();
        return new RunReport(
                new RunReport.Setup(
                        plan.name(),
                        engine.name(),
                        List.of(shape.kx(), shape.ky(), shape.kz()),
                        plan.machine().seed(),
                        Versions.all(),
                        new RunReport.Conditions(engine.capabilities().variant(), allowUnsafe, keepsGoing),
                        plan.effectiveConfig()),
                execution.cycles(),
                ending(execution, watch.firstViolation()),
                execution.reason() != EndReason.COMPLETED,
                watch.firstViolation(),
                List.copyOf(verdicts),
                stats.assertionsMuted(),
                program.races(),
                new RunReport.Metrics(
                        checks.packets(),
                        checks.flits(),
                        speed.flitHops(),
                        latency.getMean(),
                        latency.getValueAtPercentile(50),
                        latency.getValueAtPercentile(99),
                        latency.getMaxValue()),
                speed,
                watch.judges().hash.finish(),
                new OpRows(checks.times(), program));
    }

    private static String ending(ExecutionReport execution, long first) {
        String text = execution.reason() == EndReason.STOPPED
                ? "stopped: first violation in cycle " + first + ", ended in cycle " + execution.cycles()
                : execution.reason().name().toLowerCase(Locale.ROOT).replace('_', ' ') + " in cycle "
                        + execution.cycles();
        String errors = execution.errors().isEmpty()
                ? ""
                : "; " + execution.errors().size() + " operations ended badly, first: "
                        + execution.errors().get(0);
        return text + errors + (execution.failure().isEmpty() ? "" : "; " + execution.failure());
    }

    private List<String> inspections(Engine engine, ExecutionReport execution) {
        if (execution.reason() == EndReason.COMPLETED) {
            return List.of();
        }
        List<String> texts = new ArrayList<>();
        for (int node = 0; node < plan.machine().nodes(); node++) {
            texts.add(engine.inspect(node));
        }
        return texts;
    }

    /** The rows of ops.csv. Each row is made when it is read, because most runs do not write the file. */
    private static final class OpRows extends AbstractList<RunReport.OpRow> {
        private final OpTimes times;
        private final Program program;

        OpRows(OpTimes times, Program program) {
            this.times = times;
            this.program = program;
        }

        @Override
        public int size() {
            return program.size();
        }

        @Override
        public RunReport.OpRow get(int id) {
            Operation op = program.operation(id);
            Result result = times.result(id);
            return new RunReport.OpRow(
                    id,
                    op.kind().name(),
                    op.node(),
                    op.task(),
                    op.target(),
                    op.length(),
                    times.postedAt(id),
                    times.firstCommit(id),
                    times.lastCommit(id),
                    times.completedAt(id),
                    result == null ? "OPEN" : result.name());
        }
    }

    // ---- the repeat of a run that ended in a knot

    /**
     * What the repeat has shown.
     *
     * @param closed the knot in the first cycle in which a snapshot contains it
     * @param waves waveform and save file; empty if no waveform was requested
     */
    private record Autopsy(Knot closed, List<Path> waves) {}

    /**
     * Repeats a run that ended in a knot. The run is deterministic, so the knot forms again in the same cycle. The
     * repeat has hop events, which name the packets, and a snapshot in every cycle around the report, which gives the
     * cycle in which the knot closed. If requested, it also writes a waveform of exactly the nodes in the knot.
     */
    private Autopsy autopsy(Knot first) {
        long end = first.reportedAt();
        Path wave = waves == null ? null : waves.folder().resolve("knot.fst");
        EngineFactory factory = wave == null
                ? plan.factory()
                : waves.tracer().tracing(wave, first.nodes(), Math.max(0, end - KNOT_WINDOW), end);
        KnotDetector detector = new KnotDetector(plan.machine(), 1, Math.max(1, first.clearAt()), true);
        ExecutorOptions upToThere = plan.executorOptions().until(end + 1);
        Capabilities library;
        try (Engine engine = factory.open(plan.machine(), withHops(plan.engineOptions()))) {
            library = engine.capabilities();
            Executor executor = new Executor(engine, program, upToThere, looking(detector, engine));
            boolean stuck = executor.run().reason() == EndReason.STUCK;
            if (detector.knot().isEmpty()) {
                detector.look(engine, stuck);
            }
        }
        Knot closed = detector.knot().orElse(first);
        if (wave == null) {
            return new Autopsy(closed, List.of());
        }
        Path file = waves.folder().resolve("knot.gtkw");
        try {
            WholeFile.write(file, SaveFile.of(wave.getFileName().toString(), closed, library));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Autopsy(closed, List.of(wave, file));
    }

    private static Observer looking(KnotDetector detector, Engine engine) {
        return new Observer() {
            @Override
            public long stopBefore(long cycle) {
                return detector.nextSample(cycle);
            }

            @Override
            public void events(EventCursor batch) {
                detector.events(batch);
            }

            @Override
            public void batch(long cycle, int openOperations) {
                detector.look(engine, false);
            }
        };
    }

    private static EngineOptions withHops(EngineOptions wanted) {
        return new EngineOptions(true, wanted.skipQuiescent(), wanted.threads(), wanted.faults());
    }
}
