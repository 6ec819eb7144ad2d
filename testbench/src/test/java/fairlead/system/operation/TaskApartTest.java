// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.BarrierCount;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DoneEvent;
import fairlead.hw.HwLayout.EpochAdmission;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.GuardEvent;
import fairlead.hw.HwLayout.GuardReason;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.RefusalReason;
import fairlead.hw.HwLayout.ResourceKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.node.Descriptors;
import fairlead.support.EventLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What one task of a node learns and has does not depend on the others: its refused packets, what the system has
 * granted it, the counter of its barrier, and whether its messages leave; and a node lets in the epochs of other nodes
 * that it admits (docs/spec/fence-unit.md, R7; host-guard.md, rules 5 and 16; dma-engine-tx.md, rule 13; epoch-unit.md,
 * R29).
 */
@Tag("M-1140")
class TaskApartTest extends HostScript {
    private static final Shape SHAPE = new Shape(2, 1, 1);
    private static final int DRAWN = 2; // mode of unordered packets
    private static final int MEMORY = 1 << 16;
    private static final int COUNTER = 5;

    /** A task of node 0 posts an operation on node 1 to injection FIFO 0, which is refused there or not. */
    private void post(long cycle, int task, int kind, int tag, int bytes, int mode, boolean refused) {
        long word = Descriptors.word0(kind, SHAPE.coord(1), tag, bytes) | (long) mode << Descriptor0.MODE_LSB;
        long remote = kind >= OpKind.MSG ? 0 : refused ? MEMORY : 4096;
        long counter = kind == OpKind.GET ? tag % 64 : 0;
        give(cycle, 0, task, TileCommand.POST, word, remote << Descriptor1.REMOTE_LSB | counter << Descriptor1.CTR_LSB);
    }

    private StopReason play(String engine, int flaw, int tasks) {
        MachineConfig machine = MachineConfig.of(SHAPE)
                .memoryBytes(MEMORY)
                .routing(Routing.DRAWN_TIES)
                .tasks(List.of(tasks, tasks))
                .build();
        return log.play(engine, machine, flaw, commands, 400_000);
    }

    /** Returns what each flush said of refused packets, by tag. */
    private Map<Long, Long> told() {
        Map<Long, Long> told = new TreeMap<>();
        log.of(0, EventKind.FLUSH_DONE).forEach(e -> told.put(OpEvent.tag(e.a()), DoneEvent.refused(e.b())));
        return told;
    }

    // ---- refused packets

