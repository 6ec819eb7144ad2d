// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import static fairlead.run.Strangers.TASK;

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
import fairlead.hw.HwLayout.Meant;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import fairlead.run.Strangers.Kind;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Draws the commands of one stranger: useful words for any command, with names of its own or of the program. */
final class StrangerDraw {
    private static final int FEW = 4; // foreign names are drawn from so many, because programs use the lowest
    private static final int CREDITS = 8;
    private static final int LONG = 32768; // bytes that a get has at most
    private static final Map<String, Integer> OPS = codes(TileCommand::name, HostCommand.LOAD);
    private static final Map<String, Integer> CALLS = codes(HostCommand::name, 1 << Byte.SIZE);
    private static final Map<String, Integer> KINDS = codes(OpKind::name, 1 << Descriptor0.KIND_WIDTH);

    private final SplittableRandom random;
    private final MachineConfig machine;
    private final int node;
    private final int fifo;
    private final int channel;
    private final int greedyFor; // the node of all gets or orders
    private final Kind kind;
    private final CommandBuffer commands;
    private final int ground;
    private final int gap;
    private long cycle; // of the next command
    private int left = Integer.MAX_VALUE; // commands before it dies
    private int sequence = Strangers.FIRST_SEQUENCE;
    private int tag;
    private int counters; // taken so far

    StrangerDraw(
            SplittableRandom random,
            MachineConfig machine,
            Strangers.Room room,
            Kind kind,
            CommandBuffer commands,
            int ground,
            long cycle) {
        this.random = random;
        this.machine = machine;
        node = room.node();
        fifo = oneOf(room.fifos());
        channel = oneOf(room.channels());
        greedyFor = random.nextInt(machine.shape().nodes());
        this.kind = kind;
        this.commands = commands;
        this.ground = ground;
        this.cycle = cycle;
        gap = 1 + random.nextInt(random.nextBoolean() ? 2 : 16);
        tag = kind == Kind.MALFORMED ? Strangers.FIRST_REFUSED : Strangers.FIRST_TAG;
    }

    private static Map<String, Integer> codes(IntFunction<String> name, int end) {
        return IntStream.range(0, end)
                .boxed()
                .filter(code -> !name.apply(code).equals(code.toString()))
                .collect(Collectors.toMap(name::apply, code -> code));
    }

    private int upTo(int most) {
        return 1 + random.nextInt(most);
    }

    void draw() {
        int many = kind.most / 2 + upTo((kind.most + 1) / 2);
        if (kind.reserves()) {
            one("DLA_DATA"); // belongs to no request; StrangerEngine learns the channel from it
            one("DLA_ALLOC");
        }
        if (kind == Kind.ORDERS) {
            request(); // so that a flush awaits the store path too
        } else if (random.nextBoolean()) {
            left = upTo(many * 2);
        }
        for (int i = 0; i < many; i++) {
            one(kind.commands[random.nextInt(kind.commands.length)]);
        }
        if (kind == Kind.ABORTED) {
            left = 1;
            give(TileCommand.TREE_ABORT, 0, 0, Strangers.PROCESSOR, 0);
        }
    }

    private void give(int op, long w0, long w1, long w2, long w3) {
        if (left > 0) {
            left--;
            commands.add(cycle, node, TASK, op, w0, w1, w2, w3, sequence++);
            cycle += upTo(gap);
        }
    }

    private void one(String command) {
        if (KINDS.containsKey(command)) {
            post(KINDS.get(command));
            return;
        }
        int op = OPS.getOrDefault(command, CALLS.getOrDefault(command, 0));
        if (op == TileCommand.DLA_REQUEST) {
            request();
        } else if (op == TileCommand.TREE_GIVE) {
            message();
        } else {
            boolean isSmall = op == TileCommand.COUNTER_SET || op == TileCommand.MSG_CREDIT || op == HostCommand.POLL;
            boolean isTree = op == TileCommand.TREE_BODY || op == TileCommand.TREE_ABORT;
            long w1 = isSmall ? random.nextInt(FEW) : op == HostCommand.FILL ? random.nextInt(256) : random.nextLong();
            long w2 = isTree ? Strangers.PROCESSOR : upTo(300); // the limit of a POLL
            give(op, word(op), w1, w2, op == TileCommand.DLA_DATA ? channel() : 0);
        }
        cycle += kind.isForeign() ? random.nextInt(16) : 0; // so that there is something of the program to find
    }

