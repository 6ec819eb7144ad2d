// SPDX-License-Identifier: Apache-2.0
package fairlead.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Arbitration;
import fairlead.machine.Buffers;
import fairlead.machine.Routing;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import fairlead.twin.fabric.ModelEngineFactory;
import fairlead.verdict.Verdict;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Saturated machines, drawn at random, on the twin: how much of its bound does the slowest packet need? All operations
 * of a node write to the same place, so the other verdicts say nothing here.
 */
@Tag("lab")
@Tag("M-681")
class FairnessBoundTest {
    private static final int[][] SHAPES = {
        {5, 1, 1}, {7, 1, 1}, {8, 1, 1}, {9, 1, 1}, {12, 1, 1}, {16, 1, 1}, {5, 5, 1}, {4, 4, 1}, {7, 3, 1}, {3, 3, 3}
    };
    private static final double MOST = 0.75; // of a bound: the margin for machines that were not drawn
    private static final int[] BYTES = {8, 64, 208, 256, 1024, 4096};

    private static double closest(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] k = SHAPES[random.nextInt(SHAPES.length)];
        TestMachine machine = new TestMachine(k[0], k[1], k[2], 1);
        int nodes = k[0] * k[1] * k[2];
        machine.link = 1 + random.nextInt(4);
        machine.credit = 1 + random.nextInt(4);
        machine.memory = new int[] {4, 20, 60}[random.nextInt(3)];
        machine.jitter = random.nextInt(3) == 0 ? 40 : 0;
        machine.linkInterval = random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 1;
        boolean adaptive = random.nextInt(4) == 0;
        int depth = adaptive ? 17 + random.nextInt(16) : new int[] {4, 8, 8, 16}[random.nextInt(4)];
        machine.buffers = new Buffers(depth, 4 + random.nextInt(13), 16, 64, 64, 1 + random.nextInt(8));
        machine.localPorts = 1 + random.nextInt(2);
        machine.memoryBytes = 1 << 16;
        machine.maxCycles = 2_000_000;
        machine.arbitration = random.nextInt(4) == 0 ? Arbitration.ROUND_ROBIN : Arbitration.AGE;
        machine.routing = adaptive ? Routing.ADAPTIVE : Routing.DIMENSION_ORDER;
        if (random.nextInt(3) == 0) {
            machine.link = 2;
            machine.credit = 2;
            machine.memory = 20;
            machine.jitter = 0;
            machine.linkInterval = 1;
            machine.localPorts = 2;
            machine.software = 64;
            if (!adaptive) {
                machine.buffers = new Buffers(8, 8, 16, 64, 64, 8);
            }
        }
        int pattern = random.nextInt(5);
        int bytes = BYTES[random.nextInt(BYTES.length)];
        int count = 10 + (random.nextInt(300) * 64 / Math.max(64, bytes / 4)) * 16 / Math.max(16, nodes);
        int gets = new int[] {0, 0, 50, 100}[random.nextInt(4)];
        int far = random.nextInt(nodes);
        ProgramBuilder builder = machine.program("saturated");
        int source = builder.windows().everywhere("source", 4096);
        int landing = builder.windows().everywhere("landing", 4096);
        for (int node = 0; node < nodes; node++) {
            for (int i = 0; i < count; i++) {
                int target =
                        switch (pattern) {
                            case 0 -> half(k, node, 0);
                            case 1 -> half(k, node, 1);
                            case 2 -> far;
                            case 3 -> (node + i) % nodes;
                            default -> random.nextInt(nodes);
                        };
                builder.task(node, 0)
                        .add(
                                random.nextInt(100) < gets
                                        ? Ops.getAny(target, landing, source, bytes)
                                        : Ops.putAny(target, source, landing, bytes));
            }
        }
        RunResult result = onTwin(machine, builder.build());
        Verdict verdict = Runs.verdicts(result).get("progress_fairness");
        double closest = ((Number) verdict.extra().get("closest")).doubleValue();
        assertEquals(
                "none", Runs.verdicts(result).get("deadlock_freedom").extra().get("kind"), () -> "seed " + seed);
        assertEquals(EndReason.COMPLETED, result.execution().reason(), () -> "seed " + seed);
        assertTrue(
                closest < MOST && verdict.holds(),
                () -> "seed " + seed + " (-Dtest=FairnessBoundTest): " + verdict.detail() + ", " + closest
                        + " of a bound");
        return closest;
    }

    private static RunResult onTwin(TestMachine machine, Program program) {
        RunPlan rtl = machine.plan(program);
        RunPlan twin = rtl.with(new ModelEngineFactory(), rtl.executorOptions());
        return new Session(twin).keepGoing().run(e -> {});
    }

    /** Returns the node half a ring away in each dimension; up or down where both are as near. */
    private static int half(int[] k, int node, int up) {
        int x = (node % k[0] + (k[0] + up) / 2) % k[0];
        int y = (node / k[0] % k[1] + (k[1] + up) / 2) % k[1];
        int z = (node / k[0] / k[1] + (k[2] + up) / 2) % k[2];
        return x + k[0] * (y + k[1] * z);
    }

    private static void search(long from, long end) {
        double most = 0;
        long seed = from;
        for (long s = from; s < end; s++) {
            double closest = closest(s);
            if (closest > most) {
                most = closest;
                seed = s;
            }
        }
        System.out.printf("seeds %d to %d: at most %.3f of a bound, seed %d%n", from, end - 1, most, seed);
    }

    private static Object bound(int gets) {
        TestMachine machine = new TestMachine(3, 1, 1, 1);
        ProgramBuilder program = machine.program("gets");
        int source = program.windows().everywhere("source", 1024);
        int landing = program.windows().everywhere("landing", 1024);
        int last = -1;
        for (int i = 0; i < gets; i++) {
            last = program.task(1, 0)
                    .add(Ops.getAny(0, landing, source, 300 + i % 2).requires(last));
        }
        for (int i = 0; i < 16; i++) { // the slowest packet is one of these
            program.task(1 + i % 2, 0).add(Ops.putAny(0, source, landing, 1024).notBefore(20_000));
        }
        return Runs.verdicts(onTwin(machine, program.build()))
                .get("progress_fairness")
                .extra()
                .get("bound");
    }

    /** Of 300 bytes the last packet has 44: what a get has counted goes with its data, so the bound does not grow. */
    @Test
    void getsThatAreDoneLeaveTheBoundAsItWas() {
        assertEquals(bound(2), bound(80));
    }

    /** The first packet of node 1 waits 1,200 cycles for connections, which a bound without them did not allow. */
    @ParameterizedTest
    @ValueSource(longs = {1196, 1263, 1638, 2904, 3131})
    void aMachineThatHasComeCloseToABound(long seed) {
        closest(seed);
    }

    @Test
    void noPacketOfASaturatedMachineNeedsItsBound() {
        search(1, 20);
    }

    @Test
    @Tag("slow")
    void noPacketOfThousandsOfMachinesNeedsItsBound() {
        search(1000, 6000);
    }

    /**
     * Stamps count units of the link interval. So packets of slow links are as old, in flits of their links, as those
     * of fast ones, and the order by age is exact.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 16, 64})
    void slowLinksAreServedInTheOrderOfAge(int interval) {
        TestMachine machine = new TestMachine(16, 2, 1, 1);
        machine.linkInterval = interval;
        Verdict fairness = incast(machine);
        long slowest = ((Number) fairness.extra().get("slowest")).longValue();
        assertTrue(slowest < 1500L * interval, fairness.detail());
        assertTrue(interval < 64 || slowest > 15_360, fairness.detail());
        assertFalse(fairness.detail().contains("exact"), fairness.detail());
    }

    /** Packets that wait for a slow memory become older than a stamp can order. */
    @Test
    void theVerdictTellsWhereTheOrderByAgeIsNotExact() {
        TestMachine machine = new TestMachine(16, 2, 1, 1);
        machine.memory = 10_000;
        Verdict fairness = incast(machine);
        assertTrue(fairness.detail().contains("exact up to 15360 cycles only"), fairness.detail());
    }

    private static Verdict incast(TestMachine machine) {
        machine.maxCycles = 4_000_000;
        ProgramBuilder builder = machine.program("incast");
        int source = builder.windows().everywhere("source", 1024);
        int landing = builder.windows().everywhere("landing", 1024);
        for (int node = 1; node < builder.nodes(); node++) {
            for (int i = 0; i < 4; i++) {
                builder.task(node, 0).add(Ops.putAny(0, source, landing, 1024));
            }
        }
        return Runs.verdicts(onTwin(machine, builder.build())).get("progress_fairness");
    }
}
