// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import java.util.ArrayDeque;

/**
 * The injection or reception FIFO of one channel. Flits become visible only when what they belong to is complete: a
 * packet or, in the injection FIFO of the point-to-point channel, a message up to its last packet.
 */
final class PacketFifo {
    private record Entry(TreeFlit flit, boolean end) {}

    private final int depth; // in packets
    private final int slots; // in flits
    private final ArrayDeque<Entry> entries = new ArrayDeque<>();
    private int packets; // number of packets whose head is in the FIFO and whose tail has not been taken
    private int whole; // number of complete packets or messages in the FIFO

    // decided in this cycle
    private Entry arriving;
    private boolean taken;

    PacketFifo(int depth, int slots) {
        this.depth = depth;
        this.slots = slots;
    }

    /** Returns whether there is room for another packet of any length. */
    boolean hasRoom() {
        return packets < depth && entries.size() + HwLayout.TREE_PACKET_FLITS <= slots;
    }

    /** Returns the oldest visible flit, or null. */
    TreeFlit front() {
        return whole == 0 ? null : entries.peek().flit;
    }

    void arrive(TreeFlit flit, boolean ends) {
        arriving = new Entry(flit, ends && flit.tail());
    }

    void take() {
        taken = true;
    }

    void edge() {
        if (taken) {
            Entry entry = entries.poll();
            packets -= entry.flit.tail() ? 1 : 0;
            whole -= entry.end ? 1 : 0;
        }
        if (arriving != null) {
            entries.add(arriving);
            packets += arriving.flit.head() ? 1 : 0;
            whole += arriving.end ? 1 : 0;
        }
        arriving = null;
        taken = false;
    }
}
