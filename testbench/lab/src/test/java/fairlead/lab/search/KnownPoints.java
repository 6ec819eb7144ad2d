// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import fairlead.search.Scale;
import fairlead.search.SearchResult;
import fairlead.search.Strategy;
import fairlead.search.Trial;
import fairlead.search.Trials;
import fairlead.search.front.Indicators;
import fairlead.search.study.Genome;
import fairlead.search.study.Study;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A study whose legal points have been measured before, so that a search on it simulates nothing. */
class KnownPoints implements Trials.Evaluator {
    protected final Study study;
    protected final Map<Genome, Trial> trials = new LinkedHashMap<>(); // of legal points
    private List<Trial> exact;
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

    /** Runs a strategy and returns what it has seen. */
    Trials run(final Strategy strategy, final int budget, final long seed) {
        final Trials run = new Trials(study.genes(), study.objectives().size(), this, budget, t -> {});
        strategy.run(run, seed);
        return run;
    }

    /** Returns all legal points. */
    List<Trial> legal() {
        return SearchResult.feasible(List.copyOf(trials.values()));
    }

    List<Trial> exact() {
        exact = exact == null ? Trials.front(legal()) : exact;
        return exact;
    }

    /** Returns the share of the exact front that this one has. */
    double recall(final List<Trial> front) {
        final Set<Genome> found = new HashSet<>();
        front.forEach(t -> found.add(t.genome()));
        return exact().stream().filter(t -> found.contains(t.genome())).count() / (double) exact().size();
    }

    /** Returns the hypervolume of a front in the unit cube of all legal points. */
    double volume(final List<Trial> front) {
        final Scale scale = Scale.of(legal());
        return Indicators.hypervolume(scale.each(front), scale.reference());
    }
}
