// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the FenceUnit of the RTL with its AckCounters, alone, with its twin and with docs/spec/fence-unit.md. */
@Tag("M-92")
class FenceUnitRtlTest {
    /** The ports of FAULT_ARM, which only the faults build uses and which are not part of the contract. */
    private static final Map<String, Long> UNREAD = Map.of("cmd_valid", 1L, "cmd_op", 0xFFL, "cmd_w_0", -1L);

    private RtlUnit rtl;

    @BeforeEach
    void open() {
        rtl = new RtlUnit("FenceUnit");
        rtl.reset();
        rtl.set("entries", (1 << HwLayout.FENCE_ENTRIES) - 1);
        rtl.set("counters", (1 << HwLayout.ACK_COUNTERS) - 1);
    }

    @AfterEach
    void close() {
        rtl.close();
    }

    @Test
    void everyOutputIsTheTwinsInEveryCycle() {
        UnitComparison.agree(FenceUnitRtlTest.class, FenceAgainstTwin::new, 40, 2500);
    }

    @Test
    void everyBitOfEveryPortCounts() {
        UnitComparison.everyBitCounts(FenceAgainstTwin::new, 6, 400, UNREAD);
    }

    // ---- the page

    private void next() {
        rtl.edge();
        rtl.settle();
    }

    /** Offers a descriptor at port 0 for this cycle, and takes the clock edge. */
    private void arm(final boolean fence, final boolean self, final boolean loose, final int fifo, final int x) {
        rtl.set("arm_0_valid", true);
        rtl.set("arm_0_fence", fence);
        rtl.set("arm_0_self", self);
        rtl.set("arm_0_loose", loose);
        rtl.set("arm_0_fifo", fifo);
        rtl.set("arm_0_tag", 77);
        rtl.set("arm_0_target_x", x);
        rtl.settle();
        assertTrue(rtl.is("arm_0_ready"));
        next();
        rtl.set("arm_0_valid", false);
        rtl.settle();
    }

    private void pong(final int entry) {
        rtl.set("pong_valid", true);
        rtl.set("pong_entry", entry);
        next();
        rtl.set("pong_valid", false);
        rtl.settle();
    }

    /** Prepares a packet of this FIFO's head; returns counter | generation << 4. */
    private int take(final int fifo, final int x) {
        final String head = "unordered_" + fifo;
        rtl.set(head + "_valid", true);
        rtl.set(head + "_target_x", x);
        rtl.settle();
        assertTrue(rtl.is(head + "_ready"));
        rtl.set(head + "_take", true);
        rtl.settle();
        final int counter = (int) (rtl.get(head + "_index") | rtl.get(head + "_gen") << 4);
        next();
        rtl.set(head + "_take", false);
        rtl.set(head + "_valid", false);
        rtl.settle();
        return counter;
    }

    private void ack(final int counter) {
        rtl.set("ack_valid", true);
        rtl.set("ack_index", counter & 15);
        rtl.set("ack_gen", counter >> 4);
        next();
        rtl.set("ack_valid", false);
        rtl.settle();
    }

