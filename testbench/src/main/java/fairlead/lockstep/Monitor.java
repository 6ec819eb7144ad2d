// SPDX-License-Identifier: Apache-2.0
package fairlead.lockstep;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;

/** An observer of commands, events and states on which both engines agree. */
public interface Monitor {
    /** Receives the commands that both engines are about to get. */
    default void commands(CommandBuffer commands) {}

    /** Receives a batch that both engines gave, and rewinds the cursor. */
    default void events(EventCursor batch) {}

    /** Receives the state of every router VC at `cycle`, as in {@link Engine#vcStates}. */
    default void states(long cycle, long[] words) {}
}
