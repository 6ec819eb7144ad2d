// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierEvent;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.CounterBytes;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.EpochAdmission;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.GuardEvent;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.ResourceKind;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import fairlead.program.Windows.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a program has of its machine, and what is left to strangers: tasks of the same nodes that are not of the program
 * (docs/spec/host-guard.md, "What a system grants"). A resource that one task of the program uses is granted to it; one
 * that several tasks share has no owner, and strangers leave it alone.
 */
public final class Strangers {
    /** The user of a resource that no task of the program uses. */
    public static final int NOBODY = -1;

    /** The user of a resource that several tasks share, or that names come for that are not its owner's. */
    public static final int SHARED = -2;

    /** The number of tags of strangers, which are the last ones; a program beside them has those below. */
    public static final int TAGS = 512;

    public static final int FIRST_TAG = (1 << HwLayout.TAG_BITS) - TAGS;

    /** The most bytes of a stranger's get by the store path. */
    public static final int STORED = 256;

    private static final int KEY = (int) EpochAdmission.KEY_MASK;

    private final MachineConfig config;
    private final int[][][] users; // by node, ResourceKind and number: a task, NOBODY or SHARED
    private final boolean[] targeted; // nodes that operations of the program access
    private final boolean[] stores; // nodes whose store path the program uses
    private final int[] same; // by node: bits in which all epoch ids of the program there agree
    private final int[] ids; // one of these ids, or the key that nobody has
    private final boolean[][] named; // by node: counters that the program names
    private final int[][] sender; // by node and counter: coordinates of the node whose puts alone count, or -1
    private final int[][] credited; // by node and target: 1 if the program sends messages there
    private final int[][] demand; // by node and kind: epoch indices and counters of gets
    private final int[][] taker; // and who takes them
    private boolean tree;
    private int from; // of the memory that the program leaves on all nodes
    private int end;

    public Strangers(Program program, MachineConfig config) {
        this.config = config;
        int nodes = program.nodes();
        int[] most = {
            HwLayout.Product.DLA_CHANNELS,
            HwLayout.ORIGIN_EPOCHS,
            HwLayout.COUNTERS,
            HwLayout.RECEPTION_FIFOS,
            0,
            0,
            HwLayout.INJECTION_FIFOS
        };
        users = new int[nodes][most.length][];
        for (int[][] node : users) {
            Arrays.setAll(node, kind -> filled(most[kind], NOBODY));
        }
        targeted = new boolean[nodes];
        stores = new boolean[nodes];
        same = filled(nodes, KEY);
        ids = filled(nodes, NOBODY);
        named = new boolean[nodes][HwLayout.COUNTERS];
        sender = new int[nodes][];
        Arrays.setAll(sender, node -> filled(HwLayout.COUNTERS, NOBODY));
        demand = new int[nodes][most.length];
        taker = new int[nodes][];
        Arrays.setAll(taker, node -> filled(most.length, NOBODY));
        credited = new int[nodes][nodes];
        program.operations().forEach(op -> uses(program, op));
        pools(program);
        findRoom(program);
    }

    private static int[] filled(int places, int value) {
        int[] all = new int[places];
        Arrays.fill(all, value);
        return all;
    }

    /** Returns the task in whose name an operation comes. */
    private static int giver(Program program, Operation op) {
        return op.path() != Path.DESCRIPTOR
                ? op.task() % HwLayout.Product.DLA_CHANNELS
                : op.epoch() >= 0 ? program.operation(op.epoch()).task() : op.task();
    }

    private void use(int node, int kind, int number, int task) {
        int[] of = users[node][kind];
        of[number] = joined(of[number], task);
    }

    private void uses(Program program, Operation op) {
        int node = op.node();
        OpKind kind = op.kind();
        tree |= kind == OpKind.TREE || kind.isDevice() || kind == OpKind.BARRIER && op.classRoute() >= 0;
        if (op.isOfDla()) {
            stores[node] = true;
            int channel = op.task() % HwLayout.Product.DLA_CHANNELS;
            use(node, ResourceKind.CHANNEL, channel, channel);
        } else if (kind.isNetwork() || kind == OpKind.QUIET) {
            use(node, ResourceKind.INJECTION, op.task() % HwLayout.INJECTION_FIFOS, giver(program, op));
        }
        if (op.counter() >= 0) {
            named[kind == OpKind.PUT ? op.target() : node][op.counter()] = true;
        }
        if (kind.isTransfer()) {
            targeted[op.target()] = true;
        }
        if (kind == OpKind.SEND) {
            use(op.target(), ResourceKind.RECEPTION, FifoNumber.reception(op.remote()), 0);
            credited[node][op.target()] = 1;
        } else if (kind == OpKind.COUNTER_SET) {
            long word = op.operand();
            int only = CounterBytes.only(word) == 0 ? SHARED : (int) CounterBytes.node(word);
            int[] of = sender[node];
            of[op.counter()] = joined(of[op.counter()], only);
            use(node, ResourceKind.COUNTER, op.counter(), op.task());
        } else if (kind == OpKind.EPOCH_OPEN || kind == OpKind.EPOCH_TRIAL) {
            int[] targets = kind == OpKind.EPOCH_OPEN ? op.targets() : new int[] {op.target()};
            for (int target : targets) {
                targeted[target] = true;
                ids[target] = ids[target] == NOBODY ? op.epochId() : ids[target];
                same[target] &= ~(ids[target] ^ op.epochId());
            }
        }
    }

