// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.BarrierCount;
import fairlead.hw.HwLayout.Coord;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lab.cases.RawTree.RawFields;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import java.util.SplittableRandom;

/**
 * Draws one raw command at a time. A command is either four random words, or a known command in which each field has a
 * useful value, a limit of its range or a random value.
 */
final class RawWords {
    private static final int WHOLLY_RANDOM = 12; // in percent of the commands
    private static final int COLLECTIVE = 30; // in percent of the commands of a machine with class routes
    private static final int ALONE = 2; // in percent of the commands of a machine without them
    static final int EPOCHS = 5; // most words use one of these few epochs, so that the words affect one another
    /** The first of these epochs. Where numbers have more than six bits, all of these bits matter. */
    static final int FIRST_EPOCH = HwLayout.ORIGIN_EPOCHS > HwLayout.SMALL_TABLE ? HwLayout.ORIGIN_EPOCHS - EPOCHS : 0;

    private static final int CHANNELS = 2;
    private static final int FEW_BYTES = 8; // many lengths and counter values are small multiples of this

    private final SplittableRandom random;
    private final MachineConfig machine;
    private final boolean gets;
    private final RawFields fields;
    private final RawTree tree;
    private int op;
    private final long[] word = new long[4];
    private long channel; // DLA channel of the last request
    private int data; // number of data flits that follow the last request or head
    private long flits;

    /** @param gets whether to compose gets */
    RawWords(SplittableRandom random, MachineConfig machine, boolean gets) {
        this.random = random;
        this.machine = machine;
        this.gets = gets;
        fields = new RawFields(random, false);
        tree = new RawTree(random, fields, machine);
    }

    int op() {
        return op;
    }

    long word(int index) {
        return word[index];
    }

    /** Returns the number of DLA_DATA or TREE_BODY commands that should follow the request or head. */
    int data() {
        return data;
    }

    /** Returns the greatest number of flits that all words so far can move. */
    long flits() {
        return flits;
    }

    private boolean chance(int percent) {
        return fields.chance(percent);
    }

    private long field(int bits, long value) {
        return fields.field(bits, value);
    }

    private long spare(int used) {
        return fields.spare(used);
    }

    void draw() {
        for (int i = 0; i < word.length; i++) {
            word[i] = random.nextLong();
        }
        if (chance(WHOLLY_RANDOM)) {
            do {
                op = random.nextInt(HostCommand.LOAD);
            } while (op == TileCommand.FAULT_ARM);
        } else if (chance(tree.exists() ? COLLECTIVE : ALONE)) {
            op = tree.op();
            word[0] = tree.word(op);
        } else {
            composed(random.nextInt(100));
        }
        data = op == TileCommand.DLA_REQUEST ? following() : op == TileCommand.TREE_GIVE ? tree.following(word[0]) : 0;
        flits += 16 + (op == TileCommand.POST || op == TileCommand.DLA_REQUEST ? moved() : 0);
    }

    private long moved() {
        long length = Descriptor0.length(word[0]);
        return length > machine.memoryBytes() ? 0 : length / 8;
    }

