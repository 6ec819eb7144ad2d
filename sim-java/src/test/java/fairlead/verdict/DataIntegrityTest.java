// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.WriteOp;
import fairlead.machine.Buffers;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.program.OpKind;
import fairlead.program.Ops;
import fairlead.program.Result;
import fairlead.run.Machines;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("M-6")
@Tag("M-8")
@Tag("M-982")
class DataIntegrityTest {
    private static final int ADD = 1;
    private static final int SWAP = 2;

    private final Story story = new Story();

    private static void fails(final Story story, final String detail) {
        final Verdict verdict = story.verdict("data_integrity");
        assertEquals(Boolean.FALSE, verdict.holds(), verdict.detail());
        assertTrue(verdict.detail().contains(detail), verdict.detail());
    }

    private static void holds(final Story story, final long checked) {
        final Verdict verdict = story.verdict("data_integrity");
        assertEquals(Boolean.TRUE, verdict.holds(), verdict.detail());
        assertEquals(checked, verdict.checked());
    }

    private int put(final int length) {
        return story.add(0, Ops.put(1, Story.SOURCE, Story.LANDING + 3, length, 5));
    }

    /** Node 0 asks for the word at 512, which nobody has written, and is told this value. */
    private static Story told(final int command, final int event, final long value) {
        final Story story = new Story();
        story.put(1, 0);
        story.begin().command(5, 0, command, 512, 0).event(9, 0, event, 0, value, 0);
        return story;
    }

    @ParameterizedTest(name = "command {0}, event {1}")
    @CsvSource({
        HostCommand.LOAD + "," + EventKind.LOADED,
        HostCommand.ADD + "," + EventKind.LOADED,
        HostCommand.CAS_LOCAL + "," + EventKind.LOADED,
        HostCommand.POLL + "," + EventKind.POLLED
    })
    void aWrongAnswerToACommandThatReadsIsCaught(final int command, final int event) {
        told(command, event, 4).fails("data_integrity", "cycle 9: node 0 read 0x4 at address 0x200, which held 0x0");
        final String sound = told(command, event, 0).verdict("data_integrity").detail();
        assertFalse(sound.contains("read"), sound);
    }

    @Test
    void everyByteOnceWithItsOwnValueHolds() {
        final int put = put(40);
        holds(story.begin().posted(put, 1).pieces(put, 10), 40);
    }

    @Test
    void theOrderOfTheBytesOfOneOperationIsFree() {
        final int put = put(40);
        holds(
                story.begin()
                        .posted(put, 1)
                        .piece(put, 2, 10, 0)
                        .piece(put, 0, 11, 0)
                        .piece(put, 1, 12, 0),
                40);
    }

    @Test
    void nothingWrittenIsNotExercised() {
        put(0);
        assertNull(story.begin().posted(0, 1).verdict("data_integrity").holds());
    }

    @Test
    void aWrongByteIsCaught() {
        final int put = put(16);
        final byte[] bytes = new byte[16];
        story.begin().posted(put, 1);
        for (int i = 0; i < 16; i++) {
            bytes[i] = story.op(put).payload(i);
        }
        bytes[7] ^= 16;
        fails(story.write(10, 1, Story.LANDING + 3, bytes), "wrong bytes of op 0");
    }

    @Test
    void aSecondWriteOfAnUnfinishedOperationIsCaught() {
        final int put = put(40);
        fails(story.begin().posted(put, 1).piece(put, 0, 10, 0).pieces(put, 11), "second time");
    }

    @Test
    void aSecondWriteOfAFinishedOperationIsCaught() {
        final int put = put(40);
        fails(story.begin().posted(put, 1).pieces(put, 10).piece(put, 1, 20, 0), "no operation may write");
    }

    @Test
    void aLostPieceIsCaught() {
        final int put = put(40);
        fails(story.begin().posted(put, 1).piece(put, 0, 10, 0).piece(put, 2, 11, 0), "lost 1 of 3 pieces");
    }

    @Test
    void rightBytesAtTheWrongPlaceAreCaught() {
        final int put = put(40);
        fails(story.begin().posted(put, 1).piece(put, 0, 10, 1), "no operation may write");
    }

    @Test
    void bytesOfTheNextPieceInItsPlaceAreCaught() {
        final int put = put(32);
        fails(story.begin().posted(put, 1).piece(put, 1, 10, -16), "wrong bytes");
    }

    @Test
    void aWriteBeforeItsOperationIsPostedIsCaught() {
        final int put = put(16);
        fails(story.begin().pieces(put, 1).posted(put, 2), "no operation may write");
    }

    @Test
    void aWriteThatNoOperationAskedForIsCaught() {
        fails(story.begin().write(5, 2, 500, new byte[] {1, 2}), "no operation may write");
    }

