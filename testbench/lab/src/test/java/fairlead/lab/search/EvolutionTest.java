// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.search.Evolution;
import fairlead.search.Gene;
import fairlead.search.Genome;
import fairlead.search.Sample;
import fairlead.search.Strategy;
import fairlead.search.Trial;
import fairlead.search.Trials;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The search on a space of formulas: two basins far apart, points that are refused. */
@Tag("M-29")
@Tag("M-900")
class EvolutionTest {
    private static final List<Gene> GENES = List.of(
            Gene.of("basin", Gene.Kind.CHOICE, List.of("x", "y", "z")),
            new Gene("a", 1, 8, 1),
            new Gene("b", 1, 8, 1),
            new Gene("c", 1, 4, 1));
    private static final int SIZE = 3 * 8 * 8 * 4;

    /**
     * Costs of a machine whose basin `y` is better at great depths and `x` at small ones; `z` with c = 4 is refused.
     */
    private static final class Formulas implements Trials.Evaluator {
        private final Set<Genome> asked = new HashSet<>();

        private static boolean refused(Genome g) {
            return g.level(0) == 2 && g.level(3) == 3;
        }

        private static double[] costs(Genome g) {
            double size = g.level(1) + 2 * g.level(2) + 4 * g.level(3) + (g.level(0) == 1 ? 12 : 1);
            double effect = g.level(0) == 1 ? 2 : g.level(0) == 0 ? 1 : 0.8;
            double time = 100 / (1 + effect * g.level(1)) + 40 / (1 + effect * g.level(2)) + 5.0 / (1 + g.level(3));
            return new double[] {time, size};
        }

        @Override
        public List<Trial> evaluate(List<Genome> points) {
            return points.stream().map(this::trial).toList();
        }

        private Trial trial(Genome g) {
            assertTrue(asked.add(g), g + " is asked for twice");
            if (refused(g)) {
                return Trial.infeasible(g, "refused");
            }
            double[] c = costs(g);
            return new Trial(
                    g, List.of(c[0], c[1]), new Sample(new double[][] {{c[0]}, {c[1]}}), List.of("given"), null);
        }
    }

    private static Trials run(Trials.Evaluator oracle, int budget, long seed) {
        Trials trials = new Trials(GENES, 2, oracle, budget, t -> {});
        new Evolution().run(trials, seed);
        return trials;
    }

    private static double recall(Trials trials) {
        List<Trial> exact = run(new Formulas(), SIZE, 1).front();
        Set<Genome> found = new HashSet<>();
        trials.front().forEach(t -> found.add(t.genome()));
        return exact.stream().filter(t -> found.contains(t.genome())).count() / (double) exact.size();
    }

    @Test
    void itEndsWhenTheSpaceDoes() {
        Trials all = run(new Formulas(), 5000, 3);
        assertEquals(SIZE, all.all().size());
        assertEquals(SIZE - 64, all.used());
    }

    @Test
    void aLargerBudgetBeginsWithTheSamePoints() {
        List<Genome> few = genomes(run(new Formulas(), 60, 5));
        List<Genome> more = genomes(run(new Formulas(), 90, 5));
        assertEquals(60, few.size());
        assertEquals(few, more.subList(0, 60));
        assertTrue(
                !genomes(run(new Formulas(), 500, 5)).equals(genomes(run(new Formulas(), 500, 6))),
                "another seed, other points");
    }

    private static List<Genome> genomes(Trials trials) {
        return trials.all().stream()
                .filter(t -> !t.keys().isEmpty())
                .map(Trial::genome)
                .toList();
    }

    /** In ten seeds; random points find a quarter. */
    @Test
    void aQuarterOfTheSpaceGivesBothBasins() {
        for (long seed = 1; seed <= 10; seed++) {
            double recall = recall(run(new Formulas(), SIZE / 4, seed));
            assertTrue(recall >= 0.8, "seed " + seed + ": recall " + recall);
        }
        Trials random = new Trials(GENES, 2, new Formulas(), SIZE / 4, t -> {});
        Strategy.random(random, 1);
        assertTrue(recall(random) < 0.5, "the measure tells bad from good");
    }
}
