// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

/** The reason why a run ended. */
public enum EndReason {
    /** All operations are done and the machine is at rest. */
    COMPLETED,
    /** The machine is at rest although operations are open, so no further event can occur. */
    STUCK,
    /** The run reached max_cycles before the machine was at rest. */
    MAX_CYCLES,
    /** The engine reported a failure. */
    FAILED,
    /** The caller requested the end. */
    INTERRUPTED,
    /** An observer requested the end after a violation. */
    STOPPED,
    /** The machine reported an event that software cannot interpret. */
    NONSENSE
}
