// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.program.Ops;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests invented runs in which the units report one course of events, and the memory ports and the other units another
 * (docs/use/verdicts.md).
 */
@Tag("M-70")
@Tag("M-162")
class WhatVerdictsSeeTest {
    private static final int ADD = 1;
    private static final int SWAP = 2;

    private final Story story = new Story();

    private void passes(final String name) {
        final Verdict verdict = story.verdict(name);
        assertNotEquals(Boolean.FALSE, verdict.holds(), verdict.detail());
    }

    private int put(final int slot, final int bytes) {
        return story.add(0, Ops.put(1, Story.SOURCE, Story.LANDING + 64 * slot, bytes, slot));
    }

    // ---- the end of a get or a counter

    @Test
    void aGetThatIsDoneBeforeItsLastByteIsCaught() {
        final int get = story.add(0, Ops.get(1, Story.LANDING, Story.SOURCE, 32, 3));
        story.begin().posted(get, 1).piece(get, 0, 10, 0).done(get, 10).piece(get, 1, 11, 0);
        story.fails("data_integrity", "was done in cycle 10, its last byte was in memory only in cycle 11");
    }

    @Test
    void aGetThatIsDoneInTheCycleOfItsLastByteHolds() {
        final int get = story.add(0, Ops.get(1, Story.LANDING, Story.SOURCE, 32, 3));
        story.begin().posted(get, 1).pieces(get, 10).done(get, 11);
        passes("data_integrity");
    }

    @Test
    void aGetThatIsDoneAndNeverCompleteIsCaughtInARunThatWasCutOff() {
        final int get = story.add(0, Ops.get(1, Story.LANDING, Story.SOURCE, 32, 3));
        story.begin().posted(get, 1).piece(get, 0, 10, 0).done(get, 20);
        story.drained = false;
        story.moving = true;
        story.fails("data_integrity", "its last byte was in memory never");
    }

    /** Lets node 1 preset counter 5 twice, and node 0 put 32 bytes for each preset. */
    private int[] counted() {
        final int first = story.add(1, Ops.counterSet(5, 32));
        final int second = story.add(1, Ops.counterSet(5, 32));
        final int one =
                story.add(0, Ops.put(1, Story.SOURCE, Story.LANDING, 32, 1).counter(5));
        final int two =
                story.add(0, Ops.put(1, Story.SOURCE, Story.LANDING + 64, 32, 2).counter(5));
        story.begin().posted(first, 1).posted(one, 2);
        return new int[] {second, one, two};
    }

    private void zero(final long cycle) {
        story.event(cycle, 1, EventKind.COUNTER_ZERO, 5, 0, 0);
    }

    @Test
    void aCounterThatIsZeroAfterEachRoundHolds() {
        final int[] ids = counted();
        story.pieces(ids[1], 10);
        zero(11);
        story.posted(ids[0], 15).posted(ids[2], 16).pieces(ids[2], 20);
        zero(21);
        passes("data_integrity");
    }

    @Test
    void aCounterThatIsZeroBeforeItsLastByteIsCaught() {
        final int[] ids = counted();
        story.piece(ids[1], 0, 10, 0);
        zero(10);
        story.fails("data_integrity", "byte counter 5 is zero, 16 bytes before the last one is in memory");
    }

    @Test
    void aCounterThatIsZeroTwiceIsCaught() {
        final int[] ids = counted();
        story.pieces(ids[1], 10);
        zero(11);
        zero(12);
        story.fails("data_integrity", "which the program has not preset");
    }

    @Test
    void theBytesOfTheRoundBeforeDoNotCountForTheNext() {
        final int[] ids = counted();
        story.pieces(ids[1], 10);
        zero(11);
        story.posted(ids[0], 15).posted(ids[2], 16).piece(ids[2], 0, 20, 0);
        zero(20);
        story.fails("data_integrity", "16 bytes before");
    }

    // ---- what passes a fence

    /** Adds a put of two pieces that is in memory in cycle 20, a fence, and one operation after the fence. */
    private int behindFence(final fairlead.program.Operation op) {
        final int put = put(0, 32);
        final int fence = story.add(0, Ops.fence(1));
        final int late = story.add(0, op);
        story.begin()
                .posted(put, 1)
                .posted(fence, 2)
                .posted(late, 3)
                .pieces(put, 19)
                .done(fence, 4);
        return late;
    }

    @Test
    void aPutOfTheSameCycleAcrossAFenceIsCaught() {
        final int flag = behindFence(Ops.put(1, Story.SOURCE, Story.LANDING + 64, 16, 1));
        story.piece(flag, 0, 20, 0);
        story.fails("fence_ordering", "op 2 (PUT");
    }

