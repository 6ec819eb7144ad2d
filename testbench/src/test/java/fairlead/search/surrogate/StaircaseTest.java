// SPDX-License-Identifier: Apache-2.0
package fairlead.search.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The chance of a point to be on the front is the share of drawn costs that nothing dominates. */
@Tag("M-29")
class StaircaseTest {
    private static final int DRAWS = 20_000;
    private static final double TOLERANCE = 0.02; // more than five deviations of a share of so many draws

    /** Counts draws instead of adding steps. */
    private static double drawn(
            final List<double[]> front,
            final boolean[] known,
            final double[] costs,
            final double[] deviations,
            final Random random) {
        int free = 0;
        for (int d = 0; d < DRAWS; d++) {
            final double[] draw = costs.clone();
            for (int i = 0; i < draw.length; i++) {
                draw[i] += known[i] ? 0 : deviations[i] * random.nextGaussian();
            }
            free += front.stream().noneMatch(f -> dominates(f, draw)) ? 1 : 0;
        }
        return free / (double) DRAWS;
    }

    private static boolean dominates(final double[] one, final double[] other) {
        for (int i = 0; i < one.length; i++) {
            if (one[i] > other[i]) {
                return false;
            }
        }
        return true;
    }

    private static double[] numbers(final Random random, final int count, final double from, final double to) {
        return random.doubles(count, from, to).toArray();
    }

    private static void compare(final boolean[] known, final long seed) {
        final Random random = new Random(seed);
        double least = 1;
        double most = 0;
        for (int round = 0; round < 20; round++) {
            final List<double[]> front = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                front.add(numbers(random, known.length, 0, 1));
            }
            final double[] costs = numbers(random, known.length, 0, 1);
            final double[] deviations = numbers(random, known.length, 0.05, 0.4);
            final double chance = new Staircase(front, known).of(costs, deviations);
            final String where = "seed " + seed + ", round " + round;
            assertEquals(drawn(front, known, costs, deviations, random), chance, TOLERANCE, where);
            least = Math.min(least, chance);
            most = Math.max(most, chance);
        }
        assertTrue(least < 0.3 && most > 0.7, "seed " + seed + ": chances from " + least + " to " + most);
    }

    @Test
    void twoEstimatesAndAKnownCost() {
        compare(new boolean[] {false, false, true}, 1);
        compare(new boolean[] {true, false, false}, 2);
    }

    @Test
    void twoEstimates() {
        compare(new boolean[] {false, false}, 3);
    }

    @Test
    void oneEstimate() {
        compare(new boolean[] {false, true}, 4);
        compare(new boolean[] {true, true, false}, 5);
    }

    @Test
    void withoutAFrontNothingDominates() {
        final Staircase none = new Staircase(List.of(), new boolean[] {false, false});
        assertEquals(1, none.of(new double[] {5, 5}, new double[] {1, 1}), 1e-9);
    }

    @Test
    void aPointFarBehindTheFrontHasNoChance() {
        final Staircase stairs = new Staircase(List.of(new double[] {1, 1, 1}), new boolean[] {false, false, true});
        assertEquals(0, stairs.of(new double[] {9, 9, 1}, new double[] {1, 1, 0}));
        assertEquals(1, stairs.of(new double[] {9, 9, 0.5}, new double[] {1, 1, 0}), 1e-9);
    }
}
