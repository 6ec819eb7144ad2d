// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.search.Combined;
import fairlead.search.PointEvaluator;
import fairlead.search.RandomSearch;
import fairlead.search.Trial;
import fairlead.search.Trials;
import fairlead.search.front.Sample;
import fairlead.search.study.Gene;
import fairlead.search.study.Genome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The search on a space of formulas: two basins far apart, one cost known beforehand, points that are refused. */
@Tag("M-29")
@Tag("M-900")
class CombinedTest {
    private static final List<Gene> GENES = List.of(
            Gene.of("basin", Gene.Kind.CHOICE, List.of("x", "y", "z")),
            new Gene("a", 1, 8, 1),
            new Gene("b", 1, 8, 1),
            new Gene("c", 1, 4, 1));
    private static final int SIZE = 3 * 8 * 8 * 4;

    /**
     * Costs of a machine whose basin `y` is better at great depths and `x` at small ones; `z` with c = 4 is refused.
     */
    private static final class Formulas implements PointEvaluator {
        private final boolean knows;
        private final Set<Genome> asked = new HashSet<>();

        Formulas(final boolean knows) {
            this.knows = knows;
        }

        private static boolean refused(final Genome g) {
            return g.level(0) == 2 && g.level(3) == 3;
        }

        private static double[] costs(final Genome g) {
            final double size = g.level(1) + 2 * g.level(2) + 4 * g.level(3) + (g.level(0) == 1 ? 12 : 1);
            final double effect = g.level(0) == 1 ? 2 : g.level(0) == 0 ? 1 : 0.8;
            final double time =
                    100 / (1 + effect * g.level(1)) + 40 / (1 + effect * g.level(2)) + 5.0 / (1 + g.level(3));
            return new double[] {time, size};
        }

        @Override
        public List<Trial> evaluate(final List<Genome> points) {
            return points.stream().map(this::trial).toList();
        }

        private Trial trial(final Genome g) {
            assertTrue(asked.add(g), g + " is asked for twice");
            if (refused(g)) {
                return Trial.infeasible(g, "refused");
            }
            final double[] c = costs(g);
            return new Trial(
                    g, List.of(c[0], c[1]), new Sample(new double[][] {{c[0]}, {c[1]}}), List.of("given"), null);
        }

        @Override
        public double[] known(final Genome g) {
            if (!knows) {
                return new double[0];
            }
            return refused(g) ? null : new double[] {Double.NaN, costs(g)[1]};
        }
    }

    private static Trials run(final PointEvaluator oracle, final int budget, final long seed) {
        return run(GENES, oracle, budget, seed);
    }

    private static Trials run(final List<Gene> genes, final PointEvaluator oracle, final int budget, final long seed) {
        final Trials trials = new Trials(genes, 2, oracle, budget, t -> {});
        new Combined().run(trials, seed);
        return trials;
    }

    private static double recall(final Trials trials) {
        final List<Trial> exact = run(new Formulas(true), SIZE, 1).front();
        final Set<Genome> found = new HashSet<>();
        trials.front().forEach(t -> found.add(t.genome()));
        return exact.stream().filter(t -> found.contains(t.genome())).count() / (double) exact.size();
    }

    @Test
    void itEndsWhenTheSpaceDoes() {
        for (final boolean knows : new boolean[] {true, false}) {
            final Trials all = run(new Formulas(knows), 5000, 3);
            assertEquals(SIZE, all.all().size());
            assertEquals(SIZE - 64, all.used());
        }
    }

    @Test
    void aLargerBudgetBeginsWithTheSamePoints() {
        final List<Genome> few = genomes(run(new Formulas(true), 60, 5));
        final List<Genome> more = genomes(run(new Formulas(true), 90, 5));
        assertEquals(60, few.size());
        assertEquals(few, more.subList(0, 60));
        assertTrue(!few.equals(genomes(run(new Formulas(true), 60, 6))), "another seed, other points");
    }

    /** With the same costs, other points; and still a beginning of a larger search, an end, and the front. */
    @Test
    void aSearchOverStructuresTakesNeighboursInTurn() {
        final List<Gene> genes = new ArrayList<>(GENES);
        genes.set(3, new Gene("machine.structure.c", 1, 4, 1));
        final List<Genome> few = genomes(run(genes, new Formulas(true), 60, 5));
        assertEquals(few, genomes(run(genes, new Formulas(true), 90, 5)).subList(0, 60));
        assertTrue(
                !few.equals(genomes(run(new Formulas(true), 60, 5))), "without a gene of the structure, other points");
        assertEquals(SIZE - 64, run(genes, new Formulas(true), 5000, 3).used());
        final double recall = recall(run(genes, new Formulas(true), SIZE / 4, 1));
        assertTrue(recall >= 0.8, "recall " + recall);
    }

    private static List<Genome> genomes(final Trials trials) {
        return trials.all().stream()
                .filter(t -> !t.keys().isEmpty())
                .map(Trial::genome)
                .toList();
    }

    /** In ten seeds, with and without knowledge of the second cost; random points find a quarter. */
    @Test
    void aQuarterOfTheSpaceGivesBothBasins() {
        for (long seed = 1; seed <= 10; seed++) {
            for (final boolean knows : new boolean[] {true, false}) {
                final double recall = recall(run(new Formulas(knows), SIZE / 4, seed));
                assertTrue(recall >= 0.8, "seed " + seed + ", " + knows + ": recall " + recall);
            }
        }
        final Trials random = new Trials(GENES, 2, new Formulas(true), SIZE / 4, t -> {});
        new RandomSearch().run(random, 1);
        assertTrue(recall(random) < 0.5, "the measure tells bad from good");
    }
}
