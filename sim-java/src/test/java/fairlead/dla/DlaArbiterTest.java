// SPDX-License-Identifier: Apache-2.0
package fairlead.dla;

import static fairlead.dla.DlaBench.a;
import static fairlead.dla.DlaBench.tagged;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.DlaLimits;
import fairlead.flow.HeaderBuilder;
import fairlead.flow.TestTile;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaErrorReason;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.GetPayload;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules and timing of docs/spec/dla-arbiter.md, cycle by cycle. An event that the page shows in t + 1 carries t here. */
class DlaArbiterTest {
    private final DlaBench bench = new DlaBench();
    private DlaArbiter unit;

    private void build() {
        unit = bench.build().unit;
    }

    /** A pool of `depth` words whose limits do not bind. */
    private void build(final int depth) {
        bench.tile.dlaDepth = depth;
        bench.tile.dla = DlaLimits.of(depth);
        build();
    }

    // ---- timing

    @Test
    void theDiagramOfAPersistentChannelOfThreeCredits() {
        build(3);
        bench.allocPr(2, 3);
        bench.expectGranted(2, 3);
        bench.ready = true;
        bench.request(2, OpKind.PUT, 9, 16); // the page's cycle 0
        bench.expectAccepted(2, 9, 2);
        assertFalse(unit.valid());
        bench.data(2, 5, 6);
        bench.assertFront(true, false); // 2
        bench.edge();
        bench.assertFront(false, true); // 3
        bench.events.expect();
        assertEquals(0, unit.dequeued());
        bench.edge();
        bench.expectOne("DLA_DRAINED", tagged(2, 9), 2);
        assertFalse(unit.valid()); // 4
        assertEquals(1, unit.dequeued());
        bench.request(2, OpKind.PUT, 10, 32); // reserved is 3 again
        bench.expectAccepted(2, 10, 3);
    }

    @Test
    void aRequestWithoutPayloadIsAtOutInTheNextCycle() {
        build(8);
        bench.allocLo(0, 2);
        bench.request(0, OpKind.PUT, 1, 0);
        bench.assertFront(true, true);
    }

    @Test
    void aRequestOfNFlitsIsAtOutInTheCycleAfterItsLastData() {
        build(8);
        bench.allocLo(0, 5);
        bench.request(0, OpKind.PUT, 1, 64);
        for (int i = 0; i < 4; i++) {
            assertFalse(unit.valid());
            bench.edges(i); // other cycles may come between
            bench.data(0, i, ~i);
        }
        bench.assertFront(true, false);
    }

    @Test
    void r10ACreditCanBeUsedInTheCycleAfterItsWordHasLeft() {
        build(4);
        bench.allocLo(0, 1);
        bench.request(0, OpKind.PUT, 1, 0);
        bench.end(0, true);
        bench.events.take();
        bench.ready = true; // the word leaves in the cycle of this command, which does not see it
        bench.allocLo(1, 4);
        bench.events.expect(
                bench.t - 1 + " DLA_DENIED " + a(1) + " 4", bench.t - 1 + " DLA_DRAINED " + tagged(0, 1) + " 1");
        bench.end(1, false);
        bench.events.take();
        bench.allocLo(1, 4);
        bench.expectGranted(1, 4);
    }

    @Test
    void r11APersistentCreditCanBeUsedInTheCycleAfterItsWordHasLeft() {
        build(8);
        bench.allocPr(0, 1);
        bench.request(0, OpKind.PUT, 1, 0);
        bench.events.take();
        bench.ready = true;
        bench.request(0, OpKind.PUT, 2, 0);
        bench.events.expect(
                bench.t - 1 + " DLA_DISCARDED " + tagged(0, 2) + " " + DlaDropReason.OVERFLOWS,
                bench.t - 1 + " DLA_DRAINED " + tagged(0, 1) + " 1");
        bench.request(0, OpKind.PUT, 3, 0);
        bench.expectAccepted(0, 3, 1);
    }

