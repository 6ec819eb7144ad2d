// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import java.util.Arrays;

/**
 * A priority queue of numbers by cycle; within a cycle by `order`, and then in the order of their addition. Nearly
 * every addition is later than all earlier ones of this kind and is appended to a queue; all other additions go to a
 * heap.
 */
final class DueHeap {
    // words of an entry: cycle, order, value, and in the heap the number of earlier additions to it
    private static final int ORDER = 1;
    private static final int VALUE = 2;
    private static final int SERIAL = 3;
    private static final int STRIDE = 4;

    // the queue: a ring whose size is a power of two
    private long[] queue = new long[256 * STRIDE];
    private int first;
    private int used; // number of words in use
    private long[] heap = new long[16 * STRIDE]; // an entry was added after every equal entry of the queue
    private int count;
    private long added;

    void add(long cycle, long order, int value) {
        int last = first + used - STRIDE & queue.length - 1;
        if (used == 0 ? count == 0 : isBefore(queue, last, cycle, order)) {
            if (used == queue.length) {
                growQueue();
            }
            put(queue, first + used & queue.length - 1, cycle, order, value, 0);
            used += STRIDE;
        } else {
            addToHeap(cycle, order, value);
        }
    }

    /** Returns whether the entry at a word is before (cycle, order). */
    private static boolean isBefore(long[] entries, int at, long cycle, long order) {
        return entries[at] < cycle || entries[at] == cycle && Long.compareUnsigned(entries[at + ORDER], order) < 0;
    }

    private static void put(long[] entries, int at, long cycle, long order, int value, long serial) {
        entries[at] = cycle;
        entries[at + ORDER] = order;
        entries[at + VALUE] = value;
        entries[at + SERIAL] = serial;
    }

    private void growQueue() {
        long[] larger = Arrays.copyOfRange(queue, first, first + 2 * queue.length);
        System.arraycopy(queue, 0, larger, queue.length - first, first);
        queue = larger;
        first = 0;
    }

    private void addToHeap(long cycle, long order, int value) {
        if (count * STRIDE == heap.length) {
            heap = Arrays.copyOf(heap, 2 * heap.length);
        }
        int at = count++;
        while (at > 0 && isBefore(cycle, order, added, at - 1 >> 1)) {
            copy(at - 1 >> 1, at);
            at = at - 1 >> 1;
        }
        put(heap, at * STRIDE, cycle, order, value, added++);
    }

    private boolean isBefore(long cycle, long order, long serial, int other) {
        int at = other * STRIDE;
        if (cycle != heap[at]) {
            return cycle < heap[at];
        }
        return order != heap[at + ORDER]
                ? Long.compareUnsigned(order, heap[at + ORDER]) < 0
                : serial < heap[at + SERIAL];
    }

    private void copy(int from, int to) {
        System.arraycopy(heap, from * STRIDE, heap, to * STRIDE, STRIDE);
    }

    /** Returns the cycle of the first entry, or Long.MAX_VALUE. */
    long next() {
        long inHeap = count == 0 ? Long.MAX_VALUE : heap[0];
        return used == 0 ? inHeap : Math.min(inHeap, queue[first]);
    }

    int take() {
        if (used > 0 && (count == 0 || !isBefore(heap, 0, queue[first], queue[first + ORDER]))) {
            int taken = (int) queue[first + VALUE];
            first = first + STRIDE & queue.length - 1;
            used -= STRIDE;
            return taken;
        }
        int taken = (int) heap[VALUE];
        int last = --count * STRIDE;
        int at = 0;
        for (int child = 1; child < count; child = 2 * at + 1) {
            int right = (child + 1) * STRIDE;
            if (child + 1 < count && isBefore(heap[right], heap[right + ORDER], heap[right + SERIAL], child)) {
                child++;
            }
            if (!isBefore(heap[child * STRIDE], heap[child * STRIDE + ORDER], heap[child * STRIDE + SERIAL], count)) {
                break;
            }
            copy(child, at);
            at = child;
        }
        System.arraycopy(heap, last, heap, at * STRIDE, STRIDE);
        return taken;
    }
}
