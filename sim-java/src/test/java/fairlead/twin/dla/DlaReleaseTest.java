// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dla;

import static fairlead.twin.dla.DlaBench.a;
import static fairlead.twin.dla.DlaBench.tagged;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaErrorReason;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.OpKind;
import fairlead.twin.ports.TestTile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests rules 9 and 11 of docs/spec/dla-arbiter.md: transaction end, release, and the event port of a release. */
@Tag("hazard-DLA-10")
class DlaReleaseTest {
    private final DlaBench bench = new DlaBench();

    @Test
    void r9EndWithDeallocGivesTheUnspentCreditsHomeAtOnce() {
        bench.build(8);
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
        bench.build(8);
        bench.end(TestTile.CHANNELS, true);
        bench.expectOne("DLA_ERROR", a(TestTile.CHANNELS), DlaErrorReason.CHANNEL);
        bench.end(3, true);
        bench.expectOne("DLA_ENDED", a(3), 0);
    }

    @Test
    void r11ReleaseAtOnceWhenNoneOfItsWordsIsInside() {
        bench.build(8);
        bench.allocPr(0, 8);
        bench.events.take();
        bench.release(0);
        bench.expectOne("DLA_RELEASED", 0, 0);
        assertTrue(bench.canTake(0, 8));
    }

    @Test
    void r11ReleaseCountsTheWordThatLeavesInItsCycleAsGone() {
        bench.build(8);
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
        bench.build(8);
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
        bench.build(8);
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

    /** Makes the release of channel 3 wait for one word, which leaves in the next cycle. */
    private void pendingRelease() {
        bench.ready = false;
        bench.build(16);
        bench.allocPr(3, 2);
        bench.allocPr(4, 2);
        bench.request(3, OpKind.PUT, 1, 0);
        bench.release(3);
        bench.events.take();
        bench.ready = true;
    }

    /**
     * Asserts the events of the last cycle: the answer to the command on one port, and the completed release on the
     * other.
     */
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
}
