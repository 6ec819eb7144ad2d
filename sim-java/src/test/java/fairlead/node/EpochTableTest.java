// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Shape;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the software of an origin: when and with which result EPOCH_CLOSE ends. */
@Tag("M-EPO-1")
@Tag("M-EPO-2")
@Tag("M-973")
class EpochTableTest {
    private final ProgramBuilder builder = new ProgramBuilder("epochs", new Shape(3, 1, 1), List.of(1, 1, 1), 1 << 16);
    private final int open = builder.task(0, 0).add(Ops.epochOpen(5, 1, 2));
    private final int close = builder.task(0, 0).add(Ops.epochClose(open));
    private final int again =
            builder.task(0, 0).add(Ops.epochTrial(true, open, 2, 5).attempt());
    private final int unopened =
            builder.task(0, 0).add(Ops.epochTrial(false, -1, 0, 7).attempt());
    private final Program program = builder.build();
    private final ToldHost host = new ToldHost(program);
    private final List<String> told = host.told;
    private final EpochTable table = new EpochTable(host);

    /** Returns the commands. */
    private List<String> given() {
        return host.given.stream()
                .map(given -> (given.op() == TileCommand.EPOCH_OPEN ? "open " : "close ")
                        + EpochCommand.index(given.word()) + " to " + EpochCommand.target(given.word()) + " id "
                        + EpochCommand.id(given.word()))
                .toList();
    }

    /** Opens both targets under index 0 and 1, and gives the close. */
    private void opened() {
        table.open(program.operation(open), 1);
        table.react(EventKind.EPOCH_OPENED, 0, 0, 2);
        table.react(EventKind.EPOCH_OPENED, 1, 0, 3);
        table.close(program.operation(close), 4);
        assertEquals(List.of("given " + open + " 0", "given " + open + " 1", "3 " + open + " DONE"), told);
        told.clear();
    }

    /** The command goes under the index of the epoch at the target, and only an error of that index ends the trial. */
    @Test
    void aTrialEndsWithItsRefusal() {
        opened();
        host.given.clear();
        table.tried(program.operation(again), 5);
        assertEquals(List.of("open 1 to 2 id 5"), given());
        table.react(EventKind.EPOCH_ERROR, 1, 3, 6);
        assertEquals(List.of("6 " + again + " REJECTED"), told);
        table.react(EventKind.EPOCH_ERROR, 1, 3, 7);
        assertEquals("EPOCH_ERROR on index 1 in state 3", told.get(1));
    }

    /** The index is not given to an epoch before the answer is here. */
    @Test
    void aCloseOfNoEpochIsTriedUnderAFreeIndex() {
        table.tried(program.operation(unopened), 1);
        assertEquals(List.of("close 0 to 0 id 7"), given());
        table.open(program.operation(open), 2);
        assertEquals("open 1 to 1 id 5", given().get(1));
        table.react(EventKind.EPOCH_ERROR, 0, 0, 3);
        assertEquals(List.of("given " + open + " 1", "3 " + unopened + " REJECTED"), told);
    }

    @Test
    void aCloseEndsWhenAllTargetsHaveLiftedTheirLimits() {
        opened();
        table.react(EventKind.EPOCH_CLOSED, 0, 0, 5);
        table.react(EventKind.EPOCH_CLOSED, 1, 0, 6);
        table.react(EventKind.EPOCH_ENDED, 1, 0, 7);
        assertEquals(List.of(), told);
        table.react(EventKind.EPOCH_ENDED, 0, 0, 8);
        assertEquals(List.of("8 " + close + " DONE"), told);
    }

    @Test
    void aCloseHasFailedWhenATransferToAnyTargetWasRefused() {
        opened();
        table.react(EventKind.EPOCH_CLOSED, 0, 1, 5);
        table.react(EventKind.EPOCH_ENDED, 0, 0, 6);
        table.react(EventKind.EPOCH_CLOSED, 1, 0, 7);
        table.react(EventKind.EPOCH_ENDED, 1, 0, 8);
        assertEquals(List.of("8 " + close + " FAILED"), told);
    }

    @Test
    void anErrorOfTheUnitIsReported() {
        opened();
        table.react(EventKind.EPOCH_ERROR, 0, 5, 5);
        assertEquals(List.of("EPOCH_ERROR on index 0 in state 5"), told);
    }
}
