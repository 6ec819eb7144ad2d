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
    void storesComeOutInOrder(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ProgramBuilder program = new ProgramBuilder("heap", new Shape(2, 2, 1), List.of(3, 3, 3, 3), 4096);
        Shadow.Stores heap = new Shadow.Stores();
        List<Given> all = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            if (random.nextInt(3) > 0 || all.isEmpty()) {
                Operation op = Ops.store(64 + 8 * random.nextInt(4), i);
                program.task(random.nextInt(4), random.nextInt(3)).add(op);
                long cycle = random.nextInt(20);
                int word = random.nextInt(9) - 6; // two thirds of the accesses only read
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

    private static void takeFirst(Shadow.Stores heap, List<Given> all, SplittableRandom random, long seed) {
        Given first = all.stream()
                .min(Comparator.comparingLong(Given::cycle)
                        .thenComparingInt(g -> g.op.node())
                        .thenComparingInt(g -> g.op.task())
                        .thenComparingInt(Given::order))
                .orElseThrow();
        int node = random.nextInt(4);
        int address = 56 + random.nextInt(56);
        boolean writes = all.stream()
                .filter(g -> g.cycle == first.cycle && g.word >= 0 && g.op.node() == node)
                .anyMatch(g -> Math.abs(g.op.local() + 8 * g.word - address) < 8);
        assertEquals(writes, heap.writes(first.cycle, node, address), "seed " + seed);
        all.remove(first);
        assertEquals(first.cycle, heap.first(), "seed " + seed);
        Shadow.Stores.Access taken = heap.take();
        assertEquals(first.word, taken.word(), "seed " + seed);
        assertSame(first.op, taken.op(), "seed " + seed);
    }
}
