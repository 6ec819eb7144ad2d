// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.deadlock.graph.RuleTable.Map;
import fairlead.deadlock.graph.RuleTable.Rule;
import fairlead.machine.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * The waits-for graph of a whole machine. Vertex numbers are node * VertexKind.PER_NODE + slot ({@link VertexKind}),
 * and one ROUND_TRIP follows all nodes. The label of an edge is the number of its rule.
 */
final class WaitGraph extends Digraph implements RoutingRelation.Sink {
    private static final int SLOTS = VertexKind.PER_NODE;

    /** The waits that a graph contains. */
    enum View {
        /**
         * The waits that decide: of several choices only the escape VC, if it is among them; a bubble ring that keeps a
         * free slot is one vertex.
         */
        DECIDING,
        /** Every wait that a snapshot can show. */
        ALL
    }

    private final RuleTable table;
    private final int localPorts;
    /** Class of the links that responses use: 1, or 0 in a variant. */
    private final int responseClass;
    /** For each slot, the edges within its node: local slot << 8 | rule number. */
    private final int[][] local = new int[SLOTS][];

    private final boolean[] hasRoundTrip = new boolean[SLOTS];
    private final int[] roundTripRule = new int[SLOTS];

    private Shape shape;
    private int used;
    private int sinkClass;
    private RoutingRelation relation;
    private View view;
    private final BubbleRings rings = new BubbleRings();
    /** True if a packet in the current holder may have to wait for its adaptive choices alone. */
    private boolean takeChoices;

    private int unescaped;
    private String firstUnescaped = "";

    WaitGraph(final RuleTable table, final int localPorts, final int responseClass) {
        this.table = table;
        this.localPorts = localPorts;
        this.responseClass = responseClass;
        for (int slot = 0; slot < SLOTS; slot++) {
            local[slot] = template(slot);
        }
    }

    private int[] template(final int slot) {
        final VertexKind from = VertexKind.ofSlot(slot);
        final int[] out = new int[64];
        int n = 0;
        final List<Rule> all = table.rules();
        for (int r = 0; r < all.size(); r++) {
            final Rule rule = all.get(r);
            if (rule.from() != from) {
                continue;
            }
            final int number = r + RuleTable.NETWORK.size();
            if (rule.to() == VertexKind.ROUND_TRIP) {
                hasRoundTrip[slot] = true;
                roundTripRule[slot] = number;
                continue;
            }
            for (int j = 0; j < rule.to().count(); j++) {
                final boolean built = !isPort(rule.to()) || j < localPorts;
                if (built && rule.applies(slot - from.slot(0), j, localPorts)) {
                    out[n++] = rule.to().slot(j) << 8 | number;
                }
            }
        }
        return Arrays.copyOf(out, n);
    }

    /** Returns whether the node has one resource of this kind for each local port. */
    private static boolean isPort(final VertexKind kind) {
        return kind.count() == 2;
    }

    /** Replaces the graph by the graph of a relation on a shape. */
    void build(final Shape of, final RoutingRelation by, final View wanted, final int slots) {
        shape = of;
        relation = by;
        view = wanted;
        rings.of(of, by, slots, wanted == View.DECIDING);
        unescaped = 0;
        firstUnescaped = "";
        clear(of.nodes() * SLOTS + 1);
        used = 1;
        for (int node = 0; node < of.nodes(); node++) {
            for (int slot = 0; slot < SLOTS; slot++) {
                begin();
                final VertexKind kind = VertexKind.ofSlot(slot);
                if (kind == VertexKind.LINK) {
                    link(node, slot);
                } else if (!isPort(kind) || slot - kind.slot(0) < localPorts) {
                    used++;
                    unit(node, slot, kind);
                }
            }
        }
        begin();
        roundTrip();
        begin();
    }

    private void link(final int node, final int slot) {
        final int direction = VertexKind.direction(slot);
        final int number = VertexKind.vcNumber(slot);
        final int cls = number >> 2;
        final int v = number & 3;
        if (cls > responseClass || !relation.used(node, direction, v)) {
            return;
        }
        used++;
        sinkClass = cls;
        if (v != 0 || !rings.holds(node, direction)) {
            linkWaits(node, direction, cls, v);
        } else if (rings.first(node, direction) == node) {
            // the ring is one vertex
            for (int i = 0, at = node; i < shape.k(direction >> 1); i++, at = shape.neighbour(at, direction)) {
                linkWaits(at, direction, cls, v);
            }
        }
    }

