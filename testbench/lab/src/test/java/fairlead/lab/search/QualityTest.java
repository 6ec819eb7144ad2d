// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.search.Evolution;
import fairlead.search.Evolution.Neighbours;
import fairlead.search.Genome;
import fairlead.search.Sample;
import fairlead.search.Strategy;
import fairlead.search.Trial;
import fairlead.search.Trials;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a search finds, with 15 % of the legal points and ten seeds, of three spaces whose legal points are all known:
 * 4,096 points of depths; 4,224 points of routing, layout and depths; 6,480 points of six structures, routing, layout
 * and depths.
 */
@Tag("M-29")
@Tag("M-33")
@Tag("M-311")
@Tag("M-900")
class QualityTest {
    private static final int BUDGET = 614; // of the space of depths
    private static final int QUARTER = 1024;
    private static final double SHARE = 0.15;
    private static final int SEEDS = 10;
    private static final int FEW = 4; // seeds of the search in the fast tier
    private static final double RECALL = 0.95;
    private static final double RECALL_OF_STRUCTURES = 0.85; // the goal of 0.95 is not reached, see docs/use/search.md
    private static final double VOLUME = 0.99;
    private static final double SIGNIFICANT = 0.01;

    /** Runs of the search in the space of depths that several tests look at, by search seed. */
    private static final Map<Long, Trials> RUNS = new ConcurrentHashMap<>();

    private Enumerated space = new Enumerated(1);
    private List<Trial> exact = space.exact();

    private void open(String name) {
        space = new Enumerated(name, 1);
        exact = space.exact();
    }

    private Trials searched(long seed) {
        return RUNS.computeIfAbsent(seed, s -> space.run(new Evolution(), BUDGET, s));
    }

    /** The front of the first points that were simulated: a search with this budget ends with it. */
    private static List<Trial> early(Trials trials, int budget) {
        return Trials.front(trials.all().stream()
                .filter(t -> !t.keys().isEmpty())
                .limit(budget)
                .filter(Trial::feasible)
                .toList());
    }

    /** Returns a figure of the front of each seed. */
    private static double[] each(int seeds, ToDoubleFunction<Long> figure) {
        return LongStream.rangeClosed(1, seeds)
                .mapToDouble(figure::applyAsDouble)
                .toArray();
    }

