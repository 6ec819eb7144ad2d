// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.program.Decision.Source;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Makes operations. Addresses are byte addresses in a node's memory; targets and origins are ranks. */
public final class Ops {
    private Ops() {}

    public static Operation calc(long cycles) {
        Operation op = new Operation(OpKind.CALC);
        op.cycles = cycles;
        return op;
    }

    private static Operation transfer(OpKind kind, int target, int local, int remote, int length, long key) {
        Operation op = new Operation(kind);
        op.target = target;
        op.local = local;
        op.remote = remote;
        op.length = length;
        op.key = key;
        return op;
    }

    /**
     * Makes a put of bytes [local, local + length) of this node, which hold the pattern of `key`, to [remote, remote +
     * length) of the target.
     */
    public static Operation put(int target, int local, int remote, int length, long key) {
        return transfer(OpKind.PUT, target, local, remote, length, key);
    }

    /** Makes a put of eight bytes that hold a plain value, which a STORE has written to `local`. */
    public static Operation putValue(int target, int local, int remote, long value) {
        return putValues(target, local, remote, 8, value);
    }

    /** Makes a put of any number of words that all hold the same plain value. */
    public static Operation putValues(int target, int local, int remote, int length, long value) {
        Operation op = put(target, local, remote, length, value);
        op.literal = true;
        return op;
    }

    /** Makes a put of bytes that depend on the run; checkers know the addresses but not the values. */
    public static Operation putAny(int target, int local, int remote, int length) {
        Operation op = put(target, local, remote, length, 0);
        op.unknown = true;
        return op;
    }

    /** Makes a get of bytes that depend on the run. */
    public static Operation getAny(int target, int local, int remote, int length) {
        Operation op = get(target, local, remote, length, 0);
        op.unknown = true;
        return op;
    }

    /**
     * Makes a get of bytes [remote, remote + length) of the target, which hold the pattern of `key`, to [local, local +
     * length) of this node.
     */
    public static Operation get(int target, int local, int remote, int length, long key) {
        return transfer(OpKind.GET, target, local, remote, length, key);
    }

    public static Operation fadd(int target, int remote, long operand) {
        return fetchOp(OpKind.FADD, target, remote, operand);
    }

    /**
     * Makes an atomic that fetches a remote word and leaves its sum, bitwise and, or or exclusive or with an operand
     * there, or the operand itself.
     *
     * @param kind FADD, FAND, FOR, FXOR or SWAP
     */
    public static Operation fetchOp(OpKind kind, int target, int remote, long operand) {
        return fetchOp(kind, target, remote, Long.BYTES, operand);
    }

    /** @param bytes of the word, 4 or 8; of 4 the operand counts modulo 2^32, and the old value is unsigned */
    public static Operation fetchOp(OpKind kind, int target, int remote, int bytes, long operand) {
        if (!kind.isFetchOp()) {
            throw new IllegalArgumentException(kind + " is no fetch-and-op");
        }
        Operation op = atomic(kind, target, remote, bytes);
        op.operand = operand;
        return op;
    }

    private static Operation atomic(OpKind kind, int target, int remote, int bytes) {
        if (bytes != Integer.BYTES && bytes != Long.BYTES) {
            throw new IllegalArgumentException(kind + " of " + bytes + " bytes; an atomic has 4 or 8");
        }
        return transfer(kind, target, 0, remote, bytes, 0);
    }

    public static Operation cas(int target, int remote, long compare, long value) {
        return cas(target, remote, Long.BYTES, compare, value);
    }

    /** @param bytes of the word, 4 or 8; of 4 both values count modulo 2^32, and the old value is unsigned */
    public static Operation cas(int target, int remote, int bytes, long compare, long value) {
        Operation op = atomic(OpKind.CAS, target, remote, bytes);
        op.compare = compare;
        op.operand = value;
        return op;
    }

    /**
     * Makes a message of bytes [local, local + length). The first eight bytes hold the match word, which a STORE has
     * written; the rest holds the pattern of `key`.
     */
    public static Operation send(int target, int local, int length, long match, long key) {
        Operation op = transfer(OpKind.SEND, target, local, 0, length, key);
        op.match = match;
        return op;
    }

    /** Makes a message of 16 bytes: its match word and a plain value at `local`. */
    public static Operation sendValue(int target, int local, long match, long value) {
        Operation op = send(target, local, 16, match, value);
        op.literal = true;
        return op;
    }

    /** Makes a RECV of the next message with this match word from `origin`, or from any node if `origin` is -1. */
    public static Operation recv(int origin, long match) {
        Operation op = new Operation(OpKind.RECV);
        op.target = origin;
        op.match = match;
        return op;
    }

    public static Operation fence(int target) {
        return transfer(OpKind.FENCE, target, 0, 0, 0, 0);
    }

