// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import java.util.Arrays;

/**
 * One operation of a task (D9). Made by a factory of {@link Ops}, completed by the chained setters, fixed when {@link TaskBuilder#add} takes it; from then on it only answers.
 *
 * <p>`requires`: starts when these have completed. `after`: starts when these have been handed to the NIC, in the same order. Both name operations of the same node.
 */
public final class Operation extends Placed {
    private static final int[] NONE = {};

    int local;
    int remote;
    int length;
    long key;
    boolean literal;
    boolean unknown;
    long operand;
    long compare;
    long cycles;
    Comparison comparison = Comparison.EQ;
    int counter = -1;
    int epoch = -1;
    int epochId;
    int[] targets = NONE;
    long match;
    int credits;
    boolean persistent;
    boolean high;
    private boolean attempt;
    private boolean ordered;
    private boolean awaited;
    private Path path = Path.DESCRIPTOR;
    private int[] requires = NONE;
    private int[] after = NONE;

    Operation(final OpKind kind) {
        super(kind);
    }

    // ---- setters

    private Operation open() {
        if (id >= 0) {
            throw new IllegalStateException("operation " + id + " is already part of a program");
        }
        return this;
    }

    public Operation requires(final int... ids) {
        open().requires = concat(requires, ids);
        return this;
    }

    public Operation after(final int... ids) {
        open().after = concat(after, ids);
        return this;
    }

    /** Part of the epoch that operation `open` opens; requires it. */
    public Operation in(final int open) {
        if (open >= 0) {
            open().epoch = open;
        }
        return this;
    }

    /** Put: decrement this byte counter at the target. */
    public Operation counter(final int index) {
        open().counter = index;
        return this;
    }

    /** Put or get: its packets keep the order of the path, whatever the machine's routing. */
    public Operation ordered() {
        open().ordered = true;
        return this;
    }

    public Operation path(final Path way) {
        open().path = way;
        return this;
    }

    /** Not to be given to the machine before this cycle. */
    public Operation notBefore(final long cycle) {
        open();
        notBefore = cycle;
        return this;
    }

    /** A refusal, rejection or discard is a result and not an error. */
    public Operation attempt() {
        open().attempt = true;
        return this;
    }

    private static int[] concat(final int[] left, final int[] right) {
        final int[] all = Arrays.copyOf(left, left.length + right.length);
        System.arraycopy(right, 0, all, left.length, right.length);
        return all;
    }

    void place(final int newId, final int newNode, final int newTask) {
        open();
        id = newId;
        node = newNode;
        task = newTask;
        requires = distinct(requires);
        after = distinct(after);
    }

    /** Sorted, each id once, -1 (which stands for none) left out. */
    private static int[] distinct(final int[] ids) {
        Arrays.sort(ids);
        int count = 0;
        for (final int id : ids) {
            if (id >= 0 && (count == 0 || ids[count - 1] != id)) {
                ids[count++] = id;
            }
        }
        return Arrays.copyOf(ids, count);
    }

    // ---- answers

    public int local() {
        return local;
    }

    public int remote() {
        return remote;
    }

    public int length() {
        return length;
    }

    public long key() {
        return key;
    }

    /** Whether the payload is the value `key` itself. */
    public boolean literal() {
        return literal;
    }

    /** Whether what a put or get writes depends on the run. */
    public boolean isUnknown() {
        return unknown;
    }

    /** Byte `index` of what a put or get must write. */
    public byte payload(final int index) {
        return literal ? (byte) (key >>> 8 * index) : Payload.byteAt(key, index);
    }

    /** Bytes 8 * index to 8 * index + 7 of the payload; past the end the pattern goes on. */
    public long payloadWord(final int index) {
        return literal ? key : Payload.word(key, index);
    }

    public long operand() {
        return operand;
    }

    public long compare() {
        return compare;
    }

    /** CALC: cycles; POLL: limit. */
    public long cycles() {
        return cycles;
    }

    public Comparison comparison() {
        return comparison;
    }

    public int counter() {
        return counter;
    }

    /** Id of the EPOCH_OPEN of the epoch that it belongs to or closes, or -1. */
    public int epoch() {
        return epoch;
    }

    public int epochId() {
        return epochId;
    }

    /** EPOCH_OPEN: targets in ascending rank. Not to be changed. */
    public int[] targets() {
        return targets;
    }

    public long match() {
        return match;
    }

    public int credits() {
        return credits;
    }

    public boolean persistent() {
        return persistent;
    }

    public boolean high() {
        return high;
    }

    public boolean isAttempt() {
        return attempt;
    }

    public boolean isOrdered() {
        return ordered;
    }

    /** FENCE: an operation on the store path waits for its end. */
    public boolean isAwaited() {
        return awaited;
    }

    void await() {
        awaited = true;
    }

    public Path path() {
        return path;
    }

    /** Not to be changed. */
    public int[] requires() {
        return requires;
    }

    /** Not to be changed. */
    public int[] after() {
        return after;
    }

    @Override
    public String toString() {
        final String to = target < 0 ? "" : " node " + target;
        return "op " + id + " (" + kind() + to + ", node " + node + " task " + task + ")";
    }
}
