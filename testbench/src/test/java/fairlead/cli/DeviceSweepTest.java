// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep says what each time-out costs the threads of a shared device. */
@Tag("M-392")
class DeviceSweepTest {
    private static final String TIME = "mean_delay";

    @TempDir
    private Path folder;

    @Test
    void thePageHasTheCostsThatTheCommandPrints() throws IOException {
        List<String> page = Files.readAllLines(Path.of("../docs/use/device.md"));
        String command = String.join(
                        " ",
                        page.stream()
                                .dropWhile(line -> !line.startsWith("scripts/fairlead sweep "))
                                .takeWhile(line -> !line.equals("```"))
                                .toList())
                .replace(" \\", "")
                .replace("examples/", "../examples/");
        Path csv = folder.resolve("costs.csv");
        List<String> words = new ArrayList<>(List.of(command.strip().split(" +")));
        words.addAll(List.of("--csv", csv.toString()));
        Captured.of(words.subList(1, words.size()).toArray(String[]::new)).exits(ExitCode.OK);
        List<String> rows = Files.readAllLines(csv);
        List<String> head = List.of(rows.get(0).split(","));
        List<String> shown = rows.stream()
                .skip(1)
                .map(row -> row.split(",", -1))
                .map(cells -> Stream.concat(
                                Stream.of(cells[0], cells[1]),
                                Stream.of(
                                                "cycles",
                                                "locks_granted",
                                                "locks_refused",
                                                "locks_wasted",
                                                TIME,
                                                "longest_delay")
                                        .map(name -> number(name, cells[head.indexOf(name)])))
                        .reduce("|", (line, cell) -> line + " " + cell + " |"))
                .toList();
        assertEquals(12, shown.size());
        assertEquals(
                shown,
                page.stream()
                        .filter(line -> line.matches("\\| (smp|dual) \\| \\d+ \\|.*"))
                        .toList());
    }

    private static String number(String column, String value) {
        return String.format(Locale.ROOT, column.equals(TIME) ? "%.1f" : "%,.0f", Double.parseDouble(value));
    }
}