    @Test
    void aWriteOutsideMemoryIsCaught() {
        fails(story.begin().write(5, 2, Machines.MEMORY - 1, new byte[] {1, 2}), "outside its memory");
    }

    @Test
    void memoryThatChangedWithoutAWriteIsCaught() {
        final int put = put(16);
        fails(story.begin().posted(put, 1).pieces(put, 5).corrupt(2, 77), "node 2 address 0x4d");
    }

    @Test
    void aStoreOfNodeSoftwareIsExpectedInMemory() {
        final int store = story.add(1, Ops.store(Story.LANDING, 99));
        fails(story.begin().posted(store, 7), "node 1 address 0x400"); // the invented memory does not contain the store
    }

    @Test
    void aRefusedPutThatWroteIsCaught() {
        final int put = put(16);
        fails(story.begin().posted(put, 1).pieces(put, 5).ended(put, 9, Result.REFUSED), "turned away and wrote");
    }

    @Test
    void aRefusedPutThatWroteNothingHolds() {
        final int put = put(16);
        final int get = story.add(0, Ops.get(1, Story.LANDING, Story.SOURCE, 16, 3));
        holds(story.begin().posted(put, 1).posted(get, 1).pieces(get, 5).ended(put, 9, Result.REFUSED), 16);
    }

    @Test
    void equalAddsAreToldApartByWhatTheyFound() {
        final int first = story.add(0, Ops.fadd(1, Story.LANDING, 1));
        final int second = story.add(2, Ops.fadd(1, Story.LANDING, 1));
        final int flush = story.add(2, Ops.flush(1));
        story.begin().posted(first, 1).posted(second, 1).posted(flush, 1);
        story.atomic(10, 1, Story.LANDING, ADD, 1, true)
                .event(15, 2, EventKind.OP_RESULT, second, 0, 0)
                .done(second, 15)
                .done(flush, 16);
        story.atomic(20, 1, Story.LANDING, ADD, 2, true)
                .event(25, 0, EventKind.OP_RESULT, first, 1, 0)
                .done(first, 25);
        holds(story, 16);
        assertEquals(
                Boolean.TRUE, story.verdict("fence_ordering").holds(), "the first commit was the second operation's");
    }

    @Test
    void anAddThatActsTwiceIsCaught() {
        final int add = story.add(0, Ops.fadd(1, Story.LANDING, 3));
        story.begin().posted(add, 1).atomic(10, 1, Story.LANDING, ADD, 3, true);
        fails(story.atomic(11, 1, Story.LANDING, ADD, 6, true), "an atomic that no operation asked for");
    }

    /** FIFO 1 has the first two of its slots. */
    @Test
    void aMessageBeyondTheDepthOfItsOwnFifoIsSeen() {
        final MachineConfig all = Machines.of(new Shape(3, 1, 1), 1);
        final Buffers buffers = all.buffers();
        final MachineConfig machine = all.change()
                .buffers(new Buffers(
                        buffers.links(),
                        buffers.locals(),
                        buffers.injections(),
                        buffers.receptions().with(1, 2),
                        buffers.dla(),
                        buffers.responses(),
                        buffers.tables()))
                .build();
        for (int fifo = 0; fifo < 2; fifo++) {
            final Story told = new Story(machine);
            told.builder.messageSlots(2, machine.buffers().reception());
            final int op = told.add(0, Ops.sendValue(1, Story.SOURCE, 9, fifo));
            told.begin().posted(op, 1).message(op, 10, 1, fifo, 2).done(op, 12);
            if (fifo == 0) {
                holds(told, told.op(op).length());
            } else {
                fails(told, "which it does not have");
            }
        }
    }

    /** A swap of a word of 0 and a fetch-add leave the same value, but memory was asked for another function. */
    @Test
    void anotherFunctionThatLeavesTheRightValueIsSeen() {
        for (final int function : new int[] {WriteOp.SWAP, ADD, WriteOp.FETCH_OR, WriteOp.FETCH_XOR}) {
            final Story told = new Story();
            final int op = told.add(0, Ops.fetchOp(OpKind.SWAP, 1, Story.LANDING, 12));
            told.begin().posted(op, 1).atomic(10, 1, Story.LANDING, function, 12, true);
            if (function == WriteOp.SWAP) {
                holds(told.event(14, 0, EventKind.OP_RESULT, op, 0, 0).done(op, 14), Long.BYTES);
            } else {
                fails(told, "an atomic that no operation asked for");
            }
        }
    }

