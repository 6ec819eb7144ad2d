// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.program.Ops;
import fairlead.program.Result;
import fairlead.run.Machines;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests refusals with and without a cause on invented runs. */
@Tag("M-79")
@Tag("M-982")
class RefusalsTest {
    private static final int INDEX = 3;

    private final Story story = new Story();

    private void fails(final String detail) {
        story.fails("conservation", detail);
    }

    private void passes() {
        final Verdict verdict = story.verdict("conservation");
        assertNotEquals(Boolean.FALSE, verdict.holds(), verdict.detail());
    }

    /** Adds the INIT of an epoch that `origin` opens to node 1. */
    private void init(final long cycle, final int origin, final int index) {
        story.control(cycle, PacketType.INIT, origin, 1, index, 5);
    }

    private void ended(final long cycle, final int origin) {
        story.event(cycle, origin, EventKind.EPOCH_ENDED, INDEX, 0, 0);
    }

    private int put() {
        final int put =
                story.add(0, Ops.put(1, Story.SOURCE, Story.LANDING, 32, 1).attempt());
        story.begin();
        return put;
    }

    /** Lets node 1 refuse the put, which was handed over in cycle 20 and has arrived. */
    private void refused(final int put, final long cycle) {
        final long word0 = story.header(PacketType.PUT, 0, 1, 32);
        story.packet(22, true, 0, word0, put).packet(25, false, 1, word0, put);
        story.nack(cycle, PacketType.PUT, 1, 0, put, 0)
                .event(cycle + 2, 0, EventKind.OP_REFUSED, put, 0, 0)
                .ended(put, cycle + 2, Result.REFUSED);
    }

    @Test
    void aRefusalWithoutAnEpochIsCaughtWhenItLeaves() {
        final int put = put();
        story.posted(put, 20);
        refused(put, 30);
        assertEquals(30, story.firstViolation());
        fails("cycle 30: node 1 refuses node 0 op 0 (PUT node 1, node 0 task 0) without cause");
    }

    @Test
    void aRefusalDuringTheEpochOfAnotherHasItsCause() {
        final int put = put();
        init(10, 2, INDEX);
        story.posted(put, 20);
        refused(put, 30);
        passes();
    }

    @Test
    void aRefusalDuringItsOwnEpochIsCaught() {
        final int put = put();
        init(10, 0, INDEX);
        story.posted(put, 20);
        refused(put, 30);
        fails("without cause");
    }

    @Test
    void theEpochOfAnotherIsACauseUntilItsOriginHasSeenItsEndAndNoLonger() {
        final int put = put();
        init(10, 2, INDEX);
        ended(19, 2);
        story.posted(put, 20);
        refused(put, 30);
        fails("without cause");
    }

    @Test
    void anEpochThatEndsWhileThePutIsOnItsWayIsACause() {
        final int put = put();
        init(10, 2, INDEX);
        story.posted(put, 20);
        ended(21, 2);
        refused(put, 30);
        passes();
    }

    @Test
    void anEpochThatWasDeniedIsNoCause() {
        final int put = put();
        init(10, 2, INDEX);
        story.event(15, 2, EventKind.EPOCH_DENIED, INDEX, 0, 0).posted(put, 20);
        refused(put, 30);
        fails("without cause");
    }

    @Test
    void theEpochOfTheFirstIndexThatWasDeniedIsNoCause() {
        final int put = put();
        init(10, 2, 0);
        story.event(15, 2, EventKind.EPOCH_DENIED, 0, 0, 0).posted(put, 20);
        refused(put, 30);
        fails("without cause");
    }

    @Test
    void aRefusalThatIsToldAndWasNeverSentIsCaught() {
        final int put = put();
        story.posted(put, 20).event(30, 0, EventKind.OP_REFUSED, put, 0, 0).ended(put, 30, Result.REFUSED);
        fails("node 0 says that its operation with tag 0 was refused, and no NACK of it has come");
    }

    @Test
    void aRefusalOfNoOperationIsCaught() {
        put();
        story.nack(30, PacketType.PUT, 1, 0, 7, 0);
        fails("node 1 refuses node 0 tag 7, which is of no operation");
    }

    private void message(final long credits) {
        final int send =
                story.withMessages().add(0, Ops.sendValue(1, Story.SOURCE, 9, 9).attempt());
        story.begin().command(0, 0, TileCommand.MSG_CREDIT, story.coord(1), credits);
        story.posted(send, 20).nack(30, PacketType.MSG, 1, 0, send, 0);
    }

    @Test
    void aMessageThatIsRefusedAlthoughThereAreSlotsForAllCreditsIsCaught() {
        message(slots());
        fails("refuses node 0 op 0 (SEND");
    }

    @Test
    void aMessageBeyondTheSlotsMayBeRefused() {
        message(slots() + 1L);
        passes();
    }

    private static int slots() {
        return Machines.of(new fairlead.machine.Shape(3, 1, 1), 1).buffers().reception();
    }

    // ---- INIT

    @Test
    void anInitThatIsDeniedWithRoomInTheTableIsCaught() {
        put();
        init(10, 2, INDEX);
        init(12, 0, INDEX);
        story.nack(20, PacketType.INIT, 1, 0, INDEX, 0);
        fails("node 1 refuses node 0 an epoch, index 3, without cause: at most 1 others were open there");
    }

    @Test
    void anInitThatIsDeniedByAFullTableHasItsCause() {
        put();
        for (int index = 0; index < 64; index++) {
            init(10 + index, 2, index);
        }
        init(90, 0, INDEX);
        story.nack(100, PacketType.INIT, 1, 0, INDEX, 0);
        passes();
    }

    @Test
    void anInitThatIsQueuedWhereNothingQueuesIsCaught() {
        put();
        init(10, 2, INDEX);
        init(12, 0, INDEX);
        story.nack(20, PacketType.INIT, 1, 0, INDEX, 1);
        fails("an epoch, index 3 (queued), without cause");
    }

    @Test
    void aDenialOfAnEpochThatNobodyOpensIsCaught() {
        put();
        story.nack(20, PacketType.INIT, 1, 0, INDEX, 0);
        fails("an epoch with index 3, which has not asked for it");
    }
}
