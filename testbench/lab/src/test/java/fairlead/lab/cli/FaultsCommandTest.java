// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.cli.Captured;
import fairlead.cli.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** scripts/lab faults: what is refused, and what is written. */
@Tag("M-720")
class FaultsCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "--only, byte_wrongly, no such fault in the table; known: credit_drop",
        "--mute, integrity, no such verdict; known: deadlock_freedom",
        "--seeds, 0, must be 1 to",
        "--page, ../README.md, has no lines <!-- BEGIN FAULTS -->"
    })
    void whatIsNoFaultOrVerdictIsRefused(final String option, final String value, final String why) throws Exception {
        final Captured answer = Captured.of(LabMain::execute, "faults", option, value);
        assertEquals(ExitCode.BAD_INPUT, answer.code(), answer.err());
        assertTrue(answer.err().contains(why), answer.err());
        assertEquals(1, answer.err().lines().count(), answer.err());
    }

    @Test
    void theTableIsWrittenIntoItsPage() throws Exception {
        final Path page = folder.resolve("page.md");
        Files.writeString(page, "before\n<!-- BEGIN FAULTS -->\nold\n<!-- END FAULTS -->\nafter\n");
        final Captured answer = Captured.of(
                LabMain::execute,
                "faults",
                "--seeds",
                "1",
                "--seed",
                "12",
                "--only",
                "byte_wrong",
                "--page",
                page + "");
        assertEquals(ExitCode.OK, answer.code(), answer.err());
        final List<String> lines = Files.readAllLines(page);
        assertTrue(lines.contains("before") && lines.contains("after") && !lines.contains("old"), lines::toString);
        assertTrue(lines.stream().anyMatch(l -> l.startsWith("| `byte_wrong` | X01, X18 | 1 |")), lines::toString);
        assertTrue(answer.out().contains("seeds 12 to 12: 1 runs of 1 faults"), answer.out());
    }
}
