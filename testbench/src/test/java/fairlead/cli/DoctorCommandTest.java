// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what `doctor` says of this machine, which has all tools of the tests. */
@Tag("M-930")
class DoctorCommandTest {
    @Test
    void eachToolAndLibraryHasALineInWords() {
        final Captured answer = Captured.of("doctor");
        assertEquals(0, answer.code(), answer::all);
        for (final String start :
                List.of("java ", "mvn ", "verilator    Verilator ", "g++ ", "make ", "yosys ", "z3 ", "iverilog ")) {
            assertTrue(answer.out().lines().anyMatch(line -> line.startsWith(start)), () -> start + answer.all());
        }
        final String lab = answer.out()
                .lines()
                .filter(line -> line.startsWith("lab "))
                .findFirst()
                .orElseThrow();
        assertTrue(lab.contains("library, with faults, with assertions; depths up to 64 (link), 32 (local)"), lab);
        assertTrue(
                answer.out().lines().anyMatch(line -> line.matches("product +library, no faults, no assertions; .*")));
        assertTrue(answer.out().lines().anyMatch(line -> line.startsWith("model        twin, no faults")));
    }
}
