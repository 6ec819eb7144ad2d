// SPDX-License-Identifier: Apache-2.0
package fairlead.pe;

import fairlead.race.Races;
import java.util.Set;

/**
 * How a run of a program varies from the plain run on the same machine.
 *
 * @param nodes node of each PE; null if PE p is on node p
 * @param late by how many cycles calls are late
 * @param conflicts notes what the calls access; or null
 * @param races finds accesses that nothing orders; or null
 * @param debugged PEs that wait before main for a debugger, and that no limit of time ends
 */
public record Variation(int[] nodes, Late late, Conflicts conflicts, Races races, Set<Integer> debugged) {
    public static final Variation PLAIN = looking(null, Set.of());

    /** Returns the plain run, of which races are found, or PEs debugged. */
    public static Variation looking(Races races, Set<Integer> debugged) {
        return new Variation(null, (pe, call) -> 0, null, races, debugged);
    }

    /**
     * Calls that are late. A put, or a get that need not be complete, begins on the machine so much later, while its PE
     * goes on; a put that must have left its source takes a copy. Before every other call the PE computes so long.
     */
    public interface Late {
        /** @param call number among the calls of the PE, from 1 on */
        int of(int pe, int call);
    }

    public int node(int pe) {
        return nodes == null ? pe : nodes[pe];
    }
}
