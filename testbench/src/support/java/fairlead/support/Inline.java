// SPDX-License-Identifier: Apache-2.0
package fairlead.support;

import fairlead.evaluate.Identity;
import fairlead.evaluate.Job;
import fairlead.evaluate.Pool;
import fairlead.evaluate.Simulation;
import fairlead.evaluate.Store;
import java.util.List;

/** A pool that runs jobs one after another in this process, without protection against crashes. */
public final class Inline implements Pool {
    private final Store store;
    private long simulated;

    public Inline(final Store store) {
        this.store = store;
    }

    @Override
    public List<Outcome> run(final List<Job> jobs) {
        return jobs.stream()
                .map(job -> {
                    simulated += store.get(Identity.key(job)) == null ? 1 : 0;
                    return new Outcome(Simulation.of(job.read(), store), null);
                })
                .toList();
    }

    @Override
    public long simulated() {
        return simulated;
    }

    @Override
    public void close() {
        // this pool holds no resources
    }
}
