// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.search.front.Hypervolume;
import fairlead.search.study.Genome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a search finds of two spaces whose legal points are all known: 4,224 points of routing, layout and depths, and
 * 4,320 points of twelve structures, routing and depths.
 */
class MixedQualityTest {
    private static final double SHARE = 0.15; // of the legal points
    private static final int SEEDS = 10;
    private static final double RECALL = 0.95;
    private static final double VOLUME = 0.99;
    private static final double SIGNIFICANT = 0.01;

    private Enumerated space;
    private List<Trial> exact;
    private Scale scale;
    private int budget;

    private void open(final String name) {
        space = new Enumerated(name, 1);
        exact = Trials.front(space.all());
        scale = Scale.of(space.all());
        budget = (int) (SHARE * space.all().size());
    }

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
        open("routing_and_depths");
        assertEquals(4224, space.all().size());
        assertEquals(6912, space.study().size());
        assertTrue(exact.size() > 50, "front of " + exact.size());
        for (int gene = 1; gene < 3; gene++) {
            final int g = gene;
            assertTrue(exact.stream().map(t -> t.genome().level(g)).distinct().count() > 1, "gene " + g);
        }
    }

    /** The front needs two routings, each size of packets and both arbitrations, and six groups have no neighbour outside. */
    @Test
    void theFrontOfTheStructuresHasSeveralBasins() {
        open("structure");
        assertEquals(4320, space.all().size());
        assertEquals(8640, space.study().size());
        assertEquals(138, exact.size());
        for (final int gene : new int[] {0, 3, 4}) {
            assertTrue(
                    exact.stream().map(t -> t.genome().level(gene)).distinct().count() > 1, "gene " + gene);
        }
        final Set<Genome> left = new HashSet<>();
        exact.forEach(t -> left.add(t.genome()));
        int groups = 0;
        while (!left.isEmpty()) {
            final List<Genome> group = new ArrayList<>(List.of(left.iterator().next()));
            left.removeAll(group);
            for (int i = 0; i < group.size(); i++) {
                final List<Genome> near = Neighbours.of(space.study().genes(), group.get(i)).stream()
                        .filter(left::remove)
                        .toList();
                group.addAll(near);
            }
            groups++;
        }
        assertEquals(6, groups);
    }

    /** In each of ten seeds nearly the whole front is found, and more of it than by random points or local search alone. */
    @ParameterizedTest
    @ValueSource(strings = {"routing_and_depths", "structure"})
    void fifteenPercentGiveTheFrontInEachOfTenSeeds(final String name) {
        open(name);
        final double[] ours = LongStream.rangeClosed(1, SEEDS)
                .mapToDouble(seed -> {
                    final Trials trials = space.run(new Combined(), budget, seed);
                    assertEquals(budget, trials.used());
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
                .mapToDouble(seed -> recall(space.run(strategy, budget, seed).front()))
                .toArray();
    }

    private static double mean(final double[] values) {
        return java.util.Arrays.stream(values).average().orElseThrow();
    }
}
