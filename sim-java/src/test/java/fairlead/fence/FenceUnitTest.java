// SPDX-License-Identifier: Apache-2.0
package fairlead.fence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.flow.DlaCounts;
import fairlead.flow.EventTrace;
import fairlead.flow.SelfTraffic;
import fairlead.flow.TestTile;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules and timing of docs/spec/fence-unit.md, cycle by cycle. An event that the page shows in t + 1 carries t here. */
class FenceUnitTest {
    private static final int NONE = -1;
    private static final int TARGET = 0x123;
    private static final boolean FENCE = true;
    private static final boolean FLUSH = false;
    private static final int ONE_LEG = 1 << 8; // in b of FLUSH_ARMED
    private static final int TWO_LEGS = 2 << 8;

    private final TestTile tile = new TestTile();
    private final EventTrace events = tile.events;
    private final FenceUnit unit = new FenceUnit(tile.context());
    private final Dla dla = new Dla();
    private boolean selfOutstanding;
    private long t;

    /** Counters of a DLA that the test moves. */
    private static final class Dla implements DlaCounts {
        private boolean used;
        private int in;
        private int out;

        @Override
        public boolean everUsed() {
            return used;
        }

        @Override
        public int enqueued() {
            return in & 0xFFFF;
        }

        @Override
        public int dequeued() {
            return out & 0xFFFF;
        }

        /** Used, with these counts. */
        void at(final int enqueued, final int dequeued) {
            used = true;
            in = enqueued;
            out = dequeued;
        }
    }

    FenceUnitTest() {
        unit.connect(dla, new SelfTraffic() {
            @Override
            public void produced() {
                throw new AssertionError("FenceUnit only asks");
            }

            @Override
            public void consumed() {
                throw new AssertionError("FenceUnit only asks");
            }

            @Override
            public boolean outstanding() {
                return selfOutstanding;
            }
        });
    }

    private void edge() {
        unit.step(t);
        unit.edge(t);
        t++;
        events.at(t);
    }

    private void edges(final int cycles) {
        for (int i = 0; i < cycles; i++) {
            edge();
        }
    }

    /** A descriptor of another node, alone at port `fifo & 1`. */
    private int arm(final boolean fence, final int fifo, final int tag) {
        final int port = fifo & 1;
        assertEquals(port, unit.grant(port == 0, port == 1), "granted in cycle " + t);
        return unit.arm(port, fence, false, false, fifo, tag, TARGET);
    }

    private void assertPing(final int entry, final int tag) {
        assertTrue(unit.valid(), () -> "PING on control in cycle " + t);
        assertEquals(PacketType.PING, unit.ptype());
        assertEquals(TARGET, unit.dst());
        final long expected =
                (long) entry << Header1.ENTRY_LSB | 1L << Header1.SLOT_LSB | (long) tag << Header1.TAG_LSB;
        assertEquals(expected, unit.word1(), "entry, slot 1, tag, and nothing else");
    }

    // ---- timing table

    @Test
    void anArmWithoutLegsIsAnsweredAndDoneInItsCycleAndItsEntryIsFreeInTheNext() {
        assertEquals(NONE, arm(FENCE, 2, 7));
        edge();
        events.expect("0 FLUSH_ARMED 7 0", "0 FENCE_DONE 7 0");
        assertEquals(0, unit.blocked());
        assertFalse(unit.busy());
        assertEquals(0, arm(FLUSH, 2, 8), "entry 0 again in t + 1");
    }

    @Test
    void anArmWithALegIsAnsweredInItsCycleAndAFenceBlocksFromTheNext() {
        assertEquals(NONE, arm(FENCE, 3, 7), "the DLA was never used");
        edge();
        events.expect("0 FLUSH_ARMED 7 0", "0 FENCE_DONE 7 0");
        dla.at(5, 5);
        assertEquals(0, arm(FENCE, 3, 9));
        assertEquals(0, unit.blocked(), "blocked is a register");
        edge();
        assertEquals(1 << 3, unit.blocked());
        events.expect("1 FLUSH_ARMED 9 " + TWO_LEGS);
    }

    @Test
    void theDlaLegIsOnControlInTheSecondCycleAfterItsArm() {
        dla.at(5, 5);
        arm(FLUSH, 0, 7);
        edge();
        assertFalse(unit.valid(), "in the ring in t + 1");
        assertTrue(unit.busy(), "it will leave the ring");
        edge();
        assertPing(0, 7);
    }

