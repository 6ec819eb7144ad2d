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
 * Nothing imports the laboratory, and imports of the product point in one direction (decision 27): a package of
 * {@link #ARROWS} imports only those that its arrow names, each other package only those before it in {@link #ORDER}.
 */
@Tag("M-16")
@Tag("M-152")
class ImportsTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> MODULES = List.of("sim-java", "testbench", "testbench/spark", "testbench/lab");
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?fairlead\\.([a-z]+(?:\\.[a-z]+)*)\\.([A-Z]\\w*|\\*).*");
    private static final Map<String, Set<String>> ARROWS = Map.of(
            "machine", Set.of(),
            "engine", Set.of("machine"),
            "program", Set.of("machine"),
            "twin", Set.of("machine", "engine"),
            "rtl", Set.of("machine", "engine"),
            "workload", Set.of("machine", "program"),
            "node", Set.of("machine", "engine", "program"),
            "verdict", Set.of("machine", "engine", "program"));
    private static final List<String> ORDER = List.of(
            ("machine engine program twin rtl workload node verdict live race pe shmem mpi launch lockstep openloop scenario deadlock run litmus"
                            + " plan measure replay evaluate sweep search regress api cli spark lab")
                    .split(" "));
    /** The types of the engine's interface that verdicts may use: evidence, which runs nothing (D5). */
    private static final Set<String> EVIDENCE = Set.of("EventCursor", "EngineStats", "CommandBuffer");

    @TempDir
    private Path folder;

    private record Use(String from, String to, String type) {}

    @Test
    void importsPointInOneDirection() throws IOException {
        List<Use> uses = uses(sources("src/main/java"));
        assertTrue(uses.size() > 2000, () -> uses.size() + " imports");
        assertEquals(Set.of(), wrong(uses));
        assertEquals("", cycle(uses));
    }

    @Test
    void noPackageIsInTwoModulesAndNoClassNameOccursTwice() throws IOException {
        List<Path> main = sources("src/main/java");
        List<Path> all = new ArrayList<>(main);
        all.addAll(sources("src/test/java"));
        all.addAll(sources("src/support/java"));
        assertTrue(all.size() > main.size() + 300, () -> all.size() + " files");
        assertEquals(Set.of(), split(main));
        assertEquals(List.of(), twice(all));
    }

    /** Each check finds the fault of its kind in a tree of six files, and nothing else. */
    @Test
    void aTreeWithAFaultOfEachKindFailsEachCheck() throws IOException {
        source("sim-java", "machine/Sound.java", "import fairlead.hw.HwLayout;\nimport java.util.List;\n");
        source("sim-java", "verdict/Wrong.java", "import fairlead.engine.Engine;\nimport fairlead.twin.nic.Tile;\n");
        source("sim-java", "run/Lab.java", "import fairlead.lab.cases.Case;\n");
        source("sim-java", "run/view/Page.java", "import fairlead.run.Session;\n");
        source("sim-java", "run/Session.java", "import static fairlead.run.view.Page.*;\n");
        source("testbench", "run/Wrong.java", "import fairlead.cli.Main;\n");
        List<Path> tree = files(folder);
        assertEquals(
                Set.of(
                        "verdict imports engine Engine",
                        "verdict imports twin Tile",
                        "run imports lab Case",
                        "run imports cli Main"),
                wrong(uses(tree)));
        assertEquals("run.view -> run -> run.view", cycle(uses(tree)));
        assertEquals(Set.of("run"), split(tree));
        assertEquals(1, twice(tree).size());
    }

    private static Set<String> wrong(List<Use> uses) {
        Set<String> wrong = new TreeSet<>();
        for (Use use : uses) {
            String from = top(use.from);
            String to = top(use.to);
            boolean allowed = ARROWS.containsKey(from)
                    ? ARROWS.get(from).contains(to)
                    : ORDER.indexOf(to) < ORDER.indexOf(from) && ORDER.contains(to);
            boolean runs = from.equals("verdict") && to.equals("engine") && !EVIDENCE.contains(use.type);
            if (!from.equals(to) && (!allowed || runs)) {
                wrong.add(from + " imports " + to + " " + use.type);
            }
        }
        return wrong;
    }

    /** Returns a cycle between packages, or an empty text. */
    private static String cycle(List<Use> uses) {
        Map<String, Set<String>> to = new TreeMap<>();
        uses.forEach(use -> to.computeIfAbsent(use.from, p -> new TreeSet<>()).add(use.to));
        Set<String> done = new TreeSet<>();
        for (String start : new TreeSet<>(to.keySet()).descendingSet()) {
            String found = cycle(start, to, new ArrayList<>(), done);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }

    private static String cycle(String at, Map<String, Set<String>> to, List<String> path, Set<String> done) {
        if (path.contains(at)) {
            return String.join(" -> ", path.subList(path.indexOf(at), path.size())) + " -> " + at;
        }
        if (done.contains(at)) {
            return "";
        }
        path.add(at);
        for (String next : to.getOrDefault(at, Set.of())) {
            String found = cycle(next, to, path, done);
            if (!found.isEmpty()) {
                return found;
            }
        }
        path.remove(path.size() - 1);
        done.add(at);
        return "";
    }

    private static Set<String> split(List<Path> sources) {
        Map<String, String> module = new LinkedHashMap<>();
        Set<String> split = new TreeSet<>();
        for (Path file : sources) {
            String here = file.toString().replaceAll("/src/.*", "");
            if (!module.computeIfAbsent(packageOf(file), p -> here).equals(here)) {
                split.add(packageOf(file));
            }
        }
        return split;
    }

    private static List<String> twice(List<Path> sources) {
        Map<String, Path> first = new TreeMap<>();
        List<String> twice = new ArrayList<>();
        for (Path file : sources) {
            Path other = first.putIfAbsent(file.getFileName().toString(), file);
            if (other != null && !file.endsWith("package-info.java")) {
                twice.add(other + " and " + file);
            }
        }
        return twice;
    }

    /** Returns the imports between packages of the project, without those of the generated constants. */
    private static List<Use> uses(List<Path> sources) throws IOException {
        List<Use> uses = new ArrayList<>();
        for (Path file : sources) {
            Matcher m = IMPORT.matcher(Files.readString(file));
            while (m.find()) {
                if (!m.group(1).equals("hw") && !m.group(1).equals(packageOf(file))) {
                    uses.add(new Use(packageOf(file), m.group(1), m.group(2)));
                }
            }
        }
        return uses;
    }

    private static String top(String name) {
        return name.replaceAll("\\..*", "");
    }

    private static List<Path> sources(String below) throws IOException {
        List<Path> found = new ArrayList<>();
        for (String module : MODULES) {
            if (Files.isDirectory(ROOT.resolve(module).resolve(below))) {
                found.addAll(files(ROOT.resolve(module).resolve(below)));
            }
        }
        return found;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(f -> f.toString().endsWith(".java")).sorted().toList();
        }
    }

    private void source(String module, String path, String text) throws IOException {
        Path file = folder.resolve(module).resolve("src/main/java/fairlead").resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static String packageOf(Path file) {
        return file.toString()
                .replace('\\', '/')
                .replaceAll(".*/src/main/java/fairlead/(.*)/[^/]*$", "$1")
                .replace('/', '.');
    }
}
