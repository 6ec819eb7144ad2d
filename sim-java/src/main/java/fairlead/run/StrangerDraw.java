// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.BarrierCount;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import fairlead.program.Program;
import java.util.SplittableRandom;

/** Draws the commands of one stranger. */
final class StrangerDraw {
    private static final int TASK = 15; // its commands are after those of tasks in the same cycle
    private static final int NAMES = 4; // foreign names are drawn from so many, because programs use the lowest
    private static final int CREDITS = 8;
    private static final int GET_BYTES = 8192;

    private final SplittableRandom random;
    private final Program program;
    private final MachineConfig machine;
    private final Strangers.Room room;
    private final CommandBuffer commands;
    private final int gap;
    int ground;
    int share; // of the response slots of a node
    long cycle; // of the next command
    private int sequence = Strangers.FIRST_SEQUENCE;
    private int tag = Strangers.FIRST_TAG;
    private int counters; // taken so far

    StrangerDraw(
            SplittableRandom random,
            Program program,
            MachineConfig machine,
            Strangers.Room room,
            CommandBuffer commands) {
        this.random = random;
        this.program = program;
        this.machine = machine;
        this.room = room;
        this.commands = commands;
        gap = 1 + random.nextInt(random.nextBoolean() ? 2 : 16);
    }

    // ---- words

    private int upTo(int most) {
        return 1 + random.nextInt(most);
    }

    private void repeat(int times, Runnable step) {
        for (int i = 0; i < times; i++) {
            step.run();
        }
    }

    private void give(int op, long w0, long w1, long w2, long w3) {
        commands.add(cycle, room.node(), TASK, op, w0, w1, w2, w3, sequence++);
        cycle += upTo(gap);
    }

    private void give(int op, long word) {
        give(op, word, 0, 0, 0);
    }

    private int target() {
        return random.nextInt(machine.shape().nodes());
    }

    private long place(int bytes) {
        return ground + random.nextInt((Strangers.GROUND_BYTES - bytes) / Long.BYTES) * Long.BYTES;
    }

    private long word0(int kind, int fifo, int target, int length) {
        int its = tag++;
        return (long) kind << Descriptor0.KIND_LSB
                | FifoNumber.inDescriptor(fifo)
                | (long) machine.shape().coord(target) << Descriptor0.TARGET_LSB
                | (long) its << Descriptor0.TAG_LSB
                | (long) length << Descriptor0.LENGTH_LSB;
    }

    private long word1(int length) {
        return place(length) << Descriptor1.LOCAL_LSB | place(length) << Descriptor1.REMOTE_LSB;
    }

    private static long counted(int counter) {
        return (long) counter << Descriptor1.CTR_LSB | 1L << Descriptor1.CTR_VALID_LSB;
    }

    private int ownCounter() {
        return Strangers.FIRST_COUNTER + counters++ % Strangers.COUNTERS;
    }

    private void put(int fifo, int target, int length, long counter) {
        give(TileCommand.POST, word0(OpKind.PUT, fifo, target, length), word1(length) | counter, 0, 0);
    }

    private long channel(int channel, int credits) {
        return (long) channel << DlaCommand.CHANNEL_LSB
                | 1L << DlaCommand.PR_LSB
                | (long) credits << DlaCommand.CREDITS_LSB
                | 1L << DlaCommand.BLOCK_LSB;
    }

