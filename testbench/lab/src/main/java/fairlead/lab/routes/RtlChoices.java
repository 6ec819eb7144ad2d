// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.routes;

import fairlead.deadlock.graph.PacketRouting;
import fairlead.deadlock.graph.PacketRouting.Choice;
import fairlead.deadlock.graph.PacketRouting.Packet;
import fairlead.deadlock.graph.RoutingRules;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.machine.VcRule;
import java.util.ArrayList;
import java.util.List;

/**
 * The comparison of the RouteUnit with {@link PacketRouting} for a machine with cut-through. The questions are all
 * tuples (node, in-port, arrival VC, mode, destination) with every routing word that a packet can have there on some
 * minimal path, including positions in the middle of a ring. The escape output, the links, `enters` and `allowed` must
 * equal the choices of {@link PacketRouting}.
 */
public final class RtlChoices {
    private static final int PORTS = HwLayout.ROUTER_PORTS;
    private static final int LINKS = HwLayout.LINKS;
    private static final int VC_NUMBERS = 8;
    private static final int KEPT = 10;

    private final RouteLibrary unit;
    private final Shape shape;
    private final Routing routing;
    private final int register;
    private final int prefer;
    private final int unsafe;
    private final PacketRouting adaptive;
    private final PacketRouting ordered;
    private final int[] wantPort = new int[RouteLibrary.BATCH];
    private final int[] wantClass = new int[RouteLibrary.BATCH];
    private final int[] wantMask = new int[RouteLibrary.BATCH];
    private final boolean[] wantEnters = new boolean[RouteLibrary.BATCH];
    private final String[] asked = new String[RouteLibrary.BATCH];
    private long tuples;
    private long differences;
    private final List<String> first = new ArrayList<>();

    private RtlChoices(
            final RouteLibrary unit,
            final Shape shape,
            final Routing routing,
            final VcRule rule,
            final RoutingRules rules,
            final Unsafe unsafe) {
        this.unsafe = unsafe.register();
        this.unit = unit;
        this.shape = shape;
        this.routing = routing;
        register = routing.vcRule(rule);
        prefer = routing.prefer(shape);
        adaptive = rules.packets(shape);
        ordered = rules.inOrder().packets(shape);
    }

    /** Compares the unit with the rules of this machine. */
    public static RtlChoices compare(
            final RouteLibrary unit, final Shape shape, final Routing routing, final VcRule rule) {
        return compare(unit, shape, routing, rule, RoutingRules.of(routing, rule), Unsafe.NONE);
    }

    /**
     * Compares the unit with other rules, to test that a difference is found, or with the rules of a flaw of the RTL.
     */
    static RtlChoices compare(
            final RouteLibrary unit,
            final Shape shape,
            final Routing routing,
            final VcRule rule,
            final RoutingRules rules,
            final Unsafe unsafe) {
        final RtlChoices choices = new RtlChoices(unit, shape, routing, rule, rules, unsafe);
        for (int node = 0; node < shape.nodes(); node++) {
            for (int dst = 0; dst < shape.nodes(); dst++) {
                choices.headers(node, dst, 0, new int[3], 0, 0);
            }
        }
        choices.settle();
        return choices;
    }

    private int at(final int node, final int d) {
        return d == 0 ? shape.x(node) : d == 1 ? shape.y(node) : shape.z(node);
    }

    /**
     * Adds, dimension by dimension, one question for each combination of directions and wrap crossings that some source
     * produces.
     */
    private void headers(
            final int node, final int dst, final int d, final int[] source, final int minus, final int cross) {
        if (d == 3) {
            final int src = shape.rank(source[0], source[1], source[2]);
            for (int eport = 0; eport < HwLayout.LOCAL_PORTS; eport++) {
                ask(node, new Packet(node, dst, minus, cross), src, eport);
            }
            return;
        }
        final int me = at(node, d);
        final int goal = at(dst, d);
        final int k = shape.k(d);
        int seen = 0;
        for (int from = 0; from < k; from++) {
            for (int down = 0; down < 2; down++) {
                final int whole = Math.floorMod(down == 1 ? from - goal : goal - from, k);
                final int rest = Math.floorMod(down == 1 ? me - goal : goal - me, k);
                final int wraps = (down == 1 ? goal > from : goal < from) ? 1 : 0;
                final int word = 1 << (down | wraps << 1);
                if (2 * whole <= k && rest <= whole && (seen & word) == 0 && (rest > 0 || seen == 0)) {
                    seen |= word;
                    source[d] = from;
                    headers(node, dst, d + 1, source, minus | down << d, cross | wraps << d);
                }
            }
        }
    }

