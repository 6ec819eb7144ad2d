// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.machine.MachineStructure;
import fairlead.node.Executor;
import fairlead.node.Observer;
import fairlead.openloop.OpenLoop;
import fairlead.plan.Plans;
import fairlead.run.RunPlan;
import fairlead.run.RunReport;
import fairlead.run.RunReport.CpuClock;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The speed of the twin in flit-hops and tile-cycles per second of CPU time. A flit-hop is one flit passing one router,
 * the ejecting router included.
 *
 * <p>Rows `model.*` use 8-flit packets at the local ports, with uniform or neighbour traffic. Rows `model.halo3d.*` use
 * the whole machine with NIC, memory, all events and all checkers. Rows `..._over_...` but `cpu_...`, and
 * `...beside.flit_hops_per_s`, are wall time and need two idle cores.
 */
public final class ModelBench {
    private static final double WARM_UP = 0.25; // share of the measured cycles that is run before them
    /** Measured rounds of each way to run halo3d. */
    public static final int HALO_ROUNDS = 3;

    private final int rounds;
    private final double flits;
    private final Runnable ended;

    /**
     * @param flits the approximate number of flits offered in one measured round
     * @param ended is called after each measured round: there are `rounds` of each shape and load, and HALO_ROUNDS of
     * halo3d
     */
    public ModelBench(int rounds, double flits, Runnable ended) {
        this.rounds = rounds;
        this.flits = flits;
        this.ended = ended;
    }

    public List<BenchRow> run(List<String> shapes, List<Double> loads, String pattern) throws IOException {
        return BenchRow.Rounds.of(shapes, loads, figures -> localPorts(figures, pattern));
    }

    private void localPorts(BenchRow.Rounds figures, String pattern) {
        double load = figures.load();
        Scenario scenario = parse(
                figures.shape(),
                String.format(
                        Locale.ROOT,
                        "{kind: traffic, at: local_ports, pattern: %s, load: %s, packet_flits: 8}",
                        pattern,
                        load));
        int nodes = scenario.machine().nodes();
        long cycles = Math.max(100, (long) (flits / load / nodes));
        OpenLoop loop = new OpenLoop(scenario.machine(), scenario.measurement());
        OpenLoop pair = new OpenLoop(scenario.machine(), scenario.measurement(), 2);
        pair.run((long) (WARM_UP * cycles));
        loop.run((long) (WARM_UP * cycles));
        String prefix = "model." + (pattern.equals("uniform") ? "" : pattern + ".");
        for (int round = 0; round < rounds; round++) {
            long before = loop.flitHops();
            CpuClock clock = new CpuClock();
            long start = System.nanoTime();
            loop.run(cycles);
            double cpu = clock.cpuSeconds();
            long middle = System.nanoTime();
            pair.run(cycles);
            double threads = (double) (middle - start) / (System.nanoTime() - middle);
            figures.add(prefix + "flit_hops_per_s", "1/s", (loop.flitHops() - before) / cpu)
                    .add(prefix + "tile_cycles_per_s", "1/s", (double) cycles * nodes / cpu)
                    .add(prefix + "two_threads_over_one", "ratio", threads);
            ended.run();
        }
    }

    /** Measures halo3d on the whole twin, and what checkers on a second core save; the first round is a warm-up. */
    public List<BenchRow> halo3d(String shape, int iterations, int bytes) {
        Scenario scenario = parse(
                shape, String.format(Locale.ROOT, "{kind: halo3d, iterations: %d, bytes: %d}", iterations, bytes));
        BenchRow.Rounds figures = new BenchRow.Rounds(shape, 0);
        RunPlan plan = Plans.of(scenario);
        for (int round = -1; round < HALO_ROUNDS; round++) {
            RunReport.Speed speed =
                    new Session(plan).run(executor -> {}).report().speed();
            RunReport.Speed beside =
                    new Session(plan).beside().run(executor -> {}).report().speed();
            if (round >= 0) {
                figures.add(
                                "model.halo3d.checkers_beside_over_alone",
                                "ratio",
                                speed.wallSeconds() / beside.wallSeconds())
                        .add("model.halo3d.cpu_beside_over_alone", "ratio", beside.cpuSeconds() / speed.cpuSeconds())
                        .add("model.halo3d.beside.flit_hops_per_s", "1/s", beside.flitHops() / beside.wallSeconds())
                        .add("model.halo3d.flit_hops_per_s", "1/s", speed.flitHops() / speed.cpuSeconds())
                        .add("model.halo3d.tile_cycles_per_s", "1/s", speed.tileCycles() / speed.cpuSeconds());
                ended.run();
            }
        }
        return figures.rows();
    }

    /**
     * Measures halo3d on one thread and on two, in wall time: the run with all checkers, and the engine's share of it.
     * The best round counts, because both cores must be idle.
     */
    public List<BenchRow> halo3dThreads(String shape, int iterations, int bytes) {
        Scenario scenario = parse(
                shape, String.format(Locale.ROOT, "{kind: halo3d, iterations: %d, bytes: %d}", iterations, bytes));
        RunPlan one = Plans.of(scenario);
        EngineOptions threads = new EngineOptions(false, true, 2, false);
        RunPlan two = one.with((machine, options) -> one.factory().open(machine, threads), one.executorOptions());
        double[] best = new double[4];
        Arrays.fill(best, Double.MAX_VALUE);
        for (int round = -1; round < HALO_ROUNDS; round++) {
            best[0] = Math.min(best[0], wallSeconds(new Session(one)));
            best[1] = Math.min(best[1], wallSeconds(new Session(two)));
            best[2] = Math.min(best[2], engineSeconds(one));
            best[3] = Math.min(best[3], engineSeconds(two));
            if (round >= 0) {
                ended.run();
            }
        }
        return List.of(
                new BenchRow("model.halo3d.two_threads_over_one", shape, 0, best[0] / best[1], "ratio"),
                new BenchRow("model.halo3d.engine.two_threads_over_one", shape, 0, best[2] / best[3], "ratio"));
    }

    private static double wallSeconds(Session session) {
        return session.run(executor -> {}).report().speed().wallSeconds();
    }

    private static double engineSeconds(RunPlan plan) {
        EngineClock clock = new EngineClock();
        try (Engine engine = plan.factory().open(plan.machine(), plan.engineOptions())) {
            new Executor(engine, plan.program(), plan.executorOptions(), clock).run();
        }
        return clock.seconds();
    }

    private static Scenario parse(String shape, String workload) {
        String structure = MachineStructure.loaded().keys().entrySet().stream()
                .map(key -> key.getKey() + ": " + key.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
        String text = "{schema: fairlead.scenario/1, seed: 1, machine: {shape: [" + shape.replace("x", ", ")
                + "], memory_bytes: 131072, structure: " + structure + "}, engine: model, workload: " + workload + "}";
        return ScenarioReader.parse(text, "bench model", "bench", List.of());
    }

    /**
     * A clock of the wall time that the engine takes in a run: from the end of one batch's software to the events of
     * the next batch. The run must have no other observer.
     */
    private static final class EngineClock implements Observer {
        private long since = System.nanoTime();
        private long nanos;

        @Override
        public void events(EventCursor batch) {
            nanos += System.nanoTime() - since;
        }

        @Override
        public void batch(long cycle, int openOperations) {
            since = System.nanoTime();
        }

        double seconds() {
            return nanos * 1e-9;
        }
    }
}