    /** R2, and the number of legs that FLUSH_ARMED reports (bits 9:8 of b). */
    @ParameterizedTest
    @CsvSource({
        // fence, self, loose, DLA ever used, enqueued, dequeued, self outstanding: legs
        "true,  false, false, false, 0, 0, false, 0",
        "true,  false, true,  false, 0, 0, false, 1",
        "true,  false, false, true,  9, 9, false, 2",
        "true,  true,  false, true,  9, 9, false, 0",
        "false, true,  false, true,  9, 9, false, 0",
        "false, true,  false, true,  9, 8, false, 2",
        "false, true,  false, true,  9, 9, true,  2",
        "false, true,  false, false, 0, 0, true,  1",
        "false, true,  false, false, 0, 0, false, 0",
        "false, false, false, false, 0, 0, false, 1",
        "false, false, false, true,  9, 9, false, 2",
    })
    void legsAreFixedAtArming(
            final boolean fence,
            final boolean self,
            final boolean loose,
            final boolean used,
            final int enqueued,
            final int dequeued,
            final boolean outstanding,
            final int legs) {
        rtl.set("dlaEverUsed", used);
        rtl.set("dlaEnqueued", enqueued);
        rtl.set("dlaDequeued", dequeued);
        rtl.set("selfOutstanding", outstanding);
        rtl.set("arm_0_fence", fence);
        rtl.set("arm_0_self", self);
        rtl.set("arm_0_loose", loose);
        rtl.set("arm_0_valid", true);
        rtl.settle();
        assertEquals(legs > 0, rtl.is("arm_0_ping"));
        arm(fence, self, loose, 2, 5);
        assertTrue(rtl.is("armEvent_valid"));
        assertEquals(77, rtl.get("armEvent_a"));
        assertEquals(legs, rtl.get("armEvent_b") >> 8 & 3);
        assertEquals(legs == 0, rtl.is("doneEvent_valid"), "told in t + 1 only without legs");
        assertEquals(fence && legs > 0 ? 1 << 2 : 0, rtl.get("blocked"), "R6");
        if (legs == 0) {
            assertEquals(fence ? EventKind.FENCE_DONE : EventKind.FLUSH_DONE, rtl.get("doneEvent_kind"));
            assertEquals(77, rtl.get("doneEvent_a"));
        }
    }

    /**
     * Timing: the PING of the DLA leg is on control in t + 2, or in the cycle after the snapshot is reached. R5 and R6:
     * the PONGs complete the legs.
     */
    @Test
    void theDlaLegLeavesWhenItsSnapshotIsReachedAndTheLastPongCompletes() {
        rtl.set("dlaEverUsed", true);
        rtl.set("dlaEnqueued", 2); // modulo 2^16, so 65534 have left
        rtl.set("dlaDequeued", 65534);
        arm(true, false, false, 3, 6);
        assertEquals(8, rtl.get("blocked"));
        rtl.set("dlaEnqueued", 900); // later requests are not awaited (R-FEN-4)
        for (final int left : new int[] {65535, 0, 1}) {
            rtl.set("dlaDequeued", left);
            next();
            assertFalse(rtl.is("control_valid"));
        }
        next();
        assertFalse(rtl.is("busy"), "waits for the DLA only");
        rtl.set("dlaDequeued", 2);
        next();
        assertTrue(rtl.is("control_valid"));
        assertEquals(6, rtl.get("control_dst_x"));
        assertEquals(77, rtl.get("control_word1_tag"));
        assertEquals(0, rtl.get("control_word1_entry"));
        next();
        assertTrue(rtl.is("control_valid"), "held until ready");
        rtl.set("control_ready", true);
        next();
        assertFalse(rtl.is("control_valid"));
        pong(0);
        assertEquals(8, rtl.get("blocked"));
        assertFalse(rtl.is("doneEvent_valid"));
        pong(0);
        assertEquals(0, rtl.get("blocked"));
        assertTrue(rtl.is("doneEvent_valid"));
        RtlUnit.assertionFails(() -> pong(0), "FU_A1: no leg is away");
    }

    /** R1: an operation takes the lowest free entry of eight, and the ports take turns. */
    @Test
    void eightEntriesAndTwoPortsInTurn() {
        rtl.set("arm_0_valid", true);
        rtl.set("arm_1_valid", true);
        for (int entry = 0; entry < 8; entry++) {
            rtl.settle();
            assertEquals(entry % 2 == 0, rtl.is("arm_0_ready"));
            assertEquals(entry % 2 == 1, rtl.is("arm_1_ready"));
            assertEquals(entry, rtl.get("arm_" + entry % 2 + "_entry"));
            next();
        }
        assertFalse(rtl.is("arm_0_ready") || rtl.is("arm_1_ready"), "all are in use");
        rtl.set("arm_1_valid", false);
        pong(5);
        assertTrue(rtl.is("doneEvent_valid"));
        assertEquals(5, rtl.get("doneEvent_b"));
        assertTrue(rtl.is("arm_0_ready"), "R7: free from the cycle of its event");
        assertEquals(5, rtl.get("arm_0_entry"));
    }

