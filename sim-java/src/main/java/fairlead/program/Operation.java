// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveMode;
import java.util.Arrays;

/**
 * One operation of a task (D9). A factory of {@link Ops} makes it, the chained setters complete it, and {@link
 * TaskBuilder#add} makes it immutable.
 *
 * <p>An operation starts when all operations in `requires` have completed and all operations in `after` have been
 * handed to the NIC; the NIC receives them in that order. Both lists name operations of the same node.
 */
public final class Operation {
    private static final int[] NONE = {};

    /** What a DLA_ALLOC asks for. */
    public record Dla(int credits, boolean persistent, boolean high) {}

    /**
     * What a TREE does on the collective network.
     *
     * @param gives whether it contributes its words; otherwise it contributes zeros
     * @param keeps whether it writes the result to memory; otherwise software only takes it from the network
     * @param mode a HwLayout.CollectiveMode: ALLREDUCE, or one way. With COMBINE the members give and the root of the
     *     class route takes the result; with BROADCAST that root gives and the other members take
     */
    public record Tree(boolean gives, boolean keeps, int mode) {
        public boolean givesPackets() {
            return mode == CollectiveMode.ALLREDUCE || gives;
        }

        public boolean takesPackets() {
            return mode == CollectiveMode.ALLREDUCE || keeps;
        }
    }

    private final OpKind kind;
    int id = -1;
    int node;
    int task;
    int target = -1;
    long notBefore;
    int local;
    int remote;
    int source;
    ReduceFunction function;
    ElementType element;
    int classRoute;
    int thread;
    boolean opens;
    Tree tree;
    int length;
    long key;
    boolean literal;
    Block block;
    boolean unknown;
    long operand;
    long compare;
    long cycles;
    Comparison comparison = Comparison.EQ;
    long polled; // of a POLL, in the places of its command: the bytes that it leaves out, and the sign
    int counter = -1;
    int epoch = -1;
    int epochId;
    int[] targets = NONE;
    long match;
    Dla dla;
    private boolean attempt;
    private boolean ordered;
    private boolean awaited;
    private Path path = Path.DESCRIPTOR;
    private int onlyIf = -1;
    Decision decision;
    Decision compared;
    private int[] requires = NONE;
    private int[] after = NONE;

    Operation(OpKind kind) {
        this.kind = kind;
    }

    // ---- setters

    private Operation open() {
        if (id >= 0) {
            throw new IllegalStateException("operation " + id + " is already part of a program");
        }
        return this;
    }

    public Operation requires(int... ids) {
        open().requires = concat(requires, ids);
        return this;
    }

    public Operation after(int... ids) {
        open().after = concat(after, ids);
        return this;
    }

    /** Makes the operation part of the epoch that operation `open` opens, and requires `open`. */
    public Operation in(int open) {
        if (open >= 0) {
            open().epoch = open;
        }
        return this;
    }

    /** Sets, for a put, the byte counter that it decrements at the target. */
    public Operation counter(int index) {
        open().counter = index;
        return this;
    }

    /** Makes a TREE go one way: up with CollectiveMode.COMBINE, down with BROADCAST. */
    public Operation oneWay(int mode) {
        open().tree = new Tree(tree.gives, tree.keeps, mode);
        return this;
    }

    /**
     * Makes a BARRIER one of the members of a class route, an index of {@link Program#classRoutes}; -1 stands for all
     * nodes. Each member has tasks 0 to N - 1 in it, with an N of its own for all barriers of the class route.
     */
    public Operation over(int route) {
        if (route < -1 || route >= HwLayout.CLASS_ROUTES) {
            throw new IllegalArgumentException("no machine has a class route " + route);
        }
        open().classRoute = route;
        return this;
    }

    /** Requires, for a put or get, that its packets keep the order of the path under every routing. */
    public Operation ordered() {
        open().ordered = true;
        return this;
    }

    public Operation path(Path way) {
        open().path = way;
        return this;
    }

    public Operation notBefore(long cycle) {
        open();
        notBefore = cycle;
        return this;
    }

    /** Declares a refusal, rejection or discard to be a result instead of an error. */
    public Operation attempt() {
        open().attempt = true;
        return this;
    }

    /** Lets the operation be performed only if this TEST holds, which it requires; -1 stands for always. */
    public Operation onlyIf(int test) {
        open().onlyIf = test;
        return requires(test);
    }

    private static int[] concat(int[] left, int[] right) {
        int[] all = Arrays.copyOf(left, left.length + right.length);
        System.arraycopy(right, 0, all, left.length, right.length);
        return all;
    }

    void place(int newId, int newNode, int newTask) {
        open();
        id = newId;
        node = newNode;
        task = newTask;
        requires = distinct(requires);
        after = distinct(after);
    }

