// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.knot;

import fairlead.deadlock.graph.WaitTable;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.HopEvent;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.Shape;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/** Finds the packet in front of each VC from PACKET_INJECTED, HOP and PACKET_DELIVERED of a run with hop events. */
final class Trail {
    private record Key(long word0, long word1) {}

    private static final class Packet {
        private final Key key;
        private ArrayDeque<Packet> queue;
        private int hops;

        Packet(Key key) {
            this.key = key;
        }
    }

    private final Shape shape;
    private final int most;
    private final Map<Key, Packet> packets = new HashMap<>();
    /**
     * For each VC, the packets whose heads have arrived, oldest first. Packets before the first one that is completely
     * in the buffer have left.
     */
    private final ArrayDeque<Packet>[] queues;

    private String lost = "";

    @SuppressWarnings({"unchecked", "rawtypes"})
    Trail(Shape shape) {
        this.shape = shape;
        queues = (ArrayDeque<Packet>[]) new ArrayDeque<?>[shape.nodes() * Waits.PORTS * Waits.VCS];
        most = shape.kx() / 2 + shape.ky() / 2 + shape.kz() / 2;
    }

    void injected(EventCursor e) {
        int local = Waits.LINKS + e.unit() - EventUnit.TX_REQ0;
        int vc = (e.node() * Waits.PORTS + local) * Waits.VCS + WaitTable.localVc(local);
        Packet fresh = new Packet(new Key(e.a(), e.b()));
        packets.put(fresh.key, fresh);
        enter(fresh, vc);
    }

    void hop(EventCursor e) {
        Packet packet = packets.get(new Key(e.a(), e.b()));
        int direction = (int) HopEvent.link(e.c());
        if (packet != null && direction < Shape.DIRECTIONS && HopEvent.vc(e.c()) < Waits.VCS) {
            enter(
                    packet,
                    (shape.neighbour(e.node(), direction) * Waits.PORTS + (direction ^ 1)) * Waits.VCS
                            + (int) HopEvent.vc(e.c()));
            if (++packet.hops > most && lost.isEmpty()) {
                lost = text(packet.key) + " has made " + packet.hops + " hops in cycle " + e.cycle() + ", node "
                        + Knot.coordinates(shape, e.node()) + "; no path of this shape has more than " + most;
            }
        }
    }

    void delivered(EventCursor e) {
        Packet done = packets.remove(new Key(e.a(), e.b()));
        if (done != null) {
            leave(done);
            done.queue.remove(done);
        }
    }

    private void enter(Packet packet, int vc) {
        if (packet.queue != null) {
            leave(packet);
        }
        if (queues[vc] == null) {
            queues[vc] = new ArrayDeque<>();
        }
        queues[vc].add(packet);
        packet.queue = queues[vc];
    }

    /**
     * Notes that the packet's head leaves its VC: earlier packets have left, and the packet remains in front until its
     * tail leaves.
     */
    private static void leave(Packet packet) {
        while (!packet.queue.isEmpty() && packet.queue.peek() != packet) {
            packet.queue.remove();
        }
    }

    String front(int vc, boolean head, boolean ejects) {
        if (queues[vc] == null) {
            return "";
        }
        for (Packet packet : queues[vc]) {
            boolean left = packet.queue != queues[vc];
            if (head != left || !head && ejects) {
                return text(packet.key);
            }
        }
        return "";
    }

    String lost() {
        return lost;
    }

    private String text(Key key) {
        long word0 = key.word0;
        return PacketType.name((int) Header0.ptype(word0)) + " " + shape.rankOfCoord((int) Header0.src(word0)) + " -> "
                + shape.rankOfCoord((int) Header0.dst(word0)) + " tag " + Header1.tag(key.word1);
    }
}
