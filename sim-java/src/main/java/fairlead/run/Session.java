// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.deadlock.knot.KnotDetector;
import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.machine.Shape;
import fairlead.node.CounterReading;
import fairlead.node.EndReason;
import fairlead.node.ExecutionReport;
import fairlead.node.Executor;
import fairlead.node.Observer;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import fairlead.run.record.CounterTable;
import fairlead.run.record.Recording;
import fairlead.run.report.RunReport;
import fairlead.verdict.Checks;
import fairlead.verdict.EventHash;
import fairlead.verdict.OpTimes;
import fairlead.verdict.RouterAccount;
import fairlead.verdict.RunEnd;
import fairlead.verdict.Verdict;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** Runs one plan under all checkers and reports the results. */
public final class Session {
    /** The reasons with which a run may end while packets or commands are under way. */
    private static final Set<EndReason> CUT =
            EnumSet.of(EndReason.MAX_CYCLES, EndReason.INTERRUPTED, EndReason.STOPPED, EndReason.NONSENSE);

    private final RunPlan plan;
    private final boolean allowUnsafe;
    private final KnotWaves waves;
    private boolean keepsGoing;
    private Recording recording;

    public Session(final RunPlan plan) {
        this(plan, false);
    }

    /** @param allowUnsafe true to run a machine that the static check refuses */
    public Session(final RunPlan plan, final boolean allowUnsafe) {
        this(plan, allowUnsafe, null);
    }

    /**
     * Makes a session with an optional waveform.
     *
     * @param allowUnsafe true to run a machine that the static check refuses
     * @param waves options for the waveform of a knot, or null
     */
    public Session(final RunPlan plan, final boolean allowUnsafe, final KnotWaves waves) {
        this.plan = plan;
        this.allowUnsafe = allowUnsafe;
        this.waves = waves;
    }

    /**
     * Lets the run continue to its end after a violation; otherwise it stops {@link FirstViolation#WINDOW} cycles
     * later.
     */
    public Session keepGoing() {
        keepsGoing = true;
        return this;
    }

    /** Records what the run does over time; a session without a recording does nothing for it. */
    public Session record(final Recording record) {
        recording = record;
        return this;
    }

    /**
     * Runs the plan to its end.
     *
     * @param started receives the executor before the first cycle, so that the caller can stop the run
     * @param more further observers
     */
    public RunResult run(final Consumer<Executor> started, final Observer... more) {
        final StaticEvidence evidence = StaticEvidence.of(plan.machine());
        if (!allowUnsafe) {
            evidence.refuseUnsafe();
        }
        final CpuClock clock = new CpuClock();
        final EngineOptions options =
                recording == null ? plan.engineOptions() : recording.options(plan.engineOptions());
        try (Engine engine = plan.factory().open(plan.machine(), options)) {
            final Checks checks = new Checks(plan.program(), plan.machine());
            final EventHash hash = new EventHash();
            final List<Observer> observers = new ArrayList<>(List.of(new Watch(checks, hash)));
            final Detection detection = !plan.detect()
                    ? null
                    : new Detection(
                            new KnotDetector(plan.machine(), KnotDetector.PERIOD, 0, options.hopEvents()), engine);
            if (detection != null) {
                observers.add(detection);
            }
            final RouterAccount routers = plan.executorOptions().counts() ? new RouterAccount(plan.machine()) : null;
            if (routers != null) {
                observers.add(new RouterWatch(routers));
            }
            final FirstViolation stop = new FirstViolation(checks, detection);
            if (!keepsGoing) {
                observers.add(stop);
            }
            if (recording != null) {
                recording.begin(engine);
                observers.add(recording);
            }
            observers.addAll(List.of(more));
            final Executor executor =
                    new Executor(engine, plan.program(), plan.executorOptions(), observers.toArray(new Observer[0]));
            started.accept(executor);
            final ExecutionReport execution = executor.run();
            final List<Verdict> observed = checks.finish(end(engine, execution));
            // The static check describes a machine without faults only.
            final List<Verdict> raised = plan.executorOptions().faults().isEmpty() ? evidence.in(observed) : observed;
            if (detection != null) {
                detection.end(execution.reason() == EndReason.STUCK || execution.reason() == EndReason.COMPLETED);
            }
            final Autopsy.Result again = detection == null ? null : autopsy(detection.detector());
            final List<Verdict> verdicts = detection == null
                    ? raised
                    : DeadlockEvidence.in(
                            raised, detection, execution, again == null ? null : again.closed(), plan.program());
            final RunReport report = report(engine, checks, hash, execution, stop, verdicts, clock);
            final RunResult result = new RunResult(
                    report,
                    execution,
                    inspections(engine, execution),
                    again == null ? List.of() : again.waves(),
                    checks.latency(),
                    null);
            return routers == null || execution.reason() == EndReason.FAILED
                    ? result
                    : counted(result, engine, routers);
        }
    }

    /** Reads the performance counters. The machine goes on meanwhile, so everything else has been looked at before. */
    private RunResult counted(final RunResult result, final Engine engine, final RouterAccount routers) {
        final long cycle = engine.cycle();
        final long[] counters = CounterReading.of(engine);
        final boolean drained = result.execution().reason() == EndReason.COMPLETED;
        return new RunResult(
                result.report().with(routers.finish(counters, cycle, drained)),
                result.execution(),
                result.inspections(),
                result.waves(),
                result.latency(),
                CounterTable.of(plan.machine(), counters));
    }

