// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The collections of ints, compared with those of Java. */
class IntCollectionsTest {
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void theMapAgreesWithAHashMap(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<Integer, Integer> expected = new HashMap<>();
        IntMap<Integer> map = new IntMap<>();
        for (int i = 0; i < 20_000; i++) {
            int key = random.nextInt(300);
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

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void theQueueAgreesWithAList(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Integer> expected = new ArrayList<>();
        IntQueue queue = new IntQueue();
        for (int i = 0; i < 20_000; i++) {
            int action = random.nextInt(5);
            if (action < 2) {
                queue.add(i);
                expected.add(i);
            } else if (action == 2) {
                queue.push(i);
                expected.add(0, i);
            } else if (!expected.isEmpty()) {
                int at = action == 3 ? 0 : random.nextInt(expected.size());
                assertEquals(expected.remove(at), action == 3 ? queue.take() : queue.remove(at));
            }
            assertEquals(expected.size(), queue.size());
        }
    }

    @Test
    void takingFromAnEmptyQueueIsAnError() {
        assertThrows(IllegalStateException.class, new IntQueue()::take);
    }
}
