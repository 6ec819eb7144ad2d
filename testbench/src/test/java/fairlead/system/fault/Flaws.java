// SPDX-License-Identifier: Apache-2.0
package fairlead.system.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Unsafe;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import java.util.stream.Stream;

/** A program with the same windows on all nodes, which is run with a flaw of the RTL and without it. */
abstract class Flaws {
    static final long KEY = 77;
    static final int BYTES = 4096; // of a source, and of each of five landings

    TestMachine machine;
    ProgramBuilder program;
    int source;
    int landing;

    /** Begins a program in which the source of node n has the bytes of KEY + n. */
    final void begin(TestMachine its) {
        begin(its, BYTES);
    }

    final void begin(TestMachine its, int bytes) {
        machine = its;
        program = machine.program("flaw");
        source = program.windows().everywhere("source", bytes);
        landing = program.windows().everywhere("landing", 5L * bytes);
        for (int node = 0; node < program.nodes(); node++) {
            program.load(node, source, Payload.bytes(KEY + node, bytes));
        }
    }

    final TaskBuilder task(int node) {
        return program.task(node, 0);
    }

    /** Does {@link #failsWith} with the program that has been begun. */
    final RunResult fails(int variant, String verdict, String detail, String... others) {
        return failsWith(machine, program.build(), Unsafe.everywhere(variant), verdict, detail, others);
    }

    /** Does the same, and requires that the run completes. */
    final void completesAndFails(int variant, String verdict, String detail) {
        RunResult wrong = fails(variant, verdict, detail);
        assertTrue(wrong.report().ending().startsWith("completed"), Runs.text(wrong));
    }

    /**
     * Asserts that with the flaw exactly this verdict is false, with this detail, and that without the flaw all
     * verdicts hold. Checkers beside the run find the same.
     *
     * @param others verdicts that are false too, after the first one
     */
    static RunResult failsWith(
            TestMachine machine, Program program, Unsafe flaw, String verdict, String detail, String... others) {
        machine.library = "lab";
        machine.unsafe = flaw;
        RunResult wrong = machine.run(program);
        Runs.assertFails(
                wrong, Stream.concat(Stream.of(verdict), Stream.of(others)).toArray(String[]::new));
        String said = Runs.verdicts(wrong).get(verdict).detail();
        assertTrue(said.contains(detail), said);
        Runs.assertSameBeside(machine.plan(program), wrong);
        machine.unsafe = Unsafe.NONE;
        RunResult right = machine.run(program);
        assertTrue(right.report().holds(), "without the flaw: " + Runs.text(right));
        assertTrue(right.report().ending().startsWith("completed"), Runs.text(right));
        assertEquals(0, right.report().assertionsMuted());
        return wrong;
    }
}
