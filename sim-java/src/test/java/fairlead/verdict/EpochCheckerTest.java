// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.EpochAccess;
import fairlead.program.Ops;
import fairlead.program.Result;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the verdict epoch_closure on invented runs. */
@Tag("M-EPO-1")
@Tag("M-EPO-2")
@Tag("M-721")
@Tag("M-982")
class EpochCheckerTest {
    private static final int ENTRY = 6;
    private static final int INDEX = 3; // epoch index at the origin

    private final Story story = new Story();

    /** Adds an epoch in which node 0 opens epoch 5 to node 1, puts and closes; the put is posted. */
    private int[] epoch() {
        final int open = story.add(0, Ops.epochOpen(5, 1));
        final int put =
                story.add(0, Ops.put(1, Story.SOURCE, Story.LANDING, 32, 1).in(open));
        final int close = story.add(0, Ops.epochClose(open));
        story.begin().given(open, INDEX, 1);
        exposed(5, 5);
        granted(7, INDEX).done(open, 9).posted(put, 10).posted(close, 11);
        return new int[] {open, put, close};
    }

    /** Lets INIT_ACK leave node 1. */
    private Story granted(final long cycle, final int index) {
        return story.control(cycle, PacketType.INIT_ACK, 1, 0, index, ENTRY);
    }

    private Story terminated(final long cycle) {
        return story.control(cycle, PacketType.TERM, 0, 1, ENTRY, 0);
    }

    private Story closed(final long cycle, final int failed) {
        return story.event(cycle, 0, EventKind.EPOCH_CLOSED, INDEX, failed, 0);
    }

    private Story exposed(final long cycle, final int id) {
        return story.event(cycle, 1, EventKind.EPOCH_EXPOSED, ENTRY, id, 0); // the origin is node 0
    }

    private Story acked(final long cycle) {
        return story.event(cycle, 1, EventKind.EPOCH_ACKED, ENTRY, 1, 0);
    }

    private Story freed(final long cycle) {
        return story.event(cycle, 1, EventKind.EPOCH_FREED, ENTRY, 5, 0);
    }

    @Test
    void anEpochThatClosesAfterItsLastPutHolds() {
        final int[] ids = epoch();
        story.pieces(ids[1], 20);
        acked(22);
        closed(25, 0);
        terminated(27);
        freed(35);
        story.event(45, 0, EventKind.EPOCH_ENDED, INDEX, 0, 0).done(ids[2], 45);
        story.holds("epoch_closure", 1);
    }

    /** The run can stop where a byte lands behind the ACK of its target, or behind the end at its origin. */
    @ParameterizedTest(name = "closed: {0}")
    @ValueSource(booleans = {false, true})
    void aByteThatLandsTooLateIsDatedWhereItLands(final boolean isClosed) {
        final int[] ids = epoch();
        story.piece(ids[1], 0, 20, 0);
        acked(22);
        if (isClosed) {
            closed(25, 0);
        }
        assertEquals(-1, story.firstViolation());
        story.piece(ids[1], 1, 30, 0);
        assertEquals(30, story.firstViolation());
        story.fails("epoch_closure", "30");
    }

    /** Two tasks of a node open epochs of one id to one target, and the target grants the second one first. */
    @Test
    void epochsOfOneOriginAndIdAreKnownByTheirIndex() {
        final int first = story.add(0, Ops.epochOpen(5, 1));
        final int put =
                story.add(0, Ops.put(1, Story.SOURCE, Story.LANDING, 32, 1).in(first));
        final int second = story.add(0, Ops.epochOpen(5, 1));
        story.add(0, Ops.epochClose(first));
        story.add(0, Ops.epochClose(second));
        story.begin().given(first, INDEX, 1).given(second, INDEX + 1, 1);
        exposed(5, 5);
        story.event(6, 1, EventKind.EPOCH_EXPOSED, ENTRY + 1, 5, 0);
        granted(7, INDEX + 1);
        story.control(8, PacketType.INIT_ACK, 1, 0, INDEX, ENTRY + 1)
                .posted(put, 9)
                .pieces(put, 30);
        acked(20); // belongs to the second epoch, which has no put
        story.holds("epoch_closure", 1);
    }

    @Test
    void aGrantForAnotherIndexIsCaught() {
        final int open = story.add(0, Ops.epochOpen(5, 1));
        story.add(0, Ops.epochClose(open));
        story.begin().given(open, INDEX, 1);
        exposed(5, 5);
        granted(7, INDEX + 1);
        story.fails("epoch_closure", "to index 4 of node 0, which has not asked for it");
    }

    @Test
    void anEpochToldClosedBeforeItsGetIsInMemoryIsCaughtWheneverSoftwareIsTold() {
        final int open = story.add(0, Ops.epochOpen(5, 1));
        final int get =
                story.add(0, Ops.get(1, Story.SOURCE, Story.LANDING, 16, 0).in(open));
        final int close = story.add(0, Ops.epochClose(open));
        story.begin().given(open, INDEX, 1);
        exposed(5, 5);
        granted(7, INDEX).posted(get, 10);
        acked(22);
        closed(25, 0);
        story.pieces(get, 26).done(get, 27).done(close, 45);
        story.fails("epoch_closure", "closed in cycle 25, a transfer of it was in memory in cycle 26");
    }

