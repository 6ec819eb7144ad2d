// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import fairlead.search.Combined;
import fairlead.search.Genetic;
import fairlead.search.LocalSearch;
import fairlead.search.RandomSearch;
import fairlead.search.Scale;
import fairlead.search.Strategy;
import fairlead.search.Trial;
import fairlead.search.Trials;
import fairlead.search.front.Hypervolume;
import fairlead.search.study.Genome;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Prints the tables of docs/use/search.md: what each method finds of the enumerated space, mean and least of ten seeds.
 * Not
 * a test.
 */
final class QualityTable {
    private static final int SEEDS = 10;

    private QualityTable() {}

    /** @param args study, number of traffic seeds, then budgets in points */
    public static void main(final String[] args) {
        final Enumerated space = new Enumerated(args[0], Integer.parseInt(args[1]));
        final List<Trial> exact = Trials.front(space.all());
        final Scale scale = Scale.of(space.all());
        final double volume = Hypervolume.of(scale.each(exact), scale.reference());
        System.out.println("exact front: " + exact.size() + " points");
        final Map<String, Strategy> methods = new TreeMap<>(Map.of(
                "1 random", new RandomSearch(),
                "2 genetic operators alone", new Genetic(),
                "3 local search alone", new LocalSearch(),
                "4 both", new Combined()));
        methods.forEach((name, strategy) -> {
            final StringBuilder row = new StringBuilder("| " + name.substring(2) + " |");
            for (int i = 2; i < args.length; i++) {
                final int budget = Integer.parseInt(args[i]);
                final double[] recall = new double[SEEDS];
                final double[] ratio = new double[SEEDS];
                LongStream.rangeClosed(1, SEEDS).forEach(seed -> {
                    final List<Trial> front = space.run(strategy, budget, seed).front();
                    final Set<Genome> found = new HashSet<>();
                    front.forEach(t -> found.add(t.genome()));
                    final int at = (int) seed - 1;
                    recall[at] = exact.stream()
                                    .filter(t -> found.contains(t.genome()))
                                    .count()
                            / (double) exact.size();
                    ratio[at] = Hypervolume.of(scale.each(front), scale.reference()) / volume;
                });
                row.append(cell(recall, 2)).append(cell(ratio, 3));
            }
            System.out.println(row);
        });
    }

    private static String cell(final double[] values, final int digits) {
        final String number = "%." + digits + "f";
        return String.format(
                Locale.ROOT,
                " " + number + " (" + number + ") |",
                java.util.Arrays.stream(values).average().orElseThrow(),
                java.util.Arrays.stream(values).min().orElseThrow());
    }
}
