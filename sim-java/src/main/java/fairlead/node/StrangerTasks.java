// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.CounterBytes;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.HostResource;
import fairlead.hw.HwLayout.Meant;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.ResourceKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.program.Strangers;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Draws the commands of strangers ({@link Strangers}) on each node of a machine. One rule draws all: an op code by the
 * taste of the stranger, every word at random within the bits that the command means, and then the fields that name
 * something from what the stranger may name: what the program leaves, or, in vain, what it has. One command in 16 has a
 * bit without a meaning. A stranger dies after any word; the system takes back what it has at any time, or never.
 */
final class StrangerTasks {
    private static final int MOST = 3; // strangers of a node
    private static final int TASKS = CommandBuffer.SYSTEM;
    private static final int WORDS = 300; // commands of the strangers of a node
    private static final int MOST_CREDITS = 24; // commands of the system for their messages, and some room
    private static final int LONGEST = 3000; // bytes of a put or get
    private static final int FEW = 4; // numbers of a kind of which strangers take most of what is left

    /** What is left out until the RTL bears it (docs/spec/host-guard.md, "Known limits"). */
    private static final int STEP = 2; // least cycles between two commands of a node: 1 holds up the host port

    /** Bytes of a get by the store path; a longer one holds the stores of other tasks. */
    private static final int STORED = Strangers.STORED;

    private static final int INDICES = 8; // numbers of a kind that a stranger uses at most

    /** Gives a command to the node of a machine. */
    interface Port {
        void give(int node, long cycle, int task, int owner, int op, long[] words);
    }

    private final Strangers left;
    private final MachineConfig config;
    private final long seed;
    private final long horizon;
    private final Port port;
    private SplittableRandom random;
    private int node;
    private int tag; // of the next operation
    private long granted; // cycle after the last grant of all nodes
    private final long[] w = new long[4];

    /** @param horizon cycle of the last command of a stranger, at most; 0 for the grants of the program alone */
    StrangerTasks(Strangers left, MachineConfig config, long seed, long horizon, Port port) {
        this.left = left;
        this.config = config;
        this.seed = seed;
        this.horizon = horizon;
        this.port = port;
    }

    /** Gives what the system does for the program in cycle 0, and then all commands of the strangers. */
    void give() {
        for (node = 0; node < config.nodes(); node++) {
            int given = 1;
            system(TileCommand.EPOCH_ADMIT, left.admission(node), 0);
            for (int kind = 0; kind <= ResourceKind.INJECTION; kind++) {
                for (int number = 0; number < left.count(kind); number++) {
                    int task = left.user(node, kind, number);
                    if (task >= 0) {
                        given++;
                        system(TileCommand.TASK_GRANT, resource(kind, number, task), 0);
                    }
                }
            }
            granted = Math.max(granted, given + MOST_CREDITS);
        }
        for (node = 0; node < config.nodes() && horizon > 0; node++) {
            random = new SplittableRandom(Mix.seed(seed, node));
            int most = Math.min(MOST, TASKS - config.tasks(node));
            if (most > 0) {
                node(1 + random.nextInt(most));
            }
        }
    }

    private void system(int op, long w0, long w1) {
        port.give(node, 0, 0, CommandBuffer.SYSTEM, op, new long[] {w0, w1, 0, 0});
    }

    private static long resource(long kind, long number, long task) {
        return kind << HostResource.KIND_LSB | number << HostResource.NUMBER_LSB | task << HostResource.TASK_LSB;
    }

    private void node(int count) {
        int[][] tastes = new int[count][];
        long[] deaths = new long[count];
        for (int i = 0; i < count; i++) {
            tastes[i] = IntStream.range(0, 8).map(n -> op()).toArray();
            deaths[i] = random.nextInt(3) == 0 ? horizon : granted + random.nextLong(horizon);
        }
        // without a credit, a message waits for ever
        for (int target = 0; target < config.nodes() && target < TASKS; target++) {
            if (!left.sends(node, target)) {
                system(
                        TileCommand.MSG_CREDIT,
                        config.shape().coord(target),
                        config.messageBase() == 0 ? 0 : random.nextInt(3));
            }
        }
        int pace = STEP;
        long cycle = granted + random.nextInt(32);
        for (int word = 0; word < WORDS && cycle < granted + horizon; word++) {
            if (random.nextInt(32) == 0) {
                pace = STEP << random.nextInt(8);
            }
            cycle += STEP + random.nextInt(pace);
            int who = random.nextInt(count);
            int task = config.tasks(node) + who;
            if (random.nextInt(12) == 0) {
                reset(cycle, task);
            } else if (cycle < deaths[who]) {
                command(cycle, task, tastes[who][random.nextInt(8)]);
            }
        }
    }

