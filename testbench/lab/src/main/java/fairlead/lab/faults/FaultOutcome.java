// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import java.util.List;

/**
 * The outcome of one run with a fault.
 *
 * @param seed seed of the run
 * @param node node with the fault
 * @param cycle cycle in which it was armed, or 0
 * @param verdicts the false verdicts
 * @param asserted true if an assertion of the lab library failed, whether it was muted or ended the run
 * @param struck cycle of the first event that differs, or -1 if none does
 * @param violated cycle of the first violation; -1 if there is none or only the end of the run shows it
 * @param detail what ended the run badly, or where it differs
 */
public record FaultOutcome(
        long seed,
        int node,
        long cycle,
        FaultFate fate,
        List<String> verdicts,
        boolean asserted,
        long struck,
        long violated,
        String detail) {

    /** Returns the cycles from the strike to the first violation, or -1 if one of them has no cycle. */
    public long delay() {
        return struck < 0 || violated < 0 ? -1 : Math.max(0, violated - struck);
    }
}
