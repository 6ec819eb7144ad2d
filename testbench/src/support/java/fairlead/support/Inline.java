// SPDX-License-Identifier: Apache-2.0
package fairlead.support;

import fairlead.evaluate.Identity;
import fairlead.evaluate.Job;
import fairlead.evaluate.Pool;
import fairlead.evaluate.Simulation;
import fairlead.evaluate.Store;
import java.util.Map;

/** A pool that runs jobs one after another in this process, without protection against crashes. */
public final class Inline extends Pool {
    public Inline(Store store) {
        super(store);
    }

    @Override
    protected Map<String, String> simulate(Map<Identity, Job> missing) {
        missing.values().forEach(job -> Simulation.of(job.read(), store));
        return Map.of();
    }
}
