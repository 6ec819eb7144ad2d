// SPDX-License-Identifier: Apache-2.0
package fairlead.system.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.EngineStats;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaLimits.DlaOptions;
import fairlead.machine.MachineConfig;
import fairlead.node.Descriptors;
import fairlead.rtl.FabricPlay;
import fairlead.run.RunReport;
import fairlead.run.RunResult;
import fairlead.support.EventBytes;
import fairlead.support.RandomScenario;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import fairlead.support.WholeRun;
import fairlead.twin.fabric.ModelEngineFactory;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The number of threads of the twin changes only its speed, and no record, batch or report. */
@Tag("lab")
@Tag("M-17")
class ThreadsTest {
    private static final String MODEL = "engine=model";
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    // ---- whole runs

    private static WholeRun run(String yaml, String... overrides) {
        return WholeRun.of(Runs.scenario(yaml, overrides));
    }

    private static RunReport same(String yaml, int threads, String... more) {
        List<String> sets = new ArrayList<>(List.of(MODEL, "run.hops=true"));
        sets.addAll(List.of(more));
        WholeRun one = run(yaml, sets.toArray(String[]::new));
        sets.add("run.threads=" + threads);
        String[] shared = sets.toArray(String[]::new);
        WholeRun many = run(yaml, shared);
        one.assertSame(many, Runs.repro(yaml, shared));
        RunReport report = many.result().report();
        assertEquals(one.result().report().verdicts(), report.verdicts(), Runs.repro(yaml, shared));
        assertEquals(one.result().report().speed().tileCycles(), report.speed().tileCycles(), Runs.repro(yaml, shared));
        return report;
    }