    private void reset(long cycle, int task) {
        int kind = random.nextInt(ResourceKind.BARRIER + 1);
        int number = left.count(kind) == 0 ? random.nextInt(FEW) : pick(kind);
        boolean grants = left.count(kind) > 0 && random.nextInt(6) == 0;
        if (number >= 0) {
            int op = grants ? TileCommand.TASK_GRANT : TileCommand.TASK_RESET;
            port.give(node, cycle, task, CommandBuffer.SYSTEM, op, new long[] {resource(kind, number, task), 0, 0, 0});
        }
    }

    // ---- one command

    /** Draws an op code: every third is a POST, and a few are unknown. */
    private int op() {
        int code = random.nextInt(TileCommand.EPOCH_ADMIT + 2); // 0 and the last are none
        return switch (random.nextInt(6)) {
            case 0, 1 -> TileCommand.POST;
            case 2 -> TileCommand.EPOCH_OPEN + random.nextInt(TileCommand.MSG_POP - TileCommand.EPOCH_OPEN + 1);
            default -> code == TileCommand.FAULT_ARM ? TileCommand.COUNTER_SET : code;
        };
    }

    /** Returns whether strangers leave out a command here, because what it takes has no owner. */
    private boolean isLeftOut(int op) {
        boolean ofTree = op >= TileCommand.TREE_GIVE && op <= TileCommand.DEVICE_DRAIN && op != TileCommand.BAR_LEAVE;
        boolean ofStores = op >= TileCommand.DLA_ALLOC && op <= TileCommand.DLA_RELEASE
                || op == TileCommand.DLA_MARK
                || op == TileCommand.DLA_CLEAR;
        boolean pooled = op == TileCommand.DLA_ALLOC || config.dla().options().eventCredits() > 0;
        return ofTree && left.usesTree()
                || ofStores && (config.dla().options().bypass() || pooled && left.usesStores(node));
    }

    private void command(long cycle, int task, int op) {
        if (isLeftOut(op)) {
            return;
        }
        for (int i = 0; i < w.length; i++) {
            w[i] = random.nextLong() & Meant.host(op, i);
        }
        if (!name(op, task)) {
            return;
        }
        if (random.nextInt(16) == 0) {
            int word = random.nextInt(w.length);
            w[word] |= 1L << random.nextInt(64) & ~Meant.host(op, word);
        }
        port.give(node, cycle, task, task, op, w);
    }

    /** Sets the fields that name something; returns false if there is nothing to name. */
    private boolean name(int op, int task) {
        int named = random.nextInt(16) == 0 ? random.nextInt(TASKS) : task;
        switch (op) {
            case TileCommand.POST -> {
                return descriptor(random.nextInt(OpKind.FENCE + 1), false);
            }
            case TileCommand.DLA_REQUEST -> {
                w[3] = pick(ResourceKind.CHANNEL);
                return w[3] >= 0 && descriptor(random.nextInt(OpKind.MSG), true);
            }
            case TileCommand.DLA_DATA -> {
                w[0] = Descriptors.getPayload(
                        landing(), random.nextInt(STORED), Math.max(0, pick(ResourceKind.COUNTER)));
                w[1] = 0;
                w[3] = pick(ResourceKind.CHANNEL);
                return w[3] >= 0;
            }
            case TileCommand.EPOCH_OPEN, TileCommand.EPOCH_CLOSE -> {
                int target = random.nextInt(config.nodes());
                int id = left.id(target, random.nextInt(1 << 16));
                int index = pick(ResourceKind.EPOCH);
                w[0] = Descriptors.epoch(index, config.shape().coord(target), Math.max(0, id));
                return index >= 0 && (id >= 0 || op == TileCommand.EPOCH_CLOSE);
            }
            case TileCommand.COUNTER_SET, TileCommand.COUNTER_CLEAR -> {
                w[0] = pick(ResourceKind.COUNTER);
                long of = random.nextInt(3) == 0 ? 1L << CounterBytes.ONLY_LSB | any() << CounterBytes.NODE_LSB : 0;
                w[1] = op == TileCommand.COUNTER_SET ? random.nextInt(900) | of : 0;
                return w[0] >= 0;
            }
            case TileCommand.MSG_POP -> {
                w[0] = pick(ResourceKind.RECEPTION);
                return w[0] >= 0;
            }
            case TileCommand.BAR_ENTER, TileCommand.BAR_LEAVE, TileCommand.BAR_ADD, TileCommand.BAR_READ -> w[0] =
                    w[0] & ~(BarrierCommand.TASK_MASK << BarrierCommand.TASK_LSB) | named;
            case TileCommand.TREE_GIVE, TileCommand.TREE_BODY, TileCommand.TREE_ABORT -> w[2] = named;
            case TileCommand.DEVICE_LOCK,
                    TileCommand.DEVICE_UNLOCK,
                    TileCommand.DEVICE_READ_HEADER,
                    TileCommand.DEVICE_DRAIN -> w[0] = (long) named << DeviceCommand.PROCESSOR_LSB & Meant.host(op, 0)
                    | (long) landing() << DeviceCommand.ADDRESS_LSB;
            case TileCommand.DLA_ALLOC,
                    TileCommand.DLA_END,
                    TileCommand.DLA_RELEASE,
                    TileCommand.DLA_MARK,
                    TileCommand.DLA_CLEAR -> {
                int channel = pick(ResourceKind.CHANNEL);
                long others = DlaCommand.CREDITS_MASK << DlaCommand.CREDITS_LSB | DlaCommand.CHANNEL_MASK;
                w[0] = w[0] & ~others | random.nextInt(40) << DlaCommand.CREDITS_LSB | channel;
                return channel >= 0;
            }
            default -> {}
        }
        return true;
    }

