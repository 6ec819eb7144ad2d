// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CounterBytes;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DoneEvent;
import fairlead.hw.HwLayout.EpochAdmission;
import fairlead.hw.HwLayout.EpochCommand;
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
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Task 0 of node 0 works with node 1: announced puts that come early or late, a get, stores, an epoch, messages, a
 * flush. Tasks 1 to 3 of its node and everybody on node 2 give any commands, and the system resets tasks 1 to 3 at any
 * time. All that task 0 waits for comes, with the same results, whatever the others do (docs/spec/host-guard.md).
 */
@Tag("M-1140")
class DrawnAttackTest extends HostScript {
    private static final Shape SHAPE = new Shape(3, 1, 1);
    private static final int MEMORY = 1 << 18;
    private static final int SEEDS = 24;
    private static final int TAGS = 10_000; // of task 0
    // what the system has granted task 0
    private static final int COUNTER = 3;
    private static final int EPOCH = 2;
    private static final int CHANNEL = 1;
    private static final int RECEPTION = 2;
    // the ids of epochs that nodes 0 and 1 admit: KEY to KEY + 255
    private static final int KEY = 0x5A00;
    private static final long KEY_MASK = 0xFF00L << EpochAdmission.MASK_LSB;

    private static long descriptor(int kind, int target, int tag, long bytes, int fifo) {
        return Descriptors.word0(kind, SHAPE.coord(target), tag, bytes) | (long) fifo << Descriptor0.FIFO_LSB;
    }

    private static long counted(long remote, int counter) {
        return remote << Descriptor1.REMOTE_LSB
                | (long) counter << Descriptor1.CTR_LSB
                | 1L << Descriptor1.CTR_VALID_LSB;
    }

    private void grant(int kind, int number) {
        give(1, 0, SYSTEM, TileCommand.TASK_GRANT, resource(kind, number, 0));
    }

    // ---- task 0 of node 0, and node 1, which sends it puts and messages

    private void works() {
        grant(ResourceKind.COUNTER, COUNTER);
        grant(ResourceKind.COUNTER, COUNTER + 1);
        grant(ResourceKind.EPOCH, EPOCH);
        grant(ResourceKind.CHANNEL, CHANNEL);
        grant(ResourceKind.RECEPTION, RECEPTION);
        grant(ResourceKind.INJECTION, 0);
        for (int node = 0; node < 2; node++) { // an open epoch bars all others from its target, whoever they are
            give(2, node, SYSTEM, TileCommand.EPOCH_ADMIT, (long) KEY << EpochAdmission.KEY_LSB | KEY_MASK);
        }
        give(1, 0, SYSTEM, TileCommand.MSG_CREDIT, SHAPE.coord(1), 100);
        give(1, 1, SYSTEM, TileCommand.MSG_CREDIT, SHAPE.coord(0), 100);
        for (int i = 0; i < 4; i++) {
            int at = 1000 + 3000 * i;
            long named = 1L << CounterBytes.ONLY_LSB | (long) SHAPE.coord(1) << CounterBytes.NODE_LSB | 700;
            give(at, 0, 0, TileCommand.COUNTER_SET, COUNTER, named);
            give(at + 10, 1, 0, TileCommand.POST, descriptor(OpKind.PUT, 0, TAGS + i, 700, 0), counted(4096, COUNTER));
            long got = (long) COUNTER + 1 << Descriptor1.CTR_LSB | 8192;
            give(at + 20, 0, 0, TileCommand.POST, descriptor(OpKind.GET, 1, TAGS + 10 + i, 900, 0), got);
            give(
                    at + 30,
                    0,
                    0,
                    TileCommand.DLA_ALLOC,
                    CHANNEL | 1L << DlaCommand.CD_LSB | 2L << DlaCommand.CREDITS_LSB);
            give(
                    at + 31,
                    0,
                    0,
                    TileCommand.DLA_REQUEST,
                    descriptor(OpKind.PUT, 1, TAGS + 20 + i, 16, 0),
                    512L << Descriptor1.REMOTE_LSB,
                    0,
                    CHANNEL);
            give(at + 32, 0, 0, TileCommand.DLA_DATA, 1, 2, 0, CHANNEL);
            give(at + 33, 0, 0, TileCommand.DLA_END, CHANNEL | 1L << DlaCommand.DEALLOC_LSB);
            long epoch = Descriptors.epoch(EPOCH, SHAPE.coord(1), KEY + i);
            give(at + 40, 0, 0, TileCommand.EPOCH_OPEN, epoch);
            long inside = 1L << Descriptor0.EPOCH_LSB | (long) EPOCH << Descriptor0.INDEX_LSB;
            give(
                    at + 700,
                    0,
                    0,
                    TileCommand.POST,
                    descriptor(OpKind.PUT, 1, TAGS + 30 + i, 300, 0) | inside,
                    1024L << Descriptor1.REMOTE_LSB);
            give(at + 701, 0, 0, TileCommand.EPOCH_CLOSE, epoch);
            give(at + 710, 0, 0, TileCommand.POST, descriptor(OpKind.FLUSH, 1, TAGS + 40 + i, 0, 0));
            give(
                    at + 720,
                    1,
                    0,
                    TileCommand.POST,
                    descriptor(OpKind.MSG, 0, TAGS + 50 + i, 64, 0),
                    (long) RECEPTION << Descriptor1.REMOTE_LSB);
            give(at + 2900, 0, 0, TileCommand.MSG_POP, RECEPTION);
        }
    }