    /** Takes the lowest epoch indices and counters of gets, which node software gives to whoever needs one. */
    private void pools(Program program) {
        for (Operation op : program.operations()) {
            int kind = op.kind() == OpKind.GET ? ResourceKind.COUNTER : ResourceKind.EPOCH;
            int count = op.kind() == OpKind.EPOCH_OPEN ? op.targets().length : 1;
            if (op.kind() == OpKind.GET || op.kind() == OpKind.EPOCH_OPEN || op.kind() == OpKind.EPOCH_TRIAL) {
                demand[op.node()][kind] += count;
                taker[op.node()][kind] = joined(taker[op.node()][kind], giver(program, op));
            }
        }
        for (int node = 0; node < users.length; node++) {
            for (int kind = ResourceKind.EPOCH; kind <= ResourceKind.COUNTER; kind++) {
                boolean[] its = kind == ResourceKind.COUNTER ? named[node] : new boolean[HwLayout.ORIGIN_EPOCHS];
                int[] of = users[node][kind];
                for (int number = 0; number < of.length; number++) {
                    if (its[number]) { // that only puts of others name has no owner
                        of[number] = of[number] == NOBODY ? SHARED : of[number];
                    } else if (demand[node][kind]-- > 0) {
                        of[number] = taker[node][kind];
                    }
                }
            }
        }
    }

    private static int joined(int user, int task) {
        return user == NOBODY || user == task ? task : SHARED;
    }

