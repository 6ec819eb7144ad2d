// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.Coord;
import fairlead.hw.HwLayout.CounterBytes;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.HostResource;
import fairlead.hw.HwLayout.Meant;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.ResourceKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.program.Strangers;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Draws the commands of strangers ({@link Strangers}) on each node of a machine. One rule draws all: an op code by the
 * taste of the stranger, every word at random within the bits that the command means, and then the fields of
 * {@link #FIELDS} from what the stranger may name: what the program leaves, or, in vain, what it has. One command in 16
 * has a bit without a meaning. A stranger dies after any word; the system takes back what it has at any time, or never.
 */
final class StrangerTasks {
    private static final int MOST = 3; // strangers of a node
    private static final int TASKS = CommandBuffer.SYSTEM;
    private static final int WORDS = 300; // commands of the strangers of a node
    private static final int MOST_CREDITS = 24; // commands of the system for their messages, and some room
    private static final int LONGEST = 3000; // bytes of a put or get
    private static final int FEW = 4; // numbers of a kind of which strangers take most of what is left
    private static final int INDICES = 8; // and the most that they use; more epochs hold up their target (Known limits)

    /** Bytes of a get by the store path; a longer one holds the stores of other tasks. */
    private static final int STORED = Strangers.STORED;

    // what a field names, beside the resources of ResourceKind that have owners
    private static final int TASK = 16;
    private static final int NODE = 17;
    private static final int PLACE = 18; // in the memory that the program leaves
    private static final int ID = 19; // of an epoch that the target does not admit
    private static final int SOME = 20; // a small number
    private static final int SENDER = 21; // a node, or none
    private static final int BYTES = 22; // of puts that are announced
    private static final int LIMIT = 23; // bytes from such a place

    /** Bits `lsb` and up of word `word` of these commands, of the width of `mask`, name something of kind `what`. */
    private record Field(List<Integer> ops, int word, int lsb, long mask, int what) {
        Field(int op, int word, int lsb, long mask, int what) {
            this(List.of(op), word, lsb, mask, what);
        }
    }

    private static final List<Integer> OF_CHANNEL = List.of(
            TileCommand.DLA_ALLOC,
            TileCommand.DLA_END,
            TileCommand.DLA_RELEASE,
            TileCommand.DLA_MARK,
            TileCommand.DLA_CLEAR);
    private static final List<Integer> OF_EPOCH = List.of(TileCommand.EPOCH_OPEN, TileCommand.EPOCH_CLOSE);
    private static final List<Integer> OF_COUNTER = List.of(TileCommand.COUNTER_SET, TileCommand.COUNTER_CLEAR);
    private static final List<Integer> OF_BARRIER =
            List.of(TileCommand.BAR_ENTER, TileCommand.BAR_LEAVE, TileCommand.BAR_ADD, TileCommand.BAR_READ);
    private static final List<Integer> OF_TREE =
            List.of(TileCommand.TREE_GIVE, TileCommand.TREE_BODY, TileCommand.TREE_ABORT);
    private static final List<Integer> OF_DEVICE = List.of(
            TileCommand.DEVICE_LOCK,
            TileCommand.DEVICE_UNLOCK,
            TileCommand.DEVICE_READ_HEADER,
            TileCommand.DEVICE_DRAIN);
    private static final List<Field> FIELDS = List.of(
            new Field(OF_CHANNEL, 0, DlaCommand.CHANNEL_LSB, DlaCommand.CHANNEL_MASK, ResourceKind.CHANNEL),
            new Field(OF_CHANNEL, 0, DlaCommand.CREDITS_LSB, DlaCommand.CREDITS_MASK, SOME),
            new Field(TileCommand.DLA_REQUEST, 3, 0, -1, ResourceKind.CHANNEL),
            new Field(TileCommand.DLA_DATA, 3, 0, -1, ResourceKind.CHANNEL),
            new Field(OF_EPOCH, 0, EpochCommand.INDEX_LSB, EpochCommand.INDEX_MASK, ResourceKind.EPOCH),
            new Field(TileCommand.EPOCH_OPEN, 0, EpochCommand.TARGET_LSB, EpochCommand.TARGET_MASK, NODE),
            new Field(TileCommand.EPOCH_OPEN, 0, EpochCommand.ID_LSB, EpochCommand.ID_MASK, ID),
            new Field(OF_COUNTER, 0, 0, -1, ResourceKind.COUNTER),
            new Field(TileCommand.COUNTER_SET, 1, CounterBytes.NODE_LSB, -1, SENDER),
            new Field(TileCommand.COUNTER_SET, 1, 0, (1L << CounterBytes.NODE_LSB) - 1, BYTES),
            new Field(TileCommand.MSG_POP, 0, 0, -1, ResourceKind.RECEPTION),
            new Field(OF_BARRIER, 0, BarrierCommand.TASK_LSB, BarrierCommand.TASK_MASK, TASK),
            new Field(OF_TREE, 2, 0, -1, TASK),
            new Field(OF_DEVICE, 0, DeviceCommand.PROCESSOR_LSB, DeviceCommand.PROCESSOR_MASK, TASK),
            new Field(OF_DEVICE, 0, DeviceCommand.ADDRESS_LSB, DeviceCommand.ADDRESS_MASK, PLACE),
            new Field(OF_DEVICE, 0, DeviceCommand.LIMIT_LSB, DeviceCommand.LIMIT_MASK, LIMIT));

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
    private int bold; // eighths of the names of the stranger that are the program's
    private int aimed; // target of an epoch
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
            system(0, 0, TileCommand.EPOCH_ADMIT, left.admission(node), 0);
            for (int kind = 0; kind <= ResourceKind.INJECTION; kind++) {
                for (int number = 0; number < left.count(kind); number++) {
                    int task = left.user(node, kind, number);
                    if (task >= 0) {
                        given++;
                        system(0, 0, TileCommand.TASK_GRANT, resource(kind, number, task), 0);
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

    private void system(long cycle, int task, int op, long w0, long w1) {
        port.give(node, cycle, task, CommandBuffer.SYSTEM, op, new long[] {w0, w1, 0, 0});
    }

    private static long resource(long kind, long number, long task) {
        return kind << HostResource.KIND_LSB | number << HostResource.NUMBER_LSB | task << HostResource.TASK_LSB;
    }

    private void node(int count) {
        int[][] tastes = new int[count][];
        long[] deaths = new long[count];
        int[] brave = new int[count];
        int[] used = FIELDS.stream()
                .filter(this::isUsed)
                .flatMap(field -> field.ops.stream())
                .mapToInt(op -> op)
                .toArray();
        for (int i = 0; i < count; i++) {
            tastes[i] = random.ints(6).map(n -> op(n, used)).toArray();
            deaths[i] = random.nextInt(3) == 0 ? horizon : granted + random.nextLong(horizon);
            brave[i] = 1 + random.nextInt(6);
        }
        int sixth = tastes[0].length - 1; // of some, on a machine with class routes, their packets
        for (int i = 0;
                !left.usesTree() && i < count * config.collective().groups().size();
                i++) {
            tastes[i % count][random.nextInt(2) * sixth] = OF_TREE.get(random.nextInt(2));
        }
        // without a credit, a message waits for ever
        for (int target = 0; target < config.nodes() && target < TASKS; target++) {
            if (!left.sends(node, target)) {
                int credits = config.messageBase() == 0 ? 0 : random.nextInt(3);
                system(0, 0, TileCommand.MSG_CREDIT, config.shape().coord(target), credits);
            }
        }
        int pace = 1; // all commands in one cycle
        long cycle = granted + random.nextInt(32);
        for (int word = 0; word < WORDS && cycle < granted + horizon; word++) {
            if (random.nextInt(32) == 0) {
                pace = 1 << random.nextInt(9);
            }
            cycle += random.nextInt(pace);
            int who = random.nextInt(count);
            int task = config.tasks(node) + who;
            bold = brave[who];
            if (random.nextInt(12) == 0) {
                reset(cycle, task);
            } else if (cycle < deaths[who]) {
                command(cycle, task, tastes[who][random.nextInt(tastes[who].length)]);
            }
        }
    }

    private void reset(long cycle, int task) {
        int kind = random.nextInt(ResourceKind.BARRIER + 1);
        int number = left.count(kind) == 0 ? random.nextInt(FEW) : pick(kind);
        boolean granted = left.count(kind) > 0 || kind == ResourceKind.TREE && !left.usesTree();
        boolean grants = granted && random.nextInt(6) == 0;
        if (number >= 0) {
            int op = grants ? TileCommand.TASK_GRANT : TileCommand.TASK_RESET;
            system(cycle, task, op, resource(kind, number, task), 0);
        }
    }

    // ---- one command

    /** Returns whether a field names things of a kind of which the program has some on this node. */
    private boolean isUsed(Field field) {
        return IntStream.range(0, left.count(field.what)).anyMatch(i -> left.user(node, field.what, i) >= 0);
    }

    /** Draws an op code: of POST, of those that name what the program uses, or of all; a few are unknown. */
    private int op(int drawn, int[] used) {
        int code = random.nextInt(TileCommand.EPOCH_ADMIT + 2); // 0 and the last are none
        int some = used.length == 0 ? TileCommand.POST : used[random.nextInt(used.length)];
        return switch (Math.floorMod(drawn, 3)) {
            case 0 -> TileCommand.POST;
            case 1 -> some;
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
        if (isLeftOut(op) || op == TileCommand.DLA_DATA && left.memoryBytes() < STORED) {
            return;
        }
        for (int i = 0; i < w.length; i++) {
            w[i] = random.nextLong() & Meant.host(op, i);
        }
        boolean stores = op == TileCommand.DLA_REQUEST;
        boolean named = op != TileCommand.POST && !stores
                || descriptor(random.nextInt(stores ? OpKind.MSG : OpKind.FENCE + 1), stores);
        for (Field field : FIELDS) {
            named &= !field.ops.contains(op) || named && name(op, field, task);
        }
        if (!named) {
            return;
        }
        if (op == TileCommand.DLA_DATA) {
            w[0] = Descriptors.getPayload(
                    landing(STORED), random.nextInt(STORED), Math.max(0, pick(ResourceKind.COUNTER)));
            w[1] = 0;
        }
        if (op == TileCommand.TREE_GIVE && random.nextInt(8) > 0) {
            head();
        }
        if (random.nextInt(16) == 0) {
            int word = random.nextInt(w.length);
            int kind = (int) Descriptor0.kind(w[0]);
            long meant = op == TileCommand.POST
                    ? Meant.post(kind, word)
                    : stores ? Meant.dlaRequest(kind, word) : Meant.host(op, word);
            w[word] |= 1L << random.nextInt(64) & ~meant;
        }
        port.give(node, cycle, task, task, op, w);
    }

    /** Makes the head of a packet of up to two flits that members of a class route may give. */
    private void head() {
        List<List<Integer>> groups = config.collective().groups();
        int route = random.nextInt(HwLayout.CLASS_ROUTES);
        boolean sends = random.nextBoolean() && route < groups.size();
        long length = 16L * random.nextInt(3);
        w[0] = length << CollectiveHeader.LENGTH_LSB
                | (long) route << CollectiveHeader.ROUTE_LSB
                | (sends ? CollectiveMode.MESSAGE : (long) random.nextInt(CollectiveMode.MESSAGE))
                        << CollectiveHeader.MODE_LSB
                | w[0] & 1L << CollectiveHeader.LAST_LSB;
        if (sends) {
            List<Integer> members = groups.get(route);
            int to = members.get(random.nextInt(members.size()));
            w[0] |= config.collective().way(route, members.contains(node) ? node : to, to);
        }
    }

    /** Sets a field; returns false if there is nothing to name. */
    private boolean name(int op, Field field, int task) {
        int any = random.nextInt(config.nodes());
        long value =
                switch (field.what) {
                    case TASK -> random.nextInt(16) == 0 ? random.nextInt(TASKS) : task;
                    case NODE -> config.shape().coord(aimed = any);
                    case SENDER -> random.nextInt(3) == 0 ? config.shape().coord(any) | 1L << Coord.WIDTH : 0;
                    case PLACE -> left.memoryBytes() < STORED ? -1 : landing(STORED);
                    case LIMIT -> random.nextInt(STORED + 1);
                    case ID -> left.id(aimed, random.nextInt(1 << 16));
                    case SOME -> random.nextInt(40);
                    case BYTES -> random.nextInt(900);
                    default -> pick(field.what);
                };
        long bits = field.mask << field.lsb;
        w[field.word] = w[field.word] & ~bits | value << field.lsb & bits & Meant.host(op, field.word);
        return value >= 0;
    }

    /** Makes the words of an operation; returns false if there is nothing for it to name. */
    private boolean descriptor(int kind, boolean stored) {
        int target = random.nextInt(config.nodes());
        int fifo = stored ? 0 : pick(ResourceKind.INJECTION);
        int most = kind == OpKind.MSG
                ? HwLayout.MAX_PAYLOAD
                : !stored ? LONGEST : kind == OpKind.PUT ? HwLayout.DLA_INLINE_BYTES : STORED;
        boolean isShort = random.nextInt(4) == 0; // often none at all
        int drawn = random.nextInt(Math.min(isShort ? 3 * Long.BYTES : most, left.memoryBytes()) + 1);
        boolean isAtomic = kind == OpKind.FADD || kind == OpKind.CAS;
        int bytes = isAtomic ? Long.BYTES : kind > OpKind.MSG ? 0 : isShort ? drawn / Long.BYTES * Long.BYTES : drawn;
        boolean outside = random.nextInt(8) == 0 && config.memoryBytes() < 1 << HwLayout.ADDRESS_BITS;
        int remote = outside ? config.memoryBytes() : landing(bytes);
        remote += isAtomic && random.nextInt(8) == 0 ? random.nextInt(Long.BYTES) : 0; // which is refused
        if (kind == OpKind.MSG) {
            remote = random.nextInt(HwLayout.RECEPTION_FIFOS);
            remote = left.user(target, ResourceKind.RECEPTION, remote) == Strangers.NOBODY ? remote : -1;
        }
        int counter = kind == OpKind.GET ? pick(ResourceKind.COUNTER) : counterAt(target);
        int index = pick(ResourceKind.EPOCH);
        if (fifo < 0
                || bytes > left.memoryBytes()
                || kind == OpKind.GET && counter < 0
                || remote < 0
                || kind == OpKind.MSG && target >= TASKS && !left.sends(node, target)) {
            return false;
        }
        boolean inside = !stored && kind <= OpKind.CAS && index >= 0 && random.nextInt(5) == 0;
        boolean isData = !stored && kind <= OpKind.GET;
        boolean astray = isData && random.nextInt(16) == 0; // in a mode that the machine may not have
        long mode = astray
                ? random.nextLong() & Descriptor0.MODE_MASK
                : isData && random.nextInt(3) > 0 ? config.routing().dataMode() : 0;
        int number = Strangers.FIRST_TAG + tag++ % Strangers.TAGS;
        w[0] = Descriptors.word0(kind, config.shape().coord(target), number, bytes)
                | FifoNumber.inDescriptor(fifo)
                | mode << Descriptor0.MODE_LSB
                | (inside ? 1L << Descriptor0.EPOCH_LSB | (long) index << Descriptor0.INDEX_LSB : 0);
        w[1] = (long) landing(bytes) << Descriptor1.LOCAL_LSB
                | (long) remote << Descriptor1.REMOTE_LSB
                | (counter >= 0 ? 1L << Descriptor1.CTR_VALID_LSB | (long) counter << Descriptor1.CTR_LSB : 0);
        w[3] = kind == OpKind.FADD ? 0 : w[3];
        for (int i = 0; i < w.length && !(stored && i == 3); i++) {
            w[i] &= stored ? Meant.dlaRequest(kind, i) : Meant.post(kind, i);
        }
        return true;
    }

    /** Returns a place in the memory that the program leaves. */
    private int landing(int bytes) {
        int words = Math.max(0, left.memoryBytes() - bytes) / Long.BYTES;
        return left.memory() + Long.BYTES * random.nextInt(words + 1);
    }

    /** Returns a resource of a kind: one that is left, or one that is a task's of the program, or -1. */
    private int pick(int kind) {
        boolean foreign = random.nextInt(8) < (kind == ResourceKind.INJECTION ? 1 : bold);
        int most = random.nextInt(64) == 0 ? INDICES : FEW;
        return pick(kind, foreign ? Integer.MAX_VALUE : most, number -> {
            int user = left.user(node, kind, number);
            return foreign ? user >= 0 : user == Strangers.NOBODY;
        });
    }

    /** Returns a byte counter of a node for a put, the program's or not, or -1. */
    private int counterAt(int target) {
        boolean foreign = random.nextBoolean();
        return pick(
                ResourceKind.COUNTER,
                HwLayout.COUNTERS,
                number -> left.mayName(node, target, number)
                        && foreign == left.user(target, ResourceKind.COUNTER, number) >= 0);
    }

    /** Returns one of the first so many resources of a kind that are such, or -1. */
    private int pick(int kind, int most, IntPredicate such) {
        int[] all =
                IntStream.range(0, left.count(kind)).filter(such).limit(most).toArray();
        return all.length == 0 ? -1 : all[random.nextInt(all.length)];
    }
}
