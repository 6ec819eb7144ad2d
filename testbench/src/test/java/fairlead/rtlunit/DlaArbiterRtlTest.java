// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EventKind;
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
class DlaArbiterRtlTest {
    private static final int DEPTH = 40;
    private static final int LO = 1 << DlaCommand.CD_LSB;

    private final RtlUnit rtl = new RtlUnit("DlaArbiter");

    @AfterEach
    void close() {
        rtl.close();
    }

    @Test
    void everyOutputIsTheTwinsInEveryCycle() {
        UnitComparison.agree(DlaArbiterRtlTest.class, DlaAgainstTwin::new, 60, 2500);
    }

    /** Only the statements of the lab library read the output `rings`. */
    @Test
    void everyBitOfEveryPortCounts() {
        UnitComparison.everyBitCounts(
                DlaAgainstTwin::new, 10, 600, Map.of("rings", 1L, "cfg_data", -1L << 30, "cmd_w_3", ~15L));
    }

    // ---- the page

    private void load(final int reg, final int value) {
        rtl.set("cfg_valid", true);
        rtl.set("cfg_reg", reg);
        rtl.set("cfg_data", value);
        rtl.edge();
    }

    /** Sets all limits except one to the depth. */
    private void begin(final int limit, final int value) {
        begin(DEPTH, limit, value);
    }

    private void begin(final int depth, final int limit, final int value) {
        rtl.reset();
        rtl.set("reset", true);
        for (int reg = ConfigReg.DLA_MAX_CREDITS; reg <= ConfigReg.DLA_MAX_PR_ALLOC; reg++) {
            load(reg, depth);
        }
        load(ConfigReg.DLA_DEPTH, depth);
        load(ConfigReg.DLA_EVENT_CREDITS, 0);
        load(ConfigReg.DLA_STATUS_WHEN, 0);
        load(ConfigReg.DLA_BYPASS, 0);
        load(limit, value);
        rtl.set("cfg_valid", false);
        rtl.set("reset", false);
        rtl.set("nic_kx", 4);
        rtl.set("nic_ky", 4);
        rtl.set("nic_kz", 4);
        rtl.set("nic_localPorts", 1);
        rtl.set("nic_memoryBytes", 4096);
    }

    private void command(final int op, final long w0, final long w1, final int channel) {
        rtl.set("cmd_valid", true);
        rtl.set("cmd_op", op);
        rtl.set("cmd_w_0", w0);
        rtl.set("cmd_w_1", w1);
        rtl.set("cmd_w_3", channel);
        rtl.edge();
        rtl.set("cmd_valid", false);
        rtl.settle();
    }

    private String event(final String port) {
        return rtl.is(port + "_valid")
                ? EventKind.name((int) rtl.get(port + "_kind")) + " " + rtl.get(port + "_b")
                : "-";
    }

    private String alloc(final int scheme, final int channel, final int credits) {
        command(TileCommand.DLA_ALLOC, scheme | channel | (long) credits << DlaCommand.CREDITS_LSB, 0, 0);
        return event("allocEvent");
    }

    private String end(final int channel, final boolean dealloc) {
        command(TileCommand.DLA_END, channel | (dealloc ? 1 << DlaCommand.DEALLOC_LSB : 0), 0, 0);
        return event("allocEvent");
    }

    /** Rule 17, with the greatest number of credits; the number of transferred credits exceeds 16 bits. */
    @Test
    void theStatusIsWrittenAfterTheMostCredits() {
        final int depth = 1000;
        final int most = 0xFFFF;
        begin(depth, ConfigReg.DLA_STATUS_WHEN, most);
        for (int write = 0; write < 3; write++) {
            int changed = 0;
            while (changed < most) {
                assertFalse(rtl.is("statusWrite_valid"), changed + " credits");
                final boolean grants = changed / depth % 2 == 0;
                assertEquals(grants ? "DLA_GRANTED 1000" : "DLA_ENDED 0", grants ? alloc(LO, 3, depth) : end(3, true));
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
