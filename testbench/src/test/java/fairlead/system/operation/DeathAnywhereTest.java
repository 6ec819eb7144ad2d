// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.CounterBytes;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DoneEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.ResourceKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.Descriptors;
import fairlead.support.EventLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Task 1 of node 0 uses a thing of each kind and dies after any of its words, a moment before the system resets it.
 * Then a new task 1 does all of it as on a new machine, and task 0 has noticed nothing (docs/spec/host-guard.md).
 */
@Tag("M-1140")
class DeathAnywhereTest extends HostScript {
    private static final Shape SHAPE = new Shape(2, 1, 1);
    private static final int TASK = 1;
    private static final long REBORN = 8000;
    private static final int CHANNEL = 1;
    private static final int EPOCH = 2;
    private static final int COUNTER = 4;
    private static final int GOT = 5;
    private static final int FIFO = 1;

    private static long operation(int kind, int target, int tag, int bytes) {
        return Descriptors.word0(kind, SHAPE.coord(target), tag, bytes) | (long) FIFO << Descriptor0.FIFO_LSB;
    }

    private static long at(long remote) {
        return remote << Descriptor1.REMOTE_LSB;
    }

    /** One word of task 1, a number of cycles after the one before. */
    private record Word(int after, int op, long... words) {}

    /** What task 1 does; `tag` is its first. */
    private static List<Word> script(int tag) {
        long request = operation(OpKind.PUT, 1, tag, 32) & ~((long) FIFO << Descriptor0.FIFO_LSB);
        long epoch = Descriptors.epoch(EPOCH, SHAPE.coord(1), 0);
        long inside = 1L << Descriptor0.EPOCH_LSB | (long) EPOCH << Descriptor0.INDEX_LSB;
        long named = 1L << CounterBytes.ONLY_LSB | (long) SHAPE.coord(1) << CounterBytes.NODE_LSB | 64;
        return List.of(
                new Word(0, TileCommand.DLA_ALLOC, CHANNEL | 1L << DlaCommand.PR_LSB | 3L << DlaCommand.CREDITS_LSB),
                new Word(1, TileCommand.EPOCH_OPEN, epoch),
                new Word(1, TileCommand.COUNTER_SET, COUNTER, named),
                new Word(1, TileCommand.DLA_REQUEST, request, at(0), 0, CHANNEL),
                new Word(1, TileCommand.BAR_ENTER, TASK),
                new Word(1, TileCommand.DLA_DATA, 1, 2, 0, CHANNEL),
                new Word(1, TileCommand.DEVICE_LOCK, (long) TASK << DeviceCommand.PROCESSOR_LSB),
                new Word(1, TileCommand.DLA_DATA, 3, 4, 0, CHANNEL),
                new Word(1, TileCommand.DLA_END, CHANNEL | 1L << DlaCommand.DEALLOC_LSB),
                new Word(1, TileCommand.FENCE_REGION, 1),
                new Word(
                        1, TileCommand.POST, operation(OpKind.GET, 1, tag + 1, 900), (long) GOT << Descriptor1.CTR_LSB),
                new Word(1, TileCommand.POST, operation(OpKind.MSG, 1, tag + 2, 64)),
                new Word(60, TileCommand.POST, operation(OpKind.PUT, 1, tag + 3, 700) | inside, at(1024)),
                new Word(
                        1,
                        TileCommand.POST,
                        operation(OpKind.GET, 1, tag + 4, 300) | inside,
                        at(2048) | 6L << Descriptor1.CTR_LSB),
                new Word(1, TileCommand.EPOCH_CLOSE, epoch),
                new Word(1, TileCommand.POST, operation(OpKind.FLUSH, 1, tag + 5, 0)),
                new Word(900, TileCommand.FENCE_REGION, 0),
                new Word(1, TileCommand.MSG_POP, 0),
                new Word(1, TileCommand.DEVICE_UNLOCK, (long) TASK << DeviceCommand.PROCESSOR_LSB),
                new Word(1, TileCommand.DLA_CLEAR, CHANNEL),
                new Word(1, TileCommand.COUNTER_CLEAR, COUNTER));
    }

    /** What node 1 does for task 1, and task 0 of node 0 for itself and the barrier. */
    private void others(long begin, int tag) {
        give(begin, 0, SYSTEM, TileCommand.MSG_CREDIT, SHAPE.coord(1), 1);
        give(begin, 1, SYSTEM, TileCommand.MSG_CREDIT, SHAPE.coord(0), 1);
        long counted = at(4096) | 1L << Descriptor1.CTR_VALID_LSB | (long) COUNTER << Descriptor1.CTR_LSB;
        give(begin + 30, 1, 0, TileCommand.POST, operation(OpKind.PUT, 0, tag, 64), counted);
        give(begin + 31, 1, 0, TileCommand.POST, operation(OpKind.MSG, 0, tag + 1, 64));
        give(begin + 600, 1, 0, TileCommand.MSG_POP, 0);
        long master = 1L << BarrierCommand.MASTER_LSB;
        give(begin + 33, 0, 0, TileCommand.BAR_ENTER, master);
        give(begin + 33, 1, 0, TileCommand.BAR_ENTER, master);
        give(begin + 34, 1, 1, TileCommand.BAR_ENTER, 1);
        give(begin + 35, 0, 0, TileCommand.POST, operation(OpKind.PUT, 1, tag + 2, 256), at(8192));
        give(begin + 36, 0, 0, TileCommand.POST, operation(OpKind.FLUSH, 1, tag + 3, 0));
    }