    @Test
    void theDlaLegIsOnControlInTheCycleAfterTheSnapshotWasReached() {
        dla.at(6, 4);
        arm(FLUSH, 0, 7);
        edge();
        assertFalse(unit.busy(), "waiting for the DLA is not busy");
        edges(10);
        dla.out = 5;
        edge();
        assertFalse(unit.valid());
        dla.out = 6;
        assertFalse(unit.valid(), "not in the cycle of the cause");
        edge();
        assertPing(0, 7);
    }

    @Test
    void theLastPongIsDoneInItsCycleAndUnblocksAndFreesTheEntryInTheNext() {
        dla.used = false;
        assertEquals(0, arm(FLUSH, 0, 3));
        edge();
        dla.at(0, 0);
        assertEquals(1, arm(FENCE, 1, 4));
        edges(2);
        unit.take(); // PING of the DLA leg
        unit.pong(1);
        edge();
        events.take();
        unit.pong(1);
        assertEquals(1 << 1, unit.blocked());
        assertEquals(2, arm(FLUSH, 0, 5), "entry 1 is in use in the cycle of its last pong");
        edge();
        events.expect("4 FLUSH_ARMED 5 " + (2 | TWO_LEGS), "4 FENCE_DONE 4 0");
        assertEquals(0, unit.blocked());
        assertEquals(1, arm(FLUSH, 0, 6));
        unit.pong(0);
        edge();
        events.expect("5 FLUSH_ARMED 6 " + (1 | TWO_LEGS), "5 FLUSH_DONE 3 0");
    }

    // ---- R1

    @Test
    void r1ThePortThatLostIsAskedNextAndTheLowestFreeEntryIsGiven() {
        assertEquals(NONE, unit.grant(false, false));
        assertEquals(0, unit.grant(true, true), "favourite is 0 after reset");
        assertEquals(1, unit.grant(false, true));
        unit.arm(0, FLUSH, false, false, 0, 1, TARGET);
        assertEquals(0, unit.grant(true, true), "a question changes nothing");
        edge();
        assertEquals(1, unit.grant(true, true));
        unit.arm(1, FLUSH, false, false, 1, 2, TARGET);
        edge();
        assertEquals(0, unit.grant(true, true));
        edges(3);
        assertEquals(0, unit.grant(true, true), "cycles without an arm do not move it");
        assertEquals(1, unit.grant(false, true), "alone");
        assertEquals(2, unit.arm(1, FLUSH, false, false, 1, 3, TARGET));
        edge();
        assertEquals(0, unit.grant(true, true), "after port 1 always 0");
        unit.pong(1);
        edge();
        assertEquals(1, arm(FLUSH, 0, 4), "lowest free entry");
    }

    @Test
    void r1EightEntriesAndThenNoneUntilAPong() {
        for (int entry = 0; entry < HwLayout.FENCE_ENTRIES; entry++) {
            assertEquals(entry, arm(FLUSH, entry & 3, entry));
            edge();
        }
        assertEquals(NONE, unit.grant(true, true));
        unit.pong(5);
        assertEquals(NONE, unit.grant(true, false), "in the cycle of the pong");
        edge();
        assertEquals(5, arm(FLUSH, 0, 50));
        edge();
        assertEquals(NONE, unit.grant(true, true));
    }

    // ---- R2

    @ParameterizedTest(name = "fence {0}, self {1}, outstanding {2}, used {3}, {4} in the DLA: {5} legs")
    @CsvSource({
        "true,  false, false, false, 0, 0",
        "true,  false, true,  false, 0, 0",
        "true,  true,  true,  false, 0, 0",
        "false, true,  false, false, 0, 0",
        "false, true,  false, true,  0, 0",
        "true,  true,  false, true,  0, 0",
        "false, false, false, false, 0, 1",
        "false, true,  true,  false, 0, 1",
        "false, false, false, true,  0, 2",
        "true,  false, false, true,  0, 2",
        "true,  true,  true,  true,  0, 2",
        "false, true,  false, true,  1, 2",
        "true,  true,  false, true,  3, 2"
    })
    void r2LegsAreFixedAtArming(
            final boolean fence,
            final boolean self,
            final boolean outstanding,
            final boolean used,
            final int inside,
            final int legs) {
        selfOutstanding = outstanding;
        dla.at(9 + inside, 9);
        dla.used = used;
        unit.grant(true, false);
        assertEquals(legs == 0 ? NONE : 0, unit.arm(0, fence, self, false, 2, 77, TARGET));
        selfOutstanding = !outstanding; // what changes later does not count
        edge();
        assertEquals("0 FLUSH_ARMED 77 " + (legs << 8), events.take().get(0));
        assertEquals(fence && legs > 0 ? 1 << 2 : 0, unit.blocked());
    }