    private Autopsy.Result autopsy(final KnotDetector detector) {
        final boolean knotted =
                detector.unknownWait().isEmpty() && detector.knot().isPresent();
        return knotted ? new Autopsy(plan, detector.knot().get()).run(waves) : null;
    }

    private static RunEnd end(final Engine engine, final ExecutionReport execution) {
        final boolean cut = CUT.contains(execution.reason());
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

    private static long[] treeLinks(final Engine engine) {
        final long[] words = new long[engine.config().nodes() * Engine.TREE_WORDS];
        if (engine.config().collective().isUsed()) {
            engine.treeLinks(words);
        }
        return words;
    }

    private RunReport report(
            final Engine engine,
            final Checks checks,
            final EventHash hash,
            final ExecutionReport execution,
            final FirstViolation stop,
            final List<Verdict> verdicts,
            final CpuClock clock) {
        final Shape shape = plan.machine().shape();
        final Histogram latency = checks.latency();
        final long flitHops =
                engine.stats().flitHops() + checks.flits(); // hops on links and, for each flit, the ejection
        return new RunReport(
                plan.name(),
                engine.name(),
                List.of(shape.kx(), shape.ky(), shape.kz()),
                plan.machine().seed(),
                execution.cycles(),
                ending(execution, stop),
                execution.reason() != EndReason.COMPLETED,
                stop.first(),
                verdicts,
                engine.stats().assertionsMuted(),
                new RunReport.Metrics(
                        checks.packets(),
                        checks.flits(),
                        flitHops,
                        latency.getMean(),
                        latency.getValueAtPercentile(50),
                        latency.getValueAtPercentile(99),
                        latency.getMaxValue()),
                new RunReport.Speed(
                        clock.wallSeconds(),
                        clock.cpuSeconds(),
                        engine.stats().cycles(),
                        engine.stats().tileCycles(),
                        flitHops),
                hash.finish(),
                Versions.all(),
                new RunReport.Conditions(engine.capabilities().variant(), allowUnsafe, keepsGoing),
                plan.effectiveConfig(),
                new OpRows(checks.times(), plan.program()));
    }

    private static String ending(final ExecutionReport execution, final FirstViolation stop) {
        final String text = execution.reason() == EndReason.STOPPED
                ? "stopped: first violation in cycle " + stop.first() + ", ended in cycle " + execution.cycles()
                : execution.reason().name().toLowerCase(Locale.ROOT).replace('_', ' ') + " in cycle "
                        + execution.cycles();
        final String errors = execution.errors().isEmpty()
                ? ""
                : "; " + execution.errors().size() + " operations ended badly, first: "
                        + execution.errors().get(0);
        return text + errors + (execution.failure().isEmpty() ? "" : "; " + execution.failure());
    }

    private List<String> inspections(final Engine engine, final ExecutionReport execution) {
        if (execution.reason() == EndReason.COMPLETED) {
            return List.of();
        }
        final List<String> texts = new ArrayList<>();
        for (int node = 0; node < plan.machine().nodes(); node++) {
            texts.add(engine.inspect(node));
        }
        return texts;
    }

    /**
     * Ends a run {@link #WINDOW} cycles after its first violation, because a later event cannot repair a violation.
     * Violations that only the end of a run shows do not end the run early.
     */
    private static final class FirstViolation implements Observer {
        /** Number of cycles from the first violation to the end of the run. */
        static final long WINDOW = 10_000;

        private final Checks checks;
        private final Detection detection; // null if the run has no detector
        private long first = -1;

        FirstViolation(final Checks checks, final Detection detection) {
            this.checks = checks;
            this.detection = detection;
        }

        @Override
        public long stopBefore(final long cycle) {
            return (first < 0 ? cycle : first) + WINDOW;
        }

        @Override
        public boolean isEnough(final long cycle) {
            return first() >= 0 && cycle >= first + WINDOW;
        }

        private static long earlier(final long one, final long other) {
            return one < 0 ? other : other < 0 ? one : Math.min(one, other);
        }

        /** Returns the cycle of the first violation so far, or -1. */
        long first() {
            first = earlier(checks.firstViolation(), detection == null ? -1 : detection.violatedAt());
            return first;
        }
    }

    /** The rows of ops.csv. Each row is made when it is read, because most runs do not write the file. */
    private static final class OpRows extends AbstractList<RunReport.OpRow> {
        private final OpTimes times;
        private final Program program;

        OpRows(final OpTimes times, final Program program) {
            this.times = times;
            this.program = program;
        }

        @Override
        public int size() {
            return program.size();
        }

        @Override
        public RunReport.OpRow get(final int id) {
            final Operation op = program.operation(id);
            final Result result = times.result(id);
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

    /** Passes the packets of a run that counts to the judge of its performance counters. */
    private static final class RouterWatch implements Observer {
        private final RouterAccount account;

        RouterWatch(final RouterAccount account) {
            this.account = account;
        }

        @Override
        public void events(final EventCursor batch) {
            account.events(batch);
        }

        @Override
        public void commands(final CommandBuffer commands) {
            account.commands(commands);
        }
    }
}
