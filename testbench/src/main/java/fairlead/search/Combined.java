// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.engine.Mix;
import fairlead.study.Genome;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Uniform depths, then the genetic operators for a share of the budget, then Pareto local search until the front has no unexplored neighbour, and so on in turns: the operators jump, the local
 * search completes.
 */
public final class Combined implements Strategy {
    private static final int FIRST_SHARE = 8; // of the budget, to the operators: one part in so many
    private static final int LATER = 16; // points
    private static final int FRESH = 8;

    @Override
    public void run(final Trials trials, final long seed) {
        trials.evaluate(UniformDepths.points(trials.genes()));
        final SplittableRandom random = new SplittableRandom(Mix.seed(seed, -2));
        for (long turn = 0; !trials.over(); turn++) {
            final int end = trials.used() + (turn == 0 ? trials.budget() / FIRST_SHARE : LATER);
            final int seen = trials.all().size();
            Genetic.evolve(trials, Mix.seed(seed, turn), () -> !trials.over() && trials.used() < end);
            LocalSearch.exhaust(trials, Integer.MAX_VALUE);
            if (trials.all().size() == seen) {
                final List<Genome> fresh = RandomSearch.fresh(trials, random, FRESH);
                if (fresh.isEmpty()) {
                    new Exhaustive().run(trials, seed);
                    return;
                }
                trials.evaluate(fresh);
            }
        }
    }
}
