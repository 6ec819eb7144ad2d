// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntQueueTest {
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void agreesWithAList(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final List<Integer> expected = new ArrayList<>();
        final IntQueue queue = new IntQueue();
        for (int i = 0; i < 20_000; i++) {
            final int action = random.nextInt(5);
            if (action < 2) {
                queue.add(i);
                expected.add(i);
            } else if (action == 2) {
                queue.push(i);
                expected.add(0, i);
            } else if (!expected.isEmpty()) {
                final int at = action == 3 ? 0 : random.nextInt(expected.size());
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
