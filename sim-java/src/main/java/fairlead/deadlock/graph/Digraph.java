// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import java.util.Arrays;

/**
 * A directed graph in arrays, which grow and are reused from graph to graph: the edges of vertex v have the numbers
 * start(v) to start(v + 1) - 1. A subclass adds the edges vertex by vertex.
 */
public abstract class Digraph {
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