    /** Makes the words of an operation; returns false if there is nothing for it to name. */
    private boolean descriptor(int kind, boolean stored) {
        int target = random.nextInt(config.nodes());
        int fifo = stored ? 0 : pick(ResourceKind.INJECTION);
        boolean isMessage = kind == OpKind.MSG;
        boolean atomic = kind == OpKind.FADD || kind == OpKind.CAS;
        int most = isMessage ? HwLayout.MAX_PAYLOAD : stored ? STORED : LONGEST;
        int room = left.memoryBytes();
        int bytes = atomic ? Long.BYTES : kind > OpKind.MSG ? 0 : random.nextInt(Math.min(most, room) + 1);
        if (stored && kind == OpKind.PUT) {
            bytes = Math.min(bytes, HwLayout.DLA_INLINE_BYTES);
        }
        if (fifo < 0 || bytes > room) {
            return false;
        }
        int local = landing(bytes);
        boolean outside = random.nextInt(8) == 0 && config.memoryBytes() < 1 << HwLayout.ADDRESS_BITS;
        int remote = outside ? config.memoryBytes() : landing(bytes);
        if (isMessage) {
            remote = remote(target);
        }
        int ofCounter = kind == OpKind.GET ? pick(ResourceKind.COUNTER) : random.nextInt(HwLayout.COUNTERS);
        boolean counts = kind == OpKind.GET || kind == OpKind.PUT && left.mayName(target, ofCounter);
        int index = pick(ResourceKind.EPOCH);
        if (kind == OpKind.GET && ofCounter < 0
                || remote < 0
                || isMessage && target >= TASKS && !left.sends(node, target)) {
            return false;
        }
        boolean inside = !stored && kind <= OpKind.CAS && index >= 0 && random.nextInt(5) == 0;
        long mode = !stored && kind <= OpKind.GET && random.nextInt(3) > 0
                ? config.routing().dataMode()
                : 0;
        w[0] = Descriptors.word0(
                        kind, config.shape().coord(target), Strangers.FIRST_TAG + tag++ % Strangers.TAGS, bytes)
                | FifoNumber.inDescriptor(fifo)
                | mode << Descriptor0.MODE_LSB
                | (inside ? 1L << Descriptor0.EPOCH_LSB | (long) index << Descriptor0.INDEX_LSB : 0);
        w[1] = (long) local << Descriptor1.LOCAL_LSB
                | (long) remote << Descriptor1.REMOTE_LSB
                | (counts ? 1L << Descriptor1.CTR_VALID_LSB | (long) ofCounter << Descriptor1.CTR_LSB : 0);
        w[3] = kind == OpKind.FADD ? 0 : w[3];
        for (int i = 0; i < w.length && !(stored && i == 3); i++) {
            w[i] &= stored ? Meant.dlaRequest(kind, i) : Meant.post(kind, i);
        }
        return true;
    }

    /** Returns a reception FIFO of a node that the program leaves, or -1. */
    private int remote(int target) {
        int fifo = random.nextInt(HwLayout.RECEPTION_FIFOS);
        return left.user(target, ResourceKind.RECEPTION, fifo) == Strangers.NOBODY ? fifo : -1;
    }

    private long any() {
        return config.shape().coord(random.nextInt(config.nodes()));
    }

    private int landing() {
        return landing(Math.min(STORED, left.memoryBytes()));
    }

    /** Returns a place in the memory that the program leaves. */
    private int landing(int bytes) {
        int words = Math.max(0, left.memoryBytes() - bytes) / Long.BYTES;
        return left.memory() + Long.BYTES * random.nextInt(words + 1);
    }

    /** Returns a resource of a kind: mostly one that is left, sometimes one that is a task's of the program, or -1. */
    private int pick(int kind) {
        boolean foreign = random.nextInt(5) == 0;
        int seen = 0;
        int picked = -1;
        for (int number = 0; number < left.count(kind); number++) {
            int user = left.user(node, kind, number);
            boolean mine =
                    foreign ? user >= 0 : user == Strangers.NOBODY && seen < (random.nextInt(64) == 0 ? INDICES : FEW);
            if (mine && random.nextInt(++seen) == 0) {
                picked = number;
            }
        }
        return picked;
    }
}
