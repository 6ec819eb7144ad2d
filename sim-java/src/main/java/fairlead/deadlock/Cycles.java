// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Decides whether a graph has a cycle, by Tarjan's strongly connected components without recursion, and finds a
 * shortest one by breadth-first search. The time of the decision is linear in vertices and edges; the int arrays are
 * reused from graph to graph.
 */
public final class Cycles {
    /**
     * Lowest visit number reachable from each vertex; 0 before its visit, Integer.MAX_VALUE when its component is
     * complete.
     */
    private int[] low = new int[0];

    private int[] index = new int[0];
    private int[] nextEdge = new int[0];
    private int[] path = new int[0];
    private int[] open = new int[0];
    private int opened;
    private int visits;
    private int[] cyclic = new int[16];
    private int cyclicCount;

    /** Describes an edge and the vertex from which it leads. */
    public interface Description<S> {
        S of(int from, int edge);
    }

    /** Returns whether the graph has no cycle: each component is one vertex without an edge to itself. */
    boolean acyclic(Digraph graph) {
        if (index.length < graph.vertices()) {
            low = new int[graph.vertices()];
            index = new int[graph.vertices()];
            nextEdge = new int[graph.vertices()];
            path = new int[graph.vertices()];
            open = new int[graph.vertices()];
        } else {
            Arrays.fill(index, 0, graph.vertices(), 0);
        }
        cyclicCount = 0;
        visits = 0;
        for (int root = 0; root < graph.vertices(); root++) {
            if (index[root] == 0) {
                search(graph, root);
            }
        }
        return cyclicCount == 0;
    }

    private void search(Digraph graph, int root) {
        int depth = 0;
        opened = 0;
        visit(graph, root, depth);
        while (depth >= 0) {
            int v = path[depth];
            if (nextEdge[v] < graph.start(v + 1)) {
                int to = graph.target(nextEdge[v]++);
                if (to == v && (cyclicCount == 0 || cyclic[cyclicCount - 1] != v)) {
                    addCyclic(v);
                }
                if (index[to] == 0) {
                    visit(graph, to, ++depth);
                } else if (low[to] != Integer.MAX_VALUE) {
                    low[v] = Math.min(low[v], index[to]);
                }
                continue;
            }
            depth--;
            if (depth >= 0) {
                low[path[depth]] = Math.min(low[path[depth]], low[v]);
            }
            if (low[v] == index[v]) {
                complete(v);
            }
        }
    }

    private void visit(Digraph graph, int v, int depth) {
        index[v] = ++visits;
        low[v] = visits;
        nextEdge[v] = graph.start(v);
        path[depth] = v;
        open[opened++] = v;
    }

    private void complete(int root) {
        int end = opened;
        while (open[--opened] != root) {
            low[open[opened]] = Integer.MAX_VALUE;
        }
        low[root] = Integer.MAX_VALUE;
        for (int i = opened; i < end && end - opened > 1; i++) {
            addCyclic(open[i]);
        }
    }

    private void addCyclic(int v) {
        if (cyclicCount == cyclic.length) {
            cyclic = Arrays.copyOf(cyclic, 2 * cyclicCount);
        }
        cyclic[cyclicCount++] = v;
    }

    /**
     * Returns the edges of a shortest cycle, in order, of which at least one vertex satisfies the condition; an empty
     * list if there is none.
     */
    public List<Integer> shortest(Digraph graph, IntPredicate through) {
        if (acyclic(graph)) {
            return List.of();
        }
        List<Integer> best = List.of();
        Arrays.fill(index, 0, graph.vertices(), 0);
        for (int i = 0; i < cyclicCount; i++) {
            if (through.test(cyclic[i])) {
                int most = best.isEmpty() ? Integer.MAX_VALUE : best.size() - 1;
                List<Integer> cycle = through(graph, cyclic[i], most, i + 1);
                best = cycle.isEmpty() ? best : cycle;
            }
        }
        return best;
    }

    /** Returns the same cycle as descriptions of its edges, each with the vertex from which it leads. */
    public <S> List<S> shortest(Digraph graph, IntPredicate through, Description<S> step) {
        List<Integer> cycle = shortest(graph, through);
        List<S> steps = new ArrayList<>();
        for (int i = 0; i < cycle.size(); i++) {
            steps.add(step.of(graph.target(cycle.get(i == 0 ? cycle.size() - 1 : i - 1)), cycle.get(i)));
        }
        return steps;
    }

    /**
     * Returns a shortest cycle through `v` of at most `most` edges, or an empty list. The search has the arrays of the
     * decision: `index` is `mark` for the vertices that it has reached, `low` is the vertex from which and `nextEdge`
     * the edge by which, and `path` is the queue.
     */
    private List<Integer> through(Digraph graph, int v, int most, int mark) {
        path[0] = v;
        int tail = 1;
        int levelEnd = 1;
        for (int head = 0, length = 1; head < tail && length <= most; length++) {
            for (; head < levelEnd; head++) {
                int at = path[head];
                for (int e = graph.start(at); e < graph.start(at + 1); e++) {
                    int to = graph.target(e);
                    if (to == v) {
                        List<Integer> cycle = new ArrayList<>(List.of(e));
                        for (int back = at; back != v; back = low[back]) {
                            cycle.add(nextEdge[back]);
                        }
                        Collections.reverse(cycle);
                        return cycle;
                    }
                    if (index[to] != mark) {
                        index[to] = mark;
                        low[to] = at;
                        nextEdge[to] = e;
                        path[tail++] = to;
                    }
                }
            }
            levelEnd = tail;
        }
        return List.of();
    }

    /**
     * A directed graph in arrays, which grow and are reused from graph to graph: the edges of vertex v have the numbers
     * start(v) to start(v + 1) - 1. A subclass adds the edges vertex by vertex.
     */
    public abstract static class Digraph {
        private int vertices;
        private int begun;
        private int[] start = new int[1];
        private int[] targets = new int[1024];
        private int[] labels = new int[1024];
        private int size;

        protected final void clear(int ofVertices) {
            vertices = ofVertices;
            begun = 0;
            size = 0;
            if (start.length < vertices + 1) {
                start = new int[vertices + 1];
            }
        }

        /** Begins the edges of the next vertex; after the last vertex, ends the graph. */
        protected final void begin() {
            start[begun++] = size;
        }

        /** Adds an edge from the vertex that was begun last. */
        protected final void add(int to, int label) {
            if (size == targets.length) {
                targets = Arrays.copyOf(targets, 2 * size);
                labels = Arrays.copyOf(labels, 2 * size);
            }
            targets[size] = to;
            labels[size++] = label;
        }

        public final int vertices() {
            return vertices;
        }

        /** Returns the number of the first edge of a vertex; for v = vertices(), the number of edges. */
        public final int start(int vertex) {
            return start[vertex];
        }

        /** Returns the vertex to which an edge leads. */
        public final int target(int edge) {
            return targets[edge];
        }

        protected final int label(int edge) {
            return labels[edge];
        }

        public final int edgeCount() {
            return size;
        }
    }
}
