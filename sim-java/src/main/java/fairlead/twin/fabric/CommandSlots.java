// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.CommandBuffer;
import java.util.Arrays;

/**
 * The commands that are not finished. Each is in a numbered slot, by which lists link them. Only growth allocates
 * memory.
 */
final class CommandSlots {
    static final int NONE = -1;
    static final int WORDS = 4;

    int[] node = new int[256];
    int[] task = new int[256];
    int[] op = new int[256];
    int[] seq = new int[256];
    int[] next = new int[256];
    private long[] words = new long[256 * WORDS];
    private int made;
    private int free = NONE;

    /** Copies command `index` of the buffer to a free slot and returns the slot. */
    int take(CommandBuffer from, int index) {
        int slot = free;
        if (slot == NONE) {
            if (made == node.length) {
                grow();
            }
            slot = made++;
        } else {
            free = next[slot];
        }
        node[slot] = from.node(index);
        task[slot] = from.task(index);
        op[slot] = from.op(index);
        seq[slot] = from.seq(index);
        next[slot] = NONE;
        for (int i = 0; i < WORDS; i++) {
            words[slot * WORDS + i] = from.word(index, i);
        }
        return slot;
    }

    private void grow() {
        int size = 2 * made;
        node = Arrays.copyOf(node, size);
        task = Arrays.copyOf(task, size);
        op = Arrays.copyOf(op, size);
        seq = Arrays.copyOf(seq, size);
        next = Arrays.copyOf(next, size);
        words = Arrays.copyOf(words, size * WORDS);
    }

    void release(int slot) {
        next[slot] = free;
        free = slot;
    }

    long word(int slot, int i) {
        return words[slot * WORDS + i];
    }

    void link(int slot, int to) {
        next[slot] = to;
    }
}
