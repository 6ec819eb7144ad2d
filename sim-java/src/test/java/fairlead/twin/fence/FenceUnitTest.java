// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fence;

import static fairlead.twin.fence.FenceBench.FENCE;
import static fairlead.twin.fence.FenceBench.FLUSH;
import static fairlead.twin.fence.FenceBench.NONE;
import static fairlead.twin.fence.FenceBench.ONE_LEG;
import static fairlead.twin.fence.FenceBench.TARGET;
import static fairlead.twin.fence.FenceBench.TWO_LEGS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.twin.ports.PortEvents;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests rules and timing of docs/spec/fence-unit.md, cycle by cycle. An event that the page shows in t + 1 carries t
 * here.
 */
@Tag("M-18")
class FenceUnitTest {
    private final FenceBench bench = new FenceBench();
    private final FenceUnit unit = bench.unit;
    private final PortEvents events = bench.events;
    private final FenceBench.Dla dla = bench.dla;

    // ---- timing table

    @Test
    void anArmWithoutLegsIsAnsweredAndDoneInItsCycleAndItsEntryIsFreeInTheNext() {
        assertEquals(NONE, bench.arm(FENCE, 2, 7));
        bench.edge();
        events.expect("0 FLUSH_ARMED 7 0", "0 FENCE_DONE 7 0");
        assertEquals(0, unit.blocked());
        assertFalse(unit.busy());
        assertEquals(0, bench.arm(FLUSH, 2, 8), "entry 0 again in t + 1");
    }

    @Test
    void anArmWithALegIsAnsweredInItsCycleAndAFenceBlocksFromTheNext() {
        assertEquals(NONE, bench.arm(FENCE, 3, 7), "the DLA was never used");
        bench.edge();
        events.expect("0 FLUSH_ARMED 7 0", "0 FENCE_DONE 7 0");
        dla.at(5, 5);
        assertEquals(0, bench.arm(FENCE, 3, 9));
        assertEquals(0, unit.blocked(), "blocked is a register");
        bench.edge();
        assertEquals(1 << 3, unit.blocked());
        events.expect("1 FLUSH_ARMED 9 " + TWO_LEGS);
    }

    @Test
    void theDlaLegIsOnControlInTheSecondCycleAfterItsArm() {
        dla.at(5, 5);
        bench.arm(FLUSH, 0, 7);
        bench.edge();
        assertFalse(unit.valid(), "in the ring in t + 1");
        assertTrue(unit.busy(), "it will leave the ring");
        bench.edge();
        bench.assertPing(0, 7);
    }

    @Test
    void theDlaLegIsOnControlInTheCycleAfterTheSnapshotWasReached() {
        dla.at(6, 4);
        bench.arm(FLUSH, 0, 7);
        bench.edge();
        assertFalse(unit.busy(), "waiting for the DLA is not busy");
        bench.edges(10);
        dla.out = 5;
        bench.edge();
        assertFalse(unit.valid());
        dla.out = 6;
        assertFalse(unit.valid(), "not in the cycle of the cause");
        bench.edge();
        bench.assertPing(0, 7);
    }

    @Test
    void theLastPongIsDoneInItsCycleAndUnblocksAndFreesTheEntryInTheNext() {
        dla.used = false;
        assertEquals(0, bench.arm(FLUSH, 0, 3));
        bench.edge();
        dla.at(0, 0);
        assertEquals(1, bench.arm(FENCE, 1, 4));
        bench.edges(2);
        unit.take(); // takes the PING of the DLA leg
        unit.pong(1);
        bench.edge();
        events.take();
        unit.pong(1);
        assertEquals(1 << 1, unit.blocked());
        assertEquals(2, bench.arm(FLUSH, 0, 5), "entry 1 is in use in the cycle of its last pong");
        bench.edge();
        events.expect("4 FLUSH_ARMED 5 " + (2 | TWO_LEGS), "4 FENCE_DONE 4 0");
        assertEquals(0, unit.blocked());
        assertEquals(1, bench.arm(FLUSH, 0, 6));
        unit.pong(0);
        bench.edge();
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
        bench.edge();
        assertEquals(1, unit.grant(true, true));
        unit.arm(1, FLUSH, false, false, 1, 2, TARGET);
        bench.edge();
        assertEquals(0, unit.grant(true, true));
        bench.edges(3);
        assertEquals(0, unit.grant(true, true), "cycles without an arm do not move it");
        assertEquals(1, unit.grant(false, true), "alone");
        assertEquals(2, unit.arm(1, FLUSH, false, false, 1, 3, TARGET));
        bench.edge();
        assertEquals(0, unit.grant(true, true), "after port 1 always 0");
        unit.pong(1);
        bench.edge();
        assertEquals(1, bench.arm(FLUSH, 0, 4), "lowest free entry");
    }

