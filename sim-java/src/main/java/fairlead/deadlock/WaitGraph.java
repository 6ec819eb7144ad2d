// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.deadlock.Cycles.Digraph;
import fairlead.deadlock.RuleTable.Rule;
import fairlead.deadlock.RuleTable.VertexKind;
import fairlead.deadlock.StaticCheck.CheckResult;
import fairlead.machine.Shape;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The waits-for graph of a whole machine. Vertex numbers are node * VertexKind.PER_NODE + slot ({@link VertexKind}),
 * and one ROUND_TRIP follows all nodes. The label of an edge is the number of its rule.
 *
 * <p>A bubble ring consists of VC 0 of the links of one direction on one line of nodes; its buffers together begin with
 * more than one free slot. A packet that continues on the ring moves into one free slot and frees another. A packet
 * that enters the ring takes a slot only if two are free. One slot therefore stays free if every entry needs two slots
 * and every buffer has two. The packets of such a ring keep moving until they leave, and the ring counts as one vertex.
 * A ring with any other kind of entry keeps its cycle of waits.
 */
final class WaitGraph extends Digraph {
    private static final int SLOTS = VertexKind.PER_NODE;
    private static final int RULE_BITS = 8;
    private static final int HOLE = 2; // slots of an entry and of a buffer that keep one of the ring free

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
    /** For each slot, ROUND_TRIP included, the waits within a node: slot << RULE_BITS | rule number. */
    private final int[][] local = new int[SLOTS + 1][];

    private Shape shape;
    private int used;
    private RoutingRelation relation;
    private View view;
    private boolean bubbles; // whether rings may be one vertex
    private final BitSet broken = new BitSet(); // bubble rings without a free slot, by vertex of their first link
    private int unescaped;
    private String firstUnescaped = "";

    WaitGraph(RuleTable table, int localPorts, int responseClass) {
        this.table = table;
        this.localPorts = localPorts;
        this.responseClass = responseClass;
        for (int slot = 0; slot <= SLOTS; slot++) {
            local[slot] = template(slot);
        }
    }

    private int[] template(int slot) {
        VertexKind from = VertexKind.ofSlot(slot);
        int[] out = new int[64];
        int n = 0;
        for (int r = 0; r < table.rules().size(); r++) {
            Rule rule = table.rules().get(r);
            for (int j = 0; rule.from() == from && j < rule.to().count(); j++) {
                if (isBuilt(rule.to().slot(j)) && rule.applies(slot - from.slot(0), j, localPorts)) {
                    out[n++] = rule.to().slot(j) << RULE_BITS | r + RuleTable.NETWORK.size();
                }
            }
        }
        return Arrays.copyOf(out, n);
    }

    /** Returns whether the machine has the resource; of those with two, a node has one for each local port. */
    private boolean isBuilt(int slot) {
        VertexKind kind = VertexKind.ofSlot(slot);
        return kind.count() != 2 || slot - kind.slot(0) < localPorts;
    }

    void build(Shape of, RoutingRelation by, View wanted, int slots) {
        shape = of;
        relation = by;
        view = wanted;
        bubbles = wanted == View.DECIDING && by.rules().bubble() && slots >= HOLE;
        findBroken();
        unescaped = 0;
        firstUnescaped = "";
        clear(of.nodes() * SLOTS + 1);
        used = 1;
        for (int node = 0; node < of.nodes(); node++) {
            for (int slot = 0; slot < SLOTS; slot++) {
                begin();
                if (VertexKind.ofSlot(slot) == VertexKind.LINK) {
                    link(node, slot);
                } else if (isBuilt(slot)) {
                    used++;
                    unit(node, slot);
                }
            }
        }
        begin();
        // a wait for an answer depends on all nodes; one vertex replaces an edge for every pair of nodes
        for (int wait : local[SLOTS]) {
            for (int node = 0; node < of.nodes(); node++) {
                addLocal(node, wait);
            }
        }
        begin();
    }

    private void addLocal(int node, int wait) {
        int slot = wait >> RULE_BITS;
        add(slot == SLOTS ? vertices() - 1 : node * SLOTS + slot, wait & (1 << RULE_BITS) - 1);
    }

    // ---- bubble rings

    private void findBroken() {
        broken.clear();
        for (int node = 0; bubbles && node < shape.nodes(); node++) {
            findBroken(node, -1, relation.first(node));
            for (int link = 0; link < RoutingRelation.LINK_VCS; link++) {
                findBroken(shape.neighbour(node, link >> 2), link, relation.next(node, link));
            }
        }
    }

    private void findBroken(int node, int link, int next) {
        for (int to = 0; to < RoutingRelation.LINK_VCS; to += 4) {
            boolean enters = (next >> to & 1) != 0 && to != link;
            if (enters && relation.rules().need().of(RoutingRelation.rule(link, to)) < HOLE) {
                broken.set(ring(node, to >> 2));
            }
        }
    }

    /** Returns the vertex of class 0 at position 0 of a ring. */
    private int ring(int node, int direction) {
        int stride = direction < 2 ? 1 : direction < 4 ? shape.kx() : shape.kx() * shape.ky();
        return (node - shape.at(node, direction >> 1) * stride) * SLOTS + VertexKind.linkSlot(direction, 0, 0);
    }

    /** Returns whether the link VC is a part of a bubble ring that keeps a free slot. */
    private boolean isOnRing(int node, int direction, int v) {
        return bubbles && v == 0 && !broken.get(ring(node, direction));
    }

    // ---- links

