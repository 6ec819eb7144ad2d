// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dla;

import static fairlead.twin.dla.DlaBench.a;
import static fairlead.twin.dla.DlaBench.tagged;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaErrorReason;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaOptions;
import fairlead.twin.ports.TestTile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rules 1 to 8 of docs/spec/dla-arbiter.md: what is reserved, and which request enters. */
@Tag("M-18")
@Tag("M-61")
@Tag("hazard-DLA-12")
class DlaReservationTest {
    private final DlaBench bench = new DlaBench();

    // ---- rules 1 to 4

    @ParameterizedTest(name = "limits {0} {1} {2} {3} {4} {5} {6}")
    @CsvSource({
        // total, lo, hi, pr, lo + pr, lo + hi, hi + pr; held before: lo 4, hi 5, pr 6
        "17, 99, 99, 99, 99, 99, 99, 2, 2, 2",
        "99, 6, 99, 99, 99, 99, 99, 2, 9, 9",
        "99, 99, 8, 99, 99, 99, 99, 9, 3, 9",
        "99, 99, 99, 7, 99, 99, 99, 9, 9, 1",
        "99, 99, 99, 99, 13, 99, 99, 3, 9, 3",
        "99, 99, 99, 99, 99, 10, 99, 1, 1, 9",
        "99, 99, 99, 99, 99, 99, 15, 9, 4, 4",
        "99, 99, 99, 99, 99, 99, 99, 9, 9, 9"
    })
    void r2EachOfTheSevenLimitsAndTheDepthOf24(
            final int all,
            final int lo,
            final int hi,
            final int pr,
            final int loPr,
            final int loHi,
            final int hiPr,
            final int roomLo,
            final int roomHi,
            final int roomPr) {
        bench.tile.dlaDepth = 24;
        bench.tile.dla = new DlaLimits(all, lo, hi, pr, loPr, loHi, hiPr, 99, 99);
        for (int cls = 0; cls < 3; cls++) {
            final int room = cls == 0 ? roomLo : cls == 1 ? roomHi : roomPr;
            for (final int asked : new int[] {room, room + 1}) {
                bench.build();
                bench.allocLo(0, 4);
                bench.allocHi(1, 5);
                bench.allocPr(2, 6);
                assertEquals(3, bench.events.take().size());
                if (cls == 0) {
                    bench.allocLo(3, asked);
                } else if (cls == 1) {
                    bench.allocHi(3, asked);
                } else {
                    bench.allocPr(3, asked);
                }
                bench.expectOne(asked == room ? "DLA_GRANTED" : "DLA_DENIED", a(3), asked);
            }
        }
    }

    @Test
    void r3ErrorsWithTheFirstReasonThatApplies() {
        bench.tile.dlaDepth = 20;
        bench.tile.dla = new DlaLimits(99, 99, 99, 99, 99, 99, 99, 30, 10);
        bench.build();
        bench.alloc(TestTile.CHANNELS, 0, true, true);
        bench.expectOne("DLA_ERROR", a(TestTile.CHANNELS), DlaErrorReason.CHANNEL);
        bench.allocLo(0, 1);
        bench.events.take();
        bench.alloc(0, 0, true, true);
        bench.expectOne("DLA_ERROR", a(0), DlaErrorReason.SCHEME);
        bench.alloc(0, 0, false, false);
        bench.expectOne("DLA_ERROR", a(0), DlaErrorReason.SCHEME);
        bench.allocLo(0, 0);
        bench.expectOne("DLA_ERROR", a(0), DlaErrorReason.NOT_IDLE);
        bench.allocLo(1, 0);
        bench.expectOne("DLA_ERROR", a(1), DlaErrorReason.NO_CREDITS);
        bench.allocLo(1, 31);
        bench.expectOne("DLA_ERROR", a(1), DlaErrorReason.CAP);
        bench.allocHi(1, 31);
        bench.expectOne("DLA_ERROR", a(1), DlaErrorReason.CAP);
        bench.allocPr(1, 11);
        bench.expectOne("DLA_ERROR", a(1), DlaErrorReason.CAP);
        bench.allocHi(1, 21);
        bench.expectOne("DLA_ERROR", a(1), DlaErrorReason.DEPTH);
        bench.allocLo(1, 19);
        bench.expectGranted(1, 19);
    }

