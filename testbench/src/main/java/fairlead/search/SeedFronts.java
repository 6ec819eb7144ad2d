// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.study.Genome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * For each traffic seed, the front of the tried points by the costs of this seed alone. The mean over a few seeds can
 * by chance place a good point off the front; the share of seeds whose own front holds the point tells how near it is.
 */
final class SeedFronts {
    private final List<List<Trial>> fronts = new ArrayList<>();

    void add(final Trial trial) {
        while (fronts.size() < trial.sample().seeds()) {
            fronts.add(new ArrayList<>());
        }
        for (int i = 0; i < fronts.size(); i++) {
            final int seed = i;
            final List<Trial> front = fronts.get(i);
            if (front.stream().noneMatch(f -> f.sample().dominates(trial.sample(), seed))) {
                front.removeIf(f -> trial.sample().dominates(f.sample(), seed));
                front.add(trial);
            }
        }
    }

    /** Returns for each point the share of the seeds whose own front holds it. Points with share 0 are omitted. */
    Map<Genome, Double> shares() {
        final Map<Genome, Double> shares = new HashMap<>();
        for (final List<Trial> front : fronts) {
            front.forEach(t -> shares.merge(t.genome(), 1.0 / fronts.size(), Double::sum));
        }
        return shares;
    }
}
