// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Buffers;
import fairlead.machine.Routing;
import fairlead.machine.Unsafe;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import fairlead.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without their counters, fences over unordered puts end early (R-FEN-6, fence hazard 1). */
class UnorderedFenceTest {
    private static final int TARGET = 5; // node (1, 1), reached through node 1, as PINGs are, or through node 4
    private static final int FLUSHES = 6;
    private static final List<String> EXERCISED = List.of("fence_ordering", "data_integrity", "conservation");

    private static TestMachine machine(int tasks) {
        TestMachine machine = new TestMachine(4, 4, 1, tasks);
        machine.routing = Routing.ADAPTIVE;
        machine.buffers = new Buffers(51, 32, 16, 64, 64, 16);
        return machine;
    }

    /**
     * Returns a program in which node 0 puts to its diagonal neighbour and flushes, while ordered traffic fills the
     * second link of the path that its PINGs do not take.
     */
    private static Program congested(TestMachine machine, int variation) {
        ProgramBuilder program = machine.program("congested");
        int bytes = 512 + 256 * variation;
        int source = program.windows().everywhere("source", 8192);
        int landing = program.windows().everywhere("landing", 8192 * 5);
        TaskBuilder origin = program.task(0, 0);
        int flushed = -1;
        for (int i = 0; i < FLUSHES; i++) {
            int filled = origin.add(Ops.fill(source, bytes, i + 1).requires(flushed));
            origin.add(Ops.put(TARGET, source, landing + 8192 * 4, bytes, i + 1).requires(filled));
            flushed = origin.add(Ops.flush(TARGET));
        }
        for (int task = 0; task < machine.tasks.get(4); task++) {
            TaskBuilder noise = program.task(4, task);
            int filled = noise.add(Ops.fill(source, 8192, 99));
            noise.add(Ops.put(6, source, landing + 8192 * task, 8192, 99)
                    .requires(filled)
                    .ordered());
        }
        return program.build();
    }

    private static Verdict ordering(RunResult result) {
        return Runs.verdicts(result).get("fence_ordering");
    }

    /**
     * Without the counters, a flush is reported done before its puts are in memory, and the checker detects it, in
     * programs that the shipped machine orders.
     */
    @ParameterizedTest(name = "variation {0}")
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    @Tag("R-FEN-6")
    @Tag("hazard-fence-1")
    void pingsAloneDoNotOrderUnorderedPuts(int variation) {
        RunResult result = pingsOnly(Routing.ADAPTIVE, variation);
        assertTrue(result.report().ending().startsWith("completed"), () -> Runs.text(result));
        assertEquals(false, ordering(result).holds(), "no flush was early in variation " + variation + ", seed 1");
        assertTrue(
                ordering(result).detail().contains("FLUSH node 5"),
                ordering(result).detail());
    }

    /** On a single path, PINGs alone do order the puts, so it is the network that breaks the order, not the variant. */
    @ParameterizedTest(name = "variation {0}")
    @ValueSource(ints = {0, 3, 7})
    @Tag("R-FEN-6")
    void pingsAloneOrderPutsOfOnePath(int variation) {
        RunResult result = pingsOnly(Routing.DIMENSION_ORDER, variation);
        Runs.assertHolds(result, "variation " + variation, EXERCISED);
    }

    private static RunResult pingsOnly(Routing routing, int variation) {
        TestMachine machine = machine(4);
        machine.routing = routing;
        machine.library = "lab";
        machine.unsafe = Unsafe.everywhere(UnsafeVariant.FENCE_PING_ONLY);
        return machine.run(congested(machine, variation));
    }
}