    static Stream<String> workloads() {
        return Stream.of(
                Runs.yaml(1, "4x4x4", "kind: halo3d, iterations: 1, bytes: 300", ""),
                Runs.yaml(
                        2,
                        "4x4x3",
                        "kind: alltoall, iterations: 1, bytes: 100",
                        "routing: {mode: adaptive}, buffers: {link_vc: 34}"),
                Runs.yaml(3, "4x4x4", "kind: barrier_storm, instances: 6", "tasks_per_node: 3"),
                Runs.yaml(4, "4x3x3", "kind: random, ops_per_node: 10, max_bytes: 500", "latency: {jitter: 40}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("workloads")
    void noNumberOfThreadsChangesARecord(String yaml) {
        for (int threads = 2; threads <= 4; threads++) {
            RunReport report = same(yaml, threads);
            assertTrue(report.holds(), report.ending());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("workloads")
    void norWithOtherBatchesOrWithoutSkipping(String yaml) {
        same(yaml, 2, "run.quantum=7");
        same(yaml, 4, "run.skip_quiescent=false");
    }

    /** Stalling stores stall the memory of their node: the run gets stuck in the same cycle. */
    @Test
    void storesStallAlike() {
        String bypassed = Runs.yaml(
                3,
                "3x2x2",
                "kind: random, ops_per_node: 60, min_bytes: 8, max_bytes: 64",
                "memory_bytes: 131072, latency: {memory: 90}, buffers: {dla: 5, link_vc: 1, local: 1}, dla: {bypass: true}");
        for (int threads = 2; threads <= 4; threads++) {
            String ending = same(bypassed, threads).ending();
            assertTrue(ending.startsWith("stuck"), ending);
        }
    }

    static LongStream seeds() {
        return LongStream.range(200, 212);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void randomScenariosGiveTheSameRecords(long seed) {
        same(RandomScenario.yaml(seed), 2 + (int) (seed % 3));
    }

    /** The RTL and the twin on two threads agree event by event. */
    @Test
    void lockstepHoldsOnTwoThreads() {
        String yaml = Runs.yaml(7, "4x4x2", "kind: halo3d, iterations: 1, bytes: 300", "");
        RunResult result = Runs.run(yaml, "engine=lockstep", "run.threads=2");
        Runs.assertAllHold(result, Runs.repro(yaml, "engine=lockstep", "run.threads=2"));
        assertEquals(
                run(yaml, MODEL).result().report().eventSha256(),
                result.report().eventSha256());
    }

    // ---- engines

    private record Stop(StopReason reason, long cycle, int events) {}

    private record Outcome(FabricPlay end, List<Stop> stops, EngineStats stats) {}

    /** Returns a machine larger than those of {@link CommandsTest}, so that cycles are worth sharing. */
    private static MachineConfig machine() {
        TestMachine machine = new TestMachine(4, 4, 3, 2);
        machine.link = 1;
        machine.credit = 1;
        machine.memory = 13;
        machine.jitter = 20;
        machine.buffers = new Buffers(4, 4, 8, 96, 24, 4);
        machine.memoryBytes = 1 << 17;
        return machine.config().withMessageBase(1 << 16);
    }

    private static Outcome random(long seed, int threads) {
        MachineConfig config = machine();
        EventBytes events = new EventBytes();
        List<Stop> stops = new ArrayList<>();
        try (Engine engine = new ModelEngineFactory().open(config, new EngineOptions(true, true, threads, false))) {
            StopReason end = new RandomCommands(config, seed, 60)
                    .run(
                            engine,
                            1000,
                            20_000,
                            events,
                            stop -> stops.add(new Stop(
                                    stop, engine.cycle(), engine.events().count())));
            return new Outcome(FabricPlay.of(engine, end, events), stops, engine.stats());
        }
    }

    @Test
    void randomCommandsGiveTheSameBatchesAndFailures() {
        int failed = 0;
        for (long seed = 0; seed < 8; seed++) {
            Outcome one = random(seed, 1);
            failed += one.end.failure().isEmpty() ? 0 : 1;
            for (int threads = 2; threads <= 4; threads++) {
                Outcome many = random(seed, threads);
                String text = "seed " + seed + ", " + threads + " threads";
                one.end.assertSameRun(many.end, text);
                assertEquals(one.stops, many.stops, text);
                assertEquals(one.stats, many.stats, text);
            }
        }
        assertTrue(failed > 0, "a seed with a failing command");
    }

    /**
     * Three nodes of different parts write their DLA's status beyond their memory in the same cycle. The lowest node is
     * reported, as with one thread.
     */
    @Test
    void theFirstFailureInTheOrderOfTheNodesIsTold() {
        String alone = failure(1);
        assertTrue(alone.contains(" node 5: a write of 16 bytes at "), alone);
        for (int threads = 2; threads <= 4; threads++) {
            assertEquals(alone, failure(threads));
        }
    }

    /**
     * Returns the failure of a machine that no scenario can request, because no host command makes a node leave its
     * memory.
     */
    private static String failure(int threads) {
        TestMachine machine = new TestMachine(4, 4, 2, 1);
        machine.dla = DlaLimits.of(16).with(new DlaOptions(0, machine.memoryBytes - 8, 1, 0, 1, false));
        MachineConfig config = machine.config();
        CommandBuffer commands = new CommandBuffer();
        for (int node : new int[] {29, 5, 17}) {
            long word = 1L << DlaCommand.PR_LSB | 8L << DlaCommand.CREDITS_LSB;
            commands.add(100, node, 0, TileCommand.DLA_ALLOC, word, 0, 0, 0, 0);
        }
        try (Engine engine = new ModelEngineFactory().open(config, new EngineOptions(false, true, threads, false))) {
            engine.submit(commands);
            StopReason stop;
            do {
                stop = engine.run(10_000);
            } while (stop == StopReason.REACTION);
            assertEquals(StopReason.FAILED, stop);
            return engine.failure();
        }
    }

    private static long descriptor(MachineConfig config, int kind, int target, int length) {
        return Descriptors.word0(kind, config.shape().coord(target), 0, length);
    }

    // ---- memory

    /** A second round of the same work allocates nothing. */
    @Test
    void theCycleLoopAllocatesNothing() {
        MachineConfig config = new TestMachine(4, 4, 4, 1).config();
        try (Engine engine = new ModelEngineFactory().open(config, new EngineOptions(true, true, 2, false))) {
            puts(engine, 40);
            long end = engine.cycle() + 400;
            engine.submit(puts(config, engine.cycle(), 30));
            Map<String, Long> others = allocatedByOthers();
            long own = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            int batches = 0;
            while (engine.cycle() < end) {
                engine.run(end);
                batches++;
            }
            assertEquals(
                    0, THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - own);
            assertEquals(1, others.size(), "one beside the caller");
            assertEquals(others, allocatedByOthers());
            assertTrue(batches > 1, "batches " + batches);
        }
    }

    private static void puts(Engine engine, int count) {
        engine.submit(puts(engine.config(), engine.cycle(), count));
        while (engine.run(100_000) != StopReason.IDLE) {
            assertTrue(engine.events().count() > 0);
        }
    }

    /** Returns puts of every node to its neighbours in turn. */
    private static CommandBuffer puts(MachineConfig config, long from, int count) {
        CommandBuffer commands = new CommandBuffer();
        for (int i = 0; i < count; i++) {
            for (int node = 0; node < config.nodes(); node++) {
                int target = config.shape().neighbour(node, i % 6);
                long words = descriptor(config, OpKind.PUT, target, 200);
                long addresses = 4096L << Descriptor1.REMOTE_LSB;
                commands.add(from + 20L * i, node, 0, TileCommand.POST, words, addresses, 0, 0, i);
            }
        }
        return commands;
    }

    private static Map<String, Long> allocatedByOthers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().startsWith("fairlead-crew-"))
                .collect(Collectors.toMap(Thread::getName, t -> THREADS.getThreadAllocatedBytes(t.getId())));
    }
}
