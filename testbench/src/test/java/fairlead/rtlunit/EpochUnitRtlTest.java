// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EpochState;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the EpochUnit of the RTL with both its halves, alone, with its twin and with docs/spec/epoch-unit.md. */
@Tag("M-93")
class EpochUnitRtlTest {
    private static final int OPEN = 0;
    private static final int QUEUE = 1;
    private static final int REFUSE = 2;

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

    private void command(final int op, final int index, final int x) {
        rtl.set("cmd_valid", true);
        rtl.set("cmd_op", op);
        rtl.set("cmd_w_0", (long) index << EpochCommand.INDEX_LSB | (long) x << EpochCommand.TARGET_LSB);
        next();
        rtl.set("cmd_valid", false);
        rtl.settle();
    }

    /** Sends one notification, whose ports have been set before. */
    private void notice(final String kind) {
        rtl.set("notice_" + kind, true);
        next();
        rtl.set("notice_" + kind, false);
        rtl.settle();
    }

    private boolean gate(final int index, final int x, final boolean put) {
        rtl.set("gate_valid", true);
        rtl.set("gate_index", index);
        rtl.set("gate_target_x", x);
        rtl.set("gate_isPut", put);
        rtl.settle();
        final boolean open = rtl.is("gate_open");
        next();
        rtl.set("gate_valid", false);
        rtl.settle();
        return open;
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

    private void open(final int index, final int x) {
        command(TileCommand.EPOCH_OPEN, index, x);
        next();
        take("control", PacketType.INIT);
        rtl.set("notice_localIndex", index);
        rtl.set("notice_entry", 9);
        rtl.set("notice_gen", 3);
        notice("initAck");
        assertEquals("EPOCH_OPENED " + index + " " + (9 | 3 << 8), event("originEvent"));
    }

    /** R1 to R9, R27 and the timing table, with two puts and a get. */
    @Test
    void theOriginFromOpenToEnd() {
        begin(OPEN);
        command(TileCommand.EPOCH_OPEN, 7, 2);
        assertFalse(rtl.is("control_valid"), "t + 1");
        assertFalse(gate(7, 2, true), "R11: INITING");
        take("control", PacketType.INIT);
        rtl.set("notice_localIndex", 7);
        rtl.set("notice_entry", 9);
        rtl.set("notice_gen", 3);
        notice("initAck");
        assertEquals("EPOCH_OPENED 7 777", event("originEvent"));
        assertTrue(gate(7, 2, true));
        assertFalse(gate(7, 3, true), "R11: another node");
        assertTrue(gate(7, 2, true));
        assertTrue(gate(7, 2, false));
        command(TileCommand.EPOCH_CLOSE, 7, 0);
        assertEquals("EPOCH_CLOSING 7 2", event("originEvent"));
        assertFalse(gate(7, 2, true), "R5: puts are frozen");
        assertEquals(2, rtl.get("control_word1_addr"));
        assertEquals(9, rtl.get("control_word1_entry"));
        assertEquals(3, rtl.get("control_word1_gen"));
        assertEquals(7, rtl.get("control_word1_tag"));
        take("control", PacketType.PUT_COUNT);
        notice("ack");
        assertEquals("-", event("originEvent"), "R8: a get is outstanding");
        notice("getDone");
        assertEquals("EPOCH_CLOSED 7 0", event("originEvent"));
        next();
        take("control", PacketType.TERM);
        notice("ack");
        assertEquals("EPOCH_ENDED 7 0", event("originEvent"));
        RtlUnit.assertionFails(() -> notice("ack"), "EU_A4");
    }

    /** R10, R12, R26: an error reports the state of the index. */
    @Test
    void wrongCommandsTellTheState() {
        begin(OPEN);
        command(TileCommand.EPOCH_CLOSE, 5, 0);
        assertEquals("EPOCH_ERROR 5 " + EpochState.NONE, event("originEvent"));
        command(TileCommand.EPOCH_OPEN, 5, 4); // the machine is 4x4x4
        assertEquals("EPOCH_ERROR 5 " + EpochState.NO_TARGET, event("originEvent"));
        command(TileCommand.EPOCH_OPEN, 5, 3);
        command(TileCommand.EPOCH_OPEN, 5, 3);
        assertEquals("EPOCH_ERROR 5 " + EpochState.INITING, event("originEvent"));
        take("control", PacketType.INIT);
        rtl.set("notice_localIndex", 5);
        notice("initNack");
        assertEquals("EPOCH_DENIED 5 0", event("originEvent"));
        open(5, 1);
        command(TileCommand.EPOCH_OPEN, 5, 3);
        assertEquals("EPOCH_ERROR 5 " + EpochState.OPEN, event("originEvent"));
    }

    /**
     * Events that errors have delayed come in the order of their indices, from 0 after reset and then from the index
     * after the last one.
     */
    @Test
    void heldEventsAreToldInTurn() {
        begin(OPEN);
        for (final int index : new int[] {61, 6, 33, 0}) {
            command(TileCommand.EPOCH_OPEN, index, 1);
            next();
            take("control", PacketType.INIT);
        }
        rtl.set("cmd_valid", true); // a wrong command in every cycle
        rtl.set("cmd_op", TileCommand.EPOCH_CLOSE);
        rtl.set("cmd_w_0", 40L << EpochCommand.INDEX_LSB);
        for (final int index : new int[] {61, 6, 33}) {
            rtl.set("notice_localIndex", index);
            notice("initNack");
            assertEquals("EPOCH_ERROR 40 " + EpochState.NONE, event("originEvent"));
        }
        rtl.set("cmd_valid", false);
        next();
        assertEquals("EPOCH_DENIED 6 0", event("originEvent"));
        rtl.set("notice_localIndex", 0);
        notice("initNack");
        assertEquals("EPOCH_DENIED 33 0", event("originEvent"));
        next();
        assertEquals("EPOCH_DENIED 61 0", event("originEvent"));
        next();
        assertEquals("EPOCH_DENIED 0 0", event("originEvent"));
    }

    /** Answers wait for `ready` and then leave in the order of their entries, from 0 after reset. */
    @Test
    void answersLeaveInTurn() {
        begin(OPEN);
        for (int entry = 0; entry < 12; entry++) {
            init(1, entry);
            next();
        }
        rtl.set("notice_init", false);
        for (final int entry : new int[] {11, 7, 1}) { // the first goes to the register, the others wait
            count(entry, 1, entry, 0);
            next();
            assertEquals("EPOCH_ACKED " + entry + " 0", event("targetEvent"));
            next();
        }
        for (final int entry : new int[] {11, 1, 7}) {
            assertEquals(entry, rtl.get("ack_word1_entry"));
            take("ack", PacketType.ACK);
        }
    }

    /** R28: a refused get marks its epoch. */
    @Test
    void aRefusedTransferMarksTheEnd() {
        begin(OPEN);
        open(0, 1);
        assertTrue(gate(0, 1, false));
        rtl.set("notice_failed", true);
        notice("getDone");
        rtl.set("notice_failed", false);
        command(TileCommand.EPOCH_CLOSE, 0, 0);
        next();
        take("control", PacketType.PUT_COUNT);
        notice("ack");
        assertEquals("EPOCH_CLOSED 0 1", event("originEvent"));
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

    /** R23 to R25: an INIT of another origin is refused or queued. */
    @Test
    void anotherOriginIsRefusedOrQueued() {
        begin(REFUSE);
        init(1, 0);
        next();
        init(2, 0);
        assertFalse(rtl.is("notice_replyOk") || rtl.is("notice_replyQueue"));
        init(1, 1);
        assertTrue(rtl.is("notice_replyOk"), "the holder's own");
        begin(QUEUE);
        init(1, 0);
        next();
        init(2, 5);
        assertTrue(rtl.is("notice_replyQueue"));
        assertFalse(rtl.is("notice_replyOk"));
        next();
        rtl.set("notice_init", false);
        assertEquals("EPOCH_QUEUED " + (1 | 1 << 8 | 2 << 16) + " 1005", event("targetEvent"));
        count(0, 1, 0, 0);
        next();
        assertEquals("EPOCH_ACKED 0 0", event("targetEvent"));
        next();
        take("ack", PacketType.ACK);
        notice("term");
        next();
        assertEquals("EPOCH_EXPOSED " + (1 | 1 << 8 | 2 << 16) + " 1005", event("targetEvent"));
        take("ack", PacketType.ACK);
        assertEquals(1, rtl.get("ack_word1_addr"), "R21: the entry");
        assertEquals(1, rtl.get("ack_word1_gen"));
        take("ack", PacketType.INIT_ACK);
    }
}