    private void ask(final int node, final Packet packet, final int src, final int eport) {
        final long route = (long) shape.coord(packet.dst()) << Header0.DST_LSB
                | (long) shape.coord(src) << Header0.SRC_LSB
                | (long) packet.minus() << Header0.DIR_LSB
                | (long) packet.cross() << Header0.CROSS_LSB
                | (long) eport << Header0.EPORT_LSB;
        for (int inPort = 0; inPort < PORTS; inPort++) {
            for (int inVc = 0; inVc < VC_NUMBERS; inVc++) {
                final int v = inVc & 3;
                if (routing.bubbleEscape() && v == 1) {
                    continue; // no packet arrives in this VC
                }
                final boolean link = inPort < LINKS;
                for (int mode = 0; mode <= routing.dataMode() % 2; mode += PacketMode.ADAPTIVE) {
                    final PacketRouting rules = mode == 0 ? ordered : adaptive;
                    expect(rules.choices(packet, link ? inPort ^ 1 : -1, link ? v : -1), inVc >> 2, eport, unit.size());
                    final long header = route | (long) (inVc >> 2) << Header0.CLS_LSB | (long) mode << Header0.MODE_LSB;
                    asked[unit.size()] = "node " + node + " from port " + inPort + " VC " + inVc + " mode " + mode
                            + " to node " + packet.dst() + " minus " + packet.minus();
                    unit.add(shape.coord(node), inPort, inVc, register, prefer, unsafe, header);
                    if (unit.isFull()) {
                        settle();
                    }
                }
            }
        }
    }

    private void expect(final List<Choice> choices, final int cls, final int eport, final int i) {
        wantMask[i] = 0;
        wantClass[i] = cls;
        wantEnters[i] = false;
        wantPort[i] = -1;
        int urgent = 0;
        for (final Choice choice : choices) {
            if (choice.direction() == PacketRouting.EJECT) {
                wantPort[i] = (LINKS + HwLayout.MOST_PORTS * cls + eport) * VC_NUMBERS + (cls << 2);
            } else if (choice.v() < 2) {
                wantPort[i] = choice.direction() * VC_NUMBERS + (cls << 2) + choice.v();
                wantEnters[i] = choice.slots() == 2;
            } else {
                wantMask[i] |= 1 << choice.direction();
                urgent |= prefer >> (choice.direction() >> 1) & 1;
            }
        }
        for (int link = 0; urgent != 0 && link < LINKS; link++) {
            if ((prefer >> (link >> 1) & 1) == 0) {
                wantMask[i] &= ~(1 << link);
            }
        }
    }

    private void settle() {
        final int answered = unit.answer();
        for (int i = 0; i < answered; i++) {
            final int want = wantPort[i];
            long low = want >= 0 && want < Long.SIZE ? 1L << want : 0;
            for (int link = 0; link < LINKS; link++) {
                low |= (wantMask[i] >> link & 1L) * 3 << link * VC_NUMBERS + (wantClass[i] << 2) + 2;
            }
            // without an escape VC among the choices, the escape output has no meaning
            final boolean sameEscape =
                    want < 0 || unit.port(i) * VC_NUMBERS + unit.vc(i) == want && unit.enters(i) == wantEnters[i];
            final boolean same = sameEscape
                    && unit.adaptive(i) == wantMask[i]
                    && unit.allowedLow(i) == low
                    && unit.allowedHigh(i) == (want < Long.SIZE ? 0 : 1 << want - Long.SIZE);
            tuples++;
            if (!same && ++differences <= KEPT) {
                first.add(asked[i] + ": RTL port " + unit.port(i) + " VC " + unit.vc(i) + " links " + unit.adaptive(i)
                        + " enters " + unit.enters(i) + ", rule port " + want / VC_NUMBERS + " VC "
                        + want % VC_NUMBERS + " links " + wantMask[i] + " enters " + wantEnters[i]);
            }
        }
    }

    /** Returns the number of compared questions. */
    public long tuples() {
        return tuples;
    }

    public long differences() {
        return differences;
    }

    /** Returns descriptions of the first differences. */
    public List<String> first() {
        return List.copyOf(first);
    }
}
