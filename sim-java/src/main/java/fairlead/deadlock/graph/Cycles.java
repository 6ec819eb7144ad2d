// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/** The question that every check of waits asks, for any graph: is there a cycle, and which is a shortest one? */
public final class Cycles {
    private Cycles() {}

    /**
     * Returns the edge numbers of a shortest cycle through a vertex that counts, in order, or an empty list if no such
     * vertex is on a cycle.
     *
     * @param counts tells whether a cycle through this vertex matters
     */
    public static List<Integer> shortest(final Digraph graph, final IntPredicate counts) {
        final Tarjan tarjan = new Tarjan();
        if (tarjan.acyclic(graph)) {
            return List.of();
        }
        final int[] through = Arrays.stream(tarjan.cyclic()).filter(counts).toArray();
        return through.length == 0 ? List.of() : ShortestCycle.of(graph, tarjan.cyclic(), through);
    }
}
