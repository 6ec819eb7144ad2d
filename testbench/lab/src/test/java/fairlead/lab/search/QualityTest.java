// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.search.Evolution;
import fairlead.search.Strategy;
import fairlead.search.Trial;
import fairlead.search.Trials;
import fairlead.search.front.Sample;
import fairlead.search.study.Genome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a search finds of a space whose every point is known: 4,096 measured points, a budget of 15 %, ten seeds. */
@Tag("M-29")
@Tag("M-33")
class QualityTest {
    private static final int BUDGET = 614;
    private static final int QUARTER = 1024;
    private static final int SEEDS = 10;
    private static final int FEW = 4; // seeds of the search in the fast tier
    private static final double RECALL = 0.95;
    private static final double VOLUME = 0.99;
    private static final double SIGNIFICANT = 0.01;

    /** Runs of the search that several tests look at, by search seed. */
    private static final Map<Long, Trials> RUNS = new ConcurrentHashMap<>();

    private final Enumerated space = new Enumerated(1);
    private final List<Trial> exact = space.exact();

    private Trials searched(final long seed) {
        return RUNS.computeIfAbsent(seed, s -> space.run(new Evolution(), BUDGET, s));
    }

    /** The front of the first points that were simulated: a search with this budget ends with it (EvolutionTest). */
    private static List<Trial> early(final Trials trials, final int budget) {
        return Trials.front(trials.all().stream()
                .filter(t -> !t.keys().isEmpty())
                .limit(budget)
                .filter(Trial::feasible)
                .toList());
    }

