// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.GuardEvent;
import fairlead.hw.HwLayout.GuardReason;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.ResourceKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.Descriptors;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Task 1 of a node gives commands for what task 0 has, through the whole node, and takes it after the system has given
 * back what task 0 had (docs/spec/host-guard.md).
 */
@Tag("M-1140")
class TaskOwnershipTest extends HostScript {
    private static final Shape SHAPE = new Shape(2, 1, 1);
    private static final int EPOCH = 3;
    private static final int COUNTER = 5;
    private static final int CHANNEL = 2;
    private static final int FIFO = 1; // of messages
    private static final List<Integer> RESOURCES = List.of(
            ResourceKind.CHANNEL,
            ResourceKind.EPOCH,
            ResourceKind.COUNTER,
            ResourceKind.RECEPTION,
            ResourceKind.DEVICE,
            ResourceKind.TREE);
    private static final long BLOCK = CHANNEL | 1L << DlaCommand.PR_LSB | 8L << DlaCommand.CREDITS_LSB;
    private static final long OPEN = Descriptors.epoch(EPOCH, SHAPE.coord(1), 7);

    private final List<Integer> reasons = new ArrayList<>(); // of the refusals

    /** Gives a command to node 0. */
    private void here(long cycle, int owner, int op, long w0, long w1, long w3) {
        give(cycle, 0, owner, op, w0, w1, 0, w3);
    }

    private static long post(int kind, int tag, boolean epoch) {
        return Descriptors.word0(kind, SHAPE.coord(1), tag, 16)
                | (epoch ? 1L << Descriptor0.EPOCH_LSB | (long) EPOCH << Descriptor0.INDEX_LSB : 0);
    }

    /** Task 0 takes one thing of each kind. */
    private void takes() {
        here(10, 0, TileCommand.DLA_ALLOC, BLOCK, 0, 0);
        here(11, 0, TileCommand.EPOCH_OPEN, OPEN, 0, 0);
        here(12, 0, TileCommand.COUNTER_SET, COUNTER, 100, 0);
        give(10, 1, SYSTEM, TileCommand.MSG_CREDIT, SHAPE.coord(0), 2);
        for (int i = 0; i < 2; i++) {
            long word = post(OpKind.MSG, 40 + i, false) & ~(Descriptor0.TARGET_MASK << Descriptor0.TARGET_LSB);
            long to = (long) FIFO << Descriptor1.REMOTE_LSB;
            give(20 + i, 1, 0, TileCommand.POST, word | SHAPE.coord(0) << Descriptor0.TARGET_LSB, to);
        }
        here(300, 0, TileCommand.MSG_POP, FIFO, 0, 0);
    }

    private void reset(long cycle, int owner, int kind, int number) {
        here(cycle, owner, TileCommand.TASK_RESET, resource(kind, number, 0), 0, 0);
    }

    private void resets(long cycle, int owner) {
        reset(cycle, owner, ResourceKind.CHANNEL, CHANNEL);
        reset(cycle + 1, owner, ResourceKind.EPOCH, EPOCH);
        reset(cycle + 2, owner, ResourceKind.COUNTER, COUNTER);
        reset(cycle + 3, owner, ResourceKind.RECEPTION, FIFO);
        reset(cycle + 4, owner, ResourceKind.DEVICE, 0);
        reset(cycle + 5, owner, ResourceKind.TREE, 0);
    }

    /** Task 1 gives a command that is refused for this reason. */
    private void meddle(int reason, int op, long w0, long w1, long w3) {
        here(500 + reasons.size(), 1, op, w0, w1, w3);
        reasons.add(reason);
    }

