// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Shape;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("M-548")
class ProgramValidatorTest {
    private static final int BASE = 0;

    private static ProgramBuilder builder() {
        final ProgramBuilder program = new ProgramBuilder("test", new Shape(2, 1, 1), List.of(2, 1), 4096);
        program.windows().everywhere("words", 1024);
        return program;
    }

    private static String refusal(final Consumer<ProgramBuilder> content) {
        final ProgramBuilder program = builder();
        content.accept(program);
        return assertThrows(ProgramException.class, program::build).getMessage();
    }

    private static void assertRefused(final String expected, final Consumer<ProgramBuilder> content) {
        final String message = refusal(content);
        assertTrue(message.contains(expected), message);
        assertEquals(1, message.lines().count());
    }

    @Test
    void memoryThatDoesNotSufficeIsNamed() {
        assertRefused("memory_bytes >= 5024", p -> p.windows().on(1, "big", 4000));
    }

    @Test
    void accessOutsideTheWindowsIsRefused() {
        assertRefused("remote bytes 1020 to 1027 of node 1", p -> p.task(0, 0).add(Ops.put(1, BASE, 1020, 8, 1)));
        assertRefused("local bytes 2048", p -> p.task(0, 0).add(Ops.get(1, 2048, BASE, 8, 1)));
    }

    @Test
    void aTargetThatIsNotThereIsRefused() {
        assertRefused("no node 2", p -> p.task(0, 0).add(Ops.flush(2)));
    }

    @Test
    void requirementsInACircleAreRefused() {
        assertRefused("form a cycle", p -> {
            final TaskBuilder task = p.task(0, 0);
            task.add(Ops.calc(1).requires(1));
            task.add(Ops.calc(1).requires(0));
        });
    }

    @Test
    void requirementsOfAnotherNodeAreRefused() {
        assertRefused("of another node", p -> {
            p.task(0, 0).add(Ops.calc(1));
            p.task(1, 0).add(Ops.calc(1).requires(0));
        });
        assertRefused("does not exist", p -> p.task(0, 0).add(Ops.calc(1).requires(7)));
    }

    @Test
    void unequalBarriersAreRefused() {
        assertRefused("unequal barriers", p -> p.task(0, 1).add(Ops.barrier()));
        assertRefused("unequal barriers of class route 0: node 0 task 0 has 0, node 1 task 0 has 1", p -> {
            final int route = p.classRoute(List.of(0, 1));
            p.task(1, 0).add(Ops.barrier().over(route));
        });
        assertRefused("the node is no member of class route 0", p -> {
            p.classRoute(List.of(0));
            p.task(1, 0).add(Ops.barrier().over(0));
        });
    }

    @Test
    void epochsThatDoNotMatchAreRefused() {
        assertRefused("never closed", p -> p.task(0, 0).add(Ops.epochOpen(1, 1)));
        assertRefused("not opened to node 0", p -> {
            final int open = p.task(0, 0).add(Ops.epochOpen(1, 1));
            p.task(0, 0).add(Ops.fadd(0, BASE, 1).in(open));
            p.task(0, 0).add(Ops.epochClose(open));
        });
        assertRefused("closed twice", p -> {
            final int open = p.task(0, 0).add(Ops.epochOpen(1, 1));
            p.task(0, 0).add(Ops.epochClose(open));
            p.task(0, 0).add(Ops.epochClose(open));
        });
        assertRefused("opens no epoch 4", p -> p.task(1, 0).add(Ops.epochAwait(0, 4)));
        assertRefused("opens no epoch on this node", p -> {
            final int calc = p.task(0, 0).add(Ops.calc(1));
            p.task(0, 0).add(Ops.epochClose(calc));
        });
    }

    @Test
    void theStorePathTakesOnlyWhatItCan() {
        assertRefused("at most 64 bytes", p -> p.task(0, 0)
                .add(Ops.put(1, 0, 0, 65, 1).path(Path.INLINE)));
        assertRefused(
                "put, get or fetch-and-op", p -> p.task(0, 0).add(Ops.flush(1).path(Path.INLINE)));
    }

    @Test
    void atomicsMustBeAligned() {
        assertRefused("multiple of 8", p -> p.task(0, 0).add(Ops.fadd(1, 4, 1)));
    }

    @Test
    void aFenceStandsBetweenWhatIsBeforeAndBehindIt() {
        final ProgramBuilder program = builder();
        final TaskBuilder task = program.task(0, 0);
        final int before = task.add(Ops.put(1, 0, 0, 8, 1));
        final int other = task.add(Ops.put(0, 0, 0, 8, 1));
        final int fence = task.add(Ops.fence(1));
        final int behind = task.add(Ops.put(1, 0, 8, 8, 1));
        final int quiet = task.add(Ops.quiet());
        final Program built = program.build();
        assertArrayEquals(new int[] {before}, built.operation(fence).after());
        assertArrayEquals(new int[] {fence}, built.operation(behind).after());
        assertArrayEquals(
                new int[] {other, fence, behind}, built.operation(quiet).after());
    }

    @Test
    void anOperationOnTheStorePathWaitsForTheEndOfTheFenceBeforeIt() {
        final ProgramBuilder program = builder();
        final TaskBuilder task = program.task(0, 0);
        final int other = task.add(Ops.fence(0));
        final int fence = task.add(Ops.fence(1));
        final int flush = task.add(Ops.flush(1));
        final int inline = task.add(Ops.put(1, 0, 0, 8, 1).path(Path.INLINE));
        final Program built = program.build();
        assertArrayEquals(new int[] {fence}, built.operation(inline).requires());
        assertArrayEquals(new int[] {flush}, built.operation(inline).after());
        assertTrue(built.operation(fence).isAwaited());
        assertFalse(built.operation(other).isAwaited());
    }

    @Test
    void anOperationBelongsToOneProgram() {
        final Operation op = Ops.calc(1);
        builder().task(0, 0).add(op);
        assertThrows(IllegalStateException.class, () -> op.requires(0));
        assertThrows(IllegalStateException.class, () -> builder().task(0, 0).add(op));
    }
}