    /**
     * A1 to A3: a target has one open counter, the lowest free one for even FIFOs and the highest for odd ones; the
     * last free counter goes to the parities in turn.
     */
    @Test
    void countersAreOpenedFromBothEnds() {
        assertEquals(1 << 4, take(0, 1));
        assertEquals(15 | 1 << 4, take(1, 2));
        assertEquals(1 << 4, take(3, 1), "the target's own");
        final Set<Integer> others = new HashSet<>();
        for (int x = 3; x < 16; x++) {
            others.add(take(2 * (x & 1), x) & 15);
        }
        assertEquals(13, others.size());
        rtl.set("unordered_0_valid", true);
        rtl.set("unordered_1_valid", true);
        rtl.set("unordered_0_target_y", 1);
        rtl.set("unordered_1_target_y", 2);
        rtl.settle();
        assertFalse(rtl.is("unordered_0_ready") && rtl.is("unordered_1_ready"), "one is left, wanted by both parities");
        assertFalse(rtl.is("unordered_0_ready"), "an even FIFO was the last to open one alone");
        assertTrue(rtl.is("unordered_1_ready"));
        rtl.set("unordered_0_valid", false);
        rtl.set("unordered_1_valid", false);
        ack(15 | 1 << 4);
        assertEquals(15 | 2 << 4, take(1, 2), "opened again: the next generation");
    }

    /** A3: the generation of each counter goes from 15 to 1. */
    @Test
    void generationZeroIsNeverUsed() {
        for (int use = 0; use < 33; use++) {
            for (int counter = 0; counter < 16; counter++) { // each take gets the lowest free counter
                assertEquals(counter | (use % 15 + 1) << 4, take(0, counter));
            }
            for (int counter = 0; counter < 16; counter++) {
                ack(counter | (use % 15 + 1) << 4);
            }
        }
    }

    /**
     * A2: a counter takes 1,022 packets, and one more after each acknowledgement. Tested for each counter, and for the
     * head of each FIFO at each number.
     */
    @Test
    void aCounterIsFullAt1022() {
        for (int counter = 0; counter < 16; counter++) {
            final int its = take(0, counter);
            assertEquals(counter | 1 << 4, its);
            for (int packets = 1; packets < 1022; packets++) {
                assertEquals(0b1111, ready(counter), "counter " + counter + " with " + packets);
                assertEquals(its, take(packets & 3, counter));
            }
            assertEquals(0, ready(counter), "counter " + counter);
            ack(its);
            assertEquals(0b1111, ready(counter));
        }
    }

    /** Returns the FIFOs whose head may send to this target. */
    private int ready(final int x) {
        int ready = 0;
        for (int fifo = 0; fifo < 4; fifo++) {
            rtl.set("unordered_" + fifo + "_valid", true);
            rtl.set("unordered_" + fifo + "_target_x", x);
        }
        rtl.settle();
        for (int fifo = 0; fifo < 4; fifo++) {
            ready |= rtl.is("unordered_" + fifo + "_ready") ? 1 << fifo : 0;
            rtl.set("unordered_" + fifo + "_valid", false);
        }
        rtl.settle();
        return ready;
    }

    /** R10, A4, A5: a flush waits for the packets sent to its target before, and for no later packet. */
    @Test
    void aFlushWaitsForTheCountersThatItSeals() {
        final int first = take(0, 3);
        take(0, 8);
        arm(false, false, true, 1, 3);
        assertEquals(1, rtl.get("armEvent_b") >> 16 & 0xFFFF, "counter 0 is sealed");
        final int later = take(0, 3);
        assertEquals(2 | 1 << 4, later, "what comes later opens another");
        pong(0);
        assertFalse(rtl.is("doneEvent_valid"));
        ack(later);
        assertFalse(rtl.is("doneEvent_valid"));
        ack(first);
        assertTrue(rtl.is("doneEvent_valid"));
        RtlUnit.assertionFails(() -> ack(first), "AC_A1: the counter is free");
    }
}
