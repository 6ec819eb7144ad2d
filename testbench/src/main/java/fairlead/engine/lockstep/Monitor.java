// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.lockstep;

import fairlead.engine.api.CommandBuffer;
import fairlead.engine.api.EventCursor;

/** Watches what both engines agree on. */
public interface Monitor {
    /** Commands on their way to both engines. */
    default void commands(final CommandBuffer commands) {}

    /** A batch that both engines gave; the cursor stands before the first record and must be left there (rewind). */
    default void events(final EventCursor batch) {}

    /** The state of every router VC at `cycle`, as in Engine.vcStates. */
    default void states(final long cycle, final long[] words) {}
}
