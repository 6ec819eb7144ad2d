// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import fairlead.search.Evolution;
import fairlead.search.Strategy;
import fairlead.search.Trial;
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

    private QualityTable() {}

    /** @param args study, number of traffic seeds, then budgets in points */
    public static void main(String[] args) {
        Enumerated space = new Enumerated(args[0], Integer.parseInt(args[1]));
        List<Integer> budgets =
                Arrays.stream(args).skip(2).map(Integer::parseInt).toList();
        System.out.printf(
                "%s: %d legal points, front %d, budgets %s%n",
                args[0], space.legal().size(), space.exact().size(), budgets);
        double whole = space.volume(space.exact());
        Map<String, Strategy> methods = new TreeMap<>(Map.<String, Strategy>of(
                "1 random", Strategy::random, "2 genetic operators", Evolution.genetic(), "3 search", new Evolution()));
        methods.forEach((method, strategy) -> {
            StringBuilder row = new StringBuilder("| " + method.substring(2) + " |");
            for (int budget : budgets) {
                double[] recall = new double[SEEDS];
                double[] ratio = new double[SEEDS];
                for (int s = 0; s < SEEDS; s++) {
                    List<Trial> front = space.run(strategy, budget, s + 1).front();
                    recall[s] = space.recall(front);
                    ratio[s] = space.volume(front) / whole;
                }
                row.append(cell(recall, 2)).append(cell(ratio, 3));
            }
            System.out.println(row);
        });
    }

    private static String cell(double[] values, int digits) {
        String number = "%." + digits + "f";
        return String.format(
                Locale.ROOT,
                " " + number + " (" + number + ") |",
                Arrays.stream(values).average().orElseThrow(),
                Arrays.stream(values).min().orElseThrow());
    }
}
