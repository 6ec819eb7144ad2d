// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.epoch;

import static fairlead.twin.epoch.EpochBench.GENERATION;
import static fairlead.twin.epoch.EpochBench.THERE;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EpochState;
import fairlead.hw.HwLayout.PacketType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the origin half in every state, and the order of events and packets within a cycle: R10 and R12 of
 * docs/spec/epoch-unit.md.
 */
@Tag("M-18")
@Tag("M-61")
class EpochStateTest {
    private static final int OPENED = THERE | GENERATION << 8; // word b of EPOCH_OPENED
    private final EpochBench bench = new EpochBench();
    private final EpochUnit unit = bench.unit;

    private void expect(final String... events) {
        bench.events.expect(events);
    }

    private void edge() {
        bench.edge();
    }

    /** Asserts that EPOCH_OPEN or EPOCH_CLOSE in this cycle is refused with this state. */
    private void assertError(final boolean open, final int index, final int state) {
        if (open) {
            bench.open(index, 99);
        } else {
            bench.close(index);
        }
        final long cause = bench.t;
        edge();
        expect(cause + " EPOCH_ERROR " + index + " " + state);
    }

    // ---- R26: the machine of the bench is 4x4x4

    @ParameterizedTest
    @ValueSource(ints = {0x004, 0x040, 0x400, 0xfff})
    void r26ATargetOutsideTheShapeIsRefusedAndNothingIsSent(final int target) {
        bench.open(5, target, 1);
        edge();
        expect("0 EPOCH_ERROR 5 " + EpochState.NO_TARGET);
        bench.edges(3);
        assertFalse(bench.control.valid());
        assertFalse(unit.busy());
        bench.opened(5); // the index is still free
        bench.open(5, target, 1);
        edge();
        expect(bench.t - 1 + " EPOCH_ERROR 5 " + EpochState.OPEN);
        bench.close(5); // EPOCH_CLOSE with the bench's target, 0 or any other
        edge();
        expect(bench.t - 1 + " EPOCH_CLOSING 5 0");
    }

    // ---- every state

    @Test
    void r10ErrorsReportTheStateAndChangeNothing() {
        assertError(false, 5, EpochState.NONE);
        bench.open(5, 1);
        edge();
        assertError(true, 5, EpochState.INITING);
        assertError(false, 5, EpochState.INITING);
        bench.takeControl(PacketType.INIT, EpochBench.init(5, 1));
        edge();
        unit.initAck(5, THERE, GENERATION);
        edge();
        bench.events.take();
        assertError(true, 5, EpochState.OPEN);
        bench.put(5);
        edge();
        bench.close(5);
        edge();
        bench.events.take();
        assertError(true, 5, EpochState.CLOSING);
        assertError(false, 5, EpochState.CLOSING);
        bench.takeControl(PacketType.PUT_COUNT, EpochBench.putCount(5, 1));
        edge();
        unit.ack(5, false);
        edge();
        bench.events.take();
        assertError(true, 5, EpochState.CLOSED); // the cycle in which TERM is taken into the register
        assertError(true, 5, EpochState.ENDING);
        bench.takeControl(PacketType.TERM, EpochBench.term());
        edge();
        assertError(false, 5, EpochState.ENDING);
        unit.ack(5, false);
        edge();
        bench.events.take();
        assertError(false, 5, EpochState.NONE);
    }

    @Test
    void r12AnEventThatWaitsHoldsItsIndexAsClosed() {
        bench.open(5, 1);
        bench.edges(2);
        bench.control.take();
        edge();
        unit.initNack(5);
        bench.close(7); // the error event goes first, and EPOCH_DENIED waits
        edge();
        expect("3 EPOCH_ERROR 7 0");
        assertTrue(unit.busy());
        assertError(true, 5, EpochState.CLOSED);
        edge();
        expect("5 EPOCH_DENIED 5 0");
        bench.open(5, 2);
        edge();
        expect();
    }

    @Test
    void r12AClosedIndexIsFreeOnlyWhenTermIsAnsweredAndItsEventIsOut() {
        bench.opened(5);
        bench.closing(5, 0);
        bench.open(6, 1); // the INIT is in the register and stays there
        bench.edges(2);
        unit.ack(5, false);
        edge();
        bench.events.take();
        assertError(true, 5, EpochState.CLOSED);
        bench.edges(5);
        assertError(true, 5, EpochState.CLOSED);
        bench.takeControl(PacketType.INIT, EpochBench.init(6, 1));
        edge();
        bench.takeControl(PacketType.TERM, EpochBench.term());
        edge();
        assertError(true, 5, EpochState.ENDING);
        unit.ack(5, false);
        edge();
        bench.events.take();
        bench.open(5, 8);
        edge();
        expect();
    }

    // ---- order within a cycle

    @Test
    void eventsRotateAndOneIndexTellsItsOldestFirst() {
        for (int index = 0; index < 3; index++) {
            bench.open(index, 1);
            edge();
        }
        for (int index = 0; index < 3; index++) {
            bench.takeControl(PacketType.INIT, EpochBench.init(index, 1));
            edge();
        }
        final long start = bench.t;
        // in each cycle one answer, and an error that takes the event port
        for (int index = 2; index >= 0; index--) {
            unit.initAck(index, THERE, GENERATION);
            bench.close(60);
            edge();
        }
        bench.events.take();
        bench.close(1); // EPOCH_CLOSING of index 1 after its EPOCH_OPENED
        edge();
        bench.edges(4);
        expect(
                start + 3 + " EPOCH_OPENED 0 " + OPENED,
                start + 4 + " EPOCH_OPENED 1 " + OPENED,
                start + 5 + " EPOCH_OPENED 2 " + OPENED,
                start + 6 + " EPOCH_CLOSING 1 0");
    }

    @Test
    void packetsRotateAHandoverAndTheNextLoadShareACycle() {
        for (final int index : new int[] {40, 63, 2, 50}) {
            bench.open(index, index);
            edge();
        }
        bench.edges(3);
        // 40 was taken alone in cycle 1; then from 41 on: 50, 63, wrapping to 2
        for (final int index : new int[] {40, 50, 63, 2}) {
            bench.takeControl(PacketType.INIT, EpochBench.init(index, index));
            edge();
        }
        assertFalse(bench.control.valid());
    }

    @Test
    void sixtyFourEpochsAtOnce() {
        for (int index = 0; index < HwLayout.ORIGIN_EPOCHS; index++) {
            bench.opened(index);
        }
        for (int index = 0; index < HwLayout.ORIGIN_EPOCHS; index++) {
            assertTrue(unit.isOpen(index, EpochBench.TARGET));
            bench.put(index);
            edge();
            bench.closing(index, 1);
            assertFalse(unit.isOpen(index, EpochBench.TARGET));
        }
    }

    @Test
    void otherCommandsAreNotItsOwn() {
        for (int op = 0; op < 20; op++) {
            if (op != HwLayout.TileCommand.EPOCH_OPEN && op != HwLayout.TileCommand.EPOCH_CLOSE) {
                unit.command(op, -1, -1, -1, -1);
                edge();
            }
        }
        expect();
        assertFalse(unit.busy());
    }
}
