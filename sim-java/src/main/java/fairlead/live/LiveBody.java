// SPDX-License-Identifier: Apache-2.0
package fairlead.live;

/** The code of one live task, which begins in cycle 0. */
@FunctionalInterface
public interface LiveBody {
    /**
     * Does everything that the task does; the task ends when it returns. What it throws ends the whole run.
     *
     * <p>When a run ends before the task does, every call of the task throws an Error, which must be let through.
     */
    void run(LiveTask task) throws Exception;
}
