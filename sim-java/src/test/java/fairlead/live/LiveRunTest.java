// SPDX-License-Identifier: Apache-2.0
package fairlead.live;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.ExecutorOptions;
import fairlead.program.Comparison;
import fairlead.program.OpKind;
import fairlead.program.Result;
import fairlead.run.Machines;
import fairlead.run.TwinRun;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Live tasks decide by what they find; the captured program does the same without them. */
class LiveRunTest {
    private static final MachineConfig FOUR = Machines.of(new Shape(4, 1, 1), 1);
    private static final MachineConfig SHARED = Machines.of(new Shape(2, 2, 1), 3);
    private static final int SOFTWARE = FOUR.latency().software();

    static byte[] bytes(long word) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(word)
                .array();
    }

    static long word(LiveTask task, int address) {
        return ByteBuffer.wrap(task.read(address, Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    /** A token of 3 bytes at an odd address goes round; each node adds its rank plus 1. */
    private static void ring(LiveTask task) {
        int next = (task.node() + 1) % task.nodes();
        if (task.node() > 0) {
            task.await(task.poll(64, Comparison.NE, 0));
        }
        byte[] token = task.node() == 0 ? new byte[] {1, 2, 3} : task.read(101, 3);
        token[0] += (byte) (task.node() + 1);
        task.store(101, token);
        task.store(72, bytes(1));
        task.put(next, 101, 101, token.length);
        task.fence(next);
        task.put(next, 72, 64, 8);
        task.await(task.flush(next));
        if (task.node() == 0) {
            task.await(task.poll(64, Comparison.NE, 0));
            assertArrayEquals(new byte[] {1 + 1 + 2 + 3 + 4, 2, 3}, task.read(101, 3));
        }
    }

    @Test
    void aTokenGoesRoundAndSoItDoesInTheCapturedProgram() {
        TwinRun again =
                LivePlay.of(FOUR, LiveRunTest::ring).ends(EndReason.COMPLETED).again();
        assertEquals(0x03020B, again.word(0, 96) >>> 40);
    }

    @Test
    void aLockThatIsTakenByTrialsCountsEveryTask() {
        int turns = 3;
        TwinRun again = LivePlay.of(SHARED, task -> {
                    byte[] mine = bytes(1 + task.node() * 3 + task.task());
                    int own = 1024 + 64 * task.task();
                    for (int turn = 0; turn < turns; turn++) {
                        Step taken = task.cas(0, 0, 0, mine[0]);
                        task.await(taken);
                        while (task.value(taken) != 0) {
                            task.await(task.calc(20 + 7 * task.node() + task.task()));
                            taken = task.cas(0, 0, 0, mine[0]);
                            task.await(taken);
                        }
                        task.await(task.get(0, own, 8, 8));
                        task.store(own, bytes(word(task, own) + 1));
                        task.put(0, own, 8, 8);
                        task.await(task.flush(0));
                        task.await(task.fetchOp(OpKind.SWAP, 0, 0, 0));
                    }
                    task.await(task.barrier());
                })
                .ends(EndReason.COMPLETED)
                .again();
        assertEquals(turns * 12, again.word(0, 8));
        assertTrue(again.execution().table().size() > turns * 12 * 6);
    }

    @Test
    void aTaskGoesOnOneSoftwareLatencyAfterTheEndOfItsLastStep() {
        List<Long> cycles = Collections.synchronizedList(new ArrayList<>());
        List<LiveBody> bodies = new ArrayList<>(Collections.nCopies(4, task -> {}));
        bodies.set(1, task -> {
            cycles.add(task.cycle());
            task.await(task.calc(0));
            cycles.add(task.cycle());
            Step slow = task.calc(100);
            Step fast = task.calc(30);
            task.await(fast);
            assertTrue(task.isDone(fast));
            assertFalse(task.isDone(slow));
            cycles.add(task.cycle());
            task.await(fast, slow);
            cycles.add(task.cycle());
            task.await(slow);
            cycles.add(task.cycle());
            task.await(task.calc(0)); // does not take the place of what was awaited before
            task.await(task.calc(5));
            cycles.add(task.cycle() - 5 - SOFTWARE);
        });
        new LivePlay(FOUR, LivePlay.OPTIONS, bodies).ends(EndReason.COMPLETED).again();
        assertEquals(List.of(0L, 0L, 30L + SOFTWARE, 100L + SOFTWARE, 100L + SOFTWARE, 100L + SOFTWARE), cycles);
    }

    @Test
    void memoryHasTheStoresOfTheCycleAndThenTheCommits() {
        List<Commit> told = new ArrayList<>();
        List<LiveBody> bodies = List.of(
                task -> {
                    task.store(200, new byte[40]);
                    task.await(task.poll(200, Comparison.NE, 0));
                    told.addAll(task.commits());
                    assertEquals(List.of(), task.commits());
                    byte[] seen = task.read(200, 40);
                    for (int i = 0; i < 40; i++) {
                        assertEquals(i + 1, seen[i]);
                    }
                    task.store(203, new byte[] {-1, -2});
                    assertArrayEquals(new byte[] {3, -1, -2, 6}, task.read(202, 4));
                    task.await(task.calc(1));
                    assertArrayEquals(new byte[] {3, -1, -2, 6}, task.read(202, 4));
                },
                task -> {
                    byte[] data = new byte[40];
                    for (int i = 0; i < 40; i++) {
                        data[i] = (byte) (i + 1);
                    }
                    task.await(task.calc(500));
                    task.store(4000, data);
                    task.put(0, 4008, 208, 32);
                    task.fence(0);
                    Step last = task.put(0, 4000, 200, 8);
                    task.await(last);
                    assertEquals(Result.DONE, task.result(last));
                },
                task -> {},
                task -> {});
        new LivePlay(FOUR, LivePlay.OPTIONS, bodies).ends(EndReason.COMPLETED).again();
        assertEquals(List.of(new Commit(208, 32), new Commit(200, 8)), told);
    }

    @Test
    void moreThanTheFifoHoldsWaitsInSoftwareAndKeepsItsOrder() {
        LivePlay.of(SHARED, task -> {
                    int target = (task.node() + 1) % task.nodes();
                    int at = 2048 + 2048 * task.task();
                    for (int i = 0; i < 40; i++) {
                        task.store(at + 16 * i, bytes(i + 1));
                        task.put(target, at + 16 * i, at + 16 * i + 1024, 8);
                    }
                    task.fence(target);
                    Step count = task.fetchOp(OpKind.FADD, target, 0, 1);
                    task.fetchOp(OpKind.FADD, (target + 1) % task.nodes(), 8, 1);
                    task.await(count);
                    task.await(task.poll(0, Comparison.GE, 3));
                    for (int i = 0; i < 40; i++) {
                        assertEquals(i + 1, word(task, at + 16 * i + 1024));
                    }
                })
                .ends(EndReason.COMPLETED)
                .again();
    }

    @Test
    void aRunIsCutAtItsLastCycle() {
        List<LiveBody> bodies = Collections.nCopies(4, task -> {
            while (true) {
                task.await(task.calc(10));
            }
        });
        LivePlay play = new LivePlay(FOUR, ExecutorOptions.of(64, 5000), bodies).ends(EndReason.MAX_CYCLES);
        assertEquals(4, play.run.waiting().size());
        assertTrue(
                play.run
                        .waiting()
                        .get(2)
                        .toString()
                        .matches(
                                "node 2 task 0 waits since cycle \\d+ for op \\d+ \\(CALC, node 2 task 0\\) \\(LiveRunTest.java:\\d+\\)"));
    }
}