    private void composed(int draw) {
        if (draw < 42) {
            op = TileCommand.POST;
            descriptor(kind(OpKind.FENCE));
        } else if (draw < 60) {
            op = TileCommand.DLA_REQUEST;
            descriptor(kind(OpKind.CAS));
            word[3] = field(DlaCommand.CHANNEL_WIDTH, random.nextInt(CHANNELS));
        } else if (draw < 61) {
            op = TileCommand.DLA_DATA;
            word[3] = field(DlaCommand.CHANNEL_WIDTH, random.nextInt(CHANNELS));
        } else if (draw < 76) {
            storePath();
        } else if (draw < 84) {
            op = chance(55) ? TileCommand.EPOCH_OPEN : TileCommand.EPOCH_CLOSE;
            word[0] = field(EpochCommand.INDEX_WIDTH, FIRST_EPOCH + random.nextInt(EPOCHS)) << EpochCommand.INDEX_LSB
                    | coord() << EpochCommand.TARGET_LSB
                    | (long) random.nextInt(1 << 16) << EpochCommand.ID_LSB
                    | spare(EpochCommand.WIDTH);
        } else if (draw < 85) {
            op = chance(60) ? TileCommand.BAR_ADD : TileCommand.BAR_READ;
            word[0] = barrier() << BarrierCount.BARRIER_LSB
                    | field(BarrierCount.TASK_WIDTH, random.nextInt(machine.tasks(0))) << BarrierCount.TASK_LSB
                    | field(BarrierCount.K_WIDTH, chance(75) ? 4 * random.nextInt(4) : random.nextInt(9))
                            << BarrierCount.K_LSB
                    | spare(BarrierCount.WIDTH);
        } else if (draw < 88) {
            op = TileCommand.BAR_ENTER;
            int task = random.nextInt(machine.tasks(0));
            word[0] = barrier() << BarrierCommand.BARRIER_LSB
                    | field(BarrierCommand.TASK_WIDTH, task) << BarrierCommand.TASK_LSB
                    | (task == 0 ^ chance(3) ? 1L << BarrierCommand.MASTER_LSB : 0)
                    | spare(BarrierCommand.WIDTH);
        } else if (draw < 91) {
            op = TileCommand.COUNTER_SET;
            word[0] = chance(95) ? counter() : word[0];
            word[1] = chance(70) ? FEW_BYTES * random.nextInt(8) : word[1];
        } else if (draw < 97) {
            op = TileCommand.MSG_POP;
            word[0] = chance(90) ? random.nextInt(HwLayout.RECEPTION_FIFOS) : word[0];
        } else {
            op = TileCommand.MSG_CREDIT;
            word[0] = coord() | spare(Coord.WIDTH);
            word[1] = chance(80) ? random.nextInt(2 * machine.buffers().reception()) : word[1];
        }
    }

    private int kind(int most) {
        int kind = random.nextInt(most + 1);
        return kind == OpKind.GET && !gets ? OpKind.PUT : kind;
    }

    private void storePath() {
        int[] ops = {
            TileCommand.DLA_ALLOC,
            TileCommand.DLA_ALLOC,
            TileCommand.DLA_ALLOC,
            TileCommand.DLA_END,
            TileCommand.DLA_END,
            TileCommand.DLA_RELEASE,
            TileCommand.DLA_MARK,
            TileCommand.DLA_EVENT_CREDIT
        };
        op = chance(4) ? TileCommand.DLA_CLEAR : ops[random.nextInt(ops.length)];
        if (op == TileCommand.DLA_EVENT_CREDIT) {
            word[0] = chance(90) ? random.nextInt(5) : word[0];
            return;
        }
        boolean persistent = chance(50);
        int depth = machine.buffers().dla();
        word[0] = field(DlaCommand.CHANNEL_WIDTH, random.nextInt(CHANNELS)) << DlaCommand.CHANNEL_LSB
                | field(1, persistent ? 0 : 1) << DlaCommand.CD_LSB
                | field(1, persistent ? 1 : 0) << DlaCommand.PR_LSB
                | (long) random.nextInt(2) << DlaCommand.HIGH_LSB
                | (long) random.nextInt(2) << DlaCommand.DEALLOC_LSB
                | field(DlaCommand.CREDITS_WIDTH, 1 + random.nextInt(depth)) << DlaCommand.CREDITS_LSB
                | (long) random.nextInt(1 << DlaCommand.BLOCK_WIDTH) << DlaCommand.BLOCK_LSB
                | (chance(10) ? 1L << DlaCommand.CHAIN_LSB : 0)
                | spare(DlaCommand.WIDTH);
    }

