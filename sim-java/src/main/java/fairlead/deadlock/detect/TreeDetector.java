// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.detect;

import fairlead.deadlock.graph.CheckResult;
import fairlead.deadlock.graph.Cycles;
import fairlead.deadlock.graph.Digraph;
import fairlead.deadlock.graph.StaticCheck;
import fairlead.deadlock.graph.TreeWaits;
import fairlead.engine.api.CollectiveNetwork;
import fairlead.engine.api.CommandBuffer;
import fairlead.engine.api.Engine;
import fairlead.engine.api.EventCursor;
import fairlead.engine.api.MachineConfig;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.TreeLinkState;
import java.util.ArrayList;
import java.util.List;

/**
 * Searches a collective network that stands for a knot, and tells who waits for whom. The waits are those of the static
 * check ({@link TreeWaits}) that hold at the moment: for a buffer whose sender has no credit, for a reception FIFO that
 * is full, and for a contribution of which a neighbour has already offered its own. The evidence is what links have
 * carried and what they hold ({@link Engine#treeLinks}), what software has given and read, and what has arrived.
 */
public final class TreeDetector {
    private static final int LINKS = HwLayout.TREE_LINKS;
    private static final int CHANNELS = HwLayout.TREE_CHANNELS;
    private static final int MESSAGES = HwLayout.CLASS_ROUTES;

