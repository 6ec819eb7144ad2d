// SPDX-License-Identifier: Apache-2.0
package fairlead.system.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Unsafe;
import fairlead.program.Program;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import java.util.stream.Stream;

/** Runs one program with a flaw of the RTL and without it. */
final class Flaws {
    private Flaws() {}

    /**
     * Asserts that with the flaw exactly this verdict is false, with this detail, and that without the flaw all
     * verdicts hold.
     *
     * @param others verdicts that are false too, behind the first one
     */
    static RunResult failsWith(
            final TestMachine machine,
            final Program program,
            final int variant,
            final String verdict,
            final String detail,
            final String... others) {
        machine.library = "lab";
        machine.unsafe = Unsafe.everywhere(variant);
        final RunResult wrong = machine.run(program);
        Runs.assertFails(
                wrong, Stream.concat(Stream.of(verdict), Stream.of(others)).toArray(String[]::new));
        final String said = Runs.verdicts(wrong).get(verdict).detail();
        assertTrue(said.contains(detail), said);
        machine.unsafe = Unsafe.NONE;
        final RunResult right = machine.run(program);
        assertTrue(right.report().holds(), "without the flaw: " + Runs.text(right));
        assertTrue(right.report().ending().startsWith("completed"), Runs.text(right));
        assertEquals(0, right.report().assertionsMuted());
        return wrong;
    }
}
