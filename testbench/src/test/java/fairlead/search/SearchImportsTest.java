// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Imports of the search point one way: front and study know no simulation, area and evaluate know no search, nobody knows the command line. */
class SearchImportsTest {
    private static final Map<String, Set<String>> ALLOWED = Map.of(
            "front", Set.of(),
            "study", Set.of("hw", "engine", "scenario", "deadlock", "fabric"),
            "area", Set.of("hw", "engine", "study", "report"),
            "evaluate", Set.of("hw", "scenario", "session", "plan", "report", "check", "traffic", "rtl"),
            "search", Set.of("engine", "scenario", "study", "area", "evaluate", "front"));
    /** Of reports the area may use this one class: every file is written beside and renamed, and that is done in one place. */
    private static final String WHOLE_FILE = "import fairlead.report.WholeFile;";

    private static final Pattern IMPORT = Pattern.compile("^import (?:static )?fairlead\\.([a-z]+)\\.");

    @Test
    void everyImportIsAllowed() throws IOException {
        final List<String> wrong = new ArrayList<>();
        int seen = 0;
        for (final Map.Entry<String, Set<String>> rule : ALLOWED.entrySet()) {
            final List<Path> files;
            try (Stream<Path> all = Files.list(Path.of("src/main/java/fairlead", rule.getKey()))) {
                files = all.toList();
            }
            for (final Path file : files) {
                for (final String line : Files.readAllLines(file)) {
                    final Matcher m = IMPORT.matcher(line);
                    if (m.find()) {
                        seen++;
                        final boolean reports =
                                rule.getKey().equals("area") && m.group(1).equals("report") && !line.equals(WHOLE_FILE);
                        if (reports
                                || !m.group(1).equals(rule.getKey())
                                        && !rule.getValue().contains(m.group(1))) {
                            wrong.add(file + ": " + line);
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(seen > 30, "the scan has seen the imports");
    }
}