    @ParameterizedTest(name = "persistent {0}")
    @ValueSource(booleans = {false, true})
    void r4ADeniedChannelDiscardsUntilItsEndWhateverItsScheme(final boolean persistent) {
        bench.build(8);
        bench.allocLo(0, 6);
        bench.alloc(1, 3, !persistent, persistent);
        bench.events.take();
        bench.request(1, OpKind.PUT, 5, 0);
        bench.expectDropped(1, 5, DlaDropReason.DISCARD);
        bench.alloc(1, 2, !persistent, persistent);
        bench.expectOne("DLA_ERROR", a(1), DlaErrorReason.NOT_IDLE);
        bench.end(1, false);
        bench.expectOne("DLA_ENDED", a(1), 1);
        bench.alloc(1, 2, !persistent, persistent);
        bench.expectGranted(1, 2);
        bench.request(1, OpKind.PUT, 6, 0);
        bench.expectAccepted(1, 6, 1);
    }

    @Test
    void r4ADenialAloneMakesItsTransactionADroppedOne() {
        bench.build(8);
        bench.allocLo(0, 8);
        bench.allocLo(1, 1);
        bench.events.take();
        bench.end(1, false);
        bench.expectOne("DLA_ENDED", a(1), 1);
        bench.end(1, false);
        bench.expectOne("DLA_ENDED", a(1), 0);
    }

    // ---- rules 5 to 8

    @ParameterizedTest(name = "kind {0}, {1} bytes: {2} words")
    @CsvSource({
        "0, 0, 1",
        "0, 1, 2",
        "0, 16, 2",
        "0, 17, 3",
        "0, 48, 4",
        "0, 49, 5",
        "0, 64, 5",
        "1, 0, 2",
        "1, 65280, 2",
        "2, 8, 2",
        "3, 8, 2"
    })
    void aRequestTakesOneCreditAndOneForEachFlit(final int kind, final long length, final int words) {
        for (final int credits : new int[] {words, words - 1}) {
            bench.build(64);
            bench.allocLo(0, Math.max(1, credits));
            bench.events.take();
            bench.request(0, kind, 7, length);
            if (credits == words || words == 1) {
                bench.expectAccepted(0, 7, words);
            } else {
                bench.expectDropped(0, 7, DlaDropReason.OVERFLOWS);
            }
        }
    }

    @Test
    void r5ReasonsInTheirOrder() {
        bench.build(64);
        bench.request(0, OpKind.PUT, 1, 0);
        bench.expectDropped(0, 1, DlaDropReason.NO_ALLOCATION);
        bench.request(TestTile.CHANNELS, OpKind.PUT, 2, 0);
        bench.expectDropped(TestTile.CHANNELS, 2, DlaDropReason.NO_ALLOCATION);
        for (final int kind : new int[] {OpKind.MSG, OpKind.FLUSH, OpKind.FENCE, 15}) {
            bench.request(0, kind, 3, 0);
            bench.expectDropped(0, 3, DlaDropReason.MALFORMED);
        }
        bench.request(0, OpKind.PUT, 4, 65);
        bench.expectDropped(0, 4, DlaDropReason.MALFORMED);
        bench.request(0, OpKind.PUT, 4, 1 << 19);
        bench.expectDropped(0, 4, DlaDropReason.MALFORMED);
        bench.command(
                TileCommand.DLA_REQUEST, DlaBench.descriptor(OpKind.GET, 5, 8) | 1L << Descriptor0.EPOCH_LSB, 0, 0);
        bench.expectDropped(0, 5, DlaDropReason.MALFORMED);
        bench.end(0, false);
        bench.expectOne("DLA_ENDED", a(0), 1);
    }