    @Test
    void anEpochWithARefusedTransferMustSaySo() {
        final int[] ids = epoch();
        story.ended(ids[1], 20, Result.REFUSED);
        acked(22);
        closed(25, 0).ended(ids[2], 45, Result.DONE);
        story.fails("epoch_closure", "closed without an error, and a transfer of it was refused");
    }

    @Test
    void anEpochWithARefusedTransferThatSaysSoHolds() {
        final int[] ids = epoch();
        story.ended(ids[1], 20, Result.REFUSED);
        acked(22);
        closed(25, 1).ended(ids[2], 45, Result.FAILED);
        story.holds("epoch_closure", 1);
    }

    @Test
    void anErrorOfAnEpochWithoutOneIsCaught() {
        final int[] ids = epoch();
        story.pieces(ids[1], 15);
        acked(22);
        closed(25, 1).ended(ids[2], 45, Result.FAILED);
        story.fails("epoch_closure", "closed with an error, and no transfer of it was refused");
    }

    @Test
    void anEndBeforeTheTargetIsFreeIsCaught() {
        final int[] ids = epoch();
        story.pieces(ids[1], 15);
        acked(22);
        closed(25, 0).event(40, 0, EventKind.EPOCH_ENDED, INDEX, 0, 0);
        story.fails("epoch_closure", "whose target has not lifted its access limit");
    }

    // ---- strangers, with the epoch granted in cycle 7 and terminated in cycle 50

    private void stranger(final long posted, final long commit) {
        stranger(posted, -1, commit);
    }

    /** Lets node 2 put 32 bytes to node 1 in these cycles; its packet leaves in cycle `left` if that is not -1. */
    private void stranger(final long posted, final long left, final long commit) {
        final int put = story.add(2, Ops.put(1, Story.SOURCE, Story.LANDING + 64, 32, 2));
        final int[] ids = epoch();
        story.pieces(ids[1], 15).posted(put, posted);
        if (left >= 0) {
            story.request(left, true, put, PacketType.PUT, 1);
        }
        acked(22);
        closed(25, 0);
        if (commit > 50) {
            terminated(50);
        }
        story.pieces(put, commit).done(put, commit);
        if (commit < 50) {
            terminated(50);
        }
        freed(55);
    }

    @Test
    void aStrangersPutThatIsServedWhileAnEpochIsOpenIsCaught() {
        stranger(10, 40);
        assertEquals(41, story.firstViolation());
        story.fails("epoch_closure", "in memory in cycle 40, while an epoch of node 0 was open there");
    }

    @Test
    void aStrangersPutThatMayArriveBeforeTheEpochMayBeServed() {
        stranger(3, 40);
        assertEquals(-1, story.firstViolation());
        story.holds("epoch_closure", 1);
    }

    @Test
    void aStrangersPutFromBeforeTheEpochThatLeavesWhenItIsOpenIsCaught() {
        stranger(3, 5, 40);
        assertEquals(41, story.firstViolation());
        story.fails("epoch_closure", "in memory in cycle 40, while an epoch of node 0 was open there");
    }

    /**
     * A put that may have been under way when the epoch opened in cycle 5 comes in cycle 38, behind a packet that left
     * its port in cycle `before`.
     */
    private int behind(final long before, final Result result) {
        final int put = story.add(2, Ops.put(1, Story.SOURCE, Story.LANDING + 64, 32, 2));
        final int[] ids = epoch();
        story.pieces(ids[1], 15).posted(put, 3);
        story.packet(before, false, 0, 0).request(38, false, put, PacketType.PUT, 1);
        acked(42);
        closed(45, 0);
        if (result == Result.DONE) {
            story.pieces(put, 40);
        }
        story.ended(put, 46, result);
        terminated(50);
        freed(55);
        return put;
    }

    @Test
    void aPacketBehindOneThatCameWhenTheEpochWasOpenIsCaught() {
        behind(10, Result.DONE);
        story.fails(
                "epoch_closure",
                "was served: a packet came between cycles 10 and 38, while an epoch of node 0 was open there");
    }

    @Test
    void aPacketBehindOneThatCameBeforeTheEpochMayBeServed() {
        behind(5, Result.DONE);
        story.holds("epoch_closure", 1);
    }

    @Test
    void aPacketThatIsRefusedIsNone() {
        behind(10, Result.REFUSED);
        story.holds("epoch_closure", 1);
    }

    /** The link to the target takes two cycles: what leaves one cycle before the target opens arrives later. */
    @Test
    void aStrangersPutThatIsOnItsWayWhenTheEpochOpensIsCaught() {
        stranger(4, 40);
        assertEquals(41, story.firstViolation());
        story.fails("epoch_closure", "in memory in cycle 40, while an epoch of node 0 was open there");
    }

