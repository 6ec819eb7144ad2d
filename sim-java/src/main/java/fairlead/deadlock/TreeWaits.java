// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.deadlock.Cycles.Digraph;
import fairlead.deadlock.StaticCheck.CheckResult;
import fairlead.hw.HwLayout;
import fairlead.machine.CollectiveNetwork.TreeOrder;
import java.util.BitSet;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The waits-for graph of a collective network (docs/spec/collective-network.md, "Ordering and stalls"): for each node
 * and channel the buffers at the end of the links, the combine (ALU), what is offered upwards, downwards or at the
 * outputs of messages, and the FIFOs. Nothing of it waits for a resource of the torus, and no rule of {@link RuleTable}
 * names one of it: software alone knows both.
 *
 * <p>A vertex is a resource of a node and channel: {@link #vertex}. The resources have the numbers of the constants.
 */
public final class TreeWaits extends Digraph {
    private static final int LINKS = ClassRouteTable.LINKS;
    private static final int ROUTES = HwLayout.CLASS_ROUTES;
    private static final int CHANNELS = HwLayout.TREE_CHANNELS;

    // resources of a node and channel
    /** Buffer at the end of a link, by link. */
    public static final int BUFFER = 0;
    /** A source that has offered nothing, by link, then the own node. */
    public static final int MISSING = LINKS;

    public static final int OWN = LINKS;
    public static final int ALU = MISSING + LINKS + 1;
    public static final int UP = ALU + 1;
    public static final int DOWN = UP + 1;
    /** Output of messages, by link, then {@link #HOME}. */
    public static final int OUT = DOWN + 1;

    public static final int HOME = LINKS;
    public static final int INJECTION = OUT + LINKS + 1;
    public static final int RECEPTION = INJECTION + 1;
    private static final int PER_CHANNEL = RECEPTION + 1;

    private enum Rule {
        JOIN("a contribution waits for the combine (rule 7)"),
        OTHERS("a combine waits for the contribution of every source (rule 7)"),
        OWED("the contribution of a child comes when all of its own sources have come (rule 7)"),
        RESULT("a combine waits for room for its result (rule 8)"),
        CLIMB("a result waits for the buffer of the parent (rule 16)"),
        COPY("what comes from the parent waits until all copies have left (rule 10)"),
        SINK("a copy waits for the buffer of a child (rule 16)"),
        RECEIVE("a packet waits for room in its reception FIFO (rule 17)"),
        PATH("a message waits for the output that its path names (rules 12 and 14)"),
        HOP("a flit of a message waits for the buffer at the other end (rule 16)"),
        TURN("what comes from the parent waits until nothing waits to go up (tree_turn)");

        private final String reason;

        Rule(String reason) {
            this.reason = reason;
        }
    }

    private final ClassRouteTable routes;
    private final boolean turns;
    private final TreeOrder order;
    private final BitSet used = new BitSet();

    /** @param turns true for the flaw tree_turn */
    TreeWaits(ClassRouteTable routes, boolean turns) {
        this.routes = routes;
        this.turns = turns;
        order = routes.order();
        clear(routes.nodes() * CHANNELS * PER_CHANNEL);
        for (int vertex = 0; vertex < vertices(); vertex++) {
            begin();
            if (channel(vertex) == ROUTES) {
                message(node(vertex), resource(vertex));
            } else if (routes.uses(channel(vertex), node(vertex))) {
                collective(channel(vertex), node(vertex), resource(vertex));
            }
        }
        begin();
    }

    // ---- edges

    public static int vertex(int node, int channel, int slot) {
        return (node * CHANNELS + channel) * PER_CHANNEL + slot;
    }

    private void add(int from, int to, Rule rule) {
        used.set(from);
        used.set(to);
        add(to, rule.ordinal());
    }

    private void collective(int route, int node, int slot) {
        int me = vertex(node, route, slot);
        int up = routes.parents(route, node);
        int children = routes.children(route, node);
        int sources = sources(route, node);
        if (slot < LINKS && (children >> slot & 1) != 0 || slot == INJECTION && (sources >> OWN & 1) != 0) {
            add(me, vertex(node, route, ALU), Rule.JOIN);
            int own = slot < LINKS ? slot : OWN;
            each(sources & ~(1 << own), s -> add(me, vertex(node, route, MISSING + s), Rule.OTHERS));
        } else if (slot < LINKS && (up >> slot & 1) != 0) {
            add(me, vertex(node, route, DOWN), Rule.COPY);
            if (turns) {
                add(me, vertex(node, route, UP), Rule.TURN);
            }
        } else if (slot >= MISSING && slot < MISSING + LINKS && (children >> slot - MISSING & 1) != 0) {
            int child = order.neighbour(node, slot - MISSING);
            each(sources(route, child), s -> add(me, vertex(child, route, MISSING + s), Rule.OWED));
        } else if (slot == ALU) {
            add(me, vertex(node, route, up == 0 ? DOWN : UP), Rule.RESULT);
        } else if (slot == UP) {
            each(up, link -> add(me, other(node, route, link), Rule.CLIMB));
        } else if (slot == DOWN) {
            each(children, link -> add(me, other(node, route, link), Rule.SINK));
            if (up == 0 || routes.isMember(route, node)) {
                add(me, vertex(node, route, RECEPTION), Rule.RECEIVE);
            }
        }
    }

    /** Adds the waits of the channel of messages: of every class route, whatever paths software writes. */
    private void message(int node, int slot) {
        int me = vertex(node, ROUTES, slot);
        if (slot >= OUT && slot < OUT + LINKS) {
            if (isLink(node, slot - OUT)) {
                add(me, other(node, ROUTES, slot - OUT), Rule.HOP);
            }
        } else if (slot == OUT + HOME) {
            add(me, vertex(node, ROUTES, RECEPTION), Rule.RECEIVE);
        } else if (slot < LINKS || slot == INJECTION) {
            int to = 0;
            for (int route = 0; route < ROUTES; route++) {
                if (routes.uses(route, node)) {
                    int up = routes.parents(route, node);
                    to |= routes.children(route, node) | 1 << HOME;
                    to |= slot < LINKS && (up >> slot & 1) != 0 ? 0 : up; // what has come down goes up no more
                }
            }
            each(to, out -> add(me, vertex(node, ROUTES, OUT + out), Rule.PATH));
        }
    }

    private boolean isLink(int node, int link) {
        return IntStream.range(0, ROUTES)
                .anyMatch(route -> ((routes.parents(route, node) | routes.children(route, node)) >> link & 1) != 0);
    }

    private int other(int node, int channel, int link) {
        int to = order.neighbour(node, link);
        return vertex(to, channel, BUFFER + order.otherEnd(node, link));
    }

    private static void each(int mask, IntConsumer action) {
        for (int bits = mask; bits != 0; bits &= bits - 1) {
            action.accept(Integer.numberOfTrailingZeros(bits));
        }
    }

    // ---- the graph

    int usedVertices() {
        return used.cardinality();
    }

    public CheckResult.Step step(int from, int edge) {
        Rule rule = Rule.values()[label(edge)];
        String id = rule == Rule.TURN ? "N37" : "G" + (1 + rule.ordinal());
        return new CheckResult.Step(name(from), name(target(edge)), id, rule.reason);
    }

    /** Returns the sources of a combine: links to children, and above them the own node. */
    public int sources(int route, int node) {
        return routes.children(route, node) | (routes.isMember(route, node) ? 1 << OWN : 0);
    }

    /** Returns the mask of links of a node to its parent in a class route. */
    public int parents(int route, int node) {
        return routes.parents(route, node);
    }

    public static int node(int vertex) {
        return vertex / PER_CHANNEL / CHANNELS;
    }

    public static int channel(int vertex) {
        return vertex / PER_CHANNEL % CHANNELS;
    }

    /** Returns the resource of a vertex, one of the constants or one of them plus a link. */
    public static int resource(int vertex) {
        return vertex % PER_CHANNEL;
    }

    public static String name(int vertex) {
        int channel = channel(vertex);
        return resourceName(resource(vertex)) + (channel == ROUTES ? " of messages" : " of class route " + channel)
                + " @node " + node(vertex);
    }

    private static String resourceName(int slot) {
        if (slot < LINKS) {
            return "buffer of link " + slot;
        }
        if (slot < ALU) {
            return slot - MISSING == OWN ? "own contribution" : "contribution of link " + (slot - MISSING);
        }
        if (slot >= OUT && slot < INJECTION) {
            return slot - OUT == HOME ? "output to reception" : "output to link " + (slot - OUT);
        }
        return switch (slot) {
            case ALU -> "combine";
            case UP -> "result upwards";
            case DOWN -> "result downwards";
            case INJECTION -> "injection FIFO";
            default -> "reception FIFO";
        };
    }
}
