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

    /** What became of a run with a fault, in comparison with the same run without it. */
    public enum FaultFate {
        /** No event, no hop, no byte of memory and no state of a link differs: the fault did not strike. */
        NO_STRIKE,
        /** It struck, and neither an event nor memory differs: only hops or the credits of a link do. */
        MASKED,
        /** A verdict is false. */
        DETECTED,
        /** An assertion of the lab library ended the run before a verdict was false. */
        ASSERTED,
        /** No verdict is false, but the run did not complete or an operation failed, which the report says. */
        INCOMPLETE,
        /**
         * No verdict is false. The same things happened, some of them in other cycles; memory is that of the sound run.
         */
        SILENT_IN_TIME,
        /**
         * No verdict is false. Other things happened, for example a repeated request; memory is that of the sound run.
         */
        SILENT_OTHER_WAY,
        /** No verdict is false, and memory is not that of the sound run. */
        SILENT_MEMORY;

        public boolean isSilent() {
            return this == SILENT_IN_TIME || this == SILENT_OTHER_WAY || this == SILENT_MEMORY;
        }
    }
}
