// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.study.Genome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** For each traffic seed alone, the tried points that none dominates with it. A mean of a few seeds puts a point off the front by bad luck; how many of the seeds have it on theirs says how near it is. */
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

    /** The share of the seeds with which a point is on the front; points with none are left out. */
    Map<Genome, Double> shares() {
        final Map<Genome, Double> shares = new HashMap<>();
        for (final List<Trial> front : fronts) {
            front.forEach(t -> shares.merge(t.genome(), 1.0 / fronts.size(), Double::sum));
        }
        return shares;
    }
}