    /** Task 1 gives every command that names what task 0 has. */
    private void meddles() {
        meddle(GuardReason.OWNED, TileCommand.DLA_CLEAR, CHANNEL, 0, 0);
        meddle(GuardReason.OWNED, TileCommand.DLA_END, CHANNEL, 0, 0);
        meddle(GuardReason.OWNED, TileCommand.DLA_RELEASE, CHANNEL, 0, 0);
        meddle(GuardReason.OWNED, TileCommand.DLA_MARK, CHANNEL, 0, 0);
        meddle(GuardReason.OWNED, TileCommand.DLA_ALLOC, BLOCK, 0, 0);
        meddle(GuardReason.OWNED, TileCommand.DLA_REQUEST, post(OpKind.PUT, 20, false), 0, CHANNEL);
        meddle(GuardReason.OWNED, TileCommand.DLA_DATA, 0, 0, CHANNEL);
        meddle(GuardReason.OWNED, TileCommand.EPOCH_CLOSE, OPEN, 0, 0);
        meddle(GuardReason.OWNED, TileCommand.EPOCH_OPEN, OPEN, 0, 0);
        meddle(GuardReason.OWNED, TileCommand.POST, post(OpKind.PUT, 21, true), 0, 0);
        meddle(GuardReason.OWNED, TileCommand.COUNTER_SET, COUNTER, 1, 0);
        long named = (long) COUNTER << Descriptor1.CTR_LSB;
        meddle(GuardReason.OWNED, TileCommand.POST, post(OpKind.GET, 22, false), named, 0);
        meddle(GuardReason.OWNED, TileCommand.COUNTER_CLEAR, COUNTER, 0, 0);
        meddle(GuardReason.OWNED, TileCommand.MSG_POP, FIFO, 0, 0);
        for (int kind : RESOURCES) {
            meddle(GuardReason.PRIVILEGED, TileCommand.TASK_RESET, resource(kind, 0, 0), 0, 0);
        }
        meddle(GuardReason.PRIVILEGED, TileCommand.MSG_CREDIT, SHAPE.coord(1), 0, 0);
        meddle(GuardReason.PRIVILEGED, TileCommand.DLA_EVENT_CREDIT, 1, 0, 0);
        meddle(GuardReason.PRIVILEGED, TileCommand.COUNT_CONTROL, 0, 0, 0);
        meddle(GuardReason.PRIVILEGED, TileCommand.BAR_ADD, 1, 0, 0);
        meddle(GuardReason.PRIVILEGED, TileCommand.TASK_GRANT, COUNTER, 0, 0);
        meddle(GuardReason.PRIVILEGED, TileCommand.EPOCH_ADMIT, -1L >>> 32, 0, 0);
        // task 0, as their words say
        List.of(
                        TileCommand.BAR_ENTER,
                        TileCommand.BAR_READ,
                        TileCommand.TREE_GIVE,
                        TileCommand.TREE_BODY,
                        TileCommand.TREE_ABORT,
                        TileCommand.DEVICE_LOCK,
                        TileCommand.DEVICE_UNLOCK,
                        TileCommand.DEVICE_READ_HEADER,
                        TileCommand.DEVICE_DRAIN)
                .forEach(op -> meddle(GuardReason.FORGED, op, 0, 0, 0));
    }

    /** Plays the commands; an engine of another name than `model` is a library, in which `flaw` may be on. */
    private void play(String engine, int flaw) {
        play(engine, MachineConfig.of(SHAPE).build(), flaw, 20_000);
    }

    private int count(int kind) {
        return log.of(0, kind).size();
    }

