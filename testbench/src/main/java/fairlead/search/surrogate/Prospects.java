// SPDX-License-Identifier: Apache-2.0
package fairlead.search.surrogate;

import fairlead.search.study.Gene;
import fairlead.search.study.Genome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The chances of untried points to be on the front: a {@link CostProcess} for each cost that needs a simulation, and
 * the {@link Staircase} of the front. Costs that are all positive are compared by their logarithms.
 */
public final class Prospects {
    private final List<Gene> genes;
    private final CostProcess[] processes;
    private final boolean[] known; // costs that are known without a simulation, or taken to be
    private final boolean[] logarithm;
    private List<Genome> pool = List.of();
    private double[][] given;

    /** @param objectives the number of costs, two or three */
    public Prospects(final List<Gene> genes, final int objectives) {
        this.genes = List.copyOf(genes);
        processes = new CostProcess[objectives];
        known = new boolean[objectives];
        logarithm = new boolean[objectives];
    }

    public List<Genome> pool() {
        return pool;
    }

    /**
     * Estimates the points of a pool from the points that were tried.
     *
     * @param tried points, at least one
     * @param costs of the points that were tried, in their order
     * @param candidates the pool
     * @param costsWithoutRuns for each candidate its costs, NaN where a simulation is needed; the same for all
     */
    public void fit(
            final List<Genome> tried,
            final List<double[]> costs,
            final List<Genome> candidates,
            final double[][] costsWithoutRuns) {
        pool = List.copyOf(candidates);
        given = costsWithoutRuns;
        for (int i = 0; i < known.length; i++) {
            final int o = i;
            known[i] = given.length > 0 && given[0].length > 0 && !Double.isNaN(given[0][i]);
            logarithm[i] = costs.stream().allMatch(c -> c[o] > 0);
        }
        for (int i = 0; i < known.length; i++) {
            final int o = i;
            if (!known[i]) {
                processes[i] = processes[i] == null ? new CostProcess(genes) : processes[i];
                final double[] all =
                        costs.stream().mapToDouble(c -> scaled(o, c[o])).toArray();
                processes[i].fit(tried, all, pool);
            }
        }
    }

    /** Adds the costs of one more point to the estimates. */
    public void add(final Genome point, final double[] costs) {
        for (int i = 0; i < known.length; i++) {
            if (!known[i]) {
                processes[i].add(point, scaled(i, costs[i]));
            }
        }
    }

    private double scaled(final int objective, final double cost) {
        return logarithm[objective] ? StrictMath.log(Math.max(Double.MIN_NORMAL, cost)) : cost;
    }

    /** Returns for each point of the pool the chance that none of this front dominates it. */
    public double[] chances(final List<double[]> front) {
        final List<double[]> steps = new ArrayList<>();
        for (final double[] costs : front) {
            final double[] step = new double[known.length];
            Arrays.setAll(step, i -> scaled(i, costs[i]));
            steps.add(step);
        }
        final Staircase stairs = new Staircase(steps, certain());
        final double[] chances = new double[pool.size()];
        final double[] costs = new double[known.length];
        final double[] deviations = new double[known.length];
        for (int c = 0; c < chances.length; c++) {
            for (int i = 0; i < known.length; i++) {
                costs[i] = known[i] ? scaled(i, given[c][i]) : processes[i].expected(c);
                deviations[i] = known[i] ? 0 : processes[i].deviation(c);
            }
            chances[c] = stairs.of(costs, deviations);
        }
        return chances;
    }

    /** Of three estimates the last is taken to be exact, because a staircase has two. */
    private boolean[] certain() {
        final boolean[] certain = known.clone();
        boolean any = known.length < 3;
        for (final boolean one : known) {
            any |= one;
        }
        certain[certain.length - 1] |= !any;
        return certain;
    }
}
