// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import java.util.ArrayList;
import java.util.List;

/** A pool that runs jobs one after another in this process, without protection against crashes. */
public final class Inline implements Pool {
    private final Store store;
    private long simulated;

    public Inline(final Store store) {
        this.store = store;
    }

    @Override
    public List<EvaluationOutcome> run(final List<Job> jobs) {
        final List<EvaluationOutcome> outcomes = new ArrayList<>();
        for (final Job job : jobs) {
            final Evaluation known = store.get(Identity.key(job));
            simulated += known == null ? 1 : 0;
            outcomes.add(new EvaluationOutcome(known != null ? known : store.get(Simulation.of(job, store)), null));
        }
        return outcomes;
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
