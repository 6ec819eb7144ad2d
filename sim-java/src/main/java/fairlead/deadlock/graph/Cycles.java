// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jgrapht.Graph;
import org.jgrapht.graph.DirectedPseudograph;
import org.jgrapht.traverse.BreadthFirstIterator;

/** Shortest cycles, for reports only: {@link Tarjan} decides. */
public final class Cycles {
    private Cycles() {}

    /** Describes an edge and the vertex from which it leads. */
    public interface Description<S> {
        S of(int from, int edge);
    }

    /**
     * Returns the edges of a shortest cycle, in order, of which at least one vertex satisfies the condition; an empty
     * list if there is none.
     */
    public static List<Integer> shortest(final Digraph graph, final IntPredicate through) {
        final Tarjan tarjan = new Tarjan();
        return tarjan.acyclic(graph) ? List.of() : shortest(graph, tarjan.cyclic(), through);
    }

    /** Returns the same, given the vertices of all cycles. */
    static List<Integer> shortest(final Digraph graph, final int[] cyclic, final IntPredicate through) {
        final int[] wanted = Arrays.stream(cyclic).filter(through).toArray();
        if (wanted.length == 0) {
            return List.of();
        }
        final Graph<Integer, Integer> part = new DirectedPseudograph<>(null, null, false);
        final Set<Integer> inside = new HashSet<>();
        for (final int v : cyclic) {
            inside.add(v);
            part.addVertex(v);
        }
        for (final int v : cyclic) {
            for (int e = graph.start(v); e < graph.start(v + 1); e++) {
                if (inside.contains(graph.target(e))) {
                    part.addEdge(v, graph.target(e), e);
                }
            }
        }
        return through(part, start(graph, wanted));
    }

    public static <S> List<S> steps(final Digraph graph, final List<Integer> cycle, final Description<S> step) {
        final List<S> steps = new ArrayList<>();
        for (int i = 0; i < cycle.size(); i++) {
            final int before = cycle.get(i == 0 ? cycle.size() - 1 : i - 1);
            steps.add(step.of(graph.target(before), cycle.get(i)));
        }
        return steps;
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
