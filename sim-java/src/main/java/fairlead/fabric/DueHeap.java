// SPDX-License-Identifier: Apache-2.0
package fairlead.fabric;

import java.util.Arrays;

/** Things that wait for their cycle, earliest first; those of one cycle by `order`, then in the order in which they were added. */
final class DueHeap {
    private long[] cycle = new long[256];
    private long[] order = new long[256];
    private long[] serial = new long[256];
    private int[] value = new int[256];
    private int count;
    private long added;

    void add(final long newCycle, final long newOrder, final int newValue) {
        if (count == cycle.length) {
            cycle = Arrays.copyOf(cycle, 2 * count);
            order = Arrays.copyOf(order, 2 * count);
            serial = Arrays.copyOf(serial, 2 * count);
            value = Arrays.copyOf(value, 2 * count);
        }
        final long newSerial = added++;
        int at = count++;
        while (at > 0) {
            final int parent = at - 1 >> 1;
            if (!isBefore(newCycle, newOrder, newSerial, parent)) {
                break;
            }
            copy(parent, at);
            at = parent;
        }
        set(at, newCycle, newOrder, newSerial, newValue);
    }

    private boolean isBefore(final long c, final long o, final long s, final int other) {
        if (c != cycle[other]) {
            return c < cycle[other];
        }
        return o != order[other] ? Long.compareUnsigned(o, order[other]) < 0 : s < serial[other];
    }

    private void copy(final int from, final int to) {
        cycle[to] = cycle[from];
        order[to] = order[from];
        serial[to] = serial[from];
        value[to] = value[from];
    }

    private void set(final int at, final long c, final long o, final long s, final int v) {
        cycle[at] = c;
        order[at] = o;
        serial[at] = s;
        value[at] = v;
    }

    /** Cycle of the first, or Long.MAX_VALUE. */
    long next() {
        return count == 0 ? Long.MAX_VALUE : cycle[0];
    }

    /** Takes the first. */
    int take() {
        final int taken = value[0];
        final int moved = --count;
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