    public static Operation flush(int target) {
        return transfer(OpKind.FLUSH, target, 0, 0, 0, 0);
    }

    public static Operation quiet() {
        return new Operation(OpKind.QUIET);
    }

    /** Makes an EPOCH_OPEN of epoch `epochId` (16 bits) to each target, in ascending rank. */
    public static Operation epochOpen(int epochId, int... targets) {
        Operation op = new Operation(OpKind.EPOCH_OPEN);
        op.epochId = epochId;
        op.targets = Arrays.stream(targets).sorted().distinct().toArray();
        return op;
    }

    /** Makes an EPOCH_CLOSE of the epoch that operation `open` opens. */
    public static Operation epochClose(int open) {
        Operation op = new Operation(OpKind.EPOCH_CLOSE);
        op.epoch = open;
        return op;
    }

    /**
     * Makes an EPOCH_TRIAL, whose refusal is its result: EPOCH_OPEN under an index that an epoch has at this target, or
     * EPOCH_CLOSE under that of an epoch that is closing or free. `open` is the EPOCH_OPEN of the epoch, or -1.
     */
    public static Operation epochTrial(boolean opens, int open, int target, int epochId) {
        Operation op = epoch(OpKind.EPOCH_TRIAL, target, epochId);
        op.opens = opens;
        return op.in(open);
    }

    public static Operation epochAwait(int origin, int epochId) {
        return epoch(OpKind.EPOCH_AWAIT, origin, epochId);
    }

    private static Operation epoch(OpKind kind, int node, int epochId) {
        Operation op = new Operation(kind);
        op.target = node;
        op.epochId = epochId;
        return op;
    }

    public static Operation barrier() {
        return new Operation(OpKind.BARRIER).over(-1);
    }

    static Operation memory(OpKind kind, int address, int length, long operand, long cycles) {
        Operation op = new Operation(kind);
        op.local = address;
        op.length = length;
        op.operand = operand;
        op.cycles = cycles;
        return op;
    }

    public static Operation load(int address) {
        return memory(OpKind.LOAD, address, 8, 0, 0);
    }

    public static Operation store(int address, long value) {
        return store(address, value, Long.BYTES);
    }

    /** Makes a STORE of the 1 to 8 least significant bytes of a value; fewer than 8 lie in one word, at any address. */
    public static Operation store(int address, long value, int bytes) {
        if (bytes < 1 || bytes > Long.BYTES) {
            throw new IllegalArgumentException("a store has 1 to 8 bytes, not " + bytes);
        }
        return memory(OpKind.STORE, address, bytes, value, 0);
    }

    /** Makes a STORE of those bytes that are written, at least one, as one operation of one cycle. */
    public static Operation store(int address, byte[] bytes, BitSet written) {
        return Block.store(address, bytes, written);
    }

    public static Operation addLocal(int address, long operand) {
        return memory(OpKind.ADD_LOCAL, address, 8, operand, 0);
    }

    public static Operation casLocal(int address, long compare, long value) {
        Operation op = memory(OpKind.CAS_LOCAL, address, 8, value, 0);
        op.compare = compare;
        return op;
    }

    /** Makes a POLL until a comparison of the word at an address holds, or for at most `limit` cycles; 0: no limit. */
    public static Operation poll(int address, Comparison comparison, long operand, long limit) {
        Operation op = memory(OpKind.POLL, address, 8, operand, limit);
        op.comparison = comparison;
        return op;
    }

    /** Makes a POLL that compares 1 to 8 bytes of a word, extended with or without a sign; its value is the word. */
    public static Operation poll(int at, int bytes, boolean signed, Comparison comparison, long operand, long limit) {
        int below = at & 7;
        Operation op = poll(at - below, comparison, operand, limit);
        op.polled = (8L - bytes - below << 3 | (long) below << 6 | (signed ? 1L : 0L) << 9) << Integer.SIZE;
        return op;
    }

    public static Operation fill(int address, int length, long key) {
        Operation op = memory(OpKind.FILL, address, length, 0, 0);
        op.key = key;
        return op;
    }

    /**
     * Makes a REDUCE: software replaces each word of [address, address + length) by its combination with the word at
     * the same place of [source, source + length).
     *
     * @param length a multiple of 8
     * @param cyclesPerWord cycles from one word to the next
     */
    public static Operation reduce(
            int address, int source, int length, ReduceFunction function, ElementType element, long cyclesPerWord) {
        Operation op = memory(OpKind.REDUCE, address, length, 0, cyclesPerWord);
        op.source = source;
        op.function = function;
        op.element = element;
        return op;
    }

    /** Makes a COPY of [source, source + length) to [address, address + length), word by word as a reduce. */
    public static Operation copy(int address, int source, int length, long cyclesPerWord) {
        Operation op = memory(OpKind.COPY, address, length, 0, cyclesPerWord);
        op.source = source;
        return op;
    }

