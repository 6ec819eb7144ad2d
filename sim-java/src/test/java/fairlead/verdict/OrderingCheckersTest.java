// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.WriteOp;
import fairlead.program.OpKind;
import fairlead.program.Ops;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the fence, barrier, packet and standstill verdicts on invented runs. */
@Tag("M-6")
@Tag("M-8")
@Tag("M-980")
class OrderingCheckersTest {
    private final Story story = new Story();

    // ---- fence_ordering

    @Test
    void aFlushThatIsDoneAfterTheLastByteHolds() {
        final int put = story.put(1, 0);
        final int flush = story.add(0, Ops.flush(1));
        story.begin().posted(put, 1).posted(flush, 2).pieces(put, 10).done(flush, 12);
        story.holds("fence_ordering", 1);
    }

    @Test
    void aFlushThatIsDoneBeforeTheLastByteIsCaught() {
        final int put = story.put(1, 0);
        final int flush = story.add(0, Ops.flush(1));
        story.begin()
                .posted(put, 1)
                .posted(flush, 2)
                .piece(put, 0, 10, 0)
                .done(flush, 10)
                .piece(put, 1, 11, 0);
        story.fails("fence_ordering", "was done in cycle 10, an earlier operation was in memory only in cycle 11");
    }

    @Test
    void aFlushOfAPutThatNeverReachesMemoryIsCaught() {
        final int put = story.put(1, 0);
        final int flush = story.add(0, Ops.flush(1));
        story.begin().posted(put, 1).posted(flush, 2).done(flush, 10);
        story.fails("fence_ordering", "never");
    }

    /** What FenceAccount finds makes the verdict false, although every byte is in memory in time. */
    @Test
    void aFlushThatIsToldWithoutADescriptorIsCaught() {
        final int put = story.put(1, 0);
        final int flush = story.add(0, Ops.flush(1));
        story.begin().posted(put, 1).posted(flush, 2).pieces(put, 10);
        story.event(15, 0, EventKind.FLUSH_ARMED, flush, 0, 0).done(flush, 20);
        assertEquals(15, story.firstViolation());
        story.fails("fence_ordering", "cycle 15: node 0 arms tag 1, and no such descriptor has left");
    }

    @Test
    @Tag("R-FEN-1")
    @Tag("R-FEN-10")
    @Tag("hazard-fence-13")
    void aQuietCoversEveryTargetAndAFlushOnlyItsOwn() {
        final int near = story.put(1, 0);
        final int far = story.put(2, 1);
        final int flush = story.add(0, Ops.flush(1));
        final int quiet = story.add(0, Ops.quiet());
        story.begin().posted(near, 1).posted(far, 1).posted(flush, 2).posted(quiet, 2);
        story.pieces(near, 10).done(flush, 15).done(quiet, 16).pieces(far, 20);
        story.fails("fence_ordering", "op 3 (QUIET");
        assertTrue(
                !story.verdict("fence_ordering").detail().contains("op 2"),
                "the flush to node 1 says nothing about node 2");
    }

    @Test
    @Tag("R-FEN-4")
    void aFlushNeedNotWaitForAPutThatWasPostedBehindIt() {
        final int put = story.put(1, 0);
        final int flush = story.add(0, Ops.flush(1));
        final int later = story.put(1, 1);
        story.begin()
                .posted(put, 1)
                .posted(flush, 2)
                .posted(later, 3)
                .pieces(put, 10)
                .done(flush, 12)
                .pieces(later, 20);
        story.holds("fence_ordering", 1);
    }

    @Test
    void aPutInMemoryBeforeAnEarlierOneAcrossAFenceIsCaught() {
        final int put = story.put(1, 0);
        final int fence = story.add(0, Ops.fence(1));
        final int flag = story.put(1, 1);
        story.begin().posted(put, 1).posted(fence, 2).posted(flag, 3);
        story.piece(put, 0, 10, 0)
                .piece(flag, 0, 11, 0)
                .piece(put, 1, 12, 0)
                .piece(flag, 1, 13, 0)
                .done(fence, 4);
        story.fails("fence_ordering", "op 2 (PUT");
    }

    @Test
    void putsInOrderAcrossAFenceHold() {
        final int put = story.put(1, 0);
        final int fence = story.add(0, Ops.fence(1));
        final int flag = story.put(1, 1);
        story.begin()
                .posted(put, 1)
                .posted(fence, 2)
                .posted(flag, 3)
                .pieces(put, 10)
                .pieces(flag, 12)
                .done(fence, 4);
        story.holds("fence_ordering", 1);
    }

    // ---- barrier_safety

    private void barrier(final long lastEntry, final long release) {
        final int[] ids = new int[3];
        for (int node = 0; node < 3; node++) {
            ids[node] = story.add(node, Ops.barrier());
        }
        story.begin().posted(ids[0], 1).posted(ids[1], 2);
        if (lastEntry >= 0) {
            story.posted(ids[2], lastEntry);
        }
        story.done(ids[0], release);
    }

