// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.model;

import java.util.Arrays;

/**
 * The memory requests of one kind on their way, oldest first, of all nodes with one memory latency, so that they come due in the order in which they were made: by cycle,
 * then by node, then by port. Words side by side, touched once going in and once coming out. Nothing is allocated but for growth.
 */
final class RequestRing {
    /** Ports: the two of the kind, then the status of the DLA. */
    static final int STATUS = 2;

    private static final int KEY_WORDS = 2; // due cycle and node, what; data of a write behind them
    private static final int DATA_WORDS = 2;
    private static final int FIRST_REQUESTS = 16;
    private static final int NODE_BITS = 16;
    private static final int NODE_MASK = (1 << NODE_BITS) - 1;
    private static final int LENGTH = 32;
    private static final int CODE = 40;
    private static final int PORT = 48;

    private final int stride;
    private long[] words;
    private int head;
    private int used; // words

    private RequestRing(final int stride) {
        this.stride = stride;
        words = new long[FIRST_REQUESTS * stride];
    }

    static RequestRing ofReads() {
        return new RequestRing(KEY_WORDS);
    }

    static RequestRing ofWrites() {
        return new RequestRing(KEY_WORDS + DATA_WORDS);
    }

    /**
     * Returns its place.
     *
     * @param code context of a read
     */
    int read(final long due, final int node, final int port, final int address, final int length, final int code) {
        return place(due, node, port, address, length, code);
    }

    /** @param code operation of a write */
    void write(
            final long due,
            final int node,
            final int port,
            final int address,
            final int length,
            final int code,
            final long d0,
            final long d1) {
        final int at = place(due, node, port, address, length, code);
        words[at + KEY_WORDS] = d0;
        words[at + KEY_WORDS + 1] = d1;
    }

    private int place(
            final long due, final int node, final int port, final int address, final int length, final int code) {
        if (used == words.length) {
            grow();
        }
        final int at = head + used & words.length - 1;
        used += stride;
        words[at] = due << NODE_BITS | node;
        words[at + 1] = address | (long) length << LENGTH | (long) code << CODE | (long) port << PORT;
        return at;
    }

    /** Twice the size, the oldest in front. */
    private void grow() {
        final long[] larger = Arrays.copyOfRange(words, head, head + 2 * words.length);
        System.arraycopy(words, 0, larger, words.length - head, head);
        words = larger;
        head = 0;
    }

    boolean isEmpty() {
        return used == 0;
    }

    /** The cycle in which the oldest is due, or Long.MAX_VALUE. */
    long next() {
        return used == 0 ? Long.MAX_VALUE : words[head] >>> NODE_BITS;
    }

    /** The place of the oldest. */
    int head() {
        return head;
    }

    /** Whether the request at index `i` from the oldest, at place `at`, is there and due in this cycle. */
    boolean isDue(final int i, final int at, final long cycle) {
        return i * stride < used && words[at] >>> NODE_BITS == cycle;
    }

    /** Takes the oldest; its place, good for the questions below until the next one is made. */
    int take() {
        final int at = head;
        head = head + stride & words.length - 1;
        used -= stride;
        return at;
    }

    /** Forgets them all. From here on places stay good until the next clear, as long as none is taken. */
    void clear() {
        head = 0;
        used = 0;
    }

    /** The place of the request made after the one at this place. */
    int after(final int at) {
        return at + stride & words.length - 1;
    }

    int node(final int at) {
        return (int) words[at] & NODE_MASK;
    }

    int port(final int at) {
        return (int) (words[at + 1] >>> PORT);
    }

    int address(final int at) {
        return (int) words[at + 1];
    }

    int length(final int at) {
        return (int) (words[at + 1] >>> LENGTH) & 0xFF;
    }

    int code(final int at) {
        return (int) (words[at + 1] >>> CODE) & 0xFF;
    }

    long d0(final int at) {
        return words[at + KEY_WORDS];
    }

    long d1(final int at) {
        return words[at + KEY_WORDS + 1];
    }
}