    @Test
    void anAddThatIsToldAnotherValueThanItFoundIsCaught() {
        final int add = story.add(0, Ops.fadd(1, Story.LANDING, 3));
        story.begin().posted(add, 1).atomic(10, 1, Story.LANDING, ADD, 3, true);
        fails(story.event(15, 0, EventKind.OP_RESULT, add, 1, 0), "was told 1");
    }

    @ParameterizedTest(name = "{0} of 12 and 10 leaves {2}")
    @CsvSource({"FAND, 3, 8", "FOR, 4, 14", "FXOR, 5, 6", "SWAP, 6, 10"})
    void aFetchAndOpThatLeavesAnotherValueThanItsFunctionIsCaught(
            final OpKind kind, final int operation, final long left) {
        for (final boolean isRight : new boolean[] {true, false}) {
            final Story told = new Story();
            final int one = told.add(0, Ops.fadd(1, Story.LANDING, 12));
            final int other = told.add(0, Ops.fetchOp(kind, 1, Story.LANDING, 10));
            told.begin().posted(one, 1).posted(other, 1).atomic(10, 1, Story.LANDING, ADD, 12, true);
            told.event(15, 0, EventKind.OP_RESULT, one, 0, 0).done(one, 15);
            told.atomic(20, 1, Story.LANDING, operation, isRight ? left : 22, true);
            told.event(25, 0, EventKind.OP_RESULT, other, 12, 0).done(other, 25);
            if (isRight) {
                holds(told, 16);
            } else {
                fails(told, "an atomic that no operation asked for");
            }
        }
    }

    @Test
    void anOperationOfTheMemoryThatThereIsNotIsCaught() {
        final int swap = story.add(0, Ops.fetchOp(OpKind.SWAP, 1, Story.LANDING, 10));
        fails(story.begin().posted(swap, 1).atomic(10, 1, Story.LANDING, 7, 10, true), "which there is not");
    }

    @Test
    void anAddThatNeverActsIsCaught() {
        final int add = story.add(0, Ops.fadd(1, Story.LANDING, 3));
        fails(story.begin().posted(add, 1), "never reached memory");
    }

    @Test
    void aCompareAndSwapThatFindsAnotherValueWritesNothingAndHolds() {
        final int swap = story.add(0, Ops.cas(1, Story.LANDING, 9, 10));
        story.begin().posted(swap, 1).atomic(10, 1, Story.LANDING, SWAP, 0, false);
        holds(story.event(15, 0, EventKind.OP_RESULT, swap, 0, 0).done(swap, 15), 8);
    }

    @Test
    void aCompareAndSwapThatWritesAlthoughItFoundAnotherValueIsCaught() {
        final int swap = story.add(0, Ops.cas(1, Story.LANDING, 9, 10));
        fails(
                story.begin().posted(swap, 1).atomic(10, 1, Story.LANDING, SWAP, 10, true),
                "an atomic that no operation asked for");
    }

    /** Two swaps that both explain a commit which changes nothing, and an add that lets the first one succeed later. */
    private int[] swaps() {
        final int early = story.add(0, Ops.cas(1, Story.LANDING, 7, 9));
        final int other = story.add(2, Ops.cas(1, Story.LANDING, 8, 9));
        final int add = story.add(2, Ops.fadd(1, Story.LANDING, 7));
        story.begin().posted(early, 1).posted(other, 1).posted(add, 1);
        story.atomic(10, 1, Story.LANDING, SWAP, 0, false).atomic(11, 1, Story.LANDING, ADD, 7, true);
        return new int[] {early, other, add};
    }

    private void told(final int id, final int node, final long old, final long cycle) {
        story.event(cycle, node, EventKind.OP_RESULT, id, old, 0).done(id, cycle);
    }

    @Test
    void aCommitThatTwoSwapsExplainBelongsToTheOneThatNoOtherCommitIsOf() {
        final int[] ids = swaps();
        story.atomic(12, 1, Story.LANDING, SWAP, 9, true);
        told(ids[1], 2, 0, 20);
        told(ids[2], 2, 0, 21);
        told(ids[0], 0, 7, 22);
        holds(story, 24);
    }

    @Test
    void aSwapThatActsTwiceIsCaughtAlthoughAnotherOneExplainsOneCommit() {
        swaps();
        story.atomic(12, 1, Story.LANDING, SWAP, 9, true);
        fails(story.atomic(13, 1, Story.LANDING, SWAP, 9, false), "an atomic that no operation asked for");
    }

    @Test
    void twoSwapsThatAreToldTheValueOfOneCommitAreCaught() {
        final int[] ids = swaps();
        told(ids[1], 2, 0, 20);
        fails(story.event(21, 0, EventKind.OP_RESULT, ids[0], 0, 0), "was told 0");
    }
}
