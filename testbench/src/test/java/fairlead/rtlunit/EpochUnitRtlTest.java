// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.EpochCommand;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the EpochUnit of the RTL with both its halves, alone, with its twin and with docs/spec/epoch-unit.md. */
@Tag("M-93")
class EpochUnitRtlTest extends UnitTest {
    private static final int OPEN = 0;

    private final RtlUnit rtl = new RtlUnit("EpochUnit");

    @AfterEach
    void close() {
        rtl.close();
    }

    /** Only the faults build reads the output `anyClosing`. */
    EpochUnitRtlTest() {
        super(
                EpochAgainstTwin::new,
                48,
                2500,
                6,
                600,
                Map.of("anyClosing", 1L, "cfg_data", -1L << 2, "cmd_w_0", -1L << EpochCommand.ID_LSB + 16));
    }

    // ---- the page

    private void begin(int access) {
        rtl.reset();
        rtl.set("reset", true);
        rtl.load(ConfigReg.EPOCH_ACCESS, access);
        rtl.set("reset", false);
        rtl.set("nic_kx", 4);
        rtl.set("nic_ky", 4);
        rtl.set("nic_kz", 4);
    }

    private void next() {
        rtl.edge();
        rtl.settle();
    }

    private void init(int origin, int index) {
        rtl.set("notice_origin_x", origin);
        rtl.set("notice_localIndex", index);
        rtl.set("notice_value", 1000 + index);
        rtl.set("notice_init", true);
        rtl.settle();
    }

    /** R14: an INIT gets the lowest free entry with its next generation; the last 8 of 64 are for other origins. */
    @Test
    void sixtyFourEntriesWithGenerations() {
        begin(OPEN);
        for (int entry = 0; entry < 64; entry++) {
            int origin = entry < 56 ? 1 : entry - 54;
            if (entry >= 56) {
                init(1, entry);
                assertFalse(rtl.is("notice_replyOk"), "kept");
            }
            init(origin, entry);
            assertTrue(rtl.is("notice_replyOk"));
            assertEquals(entry, rtl.get("notice_replyEntry"));
            assertEquals(1, rtl.get("notice_replyGen"));
            next();
            assertEquals(
                    "EPOCH_EXPOSED " + (entry | 1 << 8 | origin << 16) + " " + (1000 + entry),
                    rtl.event("targetEvent"));
        }
        init(10, 0);
        assertFalse(rtl.is("notice_replyOk"), "all in use");
        next();
        assertEquals("-", rtl.event("targetEvent"));
    }
}
