// SPDX-License-Identifier: Apache-2.0
package fairlead.search.evaluate;

import java.util.List;

/** Runs jobs. The outcomes do not depend on where or in what order they ran. */
public interface Pool extends AutoCloseable {
    /** One outcome a job, in the order of the jobs. */
    List<EvaluationOutcome> run(List<Job> jobs);

    /** Simulations that were really run, and not found in the store, so far. */
    long simulated();

    @Override
    void close();
}
