// SPDX-License-Identifier: Apache-2.0
package fairlead.system.fault;

import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.FaultId;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.ProgramBuilder.TaskBuilder;
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
class FenceFlawTest extends Flaws {
    private static final int TARGET = 2;

    FenceFlawTest() {
        begin(new TestMachine(5, 1, 1, 1));
    }

    /** Nothing is under way any more when the flush comes. */
    private void flushMuchLater(Path path) {
        int put = task(0).add(Ops.put(TARGET, source, landing, 32, KEY).path(path));
        int later = task(0).add(Ops.calc(3000).requires(put));
        task(0).add(Ops.flush(TARGET).requires(later));
    }

    @Test
    void aFlushWithoutItsLegOfTheStorePath() {
        flushMuchLater(Path.INLINE);
        fails(UnsafeVariant.ONE_LEG, "fence_ordering", "a FLUSH of tag 1 with 1 legs, and its DLA was used before");
    }

    @Test
    void aFlushThatIsToldBeforeItsPong() {
        flushMuchLater(Path.DESCRIPTOR);
        machine.fault(FaultId.FLUSH_EARLY, 0, 1);
        RunResult result = machine.run(program.build());
        Runs.assertFails(result, "fence_ordering");
        String detail = Runs.verdicts(result).get("fence_ordering").detail();
        assertTrue(detail.contains("1 of its 1 legs are away"), detail);
    }

    @Test
    void aFenceThatLetsADescriptorPassWhichChangesNothing() {
        TaskBuilder task = task(0);
        task.add(Ops.put(TARGET, source, landing, 2000, KEY));
        task.add(Ops.fence(TARGET));
        task.add(Ops.put(TARGET, source, landing + 2048, 16, KEY).path(Path.INLINE)); // a fence has a leg from now on
        int later = task.add(Ops.calc(3000));
        task.add(Ops.put(TARGET, source, landing + 2064, 16, KEY).requires(later));
        task.add(Ops.fence(TARGET));
        task.add(Ops.put(TARGET, source, landing + 2080, 16, KEY));
        fails(UnsafeVariant.FENCE_OPEN, "fence_ordering", "a descriptor behind it left its FIFO in cycle");
    }

    @Test
    void aFlushOfTheOwnNodeWhilePutsOfAnotherTaskAreUnderWay() {
        begin(new TestMachine(5, 1, 1, 2));
        machine.memory = 400;
        program.task(0, 1).add(Ops.put(0, source, landing, 2000, KEY));
        int last = -1;
        for (int i = 0; i < 12; i++) {
            int wait = task(0).add(Ops.calc(100).requires(last));
            last = task(0).add(Ops.flush(0).requires(wait));
        }
        fails(
                UnsafeVariant.SELF_QUIET,
                "fence_ordering",
                "and a transfer of its node on itself was in memory only in cycle");
    }
}
