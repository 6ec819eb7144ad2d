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
        final IntMap map = new IntMap();
        for (int i = 0; i < 20_000; i++) {
            final int key = random.nextInt(300);
            switch (random.nextInt(3)) {
                case 0:
                    map.put(key, i);
                    expected.put(key, i);
                    break;
                case 1:
                    final Integer gone = expected.remove(key);
                    assertEquals(gone == null ? -1 : gone, map.remove(key, -1));
                    break;
                default:
                    assertEquals(expected.getOrDefault(key, -1), map.get(key, -1));
                    break;
            }
        }
    }

    @Test
    void refusesAKeyBelowZero() {
        assertThrows(IllegalArgumentException.class, () -> new IntMap().put(-1, 0));
    }

    @Test
    void holdsTheValueThatMarksAFreePlace() {
        final IntMap map = new IntMap();
        map.put(0, -1);
        assertEquals(-1, map.get(0, 7));
        assertEquals(-1, map.remove(0, 7));
        assertEquals(7, map.get(0, 7));
    }
}