    @Test
    void aWordOfTheSameChannelLeavesWhileARequestEnters() {
        build(8);
        bench.allocPr(0, 4);
        bench.put(0, 1, 1);
        bench.events.take();
        bench.ready = true;
        bench.request(0, OpKind.PUT, 2, 0); // one word leaves, one enters: 2 - 1 + 1 are left
        bench.expectAccepted(0, 2, 1);
        bench.ready = false;
        bench.request(0, OpKind.PUT, 3, 32);
        bench.expectDropped(0, 3, DlaDropReason.OVERFLOWS);
        bench.request(0, OpKind.PUT, 4, 16);
        bench.expectAccepted(0, 4, 2);
    }

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
                build();
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
        build();
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
        build(8);
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
        build(8);
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
        "1, 1048575, 2",
        "2, 8, 2",
        "3, 8, 2",
        "2, 0, 2"
    })
    void aRequestTakesOneCreditAndOneForEachFlit(final int kind, final long length, final int words) {
        for (final int credits : new int[] {words, words - 1}) {
            build(64);
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
        build(64);
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

    @Test
    void r5ARequestBeforeTheDataOfTheLastIsMalformedOnAnyChannel() {
        build(64);
        bench.allocLo(0, 10);
        bench.allocLo(1, 10);
        bench.request(0, OpKind.PUT, 1, 32);
        bench.data(0, 1, 1);
        bench.events.take();
        bench.request(1, OpKind.PUT, 2, 0);
        bench.expectDropped(1, 2, DlaDropReason.MALFORMED);
        assertFalse(unit.valid());
        bench.data(0, 1, 2);
        assertTrue(unit.valid());
        bench.request(0, OpKind.PUT, 3, 0);
        bench.expectAccepted(0, 3, 1);
    }

    @Test
    void r6ADiscardedRequestEndsItsTransactionAndTheNextBeginsClean() {
        build(64);
        bench.allocLo(0, 4);
        bench.events.take();
        bench.put(0, 1, 1);
        bench.expectOnAccept(1);
        bench.request(0, OpKind.PUT, 2, 32);
        bench.expectDropped(0, 2, DlaDropReason.OVERFLOWS);
        bench.request(0, OpKind.PUT, 3, 0); // would fit: no hole
        bench.expectDropped(0, 3, DlaDropReason.DISCARD);
        bench.end(0, false);
        bench.expectOne("DLA_ENDED", a(0), 1);
        bench.put(0, 4, 1); // what is left of the allocation
        bench.expectOnAccept(4);
        bench.end(0, false);
        bench.expectOne("DLA_ENDED", a(0), 0);
    }

    @Test
    void r6RequestsBeforeTheAllocationCountToo() {
        build(64);
        bench.request(0, OpKind.PUT, 1, 0);
        bench.allocLo(0, 4);
        bench.events.take();
        bench.request(0, OpKind.PUT, 2, 0);
        bench.expectDropped(0, 2, DlaDropReason.DISCARD);
    }

    @Test
    void r7InPersistentReservationEveryRequestIsJudgedAlone() {
        build(64);
        bench.allocPr(0, 2);
        bench.events.take();
        bench.request(0, OpKind.PUT, 1, 32);
        bench.expectDropped(0, 1, DlaDropReason.OVERFLOWS);
        bench.request(0, OpKind.PUT, 2, 0);
        bench.expectAccepted(0, 2, 1);
        bench.end(0, true); // dealloc is for CD
        bench.expectOne("DLA_ENDED", a(0), 1);
        bench.request(0, OpKind.PUT, 3, 0);
        bench.expectAccepted(0, 3, 1);
    }

    @Test
    void r8DataOfADroppedRequestOrOfAnotherChannelAreIgnored() {
        build(64);
        bench.data(0, 1, 1);
        bench.allocLo(0, 2);
        bench.request(0, OpKind.PUT, 1, 32); // dropped
        bench.data(0, 1, 1);
        bench.data(0, 1, 2);
        assertFalse(unit.valid());
        bench.end(0, false);
        bench.request(0, OpKind.PUT, 2, 16);
        bench.data(3, 8, 8);
        bench.end(1, false); // other commands may come between
        assertFalse(unit.valid());
        bench.data(0, 7, 6);
        bench.ready = true;
        bench.edge();
        bench.assertFront(false, true);
        assertEquals(7, unit.w0());
        assertEquals(6, unit.w1());
        assertEquals(1, unit.enqueued());
    }

    // ---- rules 9 to 12

    @Test
    void r9EndWithDeallocGivesTheUnspentCreditsHomeAtOnce() {
        build(8);
        bench.allocHi(0, 8);
        bench.put(0, 1, 1);
        assertFalse(bench.canTake(1, 1));
        bench.end(0, false);
        bench.expectOne("DLA_ENDED", a(0), 0);
        assertFalse(bench.canTake(1, 1), "it stays open with what is left");
        bench.end(0, true);
        bench.expectOne("DLA_ENDED", a(0), 0);
        assertTrue(bench.canTake(1, 6));
        assertFalse(bench.canTake(1, 7), "2 words are still inside");
        bench.ready = true;
        bench.edges(2);
        assertTrue(bench.canTake(1, 8));
    }

    @Test
    void r9EndOfAnUnknownChannelIsAnError() {
        build(8);
        bench.end(TestTile.CHANNELS, true);
        bench.expectOne("DLA_ERROR", a(TestTile.CHANNELS), DlaErrorReason.CHANNEL);
        bench.end(3, true);
        bench.expectOne("DLA_ENDED", a(3), 0);
    }

    @Test
    void r11ReleaseAtOnceWhenNoneOfItsWordsIsInside() {
        build(8);
        bench.allocPr(0, 8);
        bench.events.take();
        bench.release(0);
        bench.expectOne("DLA_RELEASED", 0, 0);
        assertTrue(bench.canTake(0, 8));
    }

    @Test
    void r11ReleaseCountsTheWordThatLeavesInItsCycleAsGone() {
        build(8);
        bench.allocPr(3, 8);
        bench.request(3, OpKind.PUT, 1, 0);
        bench.events.take();
        bench.ready = true;
        bench.release(3);
        bench.events.expect(bench.t - 1 + " DLA_RELEASED 3 0", bench.t - 1 + " DLA_DRAINED " + tagged(3, 1) + " 1");
        assertTrue(bench.canTake(3, 8));
    }

    @Test
    void r11APendingReleaseTakesNoRequestAndNoAllocationAndIsSilentUntilItsLastWordLeaves() {
        build(8);
        bench.allocPr(3, 8);
        bench.put(3, 1, 2);
        bench.events.take();
        bench.release(3);
        bench.events.expect();
        bench.request(3, OpKind.PUT, 2, 0);
        bench.expectDropped(3, 2, DlaDropReason.NO_ALLOCATION);
        bench.allocPr(3, 1);
        bench.expectOne("DLA_ERROR", a(3), DlaErrorReason.NOT_IDLE);
        bench.release(3);
        bench.expectOne("DLA_ERROR", a(3), DlaErrorReason.RELEASE);
        bench.ready = true;
        bench.edges(2);
        bench.events.expect();
        assertFalse(bench.unit.dequeued() != 0);
        bench.edge();
        bench.events.expect(bench.t - 1 + " DLA_RELEASED 3 0", bench.t - 1 + " DLA_DRAINED " + tagged(3, 1) + " 3");
        bench.end(3, false);
        bench.expectOne("DLA_ENDED", a(3), 1);
        assertTrue(bench.canTake(3, 8));
    }

    @Test
    void r11ReleaseOfAnythingElseIsAnErrorWithoutEffect() {
        build(8);
        bench.release(0);
        bench.expectOne("DLA_ERROR", a(0), DlaErrorReason.RELEASE);
        bench.release(TestTile.CHANNELS);
        bench.expectOne("DLA_ERROR", a(TestTile.CHANNELS), DlaErrorReason.CHANNEL);
        bench.allocLo(0, 4);
        bench.events.take();
        bench.release(0);
        bench.expectOne("DLA_ERROR", a(0), DlaErrorReason.RELEASE);
        bench.request(0, OpKind.PUT, 1, 0);
        bench.expectAccepted(0, 1, 1);
    }

    /** The release of channel 3 waits for one word, which leaves in the next cycle. */
    private void pendingRelease() {
        bench.ready = false;
        build(16);
        bench.allocPr(3, 2);
        bench.allocPr(4, 2);
        bench.request(3, OpKind.PUT, 1, 0);
        bench.release(3);
        bench.events.take();
        bench.ready = true;
    }

    /** The events of the last cycle: the command's answer on one port, the completed release on the other. */
    private void expectBoth(final String port, final String answer, final String other) {
        final String cycle = bench.t - 1 + " ";
        assertEquals(port, bench.events.unit(0));
        assertEquals(other, bench.events.unit(1));
        bench.events.expect(cycle + answer, cycle + "DLA_RELEASED 3 0", cycle + "DLA_DRAINED " + tagged(3, 1) + " 1");
    }

    @Test
    void aReleaseThatCompletesTakesThePortThatIsFree() {
        final String alloc = EventUnit.name(EventUnit.DLA_ALLOC);
        final String store = EventUnit.name(EventUnit.DLA_STORE);
        pendingRelease();
        bench.edge();
        assertEquals(alloc, bench.events.unit(0), "without a command");
        pendingRelease();
        bench.request(4, OpKind.PUT, 2, 0);
        expectBoth(store, "DLA_ACCEPTED " + tagged(4, 2) + " 1", alloc);
        pendingRelease();
        bench.request(3, OpKind.PUT, 2, 0);
        expectBoth(store, "DLA_DISCARDED " + tagged(3, 2) + " " + DlaDropReason.NO_ALLOCATION, alloc);
        pendingRelease();
        bench.end(4, false);
        expectBoth(alloc, "DLA_ENDED " + a(4) + " 0", store);
        pendingRelease();
        bench.allocLo(5, 1);
        expectBoth(alloc, "DLA_GRANTED " + a(5) + " 1", store);
        pendingRelease();
        bench.release(5);
        expectBoth(alloc, "DLA_ERROR " + a(5) + " " + DlaErrorReason.RELEASE, store);
        pendingRelease();
        bench.release(4); // two releases complete in one cycle
        expectBoth(alloc, "DLA_RELEASED 4 0", store);
        assertTrue(bench.canTake(3, 16));
    }

    @Test
    void r12StrictOrderOverAllChannelsAndARequestIsSeenWhole() {
        build(16);
        bench.allocLo(0, 4);
        bench.allocPr(1, 4);
        bench.put(1, 11, 1);
        bench.put(0, 12, 0);
        bench.put(1, 13, 1);
        bench.ready = true;
        final int[] tags = {11, 11, 12, 13, 13};
        for (int i = 0; i < tags.length; i++) {
            if (unit.isHead()) {
                assertEquals(tags[i], Header1.tag(unit.w1()));
            } else {
                assertEquals(tags[i], unit.w0());
            }
            bench.edge();
        }
        assertFalse(unit.valid());
        assertEquals(3, unit.dequeued());
    }

    @ParameterizedTest(name = "depth {0}")
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void theFifoWrapsAtItsDepth(final int depth) {
        build(depth);
        bench.allocPr(0, depth);
        bench.ready = true;
        final int flits = Math.min(4, depth - 1);
        for (int tag = 0; tag < 5 * depth; tag++) {
            bench.put(0, tag, flits);
            for (int i = 0; i <= flits; i++) {
                bench.assertFront(i == 0, i == flits);
                if (i > 0) {
                    assertEquals(tag, unit.w0());
                    assertEquals(i - 1, unit.w1());
                }
                bench.edge();
            }
            final String drained = bench.t - 1 + " DLA_DRAINED " + tagged(0, tag) + " " + (flits + 1);
            assertTrue(bench.events.take().contains(drained), drained);
        }
        assertEquals(5 * depth, unit.dequeued());
    }

    @Test
    void countsAreModulo65536AndEverUsedIsSticky() {
        build(2);
        assertFalse(unit.everUsed());
        bench.request(0, OpKind.PUT, 0, 0); // dropped
        bench.end(0, false);
        assertFalse(unit.everUsed());
        bench.allocPr(0, 2);
        bench.ready = true;
        for (int i = 0; i < 1 << 16; i++) {
            bench.request(0, OpKind.PUT, i & 0x3FFF, 0);
            bench.events.take();
        }
        assertEquals(0, unit.enqueued());
        assertEquals(65535, unit.dequeued());
        bench.edge();
        assertEquals(0, unit.dequeued());
        assertTrue(unit.everUsed());
    }

    // ---- packets

    private long head0(final int kind, final int bytes, final long cycle) {
        final HeaderBuilder headers = new HeaderBuilder(bench.tile.context().shape(), 0, 2);
        return headers.build(DlaBench.TARGET, kind, 0, bytes, true, cycle & Header0.STAMP_MASK);
    }

    @Test
    void headersOfAPutCarryItsCounterOnlyWhenItIsValid() {
        build(16);
        bench.allocPr(0, 16);
        bench.edges(40_000); // beyond the stamp
        final long counter = 33L << Descriptor1.CTR_LSB;
        final long valid = 1L << Descriptor1.CTR_VALID_LSB;
        for (final long word : new long[] {counter, counter | valid}) {
            final long cycle = bench.t;
            bench.command(
                    TileCommand.DLA_REQUEST,
                    DlaBench.descriptor(OpKind.PUT, 0x2ABC, 0) | 0x3FL << Descriptor0.INDEX_LSB,
                    DlaBench.addresses(0x7654321, 0x7FFFFFF) | word,
                    0);
            assertEquals(head0(PacketType.PUT, 0, cycle), unit.w0());
            final long addressed = 0x2ABCL << Header1.TAG_LSB | 0x7FFFFFFL << Header1.ADDR_LSB;
            final long counted = word == counter ? 0 : 1L << Header1.CTR_VALID_LSB | 33L << Header1.CTR_LSB;
            assertEquals(Long.toHexString(addressed | counted), Long.toHexString(unit.w1()));
            bench.ready = true;
            bench.edge();
            bench.ready = false;
        }
    }

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {1, 15, 16, 17, 63, 64})
    void theLengthOfAPutIsThatOfItsDescriptor(final int bytes) {
        build(16);
        bench.allocLo(0, 5);
        final long cycle = bench.t;
        bench.request(0, OpKind.PUT, 1, bytes);
        for (int i = 0; i < (bytes + 15) / 16; i++) {
            bench.data(0, i, i);
        }
        assertEquals(head0(PacketType.PUT, bytes, cycle), unit.w0());
    }

    @ParameterizedTest(name = "kind {0}")
    @ValueSource(ints = {OpKind.GET, OpKind.FADD, OpKind.CAS})
    void theOthersCarryOneFlitAndThatOfAGetIsMadeHere(final int kind) {
        build(16);
        bench.allocLo(0, 2);
        final long cycle = bench.t;
        bench.command(
                TileCommand.DLA_REQUEST,
                DlaBench.descriptor(kind, 5, 0xABCDE),
                DlaBench.addresses(0x1234567, 0x89) | 42L << Descriptor1.CTR_LSB | 1L << Descriptor1.CTR_VALID_LSB,
                0);
        bench.data(0, -1, -2);
        bench.ready = true;
        assertEquals(head0(kind, HwLayout.FLIT_BYTES, cycle), unit.w0());
        assertEquals(5L << Header1.TAG_LSB | 0x89L << Header1.ADDR_LSB, unit.w1(), "no counter at the target");
        bench.edge();
        bench.assertFront(false, true);
        final long payload =
                42L << GetPayload.CTR_LSB | 0xABCDEL << GetPayload.LENGTH_LSB | 0x1234567L << GetPayload.LANDING_LSB;
        assertEquals(kind == OpKind.GET ? payload : -1, unit.w0());
        assertEquals(kind == OpKind.GET ? 0 : -2, unit.w1());
    }
}
