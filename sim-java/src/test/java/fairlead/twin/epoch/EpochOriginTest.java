// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.epoch;

import static fairlead.twin.epoch.EpochBench.GENERATION;
import static fairlead.twin.epoch.EpochBench.THERE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.PacketType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests timing and R1 to R9 of the origin half in docs/spec/epoch-unit.md, cycle by cycle. An event that the page shows
 * in t + 1 carries t here.
 */
@Tag("M-EPO-1")
class EpochOriginTest {
    private static final int OPENED = THERE | GENERATION << 8; // word b of EPOCH_OPENED
    private final EpochBench bench = new EpochBench();
    private final EpochUnit unit = bench.unit;

    private void expect(final String... events) {
        bench.events.expect(events);
    }

    private void edge() {
        bench.edge();
    }

    @Test
    void r1OpenSendsInitInTheSecondCycleAfterIt() {
        bench.open(5, 0xBEEF);
        edge();
        assertFalse(bench.control.valid());
        assertTrue(unit.busy());
        edge();
        bench.assertControl(PacketType.INIT, EpochBench.init(5, 0xBEEF));
        bench.edges(3);
        bench.takeControl(PacketType.INIT, EpochBench.init(5, 0xBEEF));
        assertTrue(bench.control.valid(), "held until the cycle of the handover ends");
        edge();
        assertFalse(bench.control.valid());
        assertFalse(unit.busy(), "waiting for the answer is not busy");
        expect();
    }

    @Test
    void r2InitAckOpensForTheNextCycle() {
        bench.open(5, 1);
        bench.edges(2);
        bench.control.take();
        edge();
        unit.initAck(5, THERE, GENERATION);
        assertFalse(unit.isOpen(5, EpochBench.TARGET), "not in the cycle of the cause");
        edge();
        expect("3 EPOCH_OPENED 5 " + OPENED);
        assertTrue(unit.isOpen(5, EpochBench.TARGET));
        assertEquals(THERE, unit.entry(5));
        assertEquals(GENERATION, unit.generation(5));
    }

    @Test
    void r2AnAnswerBeforeInitWasTakenIntoTheRegisterIsIgnored() {
        bench.open(5, 1);
        edge();
        unit.initAck(5, THERE, GENERATION); // the state at the start of this cycle: INIT still pending
        edge();
        unit.initAck(6, THERE, GENERATION); // there is no such epoch
        edge();
        expect();
        assertFalse(unit.isOpen(5, EpochBench.TARGET));
        unit.initAck(5, THERE, GENERATION);
        edge();
        expect("3 EPOCH_OPENED 5 " + OPENED);
    }

    @Test
    void r3InitNackFreesTheIndex() {
        bench.open(5, 1);
        bench.edges(2);
        bench.control.take();
        edge();
        unit.initNack(5);
        edge();
        expect("3 EPOCH_DENIED 5 0");
        bench.open(5, 2);
        edge();
        edge();
        bench.assertControl(PacketType.INIT, EpochBench.init(5, 2));
        expect();
    }

    @Test
    void r5CloseFreezesTheCountInItsCycleAndSendsItInTheSecondAfterIt() {
        bench.opened(5);
        for (int i = 0; i < 3; i++) {
            bench.put(5);
            edge();
        }
        final long cause = bench.t;
        bench.close(5);
        assertTrue(unit.isOpen(5, EpochBench.TARGET));
        edge();
        assertFalse(unit.isOpen(5, EpochBench.TARGET), "R11");
        expect(cause + " EPOCH_CLOSING 5 3");
        edge();
        bench.assertControl(PacketType.PUT_COUNT, EpochBench.putCount(5, 3));
    }

    @Test
    void r5ACountOfZeroIsSentToo() {
        bench.opened(5);
        bench.closing(5, 0);
    }

    @Test
    void r8TheLastAckClosesAndTermLeavesInTheSecondCycleAfterIt() {
        bench.opened(5);
        bench.put(5);
        edge();
        bench.closing(5, 1);
        final long cause = bench.t;
        unit.ack(5, false);
        edge();
        expect(cause + " EPOCH_CLOSED 5 0");
        assertFalse(bench.control.valid());
        edge();
        bench.assertControl(PacketType.TERM, EpochBench.term());
        bench.takeControl(PacketType.TERM, EpochBench.term());
        edge();
        assertFalse(unit.busy(), "waiting for the answer is not busy");
        final long answer = bench.t;
        unit.ack(5, false);
        edge();
        expect(answer + " EPOCH_ENDED 5 0");
        bench.open(5, 3);
        bench.edges(2);
        bench.assertControl(PacketType.INIT, EpochBench.init(5, 3));
    }

