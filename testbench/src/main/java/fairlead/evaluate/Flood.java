// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import java.util.ArrayList;
import java.util.List;

/** The same traffic at the local ports with one flit offered a node and cycle and no limit on the latency: what it accepts is the saturation rate. */
public final class Flood {
    private static final List<String> OVERRIDES = List.of("workload.load=1", "workload.latency_limit=1e9");

    private Flood() {}

    public static Job of(final Job job) {
        final List<String> overrides = new ArrayList<>(job.overrides());
        overrides.addAll(OVERRIDES);
        return new Job(job.scenario(), overrides);
    }
}