    @Test
    void theSpaceIsLargeAndItsFrontDiffersInAllGenes() {
        assertEquals(4096, space.legal().size());
        assertEquals(4096, space.study().size());
        assertTrue(exact.size() > 50, "front of " + exact.size());
        for (int gene = 0; gene < 4; gene++) {
            final int g = gene;
            assertTrue(exact.stream().map(t -> t.genome().level(g)).distinct().count() > 2, "gene " + g);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = FEW)
    void fifteenPercentOfTheSpaceGiveTheFrontInEachSeed(final int seeds) {
        for (long seed = 1; seed <= seeds; seed++) {
            final Trials trials = searched(seed);
            assertEquals(BUDGET, trials.used());
            final double recall = space.recall(trials.front());
            final double ratio = space.volume(trials.front()) / space.volume(exact);
            assertTrue(recall >= RECALL, "seed " + seed + ": recall " + recall);
            assertTrue(ratio >= VOLUME, "seed " + seed + ": hypervolume ratio " + ratio);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = FEW)
    void theSearchBeatsRandomPointsAtEqualBudget(final int seeds) {
        for (final int budget : new int[] {205, 410, BUDGET}) {
            final double[] ours = LongStream.rangeClosed(1, seeds)
                    .mapToDouble(seed -> space.volume(early(searched(seed), budget)))
                    .toArray();
            final double[] random = volumes(Strategy::random, budget);
            final double p = MannWhitneyUTest.withDefaults().test(ours, random).getPValue();
            assertTrue(p < SIGNIFICANT && mean(ours) > mean(random), "budget " + budget + ": p = " + p);
        }
    }

    @Tag("slow")
    @Test
    void bothHoldInEachOfTenSeeds() {
        fifteenPercentOfTheSpaceGiveTheFrontInEachSeed(SEEDS);
        theSearchBeatsRandomPointsAtEqualBudget(SEEDS);
    }

    /** The measure can tell bad from good: random points do not reach the goal. */
    @Test
    void randomPointsDoNotFindTheFront() {
        final List<Trial> front = space.run(Strategy::random, BUDGET, 1).front();
        assertTrue(space.recall(front) < RECALL && space.volume(front) < space.volume(exact));
    }

    /**
     * The same space with the means of three traffic seeds, whose front is longer (165 points): 15 % of the space give
     * the volume and the goal's share of the front, a quarter of it still more.
     */
    @Test
    void threeTrafficSeedsGiveVolumeAndFrontAtFifteenPercentAndAtAQuarter() {
        threeTrafficSeeds(1, 2);
    }

    @Test
    @Tag("slow")
    void threeTrafficSeedsGiveThemInTenSeeds() {
        threeTrafficSeeds(3, SEEDS);
    }

    private static void threeTrafficSeeds(final long from, final long to) {
        final Enumerated three = new Enumerated(3);
        assertTrue(three.exact().size() > 120, "front of " + three.exact().size()); // longer than with one seed
        for (long seed = from; seed <= to; seed++) {
            final Trials trials = three.run(new Evolution(), QUARTER, seed);
            final List<Trial> early = early(trials, BUDGET);
            final double ratio = three.volume(early) / three.volume(three.exact());
            assertTrue(ratio >= VOLUME, "seed " + seed + ": hypervolume ratio " + ratio);
            assertTrue(three.recall(early) >= RECALL, "seed " + seed + ": " + three.recall(early));
            assertTrue(three.recall(trials.front()) >= RECALL, "seed " + seed);
        }
    }

    /** On the real table the interval decides: where costs differ by noise only, neither point dominates. */
    @Test
    void aMeanThatIsBetterWithinItsIntervalDominatesNobody() {
        final List<Trial> all = new Enumerated(3).legal();
        int within = 0;
        int beyond = 0;
        for (int i = 1; i < all.size(); i++) {
            final double[][] a = latency(all.get(i - 1));
            final double[][] b = latency(all.get(i));
            final double difference = difference(a[0], b[0]);
            if (difference > 0) {
                final boolean dominates = new Sample(a).dominates(new Sample(b));
                final boolean significant = difference > half(a[0], b[0]);
                assertEquals(significant, dominates, "points " + (i - 1) + " and " + i);
                within += significant ? 0 : 1;
                beyond += significant ? 1 : 0;
            }
        }
        assertTrue(within > 100 && beyond > 20, within + " within, " + beyond + " beyond");
    }

    /** The p99 latency alone, one column a seed. */
    private static double[][] latency(final Trial trial) {
        return new double[][] {trial.sample().costs(1)};
    }

    private static double difference(final double[] a, final double[] b) {
        return mean(b) - mean(a);
    }

    /** From the table of Student's t: 4.302653 with two degrees of freedom. */
    private static double half(final double[] a, final double[] b) {
        double square = 0;
        for (int s = 0; s < a.length; s++) {
            square += Math.pow(b[s] - a[s] - difference(a, b), 2);
        }
        return 4.302653 * Math.sqrt(square / 2 / a.length);
    }

    private double[] volumes(final Strategy strategy, final int budget) {
        return LongStream.rangeClosed(1, SEEDS)
                .mapToDouble(
                        seed -> space.volume(space.run(strategy, budget, seed).front()))
                .toArray();
    }

    private static double mean(final double[] values) {
        return java.util.Arrays.stream(values).average().orElseThrow();
    }

    /**
     * The deepest uniform depth of the space has the least p99 latency of all uniform ones; the front has it with far
     * fewer bits of the four kinds.
     */
    @Test
    void theFrontSavesAQuarterOfTheBitsOfTheBestUniformDepth() {
        final Trial uniform = space.evaluate(List.of(Genome.of(6, 6, 3, 6))).get(0);
        for (int depth = 1; depth < 7; depth += 2) {
            final Trial shallower = space.evaluate(List.of(Genome.of(depth - 1, depth - 1, (depth - 1) / 2, depth - 1)))
                    .get(0);
            assertTrue(shallower.values().get(1) >= uniform.values().get(1));
        }
        final List<Trial> front = searched(1).front();
        final double least = front.stream()
                .filter(t -> t.values().get(1) <= 1.01 * uniform.values().get(1))
                .mapToDouble(t -> t.values().get(2))
                .min()
                .orElseThrow();
        assertTrue(
                least <= 0.75 * uniform.values().get(2),
                least + " of " + uniform.values().get(2));
    }

    /** A trial joins the front one by one as it would if all were compared at once. */
    @Test
    void theFrontThatGrowsIsTheFrontOfAll() {
        final Trials trials = space.run(Strategy::random, BUDGET, 3);
        assertEquals(Trials.front(trials.all()), trials.front());
    }

    @Test
    void everyStrategyAsksForNoPointTwiceAndKeepsItsBudgetAndIsRepeatable() {
        for (final Strategy strategy :
                List.<Strategy>of(new Evolution(), Evolution.genetic(), Strategy::random, Strategy::exhaustive)) {
            space.asked = 0;
            final Trials first = space.run(strategy, 300, 7);
            assertEquals(300, space.asked);
            assertEquals(300, first.used());
            final Trials second = space.run(strategy, 300, 7);
            assertEquals(genomes(first), genomes(second), strategy.getClass().getSimpleName());
        }
        assertTrue(!genomes(space.run(Evolution.genetic(), 300, 8))
                .equals(genomes(space.run(Evolution.genetic(), 300, 7))));
    }

    private static List<Genome> genomes(final Trials trials) {
        return trials.all().stream().map(Trial::genome).toList();
    }

    @Test
    void everyStrategyEndsWhenTheSpaceDoes() {
        for (final Strategy strategy : List.<Strategy>of(
                Evolution.genetic(), Strategy::random, Strategy::exhaustive)) { // EvolutionTest has it
            assertEquals(
                    4096,
                    space.run(strategy, 5000, 1).used(),
                    strategy.getClass().getSimpleName());
        }
    }
}
