// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import fairlead.deadlock.graph.Digraph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The waits between the channels of a relation. The channels of a bubble ring that keeps a free slot are one vertex,
 * because such a ring never fills: what waits to go on in it does not wait for ever.
 */
final class RelationGraph implements Digraph {
    /** One wait: a packet of the class may hold the first channel and want the second. */
    private record Wait(int from, int to, int packets) {}

    private final ChannelRelation relation;
    private final List<Integer> representative = new ArrayList<>(); // one channel for each vertex
    private final int[] vertexOf;
    private final int[] start;
    private final List<Wait> edges = new ArrayList<>();

    /** @param escapesOnly leave out waits for channels that are not escape channels */
    RelationGraph(final ChannelRelation relation, final boolean[][] occupied, final boolean escapesOnly) {
        this.relation = relation;
        final List<Channel> channels = relation.channels();
        vertexOf = new int[channels.size()];
        final Map<String, Boolean> whole = new LinkedHashMap<>();
        channels.stream()
                .filter(c -> !c.ring().isEmpty())
                .forEach(c -> whole.merge(c.ring(), c.keepsBubble(), Boolean::logicalAnd));
        final Map<String, Integer> rings = new LinkedHashMap<>();
        for (int c = 0; c < vertexOf.length; c++) {
            final String ring = channels.get(c).ring();
            final Integer known = whole.getOrDefault(ring, false) ? rings.get(ring) : null;
            vertexOf[c] = known == null ? representative.size() : known;
            if (known == null) {
                representative.add(c);
                rings.put(ring, vertexOf[c]);
            }
        }
        final List<Map<Integer, Wait>> waits = new ArrayList<>();
        representative.forEach(r -> waits.add(new LinkedHashMap<>()));
        for (int k = 0; k < occupied.length; k++) {
            for (int c = 0; c < vertexOf.length; c++) {
                for (final int next : occupied[k][c] ? relation.follows()[k][c] : new int[0]) {
                    final boolean within = vertexOf[c] == vertexOf[next]
                            && whole.getOrDefault(channels.get(c).ring(), false);
                    if (!within && (!escapesOnly || channels.get(next).escape())) {
                        waits.get(vertexOf[c]).putIfAbsent(vertexOf[next], new Wait(c, next, k));
                    }
                }
            }
        }
        start = new int[representative.size() + 1];
        for (int v = 0; v < representative.size(); v++) {
            edges.addAll(waits.get(v).values());
            start[v + 1] = edges.size();
        }
    }

    @Override
    public int vertices() {
        return representative.size();
    }

    @Override
    public int start(final int vertex) {
        return start[vertex];
    }

    @Override
    public int target(final int edge) {
        return vertexOf[edges.get(edge).to()];
    }

    boolean isEscape(final int vertex) {
        return relation.channels().get(representative.get(vertex)).escape();
    }

    int from(final int edge) {
        return edges.get(edge).from();
    }

    int to(final int edge) {
        return edges.get(edge).to();
    }

    String packets(final int edge) {
        return relation.classes().get(edges.get(edge).packets());
    }
}
