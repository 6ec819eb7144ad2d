// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

/** A directed graph in arrays: the edges of vertex v have the numbers start(v) to start(v + 1) - 1. */
public interface Digraph {
    int vertices();

    /** Returns the number of the first edge of a vertex; for v = vertices(), the number of edges. */
    int start(int vertex);

    /** Returns the vertex to which an edge leads. */
    int target(int edge);
}
