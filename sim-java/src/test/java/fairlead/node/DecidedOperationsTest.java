// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.program.Comparison;
import fairlead.program.Decision.Source;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.ProgramException;
import fairlead.program.Result;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations that are performed only if a TEST holds, and ANYs. */
@Tag("M-912")
class DecidedOperationsTest extends TwinProgram {
    private static List<Source> of(int... operations) {
        return Arrays.stream(operations).mapToObj(id -> new Source(id, false)).toList();
    }

    /** A TEST compares unsigned, with a value or with what another operation has left. */
    @ParameterizedTest
    @EnumSource(Comparison.class)
    void aTestComparesUnsigned(Comparison comparison) {
        task.add(Ops.store(word, -1));
        int high = task.add(Ops.load(word).requires(0));
        int low = task.add(Ops.load(word + 8).requires(high));
        int less = task.add(Ops.test(of(low), comparison, List.of(), 5));
        int same = task.add(Ops.test(of(low), comparison, List.of(), 0));
        int more = task.add(Ops.test(of(high), comparison, of(low), 99));
        OpTable table = runClean();
        String seen = "" + table.value(less) + table.value(same) + table.value(more);
        assertEquals(
                switch (comparison) {
                    case EQ -> "010";
                    case NE -> "101";
                    case LT -> "100";
                    case LE -> "110";
                    case GT -> "001";
                    case GE -> "011";
                },
                seen);
    }

    /** What is skipped reaches no machine, lets its followers start, and makes the TESTs that depend on it fail. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatATestDoesNotLetPassIsSkipped(boolean persistent) {
        int load = task.add(Ops.load(word));
        int no = task.add(Ops.test(of(load), Comparison.NE, List.of(), 0));
        int yes = task.add(Ops.test(of(load), Comparison.EQ, List.of(), 0));
        int inner = task.add(Ops.test(of(load), Comparison.EQ, List.of(), 0).onlyIf(no));
        int[] skipped = {
            task.add(Ops.fadd(1, word, 1).onlyIf(no)),
            task.add(Ops.fadd(1, word, 2).path(Path.INLINE).onlyIf(inner)),
            task.add(Ops.fence(1).onlyIf(no)),
            task.add(Ops.quiet().onlyIf(no)),
        };
        int done = task.add(Ops.fadd(1, word, 4).path(Path.INLINE).onlyIf(yes));
        int last = task.add(Ops.fadd(1, word, 8).requires(skipped).requires(done));
        run(persistent);
        OpTable table = run.isClean().execution().table();
        for (int id : skipped) {
            assertEquals(Result.SKIPPED, table.result(id));
            assertEquals(-1, table.postedAt(id));
        }
        assertEquals(Result.SKIPPED, table.result(inner));
        assertEquals(4, table.value(last));
        assertEquals(12, run.word(1, word));
    }

    /** The value of a TEST is that of the latest of several operations that was performed. */
    @Test
    void aSkippedOperationLeavesTheEarlierValue() {
        int first = task.add(Ops.fadd(1, word, 5));
        int second = task.add(Ops.fadd(1, word, 1).requires(first));
        int no = task.add(Ops.test(of(second), Comparison.EQ, List.of(), 0));
        int third = task.add(Ops.fadd(1, word, 1).onlyIf(no));
        int test = task.add(Ops.test(of(third, second), Comparison.EQ, List.of(), 5));
        int none = task.add(Ops.test(of(third), Comparison.EQ, List.of(), 0));
        OpTable table = runClean();
        assertEquals(1, table.value(test));
        assertEquals(1, table.value(none), "if none was performed, the value is 0");
    }

    /** An ANY tells the operation that has ended first, and the next one the other; the software latency is kept. */
    @Test
    void anAnyTellsEachOperationOnce() {
        int slow = task.add(Ops.calc(500));
        int quick = task.add(Ops.calc(100));
        int one = task.add(Ops.any(List.of(slow, quick), List.of(7L, 8L)));
        int other = task.add(Ops.any(List.of(slow, quick), List.of(7L, 8L)).requires(one));
        int late = task.add(Ops.calc(1).requires(other));
        OpTable table = runClean();
        assertEquals(8, table.value(one));
        assertEquals(table.doneAt(quick), table.doneAt(one));
        assertEquals(7, table.value(other));
        assertEquals(table.doneAt(slow), table.doneAt(other));
        assertTrue(table.postedAt(late) >= table.doneAt(slow));
    }

    @Test
    void anAnyThatComesLateTellsWhatHasBeenDoneLongest() {
        int slow = task.add(Ops.calc(300));
        int quick = task.add(Ops.calc(100));
        int wait = task.add(Ops.calc(2000));
        int any = task.add(Ops.any(List.of(slow, quick), List.of(1L, 2L)).requires(wait));
        OpTable table = runClean();
        assertEquals(2, table.value(any));
        assertEquals(table.doneAt(wait), table.doneAt(any));
    }

    @Test
    void wrongDecisionsAreRefused() {
        int load = task.add(Ops.load(word));
        task.add(Ops.load(word).onlyIf(load));
        assertTrue(assertThrows(ProgramException.class, program::build)
                .getMessage()
                .contains("tests nothing"));
        on(machine);
        int far = program.task(1, 0).add(Ops.calc(1));
        task.add(Ops.any(List.of(far), List.of(1L)));
        assertTrue(assertThrows(ProgramException.class, program::build)
                .getMessage()
                .contains("no earlier one"));
    }
}
