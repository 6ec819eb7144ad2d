// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.twin.nic.IndexSet;
import java.util.Arrays;

/**
 * The commands that are not finished. Each is in a numbered slot, by which lists link them. Only growth allocates
 * memory. Until its cycle a command is in one heap, in the order (cycle, node, task, seq), then in the host queue of
 * its node, or with the tile commands of its owner, which takes turns with others (docs/spec/fabric.md, rule 4).
 */
final class CommandSlots {
    static final int NONE = -1;
    static final int WORDS = 4;
    private static final int NODE_SHIFT = 48;
    private static final int TASK_SHIFT = 32;
    private static final long SEQ_MASK = 0xFFFFFFFFL;

    int[] node = new int[256];
    int[] task = new int[256];
    int[] owner = new int[256];
    int[] op = new int[256];
    int[] seq = new int[256];
    int[] next = new int[256];
    private long[] words = new long[256 * WORDS];
    private int made;
    private int free = NONE;
    final Turns tile; // commands of which the cycle has come, by node
    final SlotList host;
    private final DueHeap waiting = new DueHeap(); // the other ones
    int open; // number of commands that have not acted yet

    CommandSlots(int nodes) {
        tile = new Turns(this, nodes);
        host = new SlotList(this, nodes);
    }

    /** Adds command `i` of the buffer, which must have been checked. */
    void submit(CommandBuffer commands, int i) {
        long order = (long) commands.node(i) << NODE_SHIFT
                | (long) commands.task(i) << TASK_SHIFT
                | commands.seq(i) & SEQ_MASK;
        waiting.add(commands.cycle(i), order, take(commands, i));
        open++;
    }

    /** Returns the cycle of the next command, or Long.MAX_VALUE. */
    long next() {
        return waiting.next();
    }

    /** Moves the commands due in cycle t to the queues of their nodes, and wakes these nodes. */
    void admit(long t, IndexSet awake) {
        while (waiting.next() <= t) {
            int slot = waiting.take();
            int at = node[slot];
            if (op[slot] >= HostCommand.LOAD) {
                host.append(at, slot);
            } else {
                tile.append(at, slot);
            }
            awake.add(at);
        }
    }

    /** Removes and returns the node's next command in one of the two queues; the caller must release its slot. */
    int take(SlotList from, int node) {
        open--;
        return from.take(node);
    }

    /** Copies command `index` of the buffer to a free slot and returns the slot. */
    private int take(CommandBuffer from, int index) {
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
        owner[slot] = from.owner(index);
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
        owner = Arrays.copyOf(owner, size);
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

    /** A first-in first-out list of command slots for each node. */
    static class SlotList {
        final CommandSlots slots;
        final int[] first; // oldest slot, or NONE
        private final int[] last;

        SlotList(CommandSlots slots, int nodes) {
            this.slots = slots;
            first = new int[nodes];
            last = new int[nodes];
            Arrays.fill(first, NONE);
        }

        void append(int node, int slot) {
            slots.next[slot] = NONE;
            if (first[node] == NONE) {
                first[node] = slot;
            } else {
                slots.next[last[node]] = slot;
            }
            last[node] = slot;
        }

        boolean isEmpty(int node) {
            return first[node] == NONE;
        }

        /** Removes and returns the oldest slot; the list must not be empty. */
        int take(int node) {
            int slot = first[node];
            first[node] = slots.next[slot];
            return slot;
        }

        /** Removes the whole list and returns its oldest slot, which is linked to the others, or NONE. */
        int takeAll(int node) {
            int slot = first[node];
            first[node] = NONE;
            return slot;
        }
    }

    /** For each node the next command of each owner that has one, in the order of their turns. */
    static final class Turns extends SlotList {
        private int[] following = new int[0]; // by such a command: the others of its owner, a list
        private int[] newest = new int[0];

        Turns(CommandSlots slots, int nodes) {
            super(slots, nodes);
        }

        /** Adds a command to those of its owner. */
        @Override
        void append(int node, int slot) {
            if (following.length < slots.next.length) {
                following = Arrays.copyOf(following, slots.next.length);
                newest = Arrays.copyOf(newest, slots.next.length);
            }
            int at = first[node];
            while (at != NONE && slots.owner[at] != slots.owner[slot]) {
                at = slots.next[at];
            }
            if (at == NONE) {
                following[slot] = NONE;
                super.append(node, slot);
                return;
            }
            slots.next[slot] = NONE;
            if (following[at] == NONE) {
                following[at] = slot;
            } else {
                slots.next[newest[at]] = slot;
            }
            newest[at] = slot;
        }

        /** Removes and returns the command whose turn it is; the next one of its owner is the last to take its turn. */
        @Override
        int take(int node) {
            int slot = super.take(node);
            int follows = following[slot];
            if (follows != NONE) {
                following[follows] = slots.next[follows];
                newest[follows] = newest[slot];
                super.append(node, follows);
            }
            return slot;
        }
    }
}
