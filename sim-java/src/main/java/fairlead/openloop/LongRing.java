// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

/** A growing queue of longs, used as source queue. */
final class LongRing {
    private long[] items = new long[16];
    private int head;
    private int size;

    void add(final long item) {
        if (size == items.length) {
            final long[] larger = new long[2 * size];
            for (int i = 0; i < size; i++) {
                larger[i] = items[head + i & size - 1];
            }
            items = larger;
            head = 0;
        }
        items[head + size++ & items.length - 1] = item;
    }

    long take() {
        final long item = items[head];
        size--;
        // an empty ring may start at any index, and index 0 is in the cache
        head = size == 0 ? 0 : head + 1 & items.length - 1;
        return item;
    }
}
