// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

import fairlead.engine.api.CommandBuffer;
import fairlead.engine.api.EventCursor;
import fairlead.program.Operation;
import fairlead.program.Result;

/** Watches a run: checkers, hashes, recorders. Called in the one order of events; must not change anything. */
public interface Observer {
    /** A batch of events, before software reacts to any of it. The cursor stands before the first one and must be left there (rewind). */
    default void events(final EventCursor batch) {}

    /** Commands that software gives now, each for its own cycle. */
    default void commands(final CommandBuffer commands) {}

    /**
     * The operation enters the NIC under this tag; a quiet does so once for each target, a resent request again. An EPOCH_OPEN does so once for each target, in their
     * order, under its epoch index. -1: it has no tag.
     */
    default void posted(final Operation op, final int tag, final long cycle) {}

    /** The operation has ended: its terminal event came in this cycle, or without an event software ended it then. A put or message may turn REFUSED after that. */
    default void finished(final Operation op, final Result result, final long cycle) {}

    /** The cycle, after `cycle`, before which the next batch must end; where a batch ends changes no result. */
    default long stopBefore(final long cycle) {
        return Long.MAX_VALUE;
    }

    /** The machine has told software in this cycle what cannot be; the run ends. */
    default void nonsense(final long cycle, final String what) {}

    /** Whether the run is to end here, before its program does. Asked after each batch. */
    default boolean isEnough(final long cycle) {
        return false;
    }

    /** After each batch. */
    default void batch(final long cycle, final int openOperations) {}
}
