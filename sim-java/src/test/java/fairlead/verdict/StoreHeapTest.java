// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import fairlead.machine.Shape;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.ProgramBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the heap with sorting: stores come out by cycle, node, task and the order in which they were given. */
class StoreHeapTest {
    private record Given(long cycle, Operation op, int order, int word) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void storesComeOutInOrder(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final ProgramBuilder program = new ProgramBuilder("heap", new Shape(2, 2, 1), List.of(3, 3, 3, 3), 4096);
        final Shadow.Stores heap = new Shadow.Stores();
        final List<Given> all = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            if (random.nextInt(3) > 0 || all.isEmpty()) {
                final Operation op = Ops.store(64 + 8 * random.nextInt(4), i);
                program.task(random.nextInt(4), random.nextInt(3)).add(op);
                final long cycle = random.nextInt(20);
                final int word = random.nextInt(9) - 6; // two thirds of the accesses only read
                heap.add(cycle, op, word);
                all.add(new Given(cycle, op, i, word));
            } else {
                takeFirst(heap, all, random, seed);
            }
        }
        while (!all.isEmpty()) {
            takeFirst(heap, all, random, seed);
        }
        assertEquals(Long.MAX_VALUE, heap.first());
    }

    private static void takeFirst(
            final Shadow.Stores heap, final List<Given> all, final SplittableRandom random, final long seed) {
        final Given first = all.stream()
                .min(Comparator.comparingLong(Given::cycle)
                        .thenComparingInt(g -> g.op.node())
                        .thenComparingInt(g -> g.op.task())
                        .thenComparingInt(Given::order))
                .orElseThrow();
        final int node = random.nextInt(4);
        final int address = 56 + random.nextInt(56);
        final boolean writes = all.stream()
                .filter(g -> g.cycle == first.cycle && g.word >= 0 && g.op.node() == node)
                .anyMatch(g -> Math.abs(g.op.local() + 8 * g.word - address) < 8);
        assertEquals(writes, heap.writes(first.cycle, node, address), "seed " + seed);
        all.remove(first);
        assertEquals(first.cycle, heap.first(), "seed " + seed);
        final Shadow.Stores.Access taken = heap.take();
        assertEquals(first.word, taken.word(), "seed " + seed);
        assertSame(first.op, taken.op(), "seed " + seed);
    }
}
