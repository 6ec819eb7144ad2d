// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.cli.Captured;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options of `fairlead litmus` for generated programs. */
@Tag("M-566")
class GenerateOptionsTest {
    @TempDir
    private Path folder;

    @Test
    void theCommandRunsGeneratedPrograms() {
        final Captured run = Captured.of(
                LabMain::execute,
                "litmus",
                "--generate",
                "2",
                "--number",
                "3",
                "--schedules",
                "2",
                "--engine",
                "model");
        assertEquals(0, run.code(), run::toString);
        assertTrue(run.out().contains("2 programs, 4 runs: 0 programs with findings"), run.out());
        final Captured text = Captured.of(LabMain::execute, "litmus", "--generate", "1", "--number", "3", "--print");
        assertTrue(text.out().startsWith("litmus G1.3\n"), text.out());
        final Captured wrong = Captured.of(
                LabMain::execute,
                "litmus",
                "--generate",
                "60",
                "--number",
                "100",
                "--schedules",
                "4",
                "--engine",
                "model",
                "--leave-out",
                "quiet",
                "--keep",
                folder.toString());
        assertEquals(1, wrong.code(), wrong::toString);
        assertTrue(wrong.out().contains("kept as " + folder + "/G1."), wrong.out());
        assertEquals(1, folder.toFile().list().length);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "litmus --generate 0 | --generate 0: must be 1 to 1000000",
                "litmus --generate 1 --leave-out fense | did you mean fence?",
                "litmus --generate 1 --leave-out fence --about flush | give one of them",
                "litmus --generate 1 --unsafe epoch_ungarded | did you mean epoch_unguarded?",
                "litmus --generate 1 --unsafe fence_open --engine model | the twin has no flaws",
                "litmus --generate 1 a.litmus | Unmatched argument at index 3",
                "litmus | Missing required option: '--generate=N'",
            })
    void optionsThatDoNotFitAreRefused(final String command, final String message) {
        final Captured run = Captured.of(LabMain::execute, command.split(" "));
        assertEquals(2, run.code(), run::toString);
        assertTrue(run.err().contains(message), run.err());
    }
}
