// SPDX-License-Identifier: Apache-2.0
package fairlead.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Imports point in one direction in every package of every module. The rules are in structure/imports.txt: one line for
 * each package, with the packages of the project that it may import. Itself and the generated constants (`hw`) are not
 * listed, and a line may name only packages whose lines precede it.
 */
@Tag("M-16")
@Tag("M-152")
class ImportsTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> MODULES = List.of("sim-java", "sim-java/bench", "testbench", "testbench/spark");
    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?fairlead\\.([a-z]+(?:\\.[a-z]+)*)\\.[A-Z*].*");
    /**
     * The types of the engine's interface that the checkers may use. They cross the interface and do not run anything
     * (D5): events, the configuration with its parts, statistics, and the commands of software, which are evidence for
     * the answers.
     */
    private static final Set<String> RECORDS = Set.of(
            "EventCursor",
            "EngineStats",
            "Mix",
            "MachineConfig",
            "CollectiveNetwork",
            "Shape",
            "DlaLimits",
            "Arbitration",
            "EpochAccess",
            "FifoNumber",
            "CommandBuffer",
            "TableSizes");

    @TempDir
    private Path folder;

    @Test
    void everyImportIsAllowed() throws IOException {
        final Map<String, Set<String>> seen = imports(sources());
        assertEquals(new TreeMap<>(rules()), seen);
        assertTrue(seen.size() > 40, () -> "packages seen: " + seen.keySet());
    }

    @Test
    void aPackageImportsOnlyWhatStandsAboveIt() throws IOException {
        assertEquals(List.of(), upward(rules()));
    }

    @Test
    void checkersUseNoEngine() throws IOException {
        assertEquals(List.of(), enginesInCheckers(sources()));
    }

    @Test
    void noClassNameOccursTwice() throws IOException {
        final List<Path> all = new ArrayList<>(sources());
        all.addAll(sources("src/test/java"));
        assertTrue(all.size() > sources().size() + 400, () -> all.size() + " files");
        assertEquals(List.of(), twice(all));
    }

    private Path source(final String module, final String path, final String text) throws IOException {
        final Path file =
                folder.resolve(module).resolve("src/main/java/fairlead").resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** Each of the four checks finds the fault of its kind in a tree of three files, and nothing else. */
    @Test
    void aTreeWithAFaultOfEachKindFailsEachCheck() throws IOException {
        final List<Path> tree = List.of(
                source(
                        "sim-java",
                        "check/Fine.java",
                        "import fairlead.engine.api.Shape;\nimport fairlead.hw.HwLayout;\nimport java.util.List;\n"),
                source("sim-java", "check/Wrong.java", "import fairlead.engine.api.Engine;\n"),
                source("testbench", "cli/Wrong.java", "import static fairlead.check.Verdict.*;\n"));
        assertEquals(Map.of("check", Set.of("engine.api"), "cli", Set.of("check")), imports(tree));
        assertEquals(List.of(tree.get(1) + ": import fairlead.engine.api.Engine;"), enginesInCheckers(tree));
        assertEquals(List.of(tree.get(1) + " and " + tree.get(2)), twice(tree));
        final Map<String, Set<String>> rules = new LinkedHashMap<>();
        rules.put("engine.api", Set.of());
        rules.put("cli", Set.of("check", "engine.api"));
        rules.put("check", Set.of("engine.api"));
        assertEquals(List.of("cli imports check"), upward(rules));
    }

    /** Returns the packages of the project that each package imports, except itself and the generated constants. */
    private static Map<String, Set<String>> imports(final List<Path> sources) throws IOException {
        final Map<String, Set<String>> seen = new TreeMap<>();
        for (final Path file : sources) {
            final Set<String> imports = seen.computeIfAbsent(packageOf(file), p -> new TreeSet<>());
            for (final String line : Files.readAllLines(file)) {
                final Matcher m = IMPORT.matcher(line);
                if (m.matches() && !m.group(1).equals("hw") && !m.group(1).equals(packageOf(file))) {
                    imports.add(m.group(1));
                }
            }
        }
        return seen;
    }

    /** Returns the imports of packages whose lines do not precede the line of the importing package. */
    private static List<String> upward(final Map<String, Set<String>> rules) {
        final Set<String> above = new TreeSet<>();
        final List<String> wrong = new ArrayList<>();
        for (final Map.Entry<String, Set<String>> rule : rules.entrySet()) {
            rule.getValue().stream()
                    .filter(to -> !above.contains(to))
                    .forEach(to -> wrong.add(rule.getKey() + " imports " + to));
            above.add(rule.getKey());
        }
        return wrong;
    }

    private static List<String> enginesInCheckers(final List<Path> sources) throws IOException {
        final List<String> wrong = new ArrayList<>();
        for (final Path file : sources) {
            if (packageOf(file).equals("check")) {
                for (final String line : Files.readAllLines(file)) {
                    if (line.startsWith("import fairlead.engine.api.")
                            && !RECORDS.contains(line.replaceAll(".*\\.|;", ""))) {
                        wrong.add(file + ": " + line);
                    }
                }
            }
        }
        return wrong;
    }

    private static List<String> twice(final List<Path> sources) {
        final Map<String, Path> first = new TreeMap<>();
        final List<String> twice = new ArrayList<>();
        for (final Path file : sources) {
            final Path other = first.putIfAbsent(file.getFileName().toString(), file);
            if (other != null && !file.endsWith("package-info.java")) {
                twice.add(other + " and " + file);
            }
        }
        return twice;
    }

    private static Map<String, Set<String>> rules() throws IOException {
        final Map<String, Set<String>> rules = new LinkedHashMap<>();
        for (final String line : Files.readAllLines(Path.of("src/test/resources/structure/imports.txt"))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                final String[] sides = line.split(":", 2);
                rules.put(sides[0].strip(), words(sides[1]));
            }
        }
        return rules;
    }

    private static Set<String> words(final String text) {
        return text.isBlank()
                ? new TreeSet<>()
                : new TreeSet<>(List.of(text.strip().split("\\s+")));
    }

    private static List<Path> sources() throws IOException {
        return sources("src/main/java");
    }

    private static List<Path> sources(final String below) throws IOException {
        final List<Path> files = new ArrayList<>();
        for (final String module : MODULES) {
            final Path folder = ROOT.resolve(module).resolve(below);
            if (Files.isDirectory(folder)) {
                try (Stream<Path> all = Files.walk(folder)) {
                    all.filter(f -> f.toString().endsWith(".java")).forEach(files::add);
                }
            }
        }
        return files;
    }

    private static String packageOf(final Path file) {
        final String path = file.toString().replace('\\', '/');
        return path.replaceAll(".*/src/main/java/fairlead/(.*)/[^/]*$", "$1").replace('/', '.');
    }
}
