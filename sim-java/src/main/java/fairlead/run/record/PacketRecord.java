// SPDX-License-Identifier: Apache-2.0
package fairlead.run.record;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.Shape;
import fairlead.node.Observer;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The packets of a run in the order in which they entered the network, each with its cycles and its operation. A packet
 * is known by the two words of its header; packets with equal headers leave in the order in which they entered.
 */
public final class PacketRecord implements Observer {
    /** Result of {@link #operation} for a packet of no operation, and of {@link #deliveredAt} for one on its way. */
    public static final int NONE = -1;

    private static final int WORDS = 5;
    private static final int DELIVERED = 3;
    private static final int OWNER = 4; // operation | injection port << 32 | ejection port << 40 | hops << 48
    private static final int OCTET = 0xFF;

    private record Key(long word0, long word1) {}

    private final Shape shape;
    private final int most;
    private final Map<Integer, Integer> owners = new HashMap<>(); // operations by node << TAG_BITS + tag
    private final Map<Key, Deque<Integer>> onTheirWay = new HashMap<>();
    private long[] words = new long[WORDS << 10];
    private int size;
    private long all;

    /** @param most number of packets that are recorded; later ones are only counted */
    public PacketRecord(final Shape shape, final int most) {
        this.shape = shape;
        this.most = most;
    }

    @Override
    public void posted(final Operation op, final int tag, final long cycle) {
        if (tag >= 0 && op.kind() != OpKind.EPOCH_OPEN) { // the tag of an EPOCH_OPEN is an epoch index
            owners.put(op.node() << HwLayout.TAG_BITS | tag, op.id());
        }
    }

    @Override
    public void events(final EventCursor batch) {
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

    private void injected(final EventCursor e) {
        all++;
        if (size == most) {
            return;
        }
        if (size * WORDS == words.length) {
            words = Arrays.copyOf(words, 2 * words.length);
        }
        final int at = size * WORDS;
        words[at] = e.a();
        words[at + 1] = e.b();
        words[at + 2] = e.cycle();
        words[at + DELIVERED] = NONE;
        words[at + OWNER] =
                owner(e.a(), e.b()) & 0xFFFFFFFFL | (long) (e.unit() - HwLayout.EventUnit.TX_REQ0 & OCTET) << 32;
        onTheirWay
                .computeIfAbsent(new Key(e.a(), e.b()), k -> new ArrayDeque<>(1))
                .add(size);
        size++;
    }

    /** Returns the operation of a packet: that of its tag at the origin or, for an answer, at the target. */
    private int owner(final long word0, final long word1) {
        final int type = (int) Header0.ptype(word0);
        final boolean asks = type <= PacketType.PING;
        if (!asks && type != PacketType.DATA && type != PacketType.FADD_R && type != PacketType.NACK) {
            return NONE;
        }
        final int node = shape.rankOfCoord((int) (asks ? Header0.src(word0) : Header0.dst(word0)));
        return owners.getOrDefault(node << HwLayout.TAG_BITS | (int) Header1.tag(word1), NONE);
    }

    private void hop(final EventCursor e) {
        final Deque<Integer> same = onTheirWay.get(new Key(e.a(), e.b()));
        if (same != null) {
            words[same.peek() * WORDS + OWNER] += 1L << 48;
        }
    }

    private void delivered(final EventCursor e) {
        final Key key = new Key(e.a(), e.b());
        final Deque<Integer> same = onTheirWay.get(key);
        if (same == null) {
            return; // the packet was not recorded, or was never sent
        }
        final int at = same.remove() * WORDS;
        words[at + DELIVERED] = e.cycle();
        words[at + OWNER] |= (long) (e.unit() - HwLayout.EventUnit.RX_REQ0 & OCTET) << 40;
        if (same.isEmpty()) {
            onTheirWay.remove(key);
        }
    }

    /** Returns the number of recorded packets; they have the numbers 0 to size() - 1. */
    public int size() {
        return size;
    }

    /** Returns the number of packets that entered the network. */
    public long all() {
        return all;
    }

    public long word0(final int packet) {
        return words[packet * WORDS];
    }

    /** Returns the cycle in which the head entered the network. */
    public long injectedAt(final int packet) {
        return words[packet * WORDS + 2];
    }

    /** Returns the cycle in which the packetiser prepared the packet. */
    public long preparedAt(final int packet) {
        final long waited = injectedAt(packet) - Header0.stamp(word0(packet)) & Header0.STAMP_MASK;
        return injectedAt(packet) - waited;
    }

    /** Returns the cycle in which the tail was accepted, or {@link #NONE}. */
    public long deliveredAt(final int packet) {
        return words[packet * WORDS + DELIVERED];
    }

    /** Returns the operation to which the packet belongs, or {@link #NONE}. */
    public int operation(final int packet) {
        return (int) words[packet * WORDS + OWNER];
    }

    /** Returns the index of the injection port: request 0 and 1, then response 0 and 1. */
    public int injectionPort(final int packet) {
        return (int) (words[packet * WORDS + OWNER] >>> 32) & OCTET;
    }

    public int ejectionPort(final int packet) {
        return (int) (words[packet * WORDS + OWNER] >>> 40) & OCTET;
    }

    public int hops(final int packet) {
        return (int) (words[packet * WORDS + OWNER] >>> 48);
    }

    public int source(final int packet) {
        return shape.rankOfCoord((int) Header0.src(word0(packet)));
    }

    public int target(final int packet) {
        return shape.rankOfCoord((int) Header0.dst(word0(packet)));
    }

    public String type(final int packet) {
        return PacketType.name((int) Header0.ptype(word0(packet)));
    }

    public int flits(final int packet) {
        return Channels.flits(word0(packet));
    }

    public int bytes(final int packet) {
        return (int) Header0.length(word0(packet));
    }
}