    private final MachineConfig config;
    private final int nodes;
    private final long[] given; // number of packets that software has given, by node and channel
    private final long[] arrived; // number of packets that have arrived, as `given`
    private final long[] read; // number of packets that software has read, as `given`
    private final long[] links;

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
            final StringBuilder text = new StringBuilder();
            if (!knot.isEmpty()) {
                text.append("knot of ").append(knot.size()).append(" resources of the collective network");
            }
            (knot.isEmpty() ? chain : knot).forEach(step -> text.append("\n  ").append(step));
            return text.toString();
        }
    }

    public TreeDetector(final MachineConfig config) {
        this.config = config;
        nodes = config.nodes();
        given = new long[nodes * CHANNELS];
        arrived = new long[given.length];
        read = new long[given.length];
        links = new long[nodes * Engine.TREE_WORDS];
    }

    /** Notes the packets among the commands that software gives. */
    public void commands(final CommandBuffer commands) {
        for (int i = 0; i < commands.count(); i++) {
            if (commands.op(i) == TileCommand.TREE_GIVE) {
                given[commands.node(i) * CHANNELS + channel(commands.word(i, 0))]++;
            }
        }
    }

    private static int channel(final long header) {
        final boolean message = CollectiveHeader.mode(header) == HwLayout.CollectiveMode.MESSAGE;
        return message ? MESSAGES : (int) CollectiveHeader.route(header);
    }

    /** Notes the packets that have arrived, that software has read and that were refused; rewinds the cursor. */
    public void events(final EventCursor batch) {
        batch.rewind();
        while (batch.next()) {
            final boolean known = batch.node() >= 0 && batch.node() < nodes;
            if (known && batch.kind() == EventKind.TREE_ARRIVED) {
                for (int channel = 0; channel < CHANNELS; channel++) {
                    arrived[batch.node() * CHANNELS + channel] += batch.a() >> channel & 1;
                }
            } else if (known && batch.kind() == EventKind.TREE_HEAD) {
                read[batch.node() * CHANNELS + channel(batch.a())]++;
            }
        }
        batch.rewind();
    }

    /** Searches a network that is at rest: no flit and no credit is on a link. */
    public Finding search(final Engine engine) {
        engine.treeLinks(links);
        return search(links);
    }

    /** Searches given words of {@link Engine#treeLinks}. */
    Finding search(final long[] words) {
        System.arraycopy(words, 0, links, 0, links.length);
        final TreeWaits waits = StaticCheck.treeWaits(config);
        final Held held = new Held(waits);
        final List<Integer> cycle = Cycles.shortest(held, vertex -> true);
        final List<CheckResult.Step> knot = new ArrayList<>();
        for (int i = 0; i < cycle.size(); i++) {
            final int before = cycle.get(i == 0 ? cycle.size() - 1 : i - 1);
            knot.add(held.step(held.target(before), cycle.get(i)));
        }
        int blocked = 0;
        for (final long word : links) {
            blocked += TreeLinkState.occupancy(word) > 0 ? 1 : 0;
        }
        return new Finding(knot, knot.isEmpty() ? held.chain() : List.of(), blocked);
    }

    private long word(final int node, final int link, final int channel) {
        return links[(node * LINKS + link) * CHANNELS + channel];
    }

    private boolean isFull(final int node, final int link, final int channel) {
        return TreeLinkState.credits(word(node, link, channel)) == 0;
    }

    private boolean isReceptionFull(final int node, final int channel) {
        final int place = node * CHANNELS + channel;
        return arrived[place] - read[place] >= config.collective().reception();
    }

    /** Returns the number of contributions that a source of a combine has offered: a link to a child, or the own node. */
    private long offered(final int node, final int route, final int source) {
        if (source == TreeWaits.OWN) {
            return given[node * CHANNELS + route];
        }
        final int child = CollectiveNetwork.neighbour(node, source, nodes);
        return TreeLinkState.packets(word(child, CollectiveNetwork.otherEnd(node, source), route));
    }

    /** The edges of {@link TreeWaits} whose wait holds now. */
    private final class Held implements Digraph {
        private final TreeWaits waits;
        private final int[] start;
        private final List<Integer> edges = new ArrayList<>(); // numbers of the edges of `waits`

        Held(final TreeWaits waits) {
            this.waits = waits;
            start = new int[waits.vertices() + 1];
            for (int vertex = 0; vertex < waits.vertices(); vertex++) {
                start[vertex] = edges.size();
                for (int edge = waits.start(vertex); edge < waits.start(vertex + 1); edge++) {
                    if (waitsNow(vertex) && isBusy(vertex, waits.target(edge))) {
                        edges.add(edge);
                    }
                }
            }
            start[waits.vertices()] = edges.size();
        }

        /** Tells whether a resource has something that could wait; of those inside a router the others decide. */
        private boolean waitsNow(final int vertex) {
            final int resource = TreeWaits.resource(vertex);
            final int node = TreeWaits.node(vertex);
            final int channel = TreeWaits.channel(vertex);
            if (resource == TreeWaits.INJECTION && channel != MESSAGES) {
                final int up = waits.parents(channel, node);
                return given[node * CHANNELS + channel]
                        > (up == 0
                                ? arrived[node * CHANNELS + channel]
                                : TreeLinkState.packets(word(node, Integer.numberOfTrailingZeros(up), channel)));
            }
            return resource >= LINKS || TreeLinkState.occupancy(word(node, resource, channel)) > 0;
        }

        /** Tells whether `to` is what `from` waits for at the moment. */
        private boolean isBusy(final int from, final int to) {
            final int node = TreeWaits.node(to);
            final int channel = TreeWaits.channel(to);
            final int resource = TreeWaits.resource(to);
            if (resource < LINKS) {
                final int sender = CollectiveNetwork.neighbour(node, resource, nodes);
                return isFull(sender, CollectiveNetwork.otherEnd(node, resource), channel);
            }
            if (resource < TreeWaits.ALU) {
                return isMissing(from, node, channel, resource - TreeWaits.MISSING);
            }
            return switch (resource) {
                case TreeWaits.ALU -> isBusy(to, TreeWaits.vertex(node, channel, result(node, channel)));
                case TreeWaits.UP -> isFull(node, Integer.numberOfTrailingZeros(waits.parents(channel, node)), channel);
                case TreeWaits.DOWN -> isDownBusy(node, channel);
                case TreeWaits.RECEPTION -> isReceptionFull(node, channel);
                default -> isOutputBusy(node, channel, resource - TreeWaits.OUT);
            };
        }

        private int result(final int node, final int channel) {
            return waits.parents(channel, node) == 0 ? TreeWaits.DOWN : TreeWaits.UP;
        }

        private boolean isDownBusy(final int node, final int channel) {
            boolean busy = isReceptionFull(node, channel);
            for (int link = 0; link < LINKS; link++) {
                busy |= (waits.sources(channel, node) >> link & 1) != 0 && isFull(node, link, channel);
            }
            return busy;
        }

        private boolean isOutputBusy(final int node, final int channel, final int output) {
            return output == TreeWaits.HOME ? isReceptionFull(node, channel) : isFull(node, output, channel);
        }

        /** Tells whether a source has offered fewer contributions than the one that waits for it needs. */
        private boolean isMissing(final int from, final int node, final int route, final int source) {
            final int resource = TreeWaits.resource(from);
            final long wanted;
            if (resource >= TreeWaits.MISSING && resource < TreeWaits.ALU) { // by the node above
                wanted = offered(TreeWaits.node(from), route, resource - TreeWaits.MISSING) + 1;
            } else {
                wanted = offered(node, route, resource == TreeWaits.INJECTION ? TreeWaits.OWN : resource);
            }
            return offered(node, route, source) < wanted;
        }

        @Override
        public int vertices() {
            return waits.vertices();
        }

        @Override
        public int start(final int vertex) {
            return start[vertex];
        }

        @Override
        public int target(final int edge) {
            return waits.target(edges.get(edge));
        }

        CheckResult.Step step(final int from, final int edge) {
            return waits.step(from, edges.get(edge));
        }

        /** Returns the longest chain of waits from something that holds flits to what has to act first. */
        List<CheckResult.Step> chain() {
            List<CheckResult.Step> longest = List.of();
            for (int vertex = 0; vertex < vertices(); vertex++) {
                final List<CheckResult.Step> steps = new ArrayList<>();
                final int resource = TreeWaits.resource(vertex);
                final boolean holds = resource < LINKS || resource == TreeWaits.INJECTION;
                for (int at = vertex; holds && start[at] < start[at + 1]; ) {
                    final int edge = start[at + 1] - 1;
                    steps.add(step(at, edge));
                    at = target(edge);
                }
                longest = steps.size() > longest.size() ? steps : longest;
            }
            return longest;
        }
    }
}
