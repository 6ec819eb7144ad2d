// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.engine.api.Mix;
import fairlead.search.study.Genome;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The standard search strategy. The strategy evaluates uniform depths and then repeats three steps: Pareto local search
 * until every neighbour of the front is explored; points two levels away from the front; and some generations of the
 * genetic operators, which can leave the region that the neighbours lead to. The local search comes first because on a
 * measured space it found far more of the front than the operators did (docs/search.md).
 */
public final class Combined implements Strategy {
    private static final int OPERATORS = 16; // points per turn of the genetic operators
    private static final int FURTHER = 128; // points two levels away per turn
    private static final int FRESH = 8;

    @Override
    public void run(final Trials trials, final long seed) {
        trials.evaluate(UniformDepths.points(trials.genes()));
        final SplittableRandom random = new SplittableRandom(Mix.seed(seed, -2));
        for (long turn = 0; !trials.over(); turn++) {
            final int seen = trials.all().size();
            LocalSearch.exhaust(trials);
            if (LocalSearch.further(trials, FURTHER)) {
                LocalSearch.exhaust(trials);
            }
            final int end = trials.used() + OPERATORS;
            Genetic.evolve(trials, Mix.seed(seed, turn), () -> !trials.over() && trials.used() < end);
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
