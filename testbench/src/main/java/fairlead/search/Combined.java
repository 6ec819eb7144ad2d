// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.study.Gene;
import fairlead.search.study.Genome;
import fairlead.search.surrogate.Prospects;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The standard search strategy. The strategy evaluates some uniform depths and as many random points, and then, a few
 * at a time, the candidates with the greatest merit. The merit of a candidate is the root of the chance that no point
 * of the front dominates it, estimated from all points so far ({@link Prospects}), times the share of its neighbours on
 * the front ({@link Promise}) plus a constant. With several traffic seeds it is the fourth root, because a mean that is
 * worse within the noise is not dominated. The candidates are {@link Candidates}. If a gene chooses a structure, every
 * second batch is what the local search would try, and all uniform depths come first, because the front then has more
 * groups. No decision depends on the budget, so a search with a larger budget begins with the points of a smaller one.
 */
public final class Combined implements Strategy {
    private static final int AT_ONCE = 4; // small, because the front changes with every batch
    private static final int FIRST_OF_A_GENE = 4; // points before estimates are used; does not depend on the budget
    private static final double GROWTH = 1.25; // of the points between two fits,
    private static final int MOST_GROWTH = 128; // or so many points
    private static final double ALONE = 0.1; // merit of a candidate without a neighbour on the front
    private static final int MOST_TRIED = 640; // points that the estimates come from
    private static final int FRESH = 8;

    @Override
    public void run(final Trials trials, final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final boolean alternates = trials.genes().stream().anyMatch(Gene::isStructure);
        begin(trials, random, alternates);
        final Candidates candidates = new Candidates(trials, random);
        Prospects prospects = null;
        int told = 0;
        int fitted = 0;
        int turn = 0;
        while (!trials.over()) {
            final List<Trial> feasible = SearchResult.feasible(trials.all());
            if (prospects == null || feasible.size() >= Math.min(GROWTH * fitted, fitted + MOST_GROWTH)) {
                prospects = feasible.isEmpty() ? null : fit(trials, feasible, candidates.draw(), prospects);
                fitted = feasible.size();
            } else {
                for (final Trial trial : feasible.subList(told, feasible.size())) {
                    prospects.add(trial.genome(), trial.sample().means());
                }
            }
            told = feasible.size();
            final List<Genome> near = alternates && turn++ % 2 == 1 ? near(trials) : List.of();
            final List<Genome> best = !near.isEmpty() ? near : prospects == null ? List.of() : best(trials, prospects);
            if (best.isEmpty()) {
                final List<Genome> fresh = RandomSearch.fresh(trials, random, FRESH);
                if (fresh.isEmpty()) {
                    new Exhaustive().run(trials, seed);
                    return;
                }
                trials.evaluate(fresh);
            } else {
                trials.evaluate(best);
            }
        }
    }

    private static void begin(final Trials trials, final SplittableRandom random, final boolean all) {
        final int first = FIRST_OF_A_GENE * trials.genes().size();
        final List<Genome> uniform = UniformDepths.points(trials.genes());
        final int count = all ? uniform.size() : Math.min(uniform.size(), (first + 1) / 2);
        final List<Genome> spread = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            spread.add(uniform.get((int) ((long) i * uniform.size() / count)));
        }
        trials.evaluate(spread);
        while (!trials.over() && trials.used() < first) {
            final List<Genome> fresh = RandomSearch.fresh(trials, random, first - trials.used());
            if (fresh.isEmpty()) {
                return;
            }
            trials.evaluate(fresh);
        }
    }

    private static Prospects fit(
            final Trials trials, final List<Trial> feasible, final List<Genome> pool, final Prospects before) {
        final List<Trial> used = new ArrayList<>();
        final List<Trial> front = trials.front();
        for (int i = 0; i < feasible.size(); i++) {
            if (feasible.size() - i <= MOST_TRIED - front.size() || front.contains(feasible.get(i))) {
                used.add(feasible.get(i));
            }
        }
        final Prospects prospects = before == null ? new Prospects(trials.genes(), trials.objectives()) : before;
        prospects.fit(
                used.stream().map(Trial::genome).toList(),
                used.stream().map(t -> t.sample().means()).toList(),
                pool,
                pool.stream().map(trials::known).toArray(double[][]::new));
        return prospects;
    }

    /** Returns the neighbours of the front that the local search would try next. */
    private static List<Genome> near(final Trials trials) {
        final Set<Genome> near = new TreeSet<>();
        for (final Trial trial : trials.front()) {
            near.addAll(Neighbours.of(trials.genes(), trial.genome()));
        }
        near.removeIf(point -> trials.has(point) || trials.known(point) == null);
        return new Promise(trials).best(near, AT_ONCE);
    }

    /** Returns the untried points of the pool with the greatest merit, best first; none when all merits are 0. */
    private static List<Genome> best(final Trials trials, final Prospects prospects) {
        final List<Genome> pool = prospects.pool();
        final double[] merits = prospects.chances(
                trials.front().stream().map(t -> t.sample().means()).toList());
        final Promise promise = new Promise(trials);
        final boolean noisy = trials.front().get(0).sample().seeds() > 1;
        for (int i = 0; i < merits.length; i++) {
            if (merits[i] > 0) {
                final double root = noisy ? Math.sqrt(Math.sqrt(merits[i])) : Math.sqrt(merits[i]);
                merits[i] = trials.has(pool.get(i)) ? 0 : root * (ALONE + promise.of(pool.get(i)));
            }
        }
        return IntStream.range(0, merits.length)
                .filter(i -> merits[i] > 0)
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(i -> -merits[i]).thenComparing(i -> i))
                .limit(AT_ONCE)
                .map(pool::get)
                .toList();
    }
}