    /** Returns the ids sorted and without duplicates; -1, which stands for no operation, is omitted. */
    private static int[] distinct(int[] ids) {
        Arrays.sort(ids);
        int count = 0;
        for (int id : ids) {
            if (id >= 0 && (count == 0 || ids[count - 1] != id)) {
                ids[count++] = id;
            }
        }
        return Arrays.copyOf(ids, count);
    }

    // ---- getters

    public int id() {
        return id;
    }

    public OpKind kind() {
        return kind;
    }

    public int node() {
        return node;
    }

    public int task() {
        return task;
    }

    public long notBefore() {
        return notBefore;
    }

    /** Returns the target of a network operation or the origin of a RECV or EPOCH_AWAIT; -1 if there is none. */
    public int target() {
        return target;
    }

    public int local() {
        return local;
    }

    public int remote() {
        return remote;
    }

    public int length() {
        return length;
    }

    /** Returns the address of the words that a REDUCE or COPY only reads, or of the slot of a DEVICE_RECEIVE. */
    public int source() {
        return source;
    }

    public ReduceFunction function() {
        return function;
    }

    public ElementType element() {
        return element;
    }

    /** Returns the thread to which a DEVICE_SEND is addressed: a task of the target. */
    public int thread() {
        return thread;
    }

    /**
     * Returns the class route of a TREE, DEVICE_SEND or BARRIER, an index of {@link Program#classRoutes}; of a BARRIER
     * of all nodes -1.
     */
    public int classRoute() {
        return classRoute;
    }

    /** Returns the number of a BARRIER's barrier at the barrier units: 0 for all nodes, 1 + r for class route r. */
    public int barrier() {
        return 1 + classRoute;
    }

    /** Returns what a TREE does on the collective network; of other kinds null. */
    public Tree tree() {
        return tree;
    }

    /** Returns whether an EPOCH_TRIAL gives EPOCH_OPEN; otherwise it gives EPOCH_CLOSE. */
    public boolean opens() {
        return opens;
    }

    public long key() {
        return key;
    }

    /** Returns whether the bytes that a put or get writes depend on the run. */
    public boolean isUnknown() {
        return unknown;
    }

    /** Returns byte `index` of the payload that a put or get must write. */
    public byte payload(int index) {
        return literal ? (byte) (key >>> 8 * index) : Payload.byteAt(key, index);
    }

    /** Returns bytes 8 * index to 8 * index + 7 of the payload; the pattern continues after its end. */
    public long payloadWord(int index) {
        return literal ? key : Payload.word(key, index);
    }

    /** Returns the bytes of a STORE that is not a part of a word; otherwise null. */
    public Block block() {
        return block;
    }

    public long operand() {
        return operand;
    }

    public long compare() {
        return compare;
    }

    /** Returns the duration of a CALC, limit of a POLL, cycles per word of a loop, or time-out of a DEVICE_RECEIVE. */
    public long cycles() {
        return cycles;
    }

    public Comparison comparison() {
        return comparison;
    }

    /** Returns the bits of the command of a POLL that tell which bytes are compared, and whether with a sign. */
    public long polled() {
        return polled;
    }

    public int counter() {
        return counter;
    }

    /** Returns the id of the EPOCH_OPEN whose epoch the operation belongs to or closes, or -1. */
    public int epoch() {
        return epoch;
    }

    public int epochId() {
        return epochId;
    }

    /** Returns the targets of an EPOCH_OPEN in ascending rank; the caller must not change the array. */
    public int[] targets() {
        return targets;
    }

    public long match() {
        return match;
    }

    /** Returns what a DLA_ALLOC asks for; of other kinds null. */
    public Dla dla() {
        return dla;
    }

    public boolean isAttempt() {
        return attempt;
    }

    public boolean isOrdered() {
        return ordered;
    }

    /** Returns whether an operation on the store path waits for the end of this FENCE. */
    public boolean isAwaited() {
        return awaited;
    }

    void await() {
        awaited = true;
    }

    public Path path() {
        return path;
    }

    /** Returns whether the DLA or a raw command of it carries the operation. */
    public boolean isOfDla() {
        return kind.isDla() || path != Path.DESCRIPTOR;
    }

    /** Returns the TEST that must hold for the operation to be performed, or -1. */
    public int onlyIf() {
        return onlyIf;
    }

    /** Returns what an operation of software alone, or an operand from a result, goes by; otherwise null. */
    public Decision decision() {
        return decision;
    }

    /** Returns where a CAS takes from what it compares with; null if that is {@link #compare}. */
    public Decision compared() {
        return compared;
    }

    /** Returns the operations that must have completed before; the caller must not change the array. */
    public int[] requires() {
        return requires;
    }

    /** Returns the operations that must have been handed over before; the caller must not change the array. */
    public int[] after() {
        return after;
    }

    @Override
    public String toString() {
        String to = target < 0 ? "" : " node " + target;
        return "op " + id + " (" + kind() + to + ", node " + node + " task " + task + ")";
    }
}
