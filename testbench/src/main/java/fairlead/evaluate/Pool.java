// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An executor of jobs that keeps results in a store, and runs the jobs that have neither a result nor a place in
 * quarantine. The outcomes do not depend on where or in what order the jobs ran.
 */
public abstract class Pool implements AutoCloseable {
    /**
     * The outcome of a job.
     *
     * @param evaluation the result, or null if there is none
     * @param why the reason why there is no result, for example that the job's process crashed in every try; else null
     */
    public record Outcome(Evaluation evaluation, String why) {}

    /** A factory of pools outside this module; it is found as a service on the class path. */
    public interface Provider {
        /** Returns the word before the colon in `--on WORD:WHERE`. */
        String word();

        /**
         * Opens a pool.
         *
         * @param where the text after the colon in `--on WORD:WHERE`
         * @param store the store in which results are looked up and kept
         */
        Pool open(String where, Store store);
    }

    protected final Store store;
    private long simulated;

    protected Pool(Store store) {
        this.store = store;
    }

    /**
     * Runs jobs. Their results are then in the store.
     *
     * @return by keys, the reasons why there is no result; those in quarantine need none
     */
    protected abstract Map<String, String> simulate(Map<Identity, Job> missing);

    /** Runs the jobs and returns one outcome per job, in the order of the jobs. */
    public final List<Outcome> run(List<Job> jobs) {
        List<String> keys = new ArrayList<>();
        Map<String, Outcome> outcomes = new HashMap<>();
        Map<Identity, Job> missing = new LinkedHashMap<>();
        for (Job job : jobs) {
            Identity identity = Identity.of(job);
            keys.add(identity.key());
            Outcome known = store.known(identity.key());
            if (known != null) {
                outcomes.put(identity.key(), known);
            } else {
                missing.put(identity, job);
            }
        }
        Map<String, String> lost = missing.isEmpty() ? Map.of() : simulate(missing);
        for (Identity identity : missing.keySet()) {
            Outcome known = store.known(identity.key());
            simulated += known != null && known.evaluation() != null ? 1 : 0;
            outcomes.put(identity.key(), known != null ? known : new Outcome(null, lost.get(identity.key())));
        }
        return keys.stream().map(outcomes::get).toList();
    }

    /** Returns the number of simulations that this pool has run so far; results found in the store do not count. */
    public final long simulated() {
        return simulated;
    }

    @Override
    public void close() {
        // most pools hold nothing
    }
}
