// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.front.Sample;
import fairlead.search.study.Gene;
import fairlead.search.study.Genome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What one search has seen so far: every point once, in the order in which it was asked for. A point counts against the budget when it had to be simulated. */
public final class Trials {
    private final List<Gene> genes;
    private final PointEvaluator oracle;
    private final int objectives;
    private final int budget;
    private final Consumer<Trials> progress;
    private final Map<Genome, Trial> seen = new LinkedHashMap<>();
    private final List<Trial> feasible = new ArrayList<>();
    private final List<Trial> front =
            new ArrayList<>(); // of what is feasible: whoever is dominated once is out for ever
    private final SeedFronts seedFronts = new SeedFronts();
    private int used;

    /** @param progress is told after every batch */
    public Trials(
            final List<Gene> genes,
            final int objectives,
            final PointEvaluator oracle,
            final int budget,
            final Consumer<Trials> progress) {
        this.genes = List.copyOf(genes);
        this.objectives = objectives;
        this.oracle = oracle;
        this.budget = budget;
        this.progress = progress;
    }

    public List<Gene> genes() {
        return genes;
    }

    /** Number of costs of a point. */
    public int objectives() {
        return objectives;
    }

    public long size() {
        return genes.stream().mapToLong(Gene::levels).reduce(1, Math::multiplyExact);
    }

    public int budget() {
        return budget;
    }

    public int used() {
        return used;
    }

    /** Nothing new may or can be tried. */
    public boolean over() {
        return used >= budget || seen.size() >= size();
    }

    public boolean has(final Genome genome) {
        return seen.containsKey(genome);
    }

    /** The trial of a point, or null. */
    public Trial get(final Genome genome) {
        return seen.get(genome);
    }

    public List<Trial> all() {
        return List.copyOf(seen.values());
    }

    /** Tries those of the points that are new, as far as the budget goes. */
    public void evaluate(final List<Genome> points) {
        final Set<Genome> fresh = new LinkedHashSet<>(points);
        fresh.removeAll(seen.keySet());
        final List<Genome> batch = new ArrayList<>(fresh);
        final int left = budget - used;
        final List<Genome> now = batch.size() > left ? batch.subList(0, Math.max(0, left)) : batch;
        if (now.isEmpty()) {
            return;
        }
        final List<Trial> trials = oracle.evaluate(List.copyOf(now));
        for (final Trial trial : trials) {
            seen.put(trial.genome(), trial);
            used += trial.keys().isEmpty() ? 0 : 1;
            if (trial.feasible()) {
                add(trial);
            }
        }
        progress.accept(this);
    }

    private void add(final Trial trial) {
        front.removeIf(f -> trial.sample().dominates(f.sample()));
        if (feasible.stream().noneMatch(f -> f.sample().dominates(trial.sample()))) {
            front.add(trial);
        }
        feasible.add(trial);
        seedFronts.add(trial);
    }

    /** The share of the traffic seeds with which alone a tried point is on the front; points with none are left out. */
    Map<Genome, Double> seedShares() {
        return seedFronts.shares();
    }

    /** Feasible trials that none dominates beyond its confidence interval, by genome. */
    public List<Trial> front() {
        final List<Trial> sorted = new ArrayList<>(front);
        sorted.sort((a, b) -> a.genome().compareTo(b.genome()));
        return sorted;
    }

    public static List<Trial> front(final List<Trial> feasible) {
        final List<Trial> front = new ArrayList<>();
        for (final int i : Sample.front(feasible.stream().map(Trial::sample).toList())) {
            front.add(feasible.get(i));
        }
        front.sort((a, b) -> a.genome().compareTo(b.genome()));
        return front;
    }
}
