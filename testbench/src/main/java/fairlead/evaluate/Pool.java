// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import java.util.List;

/** An executor of jobs. The outcomes do not depend on where or in what order the jobs ran. */
public interface Pool extends AutoCloseable {
    /**
     * The outcome of a job.
     *
     * @param evaluation the result, or null if there is none
     * @param why the reason why there is no result, for example that the job's process crashed in every try; else null
     */
    record Outcome(Evaluation evaluation, String why) {}

    /** Runs the jobs and returns one outcome per job, in the order of the jobs. */
    List<Outcome> run(List<Job> jobs);

    /** Returns the number of simulations that this pool has run so far; results found in the store do not count. */
    long simulated();

    @Override
    void close();
}
