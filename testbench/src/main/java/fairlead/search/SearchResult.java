// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The complete result of a search. The result does not depend on when, where or in how many parts the search ran.
 *
 * @param area the cost model behind the objective gate_equivalents
 * @param method exhaustive or evolution
 * @param front the feasible trials that no other trial dominates beyond the confidence interval
 * @param others the trials of the other methods by name: the random baseline and the methods of the ablation
 * @param confirmation the runs on the RTL, or null when the study requests none or all runs were there
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
     * The quality of one method's front.
     *
     * @param hypervolume the hypervolume in the unit cube of all trials of all methods, see {@link Scale}
     */
    public record Quality(String method, long simulated, int front, double hypervolume) {}

    /** Returns the quality of each method: the search itself first, then the other methods. */
    public List<Quality> quality() {
        List<Trial> all = new ArrayList<>(feasible(trials));
        others.values().forEach(list -> all.addAll(feasible(list)));
        List<Quality> table = new ArrayList<>();
        if (!all.isEmpty()) {
            Scale scale = new Scale(all);
            table.add(quality(method, trials, scale));
            others.forEach((name, list) -> table.add(quality(name, list, scale)));
        }
        return table;
    }

    private static Quality quality(String name, List<Trial> trials, Scale scale) {
        List<Trial> front = Trials.front(feasible(trials));
        long simulated = trials.stream().filter(t -> !t.keys().isEmpty()).count();
        return new Quality(name, simulated, front.size(), scale.hypervolume(front));
    }

    /** Returns why there is no confirmation. */
    public String unconfirmed() {
        return study.hasOwnUnits()
                ? "all runs were on the RTL, with the units of machine.rtl"
                : "not confirmed on the RTL (confirm: none)";
    }

    public static List<Trial> feasible(List<Trial> trials) {
        return trials.stream().filter(Trial::feasible).toList();
    }

    /** Returns the trials that were simulated and are not feasible. */
    List<Trial> failed() {
        return trials.stream().filter(t -> !t.feasible() && !t.keys().isEmpty()).toList();
    }

    /** Returns why points are infeasible: each reason once, with the number of its points, most frequent first. */
    public List<String> reasons() {
        Map<String, Long> counts = new TreeMap<>();
        trials.stream().filter(t -> !t.feasible()).forEach(t -> counts.merge(t.why(), 1L, Long::sum));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(e -> e.getValue() + (e.getValue() == 1 ? " point: " : " points: ") + e.getKey())
                .toList();
    }

    /** Returns the unit of an objective's values. */
    public String unit(Objective objective) {
        return objective == Objective.GATE_EQUIVALENTS ? area.unit() : objective.unit();
    }

    /**
     * A linear map of costs to the unit cube that spans all feasible trials: 0 is the best value of an objective among
     * them, 1 the worst. The hypervolume is that in this cube, with a reference point of 1.1.
     */
    public static final class Scale {
        private static final double REFERENCE = 1.1;

        private final double[] low;
        private final double[] high;

        /** @param trials feasible trials, at least one */
        public Scale(Collection<Trial> trials) {
            low = trials.iterator().next().sample().means();
            high = low.clone();
            for (Trial trial : trials) {
                double[] costs = trial.sample().means();
                for (int i = 0; i < costs.length; i++) {
                    low[i] = Math.min(low[i], costs[i]);
                    high[i] = Math.max(high[i], costs[i]);
                }
            }
        }

        public double[] of(Trial trial) {
            double[] costs = trial.sample().means();
            return IntStream.range(0, costs.length)
                    .mapToDouble(i -> high[i] > low[i] ? (costs[i] - low[i]) / (high[i] - low[i]) : 0)
                    .toArray();
        }

        public double hypervolume(List<Trial> front) {
            double[] reference = new double[low.length];
            Arrays.fill(reference, REFERENCE);
            return hypervolume(front.stream().map(this::of).toList(), reference);
        }

        /**
         * Returns the hypervolume of the points.
         *
         * @param costs the cost vectors; a vector that is not better than the reference in every objective adds no
         *     volume
         * @param reference the reference point
         */
        static double hypervolume(List<double[]> costs, double[] reference) {
            List<double[]> inside = costs.stream()
                    .filter(c -> IntStream.range(0, reference.length).allMatch(i -> c[i] < reference[i]))
                    .toList();
            return volume(inside, reference, reference.length - 1);
        }

        /**
         * Sums slices along one objective: the thickness between two neighbouring values times the volume, in the
         * objectives before it, of all points at or below the slice.
         */
        private static double volume(List<double[]> points, double[] reference, int objective) {
            if (objective == 0) {
                return points.stream()
                        .mapToDouble(p -> reference[0] - p[0])
                        .max()
                        .orElse(0);
            }
            List<double[]> sorted = points.stream()
                    .sorted(Comparator.comparingDouble(p -> p[objective]))
                    .toList();
            double volume = 0;
            for (int i = 0; i < sorted.size(); i++) {
                double begin = sorted.get(i)[objective];
                double end = i + 1 < sorted.size() ? sorted.get(i + 1)[objective] : reference[objective];
                if (end > begin) {
                    volume += (end - begin) * volume(sorted.subList(0, i + 1), reference, objective - 1);
                }
            }
            return volume;
        }
    }
}
