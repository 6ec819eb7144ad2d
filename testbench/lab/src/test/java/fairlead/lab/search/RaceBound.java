// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import fairlead.search.Combined;
import fairlead.search.PointEvaluator;
import fairlead.search.RandomSearch;
import fairlead.search.SearchResult;
import fairlead.search.Strategy;
import fairlead.search.Trial;
import fairlead.search.Trials;
import fairlead.search.study.Genome;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints the most that a search could save by ending runs early: the cycles after the earliest cycle in which any exact
 * rule could know that the point is dominated. This cycle is the least completion time of the earlier points that have
 * no more bits, no greater p99 latency and no greater completion time, and that dominate it. Not a test.
 */
final class RaceBound {
    private RaceBound() {}

    /** @param args study, budget in points */
    public static void main(final String[] args) {
        final Enumerated space = new Enumerated(args[0], 1);
        for (final Strategy strategy : List.of(new Combined(), new RandomSearch())) {
            final List<List<Trial>> batches = new ArrayList<>();
            final PointEvaluator watched = new PointEvaluator() {
                @Override
                public List<Trial> evaluate(final List<Genome> points) {
                    batches.add(space.evaluate(points));
                    return batches.get(batches.size() - 1);
                }

                @Override
                public double[] known(final Genome point) {
                    return space.known(point);
                }
            };
            final Trials trials = new Trials(space.study().genes(), 3, watched, Integer.parseInt(args[1]), t -> {});
            strategy.run(trials, 1);
            final List<Trial> known = new ArrayList<>();
            double whole = 0;
            double needed = 0;
            int stopped = 0;
            for (final List<Trial> batch : batches) {
                for (final Trial trial : SearchResult.feasible(batch)) {
                    final double end = earliest(trial, known);
                    whole += trial.values().get(0);
                    needed += end;
                    stopped += end < trial.values().get(0) ? 1 : 0;
                }
                known.addAll(SearchResult.feasible(batch));
            }
            System.out.printf(
                    "%s: %d of %d runs could stop early, %.1f %% of the cycles saved%n",
                    strategy.getClass().getSimpleName(), stopped, trials.used(), 100 - 100 * needed / whole);
        }
    }

    private static double earliest(final Trial trial, final List<Trial> known) {
        return known.stream()
                .filter(k -> k.values().get(2) <= trial.values().get(2)
                        && k.values().get(1) <= trial.values().get(1)
                        && k.values().get(0) <= trial.values().get(0)
                        && k.sample().dominates(trial.sample()))
                .mapToDouble(k -> k.values().get(0))
                .min()
                .orElse(trial.values().get(0));
    }
}
