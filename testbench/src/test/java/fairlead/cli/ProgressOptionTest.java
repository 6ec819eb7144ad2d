// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that may take long have a progress display, which does not touch their results. */
@Tag("M-914")
class ProgressOptionTest {
    @ParameterizedTest
    @ValueSource(strings = {"run", "check", "litmus", "osu", "regress", "search", "sweep", "traffic"})
    void aLongCommandHasTheOption(final String command) {
        final Captured help = Captured.of((command + " --help").split(" "));
        assertTrue(help.out().contains("--no-progress"), help.all());
    }

    @Test
    void theDisplayDoesNotTouchTheRows() {
        final Captured shown = Captured.of("osu", "put_latency", "--shape", "2x2x1", "--bytes", "1..8");
        final Captured silent = Captured.of("osu", "put_latency", "--shape", "2x2x1", "--bytes", "1..8", "--quiet");
        assertEquals(silent.out(), shown.out());
        assertEquals("", silent.err());
    }
}