    @Test
    void r4ATransferToAnotherNodeThanTheEpochsTargetIsNotLetIn() {
        bench.opened(5);
        assertTrue(unit.isOpen(5, EpochBench.TARGET));
        assertFalse(unit.isOpen(5, EpochBench.TARGET ^ 1));
        assertFalse(unit.isOpen(5, EpochBench.TARGET ^ 0x800));
    }

    @Test
    void r28ARefusedGetEndsTheEpochWithAnError() {
        bench.opened(5);
        bench.get(5);
        edge();
        bench.get(5);
        edge();
        bench.closing(5, 0);
        unit.getDone(5, true);
        edge();
        unit.ack(5, false);
        edge();
        expect();
        final long cause = bench.t;
        unit.getDone(5, false);
        edge();
        expect(cause + " EPOCH_CLOSED 5 1");
        bench.ended(5);
        bench.opened(5);
        bench.closing(5, 0);
        unit.ack(5, false);
        edge();
        expect(bench.t - 1 + " EPOCH_CLOSED 5 0");
    }

    @Test
    void r28ARefusedPutEndsTheEpochWithAnError() {
        bench.opened(5);
        bench.put(5);
        edge();
        bench.closing(5, 1);
        unit.ack(5, true);
        edge();
        expect(bench.t - 1 + " EPOCH_CLOSED 5 1");
    }

    @Test
    void r8TheLastGetClosesWhenTheAckWasThere() {
        bench.opened(5);
        for (int i = 0; i < 2; i++) {
            bench.get(5);
            edge();
        }
        unit.getDone(5, false);
        edge();
        bench.closing(5, 0);
        unit.ack(5, false);
        edge();
        expect();
        final long cause = bench.t;
        unit.getDone(5, false);
        edge();
        expect(cause + " EPOCH_CLOSED 5 0");
    }

    @Test
    void r8TheAckClosesWhenAllGetsWereDone() {
        bench.opened(5);
        bench.get(5);
        edge();
        bench.closing(5, 0);
        unit.getDone(5, false);
        edge();
        expect();
        unit.ack(5, false);
        edge();
        assertEquals(1, bench.events.take().size());
    }

    @Test
    void r7ASecondAckAndR6AGetTooManyChangeNothing() {
        bench.opened(5);
        unit.getDone(5, false); // nothing is outstanding
        edge();
        bench.get(5);
        edge();
        bench.closing(5, 0);
        unit.ack(5, false);
        edge();
        unit.ack(5, false);
        edge();
        expect();
        unit.getDone(5, false);
        edge();
        assertEquals(1, bench.events.take().size(), "closed by the one get that was begun");
        unit.getDone(5, false);
        edge();
        unit.ack(7, false);
        edge();
        expect();
    }

    @Test
    void r6AGetDoneInTheCycleOfCloseIsCountedAndDoesNotClose() {
        bench.opened(5);
        bench.get(5);
        edge();
        final long cause = bench.t;
        bench.close(5);
        unit.getDone(5, false);
        edge();
        expect(cause + " EPOCH_CLOSING 5 0");
        unit.ack(5, false);
        edge();
        expect(cause + 1 + " EPOCH_CLOSED 5 0");
    }

    @Test
    void r13BeginAndDoneInOneCycle() {
        bench.opened(5);
        bench.get(5);
        edge();
        for (int i = 0; i < 10; i++) {
            bench.get(5);
            unit.getDone(5, false);
            edge();
        }
        bench.closing(5, 0);
        unit.ack(5, false);
        edge();
        expect();
        unit.getDone(5, false); // exactly one was left
        edge();
        assertEquals(1, bench.events.take().size());
    }

    @Test
    void r13ADoneThatIsBeforeItsBeginChangesNothing() {
        bench.opened(5);
        bench.get(5);
        unit.getDone(5, false); // the counters at the start of the cycle are equal
        edge();
        bench.closing(5, 0);
        unit.ack(5, false);
        edge();
        expect();
    }

    @Test
    void anIndexThatIsUsedAgainStartsAnew() {
        bench.opened(5);
        for (int i = 0; i < 3; i++) {
            bench.put(5);
            edge();
            bench.get(5);
            edge();
            unit.getDone(5, false);
            edge();
        }
        bench.closing(5, 3);
        unit.ack(5, false);
        edge();
        bench.ended(5);
        bench.opened(5);
        bench.put(5);
        edge();
        bench.get(5);
        edge();
        bench.closing(5, 1);
        unit.getDone(5, false); // the ACK of the first use is gone
        edge();
        expect();
        unit.ack(5, false);
        final long cause = bench.t;
        edge();
        expect(cause + " EPOCH_CLOSED 5 0");
    }
}