    // ---- R4

    @ParameterizedTest(name = "snapshot {0}, dequeued {1}: {2}")
    @CsvSource({
        "100, 99, false",
        "100, 100, true",
        "100, 101, true",
        "3, 65535, false",
        "3, 3, true",
        "65535, 2, true",
        "65535, 65534, false",
        "0, 65535, false",
        "100, 32867, true", // 2^15 - 1 ahead
        "100, 32868, false"
    })
    void r4TheSnapshotIsComparedModulo(final int snapshot, final int dequeued, final boolean reached) {
        dla.at(snapshot, dequeued - 1);
        dla.in = snapshot;
        arm(FLUSH, 0, 7);
        dla.out = dequeued;
        edges(2);
        assertEquals(reached, unit.valid());
    }

    @Test
    void r4LaterRequestsAreNeitherCoveredNorWaitedFor() {
        dla.at(10, 9);
        arm(FLUSH, 0, 7);
        edge();
        dla.in = 500;
        dla.out = 10;
        edge();
        assertPing(0, 7);
    }

    @Test
    void r4LegsLeaveInArmOrderAHandoverAndTheNextLoadShareACycleAndTheRegisterIsHeld() {
        dla.at(0, 0);
        for (int i = 0; i < HwLayout.FENCE_ENTRIES; i++) { // the ring is full but for the one in the register
            arm(FLUSH, 0, 10 + i);
            edge();
        }
        edges(5);
        for (int i = 0; i < HwLayout.FENCE_ENTRIES; i++) {
            assertPing(i, 10 + i);
            unit.take();
            edge();
        }
        assertFalse(unit.valid());
        assertFalse(unit.busy());
    }

    @Test
    void r4AnOlderLegThatWaitsHoldsTheYoungerAndTheRingWraps() {
        dla.at(2, 0);
        for (int round = 0; round < 3 * HwLayout.FENCE_ENTRIES; round++) {
            final int entry = arm(FLUSH, 0, round);
            dla.in++;
            edge();
            edges(2);
            assertFalse(unit.valid());
            dla.out = dla.in - 1; // what stood in front of the leg
            edge();
            assertPing(entry, round);
            unit.take();
            unit.pong(entry);
            edge();
            unit.pong(entry);
            edge();
        }
    }

    // ---- R5 to R7

    @Test
    void r5APongTakesOneLegAndOneWithoutALegIsIgnored() {
        unit.pong(0);
        edge();
        unit.pong(HwLayout.FENCE_ENTRIES * 4); // no such entry; 32 must not be taken for 0
        edge();
        dla.at(0, 0);
        assertEquals(0, arm(FLUSH, 0, 7));
        edges(2);
        unit.pong(0); // the own leg before the DLA leg has left
        edge();
        unit.take();
        unit.pong(HwLayout.FENCE_ENTRIES * 4);
        edge();
        events.expect("2 FLUSH_ARMED 7 " + TWO_LEGS);
        unit.pong(0);
        edge();
        events.expect("6 FLUSH_DONE 7 0");
        unit.pong(0);
        edge();
        events.expect();
    }

    @Test
    void r6OnlyAFenceHoldsItsFifoAndEachOnlyItsOwn() {
        dla.at(0, 0);
        arm(FLUSH, 0, 1);
        edge();
        assertEquals(0, unit.blocked());
        arm(FENCE, 0, 2);
        edge();
        arm(FENCE, 3, 3);
        edge();
        assertEquals(0b1001, unit.blocked());
        unit.pong(1);
        edge();
        assertEquals(0b1001, unit.blocked(), "one leg is still away");
        unit.pong(1);
        edge();
        assertEquals(0b1000, unit.blocked());
        unit.pong(0);
        edge();
        unit.pong(0);
        edge();
        assertEquals(0b1000, unit.blocked(), "a FLUSH unblocks nothing");
    }