    @Test
    void aPutOfTheNextCycleHolds() {
        final int flag = behindFence(Ops.put(1, Story.SOURCE, Story.LANDING + 64, 16, 1));
        story.piece(flag, 0, 21, 0);
        passes("fence_ordering");
    }

    private void atomic(
            final fairlead.program.Operation op, final int operation, final long now, final boolean writes) {
        final int late = behindFence(op);
        story.atomic(20, 1, Story.LANDING + 128, operation, now, writes)
                .event(25, 0, EventKind.OP_RESULT, late, 0, 0)
                .done(late, 25);
    }

    @Test
    void aFetchAddThatPassesAFenceIsCaught() {
        atomic(Ops.fadd(1, Story.LANDING + 128, 5), ADD, 5, true);
        story.fails("fence_ordering", "op 2 (FADD");
    }

    @Test
    void aCompareAndSwapThatPassesAFenceIsCaughtThoughItWritesNothing() {
        atomic(Ops.cas(1, Story.LANDING + 128, 7, 5), SWAP, 0, false);
        story.fails("fence_ordering", "op 2 (CAS");
    }

    @Test
    void aMessageThatPassesAFenceIsCaught() {
        story.withMessages();
        final int late = behindFence(Ops.sendValue(1, Story.SOURCE, 9, 9));
        story.message(late, 18, 1, 0, 0);
        story.fails("fence_ordering", "op 2 (SEND");
    }

    @Test
    void whatPassesAFenceBehindAMessageIsCaught() {
        final int send = story.withMessages().add(0, Ops.sendValue(1, Story.SOURCE, 9, 9));
        final int fence = story.add(0, Ops.fence(1));
        final int late = put(1, 16);
        story.begin().posted(send, 1).posted(fence, 2).posted(late, 3).done(fence, 4);
        story.piece(late, 0, 10, 0).message(send, 12, 1, 0, 0);
        story.fails("fence_ordering", "op 2 (PUT");
    }

    @Test
    void aGetWhoseBytesAreHereBeforeTheFencedPutIsThereIsCaught() {
        final int late = behindFence(Ops.get(1, Story.LANDING, Story.SOURCE, 16, 1));
        story.piece(late, 0, 20, 0);
        story.fails("fence_ordering", "op 2 (GET");
    }

    @Test
    void aGetThatBringsWhatTheFencedPutHasOverwrittenIsCaught() {
        final int late = behindFence(Ops.getAny(1, Story.LANDING, Story.LANDING, 16));
        story.write(40, 0, Story.LANDING, new byte[16]);
        story.fails(
                "fence_ordering",
                "op 2 (GET node 1, node 0 task 0) after op 1 (FENCE node 1, node 0 task 0) was read by cycle 19");
    }

    @Test
    void aGetThatBringsWhatTheFencedPutHasWrittenHolds() {
        final int late = behindFence(Ops.getAny(1, Story.LANDING, Story.LANDING, 16));
        final byte[] bytes = new byte[16];
        for (int i = 0; i < 16; i++) {
            bytes[i] = story.op(0).payload(i);
        }
        story.write(40, 0, Story.LANDING, bytes);
        assertTrue(late > 0);
        passes("fence_ordering");
        passes("data_integrity");
    }

    @Test
    void aGetInFrontOfAFenceIsNotCovered() {
        final int get = story.add(0, Ops.get(1, Story.LANDING, Story.SOURCE, 16, 1));
        final int fence = story.add(0, Ops.fence(1));
        final int late = put(1, 16);
        story.begin().posted(get, 1).posted(fence, 2).posted(late, 3).done(fence, 4);
        story.piece(late, 0, 10, 0).piece(get, 0, 12, 0);
        passes("fence_ordering");
    }

    // ---- bytes that the program cannot foretell

    @Test
    void aGetOfUnknownBytesThatItsSourceNeverHeldIsCaught() {
        final int get = story.add(0, Ops.getAny(1, Story.LANDING, Story.LANDING, 16));
        final byte[] bytes = new byte[16];
        bytes[3] = 1;
        story.begin().posted(get, 1).write(10, 0, Story.LANDING, bytes);
        story.fails("data_integrity", "has not held since it was handed over");
    }

    @Test
    void aGetOfBytesThatWereOverwrittenOnItsWayHolds() {
        final int get = story.add(0, Ops.getAny(1, Story.LANDING, Story.LANDING, 16));
        final int put = story.add(2, Ops.put(1, Story.SOURCE, Story.LANDING, 16, 4));
        story.begin().posted(get, 1).posted(put, 1).piece(put, 0, 8, 0);
        story.write(10, 0, Story.LANDING, new byte[16]);
        passes("data_integrity");
    }

    // ---- messages

