// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.WriteOp;
import fairlead.machine.Buffers;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.program.OpKind;
import fairlead.program.Ops;
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
    private static final int MEMORY = Machines.MEMORY - 1; // address of the last byte

    private final Story story = new Story();

    private static void fails(Story story, String detail) {
        story.fails("data_integrity", detail);
    }

    private static void holds(Story story, long checked) {
        story.holds("data_integrity", checked);
    }

    private void put(int length) {
        story.add(0, Ops.put(1, Story.SOURCE, Story.LANDING + 3, length, 5));
    }

    /** Node 0 asks for the word at 512, which nobody has written, and is told this value. */
    private static Story told(int command, int event, long value) {
        Story story = new Story();
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
    void aWrongAnswerToACommandThatReadsIsCaught(int command, int event) {
        told(command, event, 4).fails("data_integrity", "cycle 9: node 0 read 0x4 at address 0x200, which held 0x0");
        String sound = told(command, event, 0).verdict("data_integrity").detail();
        assertFalse(sound.contains("read"), sound);
    }

    private void write(long cycle, int node, int address, int bytes) {
        story.write(cycle, node, address, new byte[bytes]);
    }

    @Test
    void nothingWrittenIsNotExercised() {
        Script.play("put 0; begin; posted 0 1", this, story);
        assertNull(story.verdict("data_integrity").holds());
    }

    private void wrongByte(long cycle) {
        byte[] bytes = new byte[16];
        for (int i = 0; i < 16; i++) {
            bytes[i] = story.op(0).payload(i);
        }
        bytes[7] ^= 16;
        story.write(cycle, 1, Story.LANDING + 3, bytes);
    }

    private void store() {
        story.add(1, Ops.store(Story.LANDING, 99));
    }

    private void atomic(long cycle, int operation, long now, boolean writes) {
        story.atomic(cycle, 1, Story.LANDING, operation, now, writes ? 8 : 0);
    }

    private void swap() {
        story.add(0, Ops.fetchOp(OpKind.SWAP, 1, Story.LANDING, 10));
    }

    /** Two operations on the upper half of a word: an add of -1, and a compare-and-swap of -1. */
    private void halves() {
        story.add(0, Ops.fetchOp(OpKind.FADD, 1, Story.LANDING + 4, 4, -1));
        story.add(0, Ops.cas(1, Story.LANDING + 4, 4, -1, 7));
    }

    private void half(long cycle, int operation, long now, int bytes) {
        story.atomic(cycle, 1, Story.LANDING + 4, operation, now, bytes);
    }

    private void cas() {
        story.add(0, Ops.cas(1, Story.LANDING, 9, 10));
    }

    private void result(long cycle, int node, int id, long old) {
        story.event(cycle, node, EventKind.OP_RESULT, id, old, 0);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            a wrong byte | put 16; begin; posted 0 1; wrongByte 10 | wrong bytes of op 0
            a second write of an unfinished operation | put 40; begin; posted 0 1; piece 0 0 10 0; pieces 0 11 \
                | second time
            a second write of a finished operation | put 40; begin; posted 0 1; pieces 0 10; piece 0 1 20 0 \
                | no operation may write
            a lost piece | put 40; begin; posted 0 1; piece 0 0 10 0; piece 0 2 11 0 | lost 1 of 3 pieces
            right bytes at the wrong place | put 40; begin; posted 0 1; piece 0 0 10 1 | no operation may write
            bytes of the next piece | put 32; begin; posted 0 1; piece 0 1 10 -16 | wrong bytes
            a write before its operation is posted | put 16; begin; pieces 0 1; posted 0 2 | no operation may write
            a write that no operation asked for | begin; write 5 2 500 2 | no operation may write
            an event of a node that there is not | begin; event 5 3 COUNTER_ZERO 0xFFF 0 0 \
                | cycle 5: an event of node 3, which there is not
            a write outside memory | begin; write 5 2 MEMORY 2 | outside its memory
            memory that changed without a write | put 16; begin; posted 0 1; pieces 0 5; corrupt 2 77 \
                | node 2 address 0x4d
            a store of software that is not in memory | store; begin; posted 0 7 | node 1 address 0x400
            a refused put that wrote | put 16; begin; posted 0 1; pieces 0 5; ended 0 9 REFUSED | turned away and wrote
            an add that acts twice | fadd 0 3; begin; posted 0 1; atomic 10 ADD 3 true; atomic 11 ADD 6 true \
                | an atomic that no operation asked for
            an add that is told another value | fadd 0 3; begin; posted 0 1; atomic 10 ADD 3 true; result 15 0 0 1 \
                | was told 1
            an operation of the memory that there is not | swap; begin; posted 0 1; atomic 10 7 10 true \
                | which there is not
            an add that never acts | fadd 0 3; begin; posted 0 1 | never reached memory
            a compare-and-swap that writes although it found another value \
                | cas; begin; posted 0 1; atomic 10 SWAP 10 true | an atomic that no operation asked for
            an add of 4 bytes that carries into others | halves; begin; posted 0 1; half 10 ADD -1 8 \
                | an atomic that no operation asked for
            an add of 4 bytes that is told more | halves; begin; posted 0 1; half 10 ADD 0xFFFFFFFF 4; result 15 0 0 1 \
                | was told 1
            a compare-and-swap that does not write although it finds its value | halves; begin; posted 0 1; posted 1 2; \
                half 10 ADD 0xFFFFFFFF 4; half 11 SWAP 0 0 | an atomic that no operation asked for
            a swap that acts twice although another one explains one commit \
                | swaps; atomic 12 SWAP 9 true; atomic 13 SWAP 9 false | an atomic that no operation asked for
            two swaps that are told the value of one commit | swaps; told 1 2 0 20; result 21 0 0 0 | was told 0
            """)
    void whatIsCaught(String name, String calls, String finding) {
        Script.play(calls, this, story);
        fails(story, finding);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            every byte once with its own value | 40 | put 40; begin; posted 0 1; pieces 0 10
            the order of the bytes is free | 40 | put 40; begin; posted 0 1; piece 0 2 10 0; piece 0 0 11 0; \
                piece 0 1 12 0
            a refused put that wrote nothing \
                | 16 | put 16; get 16; begin; posted 0 1; posted 1 1; pieces 1 5; ended 0 9 REFUSED
            a compare-and-swap that finds another value writes nothing \
                | 8 | cas; begin; posted 0 1; atomic 10 SWAP 0 false; result 15 0 0 0; done 0 15
            atomics of 4 bytes | 8 | halves; begin; posted 0 1; half 10 ADD 0xFFFFFFFF 4; result 15 0 0 0; done 0 15; \
                posted 1 16; half 20 SWAP 7 4; result 25 0 1 4294967295; done 1 25
            a commit that two swaps explain belongs to the one that no other commit is of \
                | 24 | swaps; atomic 12 SWAP 9 true; told 1 2 0 20; told 2 2 0 21; told 0 0 7 22
            """)
    void whatHolds(String name, long checked, String calls) {
        Script.play(calls, this, story);
        holds(story, checked);
    }

    @Test
    void equalAddsAreToldApartByWhatTheyFound() {
        int first = story.add(0, Ops.fadd(1, Story.LANDING, 1));
        int second = story.add(2, Ops.fadd(1, Story.LANDING, 1));
        int flush = story.add(2, Ops.flush(1));
        story.begin().posted(first, 1).posted(second, 1).posted(flush, 1);
        story.atomic(10, 1, Story.LANDING, ADD, 1, 8)
                .event(15, 2, EventKind.OP_RESULT, second, 0, 0)
                .done(second, 15)
                .done(flush, 16);
        story.atomic(20, 1, Story.LANDING, ADD, 2, 8)
                .event(25, 0, EventKind.OP_RESULT, first, 1, 0)
                .done(first, 25);
        holds(story, 16);
        assertEquals(
                Boolean.TRUE, story.verdict("fence_ordering").holds(), "the first commit was the second operation's");
    }

    /** FIFO 1 has the first two of its slots. */
    @Test
    void aMessageBeyondTheDepthOfItsOwnFifoIsSeen() {
        MachineConfig all = Machines.of(new Shape(3, 1, 1), 1);
        Buffers buffers = all.buffers();
        MachineConfig machine = all.change()
                .buffers(buffers.withReceptions(buffers.receptions().with(1, 2)))
                .build();
        for (int fifo = 0; fifo < 2; fifo++) {
            Story told = new Story(machine);
            told.builder.messageSlots(2, machine.buffers().reception());
            int op = told.add(0, Ops.sendValue(1, Story.SOURCE, 9, fifo));
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
        for (int function : new int[] {WriteOp.SWAP, ADD, WriteOp.FETCH_OR, WriteOp.FETCH_XOR}) {
            Story told = new Story();
            int op = told.add(0, Ops.fetchOp(OpKind.SWAP, 1, Story.LANDING, 12));
            told.begin().posted(op, 1).atomic(10, 1, Story.LANDING, function, 12, 8);
            if (function == WriteOp.SWAP) {
                holds(told.event(14, 0, EventKind.OP_RESULT, op, 0, 0).done(op, 14), Long.BYTES);
            } else {
                fails(told, "an atomic that no operation asked for");
            }
        }
    }

    @ParameterizedTest(name = "{0} of 12 and 10 leaves {2}")
    @CsvSource({"FAND, 3, 8", "FOR, 4, 14", "FXOR, 5, 6", "SWAP, 6, 10"})
    void aFetchAndOpThatLeavesAnotherValueThanItsFunctionIsCaught(OpKind kind, int operation, long left) {
        for (boolean isRight : new boolean[] {true, false}) {
            Story told = new Story();
            int one = told.add(0, Ops.fadd(1, Story.LANDING, 12));
            int other = told.add(0, Ops.fetchOp(kind, 1, Story.LANDING, 10));
            told.begin().posted(one, 1).posted(other, 1).atomic(10, 1, Story.LANDING, ADD, 12, 8);
            told.event(15, 0, EventKind.OP_RESULT, one, 0, 0).done(one, 15);
            told.atomic(20, 1, Story.LANDING, operation, isRight ? left : 22, 8);
            told.event(25, 0, EventKind.OP_RESULT, other, 12, 0).done(other, 25);
            if (isRight) {
                holds(told, 16);
            } else {
                fails(told, "an atomic that no operation asked for");
            }
        }
    }

    /** Two swaps that both explain a commit which changes nothing, and an add that lets the first one succeed later. */
    private void swaps() {
        story.add(0, Ops.cas(1, Story.LANDING, 7, 9));
        story.add(2, Ops.cas(1, Story.LANDING, 8, 9));
        story.add(2, Ops.fadd(1, Story.LANDING, 7));
        story.begin().posted(0, 1).posted(1, 1).posted(2, 1);
        atomic(10, SWAP, 0, false);
        atomic(11, ADD, 7, true);
    }

    private void told(int id, int node, long old, long cycle) {
        result(cycle, node, id, old);
        story.done(id, cycle);
    }
}
