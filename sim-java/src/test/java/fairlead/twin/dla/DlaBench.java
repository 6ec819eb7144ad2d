// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dla;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.DlaLimits;
import fairlead.twin.ports.PortEvents;
import fairlead.twin.ports.TestTile;

/**
 * One DlaArbiter with its clock and its host. Each command takes one cycle, and the network takes a word in a cycle if
 * `ready` is set.
 */
final class DlaBench {
    static final int TARGET = 0x123;
    static final int BLOCK = 0xABCDE;

    final TestTile tile = new TestTile();
    final PortEvents events = tile.events;
    DlaArbiter unit;
    boolean ready;
    long t;

    DlaBench build() {
        unit = new DlaArbiter(tile.context());
        return this;
    }

    /** Builds a pool of `depth` words without other effective limits. */
    DlaBench build(final int depth) {
        tile.dlaDepth = depth;
        tile.dla = DlaLimits.of(depth);
        return build();
    }

    void edge() {
        if (ready && unit.valid()) {
            unit.take();
        }
        unit.step(t);
        unit.edge(t);
        t++;
        events.at(t);
        assertFalse(unit.busy(), "a word moves only when the network takes it");
    }

    void edges(final int cycles) {
        for (int i = 0; i < cycles; i++) {
            edge();
        }
    }

    void command(final int op, final long w0, final long w1, final int channel) {
        unit.command(op, w0, w1, 0, channel);
        edge();
    }

    private static long word(final int channel, final int credits) {
        return (long) channel << DlaCommand.CHANNEL_LSB
                | (long) credits << DlaCommand.CREDITS_LSB
                | (long) BLOCK << DlaCommand.BLOCK_LSB;
    }

    void allocLo(final int channel, final int credits) {
        command(TileCommand.DLA_ALLOC, word(channel, credits) | 1L << DlaCommand.CD_LSB, 0, 0);
    }

    void allocHi(final int channel, final int credits) {
        command(
                TileCommand.DLA_ALLOC,
                word(channel, credits) | 1L << DlaCommand.CD_LSB | 1L << DlaCommand.HIGH_LSB,
                0,
                0);
    }

    void allocPr(final int channel, final int credits) {
        command(TileCommand.DLA_ALLOC, word(channel, credits) | 1L << DlaCommand.PR_LSB, 0, 0);
    }

    void alloc(final int channel, final int credits, final boolean cd, final boolean pr) {
        final long scheme = (cd ? 1L << DlaCommand.CD_LSB : 0) | (pr ? 1L << DlaCommand.PR_LSB : 0);
        command(TileCommand.DLA_ALLOC, word(channel, credits) | scheme, 0, 0);
    }

    void end(final int channel, final boolean dealloc) {
        command(TileCommand.DLA_END, word(channel, 0) | (dealloc ? 1L << DlaCommand.DEALLOC_LSB : 0), 0, 0);
    }

    void release(final int channel) {
        command(TileCommand.DLA_RELEASE, word(channel, 0), 0, 0);
    }

    static long descriptor(final int kind, final int tag, final long length) {
        return (long) kind << Descriptor0.KIND_LSB
                | (long) TARGET << Descriptor0.TARGET_LSB
                | (long) tag << Descriptor0.TAG_LSB
                | length << Descriptor0.LENGTH_LSB;
    }

    static long addresses(final int local, final int remote) {
        return (long) local << Descriptor1.LOCAL_LSB | (long) remote << Descriptor1.REMOTE_LSB;
    }

    /** Gives a request without its data. */
    void request(final int channel, final int kind, final int tag, final long length) {
        command(TileCommand.DLA_REQUEST, descriptor(kind, tag, length), addresses(0x100, 0x200), channel);
    }

    void data(final int channel, final long w0, final long w1) {
        command(TileCommand.DLA_DATA, w0, w1, channel);
    }

    /** Gives a put of whole flits and its data. */
    void put(final int channel, final int tag, final int flits) {
        request(channel, OpKind.PUT, tag, 16L * flits);
        for (int i = 0; i < flits; i++) {
            data(channel, tag, i);
        }
    }

    /** Returns word a of an answer to DLA_ALLOC, END or RELEASE. */
    static long a(final int channel) {
        return channel | (long) BLOCK << 8;
    }

    static long tagged(final int channel, final int tag) {
        return channel | (long) tag << 8;
    }

    /** Asserts that there is exactly one event since the last call, and that it is of the previous cycle. */
    void expectOne(final String kind, final long a, final long b) {
        events.expect(t - 1 + " " + kind + " " + a + " " + b);
    }

    void expectGranted(final int channel, final int credits) {
        expectOne("DLA_GRANTED", a(channel), credits);
    }

    void expectDropped(final int channel, final int tag, final int reason) {
        expectOne("DLA_DISCARDED", tagged(channel, tag), reason);
    }

    void expectAccepted(final int channel, final int tag, final int words) {
        expectOne("DLA_ACCEPTED", tagged(channel, tag), words);
    }

    /**
     * Asserts that the first event since the last call is the acceptance of a put of one flit on channel 0, whose data
     * came in the previous cycle.
     */
    void expectOnAccept(final int tag) {
        events.expect(t - 2 + " DLA_ACCEPTED " + tagged(0, tag) + " 2");
    }

    /** Asserts the marks of the front word without taking it. */
    void assertFront(final boolean head, final boolean tail) {
        assertTrue(unit.valid(), () -> "a word at out in cycle " + t);
        assertEquals(head, unit.isHead(), "head");
        assertEquals(tail, unit.isTail(), "tail");
    }

    /** Returns whether a low-priority allocation of this size by this idle channel is granted; a grant is returned. */
    boolean canTake(final int channel, final int credits) {
        events.take();
        allocLo(channel, credits);
        final boolean granted = events.take().get(0).contains("DLA_GRANTED");
        end(channel, true);
        events.take();
        return granted;
    }
}