    private void resets(long cycle) {
        int[][] things = {
            {ResourceKind.INJECTION, 0},
            {ResourceKind.CHANNEL, CHANNEL},
            {ResourceKind.EPOCH, EPOCH},
            {ResourceKind.COUNTER, COUNTER},
            {ResourceKind.RECEPTION, 0},
            {ResourceKind.DEVICE, 0},
            {ResourceKind.TREE, 0},
            {ResourceKind.BARRIER, 0}
        };
        for (int i = 0; i < things.length; i++) {
            give(cycle + i, 0, SYSTEM, TileCommand.TASK_RESET, resource(things[i][0], things[i][1], TASK));
        }
    }

    /** Plays the first `words` of a task that dies, if any, and the whole script of the next one. */
    private void play(String engine, int words, int moment) {
        begin();
        if (words > 0) {
            others(100, 1);
            long cycle = 100;
            for (Word word : script(20).subList(0, words)) {
                cycle += word.after;
                give(cycle, 0, TASK, word.op, word.words);
            }
            resets(cycle + moment);
            resets(cycle + moment + 1000); // of the epoch, which may not have been open yet
        }
        // what came for the dead task after its reset: a message that nobody has taken, and a put to its counter
        give(REBORN - 100, 0, SYSTEM, TileCommand.MSG_POP, 0);
        give(REBORN - 99, 0, SYSTEM, TileCommand.TASK_RESET, resource(ResourceKind.RECEPTION, 0, SYSTEM));
        give(REBORN - 98, 0, SYSTEM, TileCommand.COUNTER_CLEAR, COUNTER);
        others(REBORN, 100);
        long cycle = REBORN;
        for (Word word : script(120)) {
            cycle += word.after;
            give(cycle, 0, TASK, word.op, word.words);
        }
        MachineConfig machine = MachineConfig.of(SHAPE)
                .memoryBytes(1 << 16)
                .tasks(List.of(2, 2))
                .build();
        play(engine, machine, 0, 100_000);
    }

    private static String text(String engine, int words, int moment) {
        return engine + ", " + words + " words, reset " + moment + " cycles later";
    }

    /** Returns what the tasks see from a cycle on, without what depends on the past: generations, entries, turns. */
    private List<String> seen(long from) {
        List<String> seen = new ArrayList<>();
        for (EventLog.Event e : log.all()) {
            String what =
                    switch (e.kind()) {
                        case EventKind.OP_DONE, EventKind.OP_REFUSED -> " " + OpEvent.tag(e.a());
                        case EventKind.OP_REJECTED -> " " + OpEvent.tag(e.a()) + " " + e.b();
                        case EventKind.FLUSH_DONE -> " " + OpEvent.tag(e.a()) + " " + DoneEvent.refused(e.b());
                        case EventKind.COUNTER_ZERO, EventKind.COUNTER_BELOW, EventKind.COUNTER_LOST -> " " + e.a();
                        case EventKind.COUNTER_REFUSED, EventKind.COMMAND_REFUSED, EventKind.DEVICE_ANSWER -> " "
                                + e.b();
                        case EventKind.DLA_GRANTED,
                                EventKind.DLA_DENIED,
                                EventKind.DLA_DISCARDED,
                                EventKind.DLA_ERROR,
                                EventKind.DLA_CLEARED,
                                EventKind.EPOCH_OPENED,
                                EventKind.EPOCH_DENIED,
                                EventKind.EPOCH_ENDED -> " " + e.a();
                        case EventKind.EPOCH_CLOSED, EventKind.EPOCH_ERROR -> " " + e.a() + " " + e.b();
                        case EventKind.BARRIER_RELEASED, EventKind.MSG_ARRIVED -> "";
                        default -> null;
                    };
            if (what != null && e.cycle() >= from) {
                seen.add(e.node() + " " + EventKind.name(e.kind()) + what);
            }
        }
        return seen.stream().sorted().toList();
    }

    @Test
    void aNewTaskFindsEverythingAsOnANewMachine() {
        play("model", 0, 0);
        List<String> alone = seen(REBORN);
        assertEquals(16, alone.size(), alone.toString());
        for (int words = 1; words <= script(0).size(); words++) {
            for (int moment : new int[] {1, 2, 9, 70, 400}) {
                play("model", words, moment);
                assertEquals(alone, seen(REBORN), text("model", words, moment));
                List<EventLog.Event> twin = log.all();
                if (words % 4 == 1 && moment % 2 == 0) {
                    play("product", words, moment);
                    assertEquals(twin, log.all(), text("product", words, moment));
                }
            }
        }
    }
}
