// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.hw.HwLayout.ResourceKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.Descriptors;
import fairlead.support.EventLog;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Task 1 of node 0 is dead. After TASK_RESET its descriptors hold up and mislead nobody, and no barrier waits for it
 * (docs/spec/host-guard.md, dma-engine-tx.md, barrier-unit.md).
 */
@Tag("M-1140")
class DeadTaskTest extends HostScript {
    private static final Shape SHAPE = new Shape(2, 1, 1);
    private static final int DEAD = 1;
    private static final long EPOCH = Descriptors.epoch(3, SHAPE.coord(1), 0);
    private static final int INSIDE = 1 << 20; // flag of `post`: part of the epoch

    private void reset(long cycle, int kind, int number, int task) {
        give(cycle, 0, SYSTEM, TileCommand.TASK_RESET, resource(kind, number, task));
    }

    /** A task of node 0 posts an operation of `bytes` on node 1 to injection FIFO 0; the kind may have a flag. */
    private void post(long cycle, int task, int kind, int tag, int bytes) {
        long word = Descriptors.word0(kind & ~INSIDE, SHAPE.coord(1), tag, bytes)
                | ((kind & INSIDE) != 0 ? 1L << Descriptor0.EPOCH_LSB | 3L << Descriptor0.INDEX_LSB : 0);
        boolean moves = (kind & ~INSIDE) <= OpKind.GET;
        long word1 = moves ? (long) tag * 256 << Descriptor1.REMOTE_LSB | (long) tag << Descriptor1.CTR_LSB : 0;
        give(cycle, 0, task, TileCommand.POST, word, word1);
    }

    private StopReason play(String engine, int flaw, int tasks, long end) {
        MachineConfig machine =
                MachineConfig.of(SHAPE).tasks(List.of(tasks, tasks)).build();
        return log.play(engine, machine, flaw, commands, end);
    }

    private List<Integer> tags(int kind) {
        return log.of(0, kind).stream().map(e -> (int) OpEvent.tag(e.a())).toList();
    }

    private List<Integer> issued() {
        return log.of(0, EventKind.OP_ISSUED).stream()
                .map(e -> (int) Descriptor0.tag(e.a()))
                .toList();
    }

    // ---- descriptors

