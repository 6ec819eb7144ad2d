// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import fairlead.search.PointEvaluator;
import fairlead.search.Strategy;
import fairlead.search.Trial;
import fairlead.search.Trials;
import fairlead.search.study.Genome;
import fairlead.search.study.Objective;
import fairlead.search.study.Study;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A study whose legal points have been measured before, so that a search on it simulates nothing. */
class KnownPoints implements PointEvaluator {
    protected final Study study;
    protected final Map<Genome, Trial> trials = new LinkedHashMap<>(); // of legal points
    long asked; // points that searches have asked for

    KnownPoints(final Study study) {
        this.study = study;
    }

    @Override
    public List<Trial> evaluate(final List<Genome> points) {
        asked += points.size();
        return points.stream()
                .map(g -> trials.getOrDefault(g, Trial.infeasible(g, "no legal scenario")))
                .toList();
    }

    /** Returns the bits, which are known without a simulation; null for a point that is not legal. */
    @Override
    public double[] known(final Genome point) {
        final Trial trial = trials.get(point);
        if (trial == null) {
            return null;
        }
        final double[] costs = new double[study.objectives().size()];
        Arrays.fill(costs, Double.NaN);
        final int bits = study.objectives().indexOf(Objective.BUFFER_BITS);
        costs[bits] = trial.sample().means()[bits];
        return costs;
    }

    /** Runs a strategy and returns what it has seen. */
    Trials run(final Strategy strategy, final int budget, final long seed) {
        final Trials run = new Trials(study.genes(), study.objectives().size(), this, budget, t -> {});
        strategy.run(run, seed);
        return run;
    }
}
