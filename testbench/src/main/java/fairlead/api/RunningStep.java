// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import fairlead.live.LiveTask;
import fairlead.live.Step;

/** An operation that a {@link RunningTask} has begun. Only the code of its task may use it. */
public final class RunningStep {
    private final LiveTask task;
    private final Step step;

    RunningStep(LiveTask task, Step step) {
        this.task = task;
        this.step = step;
    }

    /** Waits until the step is done and returns its {@link #value}. */
    public long await() {
        task.await(step);
        return value();
    }

    /** Returns whether the software of the task knows that the step is done. */
    public boolean isDone() {
        return task.isDone(step);
    }

    /** Returns what an atomic fetched or a wait found; 0 of other steps and before the end. */
    public long value() {
        return task.value(step);
    }

    Step step() {
        return step;
    }
}
