// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.engine.Capabilities;
import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.ForwardingEngine;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.CounterControl;
import fairlead.hw.HwLayout.CounterIndex;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventRecord;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lab.cases.CaseDraw.DrawnPlans;
import fairlead.lab.faults.Ledger;
import fairlead.lab.lockstep.CountPresets;
import fairlead.machine.MachineConfig;
import fairlead.node.CounterReading;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.ExecutorOptions;
import fairlead.plan.Plans;
import fairlead.rtl.RtlEngine;
import fairlead.rtl.RtlEngineFactory;
import fairlead.run.RunPlan;
import fairlead.run.RunReport;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.scenario.InputText;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.twin.fabric.ModelEngineFactory;
import fairlead.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The runs that judge a machine by the verdicts alone: scenarios of the tree, and workloads and programs that are drawn
 * on drawn machines. Each run has been played by the twin to its end with no false verdict before a mutant plays it.
 */
final class VerdictRuns {
    private static final int DRAWN = 24;
    static final long BUDGET = 60_000; // tile-cycles in which a drawn run must end on the twin
    private static final int UNFOCUSED = 5; // one drawn run in so many is on a machine without a focus
    private static final int LONELY = 2; // drawn runs on a machine of one node
    private static final long PATIENCE = 4; // cycles that a mutant gets, for each of the sound machine
    private static final long LEAST_CYCLES = 2000;

    private final Path root;
    private final long seed;
    private final Capabilities limits;
    private final boolean sets;
    private final List<RunPlan> plans = new ArrayList<>();

    /**
     * @param root the root of the project, whose examples are played
     * @param seed the first seed of the runs that are drawn
     * @param limits the limits of the machines that are drawn
     * @param sets whether performance counters begin at drawn numbers, which the library must take ({@link
     *     OffsetCounters})
     */
    VerdictRuns(Path root, long seed, Capabilities limits, boolean sets) {
        this.root = root;
        this.seed = seed;
        this.limits = limits;
        this.sets = sets;
    }

    List<RunPlan> plans() throws IOException {
        if (plans.isEmpty()) {
            DrawnPlans drawn = new DrawnPlans(limits, BUDGET);
            int lonely = 0;
            for (long s = 0; plans.size() < DRAWN; s++) {
                long number = 2 * s + (s % UNFOCUSED == 0 ? 0 : 1);
                RunPlan plan = drawn.draw(seed + s, number, new RtlEngineFactory());
                if (plan.machine().nodes() > 1 || lonely++ < LONELY) {
                    keep(plan);
                }
            }
            for (String line : Ledger.lines(VerdictRuns.class, "verdict-runs.txt")) {
                keep(plan(root, line));
            }
        }
        return plans;
    }

    /** Returns the plan of a line of verdict-runs.txt. */
    private static RunPlan plan(Path root, String line) throws IOException {
        List<String> words = List.of(line.split(" "));
        Path file = root.resolve(words.get(0));
        Scenario scenario = ScenarioReader.read(file, InputText.of(file), words.subList(1, words.size()));
        return Plans.of(scenario);
    }

    /** Returns the plan of such a line, which ends after a few times as many cycles as the twin needs. */
    static RunPlan bounded(Path root, String line) throws IOException {
        RunPlan plan = plan(root, line);
        RunResult sound = new Session(plan.with(new ModelEngineFactory(), plan.executorOptions())).run(e -> {});
        return plan.until(PATIENCE * sound.execution().cycles() + LEAST_CYCLES);
    }

    /** Keeps a plan that the twin plays to its end under true verdicts; a mutant gets a few times as many cycles. */
    private void keep(RunPlan plan) {
        RunResult sound = new Session(plan.with(new ModelEngineFactory(), plan.executorOptions())).run(e -> {});
        ExecutorOptions all = plan.executorOptions();
        long most = PATIENCE * sound.execution().cycles() + LEAST_CYCLES;
        if (wrong(sound).isEmpty()) {
            boolean isSet = sets && all.counts();
            plans.add(plan.with(isSet ? this::set : plan.factory(), all.until(most)));
        }
    }

    private Engine set(MachineConfig config, EngineOptions options) {
        return new OffsetCounters(new RtlEngineFactory().open(config, options), seed);
    }

