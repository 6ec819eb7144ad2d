// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.ForwardingEngine;
import fairlead.engine.StopReason;
import fairlead.machine.MachineConfig;
import fairlead.plan.Plans;
import fairlead.program.Program;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunReport.CpuClock;
import fairlead.run.ScratchFolder;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import fairlead.verdict.EventHash;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The cost of the bridge from Java to the RTL. The load is uniform traffic of 8-flit packets. Each figure is the
 * median, over the rounds, of cycles per second of CPU time. The rows of one (shape, load) are measured alternately on
 * one command stream, and each ratio is the median of the ratios of single rounds. `bridge.beside_over_bare` is the
 * ratio of wall times with checkers on a second core, which must be idle.
 */
public final class BridgeBench {
    /**
     * The number of rounds that do not count. The just-in-time compilers work during the first rounds, and their CPU
     * time would be included.
     */
    private static final int WARM = 2;

    /**
     * The least CPU time of a measurement in seconds, because the CPU clock of a process has ticks of 10 ms. A shorter
     * run is repeated.
     */
    private static final double LEAST_SECONDS = 1;

    private static final List<String> NAMES =
            List.of("bridge.bare", "bridge.batched", "bridge.checked", "bridge.per_cycle");

    private record Cost(double cycles, double seconds, double wall) {
        static final Cost NONE = new Cost(0, 0, 0);

        Cost plus(Cost other) {
            return new Cost(cycles + other.cycles, seconds + other.seconds, wall + other.wall);
        }
    }

    private interface Run {
        Cost cost() throws IOException;
    }

    private BridgeBench() {}

    /**
     * @param nodeCycles the number of nodes times the number of cycles of each run; it is equal for all shapes, so that
     *     their runs are equally long
     * @param ended is called after each measured round, `rounds` times for each shape and load
     */
    public static List<BenchRow> run(
            int rounds, int nodeCycles, List<String> shapes, List<Double> loads, Runnable ended) throws IOException {
        return BenchRow.Rounds.of(shapes, loads, figures -> measure(nodeCycles, rounds, figures, ended));
    }

    private static void measure(int nodeCycles, int rounds, BenchRow.Rounds figures, Runnable ended)
            throws IOException {
        Scenario scenario = RtlBench.uniform("bridge", figures.shape(), figures.load(), nodeCycles);
        try (ScratchFolder scratch = new ScratchFolder("bench")) {
            Path record = scratch.place().resolve("run.rec");
            List<CapturedRun.Step> steps = capture(scenario, record);
            for (int round = -WARM; round < rounds; round++) {
                List<Cost> now = List.of(
                        repeated(() -> bare(record)),
                        repeated(() -> replay(scenario, steps, false)),
                        repeated(() -> checked(scenario, false)),
                        repeated(() -> replay(scenario, steps, true)));
                Cost beside = repeated(() -> checked(scenario, true));
                if (round >= 0) {
                    double bare = now.get(0).cycles() / now.get(0).seconds();
                    for (int i = 0; i < NAMES.size(); i++) {
                        double speed = now.get(i).cycles() / now.get(i).seconds();
                        figures.add(NAMES.get(i), "cycles/s", speed);
                        if (i > 0) {
                            figures.add(NAMES.get(i) + "_over_bare", "ratio", speed / bare);
                        }
                    }
                    double wall = now.get(0).wall() / now.get(0).cycles();
                    figures.add("bridge.beside_over_bare", "ratio", beside.cycles() / beside.wall() * wall);
                    ended.run();
                }
            }
        }
    }

    private static Cost repeated(Run run) throws IOException {
        Cost all = Cost.NONE;
        do {
            all = all.plus(run.cost());
        } while (all.seconds() < LEAST_SECONDS);
        return all;
    }

    private static Cost bare(Path record) throws IOException {
        RtlBench.Replayed result = RtlBench.recorded(record, 1);
        return new Cost(result.cycles(), result.cpuSeconds(), result.wallSeconds());
    }

    /** Runs the workload once, captures the commands of software and records them for the C++ replay. */
    private static List<CapturedRun.Step> capture(Scenario scenario, Path record) {
        List<CapturedRun> captured = new ArrayList<>();
        RunPlan plan = Plans.of(scenario, RtlOptions.PRODUCT.withRecord(record));
        EngineFactory capturing = (config, options) -> {
            captured.add(new CapturedRun(plan.factory().open(config, options)));
            return captured.get(0);
        };
        new Session(plan.with(capturing, plan.executorOptions())).run(executor -> {});
        return captured.get(0).steps();
    }

    /**
     * Replays the captured commands from Java, with events decoded and hashed, in batches or with one call per cycle.
     */
    private static Cost replay(Scenario scenario, List<CapturedRun.Step> steps, boolean perCycle) {
        Program program = scenario.program();
        MachineConfig machine = scenario.machineFor(program);
        try (Engine engine = new RtlEngineFactory().open(machine, EngineOptions.DEFAULT)) {
            program.loads().forEach(load -> engine.loadMemory(load.node(), load.address(), load.data()));
            EventHash hash = new EventHash();
            CpuClock clock = new CpuClock();
            for (CapturedRun.Step step : steps) {
                engine.submit(step.commands());
                while (engine.cycle() < step.end()) {
                    engine.run(perCycle ? engine.cycle() + 1 : step.end());
                    hash.add(engine.events());
                }
            }
            return new Cost(engine.cycle(), clock.cpuSeconds(), clock.wallSeconds());
        }
    }

    private static Cost checked(Scenario scenario, boolean beside) {
        Session session = new Session(Plans.of(scenario));
        Session judged = beside ? session.beside() : session;
        CpuClock[] clock = new CpuClock[1];
        double cycles = judged.run(executor -> clock[0] = new CpuClock())
                .report()
                .speed()
                .cycles();
        return new Cost(cycles, clock[0].cpuSeconds(), clock[0].wallSeconds());
    }

    /** An engine that captures the commands of software with their cycles, to be replayed without software. */
    private static final class CapturedRun extends ForwardingEngine {
        /** The commands before one call of run, and the cycle in which this call returned. */
        record Step(CommandBuffer commands, long end) {}

        private final List<Step> steps = new ArrayList<>();
        private CommandBuffer pending = new CommandBuffer();

        CapturedRun(Engine engine) {
            super(engine);
        }

        List<Step> steps() {
            return steps;
        }

        @Override
        public void submit(CommandBuffer commands) {
            pending.set(commands); // the executor submits once before each run
            super.submit(commands);
        }

        @Override
        public StopReason run(long limitCycle) {
            StopReason reason = super.run(limitCycle);
            steps.add(new Step(pending, cycle()));
            pending = new CommandBuffer();
            return reason;
        }
    }
}
