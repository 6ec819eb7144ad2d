// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** git, which shares no code with the writer, applies each difference and gets the new text. */
@Tag("M-303")
class UnifiedDiffTest {
    @TempDir
    private Path folder;

    private void applies(String old, String fresh) throws IOException, InterruptedException {
        String diff = UnifiedDiff.of("a/f", "b/f", old, fresh);
        Files.writeString(folder.resolve("f"), old);
        Files.writeString(folder.resolve("f.diff"), diff);
        Process git = new ProcessBuilder("git", "apply", "f.diff")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(git.getInputStream().readAllBytes());
        assertEquals(0, git.waitFor(), () -> said + diff);
        assertEquals(fresh, Files.readString(folder.resolve("f")), diff);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void drawnChangesApply(long seed) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> old = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            old.add("line " + random.nextInt(12));
        }
        List<String> fresh = new ArrayList<>(old);
        for (int i = 0; i < 4; i++) {
            int at = random.nextInt(fresh.size());
            switch (random.nextInt(3)) {
                case 0 -> fresh.set(at, "changed " + i);
                case 1 -> fresh.remove(at);
                default -> fresh.add(at, "added " + i);
            }
        }
        applies(String.join("\n", old) + "\n", String.join("\n", fresh) + "\n");
    }

    @Test
    void changesAtTheEndsApply() throws IOException, InterruptedException {
        applies("a\nb\nc\nd\ne\n", "x\nb\nc\nd\ny\n");
        applies("a\nb\n", "a\nb\nc\n");
        applies("a\nb\nc\n", "c\n");
    }

    @Test
    void equalTextsHaveNoDifference() {
        assertEquals("", UnifiedDiff.of("a/f", "b/f", "a\n", "a\n"));
    }
}
