// SPDX-License-Identifier: Apache-2.0
package fairlead.knot;

import fairlead.deadlock.WaitTable;
import fairlead.engine.EventCursor;
import fairlead.engine.Shape;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/** Which packet is in front of which VC, from PACKET_INJECTED, HOP and PACKET_DELIVERED: only with hop events. */
final class Trail {
    /** Identity of a packet on its way. */
    private record Key(long word0, long word1) {}

    private static final class Packet {
        private final Key key;
        private ArrayDeque<Packet> queue;
        private int hops;

        Packet(final Key key) {
            this.key = key;
        }
    }

    private final Shape shape;
    private final int most;
    private final Map<Key, Packet> packets = new HashMap<>();
    /** By VC: packets whose head has come, oldest first; those in front of the first one that is still here entirely have left. */
    private final ArrayDeque<Packet>[] queues;

    private boolean hops;
    private String lost = "";

    @SuppressWarnings({"unchecked", "rawtypes"})
    Trail(final Shape shape) {
        this.shape = shape;
        queues = (ArrayDeque<Packet>[]) new ArrayDeque<?>[shape.nodes() * Waits.PORTS * Waits.VCS];
        most = shape.kx() / 2 + shape.ky() / 2 + shape.kz() / 2;
    }

    void event(final EventCursor e) {
        switch (e.kind()) {
            case EventKind.PACKET_INJECTED:
                final int local = Waits.LINKS + e.unit() - EventUnit.TX_REQ0;
                final Packet fresh = new Packet(new Key(e.a(), e.b()));
                packets.put(fresh.key, fresh);
                enter(fresh, (e.node() * Waits.PORTS + local) * Waits.VCS + WaitTable.localVc(local));
                break;
            case EventKind.HOP:
                hops = true;
                final Packet packet = packets.get(new Key(e.a(), e.b()));
                if (packet != null) {
                    final int direction = (int) e.c() >> 8;
                    enter(
                            packet,
                            (shape.neighbour(e.node(), direction) * Waits.PORTS + (direction ^ 1)) * Waits.VCS
                                    + ((int) e.c() & 7));
                    if (++packet.hops > most && lost.isEmpty()) {
                        lost = text(packet) + " has made " + packet.hops + " hops in cycle " + e.cycle() + ", node "
                                + Knot.coordinates(shape, e.node()) + "; no path of this shape has more than " + most;
                    }
                }
                break;
            case EventKind.PACKET_DELIVERED:
                final Packet done = packets.remove(new Key(e.a(), e.b()));
                if (done != null) {
                    leave(done);
                    done.queue.remove(done);
                }
                break;
            default:
                break;
        }
    }

    private void enter(final Packet packet, final int vc) {
        if (packet.queue != null) {
            leave(packet);
        }
        if (queues[vc] == null) {
            queues[vc] = new ArrayDeque<>();
        }
        queues[vc].add(packet);
        packet.queue = queues[vc];
    }

    /** Its head leaves its VC: those before it have gone, and it stays in front until its tail has. */
    private static void leave(final Packet packet) {
        while (!packet.queue.isEmpty() && packet.queue.peek() != packet) {
            packet.queue.remove();
        }
    }

    /** The packet in front of a VC, in words; empty when hops are not recorded. */
    String front(final int vc, final boolean head, final boolean ejects) {
        if (!hops && Waits.port(vc) < Waits.LINKS || queues[vc] == null) {
            return "";
        }
        for (final Packet packet : queues[vc]) {
            final boolean left = packet.queue != queues[vc];
            if (head != left || !head && ejects) {
                return text(packet);
            }
        }
        return "";
    }

    /** A packet with more hops than a minimal path has, in words; empty: none. */
    String lost() {
        return lost;
    }

    private String text(final Packet packet) {
        final long word0 = packet.key.word0;
        return PacketType.name((int) Header0.ptype(word0)) + " " + shape.rankOfCoord((int) Header0.src(word0)) + " -> "
                + shape.rankOfCoord((int) Header0.dst(word0)) + " tag " + Header1.tag(packet.key.word1);
    }
}
