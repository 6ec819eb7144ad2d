// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.study.Genome;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Pareto local search. The strategy tries the neighbours of the front, see {@link Neighbours}, in the order of
 * {@link Promise}, until none is left. After that, the strategy tries points two levels away, in one gene or in two,
 * each time followed by the neighbours of new front points. When these are exhausted too, it restarts from random
 * points.
 */
public final class LocalSearch implements Strategy {
    private static final int AT_ONCE = 4; // small, because the front changes with every batch
    private static final int RESTART = 8;

    @Override
    public void run(final Trials trials, final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        trials.evaluate(UniformDepths.points(trials.genes()));
        while (!trials.over()) {
            exhaust(trials);
            while (further(trials, RESTART)) {
                exhaust(trials);
            }
            if (trials.over()) {
                return;
            }
            final List<Genome> fresh = RandomSearch.fresh(trials, random, RESTART);
            if (fresh.isEmpty()) {
                new Exhaustive().run(trials, seed);
                return;
            }
            trials.evaluate(fresh);
        }
    }

    /** Tries neighbours of the front until every neighbour of every front point has been tried. */
    static void exhaust(final Trials trials) {
        while (!trials.over()) {
            final Set<Genome> near = new TreeSet<>();
            for (final Trial trial : trials.front()) {
                Neighbours.of(trials.genes(), trial.genome()).forEach(g -> add(trials, near, g));
            }
            if (near.isEmpty()) {
                return;
            }
            trials.evaluate(new Promise(trials).best(near, AT_ONCE));
        }
    }

    /**
     * Tries points two levels away from the front.
     *
     * @param most the greatest number of points to try
     * @return whether any point was tried
     */
    static boolean further(final Trials trials, final int most) {
        final Set<Genome> far = new TreeSet<>();
        for (final Trial trial : trials.front()) {
            Neighbours.twice(trials.genes(), trial.genome()).forEach(g -> add(trials, far, g));
        }
        if (trials.over() || far.isEmpty()) {
            return false;
        }
        trials.evaluate(new Promise(trials).best(far, most));
        return true;
    }

    private static void add(final Trials trials, final Set<Genome> to, final Genome genome) {
        if (!trials.has(genome)) {
            to.add(genome);
        }
    }
}
