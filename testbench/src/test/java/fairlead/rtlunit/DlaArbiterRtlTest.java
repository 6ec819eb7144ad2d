// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaErrorReason;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the DlaArbiter of the RTL with pool, FIFO, notices and status writer, alone, with its twin and with
 * docs/spec/dla-arbiter.md.
 */
@Tag("M-94")
class DlaArbiterRtlTest {
    private static final int DEPTH = 40;
    private static final int LO = 1 << DlaCommand.CD_LSB;
    private static final int HI = LO | 1 << DlaCommand.HIGH_LSB;
    private static final int PR = 1 << DlaCommand.PR_LSB;

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

    private String put(final int channel, final int length) {
        final long word = (long) OpKind.PUT << Descriptor0.KIND_LSB | (long) length << Descriptor0.LENGTH_LSB;
        command(TileCommand.DLA_REQUEST, word, 0, channel);
        return event("storeEvent");
    }

    private void data(final int channel, final int flits) {
        for (int i = 0; i < flits; i++) {
            command(TileCommand.DLA_DATA, 100 + i, 200 + i, channel);
        }
    }

    /** Tests each limit of rule 2 from both sides, for each of its terms. */
    @ParameterizedTest
    @CsvSource({
        // register, classes that it counts: 1 lo, 2 hi, 4 pr
        ConfigReg.DLA_MAX_CREDITS + ", 7",
        ConfigReg.DLA_MAX_LO_CD + ", 1",
        ConfigReg.DLA_MAX_HI_CD + ", 2",
        ConfigReg.DLA_MAX_PR + ", 4",
        ConfigReg.DLA_MAX_LO_CD_PR + ", 5",
        ConfigReg.DLA_MAX_LO_HI_CD + ", 3",
        ConfigReg.DLA_MAX_HI_CD_PR + ", 6",
    })
    void eachLimitCountsItsOwnClasses(final int register, final int classes) {
        final int[] schemes = {LO, HI, PR};
        for (int first = 0; first < 3; first++) {
            for (int second = 0; second < 3; second++) {
                final boolean one = (classes >> first & 1) != 0;
                final boolean two = (classes >> second & 1) != 0;
                begin(register, 11);
                final String held = first + " then " + second;
                assertEquals("DLA_GRANTED 5", alloc(schemes[first], 0, 5), held);
                assertEquals(one && two ? "DLA_DENIED 7" : "DLA_GRANTED 7", alloc(schemes[second], 1, 7), held);
                final String last = alloc(schemes[second], 2, 6);
                assertEquals(two && !one ? "DLA_DENIED 6" : "DLA_GRANTED 6", last, held);
            }
        }
    }