    /** Gives the first stores of a request, at most all of them. */
    private void request(int length, int stores) {
        give(TileCommand.DLA_REQUEST, word0(OpKind.PUT, 0, target(), length), word1(length), 0, room.channel());
        int data = Math.min(stores, (length + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES);
        repeat(data, () -> give(TileCommand.DLA_DATA, random.nextLong(), random.nextLong(), 0, room.channel()));
    }

    private int ofRequest() {
        return 1 + random.nextInt(HwLayout.DLA_INLINE_BYTES);
    }

    // ---- kinds with names of their own

    void stores() {
        give(TileCommand.DLA_ALLOC, channel(room.channel(), CREDITS));
        repeat(4 + upTo(16), () -> request(ofRequest(), Integer.MAX_VALUE));
        give(TileCommand.DLA_RELEASE, channel(room.channel(), 0));
    }

    void halfRequest() {
        give(TileCommand.DLA_ALLOC, channel(room.channel(), CREDITS));
        repeat(random.nextInt(3), () -> request(ofRequest(), Integer.MAX_VALUE));
        int length = ofRequest();
        request(length, random.nextInt((length + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES));
    }

    void puts() {
        repeat(
                16 + upTo(64),
                () -> put(
                        room.fifo(), target(), random.nextInt(1024), random.nextBoolean() ? 0 : counted(ownCounter())));
    }

    private void get(int target, int length) {
        give(
                TileCommand.POST,
                word0(OpKind.GET, room.fifo(), target, length),
                word1(length) | counted(ownCounter()),
                0,
                0);
    }

    void gets() {
        int target = target();
        repeat(share, () -> get(target, Strangers.GROUND_BYTES / 2));
    }

    void manyGets() {
        int target = target();
        repeat(2 * share + 2, () -> get(target, GET_BYTES));
    }

    void flushes() {
        give(TileCommand.DLA_ALLOC, channel(room.channel(), CREDITS));
        request(0, 0);
        int target = target();
        repeat(1000, () -> {
            give(TileCommand.POST, word0(OpKind.FLUSH, room.fifo(), target, 0));
            cycle += 3;
        });
    }

    void malformed() {
        repeat(32, () -> {
            int kind = random.nextInt(1 << Descriptor0.KIND_WIDTH);
            long own = word0(kind == OpKind.MSG ? OpKind.PUT : kind, room.fifo(), 0, 0);
            long any = random.nextLong()
                    & ~(Descriptor0.KIND_MASK << Descriptor0.KIND_LSB
                            | Descriptor0.TAG_MASK << Descriptor0.TAG_LSB
                            | Descriptor0.FIFO_MASK << Descriptor0.FIFO_LSB
                            | Descriptor0.FIFO_HIGH_MASK << Descriptor0.FIFO_HIGH_LSB
                            | 0xFL << Descriptor0.LENGTH_LSB + Descriptor0.LENGTH_WIDTH - 4
                            | 1L << Descriptor0.INDEX_LSB + Descriptor0.INDEX_WIDTH - 1);
            long index = 1L << Descriptor0.INDEX_LSB + Descriptor0.INDEX_WIDTH - 1;
            give(
                    TileCommand.POST,
                    own | any | index,
                    word1(0) | counted(ownCounter()),
                    random.nextLong(),
                    random.nextLong());
        });
    }

    void disorder() {
        int[] ops = {TileCommand.DLA_END, TileCommand.DLA_RELEASE, TileCommand.DLA_MARK, TileCommand.DLA_CLEAR};
        repeat(32, () -> {
            switch (random.nextInt(6)) {
                case 0 -> give(ops[random.nextInt(ops.length)], channel(room.channel(), random.nextInt(CREDITS)));
                case 1 -> give(TileCommand.DLA_DATA, random.nextLong(), random.nextLong(), 0, room.channel());
                case 2 -> request(ofRequest(), random.nextInt(4));
                case 3 -> give(TileCommand.EPOCH_CLOSE, ownEpoch());
                case 4 -> give(TileCommand.COUNTER_SET, ownCounter(), random.nextInt(1 << 20), 0, 0);
                default -> give(TileCommand.MSG_POP, HwLayout.RECEPTION_FIFOS - 1);
            }
        });
    }

    void host() {
        repeat(32, () -> {
            long comparison = (long) random.nextInt(6) << Integer.SIZE;
            switch (random.nextInt(9)) {
                case 0 -> give(HostCommand.LOAD, place(8));
                case 1 -> give(HostCommand.STORE, place(8), random.nextLong(), 0, 0);
                case 2 -> give(HostCommand.ADD, place(8), random.nextLong(), 0, 0);
                case 3 -> give(HostCommand.CAS_LOCAL, place(8), random.nextLong(), random.nextInt(2), 0);
                case 4 -> give(HostCommand.POLL, place(8) | comparison, random.nextInt(2), upTo(300), 0);
                case 5 -> give(HostCommand.TIMER, 0);
                case 6 -> give(HostCommand.FILL, place(256), random.nextInt(256), random.nextLong() >>> 16, 0);
                case 7 -> give(TileCommand.BAR_READ, 0);
                default -> give(TileCommand.COUNT_READ, random.nextInt(64) * 8L);
            }
        });
    }

    // ---- kinds about names of the program

    private long ownEpoch() {
        return epoch(Strangers.FIRST_EPOCH + random.nextInt(Strangers.FIRST_EPOCH), target());
    }

    private long epoch(int index, int target) {
        return (long) index << EpochCommand.INDEX_LSB
                | (long) machine.shape().coord(target) << EpochCommand.TARGET_LSB
                | (long) Strangers.FIRST_ID << EpochCommand.ID_LSB;
    }

    private int foreignTask() {
        return random.nextInt(program.tasks(room.node()));
    }

    /** Returns the number of a counter from the pool of gets, or of one that the program may name. */
    private int foreignCounter() {
        int low = random.nextInt(NAMES);
        return random.nextBoolean() ? low : HwLayout.COUNTERS - 2 * NAMES + low;
    }

    private void often(Runnable step) {
        repeat(16 * NAMES, () -> {
            step.run();
            cycle += random.nextInt(16);
        });
    }

    void channel() {
        int[] ops = {TileCommand.DLA_END, TileCommand.DLA_RELEASE, TileCommand.DLA_CLEAR};
        often(() -> give(ops[random.nextInt(ops.length)], channel(foreignTask(), 0) | 1L << DlaCommand.DEALLOC_LSB));
    }

    void counter() {
        repeat(4 * NAMES, () -> put(room.fifo(), target(), 64, counted(foreignCounter())));
    }

    void preset() {
        repeat(NAMES, () -> give(TileCommand.COUNTER_SET, foreignCounter(), upTo(64), 0, 0));
    }

    void epoch() {
        often(() -> give(TileCommand.EPOCH_CLOSE, epoch(random.nextInt(2), target())));
    }

    void exposure() {
        give(TileCommand.EPOCH_OPEN, ownEpoch());
    }

    void fifo() {
        repeat(64, () -> put(foreignTask() % HwLayout.INJECTION_FIFOS, target(), 64, 0));
    }

    void barrier() {
        int task = foreignTask();
        boolean master = task == machine.master(room.node());
        give(
                TileCommand.BAR_ENTER,
                (long) task << BarrierCommand.TASK_LSB | (master ? 1L << BarrierCommand.MASTER_LSB : 0));
        give(TileCommand.BAR_ADD, (long) upTo(3) << BarrierCount.K_LSB);
    }

    void message() {
        repeat(NAMES, () -> {
            give(TileCommand.POST, word0(OpKind.MSG, room.fifo(), target(), 16), 0, 0, 0);
            give(TileCommand.MSG_POP, 0);
        });
    }

    void halfMessage() {
        int length = HwLayout.FLIT_BYTES;
        long header = machine.collective().way(0, room.node(), target())
                | (long) CollectiveMode.MESSAGE << CollectiveHeader.MODE_LSB
                | (long) length << CollectiveHeader.LENGTH_LSB;
        repeat(upTo(3), () -> {
            give(TileCommand.TREE_GIVE, header, tag++, 0, 0);
            give(TileCommand.TREE_BODY, random.nextLong(), random.nextLong(), 0, 0);
        });
        if (random.nextBoolean()) {
            give(TileCommand.TREE_GIVE, header, tag++, 0, 0);
        }
    }

    void device() {
        int[] ops = {
            TileCommand.DEVICE_LOCK, TileCommand.DEVICE_UNLOCK, TileCommand.DEVICE_READ_HEADER, TileCommand.DEVICE_DRAIN
        };
        repeat(
                4 * NAMES,
                () -> give(
                        ops[random.nextInt(ops.length)],
                        (long) random.nextInt(Strangers.PROCESSOR + 1) << DeviceCommand.PROCESSOR_LSB
                                | 256L << DeviceCommand.LIMIT_LSB
                                | place(256) << DeviceCommand.ADDRESS_LSB));
    }
}
