// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.model;

import fairlead.engine.api.CommandBuffer;
import fairlead.hw.HwLayout.HostCommand;

/**
 * Commands from their submission to the cycle in which they act: until their cycle in one heap, then in the tile or the host queue of their node, each in the order
 * (cycle, task, seq) (docs/spec/fabric.md, rule 4).
 */
final class CommandQueues {
    private static final int NODE_SHIFT = 48;
    private static final int TASK_SHIFT = 32;
    private static final long SEQ_MASK = 0xFFFFFFFFL;

    private final CommandSlots slots;
    private final SlotList tile;
    private final SlotList host;
    private final DueHeap waiting = new DueHeap();
    private int open;
    private int queued;

    CommandQueues(final CommandSlots slots, final int nodes) {
        this.slots = slots;
        tile = new SlotList(slots, nodes);
        host = new SlotList(slots, nodes);
    }

    /** Command `i` of the buffer; it must have been checked. */
    void submit(final CommandBuffer commands, final int i) {
        final long order = (long) commands.node(i) << NODE_SHIFT
                | (long) commands.task(i) << TASK_SHIFT
                | commands.seq(i) & SEQ_MASK;
        waiting.add(commands.cycle(i), order, slots.take(commands, i));
        open++;
    }

    /** Cycle of the next command, or Long.MAX_VALUE. */
    long next() {
        return waiting.next();
    }

    /** Moves what is due in cycle t to the queues of its nodes, which wake. */
    void admit(final long t, final NodeSet awake) {
        while (waiting.next() <= t) {
            final int slot = waiting.take();
            final int node = slots.node(slot);
            if (slots.op(slot) >= HostCommand.LOAD) {
                host.append(node, slot);
            } else {
                tile.append(node, slot);
                queued++;
            }
            awake.add(node);
        }
    }

    boolean hasTile(final int node) {
        return !tile.isEmpty(node);
    }

    boolean hasHost(final int node) {
        return !host.isEmpty(node);
    }

    /** What the node's next tile command is. */
    int nextTileOp(final int node) {
        return slots.op(tile.first(node));
    }

    /** The node's next tile command; its slot is the caller's to release. */
    int takeTile(final int node) {
        open--;
        queued--;
        return tile.take(node);
    }

    /** The node's next host command; its slot is the caller's to release. */
    int takeHost(final int node) {
        open--;
        return host.take(node);
    }

    /** Commands that have not acted yet. */
    int open() {
        return open;
    }

    /** Tile commands that wait for their turn. */
    int queued() {
        return queued;
    }
}
