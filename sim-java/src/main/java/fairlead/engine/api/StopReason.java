// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

/** Why a call of {@link Engine#run} came back; the ordinal is the code that the fabric returns. */
public enum StopReason {
    /** The limit cycle is reached. */
    LIMIT,
    /** Node software must act: the oldest reactive event of the batch is one software latency old. */
    REACTION,
    /** The event ring is nearly full. */
    RING_FULL,
    /** Nothing moves and no command waits: nothing will happen again without a new command. */
    IDLE,
    /** An assertion, a link's conservation check or the engine itself failed; see {@link Engine#failure}. */
    FAILED
}
