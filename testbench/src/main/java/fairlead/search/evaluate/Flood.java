// SPDX-License-Identifier: Apache-2.0
package fairlead.search.evaluate;

import fairlead.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;

/** The same traffic at the local ports with all offered that a node may send (`workload.inject` flits a cycle) and no limit on the latency: what it accepts is the saturation rate. */
public final class Flood {
    private static final String NO_LIMIT = "workload.latency_limit=1e9";

    private Flood() {}

    /** @param scenario what the job reads, but for its seed */
    public static Job of(final Job job, final Scenario scenario) {
        final List<String> overrides = new ArrayList<>(job.overrides());
        overrides.add("workload.load=" + scenario.measurement().inject());
        overrides.add(NO_LIMIT);
        return new Job(job.scenario(), overrides);
    }
}