    private int[] twoMessages() {
        final int first = story.withMessages().add(0, Ops.sendValue(1, Story.SOURCE, 9, 1));
        final int second = story.add(0, Ops.sendValue(1, Story.SOURCE, 9, 2));
        story.begin().posted(first, 1).posted(second, 2);
        return new int[] {first, second};
    }

    @Test
    void messagesInOrderHold() {
        final int[] ids = twoMessages();
        story.message(ids[0], 10, 1, 0, 0).message(ids[1], 12, 1, 0, 1);
        passes("data_integrity");
    }

    @Test
    void aMessageThatOvertakesAnotherOneIsCaught() {
        final int[] ids = twoMessages();
        story.message(ids[1], 10, 1, 0, 0).message(ids[0], 12, 1, 0, 1);
        story.fails("data_integrity", "holds op 1 (SEND node 1, node 0 task 0) before op 0");
    }

    @Test
    void aMessageAtTheWrongNodeIsCaught() {
        final int[] ids = twoMessages();
        story.message(ids[0], 10, 2, 0, 0);
        story.fails("data_integrity", "node 2 slot 0 of reception FIFO 0 holds no message that node 0 sent there");
    }

    @Test
    void aMessageInTheWrongFifoIsCaught() {
        final int[] ids = twoMessages();
        story.message(ids[0], 10, 1, 2, 0);
        story.fails("data_integrity", "reception FIFO 2 holds no message");
    }

    // ---- where packets go

    @Test
    void aPacketThatLeavesTheNetworkAtAnotherNodeIsCaught() {
        final int flush = story.add(0, Ops.flush(2));
        story.begin().posted(flush, 1).request(2, true, flush, PacketType.PING, 2);
        story.packet(5, false, 1, story.header(PacketType.PING, 0, 2, 16), 0);
        story.fails("conservation", "cycle 5: node 1 takes a PING for node 2");
    }

    @Test
    void aPingToAnotherNodeThanThatOfItsFlushIsCaught() {
        final int flush = story.add(0, Ops.flush(2));
        story.begin().posted(flush, 1).request(2, true, flush, PacketType.PING, 1);
        story.fails("conservation", "node 0 sends node 1 a PING with tag 0, which is op 0 (FLUSH node 2");
    }

    @Test
    void aRequestOfNoOperationIsCaught() {
        final int flush = story.add(0, Ops.flush(2));
        story.begin().request(2, true, flush, PacketType.PING, 2);
        story.fails("conservation", "which is of no operation");
    }

    @Test
    void anAnswerToTheWrongNodeIsCaught() {
        final int flush = story.add(0, Ops.flush(1));
        story.begin()
                .posted(flush, 1)
                .request(2, true, flush, PacketType.PING, 1)
                .request(4, false, flush, PacketType.PING, 1);
        story.packet(5, true, 1, story.header(PacketType.PONG, 1, 2, 0), 0);
        story.fails("conservation", "node 1 answers node 2 with a PONG that it does not owe");
    }

    @Test
    void anAnswerThatIsOwedAtTheEndIsCaught() {
        final int flush = story.add(0, Ops.flush(1));
        story.begin()
                .posted(flush, 1)
                .request(2, true, flush, PacketType.PING, 1)
                .request(4, false, flush, PacketType.PING, 1);
        story.fails("conservation", "node 1 owes node 0 1 answers");
    }

    // ---- progress_fairness

    private void away(final long cycles, final long carried) {
        story.begin().packet(1, true, 0, 5).packet(1 + cycles, false, 0, 5);
        story.carried = carried;
    }

    @Test
    void aPacketByAShortestWayInTimeHolds() {
        away(40, 1);
        final Verdict verdict = story.verdict("progress_fairness");
        assertEquals(Boolean.TRUE, verdict.holds(), verdict.detail());
        assertEquals(1, verdict.checked());
    }

    @Test
    void aPacketThatMakesMoreHopsThanAShortestWayHasIsCaught() {
        away(40, 2);
        story.fails("progress_fairness", "the links carried 2 flits, the shortest ways of the packets are 1 flit-hops");
    }

    @Test
    void aPacketThatWaitsLongerThanItsBoundIsCaught() {
        away(3000, 1);
        story.fails("progress_fairness", "from node 0 to node 1 took 3000 cycles, more than its bound of ");
    }

    @Test
    void aPacketThatIsStillThereAfterItsBoundIsCaught() {
        story.begin().packet(1, true, 0, 5).packet(2, true, 1, 6).packet(20, false, 1, 6);
        story.drained = false;
        story.moving = true;
        story.last = 9000;
        story.fails("progress_fairness", "a packet that entered in cycle 1 is still in the network in cycle 9000");
    }
}