    // ---- names

    private int foreign(int own) {
        return kind.isForeign() ? random.nextInt(Math.min(machine.tasks(node), own)) : own;
    }

    private int oneOf(int free) {
        int left = free;
        for (int skipped = random.nextInt(Integer.bitCount(free)); skipped > 0; skipped--) {
            left &= left - 1;
        }
        return Integer.numberOfTrailingZeros(left);
    }

    private int fifo() {
        return kind == Kind.FIFO ? random.nextInt(HwLayout.INJECTION_FIFOS) : fifo;
    }

    private int channel() {
        return kind.isForeign()
                ? random.nextInt(Math.min(machine.tasks(node), HwLayout.Product.DLA_CHANNELS))
                : channel;
    }

    /** Returns one of its own, one of the pool of gets, or one that programs name for puts. */
    private int counter() {
        int low = random.nextInt(FEW);
        return !kind.isForeign()
                ? Strangers.FIRST_COUNTER + counters++ % Strangers.COUNTERS
                : random.nextBoolean() ? low : HwLayout.COUNTERS - 2 * FEW + low;
    }

    private int target() {
        return kind == Kind.GETS || kind == Kind.ORDERS
                ? greedyFor
                : random.nextInt(machine.shape().nodes());
    }

    private long place(int bytes) {
        return ground + random.nextInt((Strangers.GROUND_BYTES - bytes) / Long.BYTES) * Long.BYTES;
    }

    // ---- words

    /** Returns the first word of a command that is neither a descriptor nor a head. */
    private long word(int op) {
        return switch (op) {
            case TileCommand.DLA_ALLOC,
                    TileCommand.DLA_END,
                    TileCommand.DLA_RELEASE,
                    TileCommand.DLA_MARK,
                    TileCommand.DLA_CLEAR -> (long) channel() << DlaCommand.CHANNEL_LSB
                    | 1L << DlaCommand.PR_LSB
                    | random.nextLong(2) << DlaCommand.DEALLOC_LSB
                    | (long) CREDITS << DlaCommand.CREDITS_LSB;
            case TileCommand.EPOCH_OPEN, TileCommand.EPOCH_CLOSE -> (long) epoch(op) << EpochCommand.INDEX_LSB
                    | (long) machine.shape().coord(target()) << EpochCommand.TARGET_LSB
                    | (long) Strangers.FIRST_ID << EpochCommand.ID_LSB;
            case TileCommand.COUNTER_SET, TileCommand.COUNTER_CLEAR -> counter();
            case TileCommand.BAR_ENTER -> barrier(foreign(TASK));
            case TileCommand.BAR_ADD -> (long) upTo(FEW - 1) << BarrierCount.K_LSB;
            case TileCommand.MSG_POP -> kind.isForeign() ? 0 : HwLayout.RECEPTION_FIFOS - 1;
            case TileCommand.MSG_CREDIT -> machine.shape().coord(target());
            case TileCommand.DLA_EVENT_CREDIT, TileCommand.COUNT_CONTROL -> random.nextInt(FEW);
            case TileCommand.COUNT_READ -> random.nextInt(64) * 8L;
            case TileCommand.TREE_READ -> HwLayout.CLASS_ROUTES;
            case TileCommand.DEVICE_LOCK,
                    TileCommand.DEVICE_UNLOCK,
                    TileCommand.DEVICE_READ_HEADER,
                    TileCommand.DEVICE_DRAIN -> (long) foreign((int) DeviceCommand.PROCESSOR_MASK)
                            << DeviceCommand.PROCESSOR_LSB
                    | 256L << DeviceCommand.LIMIT_LSB
                    | place(256) << DeviceCommand.ADDRESS_LSB;
            case TileCommand.DLA_DATA, TileCommand.TREE_BODY -> random.nextLong();
            case TileCommand.BAR_READ, TileCommand.TREE_ABORT -> 0;
            default -> place(256) | (op == HostCommand.POLL ? random.nextLong(6) << Integer.SIZE : 0);
        };
    }

