// SPDX-License-Identifier: Apache-2.0
package fairlead.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every package of the main sources says in its package-info.java what it is for, and names no class that is gone. */
@Tag("M-700")
class PackagePagesTest {
    private static final List<Path> ROOTS = List.of(
            Path.of("../sim-java/src/main/java"),
            Path.of("src/main/java"),
            Path.of("spark/src/main/java"),
            Path.of("lab/src/main/java"));

    private static final Pattern PAGE = Pattern.compile("/\\*\\*(.*?)\\*/\\s*package ([\\w.]+);", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\{@link[\\s*]+(fairlead\\.[\\w.]+)}");

    @TempDir
    Path folder;

    /** Returns a line for each package below the roots whose page is missing, says nothing or is wrong. */
    private static List<String> wrong(List<Path> roots) throws IOException {
        TreeSet<Path> packages = new TreeSet<>();
        for (Path root : roots) {
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(f -> f.toString().endsWith(".java")).forEach(f -> packages.add(f.getParent()));
            }
        }
        List<String> wrong = new ArrayList<>();
        for (Path place : packages) {
            Path file = place.resolve("package-info.java");
            Matcher page = PAGE.matcher(Files.exists(file) ? Files.readString(file) : "");
            if (!page.find()) {
                wrong.add(place + ": no package-info.java with a comment");
            } else if (!place.endsWith(page.group(2).replace('.', '/'))) {
                wrong.add(place + ": the page is of " + page.group(2));
            } else if (!Pattern.compile("[A-Za-z].{20,}?\\.", Pattern.DOTALL)
                    .matcher(page.group(1))
                    .find()) {
                wrong.add(place + ": the page has no sentence");
            } else {
                Matcher link = LINK.matcher(page.group(1));
                while (link.find()) {
                    String source = link.group(1).replace('.', '/') + ".java";
                    if (roots.stream().noneMatch(root -> Files.exists(root.resolve(source)))) {
                        wrong.add(place + ": no class " + link.group(1));
                    }
                }
            }
        }
        return wrong;
    }

    @Test
    void everyPackageSaysWhatItIsFor() throws IOException {
        assertEquals(List.of(), wrong(ROOTS));
    }

    @Test
    void aPageThatIsMissingEmptyMisplacedOrStaleIsNamed() throws IOException {
        Path none = Files.createDirectories(folder.resolve("fairlead/none"));
        Files.writeString(none.resolve("A.java"), "package fairlead.none;\n");
        String sound = "/** Packs words for {@link fairlead.none.A} and its friends. */\npackage fairlead.";
        page("sound", sound + "sound;");
        page("empty", "/** . */\npackage fairlead.empty;");
        page("moved", sound + "sound;");
        page("stale", sound.replace("none.A", "none.B") + "stale;");
        List<String> found = wrong(List.of(folder));
        assertEquals(4, found.size(), found.toString());
        for (String part :
                List.of("empty: the page has no", "moved: the page is of", "none: no package-info", "none.B")) {
            assertTrue(found.stream().anyMatch(line -> line.contains(part)), part + " in " + found);
        }
    }

    private void page(String name, String text) throws IOException {
        Path place = Files.createDirectories(folder.resolve("fairlead/" + name));
        Files.writeString(place.resolve("package-info.java"), text + "\n");
    }
}
