// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntMapTest {
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void agreesWithAHashMap(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final Map<Integer, Integer> expected = new HashMap<>();
        final IntMap<Integer> map = new IntMap<>();
        for (int i = 0; i < 20_000; i++) {
            final int key = random.nextInt(300);
            switch (random.nextInt(2)) {
                case 0:
                    map.put(key, i);
                    expected.put(key, i);
                    break;
                default:
                    assertEquals(expected.remove(key), map.remove(key));
                    break;
            }
        }
    }

    @Test
    void refusesAKeyBelowZero() {
        assertThrows(IllegalArgumentException.class, () -> new IntMap<Integer>().put(-1, 0));
    }
}
