// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.strength;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The listed edits of the fabric (strength/fabric.txt) can be applied: the old text of each occurs exactly once in its
 * file.
 */
class ListedEditsTest {
    private static final Path ROOT = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
    private static final Path LIST = Path.of("src/test/resources/strength/fabric.txt");

    @TempDir
    private Path folder;

    private record Listed(int line, String file, String from, String to) {}

    @Test
    void theOldTextOfEachEditStandsOnceInItsFile() throws IOException {
        final List<Listed> edits = edits(Files.readAllLines(LIST));
        assertTrue(edits.size() > 150, "edits seen: " + edits.size());
        assertEquals(List.of(), faults(ROOT, edits));
    }

    @Test
    void anEditWhoseTextIsGoneOrThereTwiceIsSeen() throws IOException {
        Files.writeString(folder.resolve("a.cpp"), "one();\n  two();\n    three();\ntwo();\n");
        final List<Listed> edits = edits(List.of(
                "# a comment",
                "a.cpp",
                "- one();",
                "+ two();",
                "- two();",
                "+ one();",
                "- two();",
                "-     three();",
                "+ three();",
                "- four();",
                "+ five();",
                "- one();",
                "+ one();",
                "- one();"));
        assertEquals(6, edits.size());
        assertEquals(
                List.of(
                        "line 5: a.cpp has the text 2 times",
                        "line 10: a.cpp has the text 0 times",
                        "line 12: changes nothing",
                        "line 14: has no new text"),
                faults(folder, edits));
    }

    /**
     * Reads the edits as scripts/lib/strength.sh does: a file, then groups of lines of old text, each followed by its
     * new text.
     */
    private static List<Listed> edits(final List<String> lines) {
        final List<Listed> edits = new ArrayList<>();
        final List<String> from = new ArrayList<>();
        final List<String> to = new ArrayList<>();
        String file = "";
        int first = 0;
        for (int i = 0; i <= lines.size(); i++) {
            final String line = i < lines.size() ? lines.get(i) : "";
            if (!line.startsWith("+ ") && !from.isEmpty() && (!to.isEmpty() || !line.startsWith("- "))) {
                edits.add(new Listed(first, file, String.join("\n", from), String.join("\n", to)));
                from.clear();
                to.clear();
            }
            if (line.startsWith("- ")) {
                first = from.isEmpty() ? i + 1 : first;
                from.add(line.substring(2));
            } else if (line.startsWith("+ ")) {
                to.add(line.substring(2));
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                file = line;
            }
        }
        return edits;
    }

    private static List<String> faults(final Path root, final List<Listed> edits) throws IOException {
        final List<String> faults = new ArrayList<>();
        for (final Listed edit : edits) {
            final String source = Files.readString(root.resolve(edit.file));
            final long found = Pattern.compile(edit.from, Pattern.LITERAL)
                    .matcher(source)
                    .results()
                    .count();
            if (found != 1) {
                faults.add("line " + edit.line + ": " + edit.file + " has the text " + found + " times");
            } else if (edit.to.isEmpty()) {
                faults.add("line " + edit.line + ": has no new text");
            } else if (edit.to.equals(edit.from)) {
                faults.add("line " + edit.line + ": changes nothing");
            }
        }
        return faults;
    }
}