    @Test
    void r7OneEventACycleRotatingAndADisplacedEntryIsKept() {
        for (int i = 0; i < 3; i++) {
            arm(FLUSH, 0, 10 + i);
            edge();
        }
        unit.pong(2);
        edge();
        events.take(); // entry 2 was told: nextDone is 3
        unit.pong(1);
        assertEquals(NONE, arm(FENCE, 0, 20)); // at once, entry 2 again
        edge();
        events.expect("4 FLUSH_ARMED 20 2", "4 FLUSH_DONE 11 1"); // from 3 on, wrapping: 1 comes before 2
        assertTrue(unit.busy());
        assertEquals(1, arm(FLUSH, 0, 30), "entry 2 still waits, 1 is free");
        unit.pong(0);
        edge();
        events.expect("5 FLUSH_ARMED 30 " + (1 | ONE_LEG), "5 FENCE_DONE 20 0"); // 2 is at or above nextDone, 0 is not
        edge();
        events.expect("6 FLUSH_DONE 10 0");
        assertFalse(unit.busy());
    }

    @Test
    void waitingForPongsIsNotBusyAndAPingInTheRegisterIs() {
        dla.at(0, 0);
        arm(FLUSH, 0, 1);
        edges(2);
        assertTrue(unit.busy());
        unit.take();
        edge();
        assertFalse(unit.busy());
    }

    // ---- unordered traffic

    private int send(final int target) {
        final int answer = unit.count(0, target);
        edge();
        return answer & 0xFF;
    }

    private void ack(final int counter) {
        unit.acked(counter, 1, false);
        edge();
    }

    @Test
    void aFlushWaitsForThePacketsBeforeItAndNotForThoseBehindIt() {
        final int first = send(TARGET);
        assertEquals(first, send(TARGET));
        send(TARGET + 1);
        assertEquals(0, arm(FLUSH, 0, 7));
        edge();
        events.expect("3 FLUSH_ARMED 7 " + (ONE_LEG | 1 << 16));
        final int later = send(TARGET);
        assertTrue(later != first);
        unit.pong(0);
        edge();
        ack(first);
        events.expect();
        ack(first);
        events.expect("7 FLUSH_DONE 7 0");
    }

    @Test
    void aFlushWhosePacketsAreAcknowledgedFirstEndsWithItsPong() {
        final int counter = send(TARGET);
        arm(FLUSH, 0, 7);
        edge();
        events.take();
        ack(counter);
        events.expect();
        unit.pong(0);
        edge();
        events.expect("3 FLUSH_DONE 7 0");
    }

    @Test
    void aFenceWithoutLegsHoldsItsFifoUntilTheCountersAreHome() {
        final int counter = send(TARGET);
        assertEquals(NONE, arm(FENCE, 2, 7));
        edge();
        events.expect("1 FLUSH_ARMED 7 " + (1 << 16));
        assertEquals(1 << 2, unit.blocked());
        ack(counter);
        assertEquals(0, unit.blocked());
        events.expect("2 FENCE_DONE 7 0");
    }

    @Test
    void aFenceBeforeUnorderedTrafficHasALegAlthoughTheDlaWasNeverUsed() {
        assertEquals(0, unit.grant(true, false));
        assertEquals(0, unit.arm(0, FENCE, false, true, 0, 7, TARGET));
        edge();
        events.expect("0 FLUSH_ARMED 7 " + ONE_LEG);
        assertEquals(1, unit.blocked());
        unit.pong(0);
        edge();
        events.expect("1 FENCE_DONE 7 0");
    }

    @Test
    void oneAcknowledgementEndsSeveralFencesWhichAreToldInTurn() {
        final int counter = send(TARGET);
        arm(FENCE, 0, 7);
        edge();
        arm(FENCE, 1, 8);
        edge();
        arm(FENCE, 2, 9);
        edge();
        events.take();
        assertEquals(7, unit.blocked());
        ack(counter);
        assertEquals(0, unit.blocked());
        edges(3);
        events.expect("4 FENCE_DONE 7 0", "5 FENCE_DONE 8 0", "6 FENCE_DONE 9 0");
    }

    @Test
    void aFlushDoesNotWaitForAnotherTarget() {
        send(TARGET + 1);
        arm(FLUSH, 0, 7);
        edge();
        events.take();
        unit.pong(0);
        edge();
        events.expect("2 FLUSH_DONE 7 0");
    }
}