    private int epoch(int op) {
        boolean isOwn = op == TileCommand.EPOCH_OPEN || !kind.isForeign();
        return isOwn ? Strangers.FIRST_EPOCH + random.nextInt(Strangers.FIRST_EPOCH) : random.nextInt(2);
    }

    private long barrier(int task) {
        boolean master = task == machine.master(node);
        return (long) task << BarrierCommand.TASK_LSB | (master ? 1L << BarrierCommand.MASTER_LSB : 0);
    }

    private static boolean isAtomic(int of) {
        return of == OpKind.FADD || of == OpKind.CAS;
    }

    private int length(int of) {
        return switch (of) {
            case OpKind.PUT -> random.nextInt(1024);
            case OpKind.GET -> LONG - random.nextInt(LONG / 4);
            case OpKind.FADD, OpKind.CAS -> Long.BYTES;
            default -> 0;
        };
    }

    private long word0(int of, int bytes) {
        return (long) of << Descriptor0.KIND_LSB
                | FifoNumber.inDescriptor(fifo())
                | (long) machine.shape().coord(target()) << Descriptor0.TARGET_LSB
                | (long) tag++ << Descriptor0.TAG_LSB
                | (long) bytes << Descriptor0.LENGTH_LSB;
    }

    private long word1(int of, int bytes) {
        boolean counts = of == OpKind.GET || kind == Kind.COUNTER || random.nextBoolean();
        return place(bytes) << Descriptor1.LOCAL_LSB
                | place(bytes) << Descriptor1.REMOTE_LSB
                | (long) counter() << Descriptor1.CTR_LSB
                | (counts ? 1L : 0) << Descriptor1.CTR_VALID_LSB;
    }

    private void post(int of) {
        int bytes = length(of);
        long w0 = word0(of, bytes) & Meant.post(of, 0);
        long w1 = word1(of, bytes) & Meant.post(of, 1);
        long w2 = random.nextLong() & Meant.post(of, 2);
        long w3 = random.nextInt(FEW) & Meant.post(of, 3);
        if (kind == Kind.MALFORMED) { // one mistake: a stray bit, a place between two words, a kind or target that is
            // none
            long stray = Long.lowestOneBit(~Meant.post(of, 1));
            switch (random.nextInt(isAtomic(of) ? 4 : 3)) {
                case 0 -> w1 |= stray;
                case 1 -> w0 |= Descriptor0.KIND_MASK << Descriptor0.KIND_LSB;
                case 2 -> w0 |= Descriptor0.TARGET_MASK << Descriptor0.TARGET_LSB;
                default -> w1 |= (long) upTo(Long.BYTES - 1) << Descriptor1.REMOTE_LSB;
            }
        }
        give(TileCommand.POST, w0, w1, w2, w3);
    }

    /** Stores a request, with the cycles of any other command between two stores. */
    private void request() {
        int of = random.nextBoolean() ? OpKind.PUT : OpKind.FADD;
        int bytes = of == OpKind.PUT ? random.nextInt(HwLayout.DLA_INLINE_BYTES + 1) : Long.BYTES;
        long w0 = word0(of, bytes) & Meant.dlaRequest(of, 0);
        give(TileCommand.DLA_REQUEST, w0, word1(of, bytes) & Meant.dlaRequest(of, 1), 0, channel());
        for (int i = 0; i < (bytes + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES; i++) {
            give(TileCommand.DLA_DATA, random.nextLong(), isAtomic(of) ? 0 : random.nextLong(), 0, channel());
        }
    }

    /** Gives a packet of a message that does not end. */
    private void message() {
        long header = machine.collective().way(0, node, target())
                | (long) CollectiveMode.MESSAGE << CollectiveHeader.MODE_LSB
                | (long) HwLayout.FLIT_BYTES << CollectiveHeader.LENGTH_LSB;
        give(TileCommand.TREE_GIVE, header, tag++, Strangers.PROCESSOR, 0);
        give(TileCommand.TREE_BODY, random.nextLong(), random.nextLong(), Strangers.PROCESSOR, 0);
    }
}
