// SPDX-License-Identifier: Apache-2.0
package fairlead.pe;

import fairlead.race.Races;

/**
 * How a run of a program varies from the plain run on the same machine.
 *
 * @param nodes node of each PE; null if PE p is on node p
 * @param late by how many cycles calls are late
 * @param conflicts notes what the calls access; or null
 * @param races finds accesses that nothing orders; or null
 */
public record Variation(int[] nodes, Late late, Conflicts conflicts, Races races) {
    public static final Variation PLAIN = looking(null);

    /** Returns the plain run, of which races are found. */
    public static Variation looking(Races races) {
        return new Variation(null, (pe, call) -> 0, null, races);
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