    /** Returns what task 0 has seen, in words. */
    private List<String> seen() {
        List<String> seen = new ArrayList<>();
        log.of(0).forEach(e -> {
            long tag = OpEvent.tag(e.a());
            boolean mine = tag >= TAGS;
            switch (e.kind()) {
                case EventKind.COUNTER_ZERO -> add(seen, e.a() == COUNTER, "counted");
                case EventKind.COUNTER_BELOW, EventKind.COUNTER_LOST -> {} // puts of others that came early
                case EventKind.COUNTER_REFUSED -> add(
                        seen, e.a() == COUNTER && e.unit() == HwLayout.EventUnit.POST, "lost");
                case EventKind.OP_DONE -> add(seen, mine, "got " + tag);
                case EventKind.OP_REFUSED -> add(seen, mine, "refused " + tag);
                case EventKind.OP_REJECTED -> add(seen, mine && e.b() != HwLayout.RejectReason.FULL, "rejected " + tag);
                case EventKind.DLA_GRANTED, EventKind.DLA_DENIED, EventKind.DLA_DISCARDED -> add(
                        seen, (e.a() & 15) == CHANNEL, "store " + e.kind());
                case EventKind.EPOCH_OPENED, EventKind.EPOCH_DENIED, EventKind.EPOCH_ERROR -> add(
                        seen, e.a() == EPOCH, "epoch " + e.kind());
                case EventKind.EPOCH_ENDED -> add(seen, e.a() == EPOCH, "ended " + e.b());
                case EventKind.FLUSH_DONE -> add(
                        seen, mine, "flushed " + tag + ", refused " + DoneEvent.refused(e.b()));
                case EventKind.COMMAND_REFUSED -> add(seen, HwLayout.GuardEvent.task(e.a()) == 0, "a command");
                default -> {}
            }
        });
        return seen.stream().sorted().toList();
    }

    private static void add(List<String> seen, boolean mine, String what) {
        if (mine) {
            seen.add(what);
        }
    }

    // ---- the others

    private void attacks(Random random) {
        for (int task = 1; task < 4; task++) {
            for (int cycle = 5 + random.nextInt(50); cycle < 14_000; cycle += 1 + random.nextInt(80)) {
                command(random, cycle, 0, random.nextInt(8) == 0 ? 1 + random.nextInt(3) : task);
            }
        }
        for (int cycle = 5; cycle < 14_000; cycle += 1 + random.nextInt(60)) {
            command(random, cycle, 2, random.nextInt(4));
        }
        for (int cycle = 100; cycle < 14_000; cycle += 1 + random.nextInt(400)) {
            long word = resource(random.nextInt(8), random.nextInt(6), 1 + random.nextInt(3));
            boolean joins = random.nextInt(12) == 0;
            give(cycle, 0, SYSTEM, joins ? TileCommand.TASK_GRANT : TileCommand.TASK_RESET, word);
        }
    }

