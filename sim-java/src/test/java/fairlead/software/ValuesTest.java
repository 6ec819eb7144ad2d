// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Shape;
import fairlead.program.Comparison;
import fairlead.program.Decision.Source;
import fairlead.program.Ops;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramException;
import fairlead.program.TaskBuilder;
import fairlead.run.Machines;
import fairlead.run.TwinRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What software does with values that earlier operations have left: it stores them, takes bytes of them, and looks. */
class ValuesTest {
    private static final MachineConfig MACHINE = Machines.of(new Shape(2, 1, 1), 1);

    private final ProgramBuilder program =
            new ProgramBuilder("test", MACHINE.shape(), MACHINE.tasks(), MACHINE.memoryBytes());
    private final TaskBuilder task = program.task(0, 0);
    private final int word = program.windows().everywhere("word", 32);

    private OpTable run() {
        final TwinRun run =
                new TwinRun(program.build(), MACHINE, new ExecutorOptions(64, 100_000, false, 1, List.of()));
        run.isClean();
        return run.execution().table();
    }

    /** The latest operation that was performed counts, and the checkers know the value. */
    @Test
    void aStoreOfAResultWritesIt() {
        task.add(Ops.store(word, 40));
        final int first = task.add(Ops.load(word).requires(0));
        final int no = task.add(Ops.test(List.of(new Source(first, false)), Comparison.EQ, List.of(), 0));
        final int never = task.add(Ops.load(word + 16).requires(first).onlyIf(no));
        final int store =
                task.add(Ops.storeResult(word + 8, List.of(new Source(never, false), new Source(first, false)), 2));
        final int load = task.add(Ops.load(word + 8).requires(store));
        assertEquals(42, run().value(load));
    }

    @Test
    void aResultThatNobodyLeftIsZero() {
        final int store = task.add(Ops.storeResult(word, List.of(), -1));
        final int load = task.add(Ops.load(word).requires(store));
        assertEquals(-1, run().value(load));
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 0x88", "1, 1, 0x77", "7, 1, 0x11", "2, 2, 0x5566", "4, 4, 0x11223344", "6, 2, 0x1122"})
    void bytesAreTakenFromTheLeastOneOn(final int first, final int bytes, final String wanted) {
        task.add(Ops.store(word, 0x1122334455667788L));
        final int load = task.add(Ops.load(word).requires(0));
        final int taken = task.add(Ops.extract(load, first, bytes));
        assertEquals(Long.decode(wanted), run().value(taken));
    }

    /** A look tells what is done now, and waits for nothing. */
    @Test
    void aLookFindsWhatIsDone() {
        final int get = task.add(Ops.getAny(1, word, word + 16, 8));
        final int early = task.add(Ops.look(List.of(get)));
        final int pause = task.add(Ops.calc(5000));
        final int late = task.add(Ops.look(List.of(get)).requires(pause));
        final int calc = task.add(Ops.calc(9000));
        final int both = task.add(Ops.look(List.of(get, calc)).requires(pause));
        final OpTable table = run();
        assertEquals("010", "" + table.value(early) + table.value(late) + table.value(both));
        assertTrue(table.doneAt(early) < table.doneAt(get));
    }

    @Test
    void anOperationOfAnotherNodeHasNoValueHere() {
        final int load = program.task(1, 0).add(Ops.load(word));
        task.add(Ops.look(List.of(load)));
        assertThrows(ProgramException.class, program::build);
    }
}