    private void twoTasks() {
        post(10, 1, OpKind.PUT, 1, 600, 0, true); // three packets
        post(11, 1, OpKind.GET, 2, 64, 0, true);
        post(12, 0, OpKind.PUT, 3, 64, 0, false);
        post(13, 0, OpKind.FLUSH, 4, 0, 0, false);
        post(500, 1, OpKind.FADD, 5, 8, 0, true);
        post(501, 1, OpKind.PUT, 6, 300, DRAWN, true);
        post(502, 1, OpKind.FLUSH, 7, 0, 0, false);
        post(900, 0, OpKind.PUT, 8, 16, DRAWN, true);
        post(901, 0, OpKind.FLUSH, 9, 0, 0, false);
        post(902, 1, OpKind.FLUSH, 10, 0, 0, false);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void aFlushTellsTheRefusedPacketsOfItsTask(String engine) {
        twoTasks();
        assertEquals(StopReason.IDLE, play(engine, 0, 2));
        assertEquals(Map.of(4L, 0L, 7L, 7L, 9L, 1L, 10L, 0L), told());
    }

    @Test
    void withFlushAllItTellsThoseOfTheOthersToo() {
        twoTasks();
        play("lab", UnsafeVariant.FLUSH_ALL, 2);
        assertEquals(Map.of(4L, 4L, 7L, 7L, 9L, 4L, 10L, 1L), told());
    }

    /** Any posts of five tasks, some refused: RTL and twin agree, and the flushes of each task tell all of its own. */
    @Test
    void nothingOfATaskIsLeftOutOrTold() {
        for (int seed = 1; seed <= 8; seed++) {
            Map<Integer, Integer> tasks = new HashMap<>();
            alike(seed, random -> tasks.putAll(drawn(random)), engine -> play(engine, 0, 5));
            Map<Integer, Long> refused = new HashMap<>();
            log.of(0, EventKind.OP_REFUSED)
                    .forEach(e -> refused.merge(tasks.get((int) OpEvent.tag(e.a())), 1L, Long::sum));
            told().forEach((tag, n) -> refused.merge(tasks.get((int) (long) tag), -n, Long::sum));
            assertTrue(refused.values().stream().allMatch(rest -> rest == 0), "seed " + seed + ": " + refused);
        }
    }

    /** Returns the task of each tag. */
    private Map<Integer, Integer> drawn(Random random) {
        Map<Integer, Integer> tasks = new HashMap<>();
        int tag = 0;
        for (int cycle = 100; cycle < 6000; cycle += 5 + random.nextInt(60)) {
            int task = random.nextInt(5);
            int kind = List.of(OpKind.PUT, OpKind.PUT, OpKind.GET, OpKind.FADD, OpKind.FLUSH)
                    .get(random.nextInt(5));
            int bytes = kind == OpKind.FLUSH ? 0 : kind == OpKind.FADD ? 8 : random.nextInt(1000);
            tasks.put(tag, task);
            post(cycle, task, kind, tag++, bytes, 0, random.nextInt(3) == 0);
        }
        for (int task = 0; task < 5; task++) {
            tasks.put(tag, task);
            post(50_000 + 2000 * task, task, OpKind.FLUSH, tag++, 0, 0, false);
        }
        return tasks;
    }

    // ---- what the system grants

    private void grant(long cycle, int kind, int number, int task) {
        give(cycle, 0, SYSTEM, TileCommand.TASK_GRANT, resource(kind, number, task));
    }

    /** A put comes before task 0 announces it, and task 1 wants to have the counter before and after that. */
    private void granted() {
        grant(5, ResourceKind.COUNTER, COUNTER, 0);
        long put = 16L << Descriptor0.LENGTH_LSB | (long) SHAPE.coord(0) << Descriptor0.TARGET_LSB;
        give(10, 1, 0, TileCommand.POST, put, 1L << Descriptor1.CTR_VALID_LSB | (long) COUNTER << Descriptor1.CTR_LSB);
        give(200, 0, 1, TileCommand.COUNTER_CLEAR, COUNTER, 0);
        give(201, 0, 1, TileCommand.COUNTER_SET, COUNTER, 1);
        give(300, 0, 0, TileCommand.COUNTER_SET, COUNTER, 16);
        give(310, 0, 1, TileCommand.COUNTER_SET, COUNTER, 1);
        grant(320, ResourceKind.COUNTER, COUNTER, 1); // which is not free
        give(330, 0, SYSTEM, TileCommand.TASK_RESET, resource(ResourceKind.COUNTER, COUNTER, 0));
        give(340, 0, 1, TileCommand.COUNTER_SET, COUNTER, 1);
    }

    private List<Long> refusedIn() {
        return told(0, EventKind.COMMAND_REFUSED, EventLog.Event::cycle);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void aGrantKeepsTheEarlyPutsOfATask(String engine) {
        granted();
        assertEquals(StopReason.IDLE, play(engine, 0, 2));
        assertEquals(List.of(200L, 201L, 310L), refusedIn());
        assertEquals(1, log.of(0, EventKind.COUNTER_ZERO).size());
        assertEquals(0, log.of(0, EventKind.COUNTER_LOST).size());
        assertEquals(List.of(1L, 0L, 1L), told(0, EventKind.TASK_RETURNS, EventLog.Event::b));
    }

    @Test
    void withGrantEndsTheCounterIsFreeAgainWhenItComesBack() {
        granted();
        play("lab", UnsafeVariant.GRANT_ENDS, 2);
        assertEquals(List.of(200L, 201L), refusedIn());
    }

    /** A message of task 1 for which there is never a credit would hold FIFO 0, to which task 0 posts. */
    private void grantedFifo() {
        grant(5, ResourceKind.INJECTION, 0, 0);
        post(10, 1, OpKind.MSG, 1, 16, 0, false);
        post(11, 0, OpKind.PUT, 2, 64, 0, false);
        post(12, 0, OpKind.FLUSH, 3, 0, 0, false);
        give(900, 0, SYSTEM, TileCommand.TASK_RESET, resource(ResourceKind.INJECTION, 0, 0));
        post(910, 1, OpKind.FLUSH, 4, 0, 0, false);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void nobodyHoldsTheInjectionFifoThatATaskWasGranted(String engine) {
        grantedFifo();
        assertEquals(StopReason.IDLE, play(engine, 0, 2));
        assertEquals(List.of(10L), refusedIn());
        assertEquals(Map.of(3L, 0L, 4L, 0L), told());
    }

    @Test
    void withFifoOpenItIsHeld() {
        grantedFifo();
        play("lab", UnsafeVariant.FIFO_OPEN, 2);
        assertEquals(List.of(), refusedIn());
        assertEquals(Map.of(), told());
    }

    // ---- a reception FIFO that nobody empties

    /** Task 1 sends to FIFO 1 of node 1, which nobody empties, and from cycle 3000 on task 0 to FIFO 0, which is. */
    private long messagesBeside(String engine, int flaw) {
        give(1, 0, SYSTEM, TileCommand.MSG_CREDIT, SHAPE.coord(1), 4);
        for (int i = 0; i < 20; i++) {
            message(10 + 10 * i, 1, 100 + i);
            message(3000 + 300 * i, 0, i);
            if (flaw == 0) { // with the flaw there is none to take
                give(3250 + 300 * i, 1, 0, TileCommand.MSG_POP, 0);
            }
        }
        assertEquals(StopReason.IDLE, play(engine, flaw, 2));
        Map<Long, Long> arrived = new TreeMap<>();
        log.of(1, EventKind.MSG_ARRIVED).forEach(e -> arrived.merge(MessageEvent.fifo(e.a()), 1L, Long::sum));
        assertEquals(4, arrived.remove(1L));
        return arrived.getOrDefault(0L, 0L);
    }

    /** Posts a message to the reception FIFO that has the number of its task, by the injection FIFO that has it. */
    private void message(long cycle, int task, int tag) {
        long word = Descriptors.word0(OpKind.MSG, SHAPE.coord(1), tag, 16) | (long) task << Descriptor0.FIFO_LSB;
        give(cycle, 0, task, TileCommand.POST, word, (long) task << Descriptor1.REMOTE_LSB);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void messagesPassAFifoThatNobodyEmpties(String engine) {
        assertEquals(20, messagesBeside(engine, 0));
    }

    @Test
    void withOneCreditTheyWaitForIt() {
        assertEquals(0, messagesBeside("lab", UnsafeVariant.ONE_CREDIT));
    }

    // ---- the epochs that a node admits

    private void open(long cycle, int node, int index, int id) {
        give(cycle, node, 0, TileCommand.EPOCH_OPEN, Descriptors.epoch(index, SHAPE.coord(0), id));
    }

    private void admit(long cycle, int owner, int key, int mask) {
        long word = (long) key << EpochAdmission.KEY_LSB | (long) mask << EpochAdmission.MASK_LSB;
        give(cycle, 0, owner, TileCommand.EPOCH_ADMIT, word, 0);
    }

    /** Node 1 opens an epoch after the other on node 0, before it closes the last one, and bars node 0 from itself. */
    private void admitted() {
        admit(5, 0, 0, 0xFFFF); // of a task
        open(10, 1, 0, 0x1234);
        admit(200, SYSTEM, 0x4300, 0xFF00);
        open(210, 1, 1, 0x1234);
        open(211, 1, 2, 0x4321);
        open(212, 0, 3, 0x43FF);
        admit(400, SYSTEM, 0, 0);
        open(410, 1, 1, 0x1234);
        for (int index = 0; index < 3; index++) {
            give(600 + index, 1, 0, TileCommand.EPOCH_CLOSE, (long) index << EpochCommand.INDEX_LSB, 0);
        }
        give(900, 0, 0, TileCommand.EPOCH_CLOSE, 3L << EpochCommand.INDEX_LSB, 0);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void aNodeLetsInTheEpochsThatItAdmits(String engine) {
        admitted();
        assertEquals(StopReason.IDLE, play(engine, 0, 2));
        assertEquals(List.of(0L, 2L, 1L), told(1, EventKind.EPOCH_OPENED, EventLog.Event::a));
        assertEquals(List.of(1L), told(1, EventKind.EPOCH_DENIED, EventLog.Event::a));
        assertEquals(
                RefusalReason.EPOCH, log.of(1, EventKind.EPOCH_DENIED).get(0).b());
        assertEquals(List.of(3L), told(0, EventKind.EPOCH_OPENED, EventLog.Event::a));
        assertEquals(3, log.of(1, EventKind.EPOCH_ENDED).size());
        assertEquals(List.of(5L), refusedIn());
    }

    @Test
    void withAdmitAllItLetsInEveryEpoch() {
        admitted();
        play("lab", UnsafeVariant.ADMIT_ALL, 2);
        assertEquals(List.of(0L, 1L, 2L), told(1, EventKind.EPOCH_OPENED, EventLog.Event::a));
        assertEquals(List.of(), told(1, EventKind.EPOCH_DENIED, EventLog.Event::a));
    }

    // ---- the counter of a barrier

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void onlyTheSystemMovesTheCounterOfABarrier(String engine) {
        long add = 1L << BarrierCount.K_LSB | 1;
        give(10, 0, 1, TileCommand.BAR_ADD, add, 0);
        for (int node = 0; node < 2; node++) {
            give(20, node, 0, TileCommand.BAR_ENTER, 1L << BarrierCommand.MASTER_LSB, 0);
            give(21, node, 1, TileCommand.BAR_ENTER, 1, 0);
        }
        give(1000, 0, SYSTEM, TileCommand.BAR_ADD, add, 0);
        assertEquals(StopReason.IDLE, play(engine, 0, 2));
        var refused = log.of(0, EventKind.COMMAND_REFUSED);
        assertEquals(1, refused.size());
        assertEquals(GuardReason.PRIVILEGED, GuardEvent.reason(refused.get(0).a()));
        assertEquals(1, log.of(0, EventKind.BARRIER_COUNTER).size());
        assertEquals(1, log.of(0, EventKind.BARRIER_RELEASED).size());
    }

    // ---- the master of a barrier

    /** Task 2 of node 0 says that it is the master before the true one does, and dies; all others join as usual. */
    private void falseMaster() {
        long master = 1L << BarrierCommand.MASTER_LSB;
        give(10, 0, 2, TileCommand.BAR_ENTER, master | 2, 0);
        for (int node = 0; node < 2; node++) {
            give(20, node, 0, TileCommand.BAR_ENTER, master, 0);
            give(30, node, 1, TileCommand.BAR_ENTER, 1, 0);
        }
        give(40, 1, 2, TileCommand.BAR_ENTER, 2, 0);
        give(1000, 0, SYSTEM, TileCommand.TASK_RESET, resource(ResourceKind.BARRIER, 0, 2), 0);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void aFalseMasterHoldsUpNobody(String engine) {
        falseMaster();
        give(15, 0, 2, TileCommand.BAR_ENTER, 2, 0); // it waits already
        assertEquals(StopReason.IDLE, play(engine, 0, 3));
        assertEquals(List.of(7L), told(0, EventKind.BARRIER_RELEASED, EventLog.Event::a));
        assertEquals(List.of(7L), told(1, EventKind.BARRIER_RELEASED, EventLog.Event::a));
        assertEquals(List.of(2L), told(0, EventKind.BARRIER_REFUSED, EventLog.Event::a));
        assertTrue(log.first(0, EventKind.BARRIER_RELEASED).cycle() < 1000);
    }

    @Test
    void withBarrierMasterItHoldsUpAllNodes() {
        falseMaster();
        play("lab", UnsafeVariant.BARRIER_MASTER, 3);
        assertEquals(List.of(), told(1, EventKind.BARRIER_RELEASED, EventLog.Event::a));
    }
}
