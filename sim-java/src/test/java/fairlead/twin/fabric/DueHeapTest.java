// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares DueHeap with a priority queue of the library; a case is its seed. */
class DueHeapTest {
    private record Entry(long cycle, long order, int value) {}

    private static final Comparator<Entry> FIRST = Comparator.comparingLong(Entry::cycle)
            .thenComparing(Entry::order, Long::compareUnsigned)
            .thenComparing(Entry::value); // the value is the number of additions so far

    /**
     * The seed also determines how widely the keys are spread, from nearly all equal to nearly all different, and how
     * many entries wait, so that rings and heap grow.
     */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void takesTheEarliestThenTheLowestThenTheFirst(long seed) {
        Random random = new Random(seed);
        int cycles = 1 + random.nextInt(20);
        int orders = 1 + random.nextInt(4);
        int most = seed % 3 == 0 ? 3_000 : 20;
        DueHeap heap = new DueHeap();
        PriorityQueue<Entry> expected = new PriorityQueue<>(FIRST);
        long now = 0;
        for (int i = 0; i < 20_000; i++) {
            if (expected.size() < most && random.nextInt(3) > 0) {
                Entry entry = new Entry(now + random.nextInt(cycles), random.nextInt(orders) - 1, i);
                heap.add(entry.cycle(), entry.order(), entry.value());
                expected.add(entry);
            } else if (!expected.isEmpty()) {
                now = takeFirst(heap, expected, now);
            }
        }
        while (!expected.isEmpty()) {
            now = takeFirst(heap, expected, now);
        }
        assertEquals(Long.MAX_VALUE, heap.next());
    }

    private static long takeFirst(DueHeap heap, PriorityQueue<Entry> expected, long now) {
        Entry first = expected.remove();
        assertEquals(first.cycle(), heap.next());
        assertEquals(first.value(), heap.take(), first::toString);
        return Math.max(now, first.cycle());
    }
}
