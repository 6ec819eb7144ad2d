// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.program.Comparison;
import fairlead.program.Decision;
import fairlead.program.Decision.Source;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.ProgramException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What software does with values that earlier operations have left: it stores them, takes bytes of them, and looks. */
@Tag("M-916")
@Tag("M-971")
class ValuesTest extends TwinProgram {
    /** The latest operation that was performed counts, and the checkers know the value. */
    @Test
    void aStoreOfAResultWritesIt() {
        task.add(Ops.store(word, 40));
        int first = task.add(Ops.load(word).requires(0));
        int no = task.add(Ops.test(List.of(new Source(first, false)), Comparison.EQ, List.of(), 0));
        int never = task.add(Ops.load(word + 16).requires(first).onlyIf(no));
        int store = task.add(Ops.storeResult(word + 8, List.of(new Source(never, false), new Source(first, false)), 2));
        int load = task.add(Ops.load(word + 8).requires(store));
        assertEquals(42, runClean().value(load));
    }

    @Test
    void aResultThatNobodyLeftIsZero() {
        int store = task.add(Ops.storeResult(word, List.of(), -1));
        int load = task.add(Ops.load(word).requires(store));
        assertEquals(-1, runClean().value(load));
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 0x88", "1, 1, 0x77", "7, 1, 0x11", "2, 2, 0x5566", "4, 4, 0x11223344", "6, 2, 0x1122"})
    void bytesAreTakenFromTheLeastOneOn(int first, int bytes, String wanted) {
        task.add(Ops.store(word, 0x1122334455667788L));
        int load = task.add(Ops.load(word).requires(0));
        int taken = task.add(Ops.extract(load, first, bytes));
        assertEquals(Long.decode(wanted), runClean().value(taken));
    }

    /** A look tells what is done now, and waits for nothing. */
    @Test
    void aLookFindsWhatIsDone() {
        int get = task.add(Ops.getAny(1, word, word + 16, 8));
        int early = task.add(Ops.look(List.of(get)));
        int pause = task.add(Ops.calc(5000));
        int late = task.add(Ops.look(List.of(get)).requires(pause));
        int calc = task.add(Ops.calc(9000));
        int both = task.add(Ops.look(List.of(get, calc)).requires(pause));
        OpTable table = runClean();
        assertEquals("010", "" + table.value(early) + table.value(late) + table.value(both));
        assertTrue(table.doneAt(early) < table.doneAt(get));
    }

    private List<Source> loaded(int address, long value) {
        int store = task.add(Ops.store(address, value));
        return List.of(new Source(task.add(Ops.load(address).requires(store)), false));
    }

    /** The command carries the sum, as a descriptor and through the DLA, and the checkers know what memory must do. */
    @ParameterizedTest
    @EnumSource(
            value = Path.class,
            names = {"DESCRIPTOR", "INLINE"})
    void anAtomicTakesItsOperandFromAResult(Path path) {
        List<Source> from = loaded(word, 40);
        int add = task.add(Decision.operand(Ops.fadd(1, word + 8, 0), from, 2).path(path));
        int swap = task.add(Decision.operand(Ops.fetchOp(OpKind.SWAP, 1, word + 8, 0), from, -1)
                .path(path)
                .requires(add));
        int last = task.add(Ops.fadd(1, word + 8, 0).requires(swap));
        OpTable table = runClean();
        assertEquals(List.of(42L, 39L), List.of(table.value(swap), table.value(last)));
    }

    @ParameterizedTest
    @CsvSource({"6, 9", "7, 7"})
    void aCompareAndSwapTakesBothItsValuesFromResults(long compared, long left) {
        List<Source> six = loaded(word, 6);
        List<Source> nine = loaded(word + 16, 8);
        int first = task.add(Ops.fadd(1, word + 8, compared));
        int cas = task.add(
                Decision.compare(Decision.operand(Ops.cas(1, word + 8, 0, 0).requires(first), nine, 1), six, 0));
        int last = task.add(Ops.fadd(1, word + 8, 0).requires(cas));
        OpTable table = runClean();
        assertEquals(compared, table.value(cas));
        assertEquals(left, table.value(last));
    }

    @Test
    void aPollWaitsForAResult() {
        List<Source> from = loaded(word, 5);
        int poll = task.add(Decision.operand(Ops.poll(word + 8, Comparison.EQ, 0, 9000), from, 1));
        task.add(Ops.store(word + 8, 5).requires(from.get(0).operation()));
        task.add(Ops.store(word + 8, 6).notBefore(3000));
        assertEquals(6, runClean().value(poll));
    }

    @Test
    void anOperandOfNoResultIsTheNumberAlone() {
        int add = task.add(Decision.operand(Ops.fadd(1, word, 0), List.of(), 7));
        int last = task.add(Ops.fadd(1, word, 0).requires(add));
        assertEquals(7, runClean().value(last));
    }

    @Test
    void onlyAtomicsAndPollsTakeOperandsFromResults() {
        Operation put = Ops.putValue(1, word, word, 1);
        assertThrows(IllegalArgumentException.class, () -> Decision.operand(put, List.of(), 1));
        Operation add = Ops.fadd(1, word, 1);
        assertThrows(IllegalArgumentException.class, () -> Decision.compare(add, List.of(), 1));
        int load = program.task(1, 0).add(Ops.load(word));
        task.add(Decision.compare(Ops.cas(1, word, 0, 1), List.of(new Source(load, false)), 0));
        assertThrows(ProgramException.class, program::build);
    }

    @Test
    void anOperationOfAnotherNodeHasNoValueHere() {
        int load = program.task(1, 0).add(Ops.load(word));
        task.add(Ops.look(List.of(load)));
        assertThrows(ProgramException.class, program::build);
    }
}