    /** Returns what a user sees of a run that is not as it should be, or an empty text. */
    static String wrong(RunResult result) {
        RunReport report = result.report();
        List<String> wrong = report.verdicts().stream()
                .filter(v -> Boolean.FALSE.equals(v.holds()))
                .map(Verdict::name)
                .toList();
        if (!wrong.isEmpty()) {
            return "false " + String.join(" ", wrong);
        }
        EndReason reason = result.execution().reason();
        if (reason == EndReason.MAX_CYCLES) {
            return "partial";
        }
        return reason == EndReason.COMPLETED && result.execution().errors().isEmpty()
                ? ""
                : "failed " + report.ending();
    }

    /**
     * A machine in which a part of the performance counters do not begin at 0 but at a number that is drawn when they
     * are switched on. The number is subtracted from the reports of the counters, so a verdict sees what they have
     * counted, and a counter that counts wrongly in any of its bits has a wrong sum. The counters must be switched on
     * once and not cleared.
     */
    static final class OffsetCounters extends ForwardingEngine {
        private static final int PART = 4; // one counter in so many has a number
        private static final long ROOM = 1L << 22; // that is left to count, so that no counter becomes full
        private static final int SETTLED = 3; // cycles from the command until the counters count
        private static final long LOW = 0xFFFFFFFFL;

        interface Registers {
            /** Adds a number to a counter of a node, given by its register below the tile. */
            void add(int node, String register, long number);
        }

        private final Registers registers;
        private final SplittableRandom random;
        private final long[] offsets; // by node, row and number
        private long from = Long.MAX_VALUE; // cycle in which the counters are set

        /** @param seed of the numbers */
        OffsetCounters(RtlEngine rtl, long seed) {
            this(
                    rtl,
                    (node, register, number) -> rtl.poke(node, register, 0, rtl.peek(node, register, 0) + number),
                    seed);
        }

        OffsetCounters(Engine engine, Registers registers, long seed) {
            super(engine);
            this.registers = registers;
            random = new SplittableRandom(seed);
            offsets = new long[engine.config().nodes() * CounterReading.ROWS * CounterReading.COUNTERS];
        }

        private static int place(int node, int row, int number) {
            return (node * CounterReading.ROWS + row) * CounterReading.COUNTERS + number;
        }

        @Override
        public void submit(CommandBuffer commands) {
            for (int i = 0; i < commands.count(); i++) {
                boolean controls = commands.op(i) == TileCommand.COUNT_CONTROL;
                if (controls && from == Long.MAX_VALUE && CounterControl.on(commands.word(i, 0)) != 0) {
                    from = commands.cycle(i) + SETTLED;
                }
            }
            super.submit(commands);
        }

        @Override
        public StopReason run(long limitCycle) {
            StopReason stop = super.run(limitCycle);
            EventCursor events = events();
            while (events.next()) {
                if (events.kind() == EventKind.COUNTERS) {
                    int row = (int) CounterIndex.row(events.b());
                    int first = 2 * (int) CounterIndex.part(events.b());
                    if (row < CounterReading.ROWS && first < CounterReading.COUNTERS) {
                        int at = place(events.node(), row, first);
                        long low = events.a() - offsets[at] & LOW;
                        long high = (events.a() >>> Integer.SIZE) - offsets[at + 1];
                        events.data().putLong(events.offset() + EventRecord.A_OFFSET, low | high << Integer.SIZE);
                    }
                }
            }
            events.rewind();
            if (cycle() >= from && stop == StopReason.LIMIT) {
                from = Long.MAX_VALUE - 1;
                for (int node = 0; node < config().nodes(); node++) {
                    set(node);
                }
            }
            return stop;
        }

        private void set(int node) {
            for (int row = 0; row < CounterReading.ROWS; row++) {
                for (int number = 0; number < CounterReading.counters(row); number++) {
                    String register = CountPresets.register(row, number);
                    if (random.nextInt(PART) == 0 && !register.isEmpty()) {
                        long offset = random.nextBoolean()
                                ? random.nextLong(LOW - ROOM)
                                : (1L << 1 + random.nextInt(Integer.SIZE - 1)) - 1 - random.nextInt(2);
                        registers.add(node, register, offset);
                        offsets[place(node, row, number)] = offset;
                    }
                }
            }
        }
    }
}
