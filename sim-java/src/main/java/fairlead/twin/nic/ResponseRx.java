// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.WriteOp;
import fairlead.hw.HwLayout;
import fairlead.twin.router.InjectionLinks;
import fairlead.twin.router.Packets;

/**
 * The receiver of the response class at one local port. It writes the data of gets, and hands each packet to the
 * CommitUnit at its tail. It waits only for a place in the commit queue.
 */
final class ResponseRx {
    final EjectionBuffer buffer;

    private final int r;
    private final int node;
    private final Packets packets;
    private final InjectionLinks router;
    private final MemoryPorts memory;
    private final EventPorts events;
    private final CommitQueue queue;

    private boolean isData; // whether the packet whose flits are at the front is DATA
    private int cursor; // address to which the next payload flit is written
    private int left; // number of payload bytes still to be written

    ResponseRx(TileContext tile, int r, CommitQueue queue) {
        this.r = r;
        this.queue = queue;
        node = tile.node();
        packets = tile.packets();
        router = tile.router();
        memory = tile.memory();
        events = tile.events();
        buffer = new EjectionBuffer(tile.machine().buffers().locals().eject(1));
    }

    /** Returns whether the oldest flit could be consumed in this cycle. */
    boolean offers() {
        return !buffer.isEmpty() && (queue.hasRoom() || !Packets.isHead(buffer.front()));
    }

    void take() {
        int flit = buffer.take();
        int packet = Packets.packet(flit);
        router.ejectCredit(node, HwLayout.MOST_PORTS + r);
        if (Packets.isHead(flit)) {
            long word0 = packets.header0(packet);
            queue.claim();
            isData = Header0.ptype(word0) == PacketType.DATA;
            cursor = (int) Header1.addr(packets.header1(packet));
            left = (int) Header0.length(word0);
        } else if (isData) {
            int bytes = Math.min(left, HwLayout.FLIT_BYTES);
            memory.write(r, WriteOp.WRITE, cursor, bytes, packets.w0(flit), packets.w1(flit));
            queue.issue(false);
            cursor += HwLayout.FLIT_BYTES;
            left -= bytes;
        }
        if (Packets.isTail(flit)) {
            queue.push(packet, false, 0);
            events.emit(
                    EventUnit.RX_RSP0 + r,
                    EventKind.PACKET_DELIVERED,
                    packets.header0(packet),
                    packets.header1(packet));
        }
    }
}
