// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.routes;

import fairlead.deadlock.graph.RoutingRelation;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.machine.VcRule;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The routing relation of the RTL. Every packet of a shape is followed hop by hop, and the Verilated RouteUnit gives
 * the output of each hop. The outputs are collected in the same form as the relation of the static check and compared
 * with it.
 */
public final class RtlRelation {
    private static final int LINKS = HwLayout.LINKS;
    private static final int CHANNELS = LINKS * 2;

    private final Shape shape;
    private final int cls;
    private final BitSet used = new BitSet();
    private final BitSet last = new BitSet();
    private final BitSet first = new BitSet();
    /** For each channel, the channels that follow it, as bits of the 12 channels of the next node. */
    private final int[] next;

    private long hops;
    private long ejections;
    private final List<String> mistakes = new ArrayList<>();

    private RtlRelation(final Shape shape, final int cls) {
        this.shape = shape;
        this.cls = cls;
        next = new int[shape.nodes() * CHANNELS];
    }

    /**
     * Follows the packets of every pair of nodes.
     *
     * @param bothTies whether packets at distance k/2 go in both directions, as the static check assumes; else only in
     *      the direction that HeaderBuilder selects
     */
    public static RtlRelation walk(
            final RouteLibrary unit,
            final Shape shape,
            final VcRule rule,
            final Unsafe unsafe,
            final int cls,
            final boolean bothTies) {
        final RtlRelation relation = new RtlRelation(shape, cls);
        final Origin origin = new Origin(shape, 2);
        final List<long[]> packets = new ArrayList<>();
        for (int src = 0; src < shape.nodes(); src++) {
            for (int dst = 0; dst < shape.nodes(); dst++) {
                final int ties = bothTies ? origin.ties(src, dst) : 0;
                for (int minus = 0; minus < 8; minus++) {
                    if (src != dst && (minus & ~ties) == 0) {
                        final long header =
                                bothTies ? origin.header(src, dst, cls, 0, minus) : origin.header(src, dst, cls, 0);
                        packets.add(new long[] {header, src, -1});
                    }
                }
                if (packets.size() >= RouteLibrary.BATCH / 8) {
                    relation.walk(unit, rule, unsafe, packets);
                }
            }
        }
        relation.walk(unit, rule, unsafe, packets);
        return relation;
    }

    /** Moves all packets, given as {header, node, channel of arrival or -1}, until they are ejected. */
    private void walk(final RouteLibrary unit, final VcRule rule, final Unsafe unsafe, final List<long[]> packets) {
        final int most = shape.kx() + shape.ky() + shape.kz();
        for (int step = 0; !packets.isEmpty(); step++) {
            for (final long[] packet : packets) {
                final int node = (int) packet[1];
                final int before = (int) packet[2];
                final int inPort = before < 0 ? LINKS + 2 * cls : before % CHANNELS / 2 ^ 1;
                final int inVc = cls << 2 | (before < 0 ? 0 : before & 1);
                final boolean wrong = unsafe.node() == Unsafe.ALL_NODES || unsafe.node() == node;
                unit.add(shape.coord(node), inPort, inVc, rule.ordinal(), wrong ? unsafe.variant() : 0, packet[0]);
            }
            unit.answer();
            final List<long[]> on = new ArrayList<>();
            for (int i = 0; i < packets.size(); i++) {
                final long[] packet = packets.get(i);
                if (move(packet, unit.port(i), unit.vc(i)) && step < most) {
                    on.add(packet);
                }
            }
            packets.clear();
            packets.addAll(on);
        }
    }

    private boolean move(final long[] packet, final int port, final int vc) {
        final int node = (int) packet[1];
        final int before = (int) packet[2];
        final int dst = shape.rankOfCoord((int) Header0.dst(packet[0]));
        if (port >= LINKS) {
            ejections++;
            if (node != dst || (port - LINKS) / 2 != cls || vc != cls << 2) {
                mistakes.add("a packet to node " + dst + " is ejected at node " + node + ", port " + port);
            }
            last.set(before);
            return false;
        }
        hops++;
        final int channel = node * CHANNELS + port * 2 + (vc & 1);
        used.set(channel);
        if (before < 0) {
            first.set(channel);
        } else {
            next[before] |= 1 << channel % CHANNELS;
        }
        packet[1] = shape.neighbour(node, port);
        packet[2] = channel;
        return true;
    }

    /** Returns the number of hops and ejections, each of which is one answer of the RTL. */
    public long answers() {
        return hops + ejections;
    }

    /** Returns the number of waits from link VC to link VC. */
    public long edges() {
        long edges = 0;
        for (final int bits : next) {
            edges += Integer.bitCount(bits);
        }
        return edges;
    }

    /** Returns the facts of this relation that `relation` lacks. */
    public Set<String> missingIn(final RoutingRelation relation) {
        final Set<String> mine = all();
        mine.removeAll(all(relation));
        mistakes.forEach(mine::add);
        return mine;
    }

    /** Returns the facts of `relation` that this relation lacks. */
    public Set<String> notSeenOf(final RoutingRelation relation) {
        final Set<String> theirs = all(relation);
        theirs.removeAll(all());
        return theirs;
    }

    private static String channel(final int node, final int direction, final int v) {
        return "node " + node + " link " + direction + " VC " + v;
    }

    private Set<String> all() {
        final Set<String> out = new TreeSet<>();
        for (int c = used.nextSetBit(0); c >= 0; c = used.nextSetBit(c + 1)) {
            final int node = c / CHANNELS;
            final String from = channel(node, c % CHANNELS / 2, c & 1);
            out.add(from);
            if (first.get(c)) {
                out.add("first " + from);
            }
            if (last.get(c)) {
                out.add("last " + from);
            }
            final int after = shape.neighbour(node, c % CHANNELS / 2);
            for (int n = 0; n < CHANNELS; n++) {
                if ((next[c] >> n & 1) != 0) {
                    out.add(from + " -> " + channel(after, n / 2, n & 1));
                }
            }
        }
        return out;
    }

    private Set<String> all(final RoutingRelation relation) {
        final Set<String> out = new TreeSet<>();
        for (int node = 0; node < shape.nodes(); node++) {
            relation.first(node, (to, d, v, rule) -> out.add("first " + channel(to, d, v)));
            for (int c = 0; c < CHANNELS; c++) {
                final String from = channel(node, c / 2, c & 1);
                if (relation.used(node, c / 2, c & 1)) {
                    out.add(from);
                }
                if (relation.last(node, c / 2, c & 1)) {
                    out.add("last " + from);
                }
                relation.next(node, c / 2, c & 1, (to, d, v, rule) -> out.add(from + " -> " + channel(to, d, v)));
            }
        }
        return out;
    }
}
