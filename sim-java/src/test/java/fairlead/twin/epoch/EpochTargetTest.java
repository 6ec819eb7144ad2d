// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.epoch;

import static fairlead.twin.epoch.EpochBench.ORIGIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests rules and timing of the target half in docs/spec/epoch-unit.md, cycle by cycle. An event that the page shows in
 * t + 1 carries t here.
 */
@Tag("M-18")
class EpochTargetTest extends ExposedTarget {
    private static long owner(final int entry, final int generation) {
        return entry | generation << 8 | (long) ORIGIN << 16;
    }

    // ---- timing table and R14 to R18

    @Test
    void r14InitIsAnsweredInItsCycleAndLimitsAccessFromTheNext() {
        assertTrue(unit.allows(false, 0, 0, ORIGIN));
        assertEquals(0 | 1 << 8, unit.init(ORIGIN, INDEX, ID), "lowest entry, first generation 1");
        assertTrue(unit.allows(false, 0, 0, ORIGIN), "the state at the start of the cycle");
        assertFalse(unit.allows(true, 0, 1, ORIGIN));
        edge();
        expect("0 EPOCH_EXPOSED " + owner(0, 1) + " " + ID);
        assertFalse(unit.allows(false, 0, 0, OTHER));
        assertTrue(unit.allows(false, 0, 0, ORIGIN));
        assertTrue(unit.allows(true, 0, 1, ORIGIN));
        assertFalse(unit.busy());
    }

    @Test
    void r17ThePutThatCompletesIsAckedAndTheAckIsOutInTheSecondCycleAfterIt() {
        expose();
        count(2);
        expect("1 EPOCH_COUNTED 0 2");
        puts(2);
        expect("3 EPOCH_ACKED 0 2");
        assertFalse(bench.ack.valid());
        assertTrue(unit.busy());
        edge();
        bench.assertAck(INDEX);
        bench.edges(3);
        bench.assertAck(INDEX);
        bench.ack.take();
        edge();
        assertFalse(bench.ack.valid());
        assertFalse(unit.busy());
    }

    @Test
    void r17ACountThatCompletesTellsTwoEventsAndTheAckIsOutInTheThirdCycleAfterIt() {
        expose();
        puts(2);
        count(2); // cycle 3
        expect("3 EPOCH_COUNTED 0 2");
        assertTrue(unit.busy());
        edge();
        expect("4 EPOCH_ACKED 0 2");
        assertFalse(bench.ack.valid());
        edge();
        bench.assertAck(INDEX);
    }

