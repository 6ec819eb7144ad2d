// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The points that one search has tried so far: each point once, in the order of the requests. A point counts against
 * the budget only if it had to be simulated.
 */
public final class Trials {
    /** An evaluator of points. The same points always get the same results, independent of the time of the call. */
    @FunctionalInterface
    public interface Evaluator {
        /** Returns one trial per point, in the order of the points. A trial without keys needed no simulation. */
        List<Trial> evaluate(List<Genome> points);
    }

    private final List<Gene> genes;
    private final Evaluator oracle;
    private final int objectives;
    private final int budget;
    private final Consumer<Trials> progress;
    private final Map<Genome, Trial> seen = new LinkedHashMap<>();
    private final List<Trial> feasible = new ArrayList<>();
    /** The front of the feasible trials. A trial that is dominated once never returns to it. */
    private final List<Trial> front = new ArrayList<>();

    /**
     * For each traffic seed, the front of the tried points by the costs of this seed alone. The mean over a few seeds
     * can by chance place a good point off the front; the share of seeds whose own front has the point says how near
     * it is.
     */
    private final List<List<Trial>> seedFronts = new ArrayList<>();

    private int used;

    /** @param progress a listener that is called after every batch */
    public Trials(List<Gene> genes, int objectives, Evaluator oracle, int budget, Consumer<Trials> progress) {
        this.genes = List.copyOf(genes);
        this.objectives = objectives;
        this.oracle = oracle;
        this.budget = budget;
        this.progress = progress;
    }

    public List<Gene> genes() {
        return genes;
    }

    /** Returns the number of costs of a point. */
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

    /** Tells whether the budget is used or all points of the space have been tried. */
    public boolean over() {
        return used >= budget || seen.size() >= size();
    }

    public boolean has(Genome genome) {
        return seen.containsKey(genome);
    }

    /** Returns the trial of a point, or null if the point was not tried. */
    public Trial get(Genome genome) {
        return seen.get(genome);
    }

    public List<Trial> all() {
        return List.copyOf(seen.values());
    }

    /** Evaluates those of the points that were not tried before, up to the remaining budget. */
    public void evaluate(List<Genome> points) {
        List<Genome> now = points.stream()
                .distinct()
                .filter(point -> !has(point))
                .limit(Math.max(0, budget - used))
                .toList();
        if (now.isEmpty()) {
            return;
        }
        for (Trial trial : oracle.evaluate(now)) {
            seen.put(trial.genome(), trial);
            used += trial.keys().isEmpty() ? 0 : 1;
            if (trial.feasible()) {
                add(trial);
            }
        }
        progress.accept(this);
    }

    private void add(Trial trial) {
        front.removeIf(f -> trial.sample().dominates(f.sample()));
        if (feasible.stream().noneMatch(f -> f.sample().dominates(trial.sample()))) {
            front.add(trial);
        }
        feasible.add(trial);
        while (seedFronts.size() < trial.sample().seeds()) {
            seedFronts.add(new ArrayList<>());
        }
        for (int i = 0; i < seedFronts.size(); i++) {
            int seed = i;
            List<Trial> best = seedFronts.get(i);
            if (best.stream().noneMatch(f -> f.sample().dominates(trial.sample(), seed))) {
                best.removeIf(f -> trial.sample().dominates(f.sample(), seed));
                best.add(trial);
            }
        }
    }

    /** Returns the share of traffic seeds whose own front holds a tried point, for those of more than 0. */
    Map<Genome, Double> seedShares() {
        Map<Genome, Double> shares = new HashMap<>();
        for (List<Trial> best : seedFronts) {
            best.forEach(t -> shares.merge(t.genome(), 1.0 / seedFronts.size(), Double::sum));
        }
        return shares;
    }

    /** Returns the feasible trials that none dominates beyond the confidence interval, in the order of genomes. */
    public List<Trial> front() {
        return front.stream().sorted(Comparator.comparing(Trial::genome)).toList();
    }

    public static List<Trial> front(List<Trial> feasible) {
        return feasible.stream()
                .filter(one ->
                        feasible.stream().noneMatch(other -> other.sample().dominates(one.sample())))
                .sorted(Comparator.comparing(Trial::genome))
                .toList();
    }
}
