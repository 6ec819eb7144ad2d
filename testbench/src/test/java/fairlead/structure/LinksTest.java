// SPDX-License-Identifier: Apache-2.0
package fairlead.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs scripts/lib/links.sh on a tree of its own, without a fault and with one fault at a time. */
@Tag("M-161")
class LinksTest {
    private static final Path SCRIPTS =
            Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "..")).resolve("scripts/lib");
    private static final String ABSENT = "design" + ".md"; // in two parts, because the script reads this file, too
    private static final String SOUND = "# Title\n\n## A part, of it\n\n[a](docs/other.md#its-head) [b](#a-part-of-it)"
            + " [c](https://nowhere.invalid/x)\n\n```\n[code](is/no/link)\n```\n\nSee decision 7 and decision 0007.\n";

    @TempDir
    private Path folder;

    private void write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @BeforeEach
    void tree() throws IOException {
        for (String script : List.of("common.sh", "links.sh")) {
            write("scripts/lib/" + script, Files.readString(SCRIPTS.resolve(script)));
        }
        write("docs/other.md", "# Its head\n\n[back](../README.md#title)\n");
        write("docs/decisions/0007-seven.md", "# Seven\n");
        write("src/A.java", "/** As decision 7 says. */\nclass A {}\n");
        write("README.md", SOUND);
    }

    /** Returns the output of the script, with its exit code in the last line. */
    private String links() throws IOException, InterruptedException {
        Process script = new ProcessBuilder(
                        "bash", "-c", "git init -q . && git add . && bash scripts/lib/links.sh; echo $?")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(script.getInputStream().readAllBytes());
        script.waitFor();
        return said;
    }

    @Test
    void aSoundTreePasses() throws IOException, InterruptedException {
        assertEquals("0\n", links());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "README.md | [a](docs/gone.md) | README.md:12: docs/gone.md leads to nothing",
                "docs/other.md | [a](README.md) | docs/other.md:4: README.md leads to nothing",
                "README.md | [a](docs/other.md#no-head) | README.md:12: docs/other.md#no-head: no such heading",
                "README.md | [a](#no-part) | README.md:12: #no-part: no such heading",
                "README.md | As decision 8 says. | README.md:12: there is no decision 8",
                "src/A.java | // decision 12 | src/A.java:3: there is no decision 12",
                "src/A.java | // see " + ABSENT + " | src/A.java:3: cites " + ABSENT + ", which is not in the project",
            })
    void aDeadLinkOrCitationFails(String file, String line, String said) throws IOException, InterruptedException {
        write(file, Files.readString(folder.resolve(file)) + line + "\n");
        assertEquals("  " + said + "\n1\n", links());
    }
}