    @Test
    void r1EightEntriesAndThenNoneUntilAPong() {
        for (int entry = 0; entry < HwLayout.FENCE_ENTRIES; entry++) {
            assertEquals(entry, bench.arm(FLUSH, entry & 3, entry));
            bench.edge();
        }
        assertEquals(NONE, unit.grant(true, true));
        unit.pong(5);
        assertEquals(NONE, unit.grant(true, false), "in the cycle of the pong");
        bench.edge();
        assertEquals(5, bench.arm(FLUSH, 0, 50));
        bench.edge();
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
    @Tag("R-FEN-7")
    @Tag("hazard-fence-8")
    void r2LegsAreFixedAtArming(
            final boolean fence,
            final boolean self,
            final boolean outstanding,
            final boolean used,
            final int inside,
            final int legs) {
        bench.selfOutstanding = outstanding;
        dla.at(9 + inside, 9);
        dla.used = used;
        unit.grant(true, false);
        assertEquals(legs == 0 ? NONE : 0, unit.arm(0, fence, self, false, 2, 77, TARGET));
        bench.selfOutstanding = !outstanding; // later changes have no effect
        bench.edge();
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
    @Tag("hazard-fence-6")
    void r4TheSnapshotIsComparedModulo(final int snapshot, final int dequeued, final boolean reached) {
        dla.at(snapshot, dequeued - 1);
        dla.in = snapshot;
        bench.arm(FLUSH, 0, 7);
        dla.out = dequeued;
        bench.edges(2);
        assertEquals(reached, unit.valid());
    }

    @Test
    void r4LaterRequestsAreNeitherCoveredNorWaitedFor() {
        dla.at(10, 9);
        bench.arm(FLUSH, 0, 7);
        bench.edge();
        dla.in = 500;
        dla.out = 10;
        bench.edge();
        bench.assertPing(0, 7);
    }

    @Test
    void r4LegsLeaveInArmOrderAHandoverAndTheNextLoadShareACycleAndTheRegisterIsHeld() {
        dla.at(0, 0);
        for (int i = 0; i < HwLayout.FENCE_ENTRIES; i++) { // the ring is full except for the entry in the register
            bench.arm(FLUSH, 0, 10 + i);
            bench.edge();
        }
        bench.edges(5);
        for (int i = 0; i < HwLayout.FENCE_ENTRIES; i++) {
            bench.assertPing(i, 10 + i);
            unit.take();
            bench.edge();
        }
        assertFalse(unit.valid());
        assertFalse(unit.busy());
    }

    @Test
    void r4AnOlderLegThatWaitsHoldsTheYoungerAndTheRingWraps() {
        dla.at(2, 0);
        for (int round = 0; round < 3 * HwLayout.FENCE_ENTRIES; round++) {
            final int entry = bench.arm(FLUSH, 0, round);
            dla.in++;
            bench.edge();
            bench.edges(2);
            assertFalse(unit.valid());
            dla.out = dla.in - 1; // the requests before the leg have left
            bench.edge();
            bench.assertPing(entry, round);
            unit.take();
            unit.pong(entry);
            bench.edge();
            unit.pong(entry);
            bench.edge();
        }
    }

    // ---- R5 to R7

    @Test
    void r5APongTakesOneLegAndOneWithoutALegIsIgnored() {
        unit.pong(0);
        bench.edge();
        unit.pong(HwLayout.FENCE_ENTRIES * 4); // there is no such entry, and 32 must not be taken for 0
        bench.edge();
        dla.at(0, 0);
        assertEquals(0, bench.arm(FLUSH, 0, 7));
        bench.edges(2);
        unit.pong(0); // the entry's own leg, before the DLA leg has left
        bench.edge();
        unit.take();
        unit.pong(HwLayout.FENCE_ENTRIES * 4);
        bench.edge();
        events.expect("2 FLUSH_ARMED 7 " + TWO_LEGS);
        unit.pong(0);
        bench.edge();
        events.expect("6 FLUSH_DONE 7 0");
        unit.pong(0);
        bench.edge();
        events.expect();
    }

    @Test
    void r6OnlyAFenceHoldsItsFifoAndEachOnlyItsOwn() {
        dla.at(0, 0);
        bench.arm(FLUSH, 0, 1);
        bench.edge();
        assertEquals(0, unit.blocked());
        bench.arm(FENCE, 0, 2);
        bench.edge();
        bench.arm(FENCE, 3, 3);
        bench.edge();
        assertEquals(0b1001, unit.blocked());
        unit.pong(1);
        bench.edge();
        assertEquals(0b1001, unit.blocked(), "one leg is still away");
        unit.pong(1);
        bench.edge();
        assertEquals(0b1000, unit.blocked());
        unit.pong(0);
        bench.edge();
        unit.pong(0);
        bench.edge();
        assertEquals(0b1000, unit.blocked(), "a FLUSH unblocks nothing");
    }

    @Test
    void r7OneEventACycleRotatingAndADisplacedEntryIsKept() {
        for (int i = 0; i < 3; i++) {
            bench.arm(FLUSH, 0, 10 + i);
            bench.edge();
        }
        unit.pong(2);
        bench.edge();
        events.take(); // entry 2 was reported, so nextDone is 3
        unit.pong(1);
        assertEquals(NONE, bench.arm(FENCE, 0, 20)); // entry 2 again, at once
        bench.edge();
        events.expect("4 FLUSH_ARMED 20 2", "4 FLUSH_DONE 11 1"); // the choice starts at 3 and wraps: 1 comes before 2
        assertTrue(unit.busy());
        assertEquals(1, bench.arm(FLUSH, 0, 30), "entry 2 still waits, 1 is free");
        unit.pong(0);
        bench.edge();
        events.expect("5 FLUSH_ARMED 30 " + (1 | ONE_LEG), "5 FENCE_DONE 20 0"); // 2 is at or above nextDone, 0 is not
        bench.edge();
        events.expect("6 FLUSH_DONE 10 0");
        assertFalse(unit.busy());
    }

    @Test
    void waitingForPongsIsNotBusyAndAPingInTheRegisterIs() {
        dla.at(0, 0);
        bench.arm(FLUSH, 0, 1);
        bench.edges(2);
        assertTrue(unit.busy());
        unit.take();
        bench.edge();
        assertFalse(unit.busy());
    }
}
