// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.routes;

import fairlead.deadlock.RoutingRelation;
import fairlead.deadlock.RoutingRules;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.lab.routes.PacketRouting.Choice;
import fairlead.lab.routes.PacketRouting.Packet;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.machine.VcRule;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of comparing one shape's routing with the Verilated RouteUnit.
 *
 * @param tuples the number of questions: (node, in-port, VC, class, mode, destination) with each routing word that
 *      occurs there
 * @param answers the number of hops and ejections of all packets, for both directions of ties and both classes; 0 with
 *      cut-through, where only tuples are compared
 * @param differences the number of tuples with different answers, plus the number of facts that only one of the two
 *      graphs has
 * @param first descriptions of some differences
 */
public record RtlComparison(long tuples, long answers, long differences, List<String> first) {
    private static final int KEPT = 10;

    public RtlComparison {
        first = List.copyOf(first);
    }

    /** Compares the unit of the product library with the rules and the relation that the static check uses. */
    public static RtlComparison of(Shape shape, Routing routing, VcRule rule, RoutingRelation relation) {
        try (RouteLibrary unit = RouteLibrary.shipped()) {
            RtlComparison tuples = tuples(unit, shape, routing, rule, RoutingRules.of(routing, rule), Unsafe.NONE);
            List<String> first = new ArrayList<>(tuples.first());
            long differences = tuples.differences();
            long answers = 0;
            for (int cls = 0; cls < 2 && !routing.cutThrough(); cls++) {
                RtlRelation rtl = new RtlRelation(unit, shape, rule, Unsafe.NONE, cls, true);
                List<String> wrong = rtl.differences(relation);
                differences += wrong.size();
                first.addAll(wrong.subList(0, Math.min(KEPT, wrong.size())));
                answers += rtl.answers();
            }
            return new RtlComparison(tuples.tuples(), answers, differences, first);
        }
    }

    /** Asks all questions of one shape and compares the answers with rules: those of the machine, or of a flaw. */
    static RtlComparison tuples(
            RouteLibrary unit, Shape shape, Routing routing, VcRule rule, RoutingRules rules, Unsafe unsafe) {
        Questions questions = new Questions(unit, shape, routing, rule, rules, unsafe);
        for (int node = 0; node < shape.nodes(); node++) {
            for (int dst = 0; dst < shape.nodes(); dst++) {
                questions.headers(node, dst, 0, new int[3], 0, 0);
            }
        }
        questions.settle();
        return new RtlComparison(questions.tuples, 0, questions.differences, questions.first);
    }

    /** Returns the header of a packet as its origin makes it, next to the port of the destination. */
    static long header(Shape shape, int src, Packet packet, int cls, int mode) {
        return (long) shape.coord(packet.dst()) << Header0.DST_LSB
                | (shape.coord(src) & Header0.SRC_MASK) << Header0.SRC_LSB
                | (long) cls << Header0.CLS_LSB
                | (long) mode << Header0.MODE_LSB
                | (long) packet.minus() << Header0.DIR_LSB
                | (long) packet.cross() << Header0.CROSS_LSB;
    }

    /**
     * All tuples (node, in-port, arrival VC, mode, destination) with every routing word that a packet can have there on
     * some minimal path, including positions in the middle of a ring. The escape output, the links, `enters` and
     * `allowed` must equal the choices of {@link PacketRouting}.
     */
    private static final class Questions {
        private static final int LINKS = HwLayout.LINKS;
        private static final int VC_NUMBERS = 8;

        /**
         * The expected answer, or that of the unit.
         *
         * @param escape port * 8 + VC of the escape output or of the ejection; -1: none is among the choices, and the
         *     escape output has no meaning
         * @param links the links with adaptive choices, as bits
         */
        private record Answer(int escape, int links, boolean enters) {
            private String text() {
                return "port " + escape / VC_NUMBERS + " VC " + escape % VC_NUMBERS + " links " + links + " enters "
                        + enters;
            }
        }

        private record Asked(int in, int cls, int mode, Packet packet, Answer want) {}

        private final RouteLibrary unit;
        private final Shape shape;
        private final Routing routing;
        private final int vcRule;
        private final int modes;
        private final Unsafe unsafe;
        private final PacketRouting adaptive;
        private final PacketRouting ordered;
        private final List<Asked> batch = new ArrayList<>();
        private long tuples;
        private long differences;
        private final List<String> first = new ArrayList<>();

        Questions(RouteLibrary unit, Shape shape, Routing routing, VcRule rule, RoutingRules rules, Unsafe unsafe) {
            this.unit = unit;
            this.shape = shape;
            this.routing = routing;
            this.unsafe = unsafe;
            vcRule = routing.vcRule(rule);
            // under wormhole switching the unit takes every mode; a ring of bubbles has no adaptive packet
            modes = !routing.cutThrough() ? 4 : routing.mode() == Routing.Mode.ADAPTIVE ? 2 : 1;
            adaptive = new PacketRouting(shape, rules.packets(true));
            ordered = new PacketRouting(shape, rules.packets(false));
        }

