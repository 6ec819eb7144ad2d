// SPDX-License-Identifier: Apache-2.0
package fairlead.system.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/lab/testplan.md names only tests and properties that exist, and every requirement has a test. */
class TestplanTest {
    private static final Path ROOT = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
    private static final Pattern ROW =
            Pattern.compile("^\\| ((?:R|M)-\\S+) \\|([^|]*)\\|([^|]*)\\|([^|]*)\\|([^|]*)\\|$");
    private static final Pattern TEST = Pattern.compile("`([\\w.]+)#(\\w+)`");
    private static final Pattern PROPERTY = Pattern.compile("\\b([A-Z]{2,4}_[AP]\\d+)\\b");

    private record Row(String requirement, String tests, String properties) {}

    private static List<Row> rows() throws IOException {
        final List<Row> rows = new ArrayList<>();
        for (final String line : Files.readAllLines(ROOT.resolve("docs/lab/testplan.md"))) {
            final Matcher row = ROW.matcher(line);
            if (row.matches()) {
                rows.add(new Row(row.group(1), row.group(3), row.group(4)));
            }
        }
        return rows;
    }

    private static List<Path> sources(final String kind) throws IOException {
        final List<Path> all = new ArrayList<>();
        for (final String module : List.of("hw", "sim-java", "testbench", "testbench/spark")) {
            final Path folder = ROOT.resolve(module).resolve(kind);
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.walk(folder)) {
                    files.filter(Files::isRegularFile).forEach(all::add);
                }
            }
        }
        return all;
    }

    @Test
    void everyRequirementHasATestOrAProperty() throws IOException {
        final List<Row> rows = rows();
        assertTrue(rows.size() > 40, "rows: " + rows.size());
        for (final Row row : rows) {
            assertTrue(
                    TEST.matcher(row.tests).find()
                            || PROPERTY.matcher(row.properties).find(),
                    row.requirement);
        }
    }

    @Test
    void everyRequirementOfTheUnitsThatAreBuiltHasOneRow() throws IOException {
        final Set<String> wanted = new TreeSet<>();
        final int[][] ranges = {{1, 15}, {1, 12}, {1, 10}, {1, 10}};
        final String[] units = {"R-DLA-", "R-FEN-", "R-EPO-", "R-BAR-"};
        for (int u = 0; u < units.length; u++) {
            for (int n = ranges[u][0]; n <= ranges[u][1]; n++) {
                wanted.add(units[u] + n);
            }
        }
        final List<String> named = rows().stream()
                .map(Row::requirement)
                .filter(r -> r.startsWith("R-"))
                .sorted()
                .toList();
        assertEquals(List.copyOf(wanted), named);
    }

    @Test
    void noNumberIsThatOfTwoRows() throws IOException {
        final List<String> all = rows().stream().map(Row::requirement).toList();
        final Set<String> once = new TreeSet<>();
        assertEquals(List.of(), all.stream().filter(row -> !once.add(row)).toList());
    }

    @Test
    void everyTestThatIsNamedExists() throws IOException {
        final List<Path> sources = sources("src/test");
        for (final Row row : rows()) {
            final Matcher test = TEST.matcher(row.tests);
            while (test.find()) {
                final String file = "fairlead/" + test.group(1).replace('.', '/') + ".java";
                final Path source = sources.stream()
                        .filter(p -> p.toString().replace('\\', '/').endsWith(file))
                        .findFirst()
                        .orElse(null);
                assertTrue(source != null, row.requirement + ": no test class " + test.group(1));
                assertTrue(
                        Files.readString(source).contains(" void " + test.group(2) + "("),
                        row.requirement + ": " + test.group(1) + " has no test " + test.group(2));
            }
        }
    }

    @Test
    void everyPropertyThatIsNamedIsInTheEmittedVerilog() throws IOException {
        final Set<String> emitted = new TreeSet<>();
        final Path rtl = ROOT.resolve("hw/target/rtl");
        try (Stream<Path> files = Files.list(rtl.resolve("lab"))) {
            for (final Path file :
                    files.filter(f -> f.toString().endsWith(".sv")).toList()) {
                final Matcher id = Pattern.compile("Assertion failed: ([A-Z]{2,4}_[AP]\\d+):")
                        .matcher(Files.readString(file));
                while (id.find()) {
                    emitted.add(id.group(1));
                }
            }
        }
        assertTrue(emitted.size() > 50, "properties emitted: " + emitted);
        for (final Row row : rows()) {
            final Matcher property = PROPERTY.matcher(row.properties);
            while (property.find()) {
                assertTrue(emitted.contains(property.group(1)), row.requirement + ": no property " + property.group(1));
            }
        }
    }
}
