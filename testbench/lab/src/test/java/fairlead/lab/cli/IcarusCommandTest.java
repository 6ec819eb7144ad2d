// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fairlead.cli.Captured;
import fairlead.cli.ExitCode;
import fairlead.lab.icarus.Icarus;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** `scripts/lab icarus`: RTL, twin and a second simulator on one drawn case. */
@Tag("M-687")
@Tag("M-688")
class IcarusCommandTest {
    @Test
    void aCaseIsEqualInAllThree() {
        assumeTrue(Icarus.installed(), "iverilog is not installed (scripts/setup --tests)");
        final Captured answer =
                Captured.of(LabMain::execute, "icarus", "--seeds", "1", "--from", "4", "--edges", "120");
        assertEquals(ExitCode.OK, answer.code(), answer.all());
        final Matcher lines = Pattern.compile(
                        "seed 4, 1x1x4, node 0, unknown start: 120 edges, (\\d+) compared, all outputs"
                                + " equal\nseed 4, 1x1x4, node 0, random start: 120 edges, \\1 compared, all outputs equal\n"
                                + "1 case, (\\d+) edges compared in Icarus, 0 plays differ\n")
                .matcher(answer.out());
        assertTrue(lines.matches(), answer.out());
        final int compared = Integer.parseInt(lines.group(1));
        assertTrue(compared > 50, answer.out());
        assertEquals(2 * compared, Integer.parseInt(lines.group(2)), answer.out());
    }

    @Test
    void aNodeThatIsNoneIsRefused() {
        final Captured answer = Captured.of(LabMain::execute, "icarus", "--seeds", "1", "--from", "4", "--node", "4");
        assertEquals(ExitCode.BAD_INPUT, answer.code(), answer.all());
        assertEquals("fairlead: --node 4: seed 4 has the nodes 0 to 3\n", answer.err());
    }
}