    @Test
    void aReleaseAfterTheLastEntryHolds() {
        barrier(20, 21);
        story.holds("barrier_safety", 1);
    }

    @Test
    @Tag("R-BAR-7")
    void aReleaseBeforeTheLastEntryIsCaught() {
        barrier(20, 20);
        story.fails("barrier_safety", "released in cycle 20, the last task entered in cycle 20");
    }

    @Test
    void aReleaseWithATaskThatNeverEntersIsCaught() {
        barrier(-1, 20);
        story.fails("barrier_safety", "never");
    }

    // ---- conservation

    @Test
    void everyPacketDeliveredAsItWasSentHolds() {
        story.begin()
                .packet(1, true, 0, 5)
                .packet(2, true, 1, 6)
                .packet(9, false, 0, 5)
                .packet(9, false, 1, 6);
        story.holds("conservation", 12 + 2);
        story.holds("deadlock_freedom", 2);
    }

    @Test
    void aMissingPacketIsCaught() {
        story.begin().packet(1, true, 0, 5).packet(2, true, 0, 6).packet(9, false, 0, 5);
        story.fails("conservation", "node 0 sent 2 requests, 1 were delivered");
    }

    @Test
    void aPacketDeliveredTwiceIsCaught() {
        story.begin().packet(1, true, 0, 5).packet(9, false, 0, 5).packet(9, false, 0, 5);
        story.fails("conservation", "node 0 sent 1 requests, 2 were delivered");
    }

    @Test
    void aPacketWithAnotherHeaderIsCaught() {
        story.begin().packet(1, true, 0, 5).packet(9, false, 0, 7);
        story.fails("conservation", "with other headers");
    }

    @Test
    void aCreditSumThatIsWrongIsCaught() {
        story.begin();
        story.brokenSums = 1;
        story.fails("conservation", "1 credit sums are wrong");
    }

    // ---- deadlock_freedom

    @Test
    void aStandstillWithPacketsInFlightIsADeadlock() {
        story.begin().packet(1, true, 0, 5);
        story.drained = false;
        story.open = List.of("op 0");
        story.fails("deadlock_freedom", "1 packets in flight");
        assertEquals("deadlock", story.verdict("deadlock_freedom").extra().get("kind"));
    }

    @Test
    void aStandstillWithoutPacketsWaitsOnSoftware() {
        story.begin().packet(1, true, 0, 5).packet(9, false, 0, 5);
        story.drained = false;
        story.open = List.of("op 0");
        story.fails("deadlock_freedom", "software_wait");
    }

    @Test
    void aRunThatIsCutOffWhileMovingClaimsNothing() {
        story.begin().packet(1, true, 0, 5);
        story.drained = false;
        story.moving = true;
        assertEquals(null, story.verdict("deadlock_freedom").holds());
    }

    /** Two atomics that change nothing and find the same; the later one, behind a fence, is told first. */
    @Test
    void anAtomicIsNotTakenForAnEqualOneThatActedBeforeItsPacketLeft() {
        final int word = Story.LANDING + 512;
        final int other = story.add(2, Ops.fetchOp(OpKind.FOR, 1, word, 0));
        final int put = story.put(1, 0);
        final int fence = story.add(0, Ops.fence(1));
        final int late = story.add(0, Ops.fetchOp(OpKind.FOR, 1, word, 0));
        story.begin().posted(other, 1).posted(put, 1).posted(fence, 2).posted(late, 3);
        story.request(4, true, other, PacketType.FADD, 1).atomic(10, 1, word, WriteOp.FETCH_OR, 0, true);
        story.pieces(put, 15).done(fence, 18);
        story.request(20, true, late, PacketType.FADD, 1).atomic(30, 1, word, WriteOp.FETCH_OR, 0, true);
        story.event(33, 0, EventKind.OP_RESULT, late, 0, 0).done(late, 33);
        story.event(40, 2, EventKind.OP_RESULT, other, 0, 0).done(other, 40);
        assertEquals(Boolean.TRUE, story.verdict("fence_ordering").holds());
    }

    // ---- a run that is cut off while the answer to a fetch-add is on its way

    private void cutOff(final boolean acts) {
        final int add = story.add(0, Ops.fadd(1, Story.LANDING + 512, 5));
        final int fence = story.add(0, Ops.fence(1));
        final int put = story.put(1, 0);
        story.begin().posted(add, 1).posted(fence, 2).posted(put, 3).done(fence, 4);
        if (acts) {
            story.atomic(9, 1, Story.LANDING + 512, 1, 5, true);
        }
        story.pieces(put, 10);
        story.drained = false;
        story.moving = true;
    }

    @Test
    void aFetchAddThatHasActedIsInMemoryAlthoughItsAnswerIsOnItsWay() {
        cutOff(true);
        story.holds("fence_ordering", 1);
    }

    @Test
    void aFetchAddThatHasNotActedBeforeWhatIsBehindItsFenceIsCaughtAtACutOff() {
        cutOff(false);
        story.fails("fence_ordering", "an operation before it never");
    }
}
