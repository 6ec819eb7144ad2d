// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.area.Area;
import fairlead.search.front.Hypervolume;
import fairlead.search.front.Indicators;
import fairlead.search.study.Objective;
import fairlead.search.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything that a search leaves behind. Nothing in it depends on when, where or in how many pieces it ran.
 *
 * @param area what gate_equivalents stands for
 * @param method exhaustive or combined
 * @param trials of the search, in order
 * @param front none of them is dominated beyond the confidence interval
 * @param others trials of the other methods by name: the random baseline, and those of the ablation
 * @param confirmation null when the study asks for none
 */
public record SearchResult(
        Study study,
        Area area,
        String method,
        List<Trial> trials,
        List<Trial> front,
        Map<String, List<Trial>> others,
        Confirmation confirmation) {

    /**
     * How good the fronts are that some trials hold.
     *
     * @param simulated points
     * @param hypervolume in the unit cube of all trials of all methods, {@link Scale}
     * @param epsilon additive, against the best front of all methods together
     */
    public record Quality(
            String method, long simulated, int front, double hypervolume, double epsilon, double igdPlus) {}

    /** The search first, then the others. */
    public List<Quality> quality() {
        final List<Trial> all = new ArrayList<>(feasible(trials));
        others.values().forEach(list -> all.addAll(feasible(list)));
        final List<Quality> table = new ArrayList<>();
        if (all.isEmpty()) {
            return table;
        }
        final Scale scale = Scale.of(all);
        final List<double[]> best = scale.each(Trials.front(all));
        table.add(quality(method, trials, scale, best));
        others.forEach((name, list) -> table.add(quality(name, list, scale, best)));
        return table;
    }

    private static Quality quality(
            final String name, final List<Trial> trials, final Scale scale, final List<double[]> best) {
        final List<Trial> front = Trials.front(feasible(trials));
        final List<double[]> costs = scale.each(front);
        return new Quality(
                name,
                trials.stream().filter(t -> !t.keys().isEmpty()).count(),
                front.size(),
                Hypervolume.of(costs, scale.reference()),
                costs.isEmpty() ? Double.POSITIVE_INFINITY : Indicators.epsilon(costs, best),
                costs.isEmpty() ? Double.POSITIVE_INFINITY : Indicators.igdPlus(costs, best));
    }

    public static List<Trial> feasible(final List<Trial> trials) {
        return trials.stream().filter(Trial::feasible).toList();
    }

    /** Why points are infeasible: each reason once, with how often, the most frequent first. */
    public List<String> reasons() {
        final Map<String, Long> counts = new TreeMap<>();
        trials.stream().filter(t -> !t.feasible()).forEach(t -> counts.merge(t.why(), 1L, Long::sum));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(e -> e.getValue() + (e.getValue() == 1 ? " point: " : " points: ") + e.getKey())
                .toList();
    }

    /** The unit of an objective's values. */
    public String unit(final Objective objective) {
        return objective == Objective.GATE_EQUIVALENTS ? area.unit() : objective.unit();
    }
}
