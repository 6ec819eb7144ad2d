// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import fairlead.hw.HwLayout.EventKind;
import fairlead.program.Operation;
import fairlead.program.Ops;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the cycle in which a violation of order is noticed. The clock is told when it occurs, and the verdict at the
 * end agrees.
 */
@Tag("M-72")
@Tag("M-721")
class OrderWatchTest {
    private static final int ADD = 1;

    private final Story story = new Story();

    private int put(final int slot) {
        return story.add(0, Ops.put(1, Story.SOURCE, Story.LANDING + 64 * slot, 32, slot));
    }

    private void seen(final String verdict, final long cycle) {
        assertEquals(cycle, story.firstViolation());
        assertEquals(Boolean.FALSE, story.verdict(verdict).holds());
    }

    private void sound(final String verdict) {
        assertEquals(-1, story.firstViolation());
        assertNotEquals(
                Boolean.FALSE,
                story.verdict(verdict).holds(),
                story.verdict(verdict).detail());
    }

    // ---- get

    private int get() {
        final int get = story.add(0, Ops.get(1, Story.LANDING, Story.SOURCE, 32, 3));
        story.begin().posted(get, 1);
        return get;
    }

    @Test
    void aGetThatIsDoneEarlyIsSeenWithItsLastByte() {
        final int get = get();
        story.piece(get, 0, 10, 0).done(get, 10).piece(get, 1, 15, 0);
        seen("data_integrity", 15);
    }

    @Test
    void theSameWhenTheBatchHasBoth() {
        final int get = get();
        story.piece(get, 0, 10, 0).piece(get, 1, 15, 0).done(get, 10);
        seen("data_integrity", 15);
    }

    @Test
    void aGetThatIsDoneWithItsLastByteIsSound() {
        final int get = get();
        story.pieces(get, 10).done(get, 11);
        sound("data_integrity");
    }

    // ---- flush and quiet

    private int[] flushed(final Operation last) {
        final int put = put(0);
        final int flush = story.add(0, last);
        final int later = put(1);
        story.begin().posted(put, 1).posted(flush, 2).posted(later, 3);
        return new int[] {put, flush, later};
    }

    @Test
    void aFlushThatIsDoneEarlyIsSeenWithTheLastByteOfWhatItCovers() {
        final int[] ids = flushed(Ops.flush(1));
        story.piece(ids[0], 0, 10, 0).done(ids[1], 10).piece(ids[0], 1, 12, 0);
        seen("fence_ordering", 12);
    }

    @Test
    void theSameWhenTheBatchOfTheFlushHasIt() {
        final int[] ids = flushed(Ops.flush(1));
        story.piece(ids[0], 0, 10, 0).piece(ids[0], 1, 12, 0).done(ids[1], 10);
        seen("fence_ordering", 12);
    }

    @Test
    void aQuietThatIsDoneEarlyIsSeen() {
        final int[] ids = flushed(Ops.quiet());
        story.piece(ids[0], 0, 10, 0).done(ids[1], 10).piece(ids[0], 1, 12, 0);
        seen("fence_ordering", 12);
    }

    @Test
    void aFlushSaysNothingOfWhatComesBehindIt() {
        final int[] ids = flushed(Ops.flush(1));
        story.pieces(ids[0], 10).done(ids[1], 11).pieces(ids[2], 12);
        sound("fence_ordering");
    }

    @Test
    void aFetchAddBehindItsFlushIsSeenWhenItsResultTellsWhen() {
        final int add = story.add(0, Ops.fadd(1, Story.LANDING, 5));
        final int flush = story.add(0, Ops.flush(1));
        story.begin().posted(add, 1).posted(flush, 2).done(flush, 10);
        story.atomic(12, 1, Story.LANDING, ADD, 5, true)
                .event(18, 0, EventKind.OP_RESULT, add, 0, 0)
                .done(add, 18);
        seen("fence_ordering", 18);
    }

    // ---- fence

    private int[] fenced() {
        final int put = put(0);
        final int fence = story.add(0, Ops.fence(1));
        final int late = put(1);
        story.begin().posted(put, 1).posted(fence, 2).posted(late, 3);
        return new int[] {put, fence, late};
    }

    @Test
    void whatPassesAFenceIsSeenWithTheLastByteOfWhatIsPassed() {
        final int[] ids = fenced();
        story.done(ids[1], 4).piece(ids[2], 0, 10, 0).pieces(ids[0], 11);
        seen("fence_ordering", 12);
    }

    @Test
    void whatTouchesMemoryInTheSameCycleIsSeen() {
        final int[] ids = fenced();
        story.done(ids[1], 4).pieces(ids[0], 10).piece(ids[2], 0, 11, 0);
        seen("fence_ordering", 11);
    }

    @Test
    void aFenceThatIsToldDoneLaterIsSeenThen() {
        final int[] ids = fenced();
        story.piece(ids[2], 0, 10, 0).pieces(ids[0], 11).done(ids[1], 20);
        seen("fence_ordering", 20);
    }

    @Test
    void aFenceInOrderIsSound() {
        final int[] ids = fenced();
        story.done(ids[1], 4).pieces(ids[0], 10).pieces(ids[2], 12);
        sound("fence_ordering");
    }

    // ---- a fetch-add before a fence: its answer comes later than the writes behind the fence

    private int[] fencedAdd() {
        final int add = story.add(0, Ops.fadd(1, Story.LANDING + 512, 5));
        final int fence = story.add(0, Ops.fence(1));
        final int late = put(1);
        final int next = story.add(0, Ops.fence(1));
        final int last = put(2);
        story.begin();
        for (final int id : new int[] {add, fence, late, next, last}) {
            story.posted(id, 1);
        }
        return new int[] {add, fence, late, next, last};
    }

    private void added(final int add, final long cycle) {
        story.atomic(cycle, 1, Story.LANDING + 512, ADD, 5, true);
    }

    private void answered(final int add, final long cycle) {
        story.event(cycle, 0, EventKind.OP_RESULT, add, 0, 0).done(add, cycle);
    }

    @Test
    void aFetchAddWhoseAnswerIsLateIsSound() {
        final int[] ids = fencedAdd();
        story.done(ids[1], 4).done(ids[3], 5);
        added(ids[0], 9);
        story.pieces(ids[2], 10).pieces(ids[4], 12);
        answered(ids[0], 20);
        sound("fence_ordering");
    }

    @Test
    void aFetchAddThatActsWithWhatIsBehindItsFenceIsSeenWithItsAnswer() {
        final int[] ids = fencedAdd();
        story.done(ids[1], 4).done(ids[3], 5);
        story.piece(ids[2], 0, 10, 0);
        added(ids[0], 10);
        story.piece(ids[2], 1, 11, 0).pieces(ids[4], 12);
        answered(ids[0], 20);
        seen("fence_ordering", 20);
    }

    @Test
    void aFetchAddThatActsBetweenTheWritesBehindTwoFencesIsSeen() {
        final int[] ids = fencedAdd();
        story.done(ids[1], 4).done(ids[3], 5);
        story.pieces(ids[2], 6);
        added(ids[0], 9);
        story.pieces(ids[4], 12);
        answered(ids[0], 20);
        seen("fence_ordering", 20);
    }
}
