// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.search.front.Hypervolume;
import fairlead.search.study.Genome;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.junit.jupiter.api.Test;

/** What a search finds of the space of routing, layout and depths, whose 4,224 legal points are all known. */
class MixedQualityTest {
    private static final int BUDGET = 633; // 15 % of the legal points
    private static final int SEEDS = 10;
    private static final double RECALL = 0.95;
    private static final double VOLUME = 0.99;
    private static final double SIGNIFICANT = 0.01;

    private final Enumerated space = new Enumerated("routing_and_depths", 1);
    private final List<Trial> exact = Trials.front(space.all());
    private final Scale scale = Scale.of(space.all());

    private double volume(final List<Trial> front) {
        return Hypervolume.of(scale.each(front), scale.reference());
    }

    private double recall(final List<Trial> front) {
        final Set<Genome> found = new HashSet<>();
        front.forEach(t -> found.add(t.genome()));
        return exact.stream().filter(t -> found.contains(t.genome())).count() / (double) exact.size();
    }

    /** The front needs every choice: no value of the routing, the arbitration or the layout has all of it. */
    @Test
    void theFrontHasSeveralBasins() {
        assertEquals(4224, space.all().size());
        assertEquals(6912, space.study().size());
        assertTrue(exact.size() > 50, "front of " + exact.size());
        for (int gene = 1; gene < 3; gene++) {
            final int g = gene;
            assertTrue(exact.stream().map(t -> t.genome().level(g)).distinct().count() > 1, "gene " + g);
        }
    }

    /** In each of ten seeds nearly the whole front is found, and more of it than by random points or local search alone. */
    @Test
    void fifteenPercentGiveTheFrontInEachOfTenSeeds() {
        final double[] ours = LongStream.rangeClosed(1, SEEDS)
                .mapToDouble(seed -> {
                    final Trials trials = space.run(new Combined(), BUDGET, seed);
                    assertEquals(BUDGET, trials.used());
                    final double ratio = volume(trials.front()) / volume(exact);
                    assertTrue(ratio >= VOLUME, "seed " + seed + ": hypervolume ratio " + ratio);
                    return recall(trials.front());
                })
                .toArray();
        final double[] random = recalls(new RandomSearch());
        for (int i = 0; i < SEEDS; i++) {
            assertTrue(ours[i] >= RECALL, "seed " + (i + 1) + ": recall " + ours[i]);
        }
        final double p = MannWhitneyUTest.withDefaults().test(ours, random).getPValue();
        assertTrue(p < SIGNIFICANT && mean(ours) > mean(random), "p = " + p);
        assertTrue(mean(random) < RECALL, "the measure tells bad from good");
        final double[] local = recalls(new LocalSearch());
        final double q = MannWhitneyUTest.withDefaults().test(ours, local).getPValue();
        assertTrue(q < SIGNIFICANT && mean(ours) > mean(local), "local search alone: p = " + q);
    }

    private double[] recalls(final Strategy strategy) {
        return LongStream.rangeClosed(1, SEEDS)
                .mapToDouble(seed -> recall(space.run(strategy, BUDGET, seed).front()))
                .toArray();
    }

    private static double mean(final double[] values) {
        return java.util.Arrays.stream(values).average().orElseThrow();
    }
}
