// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.program.ProgramBuilder;
import fairlead.scenario.InputText;
import fairlead.scenario.importer.GoalImport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The greatest sizes of input files stand in the pages and in `--help`. */
@Tag("M-353")
class LimitsTest {
    private static void says(String text, int... limits) {
        for (int limit : limits) {
            String number = String.format(Locale.ROOT, "%,d", limit);
            assertTrue(text.replaceAll("\\s+", " ").contains(number), () -> number + " is not in " + text);
        }
    }

    @Test
    void limitsStandInThePagesAndInHelp() throws IOException {
        int[] goal = {GoalImport.MOST_CHARACTERS};
        says(Captured.of("import", "--help").out(), goal);
        says(Captured.of("check", "--help").out(), InputText.MOST_BYTES);
        List<String> pages = List.of("use/workload-files.md", "understand/deadlock.md");
        String files = Files.readString(Path.of("../docs", pages.get(0)));
        says(files, goal);
        says(files, InputText.MOST_BYTES, InputText.LONGEST_LINE, ProgramBuilder.MOST_OPERATIONS);
        says(Files.readString(Path.of("../docs", pages.get(1))), InputText.MOST_BYTES);
    }
}
