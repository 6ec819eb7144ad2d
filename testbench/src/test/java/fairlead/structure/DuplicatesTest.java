// SPDX-License-Identifier: Apache-2.0
package fairlead.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No two places of the main sources have more than twelve equal lines. */
@Tag("M-156")
class DuplicatesTest {
    private static final int MOST = 12;
    private static final List<String> ROOTS = List.of(
            "../sim-java/src/main",
            "src/main",
            "spark/src/main",
            "../hw/src/main",
            "../hw/src/lab",
            "../verilator/src",
            "../verilator/include");

    private static final Pattern SOURCE = Pattern.compile(".*\\.(java|scala|cpp|h)");
    /** Matches lines without content of their own: comments, imports, and brackets alone. */
    private static final Pattern THIN = Pattern.compile("(//|/\\*|\\*|import |package |#include ).*|[\\W_]*|@Override");

    @TempDir
    private Path folder;

    private record Place(Path file, int line) {}

    private static List<Path> sources(Path root) throws IOException {
        try (Stream<Path> tree = Files.walk(root)) {
            return tree.filter(file -> SOURCE.matcher(file.toString()).matches())
                    .sorted()
                    .toList();
        }
    }

    /** Returns runs of `most` + 1 equal lines, each with the two places at which it begins. */
    private static List<String> repeated(List<Path> files, int most) throws IOException {
        Map<List<String>, Place> seen = new HashMap<>();
        List<String> found = new ArrayList<>();
        for (Path file : files) {
            List<String> lines = new ArrayList<>();
            List<Integer> numbers = new ArrayList<>();
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                number++;
                String bare = line.strip();
                if (!THIN.matcher(bare).matches()) {
                    lines.add(bare);
                    numbers.add(number);
                }
            }
            for (int i = 0; i + most < lines.size(); i++) {
                Place here = new Place(file, numbers.get(i));
                Place first = seen.putIfAbsent(List.copyOf(lines.subList(i, i + most + 1)), here);
                if (first != null) {
                    found.add(first.file() + ":" + first.line() + " and " + here.file() + ":" + here.line());
                }
            }
        }
        return found;
    }

    @Test
    void noTwoPlacesHaveMoreThanTwelveEqualLines() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String root : ROOTS) {
            files.addAll(sources(Path.of(root)));
        }
        assertTrue(files.size() > 600, files.size() + " files");
        assertEquals(List.of(), repeated(files, MOST));
    }

    @Test
    void oneEqualLineTooManyIsFound() throws IOException {
        Path one = Files.writeString(folder.resolve("One.java"), "import a;\n\nuno();\na();\n// why\nb();\n}\nc();\n");
        Path two = Files.writeString(folder.resolve("Two.java"), "due();\n    a();\n\n    b();\nc();\ntre();\n");
        assertEquals(List.of(one + ":4 and " + two + ":2"), repeated(List.of(one, two), 2));
        assertEquals(List.of(), repeated(List.of(one, two), 3));
    }
}
