// SPDX-License-Identifier: Apache-2.0
package fairlead.executor;

import fairlead.engine.EventCursor;
import fairlead.program.Operation;
import fairlead.program.Result;

/** Watches a run: checkers, hashes, recorders. Called in the one order of events; must not change anything. */
public interface Observer {
    /** Every event, before software reacts to it. Do not move the cursor. */
    default void event(final EventCursor event) {}

    /** The operation enters the NIC under this tag; a quiet does so once for each target, a resent request again. -1: it has no tag. */
    default void posted(final Operation op, final int tag, final long cycle) {}

    /** Software knows that the operation has ended. */
    default void finished(final Operation op, final Result result, final long cycle) {}

    /** After each batch. */
    default void batch(final long cycle, final int openOperations) {}
}
