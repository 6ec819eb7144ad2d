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
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * Prints what each method finds of the exact fronts of spaces that are drawn by a seed ({@link DrawnSpace}), with 15 %
 * of the legal points: mean and least of ten search seeds, and p of the search against the others. Not a test.
 */
final class FreshSpaces {
    private static final int SEEDS = 10;
    private static final double SHARE = 0.15;

    private FreshSpaces() {}

    /**
     * @param args first seed, number of spaces, folder, worker processes, and `structures` for spaces over structures
     */
    public static void main(final String[] args) throws IOException {
        final long first = Long.parseLong(args[0]);
        for (long seed = first; seed < first + Integer.parseInt(args[1]); seed++) {
            print(seed, DrawnSpace.of(seed, args.length > 4, Path.of(args[2]), Integer.parseInt(args[3])));
        }
    }

    private static void print(final long seed, final DrawnSpace space) {
        final List<Trial> exact = Trials.front(space.legal());
        final Scale scale = Scale.of(space.legal());
        final double volume = Hypervolume.of(scale.each(exact), scale.reference());
        final int budget = (int) (SHARE * space.legal().size());
        System.out.printf(
                "space %d: %d legal of %d, front %d, budget %d%n",
                seed, space.legal().size(), space.study().size(), exact.size(), budget);
        final Map<String, Strategy> methods = new LinkedHashMap<>();
        methods.put("random", new RandomSearch());
        methods.put("genetic", new Genetic());
        methods.put("local", new LocalSearch());
        methods.put("both", new Combined());
        final Map<String, double[]> recalls = new LinkedHashMap<>();
        methods.forEach((name, strategy) -> {
            final double[] recall = new double[SEEDS];
            final double[] ratio = new double[SEEDS];
            for (int s = 0; s < SEEDS; s++) {
                final List<Trial> front = space.run(strategy, budget, s + 1).front();
                final Set<Genome> found = new HashSet<>();
                front.forEach(t -> found.add(t.genome()));
                recall[s] =
                        exact.stream().filter(t -> found.contains(t.genome())).count() / (double) exact.size();
                ratio[s] = Hypervolume.of(scale.each(front), scale.reference()) / volume;
            }
            recalls.put(name, recall);
            System.out.printf(
                    Locale.ROOT,
                    "  %-8s recall %.3f (%.3f), hypervolume %.4f (%.4f)%n",
                    name,
                    Arrays.stream(recall).average().orElseThrow(),
                    Arrays.stream(recall).min().orElseThrow(),
                    Arrays.stream(ratio).average().orElseThrow(),
                    Arrays.stream(ratio).min().orElseThrow());
        });
        for (final String other : List.of("random", "local")) {
            System.out.printf(
                    Locale.ROOT,
                    "  p against %s: %.5f%n",
                    other,
                    MannWhitneyUTest.withDefaults()
                            .test(recalls.get("both"), recalls.get(other))
                            .getPValue());
        }
    }
}