    /** Gives one command of a stranger, of any kind; what it writes is above 64 KiB, and of ids it knows those below
     * KEY. */
    private void command(Random random, int cycle, int node, int owner) {
        int op = List.of(
                        TileCommand.POST,
                        TileCommand.POST,
                        TileCommand.POST,
                        TileCommand.POST,
                        TileCommand.COUNTER_SET,
                        TileCommand.COUNTER_CLEAR,
                        TileCommand.EPOCH_OPEN,
                        TileCommand.EPOCH_CLOSE,
                        TileCommand.DLA_ALLOC,
                        TileCommand.DLA_REQUEST,
                        TileCommand.DLA_DATA,
                        TileCommand.DLA_END,
                        TileCommand.DLA_CLEAR,
                        TileCommand.MSG_POP,
                        TileCommand.BAR_ENTER,
                        TileCommand.BAR_LEAVE,
                        TileCommand.BAR_ADD,
                        TileCommand.TREE_GIVE,
                        TileCommand.TREE_BODY,
                        TileCommand.DEVICE_LOCK,
                        TileCommand.TASK_RESET,
                        TileCommand.FENCE_REGION,
                        TileCommand.TASK_GRANT,
                        TileCommand.MSG_CREDIT,
                        TileCommand.EPOCH_ADMIT)
                .get(random.nextInt(25));
        int kind = random.nextInt(op == TileCommand.DLA_REQUEST ? OpKind.MSG : OpKind.FENCE + 1);
        boolean stores = op == TileCommand.DLA_REQUEST;
        int bytes = kind == OpKind.FADD || kind == OpKind.CAS
                ? 8
                : kind > OpKind.MSG ? 0 : random.nextInt(kind == OpKind.MSG ? 256 : stores ? 64 : 3000);
        int target = random.nextInt(3);
        long d0 = descriptor(kind, target, random.nextInt(TAGS), bytes, stores ? 0 : random.nextInt(4))
                | (!stores && kind <= OpKind.CAS && random.nextInt(4) == 0
                        ? 1L << Descriptor0.EPOCH_LSB | (long) random.nextInt(5) << Descriptor0.INDEX_LSB
                        : 0)
                | (!stores && kind <= OpKind.GET && random.nextInt(3) == 0 ? 2L << Descriptor0.MODE_LSB : 0);
        long remote = kind > OpKind.MSG
                ? 0
                : kind == OpKind.MSG
                        ? 1 + 2 * random.nextInt(2)
                        : random.nextInt(9) == 0 ? MEMORY : (1 << 16) + 8L * random.nextInt(1 << 12);
        long d1 = remote << Descriptor1.REMOTE_LSB;
        if (kind == OpKind.GET) {
            d1 |= 1L << 17 | (long) random.nextInt(6) << Descriptor1.CTR_LSB;
        } else if (kind == OpKind.PUT) {
            d1 |= (random.nextInt(2) == 0
                            ? 1L << Descriptor1.CTR_VALID_LSB | (long) random.nextInt(6) << Descriptor1.CTR_LSB
                            : 0)
                    | (stores ? 0 : 1 << 17);
        }
        long channel = random.nextInt(4);
        long aim = (long) SHAPE.coord(target) << EpochCommand.TARGET_LSB
                | (long) random.nextInt(KEY) << EpochCommand.ID_LSB;
        switch (op) {
            case TileCommand.POST -> give(cycle, node, owner, op, d0, d1);
            case TileCommand.DLA_REQUEST -> give(cycle, node, owner, op, d0, d1, 0, channel);
            case TileCommand.DLA_DATA -> give(cycle, node, owner, op, 1, 2, 0, channel);
            case TileCommand.COUNTER_SET -> give(cycle, node, owner, op, random.nextInt(6), random.nextInt(900));
            case TileCommand.EPOCH_OPEN, TileCommand.EPOCH_CLOSE -> give(
                    cycle, node, owner, op, (long) random.nextInt(5) << EpochCommand.INDEX_LSB | aim);
            case TileCommand.DLA_ALLOC, TileCommand.DLA_END, TileCommand.DLA_CLEAR -> give(
                    cycle,
                    node,
                    owner,
                    op,
                    channel | 1L << DlaCommand.CD_LSB | 8L << DlaCommand.CREDITS_LSB | 1L << DlaCommand.DEALLOC_LSB);
            case TileCommand.TREE_BODY, TileCommand.TREE_GIVE -> give(cycle, node, owner, op, 0, 7, owner & 15);
            case TileCommand.DEVICE_LOCK -> give(cycle, node, owner, op, random.nextInt(4));
            case TileCommand.TASK_RESET,
                    TileCommand.TASK_GRANT,
                    TileCommand.MSG_CREDIT,
                    TileCommand.EPOCH_ADMIT -> give(cycle, node, owner, op, random.nextInt(1 << 12));
            default -> give(cycle, node, owner, op, random.nextInt(6));
        }
    }

    private List<String> play(String engine, int seed, int flaw) {
        begin();
        works();
        if (seed > 0) {
            attacks(new Random(seed));
        }
        MachineConfig machine = MachineConfig.of(SHAPE)
                .memoryBytes(MEMORY)
                .tasks(List.of(4, 4, 4))
                .build();
        StopReason stop = log.play(engine, machine, flaw, commands, 400_000);
        assertEquals(StopReason.IDLE, stop, engine + ", seed " + seed);
        return seen();
    }

    @Test
    void taskZeroGetsAllThatItWaitsFor() {
        List<String> alone = play("model", 0, 0);
        assertTrue(alone.size() > 20, alone.toString());
        for (int seed = 1; seed <= SEEDS; seed++) {
            assertEquals(alone, play("model", seed, 0), "twin, seed " + seed);
            if (seed % 6 == 0) {
                List<EventLog.Event> twin = log.all();
                assertEquals(alone, play("product", seed, 0), "RTL, seed " + seed);
                assertEquals(twin, log.all(), "twin and RTL, seed " + seed);
            }
        }
    }
}
