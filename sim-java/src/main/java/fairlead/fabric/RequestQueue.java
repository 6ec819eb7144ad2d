// SPDX-License-Identifier: Apache-2.0
package fairlead.fabric;

import java.util.Arrays;

/** The requests of one memory port on their way, oldest first. Nothing is allocated but for growth. */
final class RequestQueue {
    private static final int LENGTH = 32;
    private static final int CODE = 40;

    private long[] due = new long[16];
    private long[] what = new long[16];
    private long[] first = new long[16];
    private long[] second = new long[16];
    private int head;
    private int count;

    /** @param code operation of a write, context of a read */
    void add(final long cycle, final int address, final int length, final int code, final long d0, final long d1) {
        if (count == due.length) {
            grow();
        }
        final int at = head + count++ & due.length - 1;
        due[at] = cycle;
        what[at] = address | (long) length << LENGTH | (long) code << CODE;
        first[at] = d0;
        second[at] = d1;
    }

    private void grow() {
        due = unrolled(due);
        what = unrolled(what);
        first = unrolled(first);
        second = unrolled(second);
        head = 0;
    }

    /** Twice the size, the oldest in front. */
    private long[] unrolled(final long[] ring) {
        final long[] larger = Arrays.copyOfRange(ring, head, head + 2 * ring.length);
        System.arraycopy(ring, 0, larger, ring.length - head, head);
        return larger;
    }

    boolean isDue(final long cycle) {
        return count > 0 && due[head] == cycle;
    }

    int address() {
        return (int) what[head];
    }

    int length() {
        return (int) (what[head] >>> LENGTH) & 0xFF;
    }

    int code() {
        return (int) (what[head] >>> CODE);
    }

    long d0() {
        return first[head];
    }

    long d1() {
        return second[head];
    }

    void remove() {
        head = head + 1 & due.length - 1;
        count--;
    }
}
