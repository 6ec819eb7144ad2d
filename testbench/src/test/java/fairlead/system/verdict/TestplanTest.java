// SPDX-License-Identifier: Apache-2.0
package fairlead.system.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every requirement of docs/understand/requirements.md and machine-requirements.tsv has a test with its tag, and its
 * properties exist.
 */
class TestplanTest {
    private static final Path ROOT = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
    private static final Pattern ROW =
            Pattern.compile("(?m)^(?:\\| |(?=M))([RM]-\\S+)(?: \\||\t)[^|\t\n]*[|\t]([^|\n]*)\\|?$");
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"([RM]-[^\"]+)\"\\)");
    private static final Pattern PROPERTY = Pattern.compile("\\b([A-Z]{2,4}_[AP]\\d+)\\b");
    private static final Pattern EMITTED = Pattern.compile("Assertion failed: ([A-Z]{2,4}_[AP]\\d+):");

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/understand/requirements.md"))
                + Files.readString(ROOT.resolve("docs/understand/machine-requirements.tsv"));
    }

    /** Returns what group 1 of the pattern has in the files of these folders that end so. */
    private static Set<String> found(Pattern pattern, String end, String... folders) throws IOException {
        Set<String> found = new TreeSet<>();
        for (String folder : folders) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                for (Path file : files.filter(f -> f.toString().endsWith(end)).toList()) {
                    pattern.matcher(Files.readString(file)).results().forEach(m -> found.add(m.group(1)));
                }
            }
        }
        return found;
    }

    @Test
    void everyRequirementHasATestAndEveryTagARequirement() throws IOException {
        Set<String> wanted = new TreeSet<>();
        ROW.matcher(page()).results().forEach(row -> assertTrue(wanted.add(row.group(1)), row.group(1) + " twice"));
        assertTrue(wanted.size() > 300, "requirements: " + wanted.size());
        assertEquals(
                wanted,
                found(
                        TAG,
                        ".java",
                        "sim-java/src/test",
                        "testbench/src/test",
                        "testbench/lab/src/test",
                        "testbench/spark/src/test"));
    }

    @Test
    void everyPropertyThatIsNamedIsInTheEmittedVerilog() throws IOException {
        Set<String> emitted = found(EMITTED, ".sv", "hw/target/rtl/lab");
        assertTrue(emitted.size() > 50, "properties emitted: " + emitted);
        ROW.matcher(page()).results().forEach(row -> PROPERTY.matcher(row.group(2))
                .results()
                .forEach(p -> assertTrue(emitted.contains(p.group(1)), row.group(1) + ": no property " + p.group(1))));
    }
}