    private static void requireMore(String what, double[] ours, double[] theirs) {
        double p = MannWhitneyUTest.withDefaults().test(ours, theirs).getPValue();
        assertTrue(p < SIGNIFICANT && mean(ours) > mean(theirs), what + ": " + mean(theirs) + ", p = " + p);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    /** Requires recall and hypervolume of a front, and returns its recall. */
    private double require(long seed, double least, List<Trial> front) {
        double recall = space.recall(front);
        double ratio = space.volume(front) / space.volume(exact);
        assertTrue(recall >= least, "seed " + seed + ": recall " + recall);
        assertTrue(ratio >= VOLUME, "seed " + seed + ": hypervolume ratio " + ratio);
        return recall;
    }

    private void requireLevels(int from, int to, int least) {
        for (int gene = from; gene < to; gene++) {
            int g = gene;
            assertTrue(exact.stream().map(t -> t.genome().level(g)).distinct().count() >= least, "gene " + g);
        }
    }

    // ---- depths

    @Test
    void theSpaceIsLargeAndItsFrontDiffersInAllGenes() {
        assertEquals(4096, space.legal().size());
        assertEquals(4096, space.study().size());
        assertTrue(exact.size() > 50, "front of " + exact.size());
        requireLevels(0, 4, 3);
    }

    @ParameterizedTest
    @ValueSource(ints = FEW)
    void fifteenPercentOfTheSpaceGiveTheFrontInEachSeed(int seeds) {
        for (long seed = 1; seed <= seeds; seed++) {
            assertEquals(BUDGET, searched(seed).used());
            require(seed, RECALL, searched(seed).front());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = FEW)
    void theSearchBeatsRandomPointsAtEqualBudget(int seeds) {
        for (int budget : new int[] {205, 410, BUDGET}) {
            requireMore(
                    "budget " + budget,
                    each(seeds, seed -> space.volume(early(searched(seed), budget))),
                    each(
                            SEEDS,
                            seed -> space.volume(
                                    space.run(Strategy::random, budget, seed).front())));
        }
    }

    /**
     * The same space with the means of three traffic seeds, whose front is longer (139 points): 15 % of the space give
     * the volume, a quarter of it the goal's share of the front too.
     */
    @ParameterizedTest
    @CsvSource("1, 2")
    void threeTrafficSeedsGiveVolumeAndFrontAtFifteenPercentAndAtAQuarter(long from, long to) {
        space = new Enumerated(3);
        exact = space.exact();
        assertTrue(exact.size() > 120, "front of " + exact.size()); // longer than with one seed
        for (long seed = from; seed <= to; seed++) {
            Trials trials = space.run(new Evolution(), QUARTER, seed);
            require(seed, RECALL, early(trials, BUDGET));
            assertTrue(space.recall(trials.front()) >= RECALL, "seed " + seed);
        }
    }

    /** On the real table the interval decides: where costs differ by noise only, neither point dominates. */
    @Test
    void aMeanThatIsBetterWithinItsIntervalDominatesNobody() {
        List<Trial> all = new Enumerated(3).legal();
        int within = 0;
        int beyond = 0;
        for (int i = 1; i < all.size(); i++) {
            double[] a = all.get(i - 1).sample().costs(1); // the p99 latency alone, one column a seed
            double[] b = all.get(i).sample().costs(1);
            if (mean(b) > mean(a)) {
                boolean significant = mean(b) - mean(a) > half(a, b);
                assertEquals(
                        significant,
                        new Sample(new double[][] {a}).dominates(new Sample(new double[][] {b})),
                        "points " + (i - 1) + " and " + i);
                within += significant ? 0 : 1;
                beyond += significant ? 1 : 0;
            }
        }
        assertTrue(within > 100 && beyond > 20, within + " within, " + beyond + " beyond");
    }

    /** From the table of Student's t: 4.302653 with two degrees of freedom. */
    private static double half(double[] a, double[] b) {
        double square = 0;
        for (int s = 0; s < a.length; s++) {
            square += Math.pow(b[s] - a[s] - (mean(b) - mean(a)), 2);
        }
        return 4.302653 * Math.sqrt(square / 2 / a.length);
    }

    /**
     * The deepest uniform depth of the space has the least p99 latency of all uniform ones; the front has it with far
     * fewer bits of the four kinds.
     */
    @Test
    void theFrontSavesAQuarterOfTheBitsOfTheBestUniformDepth() {
        Trial uniform = space.evaluate(List.of(Genome.of(6, 6, 3, 6))).get(0);
        for (int depth = 1; depth < 7; depth += 2) {
            Trial shallower = space.evaluate(List.of(Genome.of(depth - 1, depth - 1, (depth - 1) / 2, depth - 1)))
                    .get(0);
            assertTrue(shallower.values().get(1) >= uniform.values().get(1));
        }
        double least = searched(1).front().stream()
                .filter(t -> t.values().get(1) <= 1.01 * uniform.values().get(1))
                .mapToDouble(t -> t.values().get(2))
                .min()
                .orElseThrow();
        double bits = uniform.values().get(2);
        assertTrue(least <= 0.75 * bits, least + " of " + bits);
    }

    /** A trial joins the front one by one as it would if all were compared at once. */
    @Test
    void theFrontThatGrowsIsTheFrontOfAll() {
        Trials trials = space.run(Strategy::random, BUDGET, 3);
        assertEquals(Trials.front(trials.all()), trials.front());
    }

    @Test
    void everyStrategyAsksForNoPointTwiceAndKeepsItsBudgetAndIsRepeatable() {
        for (Strategy strategy :
                List.<Strategy>of(new Evolution(), Evolution.genetic(), Strategy::random, Strategy::exhaustive)) {
            space.asked = 0;
            Trials first = space.run(strategy, 300, 7);
            assertEquals(300, space.asked);
            assertEquals(300, first.used());
            Trials second = space.run(strategy, 300, 7);
            assertEquals(genomes(first), genomes(second), strategy.getClass().getSimpleName());
        }
        assertTrue(!genomes(space.run(Evolution.genetic(), 300, 8))
                .equals(genomes(space.run(Evolution.genetic(), 300, 7))));
    }

    private static List<Genome> genomes(Trials trials) {
        return trials.all().stream().map(Trial::genome).toList();
    }

    @Test
    void aLargerBudgetBeginsWithTheSamePoints() {
        List<Genome> few = genomes(space.run(new Evolution(), 60, 5));
        assertEquals(few, genomes(space.run(new Evolution(), 90, 5)).subList(0, 60));
    }

    @Test
    void everyStrategyEndsWhenTheSpaceDoes() {
        for (Strategy strategy :
                List.<Strategy>of(new Evolution(), Evolution.genetic(), Strategy::random, Strategy::exhaustive)) {
            assertEquals(
                    4096,
                    space.run(strategy, 5000, 1).used(),
                    strategy.getClass().getSimpleName());
        }
    }

    // ---- routing, layout and structures

    /** The front needs every choice: no value of the routing, the arbitration or the layout has all of it. */
    @Test
    void theFrontHasSeveralBasins() {
        open("routing_and_depths");
        assertEquals(4224, space.legal().size());
        assertEquals(6912, space.study().size());
        assertTrue(exact.size() > 50, "front of " + exact.size());
        requireLevels(1, 3, 2);
    }

    /**
     * The front needs each value of each choice and of the structure, and most of its groups have no neighbour outside.
     */
    @Test
    void theFrontOfTheStructuresHasSeveralBasins() {
        open("structure");
        assertEquals(6480, space.legal().size());
        assertEquals(12960, space.study().size());
        assertEquals(125, exact.size());
        for (int gene = 0; gene < 5; gene++) {
            requireLevels(gene, gene + 1, space.study().genes().get(gene).levels());
        }
        Set<Genome> left = new HashSet<>();
        exact.forEach(t -> left.add(t.genome()));
        int groups = 0;
        while (!left.isEmpty()) {
            List<Genome> group = new ArrayList<>(List.of(left.iterator().next()));
            left.removeAll(group);
            for (int i = 0; i < group.size(); i++) {
                group.addAll(Neighbours.of(space.study().genes(), group.get(i)).stream()
                        .filter(left::remove)
                        .toList());
            }
            groups++;
        }
        assertEquals(19, groups);
    }

    /**
     * In each seed nearly the whole front is found, and more of it than by random points or the genetic operators
     * alone. Of the structures (slow tier) the volume is found, more than by random points; the page has the recall.
     */
    @ParameterizedTest
    @CsvSource("routing_and_depths, " + RECALL + ", " + FEW)
    void fifteenPercentGiveTheFrontInEachSeed(String name, double least, int seeds) {
        open(name);
        int budget = (int) (SHARE * space.legal().size());
        double[] ours = each(seeds, seed -> {
            Trials trials = space.run(new Evolution(), budget, seed);
            assertEquals(budget, trials.used());
            return require(seed, least, trials.front());
        });
        List<Strategy> others = space.study().hasStructures()
                ? List.of(Strategy::random)
                : List.of(Strategy::random, Evolution.genetic());
        for (Strategy other : others) {
            double[] theirs = each(
                    SEEDS, seed -> space.recall(space.run(other, budget, seed).front()));
            requireMore(name, ours, theirs);
            assertTrue(mean(theirs) < RECALL, "the measure tells bad from good");
        }
    }

    @Tag("slow")
    @Test
    void allHoldInEachOfTenSeeds() {
        fifteenPercentOfTheSpaceGiveTheFrontInEachSeed(SEEDS);
        theSearchBeatsRandomPointsAtEqualBudget(SEEDS);
        threeTrafficSeedsGiveVolumeAndFrontAtFifteenPercentAndAtAQuarter(3, SEEDS);
        fifteenPercentGiveTheFrontInEachSeed("routing_and_depths", RECALL, SEEDS);
        fifteenPercentGiveTheFrontInEachSeed("structure", RECALL_OF_STRUCTURES, SEEDS);
    }
}