    private void linkWaits(final int node, final int direction, final int cls, final int v) {
        choose(relation.escapes(node, direction, v), node, () -> VertexKind.linkSlot(direction, cls, v));
        relation.next(node, direction, v, this);
        if (relation.last(node, direction, v)) {
            final int there = shape.neighbour(node, direction) * SLOTS;
            for (int port = 0; port < localPorts; port++) {
                if (cls == 0) {
                    add(there + VertexKind.REQUEST_EJECTION.slot(port), RuleTable.EJECT);
                }
                if (cls == responseClass) {
                    add(there + VertexKind.RESPONSE_EJECTION.slot(port), RuleTable.EJECT);
                }
            }
        }
    }

    private void choose(final boolean escapes, final int node, final IntSupplier slot) {
        takeChoices = view == View.ALL || !escapes;
        if (!escapes && unescaped++ == 0) {
            firstUnescaped = name(node * SLOTS + slot.getAsInt());
        }
    }

    private void unit(final int node, final int slot, final VertexKind kind) {
        final int base = node * SLOTS;
        for (final int edge : local[slot]) {
            add(base + (edge >> 8), edge & 255);
        }
        if (hasRoundTrip[slot]) {
            add(vertices() - 1, roundTripRule[slot]);
        }
        if (kind == VertexKind.REQUEST_INJECTION || kind == VertexKind.RESPONSE_INJECTION) {
            final boolean response = kind == VertexKind.RESPONSE_INJECTION;
            sinkClass = response ? responseClass : 0;
            choose(relation.escapes(node), node, () -> slot);
            relation.first(node, this);
            for (int port = 0; port < localPorts; port++) {
                add(
                        base + (response ? VertexKind.RESPONSE_EJECTION : VertexKind.REQUEST_EJECTION).slot(port),
                        RuleTable.SELF);
            }
        }
    }

    /**
     * Adds the edges of ROUND_TRIP. A wait for an answer depends on all nodes; one vertex replaces an edge for every
     * pair of nodes.
     */
    private void roundTrip() {
        final List<Rule> all = table.rules();
        for (int r = 0; r < all.size(); r++) {
            final Rule rule = all.get(r);
            if (rule.from() == VertexKind.ROUND_TRIP && rule.map() == Map.ALL) {
                final int ports = isPort(rule.to()) ? localPorts : rule.to().count();
                for (int node = 0; node < shape.nodes(); node++) {
                    for (int j = 0; j < ports; j++) {
                        add(node * SLOTS + rule.to().slot(j), r + RuleTable.NETWORK.size());
                    }
                }
            }
        }
    }

    @Override
    public void link(final int node, final int direction, final int v, final int rule) {
        if (rule == RuleTable.CHOICE && !takeChoices) {
            return;
        }
        if (v == 0 && rings.holds(node, direction)) {
            if (rule != RuleTable.RING) {
                add(rings.first(node, direction) * SLOTS + VertexKind.linkSlot(direction, sinkClass, v), rule);
            }
        } else {
            add(node * SLOTS + VertexKind.linkSlot(direction, sinkClass, v), rule);
        }
    }

    /** Returns the number of resources with packets that have no escape VC among their choices. */
    int unescaped() {
        return unescaped;
    }

    /** Returns the name of the first such resource, or an empty string. */
    String firstUnescaped() {
        return firstUnescaped;
    }

    /** Returns whether the vertex is an escape VC of a link. */
    static boolean isEscape(final int vertex) {
        final int slot = vertex % SLOTS;
        return VertexKind.ofSlot(slot) == VertexKind.LINK && (VertexKind.vcNumber(slot) & 3) < 2;
    }

    /** Returns the number of vertices that a packet or command can hold. */
    int usedVertices() {
        return used;
    }

    /** Returns the slots of the same node for which a holder of `slot` may wait. */
    int[] localTargets(final int slot) {
        return Arrays.stream(local[slot]).map(edge -> edge >> 8).toArray();
    }

    Rule rule(final int edge) {
        return table.rule(label(edge));
    }

    String name(final int vertex) {
        if (vertex == vertices() - 1) {
            return VertexKind.name(SLOTS);
        }
        final int node = vertex / SLOTS;
        final int slot = vertex % SLOTS;
        final boolean ring = VertexKind.ofSlot(slot) == VertexKind.LINK
                && (VertexKind.vcNumber(slot) & 3) == 0
                && rings.holds(node, VertexKind.direction(slot));
        return (ring ? VertexKind.ringName(slot) : VertexKind.name(slot)) + " @" + shape.x(node) + "," + shape.y(node)
                + "," + shape.z(node);
    }
}
