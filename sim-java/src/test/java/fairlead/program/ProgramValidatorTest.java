// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Shape;
import fairlead.program.ProgramBuilder.TaskBuilder;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("M-548")
class ProgramValidatorTest {
    private static final int BASE = 0;

    private static ProgramBuilder builder() {
        ProgramBuilder program = new ProgramBuilder("test", new Shape(2, 1, 1), List.of(2, 1), 4096);
        program.windows().everywhere("words", 1024);
        return program;
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                refusal("memory_bytes >= 5024", p -> p.windows().on(1, "big", 4000)),
                refusal("remote bytes 1020 to 1027 of node 1", Ops.put(1, BASE, 1020, 8, 1)),
                refusal("local bytes 2048", Ops.get(1, 2048, BASE, 8, 1)),
                refusal("no node 2", Ops.flush(2)),
                refusal("form a cycle", Ops.calc(1).requires(1), Ops.calc(1).requires(0)),
                refusal("of another node", p -> {
                    p.task(0, 0).add(Ops.calc(1));
                    p.task(1, 0).add(Ops.calc(1).requires(0));
                }),
                refusal("does not exist", Ops.calc(1).requires(7)),
                refusal("unequal barriers", Ops.barrier()),
                refusal("unequal barriers of class route 0: node 0 task 0 has 0, node 1 task 0 has 1", p -> {
                    p.classRoute(List.of(0, 1));
                    p.task(1, 0).add(Ops.barrier().over(0));
                }),
                refusal("the node is no member of class route 0", p -> {
                    p.classRoute(List.of(0));
                    p.task(1, 0).add(Ops.barrier().over(0));
                }),
                refusal("never closed", Ops.epochOpen(1, 1)),
                refusal(
                        "not opened to node 0",
                        Ops.epochOpen(1, 1),
                        Ops.fadd(0, BASE, 1).in(0),
                        Ops.epochClose(0)),
                refusal("closed twice", Ops.epochOpen(1, 1), Ops.epochClose(0), Ops.epochClose(0)),
                refusal("opens no epoch 4", p -> p.task(1, 0).add(Ops.epochAwait(0, 4))),
                refusal("opens no epoch on this node", Ops.calc(1), Ops.epochClose(0)),
                refusal("at most 64 bytes", Ops.put(1, 0, 0, 65, 1).path(Path.INLINE)),
                refusal("put, get or fetch-and-op", Ops.flush(1).path(Path.INLINE)),
                refusal("multiple of 8", Ops.fadd(1, 4, 1)),
                refusal("multiple of 4", Ops.fetchOp(OpKind.FADD, 1, 6, 4, 1)));
    }

    /** Operations of task 0 of node 0, numbered from 0. */
    private static Arguments refusal(String expected, Operation... operations) {
        return refusal(expected, program -> List.of(operations)
                .forEach(op -> program.task(0, 0).add(op)));
    }

    private static Arguments refusal(String expected, Consumer<ProgramBuilder> content) {
        return Arguments.of(expected, content);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void aWrongProgramIsRefusedWithAReason(String expected, Consumer<ProgramBuilder> content) {
        ProgramBuilder program = builder();
        content.accept(program);
        String message = assertThrows(ProgramException.class, program::build).getMessage();
        assertTrue(message.contains(expected), message);
        assertEquals(1, message.lines().count());
    }

    @Test
    void aFenceStandsBetweenWhatIsBeforeAndBehindIt() {
        ProgramBuilder program = builder();
        TaskBuilder task = program.task(0, 0);
        int before = task.add(Ops.put(1, 0, 0, 8, 1));
        int other = task.add(Ops.put(0, 0, 0, 8, 1));
        int fence = task.add(Ops.fence(1));
        int behind = task.add(Ops.put(1, 0, 8, 8, 1));
        int quiet = task.add(Ops.quiet());
        Program built = program.build();
        assertArrayEquals(new int[] {before}, built.operation(fence).after());
        assertArrayEquals(new int[] {fence}, built.operation(behind).after());
        assertArrayEquals(
                new int[] {other, fence, behind}, built.operation(quiet).after());
    }

    @Test
    void anOperationOnTheStorePathWaitsForTheEndOfTheFenceBeforeIt() {
        ProgramBuilder program = builder();
        TaskBuilder task = program.task(0, 0);
        int other = task.add(Ops.fence(0));
        int fence = task.add(Ops.fence(1));
        int flush = task.add(Ops.flush(1));
        int inline = task.add(Ops.put(1, 0, 0, 8, 1).path(Path.INLINE));
        Program built = program.build();
        assertArrayEquals(new int[] {fence}, built.operation(inline).requires());
        assertArrayEquals(new int[] {flush}, built.operation(inline).after());
        assertTrue(built.operation(fence).isAwaited());
        assertFalse(built.operation(other).isAwaited());
    }

    @Test
    void anOperationBelongsToOneProgram() {
        Operation op = Ops.calc(1);
        builder().task(0, 0).add(op);
        assertThrows(IllegalStateException.class, () -> op.requires(0));
        assertThrows(IllegalStateException.class, () -> builder().task(0, 0).add(op));
    }
}
