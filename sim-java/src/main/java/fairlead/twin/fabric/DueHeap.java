// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import java.util.Arrays;

/**
 * A priority queue of numbers by cycle; within a cycle by `order`, and then in the order of their addition. Nearly
 * every addition is later than all earlier ones of this kind and is appended to a queue; all other additions go to a
 * heap.
 */
final class DueHeap {
    // the queue: a ring whose size is a power of two
    private long[] queueCycle = new long[256];
    private long[] queueOrder = new long[256];
    private int[] queueValue = new int[256];
    private int queueFirst;
    private int queued;

    // the heap; an entry was added after every equal entry of the queue
    private long[] cycle = new long[16];
    private long[] order = new long[16];
    private long[] serial = new long[16];
    private int[] value = new int[16];
    private int count;
    private long added;

    void add(long newCycle, long newOrder, int newValue) {
        int last = queueFirst + queued - 1 & queueCycle.length - 1;
        if (queued == 0 ? count == 0 : isBehind(newCycle, newOrder, last)) {
            append(newCycle, newOrder, newValue);
        } else {
            addToHeap(newCycle, newOrder, newValue);
        }
    }

    private boolean isBehind(long c, long o, int last) {
        return c > queueCycle[last] || c == queueCycle[last] && Long.compareUnsigned(o, queueOrder[last]) > 0;
    }

    private void append(long newCycle, long newOrder, int newValue) {
        if (queued == queueCycle.length) {
            growQueue();
        }
        int at = queueFirst + queued++ & queueCycle.length - 1;
        queueCycle[at] = newCycle;
        queueOrder[at] = newOrder;
        queueValue[at] = newValue;
    }

    private void growQueue() {
        int size = queueCycle.length;
        queueCycle = unrolled(queueCycle);
        queueOrder = unrolled(queueOrder);
        queueValue = Arrays.copyOf(queueValue, 2 * size);
        System.arraycopy(queueValue, 0, queueValue, size, queueFirst);
    }

    /** Returns a ring of twice the size, in which the wrapped entries follow the others. */
    private long[] unrolled(long[] ring) {
        long[] larger = Arrays.copyOf(ring, 2 * ring.length);
        System.arraycopy(ring, 0, larger, ring.length, queueFirst);
        return larger;
    }

    private void addToHeap(long newCycle, long newOrder, int newValue) {
        if (count == cycle.length) {
            cycle = Arrays.copyOf(cycle, 2 * count);
            order = Arrays.copyOf(order, 2 * count);
            serial = Arrays.copyOf(serial, 2 * count);
            value = Arrays.copyOf(value, 2 * count);
        }
        long newSerial = added++;
        int at = count++;
        while (at > 0) {
            int parent = at - 1 >> 1;
            if (!isBefore(newCycle, newOrder, newSerial, parent)) {
                break;
            }
            copy(parent, at);
            at = parent;
        }
        set(at, newCycle, newOrder, newSerial, newValue);
    }

    private boolean isBefore(long c, long o, long s, int other) {
        if (c != cycle[other]) {
            return c < cycle[other];
        }
        return o != order[other] ? Long.compareUnsigned(o, order[other]) < 0 : s < serial[other];
    }

    private void copy(int from, int to) {
        cycle[to] = cycle[from];
        order[to] = order[from];
        serial[to] = serial[from];
        value[to] = value[from];
    }

    private void set(int at, long c, long o, long s, int v) {
        cycle[at] = c;
        order[at] = o;
        serial[at] = s;
        value[at] = v;
    }

    /** Returns the cycle of the first entry, or Long.MAX_VALUE. */
    long next() {
        long inHeap = count == 0 ? Long.MAX_VALUE : cycle[0];
        return queued == 0 ? inHeap : Math.min(inHeap, queueCycle[queueFirst]);
    }

    int take() {
        if (queued > 0 && (count == 0 || !isBehind(queueCycle[queueFirst], queueOrder[queueFirst]))) {
            int taken = queueValue[queueFirst];
            queueFirst = queueFirst + 1 & queueCycle.length - 1;
            queued--;
            return taken;
        }
        return takeFromHeap();
    }

    /** Returns whether the first entry of the heap is before (c, o). */
    private boolean isBehind(long c, long o) {
        return c > cycle[0] || c == cycle[0] && Long.compareUnsigned(o, order[0]) > 0;
    }

    private int takeFromHeap() {
        int taken = value[0];
        int moved = --count;
        int at = 0;
        for (int child = 1; child < moved; child = 2 * at + 1) {
            if (child + 1 < moved && isBefore(cycle[child + 1], order[child + 1], serial[child + 1], child)) {
                child++;
            }
            if (!isBefore(cycle[child], order[child], serial[child], moved)) {
                break;
            }
            copy(child, at);
            at = child;
        }
        copy(moved, at);
        return taken;
    }
}