    /**
     * Makes a TREE: an allreduce over a class route of the collective network, of the words of [address, address +
     * length) of all members. Without a length it is a barrier of the members.
     *
     * @param length a multiple of 8
     * @param call number by which the members' contributions are known to belong together
     * @param gives whether the task contributes the words; otherwise it contributes zeros
     * @param keeps whether the result is written to memory
     * @param cyclesPerWord cycles from the load of one word to that of the next
     */
    public static Operation tree(
            int address,
            int length,
            int classRoute,
            long call,
            ReduceFunction function,
            ElementType element,
            boolean gives,
            boolean keeps,
            long cyclesPerWord) {
        Operation op = memory(OpKind.TREE, address, length, call, cyclesPerWord);
        op.classRoute = classRoute;
        op.function = function;
        op.element = element;
        op.tree = new Operation.Tree(gives, keeps, CollectiveMode.ALLREDUCE);
        return op;
    }

    /**
     * Makes a DEVICE_SEND: a daemon sends a header packet and packets of payload to a thread of another node. The
     * messages of a task are sent in their order.
     *
     * @param thread task of the target
     * @param number number among the messages of this sender, from 0 on
     * @param bytes payload, a multiple of 8 from 8 to {@link DeviceMessage#MOST_BYTES}
     * @param classRoute class route of the collective network, to which both nodes belong
     */
    public static Operation deviceSend(int target, int thread, int number, int bytes, int classRoute) {
        Operation op = transfer(OpKind.DEVICE_SEND, target, 0, 0, bytes, 0);
        op.thread = thread;
        op.operand = number;
        op.classRoute = classRoute;
        return op;
    }

    /**
     * Makes a DEVICE_RECEIVE: the task is in its receive loop until the next message for it is in its buffer.
     *
     * @param buffer address of the buffer
     * @param bytes size of the buffer
     * @param slot address of the word in which the threads of the node keep a pending header
     * @param timeout cycles until a thread that has found nothing for itself tries again
     */
    public static Operation deviceReceive(int buffer, int bytes, int slot, long timeout) {
        Operation op = memory(OpKind.DEVICE_RECEIVE, buffer, bytes, 0, timeout);
        op.source = slot;
        return op;
    }

    public static Operation dlaAlloc(int credits, boolean persistent, boolean high) {
        Operation op = new Operation(OpKind.DLA_ALLOC);
        op.dla = new Operation.Dla(credits, persistent, high);
        return op;
    }

    public static Operation dlaEnd() {
        return new Operation(OpKind.DLA_END);
    }

    public static Operation dlaMark() {
        return new Operation(OpKind.DLA_MARK);
    }

    public static Operation dlaRelease() {
        return new Operation(OpKind.DLA_RELEASE);
    }

    public static Operation counterSet(int counter, long value) {
        Operation op = new Operation(OpKind.COUNTER_SET).counter(counter);
        op.operand = value;
        return op;
    }

    public static Operation counterAwait(int counter) {
        return new Operation(OpKind.COUNTER_AWAIT).counter(counter);
    }

    private static Operation decided(Operation op, Decision by) {
        op.decision = by;
        return op.requires(by.compared());
    }

    /** Compares what one of the operations `left` has left with a value, plus what one of `right` has left. */
    public static Operation test(List<Source> left, Comparison comparison, List<Source> right, long operand) {
        Decision by = new Decision(left, comparison, right, operand, List.of(), List.of());
        return decided(new Operation(OpKind.TEST), by);
    }

    /** Looks whether these operations, all of them added before, are done when the look has all that it requires. */
    public static Operation look(List<Integer> operations) {
        return decided(new Operation(OpKind.LOOK), Decision.among(operations, List.of()));
    }

    /** Asks how an operation that was added before has ended. */
    public static Operation ending(int of) {
        return decided(new Operation(OpKind.ENDING), Decision.of(List.of(new Source(of, true)), 0));
    }

    /** Takes 1 to 7 bytes of the value of an operation that was added before, from byte number `first` on. */
    public static Operation extract(int from, int first, int bytes) {
        Operation op = new Operation(OpKind.EXTRACT);
        op.key = (1L << Byte.SIZE * bytes) - 1;
        return decided(op, Decision.of(List.of(new Source(from, false)), first));
    }

    /** Stores what one of the operations `from` has left, the latest first, plus a number. */
    public static Operation storeResult(int address, List<Source> from, long more) {
        return decided(store(address, 0), Decision.of(from, more));
    }

    /** Waits for one of several operations that were added before; `names` has the value of the ANY for each. */
    public static Operation any(List<Integer> choices, List<Long> names) {
        return decided(new Operation(OpKind.ANY), Decision.among(choices, names));
    }
}
