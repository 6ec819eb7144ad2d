// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

/**
 * What each task of a machine does, as code that decides while it runs what comes next ({@link Machine#run(String,
 * TaskCode)}). The code of each task has a thread of its own; one of them runs at a time, always in the same order, so
 * that code which only looks at its task and its machine does the same in every run.
 */
@FunctionalInterface
public interface TaskCode {
    /**
     * Does everything that the task does, from cycle 0 on; the task has ended when it returns. If it throws, the run
     * ends with a {@link RunException}. If the run ends before it, its next call throws an Error, which must not be
     * caught.
     *
     * @throws Exception if the code finds that something is wrong
     */
    void run(RunningTask task) throws Exception;
}
