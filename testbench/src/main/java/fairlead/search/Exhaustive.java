// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.study.Genome;
import java.util.ArrayList;
import java.util.List;

/** A strategy that tries every point of the space in order. */
public final class Exhaustive implements Strategy {
    private static final int BATCH = 64;

    @Override
    public void run(final Trials trials, final long seed) {
        for (long from = 0; from < trials.size() && !trials.over(); from += BATCH) {
            final List<Genome> batch = new ArrayList<>();
            for (long n = from; n < Math.min(trials.size(), from + BATCH); n++) {
                batch.add(Genome.at(trials.genes(), n));
            }
            trials.evaluate(batch);
        }
    }
}