    private void link(int node, int slot) {
        int direction = VertexKind.direction(slot);
        int cls = VertexKind.vcNumber(slot) >> 2;
        int v = VertexKind.vcNumber(slot) & 3;
        if (cls > responseClass || (relation.used(node) >> direction * 4 + v & 1) == 0) {
            return;
        }
        used++;
        if (!isOnRing(node, direction, v)) {
            linkWaits(node, direction, cls, v);
        } else if (shape.at(node, direction >> 1) == 0) {
            // the ring is one vertex
            for (int i = 0, at = node; i < shape.k(direction >> 1); i++, at = shape.neighbour(at, direction)) {
                linkWaits(at, direction, cls, v);
            }
        }
    }

    private void linkWaits(int node, int direction, int cls, int v) {
        int link = direction * 4 + v;
        int after = shape.neighbour(node, direction);
        int holder = node * SLOTS + VertexKind.linkSlot(direction, cls, v);
        linksWanted(holder, relation.rules().escapes(direction), after, link, relation.next(node, link));
        if ((relation.last(node) >> link & 1) != 0) {
            for (int port = 0; port < localPorts; port++) {
                if (cls == 0) {
                    add(after * SLOTS + VertexKind.REQUEST_EJECTION.slot(port), RuleTable.EJECT);
                }
                if (cls == responseClass) {
                    add(after * SLOTS + VertexKind.RESPONSE_EJECTION.slot(port), RuleTable.EJECT);
                }
            }
        }
    }

    /**
     * Adds the waits for link VCs of a node.
     *
     * @param escapes false if a packet in the holder may have to wait for its adaptive choices alone
     * @param link link VC by which the packet came, -1 at injection
     * @param wanted link VCs of the node
     */
    private void linksWanted(int holder, boolean escapes, int node, int link, int wanted) {
        if (!escapes && unescaped++ == 0) {
            firstUnescaped = name(holder);
        }
        int kind = holder % SLOTS;
        boolean response =
                link < 0 ? VertexKind.ofSlot(kind) == VertexKind.RESPONSE_INJECTION : VertexKind.vcNumber(kind) >= 4;
        int cls = response ? responseClass : 0;
        int mask = view == View.ALL || !escapes ? wanted : wanted & RoutingRelation.ESCAPES;
        // the order decides which of several shortest cycles is reported: the same ring, then turns, choices first
        int before = link < 0 ? RoutingRelation.ESCAPES : 15 << (link & ~3);
        int turns = mask & ~before;
        int swapped = (turns & RoutingRelation.ESCAPES) << 2 | turns >> 2 & RoutingRelation.ESCAPES;
        for (int swap = 0; swap <= 2; swap += 2) {
            for (int left = swap == 0 ? mask & before : swapped; left != 0; left &= left - 1) {
                int to = Integer.numberOfTrailingZeros(left) ^ swap;
                int slot = VertexKind.linkSlot(to >> 2, cls, to & 3);
                int rule = RoutingRelation.rule(link, to);
                if (!isOnRing(node, to >> 2, to & 3)) {
                    add(node * SLOTS + slot, rule);
                } else if (rule != RuleTable.RING) {
                    add(ring(node, to >> 2) + slot - VertexKind.linkSlot(to >> 2, 0, 0), rule);
                }
            }
        }
    }

    private void unit(int node, int slot) {
        for (int wait : local[slot]) {
            addLocal(node, wait);
        }
        VertexKind kind = VertexKind.ofSlot(slot);
        if (kind == VertexKind.REQUEST_INJECTION || kind == VertexKind.RESPONSE_INJECTION) {
            linksWanted(node * SLOTS + slot, relation.rules().escapes(-1), node, -1, relation.first(node));
            VertexKind ejection =
                    kind == VertexKind.REQUEST_INJECTION ? VertexKind.REQUEST_EJECTION : VertexKind.RESPONSE_EJECTION;
            for (int port = 0; port < localPorts; port++) {
                add(node * SLOTS + ejection.slot(port), RuleTable.SELF);
            }
        }
    }

    // ---- the graph

    /** Returns the number of resources with packets that have no escape VC among their choices. */
    int unescaped() {
        return unescaped;
    }

    String firstUnescaped() {
        return firstUnescaped;
    }

    static boolean isEscape(int vertex) {
        int slot = vertex % SLOTS;
        return VertexKind.ofSlot(slot) == VertexKind.LINK && (VertexKind.vcNumber(slot) & 3) < 2;
    }

    /** Returns the number of vertices that a packet or command can hold. */
    int usedVertices() {
        return used;
    }

    /** Returns the slots of the same node for which a holder of `slot` may wait. */
    int[] localTargets(int slot) {
        return Arrays.stream(local[slot])
                .map(wait -> wait >> RULE_BITS)
                .filter(to -> to < SLOTS)
                .toArray();
    }

    CheckResult.Step step(int from, int edge) {
        Rule rule = table.rule(label(edge));
        return new CheckResult.Step(name(from), name(target(edge)), rule.id(), rule.reason());
    }

    private String name(int vertex) {
        if (vertex == vertices() - 1) {
            return VertexKind.name(SLOTS);
        }
        int node = vertex / SLOTS;
        int slot = vertex % SLOTS;
        boolean ring = VertexKind.ofSlot(slot) == VertexKind.LINK
                && isOnRing(node, VertexKind.direction(slot), VertexKind.vcNumber(slot) & 3);
        return (ring ? VertexKind.ringName(slot) : VertexKind.name(slot)) + " @" + shape.x(node) + "," + shape.y(node)
                + "," + shape.z(node);
    }
}