    private void descriptor(int kind) {
        boolean atomic = kind == OpKind.FADD || kind == OpKind.CAS;
        boolean stored = op == TileCommand.DLA_REQUEST;
        int most = stored && kind == OpKind.PUT ? HwLayout.DLA_INLINE_BYTES : length();
        int length = atomic ? Long.BYTES : kind == OpKind.MSG ? Math.min(most, HwLayout.MAX_PAYLOAD) : most;
        boolean moded = kind == OpKind.PUT || kind == OpKind.GET || kind == OpKind.FENCE;
        word[0] = field(Descriptor0.KIND_WIDTH, kind) << Descriptor0.KIND_LSB
                | FifoNumber.inDescriptor(fifo())
                | coord() << Descriptor0.TARGET_LSB
                | (long) random.nextInt(1 << Descriptor0.TAG_WIDTH) << Descriptor0.TAG_LSB
                | field(Descriptor0.LENGTH_WIDTH, length) << Descriptor0.LENGTH_LSB
                | field(Descriptor0.INDEX_WIDTH, FIRST_EPOCH + random.nextInt(EPOCHS)) << Descriptor0.INDEX_LSB
                | (chance(stored ? 3 : 30) ? 1L << Descriptor0.EPOCH_LSB : 0)
                | field(Descriptor0.MODE_WIDTH, moded && chance(40) ? mode() : 0) << Descriptor0.MODE_LSB
                | spare(FifoNumber.SPARE_LSB);
        int memory = machine.memoryBytes();
        long local = stored && kind == OpKind.GET && chance(20)
                ? random.nextInt(1 << HwLayout.ADDRESS_BITS)
                : field(Descriptor1.LOCAL_WIDTH, address(memory, length));
        word[1] = local << Descriptor1.LOCAL_LSB
                | field(Descriptor1.REMOTE_WIDTH, address(memory, length)) << Descriptor1.REMOTE_LSB
                | counter() << Descriptor1.CTR_LSB
                | (chance(25) ? 1L << Descriptor1.CTR_VALID_LSB : 0)
                | spare(Descriptor1.WIDTH - Descriptor1.SPARE_WIDTH);
    }

    /** Draws an injection FIFO, and sometimes one that no other structure than the largest has. */
    private int fifo() {
        int fifos = HwLayout.INJECTION_FIFOS;
        return random.nextInt(fifos == 1 << Descriptor0.FIFO_WIDTH || !chance(10) ? fifos : HwLayout.MOST_FIFOS);
    }

    private int mode() {
        return random.nextInt(4);
    }

    /**
     * Draws an address. Most accesses lie in memory; 4 % end at the last byte of memory or up to one byte before or
     * after it.
     */
    private int address(int memory, int length) {
        if (chance(4)) {
            return memory - length + random.nextInt(3) - 1 & (1 << HwLayout.ADDRESS_BITS) - 1;
        }
        return random.nextInt(Math.max(1, memory - length));
    }

    /** Draws a byte counter, mostly one of four, so that some counters fall to zero. */
    private long counter() {
        return random.nextInt(chance(60) ? 4 : HwLayout.COUNTERS);
    }

    private int length() {
        int draw = random.nextInt(100);
        return draw < 15
                ? FEW_BYTES * random.nextInt(4)
                : draw < 45
                        ? random.nextInt(65)
                        : draw < 85 ? random.nextInt(300) : draw < 98 ? random.nextInt(2048) : random.nextInt(8192);
    }

    /**
     * Returns how many data flits follow the request: usually the number that its length requires, otherwise a random
     * number.
     */
    private int following() {
        int kind = (int) Descriptor0.kind(word[0]);
        long length = kind == OpKind.PUT ? Descriptor0.length(word[0]) : HwLayout.FLIT_BYTES;
        int wanted = (int) Math.min(5, (length + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES);
        channel = word[3];
        return chance(94) ? wanted : random.nextInt(6);
    }

    private long barrier() {
        boolean all = !tree.exists() || chance(50);
        return field(BarrierCommand.BARRIER_WIDTH, all ? 0 : 1 + random.nextInt(HwLayout.CLASS_ROUTES));
    }

    /** Draws the command that follows the last request or head: DLA_DATA or TREE_BODY. */
    void drawData() {
        op = op == TileCommand.TREE_GIVE || op == TileCommand.TREE_BODY ? TileCommand.TREE_BODY : TileCommand.DLA_DATA;
        for (int i = 0; i < word.length; i++) {
            word[i] = random.nextLong();
        }
        word[3] = chance(98) ? channel : word[3];
        flits += 4;
    }

    private long coord() {
        Shape shape = machine.shape();
        long node = shape.coord(random.nextInt(shape.nodes()));
        if (chance(92)) {
            return node;
        }
        if (chance(30)) {
            return random.nextInt(1 << Coord.WIDTH);
        }
        int dimension = random.nextInt(3); // one to three steps beyond the shape
        int lsb = dimension == 0 ? Coord.X_LSB : dimension == 1 ? Coord.Y_LSB : Coord.Z_LSB;
        long beyond = Math.min(HwLayout.MAX_K - 1, shape.k(dimension) + random.nextInt(3));
        return node & ~((long) HwLayout.MAX_K - 1 << lsb) | beyond << lsb;
    }
}
