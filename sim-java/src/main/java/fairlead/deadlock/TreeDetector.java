// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.deadlock.Cycles.Digraph;
import fairlead.deadlock.StaticCheck.CheckResult;
import fairlead.deadlock.TreeWatch.TreeTraffic;
import fairlead.engine.Engine;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.TreeLinkState;
import fairlead.machine.CollectiveNetwork.TreeOrder;
import fairlead.machine.MachineConfig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Searches a stopped collective network for a knot, and finds the chains of waits. The waits are those of the static
 * check ({@link TreeWaits}) that hold at the moment: for a buffer whose sender has no credit, for a reception FIFO that
 * is full, and for a contribution of which a neighbour has already offered its own. The evidence is what links have
 * carried and what they hold ({@link Engine#treeLinks}), what software has given and read, and what has arrived.
 */
public final class TreeDetector {
    private static final int LINKS = HwLayout.TREE_LINKS;
    private static final int CHANNELS = HwLayout.TREE_CHANNELS;
    private static final int MESSAGES = HwLayout.CLASS_ROUTES;
    /** Number of packets that may fill a reception FIFO of a class route before its depth does. */
    private static final int PACKETS = HwLayout.TREE_FIFO_FLITS / HwLayout.TREE_PACKET_FLITS;

    private final int nodes;
    private final int reception;
    private final TreeOrder order;
    private final TreeWaits waits;
    private final TreeTraffic traffic;
    private long[] links = new long[0];

    /**
     * The findings of one search.
     *
     * @param knot resources that wait for each other in a cycle; empty if there is none
     * @param chain without a knot, the waits from a buffer with a flit to what is to move first; empty if nothing waits
     * @param blocked number of buffers with flits
     */
    public record Finding(List<CheckResult.Step> knot, List<CheckResult.Step> chain, int blocked) {
        /** Returns a description of who waits for whom, or an empty string. */
        public String text() {
            StringBuilder text = new StringBuilder();
            if (!knot.isEmpty()) {
                text.append("knot of ").append(knot.size()).append(" resources of the collective network");
            }
            (knot.isEmpty() ? chain : knot).forEach(step -> text.append("\n  ").append(step));
            return text.toString();
        }
    }

    TreeDetector(MachineConfig config) {
        nodes = config.nodes();
        reception = config.collective().reception();
        order = config.collective().order();
        waits = StaticCheck.treeWaits(config);
        traffic = new TreeTraffic(nodes);
    }

    /** Returns the counter of packets, which must get all commands and events. */
    TreeTraffic traffic() {
        return traffic;
    }

    /** Searches given words of {@link Engine#treeLinks} of a network at rest: no flit and no credit is on a link. */
    Finding search(long[] words) {
        Standing standing = standing(words, place -> true);
        return standing == null ? new Finding(List.of(), List.of(), blocked()) : standing.finding;
    }

    private int blocked() {
        return (int) Arrays.stream(links)
                .filter(word -> TreeLinkState.occupancy(word) > 0)
                .count();
    }

    /**
     * Searches a network of which a part may move.
     *
     * @param words words of {@link Engine#treeLinks}
     * @param stands tells of which places (node * TREE_CHANNELS + channel) nothing has moved for so long that nothing
     *     will move before something else does
     * @return a knot of stopped places, or a chain of waits that does not end at software ({@link Standing#owed}),
     *     or else the longest chain that does; null if nothing is stopped
     */
    Standing standing(long[] words, IntPredicate stands) {
        links = words;
        Held held = new Held();
        BitSet ring = new BitSet();
        List<CheckResult.Step> knot = new Cycles()
                .shortest(held, vertex -> stands.test(place(vertex)), (from, edge) -> {
                    ring.set(place(from));
                    return held.step(from, edge);
                });
        if (!knot.isEmpty()) {
            return new Standing(new Finding(knot, List.of(), blocked()), ring, true);
        }
        Standing longest = null;
        for (int vertex = 0; vertex < waits.vertices(); vertex++) {
            if (stands.test(place(vertex)) && held.holds(vertex)) {
                BitSet reached = held.reached(vertex);
                BitSet places = new BitSet();
                reached.stream().forEach(v -> mark(places, v));
                boolean software = reached.stream().anyMatch(this::isSoftware);
                if (software || places.stream().allMatch(stands)) {
                    Finding finding = new Finding(List.of(), held.chain(vertex), blocked());
                    longest = new Standing(finding, places, !software).orWorse(longest);
                }
            }
        }
        return longest;
    }

    /**
     * A set of stopped places.
     *
     * @param places nodes and channels on which it depends, as node * TREE_CHANNELS + channel
     * @param owed true if it waits for the network itself, so that software cannot end the wait
     */
    record Standing(Finding finding, BitSet places, boolean owed) {
        /** Returns the other one if it is owed and this one is not, or if it has the longer chain. */
        private Standing orWorse(Standing other) {
            if (other == null || owed != other.owed) {
                return other == null || owed ? this : other;
            }
            return finding.chain().size() > other.finding.chain().size() ? this : other;
        }
    }

    /**
     * Marks the places on which a resource depends. In a class route these are all, since any of its nodes may have a
     * flit on its way to another one; a message depends on its node and on those at the other ends of the links.
     */
    private void mark(BitSet places, int vertex) {
        int channel = TreeWaits.channel(vertex);
        places.set(place(vertex));
        (channel == MESSAGES
                        ? IntStream.range(0, LINKS).map(link -> order.neighbour(TreeWaits.node(vertex), link))
                        : IntStream.range(0, nodes))
                .filter(node -> node >= 0)
                .forEach(node -> places.set(node * CHANNELS + channel));
    }

    private static int place(int vertex) {
        return TreeWaits.node(vertex) * CHANNELS + TreeWaits.channel(vertex);
    }

    /** Tells whether a resource that does not wait is what software has to move. */
    private boolean isSoftware(int vertex) {
        int resource = TreeWaits.resource(vertex);
        return resource == TreeWaits.MISSING + TreeWaits.OWN
                || resource == TreeWaits.RECEPTION && traffic.at(place(vertex)).unread() > 0;
    }

    private long word(int node, int link, int channel) {
        return links[(node * LINKS + link) * CHANNELS + channel];
    }

    private boolean isFull(int node, int link, int channel) {
        return TreeLinkState.credits(word(node, link, channel)) == 0;
    }

    private boolean isReceptionFull(int node, int channel) {
        long unread = traffic.at(node * CHANNELS + channel).unread();
        return unread >= reception || channel != MESSAGES && unread >= PACKETS;
    }

    /** Returns the number of packets of a class route that have left for the parent. */
    private long sent(int node, int route) {
        return TreeLinkState.packets(word(node, parentLink(node, route), route));
    }

    private int parentLink(int node, int route) {
        return Integer.numberOfTrailingZeros(waits.parents(route, node));
    }

    /**
     * Returns the number of contributions that a source of a combine has offered: a link to a child, or the own node.
     */
    private long offered(int node, int route, int source) {
        if (source == TreeWaits.OWN) {
            return traffic.at(node * CHANNELS + route).given;
        }
        int child = order.neighbour(node, source);
        return TreeLinkState.packets(word(child, order.otherEnd(node, source), route));
    }

    /** The edges of {@link TreeWaits} whose wait holds now. */
    private final class Held extends Digraph { // the labels are the numbers of the edges of `waits`

        Held() {
            clear(waits.vertices());
            for (int vertex = 0; vertex < waits.vertices(); vertex++) {
                begin();
                for (int edge = waits.start(vertex); edge < waits.start(vertex + 1); edge++) {
                    if (waitsNow(vertex) && isBusy(vertex, waits.target(edge))) {
                        add(waits.target(edge), edge);
                    }
                }
            }
            begin();
        }

        /** Tells whether a resource has something that could wait; of those inside a router the others decide. */
        private boolean waitsNow(int vertex) {
            int resource = TreeWaits.resource(vertex);
            int node = TreeWaits.node(vertex);
            int channel = TreeWaits.channel(vertex);
            if (resource == TreeWaits.INJECTION && channel != MESSAGES) {
                TreeTraffic.Place place = traffic.at(place(vertex));
                return place.given > (waits.parents(channel, node) == 0 ? place.arrived : sent(node, channel));
            }
            return resource >= LINKS || TreeLinkState.occupancy(word(node, resource, channel)) > 0;
        }

        /** Tells whether `to` is what `from` waits for at the moment. */
        private boolean isBusy(int from, int to) {
            int node = TreeWaits.node(to);
            int channel = TreeWaits.channel(to);
            int resource = TreeWaits.resource(to);
            if (resource < LINKS) {
                return isFull(order.neighbour(node, resource), order.otherEnd(node, resource), channel);
            }
            if (resource < TreeWaits.ALU) {
                return isMissing(from, node, channel, resource - TreeWaits.MISSING);
            }
            boolean isUp = resource == TreeWaits.UP
                    || resource == TreeWaits.ALU && waits.parents(channel, node) != 0; // where the result goes
            return switch (resource) {
                case TreeWaits.ALU, TreeWaits.UP, TreeWaits.DOWN -> isUp
                        ? isFull(node, parentLink(node, channel), channel)
                        : isReceptionFull(node, channel)
                                || IntStream.range(0, LINKS)
                                        .anyMatch(link -> (waits.sources(channel, node) >> link & 1) != 0
                                                && isFull(node, link, channel));
                case TreeWaits.RECEPTION, TreeWaits.OUT + TreeWaits.HOME -> isReceptionFull(node, channel);
                default -> isFull(node, resource - TreeWaits.OUT, channel);
            };
        }

        /** Tells whether a source has offered fewer contributions than the one that waits for it needs. */
        private boolean isMissing(int from, int node, int route, int source) {
            int resource = TreeWaits.resource(from);
            boolean above = resource >= TreeWaits.MISSING && resource < TreeWaits.ALU; // the node above waits
            long wanted = above
                    ? offered(TreeWaits.node(from), route, resource - TreeWaits.MISSING) + 1
                    : offered(node, route, resource == TreeWaits.INJECTION ? TreeWaits.OWN : resource);
            return offered(node, route, source) < wanted;
        }

        private CheckResult.Step step(int from, int edge) {
            return waits.step(from, label(edge));
        }

        /** Tells whether a resource holds something that is to move on. */
        boolean holds(int vertex) {
            int resource = TreeWaits.resource(vertex);
            boolean contributes = resource == TreeWaits.INJECTION && TreeWaits.channel(vertex) != MESSAGES;
            return (resource < LINKS || contributes && !traffic.at(place(vertex)).unsure) && waitsNow(vertex);
        }

        /** Returns a resource and all for which it waits. */
        BitSet reached(int from) {
            BitSet reached = new BitSet();
            ArrayDeque<Integer> left = new ArrayDeque<>(List.of(from));
            while (!left.isEmpty()) {
                int at = left.poll();
                if (!reached.get(at)) {
                    reached.set(at);
                    IntStream.range(start(at), start(at + 1)).forEach(edge -> left.add(target(edge)));
                }
            }
            return reached;
        }

        /** Returns one chain of waits from a resource to what has to act first. */
        List<CheckResult.Step> chain(int from) {
            List<CheckResult.Step> steps = new ArrayList<>();
            for (int at = from; start(at) < start(at + 1); ) {
                int edge = start(at + 1) - 1;
                steps.add(step(at, edge));
                at = target(edge);
            }
            return steps;
        }
    }
}
