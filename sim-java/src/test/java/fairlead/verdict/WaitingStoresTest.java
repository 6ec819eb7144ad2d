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

/** Compares the stores that wait with a sorted list: they come out by cycle, node, task and the order of giving. */
class WaitingStoresTest {
    private record Given(long cycle, Operation op, int order, int word) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void storesComeOutInOrder(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ProgramBuilder program = new ProgramBuilder("stores", new Shape(2, 2, 1), List.of(3, 3, 3, 3), 4096);
        Shadow.Stores stores = new Shadow.Stores();
        List<Given> all = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            if (random.nextInt(20) > 0 || all.isEmpty()) {
                Operation op = Ops.store(64 + 8 * random.nextInt(4), i);
                program.task(random.nextInt(4), random.nextInt(3)).add(op);
                long cycle = random.nextInt(20);
                int word = random.nextInt(9) - 6; // two thirds of the accesses only read
                stores.add(cycle, op, word);
                all.add(new Given(cycle, op, i, word));
            } else {
                takeFirst(stores, all, random, seed);
            }
        }
        while (!all.isEmpty()) {
            takeFirst(stores, all, random, seed);
        }
        assertEquals(Long.MAX_VALUE, stores.first());
    }

    private static void takeFirst(Shadow.Stores stores, List<Given> all, SplittableRandom random, long seed) {
        long cycle = all.stream().mapToLong(Given::cycle).min().orElseThrow();
        List<Given> due = all.stream()
                .filter(g -> g.cycle == cycle)
                .sorted(Comparator.comparingInt((Given g) -> g.op.node())
                        .thenComparingInt(g -> g.op.task())
                        .thenComparingInt(Given::order))
                .toList();
        int node = random.nextInt(4);
        int address = 56 + random.nextInt(56);
        boolean writes = due.stream()
                .filter(g -> g.word >= 0 && g.op.node() == node)
                .anyMatch(g -> Math.abs(g.op.local() + 8 * g.word - address) < 8);
        assertEquals(writes, stores.writes(cycle, node, address), "seed " + seed);
        all.removeAll(due);
        assertEquals(cycle, stores.first(), "seed " + seed);
        List<Shadow.Stores.Access> taken = stores.take();
        assertEquals(due.size(), taken.size(), "seed " + seed);
        for (int i = 0; i < due.size(); i++) {
            assertEquals(due.get(i).word, taken.get(i).word(), "seed " + seed);
            assertSame(due.get(i).op, taken.get(i).op(), "seed " + seed);
        }
    }
}
