// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.program.Operation;
import fairlead.program.Result;

/**
 * Observes a run, for example as a checker, a hash or a recorder. Its methods are called in the order of events and
 * must not change the run.
 */
public interface Observer {
    /**
     * Receives a batch of events before software reacts to any of them. The cursor is before the first event and must
     * be rewound to that position.
     */
    default void events(EventCursor batch) {}

    /** Receives the commands that software gives now, each for its own cycle. */
    default void commands(CommandBuffer commands) {}

    /** Reports, before anything else about it, an operation that a program has got while it runs. */
    default void added(Operation op) {}

    /**
     * Reports that the operation enters the NIC under this tag; -1 stands for no tag. A quiet is reported once for each
     * target, and a resent request again. An EPOCH_OPEN is reported once for each target, in their order, with its
     * epoch index as tag.
     */
    default void posted(Operation op, int tag, long cycle) {}

    /**
     * Reports that the operation has ended in this cycle, either by its terminal event or, without an event, by
     * software. A put or message may become REFUSED afterwards.
     */
    default void finished(Operation op, Result result, long cycle) {}

    /** Returns the cycle, after `cycle`, before which the next batch must end. The end of a batch changes no result. */
    default long stopBefore(long cycle) {
        return Long.MAX_VALUE;
    }

    /** Reports that the machine produced an impossible event in this cycle; the run ends. */
    default void nonsense(long cycle, String what) {}

    /** Returns whether the run is to end here, before its program ends; called after each batch. */
    default boolean isEnough(long cycle) {
        return false;
    }

    /** Reports the end of a batch. */
    default void batch(long cycle, int openOperations) {}
}