    private void findRoom(Program program) {
        int area = HwLayout.RECEPTION_FIFOS * config.buffers().reception() * HwLayout.RECEPTION_SLOT;
        int status =
                config.dla().options().writesStatus() ? config.dla().options().statusAddress() : 0;
        List<Window> taken = new ArrayList<>(program.windows());
        program.loads().forEach(l -> taken.add(new Window(l.node(), "", l.address(), l.data().length)));
        program.operations().stream().flatMap(this::accessed).forEach(taken::add);
        taken.add(new Window(0, "", config.messageBase(), config.messageBase() == 0 ? 0 : area));
        taken.add(new Window(0, "", status, status == 0 ? 0 : HwLayout.FLIT_BYTES));
        taken.add(new Window(0, "", config.memoryBytes(), 0));
        taken.sort(Comparator.comparingInt(Window::address));
        int at = 0;
        for (Window window : taken) {
            if (window.address() - at > end - from) {
                from = (at + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES * HwLayout.FLIT_BYTES;
                end = Math.max(from, window.address());
            }
            at = Math.max(at, window.end());
        }
    }

    private Stream<Window> accessed(Operation op) {
        int bytes = Math.max(op.length(), Long.BYTES);
        return Stream.of(new Window(0, "", op.local(), bytes), new Window(0, "", op.remote(), bytes));
    }

    // ---- what strangers have

    /** Returns the user of a resource: a task of the program to which it is granted, NOBODY or SHARED. */
    public int user(int node, int kind, int number) {
        return users[node][kind][number];
    }

    /** Returns the number of resources of a kind that each node has. */
    public int count(int kind) {
        return kind < users[0].length ? users[0][kind].length : 0;
    }

    /**
     * Returns whether a counted put of a stranger of node `from` may name this counter: those that gets use, and those
     * for which the puts of another node count alone, are safe.
     */
    public boolean mayName(int from, int node, int counter) {
        int only = sender[node][counter];
        return users[node][ResourceKind.COUNTER][counter] != SHARED
                && (!named[node][counter] || only >= 0 && only != config.shape().coord(from));
    }

    /** Returns the word of EPOCH_ADMIT with which a node lets in the epochs of the program, or 0 for all epochs. */
    public long admission(int node) {
        if (!targeted[node]) {
            return 0;
        }
        long key = ids[node] < 0 ? KEY : ids[node];
        return (key & same[node]) << EpochAdmission.KEY_LSB | (long) same[node] << EpochAdmission.MASK_LSB;
    }

    /** Returns an id near `drawn` that a stranger may try on a node, or -1 if the program's ids leave none. */
    public int id(int node, int drawn) {
        if (!targeted[node]) {
            return drawn & KEY;
        }
        long word = admission(node);
        boolean admitted = ((drawn ^ EpochAdmission.key(word)) & same[node]) == 0;
        return same[node] == 0 ? -1 : (admitted ? drawn ^ Integer.lowestOneBit(same[node]) : drawn) & KEY;
    }

    public boolean sends(int node, int target) {
        return credited[node][target] != 0;
    }

    public boolean usesTree() {
        return tree;
    }

    public boolean usesStores(int node) {
        return stores[node];
    }

    /** Returns the first address of the memory that strangers have on each node. */
    public int memory() {
        return from;
    }

    public int memoryBytes() {
        return end - from;
    }

    /** Returns whether a byte of a node's memory is none of the program's. */
    public boolean isOutside(int node, int address) {
        if (address >= from && address < end) {
            return true;
        }
        int slots = config.buffers().reception() * HwLayout.RECEPTION_SLOT;
        int fifo = config.messageBase() == 0 ? -1 : Math.floorDiv(address - config.messageBase(), slots);
        return fifo >= 0 && fifo < HwLayout.RECEPTION_FIFOS && users[node][ResourceKind.RECEPTION][fifo] == NOBODY;
    }

    /** Returns whether a byte is in a reception FIFO, where it depends on who sent first. */
    public boolean isOfMessages(int address) {
        int area = HwLayout.RECEPTION_FIFOS * config.buffers().reception() * HwLayout.RECEPTION_SLOT;
        return config.messageBase() != 0 && address >= config.messageBase() && address < config.messageBase() + area;
    }

    // ---- what they cause

    private boolean isLeft(int node, int kind, long number) {
        return number < 0 || number >= count(kind) || users[node][kind][(int) number] == NOBODY;
    }

    /** Returns whether an event of a node tells of strangers; packets have their own rule. */
    public boolean caused(int node, int kind, long a, long b) {
        return switch (kind) {
            case EventKind.COMMITTED -> isOutside(node, (int) CommitEvent.address(a));
            case EventKind.OP_ISSUED -> Descriptor0.tag(a) >= FIRST_TAG;
            case EventKind.OP_LOCAL -> Header1.tag(b) >= FIRST_TAG;
            case EventKind.OP_DONE,
                    EventKind.OP_RESULT,
                    EventKind.OP_REFUSED,
                    EventKind.OP_REJECTED,
                    EventKind.FLUSH_ARMED,
                    EventKind.FLUSH_DONE,
                    EventKind.FENCE_DONE -> OpEvent.tag(a) >= FIRST_TAG;
            case EventKind.COUNTER_ZERO,
                    EventKind.COUNTER_BELOW,
                    EventKind.COUNTER_LOST,
                    EventKind.COUNTER_REFUSED -> isLeft(node, ResourceKind.COUNTER, a)
                    || kind != EventKind.COUNTER_ZERO && (!named[node][(int) a] || sender[node][(int) a] >= 0);
            case EventKind.MSG_ARRIVED -> isLeft(node, ResourceKind.RECEPTION, MessageEvent.fifo(a));
            case EventKind.EPOCH_OPENED,
                    EventKind.EPOCH_DENIED,
                    EventKind.EPOCH_CLOSING,
                    EventKind.EPOCH_CLOSED,
                    EventKind.EPOCH_ERROR,
                    EventKind.EPOCH_ENDED -> isLeft(node, ResourceKind.EPOCH, a);
            case EventKind.EPOCH_EXPOSED,
                    EventKind.EPOCH_COUNTED,
                    EventKind.EPOCH_ACKED,
                    EventKind.EPOCH_FREED,
                    EventKind.EPOCH_QUEUED -> !targeted[node];
            case EventKind.BARRIER_REFUSED -> BarrierEvent.tasks(a) >= config.tasks(node);
            case EventKind.BARRIER_COUNTER, EventKind.COUNTERS -> true;
            case EventKind.TREE_ARRIVED,
                    EventKind.TREE_HEAD,
                    EventKind.TREE_DATA,
                    EventKind.TREE_REFUSED,
                    EventKind.TREE_EMPTY -> !tree;
            case EventKind.DEVICE_ANSWER -> !tree || DeviceEvent.processor(b) >= config.tasks(node);
            case EventKind.COMMAND_REFUSED -> GuardEvent.task(a) >= config.tasks(node);
            default -> kind >= EventKind.DLA_GRANTED
                    && kind <= EventKind.DLA_CLEARED
                    && isLeft(node, ResourceKind.CHANNEL, DlaBlockEvent.channel(a));
        };
    }

    /** Returns whether a packet between two nodes is one of strangers, as far as its header shows it. */
    public boolean sent(int type, int src, int dst, int tag, int entry, int refused) {
        return switch (type) {
            case PacketType.INIT -> isLeft(src, ResourceKind.EPOCH, entry);
            case PacketType.INIT_ACK -> isLeft(dst, ResourceKind.EPOCH, entry);
            case PacketType.PUT_COUNT, PacketType.TERM -> !targeted[dst];
            case PacketType.ACK -> !targeted[src];
            case PacketType.NACK -> refused == PacketType.INIT
                    ? isLeft(dst, ResourceKind.EPOCH, entry)
                    : tag >= FIRST_TAG;
            default -> tag >= FIRST_TAG;
        };
    }
}