    @Test
    void r17CountBetweenThePutsAndCountZero() {
        expose();
        puts(1);
        count(2);
        edge();
        expect("2 EPOCH_COUNTED 0 2");
        puts(1);
        expect("4 EPOCH_ACKED 0 2");
        assertEquals(1 | 1 << 8, unit.init(ORIGIN, 7, ID));
        edge();
        unit.count(1, 1, ORIGIN, 7, 0, 0);
        edge();
        edge();
        expect("5 EPOCH_EXPOSED " + owner(1, 1) + " " + ID, "6 EPOCH_COUNTED 1 0", "7 EPOCH_ACKED 1 0");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"LPPC", "LPCP", "LCPP", "CLPP", "PLPC", "PCLP", "CPPL", "PPLC", "PPCL"})
    void r15AnUnorderedPutIsInMemoryWhenAllItsPacketsAre(final String order) {
        expose();
        for (int i = 0; i < order.length(); i++) {
            assertFalse(bench.ack.valid(), () -> "acknowledged before all of " + order);
            switch (order.charAt(i)) {
                case 'L':
                    unit.putDone(0, 1, ORIGIN, false);
                    break;
                case 'P':
                    unit.putPart(0, 1, ORIGIN, false);
                    break;
                default:
                    unit.count(0, 1, ORIGIN, INDEX, 1, 2);
                    break;
            }
            edge();
            if (i + 1 < order.length()) {
                bench.edges(4);
            }
        }
        bench.edges(2);
        bench.assertAck(INDEX);
    }

    @Test
    void r15APacketOfOnePutDoesNotStandForOneOfAnother() {
        expose();
        unit.count(0, 1, ORIGIN, INDEX, 2, 3);
        edge();
        for (int i = 0; i < 2; i++) { // both last packets, and two of the three other packets
            unit.putPart(0, 1, ORIGIN, false);
            edge();
            unit.putDone(0, 1, ORIGIN, false);
            edge();
        }
        bench.edges(8);
        assertFalse(bench.ack.valid());
        unit.putPart(0, 1, ORIGIN, false);
        bench.edges(2);
        bench.assertAck(INDEX);
    }

    @Test
    void r17IsAcknowledgedOnce() {
        expose();
        count(1);
        puts(1);
        bench.events.take();
        puts(1); // one put too many
        unit.count(0, 1, ORIGIN, INDEX, 2, 0);
        edge();
        expect();
    }

    @Test
    void r18TermFreesTheEntryAndKeepsItsGeneration() {
        expose();
        unit.term(0, 1);
        assertTrue(unit.allows(true, 0, 1, ORIGIN));
        final long cause = bench.t;
        edge();
        expect(cause + " EPOCH_FREED " + owner(0, 1) + " " + ID);
        assertFalse(unit.allows(true, 0, 1, ORIGIN));
        assertTrue(unit.allows(false, 0, 0, OTHER));
        assertEquals(1 | 1 << 8, unit.init(ORIGIN, INDEX, ID), "the ACK of TERM is pending: entry 0 is not free");
        edge();
        bench.assertAck(INDEX);
        assertEquals(0 | 2 << 8, unit.init(ORIGIN, INDEX, ID));
    }

    @Test
    void r14GenerationsWrapAndTheCountersStartAnew() {
        for (int use = 1; use <= 40; use++) {
            final int generation = use & 15;
            assertEquals(generation << 8, unit.init(ORIGIN, INDEX, ID), "use " + use);
            edge();
            unit.putDone(0, generation, ORIGIN, false);
            edge();
            unit.count(0, generation, ORIGIN, INDEX, 1, 0);
            edge();
            edge();
            assertEquals(3, bench.events.take().size(), "exposed, counted, acked in use " + use);
            edge();
            bench.assertAck(INDEX);
            bench.ack.take();
            unit.term(0, generation);
            bench.edges(2);
            bench.assertAck(INDEX);
            bench.ack.take();
            edge();
            bench.events.take();
        }
    }

    @Test
    void r14SixtyFourEntriesAndThenNoneUntilATerm() {
        for (int entry = 0; entry < HwLayout.TARGET_EPOCHS; entry++) {
            assertEquals(entry | 1 << 8, unit.init(ORIGIN, entry, entry));
            edge();
        }
        bench.events.take();
        assertEquals(-1, unit.init(ORIGIN, 0, ID));
        edge();
        expect();
        unit.term(17, 1);
        edge();
        assertEquals(-1, unit.init(ORIGIN, 5, ID), "its ACK has not left");
        edge();
        assertEquals(17 | 2 << 8, unit.init(ORIGIN, 5, ID));
        edge();
        assertEquals(-1, unit.init(ORIGIN, 0, ID));
        assertEquals(2, bench.events.take().size());
    }

    @Test
    void r15R19WhatIsNotLiveIsIgnored() {
        expose();
        unit.putDone(0, 2, ORIGIN, false);
        edge();
        unit.putDone(1, 0, ORIGIN, false);
        edge();
        unit.count(0, 15, ORIGIN, INDEX, 0, 0);
        edge();
        unit.term(0, 0);
        edge();
        unit.term(63, 0); // the generation of a free entry that is not valid
        edge();
        expect();
        count(0);
        edge();
        expect("6 EPOCH_COUNTED 0 0", "7 EPOCH_ACKED 0 0");
    }

    @Test
    void r20AccessNeedsEntryGenerationAndOrigin() {
        expose();
        assertTrue(unit.allows(true, 0, 1, ORIGIN));
        assertFalse(unit.allows(true, 1, 1, ORIGIN));
        assertFalse(unit.allows(true, 0, 0, ORIGIN));
        assertFalse(unit.allows(true, 0, 1, OTHER));
        assertTrue(unit.allows(false, 0, 1, ORIGIN), "what the origin sends beside its epoch");
        assertFalse(unit.allows(false, 0, 1, OTHER));
    }

    // ---- order within a cycle

    @Test
    void aHeldAckedWaitsForACycleWithoutAnEventOfItsOwn() {
        for (int entry = 0; entry < 4; entry++) {
            unit.init(ORIGIN, 10 + entry, entry);
            edge();
        }
        bench.events.take();
        for (final int entry :
                new int[] {2, 3, 1}) { // cycles 4 to 6: each count completes its epoch and takes the port
            unit.count(entry, 1, ORIGIN, 10 + entry, 0, 0);
            edge();
        }
        unit.putDone(0, 1, ORIGIN, false); // cycle 7: without an event of its own; the choice starts at entry 0
        edge();
        unit.term(0, 1); // cycle 8
        edge();
        bench.edges(3);
        expect(
                "4 EPOCH_COUNTED 2 0",
                "5 EPOCH_COUNTED 3 0",
                "6 EPOCH_COUNTED 1 0",
                "7 EPOCH_ACKED 1 0",
                "8 EPOCH_FREED " + owner(0, 1) + " 0",
                "9 EPOCH_ACKED 2 0",
                "10 EPOCH_ACKED 3 0");
    }

    @Test
    void heldAckedRotate() {
        for (int entry = 0; entry < 4; entry++) {
            unit.init(ORIGIN, 10 + entry, entry);
            edge();
        }
        for (final int entry : new int[] {1, 2}) {
            unit.count(entry, 1, ORIGIN, 10 + entry, 0, 0);
            edge();
        }
        bench.events.take();
        edge(); // cycle 6: entry 1
        unit.count(0, 1, ORIGIN, 10, 0, 0); // cycle 7
        bench.edges(3);
        expect("6 EPOCH_ACKED 1 0", "7 EPOCH_COUNTED 0 0", "8 EPOCH_ACKED 2 0", "9 EPOCH_ACKED 0 0");
    }

    @Test
    void acksRotateAHandoverAndTheNextLoadShareACycle() {
        for (int entry = 0; entry < 6; entry++) {
            unit.init(ORIGIN, 10 + entry, entry);
            edge();
        }
        for (int entry = 0; entry < 6; entry++) {
            unit.count(entry, 1, ORIGIN, 10 + entry, 1, 0);
            edge();
        }
        for (final int entry : new int[] {3, 5, 0, 4}) {
            unit.putDone(entry, 1, ORIGIN, false);
            edge();
        }
        // 3 was loaded alone; then from 4 on: 4, 5, wrapping to 0
        edge();
        for (final int entry : new int[] {3, 4, 5, 0}) {
            bench.assertAck(10 + entry);
            bench.ack.take();
            edge();
        }
        assertFalse(bench.ack.valid());
    }

    @Test
    void anAckInTheCycleOfItsHandoverAndANewOneDoNotMeet() {
        expose();
        count(1);
        puts(1);
        edge();
        bench.assertAck(INDEX);
        assertEquals(1 | 1 << 8, unit.init(ORIGIN, 44, ID));
        edge();
        unit.count(1, 1, ORIGIN, 44, 1, 0);
        edge();
        bench.ack.take();
        unit.putDone(1, 1, ORIGIN, false);
        edge();
        assertFalse(bench.ack.valid(), "pending only after the cycle of the handover");
        edge();
        bench.assertAck(44);
    }
}
