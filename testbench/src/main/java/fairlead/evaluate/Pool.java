// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import java.util.List;

/** An executor of jobs. The outcomes do not depend on where or in what order the jobs ran. */
public interface Pool extends AutoCloseable {
    /** Runs the jobs and returns one outcome per job, in the order of the jobs. */
    List<EvaluationOutcome> run(List<Job> jobs);

    /** Returns the number of simulations that this pool has run so far; results found in the store do not count. */
    long simulated();

    @Override
    void close();
}
