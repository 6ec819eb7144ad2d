// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.strength;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The ladder finds exactly those edits of a small library that its tests can see; a test that fails only because the
 * process is unsound finds nothing.
 */
class TestLadderTest {
    private static final int WRONG = 1;
    private static final int UNSEEN = 2;
    private static final int POISON = 3; // after this edit the library stays wrong
    private static int edit;
    private static boolean poisoned;

    @TempDir
    private Path folder;

    private Path edits;
    private Path out;

    @BeforeEach
    void sound() {
        edit = 0;
        poisoned = false;
        edits = folder.resolve("edits.tsv");
        out = folder.resolve("result.tsv");
    }

    /** The library under test. */
    private static int sum(final int x, final int y) {
        poisoned |= edit == POISON;
        final int z = edit == UNSEEN && x > 1000 ? 0 : y;
        return poisoned || edit == WRONG ? x - z : x + z;
    }

    /** The tests of the library. Their name does not end in Test, so a run of all tests does not include them. */
    static class First {
        @Test
        void ofNothing() {
            assertEquals(4, sum(4, 0));
        }
    }

    static class Second {
        @Test
        void ofSmallNumbers() {
            assertEquals(5, sum(2, 3));
        }
    }

    /** Plays a ladder as a process of its own would do. */
    private boolean play(final String... lines) throws IOException {
        Files.write(edits, List.of(lines));
        return new TestLadder(out, number -> edit = number)
                .playAll(edits, List.of(First.class.getName(), Second.class.getName()));
    }

    private List<String> results() throws IOException {
        return Files.readAllLines(out).stream()
                .map(line ->
                        line.substring(0, line.lastIndexOf('\t')).replaceAll("\t.*(Second).* (\\w+)\\(.*", "\t$1 $2"))
                .toList();
    }

    @Test
    void whatTheTestsSeeIsFoundAndNothingElse() throws IOException {
        assertTrue(play("0\tnone", WRONG + "\tlib.c:1\t+\t-", UNSEEN + "\tlib.c:2\ty\t0"));
        assertEquals(List.of("0\talive", WRONG + "\tSecond ofSmallNumbers", UNSEEN + "\talive"), results());
    }

    @Test
    void aRunGoesOnWhereItEnded() throws IOException {
        assertTrue(play("0\tnone"));
        Files.writeString(Path.of(out + ".now"), "7"); // the process ended in this edit
        assertTrue(play("0\tnone", "7\tlib.c:1\tx\ty", UNSEEN + "\tlib.c:2\ty\t0"));
        assertEquals(List.of("0\talive", "7\tthe process ended", UNSEEN + "\talive"), results());
    }

    /**
     * An edit that leaves the process unsound does not count as finding the next one; only the first edit of a process
     * counts.
     */
    @Test
    void anUnsoundProcessEndsAndJudgesOnlyItsFirstEdit() throws IOException {
        assertFalse(play(UNSEEN + "\tlib.c:2\ty\t0", POISON + "\tlib.c:3\tx\ty", "4\tlib.c:4\tx\ty"));
        assertEquals(List.of(UNSEEN + "\talive"), results(), "not judged: others were played before");
        poisoned = false;
        assertFalse(play(UNSEEN + "\tlib.c:2\ty\t0", POISON + "\tlib.c:3\tx\ty", "4\tlib.c:4\tx\ty"));
        poisoned = false;
        assertTrue(play(UNSEEN + "\tlib.c:2\ty\t0", POISON + "\tlib.c:3\tx\ty", "4\tlib.c:4\tx\ty"));
        assertEquals(List.of(UNSEEN + "\talive", POISON + "\tSecond ofSmallNumbers", "4\talive"), results());
    }
}
