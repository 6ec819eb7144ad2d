// SPDX-License-Identifier: Apache-2.0
package fairlead.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No top package has more lines of main Java than structure/budget.txt gives it (decision 27), and no budget is more
 * than {@link #SLACK} lines above what is there, so that a budget falls with its package.
 */
class BudgetTest {
    private static final int SLACK = 100;
    private static final Path ROOT = Path.of("..");

    @TempDir
    private Path folder;

    @Test
    void everyPackageKeepsItsBudget() throws IOException {
        Map<String, Integer> budget = budget(Path.of("src/test/resources/structure/budget.txt"));
        assertEquals("", judged(budget, lines(ROOT)));
    }

    @Test
    void aPackageAboveItsBudgetFarBelowItOrWithoutOneIsNamed() throws IOException {
        for (String each : new String[] {"big", "small", "kept", "stray"}) {
            Path place = folder.resolve("testbench/src/main/java/fairlead").resolve(each);
            Files.createDirectories(place);
            Files.writeString(place.resolve("A.java"), "//\n".repeat(150));
        }
        Map<String, Integer> budget = Map.of("big", 149, "small", 251, "kept", 250, "gone", 1);
        assertEquals(
                "big has 150 lines, its budget is 149\nsmall has 150 lines: lower its budget of 251\n"
                        + "stray has no budget\ngone is not there",
                judged(new TreeMap<>(budget), lines(folder)));
    }

    private static String judged(Map<String, Integer> budget, Map<String, Integer> lines) {
        Stream<String> wrong = lines.entrySet().stream()
                .filter(e -> !budget.containsKey(e.getKey())
                        || e.getValue() > budget.get(e.getKey())
                        || e.getValue() < budget.get(e.getKey()) - SLACK)
                .map(e -> e.getKey()
                        + (!budget.containsKey(e.getKey())
                                ? " has no budget"
                                : " has " + e.getValue() + " lines"
                                        + (e.getValue() > budget.get(e.getKey())
                                                ? ", its budget is "
                                                : ": lower its budget of ")
                                        + budget.get(e.getKey())));
        Stream<String> gone =
                budget.keySet().stream().filter(p -> !lines.containsKey(p)).map(p -> p + " is not there");
        return Stream.concat(wrong, gone).collect(Collectors.joining("\n"));
    }

    private static Map<String, Integer> budget(Path file) throws IOException {
        try (Stream<String> rows = Files.lines(file)) {
            return rows.filter(row -> !row.startsWith("#"))
                    .map(row -> row.split(" "))
                    .collect(Collectors.toMap(
                            word -> word[0], word -> Integer.valueOf(word[1]), (a, b) -> a, TreeMap::new));
        }
    }

    /** Returns the lines of main Java of each top package. */
    private static Map<String, Integer> lines(Path root) throws IOException {
        Map<String, Integer> lines = new TreeMap<>();
        for (String module : new String[] {"sim-java", "testbench", "testbench/lab"}) {
            Path sources = root.resolve(module).resolve("src/main/java/fairlead");
            if (Files.isDirectory(sources)) {
                try (Stream<Path> all = Files.walk(sources)) {
                    all.filter(f -> f.toString().endsWith(".java"))
                            .forEach(f ->
                                    lines.merge(sources.relativize(f).getName(0).toString(), count(f), Integer::sum));
                }
            }
        }
        return lines;
    }

    private static int count(Path file) {
        try (Stream<String> rows = Files.lines(file)) {
            return (int) rows.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