    /** Task 0 goes on with what it has: a request of its channel, a put of its epoch. */
    private void goesOn() {
        here(600, 0, TileCommand.DLA_REQUEST, post(OpKind.PUT, 30, false), 0, CHANNEL);
        here(601, 0, TileCommand.DLA_DATA, 1, 2, CHANNEL);
        here(602, 0, TileCommand.POST, post(OpKind.PUT, 31, true), 0, 0);
        here(603, 0, TileCommand.EPOCH_CLOSE, OPEN, 0, 0);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product", "lab"})
    void aCommandForWhatAnotherTaskHasIsRefused(String engine) {
        takes();
        meddles();
        goesOn();
        play(engine, 0);
        var refused = log.of(0, EventKind.COMMAND_REFUSED);
        assertEquals(
                reasons,
                refused.stream().map(e -> (int) GuardEvent.reason(e.a())).toList());
        for (int i = 0; i < refused.size(); i++) {
            assertEquals(1, GuardEvent.task(refused.get(i).a()));
            assertEquals(500 + i, refused.get(i).cycle());
        }
        for (int answer : List.of(EventKind.BARRIER_JOINED, EventKind.BARRIER_COUNTER, EventKind.DEVICE_ANSWER)) {
            assertEquals(0, count(answer));
        }
        assertEquals(1, count(EventKind.DLA_ACCEPTED));
        assertEquals(0, count(EventKind.DLA_DISCARDED));
        assertEquals(1, count(EventKind.EPOCH_ENDED));
        assertEquals(0, count(EventKind.EPOCH_ERROR));
        assertEquals(0, count(EventKind.OP_REJECTED));
    }

    /** Task 1 takes what task 0 had, and nothing of it is refused. */
    private void takesAfterwards() {
        takes();
        here(400, 0, TileCommand.DLA_REQUEST, post(OpKind.PUT, 30, false), 0, CHANNEL); // and dies
        resets(500, CommandBuffer.SYSTEM);
        here(2000, 1, TileCommand.DLA_ALLOC, BLOCK, 0, 0);
        here(2001, 1, TileCommand.EPOCH_OPEN, OPEN, 0, 0);
        here(2002, 1, TileCommand.COUNTER_SET, COUNTER, 16, 0);
        here(2003, 1, TileCommand.MSG_POP, FIFO, 0, 0);
        here(3000, 1, TileCommand.EPOCH_CLOSE, OPEN, 0, 0);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product", "lab"})
    void whatADeadTaskHadIsFreeAfterItsReset(String engine) {
        takesAfterwards();
        play(engine, 0);
        assertEquals(0, count(EventKind.COMMAND_REFUSED));
        assertEquals(RESOURCES.size(), count(EventKind.TASK_RETURNS));
        log.of(0, EventKind.TASK_RETURNS).forEach(e -> assertEquals(1, e.b()));
        assertEquals(2, count(EventKind.DLA_GRANTED));
        assertEquals(2, count(EventKind.EPOCH_ENDED));
    }

    /** A get of task 0 has the counter while task 1 announces puts for it; later task 0 announces some. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product", "lab"})
    void anAnnouncementThatTheCounterRefusesTakesNothing(String engine) {
        here(10, 0, TileCommand.POST, post(OpKind.GET, 22, false), (long) COUNTER << Descriptor1.CTR_LSB, 0);
        here(20, 1, TileCommand.COUNTER_SET, COUNTER, 8, 0);
        here(1000, 0, TileCommand.COUNTER_SET, COUNTER, 8, 0);
        here(1001, 1, TileCommand.COUNTER_CLEAR, COUNTER, 0, 0);
        here(1002, 0, TileCommand.COUNTER_CLEAR, COUNTER, 0, 0);
        here(1003, 1, TileCommand.COUNTER_SET, COUNTER, 8, 0);
        play(engine, 0);
        assertEquals(1, count(EventKind.OP_DONE));
        assertEquals(1, count(EventKind.COUNTER_REFUSED));
        assertEquals(1, count(EventKind.COUNTER_LOST));
        var refused = log.of(0, EventKind.COMMAND_REFUSED);
        assertEquals(1, refused.size());
        assertEquals(
                TileCommand.COUNTER_CLEAR, GuardEvent.command(refused.get(0).a()));
    }

    @Test
    void withOwnerOpenAnyTaskIsObeyed() {
        takes();
        here(500, 1, TileCommand.DLA_CLEAR, CHANNEL, 0, 0);
        here(501, 1, TileCommand.BAR_READ, 0, 0, 0);
        here(502, 0, TileCommand.DEVICE_LOCK, 1L << DeviceCommand.PROCESSOR_LSB, 0, 0);
        play("lab", UnsafeVariant.OWNER_OPEN);
        assertEquals(1, count(EventKind.DLA_CLEARED));
        assertEquals(1, count(EventKind.BARRIER_COUNTER));
        assertEquals(1, count(EventKind.DEVICE_ANSWER));
        assertEquals(0, count(EventKind.COMMAND_REFUSED));
    }

    @Test
    void withResetForgetsTheChannelStaysThatOfTheDead() {
        takesAfterwards();
        play("lab", UnsafeVariant.RESET_FORGETS);
        assertEquals(1, count(EventKind.COMMAND_REFUSED));
        assertEquals(1, count(EventKind.DLA_GRANTED));
    }
}
