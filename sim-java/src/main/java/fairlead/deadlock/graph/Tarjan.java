// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import java.util.Arrays;

/**
 * Finds strongly connected components by Tarjan's algorithm, without recursion, in int arrays that are reused from
 * graph to graph. The time is linear in vertices and edges.
 */
final class Tarjan {
    /**
     * Lowest visit number reachable from each vertex; 0 before its visit, Integer.MAX_VALUE when its component is
     * complete.
     */
    private int[] low = new int[0];

    private int[] index = new int[0];
    private int[] nextEdge = new int[0];
    private int[] path = new int[0];
    private int[] open = new int[0];
    private int[] cyclic = new int[16];
    private int cyclicCount;

    /** Returns whether the graph has no cycle: each component is one vertex without an edge to itself. */
    boolean acyclic(final Digraph graph) {
        prepare(graph.vertices());
        int visits = 0;
        for (int root = 0; root < graph.vertices(); root++) {
            if (index[root] != 0) {
                continue;
            }
            int depth = 0;
            int opened = 0;
            path[0] = root;
            open[opened++] = root;
            index[root] = ++visits;
            low[root] = visits;
            nextEdge[root] = graph.start(root);
            while (depth >= 0) {
                final int v = path[depth];
                if (nextEdge[v] < graph.start(v + 1)) {
                    final int to = graph.target(nextEdge[v]++);
                    if (to == v && (cyclicCount == 0 || cyclic[cyclicCount - 1] != v)) {
                        addCyclic(v);
                    }
                    if (index[to] == 0) {
                        index[to] = ++visits;
                        low[to] = visits;
                        nextEdge[to] = graph.start(to);
                        path[++depth] = to;
                        open[opened++] = to;
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
                    final int end = opened;
                    while (open[--opened] != v) {
                        low[open[opened]] = Integer.MAX_VALUE;
                    }
                    low[v] = Integer.MAX_VALUE;
                    for (int i = opened; i < end && end - opened > 1; i++) {
                        addCyclic(open[i]);
                    }
                }
            }
        }
        return cyclicCount == 0;
    }

    private void addCyclic(final int v) {
        if (cyclicCount == cyclic.length) {
            cyclic = Arrays.copyOf(cyclic, 2 * cyclicCount);
        }
        cyclic[cyclicCount++] = v;
    }

    /** Returns the vertices of all components with a cycle. */
    int[] cyclic() {
        return Arrays.copyOf(cyclic, cyclicCount);
    }

    private void prepare(final int vertices) {
        if (index.length < vertices) {
            low = new int[vertices];
            index = new int[vertices];
            nextEdge = new int[vertices];
            path = new int[vertices];
            open = new int[vertices];
        } else {
            Arrays.fill(index, 0, vertices, 0);
        }
        cyclicCount = 0;
    }
}
