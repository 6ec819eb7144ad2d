// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.twin.nic.IndexSet;

/**
 * The commands from their submission to the cycle in which they act. Until their cycle they are in one heap, then in
 * the tile queue or the host queue of their node, each in the order (cycle, task, seq) (docs/spec/fabric.md, rule 4).
 */
final class CommandQueues {
    private static final int NODE_SHIFT = 48;
    private static final int TASK_SHIFT = 32;
    private static final long SEQ_MASK = 0xFFFFFFFFL;

    private final CommandSlots slots;
    final CommandSlots.SlotList tile;
    final CommandSlots.SlotList host;
    private final DueHeap waiting = new DueHeap();
    int open; // number of commands that have not acted yet

    CommandQueues(CommandSlots slots, int nodes) {
        this.slots = slots;
        tile = new CommandSlots.SlotList(slots, nodes);
        host = new CommandSlots.SlotList(slots, nodes);
    }

    /** Adds command `i` of the buffer, which must have been checked. */
    void submit(CommandBuffer commands, int i) {
        long order = (long) commands.node(i) << NODE_SHIFT
                | (long) commands.task(i) << TASK_SHIFT
                | commands.seq(i) & SEQ_MASK;
        waiting.add(commands.cycle(i), order, slots.take(commands, i));
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
            int node = slots.node[slot];
            if (slots.op[slot] >= HostCommand.LOAD) {
                host.append(node, slot);
            } else {
                tile.append(node, slot);
            }
            awake.add(node);
        }
    }

    /** Removes and returns the node's next command in one of the two queues; the caller must release its slot. */
    int take(CommandSlots.SlotList from, int node) {
        open--;
        return from.take(node);
    }
}
