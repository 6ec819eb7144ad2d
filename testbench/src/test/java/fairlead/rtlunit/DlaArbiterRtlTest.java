// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.TileCommand;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the DlaArbiter of the RTL with pool, FIFO, notices and status writer, alone, with its twin and with
 * docs/spec/dla-arbiter.md.
 */
@Tag("M-94")
class DlaArbiterRtlTest extends UnitTest {
    private static final int LO = 1 << DlaCommand.CD_LSB;

    private final RtlUnit rtl = new RtlUnit("DlaArbiter");

    @AfterEach
    void close() {
        rtl.close();
    }

    /** Only the statements of the lab library read the output `rings`. */
    DlaArbiterRtlTest() {
        super(DlaAgainstTwin::new, 60, 2500, 20, 1200, Map.of("rings", 1L, "cfg_data", -1L << 30, "cmd_w_3", ~15L));
    }

    // ---- the page

    /** Resets an arbiter of a machine of 4x4x4 with limits and pool of this depth. */
    static void begin(RtlUnit rtl, int depth, int statusWhen) {
        rtl.reset();
        rtl.set("reset", true);
        for (int reg = ConfigReg.DLA_MAX_CREDITS; reg <= ConfigReg.DLA_MAX_PR_ALLOC; reg++) {
            rtl.load(reg, depth);
        }
        rtl.load(ConfigReg.DLA_DEPTH, depth);
        rtl.load(ConfigReg.DLA_EVENT_CREDITS, 0);
        rtl.load(ConfigReg.DLA_STATUS_WHEN, statusWhen);
        rtl.load(ConfigReg.DLA_BYPASS, 0);
        rtl.set("reset", false);
        rtl.set("nic_kx", 4);
        rtl.set("nic_ky", 4);
        rtl.set("nic_kz", 4);
        rtl.set("nic_localPorts", 1);
        rtl.set("nic_memoryBytes", 4096);
    }

    /** Rule 17, with the greatest number of credits; the number of transferred credits exceeds 16 bits. */
    @Test
    void theStatusIsWrittenAfterTheMostCredits() {
        int depth = 1000;
        int most = 0xFFFF;
        begin(rtl, depth, most);
        for (int write = 0; write < 3; write++) {
            int changed = 0;
            while (changed < most) {
                assertFalse(rtl.is("statusWrite_valid"), changed + " credits");
                boolean grants = changed / depth % 2 == 0;
                long word = 3 | (grants ? LO | (long) depth << DlaCommand.CREDITS_LSB : 1L << DlaCommand.DEALLOC_LSB);
                rtl.command(grants ? TileCommand.DLA_ALLOC : TileCommand.DLA_END, word);
                assertEquals(grants ? "DLA_GRANTED 3 1000" : "DLA_ENDED 3 0", rtl.event("allocEvent"));
                changed += depth;
            }
            rtl.edge();
            rtl.settle();
            assertTrue(rtl.is("statusWrite_valid"), changed + " credits");
            rtl.set("statusAck", true);
            rtl.edge();
            rtl.set("statusAck", false);
            rtl.settle();
        }
    }
}
