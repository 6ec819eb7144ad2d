// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jgrapht.Graph;
import org.jgrapht.graph.DirectedPseudograph;
import org.jgrapht.traverse.BreadthFirstIterator;

/** Finds a shortest cycle among vertices that {@link Tarjan} has found on cycles, for reports only. */
final class ShortestCycle {
    private ShortestCycle() {}

    /**
     * Returns the edge numbers of a shortest cycle, in order, whose vertices are all in `vertices` and of which at
     * least one is in `through`.
     */
    static List<Integer> of(final Digraph graph, final int[] vertices, final int[] through) {
        final Graph<Integer, Integer> part = new DirectedPseudograph<>(null, null, false);
        final Set<Integer> inside = new HashSet<>();
        for (final int v : vertices) {
            inside.add(v);
            part.addVertex(v);
        }
        for (final int v : vertices) {
            for (int e = graph.start(v); e < graph.start(v + 1); e++) {
                if (inside.contains(graph.target(e))) {
                    part.addEdge(v, graph.target(e), e);
                }
            }
        }
        return through(part, start(graph, through));
    }

    /**
     * Returns a vertex on a shortest cycle, by a breadth-first search from each vertex that goes no deeper than the
     * best cycle so far.
     */
    private static int start(final Digraph graph, final int[] vertices) {
        final int[] seen = new int[graph.vertices()];
        final int[] queue = new int[graph.vertices()];
        int best = Integer.MAX_VALUE;
        int bestVertex = vertices[0];
        for (int i = 0; i < vertices.length; i++) {
            final int length = length(graph, vertices[i], best, i + 1, seen, queue);
            if (length < best) {
                best = length;
                bestVertex = vertices[i];
            }
        }
        return bestVertex;
    }

    private static int length(
            final Digraph graph, final int v, final int limit, final int mark, final int[] seen, final int[] queue) {
        int head = 0;
        int tail = 1;
        int levelEnd = 1;
        queue[0] = v;
        for (int depth = 1; head < tail && depth < limit; depth++) {
            for (; head < levelEnd; head++) {
                for (int e = graph.start(queue[head]); e < graph.start(queue[head] + 1); e++) {
                    final int to = graph.target(e);
                    if (to == v) {
                        return depth;
                    }
                    if (seen[to] != mark) {
                        seen[to] = mark;
                        queue[tail++] = to;
                    }
                }
            }
            levelEnd = tail;
        }
        return Integer.MAX_VALUE;
    }

    /** Returns a shortest cycle through `v`, or an empty list if there is none. */
    private static List<Integer> through(final Graph<Integer, Integer> part, final int v) {
        final BreadthFirstIterator<Integer, Integer> search = new BreadthFirstIterator<>(part, v);
        while (search.hasNext()) {
            final int u = search.next();
            final Integer back = part.getEdge(u, v);
            if (back != null) {
                final Deque<Integer> path = new ArrayDeque<>(List.of(back));
                for (int at = u; at != v; at = search.getParent(at)) {
                    path.addFirst(search.getSpanningTreeEdge(at));
                }
                return new ArrayList<>(path);
            }
        }
        return List.of();
    }
}
