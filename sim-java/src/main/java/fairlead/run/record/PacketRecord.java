// SPDX-License-Identifier: Apache-2.0
package fairlead.run.record;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.Stamps;
import fairlead.node.Observer;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * The packets of a run in the order in which they entered the network, each with its cycles and its operation. A packet
 * is known by the two words of its header; packets with equal headers leave in the order in which they entered.
 */
public final class PacketRecord implements Observer {
    public static final String FILE = "packets.csv";
    /** No operation, or no cycle. */
    private static final int NONE = -1;

    /**
     * A packet.
     *
     * @param word0 first word of its header
     * @param source rank of the node that sent it; `target` likewise
     * @param operation number of the operation to which it belongs, or -1
     * @param injectionPort index of the injection port: request 0 and 1, then response 0 and 1
     * @param preparedAt cycle in which the packetiser prepared the packet, to the unit of its stamp
     * @param injectedAt cycle in which the head entered the network
     * @param deliveredAt cycle in which the tail was accepted, or -1
     */
    public record Packet(
            long word0,
            int source,
            int target,
            int operation,
            int injectionPort,
            int ejectionPort,
            int hops,
            long preparedAt,
            long injectedAt,
            long deliveredAt) {
        private Packet with(int port, int passed, long end) {
            return new Packet(
                    word0, source, target, operation, injectionPort, port, passed, preparedAt, injectedAt, end);
        }

        public String type() {
            return PacketType.name((int) Header0.ptype(word0));
        }

        public int flits() {
            return Channels.flits(word0);
        }

        public int bytes() {
            return (int) Header0.length(word0);
        }
    }

    private record Key(long word0, long word1) {}

    private final Shape shape;
    private final Stamps stamps;
    private final int most;
    private final Map<Integer, Integer> owners = new HashMap<>(); // operations by node << TAG_BITS + tag
    private final Map<Key, Deque<Integer>> onTheirWay = new HashMap<>();
    private final List<Packet> packets = new ArrayList<>();
    private long all;

    /** @param most number of packets that are recorded; later ones are only counted */
    public PacketRecord(MachineConfig machine, int most) {
        shape = machine.shape();
        stamps = machine.stamps();
        this.most = most;
    }

    @Override
    public void posted(Operation op, int tag, long cycle) {
        if (tag >= 0 && op.kind() != OpKind.EPOCH_OPEN) { // the tag of an EPOCH_OPEN is an epoch index
            owners.put(op.node() << HwLayout.TAG_BITS | tag, op.id());
        }
    }

    @Override
    public void events(EventCursor batch) {
        batch.rewind();
        while (batch.next()) {
            switch (batch.kind()) {
                case EventKind.PACKET_INJECTED -> injected(batch);
                case EventKind.HOP -> hop(batch);
                case EventKind.PACKET_DELIVERED -> delivered(batch);
                default -> {}
            }
        }
        batch.rewind();
    }

    private void injected(EventCursor e) {
        all++;
        if (packets.size() == most) {
            return;
        }
        Deque<Integer> same = onTheirWay.computeIfAbsent(new Key(e.a(), e.b()), k -> new ArrayDeque<>(1));
        same.add(packets.size());
        int source = shape.rankOfCoord((int) Header0.src(e.a()));
        int target = shape.rankOfCoord((int) Header0.dst(e.a()));
        int owner = owner(e, source, target);
        long prepared = stamps.cycle(e.cycle(), Header0.stamp(e.a()));
        int port = e.unit() - EventUnit.TX_REQ0;
        packets.add(new Packet(e.a(), source, target, owner, port, 0, 0, prepared, e.cycle(), NONE));
    }

    /** Returns the operation of a packet: that of its tag at the origin or, for an answer, at the target. */
    private int owner(EventCursor e, int source, int target) {
        int type = (int) Header0.ptype(e.a());
        boolean asks = type <= PacketType.PING;
        if (!asks && type != PacketType.DATA && type != PacketType.FADD_R && type != PacketType.NACK) {
            return NONE;
        }
        return owners.getOrDefault((asks ? source : target) << HwLayout.TAG_BITS | (int) Header1.tag(e.b()), NONE);
    }

    private void hop(EventCursor e) {
        Deque<Integer> same = onTheirWay.get(new Key(e.a(), e.b()));
        if (same != null) {
            Packet p = packets.get(same.peek());
            packets.set(same.peek(), p.with(p.ejectionPort(), p.hops() + 1, NONE));
        }
    }

    private void delivered(EventCursor e) {
        Key key = new Key(e.a(), e.b());
        Deque<Integer> same = onTheirWay.get(key);
        if (same == null) {
            return; // the packet was not recorded, or was never sent
        }
        int at = same.remove();
        Packet p = packets.get(at);
        packets.set(at, p.with(e.unit() - EventUnit.RX_REQ0, p.hops(), e.cycle()));
        if (same.isEmpty()) {
            onTheirWay.remove(key);
        }
    }

    /** Returns the recorded packets; their numbers are their places in the list. */
    public List<Packet> packets() {
        return packets;
    }

    public long all() {
        return all;
    }

    /** Writes packets.csv: one row for each recorded packet, with empty cells for what is not known. */
    public void write(Path file) throws IOException {
        try (CSVPrinter out = CSVFormat.RFC4180.print(file, StandardCharsets.UTF_8)) {
            out.printRecord((Object[]) ("packet,type,op,source,target,class,bytes,flits,hops,prepared_cycle,"
                            + "injected_cycle,delivered_cycle,latency_cycles")
                    .split(","));
            int number = 0;
            for (Packet p : packets) {
                boolean isDelivered = p.deliveredAt() != NONE;
                out.printRecord(
                        number++,
                        p.type(),
                        p.operation() == NONE ? null : p.operation(),
                        p.source(),
                        p.target(),
                        p.injectionPort() < Channels.LOCAL / 2 ? "request" : "response",
                        p.bytes(),
                        p.flits(),
                        p.hops(),
                        p.preparedAt(),
                        p.injectedAt(),
                        isDelivered ? p.deliveredAt() : null,
                        isDelivered ? p.deliveredAt() - p.preparedAt() : null);
            }
        }
    }
}
