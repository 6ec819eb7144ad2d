// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.PacketType;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the EpochUnit of the RTL with both its halves, alone, with its twin and with docs/spec/epoch-unit.md. */
@Tag("M-93")
class EpochUnitRtlTest {
    private static final int OPEN = 0;

    private final RtlUnit rtl = new RtlUnit("EpochUnit");

    @AfterEach
    void close() {
        rtl.close();
    }

    @Test
    void everyOutputIsTheTwinsInEveryCycle() {
        UnitComparison.agree(EpochUnitRtlTest.class, EpochAgainstTwin::new, 48, 2500);
    }

    /** Only the faults build reads the output `anyClosing`. */
    @Test
    void everyBitOfEveryPortCounts() {
        UnitComparison.everyBitCounts(
                EpochAgainstTwin::new,
                6,
                600,
                Map.of("anyClosing", 1L, "cfg_data", -1L << 2, "cmd_w_0", -1L << EpochCommand.ID_LSB + 16));
    }

    // ---- the page

    private void begin(final int access) {
        rtl.reset();
        rtl.set("reset", true);
        rtl.set("cfg_valid", true);
        rtl.set("cfg_reg", ConfigReg.EPOCH_ACCESS);
        rtl.set("cfg_data", access);
        rtl.edge();
        rtl.set("cfg_valid", false);
        rtl.set("reset", false);
        rtl.set("nic_kx", 4);
        rtl.set("nic_ky", 4);
        rtl.set("nic_kz", 4);
    }

    private void next() {
        rtl.edge();
        rtl.settle();
    }

    /** Sends one notification, whose ports have been set before. */
    private void notice(final String kind) {
        rtl.set("notice_" + kind, true);
        next();
        rtl.set("notice_" + kind, false);
        rtl.settle();
    }

    private String event(final String port) {
        return rtl.is(port + "_valid")
                ? EventKind.name((int) rtl.get(port + "_kind")) + " " + rtl.get(port + "_a") + " "
                        + rtl.get(port + "_b")
                : "-";
    }

    private void take(final String port, final int ptype) {
        assertTrue(rtl.is(port + "_valid"));
        assertEquals(ptype, rtl.get(port + "_ptype"));
        rtl.set(port + "_ready", true);
        next();
        rtl.set(port + "_ready", false);
        rtl.settle();
    }

    private void init(final int origin, final int index) {
        rtl.set("notice_origin_x", origin);
        rtl.set("notice_localIndex", index);
        rtl.set("notice_value", 1000 + index);
        rtl.set("notice_init", true);
        rtl.settle();
    }

    /** R14: an INIT gets the lowest free entry with its next generation; there are 64 entries. */
    @Test
    void sixtyFourEntriesWithGenerations() {
        begin(OPEN);
        for (int entry = 0; entry < 64; entry++) {
            init(1, entry);
            assertTrue(rtl.is("notice_replyOk"));
            assertEquals(entry, rtl.get("notice_replyEntry"));
            assertEquals(1, rtl.get("notice_replyGen"));
            next();
            assertEquals("EPOCH_EXPOSED " + (entry | 1 << 8 | 1 << 16) + " " + (1000 + entry), event("targetEvent"));
        }
        assertFalse(rtl.is("notice_replyOk"), "all in use");
        next();
        assertEquals("-", event("targetEvent"));
    }

    private void count(final int entry, final int generation, final int index, final int puts) {
        rtl.set("notice_entry", entry);
        rtl.set("notice_gen", generation);
        rtl.set("notice_localIndex", index);
        rtl.set("notice_value", puts);
        notice("count");
        assertEquals("EPOCH_COUNTED " + entry + " " + puts, event("targetEvent"));
    }

    /**
     * R15 to R18, with the count between two puts, then with the count last; R20 in between; then the next generation
     * of the entry.
     */
    @Test
    void theTargetCountsPutsWhateverComesFirst() {
        begin(OPEN);
        for (int round = 0; round < 20; round++) {
            final int generation = (round + 1) % 16;
            final boolean countLast = round % 2 == 1;
            init(6, 11);
            assertEquals(generation, rtl.get("notice_replyGen"), "R14: modulo 16");
            next();
            rtl.set("notice_init", false);
            rtl.set("notice_entry", 0);
            rtl.set("notice_gen", generation);
            assertTrue(isAllowed(6, true, generation));
            assertFalse(isAllowed(5, true, generation));
            assertFalse(isAllowed(6, true, generation + 1 & 15));
            assertTrue(isAllowed(6, false, 0), "beside its epoch");
            assertFalse(isAllowed(5, false, 0), "R20");
            notice("putDone");
            if (!countLast) {
                count(0, generation, 11, 2);
            }
            notice("putDone");
            if (countLast) {
                assertEquals("-", event("targetEvent"));
                count(0, generation, 11, 2);
                next();
            }
            assertEquals("EPOCH_ACKED 0 2", event("targetEvent"));
            next();
            assertEquals(6, rtl.get("ack_dst_x"));
            assertEquals(11, rtl.get("ack_word1_entry"));
            take("ack", PacketType.ACK);
            notice("term");
            assertEquals("EPOCH_FREED " + (generation << 8 | 6 << 16) + " 1011", event("targetEvent"));
            assertTrue(isAllowed(5, false, 0), "the limit is lifted");
            next();
            take("ack", PacketType.ACK);
        }
    }

    private boolean isAllowed(final int origin, final boolean epoch, final int generation) {
        rtl.set("access_1_epoch", epoch);
        rtl.set("access_1_entry", 0);
        rtl.set("access_1_gen", generation);
        rtl.set("access_1_origin_x", origin);
        rtl.settle();
        return rtl.is("access_1_allowed");
    }
}
