// SPDX-License-Identifier: Apache-2.0
package fairlead.search.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.search.study.Gene;
import fairlead.search.study.Genome;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the tried points say about the others: near them the costs are known well, far from them they are not. */
@Tag("M-29")
class CostProcessTest {
    private static final List<Gene> GENES =
            List.of(new Gene("a", 1, 8, 1), new Gene("b", 1, 8, 1), Gene.of("c", Gene.Kind.CHOICE, List.of("x", "y")));

    /** The second gene hardly matters, the choice very much. */
    private static double cost(final Genome g) {
        return 10.0 / (1 + g.level(0)) + 0.01 * g.level(1) + 3 * g.level(2);
    }

    private static List<Genome> points() {
        final List<Genome> all = new ArrayList<>();
        for (long n = 0; n < 128; n++) {
            all.add(Genome.at(GENES, n));
        }
        return all;
    }

    private static List<Genome> drawn(final long seed, final int count) {
        final List<Genome> all = points();
        java.util.Collections.shuffle(all, new Random(seed));
        return all.subList(0, count);
    }

    private static CostProcess fitted(final List<Genome> tried) {
        final CostProcess process = new CostProcess(GENES);
        process.fit(tried, tried.stream().mapToDouble(CostProcessTest::cost).toArray(), points());
        return process;
    }

    @Test
    void aThirdOfThePointsGivesTheOthers() {
        final List<Genome> tried = drawn(1, 43);
        final CostProcess process = fitted(tried);
        double square = 0;
        int within = 0;
        for (int c = 0; c < 128; c++) {
            final double error = process.expected(c) - cost(points().get(c));
            square += error * error;
            within += Math.abs(error) <= 2 * process.deviation(c) + 1e-3 ? 1 : 0;
        }
        assertTrue(Math.sqrt(square / 128) < 0.5, "error " + Math.sqrt(square / 128) + " of costs from 1.2 to 13");
        assertTrue(within > 110, within + " of 128 within two deviations");
    }

    @Test
    void triedPointsAreKnownBetterThanOthers() {
        final List<Genome> tried = drawn(2, 20);
        final CostProcess process = fitted(tried);
        double known = 0;
        double unknown = 0;
        for (int c = 0; c < 128; c++) {
            final boolean at = tried.contains(points().get(c));
            known = at ? Math.max(known, process.deviation(c)) : known;
            unknown = at ? unknown : Math.max(unknown, process.deviation(c));
        }
        assertTrue(known < unknown, known + " and " + unknown);
    }

    /** The posterior by Gaussian elimination of the whole system, with the same correlation and noise. */
    @Test
    void pointsThatAreAddedCountAsIfTheyHadBeenThereAtOnce() {
        final List<Genome> tried = drawn(3, 30);
        final double[] costs = tried.stream().mapToDouble(CostProcessTest::cost).toArray();
        final Correlation correlation = new Correlation(GENES, Correlation.same(GENES, 1));
        final Triangle triangle = new Triangle(correlation, 0.01);
        final double[][] factor = new double[30][30];
        for (int i = 0; i < 30; i++) {
            final double[] row = triangle.add(tried.get(i));
            System.arraycopy(row, 0, factor[i], 0, row.length);
        }
        for (int i = 0; i < 30; i++) {
            final double[] product = new double[30];
            final double[] expected = new double[30];
            for (int j = 0; j < 30; j++) {
                for (int k = 0; k < 30; k++) {
                    product[j] += factor[i][k] * factor[j][k];
                }
                expected[j] = correlation.of(tried.get(i), tried.get(j)) + (i == j ? 0.01 : 0);
            }
            assertArrayEquals(expected, product, 1e-12, "row " + i + " of " + costs.length);
        }
    }

    @Test
    void aGeneWithoutOrderHasOneDistanceAndTheFirstLevelsAreFartherApart() {
        final Correlation correlation = new Correlation(GENES, Correlation.same(GENES, 1));
        final Genome origin = Genome.of(0, 0, 0);
        assertEquals(1, correlation.of(origin, origin));
        assertEquals(StrictMath.exp(-1), correlation.of(origin, Genome.of(0, 0, 1)));
        assertEquals(StrictMath.exp(-1), correlation.of(origin, Genome.of(7, 0, 0)), 1e-12);
        assertTrue(correlation.of(origin, Genome.of(1, 0, 0)) < correlation.of(Genome.of(6, 0, 0), Genome.of(7, 0, 0)));
    }

    @Test
    void equalCallsGiveEqualBits() {
        final CostProcess one = fitted(drawn(4, 40));
        final CostProcess other = fitted(drawn(4, 40));
        for (int c = 0; c < 128; c++) {
            assertEquals(one.expected(c), other.expected(c));
            assertEquals(one.deviation(c), other.deviation(c));
        }
    }
}
