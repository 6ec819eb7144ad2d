// SPDX-License-Identifier: Apache-2.0
package fairlead.fabric;

import java.util.Arrays;

/**
 * The memory requests on their way, oldest first, of all nodes with one memory latency, so that they come due in the order in which they were made: by cycle, then by
 * node. Words side by side, touched once going in and once coming out. Nothing is allocated but for growth.
 */
final class RequestRing {
    private static final int STRIDE = 4; // due cycle and node, what, d0, d1
    private static final int WHAT = 1;
    private static final int D0 = 2;
    private static final int D1 = 3;
    private static final int NODE_BITS = 16;
    private static final int NODE_MASK = (1 << NODE_BITS) - 1;
    private static final int LENGTH = 32;
    private static final int CODE = 40;
    private static final int KIND = 48;

    private long[] words = new long[16 * STRIDE];
    private int head;
    private int count;

    /**
     * @param kind which of the node's ports
     * @param code operation of a write, context of a read
     */
    void add(
            final long due,
            final int node,
            final int kind,
            final int address,
            final int length,
            final int code,
            final long d0,
            final long d1) {
        if (count * STRIDE == words.length) {
            grow();
        }
        final int at = head + count++ * STRIDE & words.length - 1;
        words[at] = due << NODE_BITS | node;
        words[at + WHAT] = address | (long) length << LENGTH | (long) code << CODE | (long) kind << KIND;
        words[at + D0] = d0;
        words[at + D1] = d1;
    }

    /** Twice the size, the oldest in front. */
    private void grow() {
        final long[] larger = Arrays.copyOfRange(words, head, head + 2 * words.length);
        System.arraycopy(words, 0, larger, words.length - head, head);
        words = larger;
        head = 0;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** The cycle in which the oldest is due, or Long.MAX_VALUE. */
    long next() {
        return count == 0 ? Long.MAX_VALUE : words[head] >>> NODE_BITS;
    }

    /** The node of the request at `index` from the oldest, if it is due in this cycle, else -1. */
    int dueAt(final int index, final long cycle) {
        if (index >= count) {
            return -1;
        }
        final long key = words[head + index * STRIDE & words.length - 1];
        return key >>> NODE_BITS == cycle ? (int) key & NODE_MASK : -1;
    }

    /** Whether the oldest is of this node and due in this cycle. */
    boolean isDue(final long cycle, final int node) {
        return count > 0 && words[head] == (cycle << NODE_BITS | node);
    }

    /** Takes the oldest; its place, good for the questions below until the next {@link #add}. */
    int take() {
        final int at = head;
        head = head + STRIDE & words.length - 1;
        count--;
        return at;
    }

    int kind(final int at) {
        return (int) (words[at + WHAT] >>> KIND);
    }

    int address(final int at) {
        return (int) words[at + WHAT];
    }

    int length(final int at) {
        return (int) (words[at + WHAT] >>> LENGTH) & 0xFF;
    }

    int code(final int at) {
        return (int) (words[at + WHAT] >>> CODE) & 0xFF;
    }

    long d0(final int at) {
        return words[at + D0];
    }

    long d1(final int at) {
        return words[at + D1];
    }
}
