// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.epoch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.twin.ports.ControlSource;
import fairlead.twin.ports.PortEvents;
import fairlead.twin.ports.TestTile;

/** One EpochUnit with its clock; both control registers are checked field by field. */
final class EpochBench {
    static final int TARGET = 0x321;
    static final int ORIGIN = 0x213;
    static final int THERE = 9; // entry at the target
    static final int GENERATION = 4;

    final TestTile tile = new TestTile();
    final PortEvents events = tile.events;
    final EpochUnit unit = new EpochUnit(tile.context());
    final ControlSource control = unit.control();
    final ControlSource ack = unit.ack();
    long t;

    void edge() {
        unit.step(t);
        unit.edge(t);
        t++;
        events.at(t);
    }

    void edges(final int cycles) {
        for (int i = 0; i < cycles; i++) {
            edge();
        }
    }

    void open(final int index, final int id) {
        open(index, TARGET, id);
    }

    void open(final int index, final int target, final int id) {
        final long word = (long) index << EpochCommand.INDEX_LSB
                | (long) target << EpochCommand.TARGET_LSB
                | (long) id << EpochCommand.ID_LSB;
        unit.command(TileCommand.EPOCH_OPEN, word, 0, 0, 0);
    }

    void close(final int index) {
        unit.command(TileCommand.EPOCH_CLOSE, (long) index << EpochCommand.INDEX_LSB, 0, 0, 0);
    }

    void put(final int index) {
        assertTrue(unit.isOpen(index, TARGET));
        unit.enter(index, true, 0);
    }

    /** Enters a put of extra + 1 unordered packets. */
    void loosePut(final int index, final int extra) {
        assertTrue(unit.isOpen(index, TARGET));
        unit.enter(index, true, extra);
    }

    void get(final int index) {
        assertTrue(unit.isOpen(index, TARGET));
        unit.enter(index, false, 0);
    }

    /** Takes the packet on `control` in the present cycle, and asserts that it is this packet. */
    void takeControl(final int ptype, final long word1) {
        assertControl(ptype, word1);
        control.take();
    }

    void assertControl(final int ptype, final long word1) {
        assertTrue(control.valid(), () -> "packet on control in cycle " + t);
        assertEquals(PacketType.name(ptype), PacketType.name(control.ptype()));
        assertEquals(TARGET, control.dst());
        assertEquals(Long.toHexString(word1), Long.toHexString(control.word1()));
    }

    void assertAck(final int localIndex) {
        assertAck(localIndex, false);
    }

    void assertAck(final int localIndex, final boolean failed) {
        assertTrue(ack.valid(), () -> "packet on ack in cycle " + t);
        assertEquals(PacketType.ACK, ack.ptype());
        assertEquals(ORIGIN, ack.dst());
        assertEquals((long) localIndex << Header1.ENTRY_LSB | (failed ? 1L << Header1.ADDR_LSB : 0), ack.word1());
    }

    static long init(final int index, final int id) {
        return (long) index << Header1.ENTRY_LSB | (long) id << Header1.ADDR_LSB;
    }

    static long putCount(final int index, final int puts) {
        return term() | (long) index << Header1.TAG_LSB | (long) puts << Header1.ADDR_LSB;
    }

    static long term() {
        return 1L << Header1.EPOCH_LSB | (long) THERE << Header1.ENTRY_LSB | (long) GENERATION << Header1.GEN_LSB;
    }

    /** Brings an index from NONE to OPEN, with nothing left to report or send, and drops the events. */
    void opened(final int index) {
        open(index, 1);
        edges(2);
        takeControl(PacketType.INIT, init(index, 1));
        edge();
        unit.initAck(index, THERE, GENERATION);
        edge();
        assertTrue(unit.isOpen(index, TARGET));
        assertFalse(unit.busy());
        events.take();
    }

    /** Brings an index from CLOSED to NONE: TERM leaves and is answered. The events are dropped. */
    void ended(final int index) {
        edges(2);
        takeControl(PacketType.TERM, term());
        edge();
        unit.ack(index, false);
        edge();
        events.take();
    }

    /** Brings an index from OPEN to CLOSING, takes PUT_COUNT, and drops the events. */
    void closing(final int index, final int puts) {
        close(index);
        edges(2);
        takeControl(PacketType.PUT_COUNT, putCount(index, puts));
        edge();
        assertFalse(unit.busy());
        events.take();
    }
}
