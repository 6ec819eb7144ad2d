// SPDX-License-Identifier: Apache-2.0
package fairlead.engine;

/** The reason why a call of {@link Engine#run} returned; the ordinal is the code that the fabric returns. */
public enum StopReason {
    /** The limit cycle is reached. */
    LIMIT,
    /** Node software must act, because the oldest reactive event of the batch is one software latency old. */
    REACTION,
    /** The event ring is nearly full. */
    RING_FULL,
    /** No packet moves and no command waits, so only a new command can cause another event. */
    IDLE,
    /** An assertion, a conservation check of a link, or the engine itself failed; see {@link Engine#failure}. */
    FAILED
}
