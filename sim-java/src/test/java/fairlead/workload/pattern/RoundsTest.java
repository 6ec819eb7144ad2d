// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.workload.pattern.TrafficPattern.Rounds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All-to-all: each round of a node is a permutation of the others, and no order is that of another round or node. */
class RoundsTest {
    private static final long SEED = 20261126;

    private static List<Integer> round(Rounds rounds, int node, int n, SplittableRandom random) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < n - 1; i++) {
            order.add(rounds.next(node, random));
        }
        return order;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 8, 17, 64, 100, 257, 4097})
    void aRoundNamesEachOtherNodeOnce(int n) {
        Rounds rounds = new Rounds(n);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int node : new int[] {0, n / 2, n - 1}) {
            for (int more = 0; more < 3; more++) {
                List<Integer> order = round(rounds, node, n, random);
                HashSet<Integer> named = new HashSet<>(order);
                assertEquals(n - 1, named.size(), "node " + node);
                assertTrue(!named.contains(node) && named.stream().allMatch(to -> to >= 0 && to < n), "node " + node);
            }
        }
    }

    @Test
    void ordersDifferBetweenRoundsAndNodes() {
        Rounds rounds = new Rounds(64);
        SplittableRandom random = new SplittableRandom(SEED);
        List<Integer> first = round(rounds, 5, 64, random);
        assertNotEquals(first, round(rounds, 5, 64, random));
        assertNotEquals(first, round(rounds, 6, 64, random));
    }

    /**
     * The first destinations of many rounds are spread over all other nodes: chi squared with 30 degrees of freedom.
     */
    @Test
    void everyNodeIsEquallyOftenTheFirst() {
        int n = 32;
        int times = 31_000;
        Rounds rounds = new Rounds(n);
        SplittableRandom random = new SplittableRandom(SEED);
        int[] firsts = new int[n];
        for (int i = 0; i < times; i++) {
            firsts[round(rounds, 9, n, random).get(0)]++;
        }
        double squared = 0;
        for (int to = 0; to < n; to++) {
            squared += to == 9 ? 0 : Math.pow(firsts[to] - times / 31.0, 2) / (times / 31.0);
        }
        assertEquals(0, firsts[9]);
        assertTrue(squared < 60, "chi squared " + squared); // exceeded by chance once in a thousand
    }

    @Test
    void aSingleNodeIsItsOwnDestination() {
        assertEquals(0, new Rounds(1).next(0, new SplittableRandom(SEED)));
    }
}
