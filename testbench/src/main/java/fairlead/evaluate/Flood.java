// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import java.util.ArrayList;
import java.util.List;

/**
 * A variant of a job with traffic at the local ports: every node offers as much as it may send (`workload.inject` flits
 * per cycle), and the latency has no limit. The rate that the network accepts is then the saturation rate.
 */
public final class Flood {
    private static final String NO_LIMIT = "workload.latency_limit=1e9";

    private Flood() {}

    /**
     * Returns the flood of a job.
     *
     * @param load flits per node and cycle that may be offered
     */
    public static Job of(final Job job, final int load) {
        final List<String> overrides = new ArrayList<>(job.overrides());
        overrides.add("workload.load=" + load);
        overrides.add(NO_LIMIT);
        return new Job(job.scenario(), overrides);
    }
}