    @Test
    void aStrangersPutThatLeavesBeforeTheEpochMayBeServed() {
        stranger(2, 3, 40);
        assertEquals(-1, story.firstViolation());
        story.holds("epoch_closure", 1);
    }

    @Test
    void aStrangersPutMayBeServedWhenTheEpochEnds() {
        stranger(10, 51);
        assertEquals(-1, story.firstViolation());
        story.holds("epoch_closure", 1);
    }

    @Test
    void whatTheOriginSendsBesideItsEpochMayBeServed() {
        final int put = story.put(1, 4);
        final int[] ids = epoch();
        story.pieces(ids[1], 15).posted(put, 12).pieces(put, 18).done(put, 20);
        acked(22);
        closed(25, 0);
        terminated(50);
        freed(55);
        story.holds("epoch_closure", 1);
    }

    @Test
    void aStrangersGetAndAtomicAreCaughtToo() {
        final int get = story.add(2, Ops.get(1, Story.SOURCE, Story.LANDING + 128, 16, 0));
        final int[] ids = epoch();
        story.pieces(ids[1], 15).posted(get, 10).pieces(get, 40).done(get, 41);
        acked(22);
        terminated(50);
        freed(55);
        story.fails("epoch_closure", "read by cycle 40, while an epoch of node 0 was open there");
    }

    @Test
    void anAccessLimitLiftedBeforeTheTerminationIsCaught() {
        final int[] ids = epoch();
        story.pieces(ids[1], 15);
        acked(22);
        closed(25, 0);
        freed(26);
        story.fails("epoch_closure", "access limit lifted in cycle 26, before its termination");
    }

    @Test
    void anAcknowledgementBeforeTheLastPutIsInMemoryIsCaught() {
        final int[] ids = epoch();
        story.piece(ids[1], 0, 20, 0);
        acked(20).piece(ids[1], 1, 21, 0).done(ids[2], 30);
        freed(35);
        story.fails("epoch_closure", "acknowledged in cycle 20, its last put was in memory in cycle 21");
    }

    @Test
    void aCloseWithoutAnAcknowledgementIsCaught() {
        final int[] ids = epoch();
        story.pieces(ids[1], 20).done(ids[2], 30);
        story.fails("epoch_closure", "without an acknowledgement");
    }

    @Test
    @Tag("R-EPO-8")
    void aCloseBeforeATransferIsInMemoryIsCaught() {
        final int[] ids = epoch();
        acked(20).done(ids[2], 30);
        story.pieces(ids[1], 40);
        story.fails("epoch_closure", "a transfer of it was in memory in cycle 41");
    }

    @Test
    void anAccessLimitLiftedBeforeTheLastPutIsCaught() {
        final int[] ids = epoch();
        freed(15);
        story.pieces(ids[1], 20).done(ids[2], 30);
        story.fails("epoch_closure", "lifted in cycle 15");
    }

    @Test
    void aSecondAcknowledgementIsCaught() {
        final int[] ids = epoch();
        story.pieces(ids[1], 20);
        acked(22);
        acked(23).done(ids[2], 30);
        story.fails("epoch_closure", "a second time");
    }

    @Test
    void aWindowOpenedForAnEpochThatNobodyAskedForIsCaught() {
        epoch();
        exposed(12, 8);
        story.fails("epoch_closure", "which nobody asked for");
    }

    // ---- an origin that waits for another one

    /** Node 2 waits at node 1, which node 0 holds. */
    private Object[] waits(final EpochAccess access) {
        final Story story = new Story(access);
        final int first = story.add(0, Ops.epochOpen(5, 1));
        final int second = story.add(2, Ops.epochOpen(6, 1));
        story.add(0, Ops.epochClose(first));
        story.add(2, Ops.epochClose(second));
        story.begin().given(first, INDEX, 1).given(second, INDEX, 1);
        story.event(5, 1, EventKind.EPOCH_EXPOSED, ENTRY, 5, 0)
                .control(7, PacketType.INIT_ACK, 1, 0, INDEX, ENTRY)
                .done(first, 9);
        return new Object[] {story, second};
    }

    @Test
    void whoHoldsATargetIsNamed() {
        final Object[] waits = waits(EpochAccess.QUEUE);
        assertEquals(
                Map.of(waits[1], "node 2 waits at node 1, which node 0 holds"),
                ((Story) waits[0]).verdict("epoch_closure").extra().get("held"));
    }

    @Test
    void aTargetThatIsFreeOrOpenToAllKeepsNobodyWaiting() {
        final Story freed = (Story) waits(EpochAccess.QUEUE)[0];
        freed.control(20, PacketType.TERM, 0, 1, ENTRY, 0);
        assertNull(freed.verdict("epoch_closure").extra().get("held"));
        assertNull(((Story) waits(EpochAccess.OPEN)[0])
                .verdict("epoch_closure")
                .extra()
                .get("held"));
    }
}
