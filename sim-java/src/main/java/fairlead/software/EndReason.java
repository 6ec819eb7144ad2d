// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

/** Why a run ended. */
public enum EndReason {
    /** All operations are done and the machine is at rest. */
    COMPLETED,
    /** The machine is at rest and operations are open: nothing will ever happen again. */
    STUCK,
    /** max_cycles came first, and something was still moving. */
    MAX_CYCLES,
    /** The engine reported a failure. */
    FAILED,
    /** Somebody asked for the end. */
    INTERRUPTED,
    /** An observer has seen enough of a run that has gone wrong. */
    STOPPED,
    /** The machine said something that software can make no sense of. */
    NONSENSE
}
