// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.cli.ProgressOption.CountedProgress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Counted work: when a line is shown, what it says, and what it does not disturb. */
class CountedProgressTest {
    private static final long SECOND = 1_000_000_000L;
    private static final String CLEAR = "\r\u001b[K";

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    private long now;

    private String lines() {
        return said.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    private CountedProgress progress(boolean overwrites, long total) {
        return new CountedProgress(out, overwrites, "cases", total, () -> now);
    }

    /** A log gets a line when half a minute has passed, whatever ends meanwhile, and from the timer if nothing does. */
    @Test
    void aLogGetsALineEveryHalfMinute() {
        CountedProgress progress = progress(false, 40);
        for (int i = 0; i < 10; i++) {
            now += SECOND;
            progress.ended();
            progress.tick();
        }
        assertEquals("", lines());
        now = 30 * SECOND;
        progress.tick();
        now = 59 * SECOND;
        progress.tick();
        now = 60 * SECOND;
        progress.tick();
        assertEquals("10 of 40 cases, 20 cases/min, 90 s left\n10 of 40 cases, 10 cases/min, 180 s left\n", lines());
        progress.close();
    }

    @Test
    void aTerminalHasOneLineThatIsOverwrittenAndCleared() {
        CountedProgress progress = progress(true, 4);
        progress.tick();
        now = 6 * SECOND;
        progress.ended();
        progress.close();
        assertEquals(
                CLEAR + "0 of 4 cases, 0.0 cases/min, ? s left" + CLEAR + "1 of 4 cases, 10 cases/min, 18 s left"
                        + CLEAR,
                lines());
    }

    @Test
    void withoutATotalThereIsNoTimeLeft() {
        CountedProgress progress = progress(false, 0);
        now = 30 * SECOND;
        progress.ended(500);
        progress.tick();
        assertEquals("500 cases, 1000 cases/min\n", lines());
    }

    /** What is notable is said also when the display is silent. */
    @Test
    void aNotableEndIsSaidAtOnce() {
        CountedProgress silent = new CountedProgress(null, true, "cases", 4, () -> now).alsoCounting("not passed");
        silent.notable("case 1 failed", out);
        silent.close();
        assertEquals("case 1 failed\n", lines());
        CountedProgress progress = progress(false, 4).alsoCounting("not passed");
        progress.notable("case 1 failed", out);
        progress.ended();
        now = 60 * SECOND;
        progress.tick();
        assertEquals("case 1 failed\ncase 1 failed\n1 of 4 cases, 1 not passed, 1.0 cases/min, 180 s left\n", lines());
    }
}