    private void refused(final int kind, final int target, final long length, final int local, final int remote) {
        final long word = DlaBench.descriptor(kind, 6, length) & ~(0xFFFL << Descriptor0.TARGET_LSB);
        bench.command(
                TileCommand.DLA_REQUEST,
                word | (long) target << Descriptor0.TARGET_LSB,
                DlaBench.addresses(local, remote),
                0);
        bench.expectDropped(0, 6, DlaDropReason.MALFORMED);
        bench.data(0, 7, 7); // data of a refused request are ignored
    }

    /** The machine of the bench is 4x4x4, each node with 64 KiB. */
    @Test
    void r5ARequestThatNoPacketMayCarryIsMalformedAndTakesNoCredit() {
        bench.build(64);
        bench.allocPr(0, 4);
        bench.events.take();
        refused(OpKind.PUT, 0x004, 16, 0, 0);
        refused(OpKind.GET, 0x040, 8, 0, 0);
        refused(OpKind.FADD, 0x400, 8, 0, 0);
        refused(OpKind.CAS, 0xFFF, 8, 0, 0);
        refused(OpKind.GET, 0, 9, (1 << 16) - 8, 0);
        refused(OpKind.GET, 0, 1, (1 << 28) - 1, 0);
        refused(OpKind.FADD, 0, 7, 0, 0);
        refused(OpKind.CAS, 0, 16, 0, 0);
        refused(OpKind.PUT, 0, 16, 0, (1 << 28) - 15);
        assertFalse(bench.unit.valid());
        bench.put(0, 1, 3); // all four credits are free, and the data are its own
        bench.events.expect(bench.t - 4 + " DLA_ACCEPTED " + tagged(0, 1) + " 4");
        bench.assertFront(true, false);
        bench.ready = true;
        bench.edge();
        assertEquals(1, bench.unit.w0());
        assertEquals(0, bench.unit.w1());
    }

    /**
     * The landing of a put and the local address of an atomic are not checked, because their payload comes with the
     * command.
     */
    @Test
    void r5OnlyAGetLands() {
        bench.build(64);
        bench.allocPr(0, 8);
        bench.events.take();
        final long outside = DlaBench.addresses((1 << 28) - 1, 0);
        bench.command(TileCommand.DLA_REQUEST, DlaBench.descriptor(OpKind.PUT, 1, 16), outside, 0);
        bench.expectAccepted(0, 1, 2);
        bench.data(0, 0, 0);
        bench.command(TileCommand.DLA_REQUEST, DlaBench.descriptor(OpKind.FADD, 2, 8), outside, 0);
        bench.expectAccepted(0, 2, 2);
        bench.data(0, 0, 0);
        bench.command(
                TileCommand.DLA_REQUEST,
                DlaBench.descriptor(OpKind.GET, 3, 8),
                DlaBench.addresses((1 << 16) - 8, 0),
                0);
        bench.expectAccepted(0, 3, 2);
    }

    @Test
    void r8ATornRequestTakesNoDataOfAnotherAndGoesWithItsChannel() {
        bench.build(64);
        bench.allocLo(0, 10);
        bench.allocLo(1, 10);
        bench.request(0, OpKind.PUT, 1, 32);
        bench.data(0, 1, 0);
        bench.events.take();
        bench.request(0, OpKind.PUT, 2, 16); // its channel continues without the second flit
        bench.expectDropped(0, 2, DlaDropReason.MALFORMED);
        bench.data(0, 2, 0);
        bench.edges(2);
        assertFalse(bench.unit.valid());
        bench.unit.command(TileCommand.DLA_CLEAR, 0, 0, 0, 0);
        for (int i = 0; i < 4; i++) { // its only word leaves by itself
            bench.unit.step(bench.t);
            bench.unit.edge(bench.t++);
        }
        bench.events.take();
        bench.put(1, 3, 1);
        bench.assertFront(true, false);
        assertEquals(3, Header1.tag(bench.unit.w1()));
    }

