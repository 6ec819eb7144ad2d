// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("M-60")
class LongTableTest {
    private static final int CALLS = 20_000;

    /**
     * Draws keys from a small set, so that many are equal or share a place in the table; the reference keeps a list of
     * each.
     */
    @Test
    void everyEntryIsFoundAgain() {
        SplittableRandom random = new SplittableRandom(13);
        Map<Long, List<Long>> expected = new HashMap<>();
        LongTable table = new LongTable();
        List<Long> present = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            if (present.isEmpty() || random.nextInt(9) < (i < CALLS / 2 ? 6 : 3)) {
                long key = random.nextLong(1 << 9) << (random.nextBoolean() ? 0 : 9);
                table.add(key, i);
                expected.computeIfAbsent(key, k -> new ArrayList<>()).add((long) i);
                present.add(key);
            } else {
                long key = present.remove(random.nextInt(present.size()));
                long value = table.remove(key);
                assertTrue(expected.get(key).remove(value), "call " + i + ": key " + key + " gives " + value);
            }
        }
        long[] keys = present.stream().mapToLong(key -> key).sorted().toArray();
        assertArrayEquals(keys, table.keys());
        assertEquals(
                expected.values().stream()
                        .flatMap(List::stream)
                        .min(Long::compare)
                        .orElseThrow(),
                table.least());
        for (long key : present) {
            assertTrue(expected.get(key).contains(table.get(key)));
            assertTrue(expected.get(key).remove(table.remove(key)));
        }
        assertEquals(LongTable.ABSENT, table.get(5));
        assertEquals(LongTable.ABSENT, table.remove(5));
        assertEquals(LongTable.ABSENT, table.least());
    }
}
