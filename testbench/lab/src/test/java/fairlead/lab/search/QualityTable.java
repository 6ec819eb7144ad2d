// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import fairlead.search.Evolution;
import fairlead.search.Strategy;
import fairlead.search.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Prints the tables of docs/use/search.md and docs/lab/measurements/search.md: what each method finds of the exact
 * front of a space, mean and least of ten search seeds. Not a test.
 */
final class QualityTable {
    private static final int SEEDS = 10;
    private static final double SHARE = 0.15;

    private QualityTable() {}

    /**
     * @param args study, number of traffic seeds, then budgets in points; or `drawn`, first seed, number of spaces,
     *     their folder, worker processes, and `structures` for spaces over structures
     */
    public static void main(final String[] args) throws IOException {
        if (!args[0].equals("drawn")) {
            final KnownPoints space = new Enumerated(args[0], Integer.parseInt(args[1]));
            print(
                    args[0],
                    space,
                    Arrays.stream(args).skip(2).map(Integer::parseInt).toList());
            return;
        }
        final long first = Long.parseLong(args[1]);
        for (long seed = first; seed < first + Integer.parseInt(args[2]); seed++) {
            final KnownPoints space = DrawnSpace.of(seed, args.length > 5, Path.of(args[3]), Integer.parseInt(args[4]));
            print("space " + seed, space, List.of((int) (SHARE * space.legal().size())));
        }
    }

    private static void print(final String name, final KnownPoints space, final List<Integer> budgets) {
        System.out.printf(
                "%s: %d legal points, front %d, budgets %s%n",
                name, space.legal().size(), space.exact().size(), budgets);
        final double whole = space.volume(space.exact());
        final Map<String, Strategy> methods = new TreeMap<>(Map.<String, Strategy>of(
                "1 random", Strategy::random, "2 genetic operators", Evolution.genetic(), "3 search", new Evolution()));
        methods.forEach((method, strategy) -> {
            final StringBuilder row = new StringBuilder("| " + method.substring(2) + " |");
            for (final int budget : budgets) {
                final double[] recall = new double[SEEDS];
                final double[] ratio = new double[SEEDS];
                for (int s = 0; s < SEEDS; s++) {
                    final List<Trial> front = space.run(strategy, budget, s + 1).front();
                    recall[s] = space.recall(front);
                    ratio[s] = space.volume(front) / whole;
                }
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
                Arrays.stream(values).average().orElseThrow(),
                Arrays.stream(values).min().orElseThrow());
    }
}