    @Test
    void r18ARequestThatIsLongerThanTheFifoIsRefusedWithBypass() {
        bench.tile.dlaDepth = 4;
        bench.tile.dla = DlaLimits.of(4).with(DlaOptions.BYPASS);
        bench.build();
        bench.request(0, OpKind.PUT, 1, 64);
        bench.expectDropped(0, 1, DlaDropReason.OVERFLOWS);
        bench.request(0, OpKind.PUT, 2, 48);
        bench.expectAccepted(0, 2, 4);
    }

    @Test
    void r5ARequestBeforeTheDataOfTheLastIsMalformedOnAnyChannel() {
        bench.build(64);
        bench.allocLo(0, 10);
        bench.allocLo(1, 10);
        bench.request(0, OpKind.PUT, 1, 32);
        bench.data(0, 1, 1);
        bench.events.take();
        bench.request(1, OpKind.PUT, 2, 0);
        bench.expectDropped(1, 2, DlaDropReason.MALFORMED);
        assertFalse(bench.unit.valid());
        bench.data(0, 1, 2);
        assertTrue(bench.unit.valid());
        bench.request(0, OpKind.PUT, 3, 0);
        bench.expectAccepted(0, 3, 1);
    }

    @Test
    void r6ADiscardedRequestEndsItsTransactionAndTheNextBeginsClean() {
        bench.build(64);
        bench.allocLo(0, 4);
        bench.events.take();
        bench.put(0, 1, 1);
        bench.expectOnAccept(1);
        bench.request(0, OpKind.PUT, 2, 32);
        bench.expectDropped(0, 2, DlaDropReason.OVERFLOWS);
        bench.request(0, OpKind.PUT, 3, 0); // it would fit, but a transaction has no hole
        bench.expectDropped(0, 3, DlaDropReason.DISCARD);
        bench.end(0, false);
        bench.expectOne("DLA_ENDED", a(0), 1);
        bench.put(0, 4, 1); // the rest of the allocation
        bench.expectOnAccept(4);
        bench.end(0, false);
        bench.expectOne("DLA_ENDED", a(0), 0);
    }

    @Test
    void r6RequestsBeforeTheAllocationCountToo() {
        bench.build(64);
        bench.request(0, OpKind.PUT, 1, 0);
        bench.allocLo(0, 4);
        bench.events.take();
        bench.request(0, OpKind.PUT, 2, 0);
        bench.expectDropped(0, 2, DlaDropReason.DISCARD);
    }

    @Test
    void r7InPersistentReservationEveryRequestIsJudgedAlone() {
        bench.build(64);
        bench.allocPr(0, 2);
        bench.events.take();
        bench.request(0, OpKind.PUT, 1, 32);
        bench.expectDropped(0, 1, DlaDropReason.OVERFLOWS);
        bench.request(0, OpKind.PUT, 2, 0);
        bench.expectAccepted(0, 2, 1);
        bench.end(0, true); // deallocation exists for CD only
        bench.expectOne("DLA_ENDED", a(0), 1);
        bench.request(0, OpKind.PUT, 3, 0);
        bench.expectAccepted(0, 3, 1);
    }

    @Test
    void r8DataOfADroppedRequestOrOfAnotherChannelAreIgnored() {
        bench.build(64);
        bench.data(0, 1, 1);
        bench.allocLo(0, 2);
        bench.request(0, OpKind.PUT, 1, 32); // dropped
        bench.data(0, 1, 1);
        bench.data(0, 1, 2);
        assertFalse(bench.unit.valid());
        bench.end(0, false);
        bench.request(0, OpKind.PUT, 2, 16);
        bench.data(3, 8, 8);
        bench.end(1, false); // other commands may come in between
        assertFalse(bench.unit.valid());
        bench.data(0, 7, 6);
        bench.ready = true;
        bench.edge();
        bench.assertFront(false, true);
        assertEquals(7, bench.unit.w0());
        assertEquals(6, bench.unit.w1());
        assertEquals(1, bench.unit.enqueued());
    }
}
