// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import java.util.Arrays;

/** A first-in first-out queue of ints that grows and never boxes. */
public final class IntQueue {
    private int[] ring = new int[8];
    private int head;
    private int size;

    public boolean isEmpty() {
        return size == 0;
    }

    public int size() {
        return size;
    }

    public void add(int value) {
        grow();
        ring[head + size & ring.length - 1] = value;
        size++;
    }

    /** Inserts a value in front of all others. */
    public void push(int value) {
        grow();
        head = head - 1 & ring.length - 1;
        ring[head] = value;
        size++;
    }

    private void grow() {
        if (size == ring.length) {
            int[] larger = Arrays.copyOf(ring, 2 * size);
            System.arraycopy(ring, 0, larger, size, head);
            ring = larger;
        }
    }

    public int first() {
        return get(0);
    }

    public int get(int index) {
        if (index < 0 || index >= size) {
            throw new IllegalStateException("no entry " + index + " in a queue of " + size);
        }
        return ring[head + index & ring.length - 1];
    }

    public int take() {
        int value = get(0);
        head = head + 1 & ring.length - 1;
        size--;
        return value;
    }

    /** Removes the entry at `index`; later entries move up by one position. */
    public int remove(int index) {
        int value = get(index);
        for (int i = index; i + 1 < size; i++) {
            ring[head + i & ring.length - 1] = ring[head + i + 1 & ring.length - 1];
        }
        size--;
        return value;
    }
}
