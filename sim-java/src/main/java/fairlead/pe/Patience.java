// SPDX-License-Identifier: Apache-2.0
package fairlead.pe;

import fairlead.live.LiveTask;
import fairlead.live.Step;

/** The pauses of software that looks again and again: they grow with the wait, so that a long one has few looks. */
public final class Patience {
    private static final int SHARE = 16;

    private final LiveTask task;
    private final long since;

    /** Begins to wait. */
    public Patience(LiveTask task) {
        this.task = task;
        since = task.cycle();
    }

    /** Computes for so many cycles, or for a sixteenth of the time that has been waited. */
    public Step pause(long least) {
        return task.calc(Math.max(least, (task.cycle() - since) / SHARE));
    }
}
