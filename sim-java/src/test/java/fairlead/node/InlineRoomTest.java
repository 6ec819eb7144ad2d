// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.DlaLimits;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.ProgramException;
import fairlead.run.Machines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An inline request beside an explicit reservation of another task: it is served, or the program is refused. */
class InlineRoomTest extends TwinProgram {
    /** Task 0 reserves credits of the 64; task 1 stores 64 bytes later, for which it needs five. */
    private void reserves(int credits, boolean releases) {
        on(Machines.of(PAIR, 2, DlaLimits.of(64)));
        int held = task.add(Ops.dlaAlloc(credits, true, false));
        if (releases) {
            task.add(Ops.dlaRelease().requires(held).notBefore(5000));
        }
        program.task(0, 1).add(Ops.put(1, 0, word, 64, 1).path(Path.INLINE).notBefore(1000));
    }

    @ParameterizedTest(name = "{0} of 64 reserved, persistent {1}")
    @CsvSource({"8, true", "59, true", "59, false"})
    void aRequestFitsBesideAReservationThatStays(int credits, boolean persistent) {
        reserves(credits, false);
        ExecutionReport report = run(persistent, 20_000);
        assertEquals(EndReason.COMPLETED, report.reason());
        assertTrue(report.cycles() < 5000, () -> report.cycles() + " cycles");
    }

    @Test
    void aReservationThatLeavesNoRoomIsRefused() {
        reserves(60, false);
        String refusal = assertThrows(ProgramException.class, () -> run(true)).getMessage();
        assertTrue(refusal.contains("(explicit reservations keep 60)"), refusal);
    }

    @Test
    void oneThatIsReleasedIsWaitedFor() {
        reserves(60, true);
        ExecutionReport report = run(true, 100_000);
        assertEquals(EndReason.COMPLETED, report.reason());
        assertTrue(report.cycles() > 5000, () -> report.cycles() + " cycles");
    }
}
