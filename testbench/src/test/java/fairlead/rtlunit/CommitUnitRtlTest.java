// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.twin.dma.CommitAgainstTwin;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the CommitUnit of the RTL with its queues, alone, with its twin and with docs/spec/dma-engine-rx.md. */
@Tag("M-97")
class CommitUnitRtlTest {
    /** The bits of a header's first word that other units use: stamp, routing bits, class and target. */
    private static final long FOR_OTHERS = 0xFFFE_0003_F900_0FFFL;

    private final RtlUnit rtl = new RtlUnit("CommitUnit");

    @AfterEach
    void close() {
        rtl.close();
    }

    @Test
    void everyOutputIsTheTwinsInEveryCycle() {
        UnitComparison.agree(CommitUnitRtlTest.class, CommitAgainstTwin::new, 40, 2500);
    }

    @Test
    void everyBitOfEveryPortCounts() {
        UnitComparison.everyBitCounts(
                CommitAgainstTwin::new,
                4,
                800,
                Map.of(
                        "push_0_word0", FOR_OTHERS,
                        "push_1_word0", FOR_OTHERS,
                        // only flaws read these ports
                        "waits_descriptor", 1L,
                        "waits_full", 1L,
                        "waits_closing", 1L));
    }

    private void next() {
        rtl.edge();
        rtl.settle();
    }

    /** Puts a PONG of this entry at the end of its queue, after the given number of writes. */
    private void pong(final int port, final int entry, final int writes) {
        rtl.set("claim_" + port, true);
        rtl.edge();
        rtl.set("claim_" + port, false);
        rtl.set("issue_" + port + "_valid", true);
        for (int i = 0; i < writes; i++) {
            rtl.edge();
        }
        rtl.set("issue_" + port + "_valid", false);
        rtl.set("push_" + port + "_valid", true);
        rtl.set("push_" + port + "_word0", (long) PacketType.PONG << Header0.PTYPE_LSB);
        rtl.set("push_" + port + "_word1", (long) entry << Header1.ENTRY_LSB);
        rtl.edge();
        rtl.set("push_" + port + "_valid", false);
        rtl.settle();
    }

    /** A packet acts in the cycle after the last acknowledgement of the writes before its tail, on its own port. */
    @Test
    void aPacketWaitsForTheWritesBeforeIt() {
        rtl.reset("limit", HwLayout.COMMIT_SLOTS);
        pong(0, 5, 2);
        rtl.set("ack_0_valid", true);
        for (int ack = 0; ack < 2; ack++) {
            assertFalse(rtl.is("pong_valid"));
            next();
        }
        rtl.set("ack_0_valid", false);
        rtl.settle();
        assertTrue(rtl.is("pong_valid"));
        assertEquals(5, rtl.get("pong_entry"));
        next();
        assertFalse(rtl.is("pong_valid") || rtl.is("busy"));
    }

    /** An announcement has priority; then the queues alternate, beginning with port 0 after reset. */
    @Test
    void queuesAlternateBehindAnnouncements() {
        rtl.reset("limit", HwLayout.COMMIT_SLOTS);
        rtl.set("arrived_valid", true);
        rtl.set("arrived_a", 123);
        for (int i = 0; i < 4; i++) {
            pong(i % 2, 10 + i, 0);
            assertFalse(rtl.is("pong_valid"));
            assertTrue(rtl.is("arrived_ready"));
            assertEquals(EventKind.MSG_ARRIVED, rtl.get("event_kind"));
            assertEquals(123, rtl.get("event_a"));
        }
        rtl.set("arrived_valid", false);
        rtl.settle();
        for (int i = 0; i < 4; i++) {
            assertTrue(rtl.is("pong_valid"));
            assertEquals(10 + i, rtl.get("pong_entry"));
            next();
        }
        assertFalse(rtl.is("pong_valid"));
    }

    /**
     * A queue has as many places as it can have packets, and a place is free again in the cycle after its packet has
     * acted.
     */
    @Test
    void aFullQueueHasNoRoom() {
        rtl.reset("limit", HwLayout.COMMIT_SLOTS);
        rtl.set("arrived_valid", true); // so that no packet acts
        int places = 0;
        rtl.settle();
        while (rtl.is("room_1")) {
            pong(1, places++, 0);
        }
        assertEquals(HwLayout.COMMIT_SLOTS, places);
        assertTrue(rtl.is("room_0"));
        rtl.set("arrived_valid", false);
        rtl.settle();
        assertFalse(rtl.is("room_1"));
        next();
        assertTrue(rtl.is("room_1"));
    }
}
