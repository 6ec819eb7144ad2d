// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import java.util.Arrays;

/**
 * The outstanding memory requests of one kind, oldest first, of all nodes with the same memory latency. They are due in
 * the order in which they were made: by cycle, then by node, then by port. The words of a request are adjacent; each is
 * written once and read once. Only growth allocates memory.
 */
final class RequestRing {
    static final int STATUS = 2; // number of the port for the DLA status; the two ports of the kind precede it
    static final int DEVICE = 3; // number of the port of the shared device

    // words of a request: due cycle and node; kind, address and length; the data of a write follow
    private static final int KEY_WORDS = 2;
    private static final int DATA_WORDS = 2;
    private static final int FIRST_REQUESTS = 16;
    private static final int NODE_BITS = 16;
    private static final int NODE_MASK = (1 << NODE_BITS) - 1;
    private static final int LENGTH = 32;
    private static final int CODE = 40;
    private static final int PORT = 48;

    private final int stride;
    private long[] words;
    int head; // index of the oldest request
    private int used; // number of words in use

    private RequestRing(int stride) {
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
     * Adds a write.
     *
     * @param code operation of the write
     */
    void write(long due, int node, int port, int address, int length, int code, long d0, long d1) {
        int at = read(due, node, port, address, length, code);
        words[at + KEY_WORDS] = d0;
        words[at + KEY_WORDS + 1] = d1;
    }

    /**
     * Adds a read, or a write without its data, and returns its index.
     *
     * @param code context of the read
     */
    int read(long due, int node, int port, int address, int length, int code) {
        int at = append();
        words[at] = due << NODE_BITS | node;
        words[at + 1] = address | (long) length << LENGTH | (long) code << CODE | (long) port << PORT;
        return at;
    }

    /** Adds a copy of the request at index `at` of another ring, and returns its index. */
    int copy(RequestRing from, int at) {
        int to = append();
        System.arraycopy(from.words, at, words, to, stride);
        return to;
    }

    private int append() {
        if (used == words.length) {
            grow();
        }
        int at = head + used & words.length - 1;
        used += stride;
        return at;
    }

    private void grow() {
        long[] larger = Arrays.copyOfRange(words, head, head + 2 * words.length);
        System.arraycopy(words, 0, larger, words.length - head, head);
        words = larger;
        head = 0;
    }

    boolean isEmpty() {
        return used == 0;
    }

    /** Returns the cycle in which the oldest request is due, or Long.MAX_VALUE. */
    long next() {
        return used == 0 ? Long.MAX_VALUE : words[head] >>> NODE_BITS;
    }

    /** Returns whether a request with `i` older ones exists at index `at` and is due in this cycle. */
    boolean isDue(int i, int at, long cycle) {
        return i * stride < used && words[at] >>> NODE_BITS == cycle;
    }

    /**
     * Removes the oldest request and returns its index, which is valid for the getters below until the next request is
     * added.
     */
    int take() {
        int at = head;
        head = head + stride & words.length - 1;
        used -= stride;
        return at;
    }

    /** Removes all requests. From then on, indices are valid until the next clear, as long as no request is removed. */
    void clear() {
        head = 0;
        used = 0;
    }

    /** Returns the index of the request that was added after the one at this index. */
    int after(int at) {
        return at + stride & words.length - 1;
    }

    int node(int at) {
        return (int) words[at] & NODE_MASK;
    }

    int port(int at) {
        return (int) (words[at + 1] >>> PORT);
    }

    int address(int at) {
        return (int) words[at + 1];
    }

    int length(int at) {
        return (int) (words[at + 1] >>> LENGTH) & 0xFF;
    }

    int code(int at) {
        return (int) (words[at + 1] >>> CODE) & 0xFF;
    }

    long d0(int at) {
        return words[at + KEY_WORDS];
    }

    long d1(int at) {
        return words[at + KEY_WORDS + 1];
    }
}
