// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.strength;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Edits of C++ sources are what they claim to be, occur in functions only, and each is in a copy of its function. */
class CppEditsTest {
    private static final String SOURCE =
            """
            // if (a < b) { }
            constexpr int LIMIT = 1 << 4;
            struct Pair {
                int sum() const { return first + 1; }
            };
            void Fabric::step(int count) {
                log("{ a < b }"); /* c < d */
                if (count > 3) ++m_now;
            }
            """;

    @TempDir
    private Path folder;

    /** Returns all lines that an edit of this line of a function may give. */
    private static Set<String> edits(final String line) {
        final String text = "int f(int a, int b) {\n    " + line + "\n}\n";
        final CppSource source = new CppSource(text);
        final Set<String> all = new TreeSet<>();
        final Random seeds = new Random(1);
        for (int i = 0; i < 300; i++) {
            new CppEdits(source, new Random(seeds.nextLong()))
                    .oneOfEachLine().stream()
                            .filter(site -> source.line(site.from()) == 2)
                            .map(site -> text.substring(0, site.from()) + site.with() + text.substring(site.to()))
                            .forEach(edited -> all.add(edited.split("\n")[1].trim()));
        }
        return all;
    }

    @Test
    void eachKindOfEditIsDrawn() {
        assertEquals(Set.of("return a - b;", "return a + a;", "return b + b;"), edits("return a + b;"));
        assertEquals(Set.of("return 6;", "return 4;"), edits("return 5;"));
        assertEquals(Set.of("return false;"), edits("return true;"));
        assertEquals(Set.of("++m_now;", ";"), edits("--m_now;"));
        assertEquals(Set.of("m_now -= 0x1F;", "m_now += 32;", "m_now += 30;", ";"), edits("m_now += 0x1F;"));
        assertTrue(edits("if (a < 0) m_now = 1;").contains("if (!(a < 0)) m_now = 1;"));
        assertTrue(edits("return !done(a);").contains("return done(a);"));
    }

    @Test
    void onlyCodeOfFunctionsIsEdited() {
        final CppSource source = new CppSource(SOURCE);
        assertEquals(
                List.of(false, true),
                source.functions().stream().map(CppSource.Function::isVoid).toList());
        final Set<Integer> lines = new TreeSet<>();
        final Random seeds = new Random(1);
        for (int i = 0; i < 100; i++) {
            new CppEdits(source, new Random(seeds.nextLong()))
                    .oneOfEachLine()
                    .forEach(site -> lines.add(source.line(site.from())));
        }
        assertEquals(Set.of(4, 8), lines, "no comment, text, constant or declaration");
    }

    private List<String> draw(final String out, final String... more) throws IOException {
        final Path fabric = folder.resolve("verilator/src/fabric_x.cpp");
        Files.createDirectories(fabric.getParent());
        Files.createDirectories(folder.resolve(out));
        Files.writeString(fabric, SOURCE);
        Files.writeString(fabric.resolveSibling("other.cpp"), SOURCE);
        final List<String> args = new ArrayList<>(List.of(
                folder.resolve("verilator").toString(), folder.resolve(out).toString()));
        args.addAll(List.of(more));
        FabricEdits.main(args.toArray(String[]::new));
        return Files.readAllLines(folder.resolve(out).resolve("edits.tsv"));
    }

    @Test
    void aDrawIsRepeatedAndLeavesOutWhatDoesNotCompile() throws IOException {
        final List<String> all = draw("all", "5", "9");
        assertEquals(2, all.size(), "one of each line, of the fabric only");
        assertEquals(all, draw("again", "5", "9"));
        assertNotEquals(all, draw("other", "6", "9"));
        assertEquals(all.subList(0, 1), draw("one", "5", "1"));
        assertEquals(all.subList(1, 2), draw("second", "5", "1", "edit-1"));
    }

    /** Without its copies the file equals the source, so that nothing differs while no edit is chosen. */
    @Test
    void eachEditIsInACopyOfItsFunction() throws IOException {
        final List<String> all = draw("all", "5", "9");
        final String text = Files.readString(folder.resolve("all/src/fabric_x.cpp"));
        for (final String edit : all) {
            final String number = edit.split("\t")[0];
            assertTrue(text.contains("if (fl_edit == " + number + ") {"), text);
        }
        final String without =
                text.replaceAll("(?s)\n#line 1 \"edit-\\d+\"\n.*?\n#line \\d+ \"src/fabric_x.cpp\"\n", "");
        assertEquals(SOURCE, without);
        assertFalse(Files.exists(folder.resolve("all/src/other.cpp")));
    }
}