    /** Behind a message without a credit, descriptors of the dead and of task 0 wait. */
    private void stuck() {
        post(10, DEAD, OpKind.MSG, 1, 16);
        post(11, DEAD, OpKind.PUT, 2, 64);
        post(12, 0, OpKind.PUT, 3, 64);
        post(13, DEAD, OpKind.GET, 4, 64);
        post(14, DEAD, OpKind.FENCE, 5, 0);
        post(15, 0, OpKind.FLUSH, 6, 0);
        reset(500, ResourceKind.INJECTION, 0, DEAD);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void descriptorsOfADeadTaskAreDroppedAndToldOf(String engine) {
        stuck();
        post(502, DEAD, OpKind.PUT, 7, 16); // while they are there
        post(2000, DEAD, OpKind.PUT, 8, 16); // of a new task
        assertEquals(StopReason.IDLE, play(engine, 0, 2, 20_000));
        assertEquals(List.of(1, 2, 7, 4, 5), tags(EventKind.OP_REJECTED));
        log.of(0, EventKind.OP_REJECTED).forEach(e -> assertEquals(RejectReason.GONE, e.b()));
        assertEquals(List.of(3, 6, 8), issued());
        assertEquals(List.of(6), tags(EventKind.FLUSH_DONE));
        assertEquals(1, log.of(0, EventKind.TASK_RETURNS).get(0).b());
    }

    @Test
    void withDeadStayEveryoneBehindWaits() {
        stuck();
        play("lab", UnsafeVariant.DEAD_STAY, 2, 20_000);
        assertEquals(List.of(), issued());
        assertEquals(List.of(), tags(EventKind.OP_REJECTED));
    }

    /** What is begun, and what an epoch counts, goes on, so that the put is whole and the epoch ends. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void whatIsBegunOrOfAnEpochGoesOn(String engine) {
        give(5, 0, DEAD, TileCommand.EPOCH_OPEN, EPOCH, 0);
        post(200, DEAD, OpKind.PUT, 1, 8192);
        post(201, DEAD, OpKind.PUT | INSIDE, 2, 600);
        post(202, DEAD, OpKind.PUT, 3, 16);
        reset(210, ResourceKind.INJECTION, 0, DEAD);
        reset(211, ResourceKind.EPOCH, 3, DEAD);
        assertEquals(StopReason.IDLE, play(engine, 0, 2, 20_000));
        assertEquals(List.of(1, 2), issued());
        assertEquals(List.of(3), tags(EventKind.OP_REJECTED));
        assertEquals(1, log.of(0, EventKind.EPOCH_ENDED).size());
    }

    /** Any posts of four tasks to one FIFO, which fills, with resets: RTL and twin agree, and nothing is lost. */
    @Test
    void rtlAndTwinAgreeOnDrawnResets() {
        int dropped = 0;
        for (int seed = 1; seed <= 12; seed++) {
            int[] posts = {0};
            alike(seed, random -> posts[0] = drawn(random), engine -> play(engine, 0, 4, 100_000));
            dropped += (int) log.of(0, EventKind.OP_REJECTED).stream()
                    .filter(e -> e.b() == RejectReason.GONE)
                    .count();
            assertEquals(posts[0], issued().size() + tags(EventKind.OP_REJECTED).size(), "seed " + seed);
        }
        assertTrue(dropped > 100, "dropped " + dropped);
    }

    private int drawn(Random random) {
        int posts = 0;
        for (int cycle = 100; cycle < 3000; cycle += 1 + random.nextInt(20)) {
            int task = random.nextInt(4);
            if (random.nextInt(12) == 0) {
                reset(cycle, ResourceKind.INJECTION, 0, task);
                continue;
            }
            int kind = List.of(OpKind.PUT, OpKind.PUT, OpKind.GET, OpKind.MSG, OpKind.FLUSH, OpKind.FENCE)
                    .get(random.nextInt(6));
            boolean plain = kind >= OpKind.FLUSH;
            post(cycle, task, kind, posts++ % 60, plain ? 0 : random.nextInt(kind == OpKind.MSG ? 256 : 4000));
        }
        give(60_000, 0, SYSTEM, TileCommand.MSG_CREDIT, SHAPE.coord(1), 511); // for those that are left
        return posts;
    }

    // ---- barriers

    private void joins(long cycle, int node, int task, boolean master) {
        give(cycle, node, task, TileCommand.BAR_ENTER, Descriptors.barrier(0, task, master), 0);
    }

    private void nodeOne(long cycle) {
        joins(cycle, 1, 0, true);
        joins(cycle + 1, 1, 1, false);
    }

    private List<Long> released(int node) {
        return told(node, EventKind.BARRIER_RELEASED, EventLog.Event::a);
    }

    /** Of two tasks the dead one joins no more, which was the master or not. */
    private void barrierWithout(String engine, int flaw, boolean master) {
        for (int i = 0; i < (flaw == 0 ? 3 : 1); i++) {
            joins(100 + 300 * i, 0, 0, !master);
            nodeOne(110 + 300 * i);
        }
        reset(50, ResourceKind.BARRIER, 0, DEAD);
        assertEquals(StopReason.IDLE, play(engine, flaw, 2, 20_000));
    }

    @ParameterizedTest(name = "{0}, the dead is the master: {1}")
    @CsvSource({"model, false", "product, false", "model, true", "product, true"})
    void aBarrierGoesOnWithoutADeadTask(String engine, boolean master) {
        barrierWithout(engine, 0, master);
        assertEquals(List.of(1L, 1L, 1L), released(0));
        assertEquals(List.of(3L, 3L, 3L), released(1));
        assertEquals(1, log.of(0, EventKind.BARRIER_COUNTER).size());
    }

    @Test
    void withBarrierWaitsItDoesNot() {
        barrierWithout("lab", UnsafeVariant.BARRIER_WAITS, false);
        assertEquals(List.of(), released(0));
        assertEquals(List.of(), released(1));
    }

    /** A task that has joined dies, then the other: the node follows. A new task is waited for. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void aNodeOfTheDeadFollowsUntilATaskJoins(String engine) {
        joins(100, 0, DEAD, false);
        reset(110, ResourceKind.BARRIER, 0, DEAD);
        reset(111, ResourceKind.BARRIER, 0, 0);
        nodeOne(120);
        nodeOne(400);
        joins(700, 0, DEAD, false);
        nodeOne(710);
        joins(1000, 0, DEAD, true);
        nodeOne(1100);
        joins(1200, 0, 0, false);
        nodeOne(1210);
        joins(1500, 0, DEAD, true);
        assertEquals(StopReason.IDLE, play(engine, 0, 2, 20_000));
        assertEquals(List.of(2L, 2L, 2L, 3L), released(0));
        assertEquals(List.of(3L, 3L, 3L, 3L, 3L), released(1));
        assertTrue(1500 < log.last(1, EventKind.BARRIER_RELEASED).cycle());
    }
}
