// SPDX-License-Identifier: Apache-2.0
package fairlead.system.fault;

import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.FaultId;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.TaskBuilder;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests flaws of flushes and fences whose promise is kept by chance, because every byte is in memory in time: the legs,
 * PONGs and injection FIFOs show them (docs/use/verdicts.md, the account of the fences).
 */
@Tag("M-980")
class FenceFlawTest {
    private static final long KEY = 77;
    private static final int TARGET = 2;

    private final TestMachine machine = new TestMachine(5, 1, 1, 1);
    private final ProgramBuilder program = machine.program("fences");
    private final int source = program.windows().everywhere("source", 4096);
    private final int landing = program.windows().everywhere("landing", 4096);
    private final TaskBuilder task = program.task(0, 0);

    FenceFlawTest() {
        for (int node = 0; node < 5; node++) {
            program.load(node, source, Payload.bytes(KEY, 4096));
        }
    }

    private int put(final int target, final int bytes, final int after) {
        return task.add(Ops.put(target, source, landing, bytes, KEY).requires(after));
    }

    /** Nothing is under way any more when the flush comes. */
    private Program flushMuchLater(final int target, final Path path) {
        final int put = task.add(Ops.put(target, source, landing, 32, KEY).path(path));
        final int later = task.add(Ops.calc(3000).requires(put));
        task.add(Ops.flush(target).requires(later));
        return program.build();
    }

    @Test
    void aFlushWithoutItsLegOfTheStorePath() {
        Flaws.failsWith(
                machine,
                flushMuchLater(TARGET, Path.INLINE),
                UnsafeVariant.ONE_LEG,
                "fence_ordering",
                "a FLUSH of tag 1 with 1 legs, and its DLA was used before");
    }

    @Test
    void aFlushThatIsToldBeforeItsPong() {
        final Program built = flushMuchLater(TARGET, Path.DESCRIPTOR);
        machine.library = "lab";
        machine.fault(FaultId.FLUSH_EARLY, 0, 1);
        final RunResult result = machine.run(built);
        Runs.assertFails(result, "fence_ordering");
        final String detail = Runs.verdicts(result).get("fence_ordering").detail();
        assertTrue(detail.contains("1 of its 1 legs are away"), detail);
    }

    @Test
    void aFenceThatLetsADescriptorPassWhichChangesNothing() {
        put(TARGET, 2000, -1);
        task.add(Ops.fence(TARGET));
        task.add(Ops.put(TARGET, source, landing + 2048, 16, KEY).path(Path.INLINE)); // a fence has a leg from now on
        final int later = task.add(Ops.calc(3000));
        task.add(Ops.put(TARGET, source, landing + 2064, 16, KEY).requires(later));
        task.add(Ops.fence(TARGET));
        task.add(Ops.put(TARGET, source, landing + 2080, 16, KEY));
        Flaws.failsWith(
                machine,
                program.build(),
                UnsafeVariant.FENCE_OPEN,
                "fence_ordering",
                "a descriptor behind it left its FIFO in cycle");
    }

    @Test
    void aFlushOfTheOwnNodeWhilePutsOfAnotherTaskAreUnderWay() {
        final TestMachine two = new TestMachine(5, 1, 1, 2);
        two.memory = 400;
        final ProgramBuilder own = two.program("own");
        final int from = own.windows().everywhere("source", 4096);
        final int to = own.windows().everywhere("landing", 4096);
        own.load(0, from, Payload.bytes(KEY, 4096));
        own.task(0, 1).add(Ops.put(0, from, to, 2000, KEY));
        final TaskBuilder flushes = own.task(0, 0);
        int last = -1;
        for (int i = 0; i < 12; i++) {
            final int wait = flushes.add(Ops.calc(100).requires(last));
            last = flushes.add(Ops.flush(0).requires(wait));
        }
        Flaws.failsWith(
                two,
                own.build(),
                UnsafeVariant.SELF_QUIET,
                "fence_ordering",
                "and a transfer of its node on itself was in memory only in cycle");
    }
}
