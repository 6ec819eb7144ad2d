// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.study.Genome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Pareto local search: tries the neighbours, one level up or down in one gene, of every point of the front whose neighbours were not tried yet, until there is none. Then exchanges, one level down in
 * one gene and up in another, each time with the neighbours of what they found; then it starts again from random points.
 */
public final class LocalSearch implements Strategy {
    private static final int AT_ONCE =
            2; // points whose neighbours make one batch: more would be explored although the front has moved on
    private static final int RESTART = 8;

    @Override
    public void run(final Trials trials, final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        trials.evaluate(UniformDepths.points(trials.genes()));
        final Set<Genome> exchanged = new HashSet<>();
        while (!trials.over()) {
            exhaust(trials);
            while (exchange(trials, exchanged, RESTART)) {
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

    /** Explores the front until nothing of it is unexplored. */
    static void exhaust(final Trials trials) {
        final Set<Genome> explored = new HashSet<>();
        while (!trials.over()) {
            final List<Genome> batch = new ArrayList<>();
            int taken = 0;
            for (final Trial trial : spread(trials.front())) {
                if (taken < AT_ONCE && explored.add(trial.genome())) {
                    final List<Genome> near = neighbours(trials, trial.genome());
                    near.removeIf(trials::has);
                    taken += near.isEmpty() ? 0 : 1;
                    batch.addAll(near);
                }
            }
            if (taken == 0) {
                return;
            }
            trials.evaluate(batch);
        }
    }

    /**
     * Tries exchanges of front points.
     *
     * @param done points whose exchanges were tried, here or before
     * @param least new points after which no further front point is taken
     * @return whether there were any
     */
    static boolean exchange(final Trials trials, final Set<Genome> done, final int least) {
        final Set<Genome> batch = new LinkedHashSet<>();
        for (final Trial trial : spread(trials.front())) {
            if (batch.size() < least && done.add(trial.genome())) {
                batch.addAll(exchanges(trials, trial.genome()));
            }
        }
        batch.removeIf(trials::has);
        if (trials.over() || batch.isEmpty()) {
            return false;
        }
        trials.evaluate(List.copyOf(batch));
        return true;
    }

    private static List<Genome> exchanges(final Trials trials, final Genome genome) {
        final List<Genome> all = new ArrayList<>();
        for (int down = 0; down < genome.size(); down++) {
            for (int up = 0; up < genome.size(); up++) {
                if (down != up
                        && genome.level(down) > 0
                        && genome.level(up) + 1 < trials.genes().get(up).levels()) {
                    final Genome one = genome.with(down, genome.level(down) - 1).with(up, genome.level(up) + 1);
                    if (!trials.has(one)) {
                        all.add(one);
                    }
                }
            }
        }
        return all;
    }

    /** Every second half first (bit reversal), so that a budget that ends early has touched the whole front. */
    private static List<Trial> spread(final List<Trial> front) {
        final List<Trial> order = new ArrayList<>();
        final int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, front.size() - 1));
        for (int i = 0; i < 1 << bits; i++) {
            final int at = Integer.reverse(i) >>> Integer.SIZE - bits;
            if (at < front.size()) {
                order.add(front.get(at));
            }
        }
        return order;
    }

    private static List<Genome> neighbours(final Trials trials, final Genome genome) {
        final List<Genome> near = new ArrayList<>();
        for (int gene = 0; gene < genome.size(); gene++) {
            if (genome.level(gene) > 0) {
                near.add(genome.with(gene, genome.level(gene) - 1));
            }
            if (genome.level(gene) + 1 < trials.genes().get(gene).levels()) {
                near.add(genome.with(gene, genome.level(gene) + 1));
            }
        }
        return near;
    }
}