        /** Asks, dimension by dimension, for each combination of directions and wraps that some source produces. */
        void headers(int node, int dst, int d, int[] source, int minus, int cross) {
            if (d == 3) {
                int src = shape.rank(source[0], source[1], source[2]);
                for (int eport = 0; eport < HwLayout.LOCAL_PORTS; eport++) {
                    ask(new Packet(node, dst, minus, cross), src, eport);
                }
                return;
            }
            int me = shape.at(node, d);
            int goal = shape.at(dst, d);
            int k = shape.k(d);
            int seen = 0;
            for (int from = 0; from < k; from++) {
                for (int down = 0; down < 2; down++) {
                    int whole = Math.floorMod(down == 1 ? from - goal : goal - from, k);
                    int rest = Math.floorMod(down == 1 ? me - goal : goal - me, k);
                    int wraps = (down == 1 ? goal > from : goal < from) ? 1 : 0;
                    int word = 1 << (down | wraps << 1);
                    if (2 * whole <= k && rest <= whole && (seen & word) == 0 && (rest > 0 || seen == 0)) {
                        seen |= word;
                        source[d] = from;
                        headers(node, dst, d + 1, source, minus | down << d, cross | wraps << d);
                    }
                }
            }
        }

        private void ask(Packet packet, int src, int eport) {
            boolean flawed = unsafe.node() == Unsafe.ALL_NODES || unsafe.node() == packet.node();
            for (int in = 0; in < HwLayout.ROUTER_PORTS * VC_NUMBERS; in++) {
                int port = in / VC_NUMBERS;
                int v = in & 3;
                int cls = in >> 2 & 1;
                // no packet arrives in VC 1 of a bubble ring
                for (int mode = 0; mode < modes && !(routing.bubbleEscape() && v == 1); mode++) {
                    boolean link = port < LINKS;
                    List<Choice> choices = ((mode & PacketMode.ADAPTIVE) == 0 ? ordered : adaptive)
                            .choices(packet, link ? port ^ 1 : -1, link ? v : -1);
                    batch.add(new Asked(in, cls, mode, packet, expected(cls, eport, choices)));
                    unit.add(
                            shape.coord(packet.node()),
                            port,
                            in % VC_NUMBERS,
                            vcRule,
                            routing.prefer(shape),
                            flawed ? unsafe.register() : 0,
                            header(shape, src, packet, cls, mode) | (long) eport << Header0.EPORT_LSB);
                    if (unit.isFull()) {
                        settle();
                    }
                }
            }
        }

        private Answer expected(int cls, int eport, List<Choice> choices) {
            int escape = -1;
            int links = 0;
            int preferred = 0;
            boolean enters = false;
            for (Choice choice : choices) {
                if (choice.direction() == PacketRouting.EJECT) {
                    escape = (LINKS + HwLayout.MOST_PORTS * cls + eport) * VC_NUMBERS + (cls << 2);
                } else if (choice.v() < 2) {
                    escape = choice.direction() * VC_NUMBERS + (cls << 2) + choice.v();
                    enters = choice.slots() == 2;
                } else {
                    int bit = 1 << choice.direction();
                    links |= bit;
                    preferred |= (routing.prefer(shape) >> (choice.direction() >> 1) & 1) != 0 ? bit : 0;
                }
            }
            return new Answer(escape, preferred != 0 ? preferred : links, enters);
        }

        void settle() {
            unit.answer();
            for (int i = 0; i < batch.size(); i++) {
                Asked asked = batch.get(i);
                Answer want = asked.want();
                Answer got = new Answer(unit.port(i) * VC_NUMBERS + unit.vc(i), unit.adaptive(i), unit.enters(i));
                long low = want.escape >= 0 && want.escape < Long.SIZE ? 1L << want.escape : 0;
                for (int link = 0; link < LINKS; link++) {
                    low |= (want.links >> link & 1L) * 3 << link * VC_NUMBERS + (asked.cls() << 2) + 2;
                }
                boolean same = (want.escape < 0 || got.escape == want.escape && got.enters == want.enters)
                        && (!routing.cutThrough() || got.links == want.links)
                        && unit.allowedLow(i) == low
                        && unit.allowedHigh(i) == (want.escape < Long.SIZE ? 0 : 1 << want.escape - Long.SIZE);
                tuples++;
                if (!same && ++differences <= KEPT) {
                    first.add("from port " + asked.in() / VC_NUMBERS + " VC " + asked.in() % VC_NUMBERS + " mode "
                            + asked.mode() + " " + asked.packet() + ": RTL " + got.text() + ", rule " + want.text());
                }
            }
            batch.clear();
        }
    }
}