    /** Rules 2 and 3: no limit admits more words than the FIFO has. */
    @Test
    void allTogetherAreAtMostTheDepth() {
        begin(ConfigReg.DLA_MAX_CREDITS, 100);
        assertEquals("DLA_GRANTED 39", alloc(PR, 0, 39));
        assertEquals("DLA_DENIED 2", alloc(LO, 1, 2));
        assertEquals("DLA_GRANTED 1", alloc(HI, 2, 1));
        begin(ConfigReg.DLA_MAX_CREDITS, 100); // there is room for two of the classes
        assertEquals("DLA_GRANTED 20", alloc(PR, 0, 20));
        assertEquals("DLA_GRANTED 15", alloc(LO, 1, 15));
        assertEquals("DLA_DENIED 6", alloc(HI, 2, 6));
        assertEquals("DLA_GRANTED 5", alloc(HI, 3, 5));
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

    /** Rule 3: the error reports the first reason that applies. */
    @Test
    void errorsInTheOrderOfTheirNumbers() {
        begin(ConfigReg.DLA_MAX_PR_ALLOC, 9);
        assertEquals("DLA_ERROR " + DlaErrorReason.CHANNEL, alloc(LO | PR, 8, 0));
        assertEquals("DLA_ERROR " + DlaErrorReason.SCHEME, alloc(LO | PR, 0, 0));
        assertEquals("DLA_ERROR " + DlaErrorReason.SCHEME, alloc(0, 0, 1));
        assertEquals("DLA_ERROR " + DlaErrorReason.NO_CREDITS, alloc(PR, 0, 0));
        assertEquals("DLA_ERROR " + DlaErrorReason.CAP, alloc(PR, 0, 10));
        assertEquals("DLA_GRANTED 9", alloc(PR, 0, 9));
        assertEquals("DLA_ERROR " + DlaErrorReason.NOT_IDLE, alloc(PR, 0, 0));
        begin(ConfigReg.DLA_MAX_CD_ALLOC, 1000);
        assertEquals("DLA_ERROR " + DlaErrorReason.DEPTH, alloc(LO, 0, DEPTH + 1));
        command(TileCommand.DLA_RELEASE, 0, 0, 0);
        assertEquals("DLA_ERROR " + DlaErrorReason.RELEASE, event("allocEvent"));
    }

    /** Plays the diagram of the page: a PR channel of 3 credits and a put of two words. */
    @Test
    void theDiagramOfAPut() {
        begin(ConfigReg.DLA_MAX_PR, 3);
        assertEquals("DLA_GRANTED 3", alloc(PR, 4, 3));
        rtl.set("out_ready", false);
        assertEquals("DLA_ACCEPTED 2", put(4, 16));
        assertFalse(rtl.is("out_valid"), "cycle 1");
        data(4, 1);
        assertTrue(rtl.is("out_valid") && rtl.is("out_head"), "cycle 2");
        rtl.set("out_ready", true);
        rtl.edge();
        rtl.settle();
        assertTrue(rtl.is("out_valid"));
        assertEquals(100, rtl.get("out_w0"));
        assertEquals(200, rtl.get("out_w1"));
        assertEquals("-", event("drainEvent"));
        rtl.edge();
        rtl.settle();
        assertFalse(rtl.is("out_valid"));
        assertEquals("DLA_DRAINED 2", event("drainEvent"), "cycle 4");
        assertEquals(1, rtl.get("dequeued"));
        rtl.set("out_ready", false);
        assertEquals("DLA_ACCEPTED 3", put(4, 32), "rule 11: the reservation is whole again");
    }

    /** Rules 6 and 7: a CD transaction enters up to its first dropped request; in PR each request is judged alone. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void whatComesBehindADroppedRequest(final boolean cd) {
        begin(ConfigReg.DLA_MAX_CREDITS, DEPTH);
        alloc(cd ? LO : PR, 1, 5);
        assertEquals("DLA_ACCEPTED 3", put(1, 17));
        data(1, 2);
        assertEquals("DLA_DISCARDED " + DlaDropReason.OVERFLOWS, put(1, 33));
        assertEquals(cd ? "DLA_DISCARDED " + DlaDropReason.DISCARD : "DLA_ACCEPTED 2", put(1, 16));
        if (!cd) {
            data(1, 1);
        }
        assertEquals("DLA_ENDED 1", end(1, false));
        assertEquals(cd ? "DLA_ACCEPTED 2" : "DLA_DISCARDED " + DlaDropReason.OVERFLOWS, put(1, 16));
    }

    /** Rule 5: requests that the store path does not carry are dropped. */
    @Test
    void malformedRequestsAreDropped() {
        begin(ConfigReg.DLA_MAX_CREDITS, DEPTH);
        assertEquals("DLA_DISCARDED " + DlaDropReason.NO_ALLOCATION, put(0, 8));
        assertEquals("DLA_DISCARDED " + DlaDropReason.NO_ALLOCATION, put(8, 8));
        end(0, true);
        alloc(PR, 0, 20);
        assertEquals("DLA_DISCARDED " + DlaDropReason.MALFORMED, put(0, 65));
        assertEquals("DLA_ACCEPTED 5", put(0, 64));
    }
}
