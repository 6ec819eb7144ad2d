// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command explains itself, and nothing warns of the way it is written down. */
class HelpTest {
    static Iterable<String> commands() {
        return Main.line().getSubcommands().keySet();
    }

    @Test
    void wholeProgram() {
        final Captured answer = Captured.of("--help");
        assertEquals(ExitCode.OK, answer.code(), answer.all());
        assertEquals("", answer.err());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void command(final String name) {
        final Captured answer = Captured.of(name, "--help");
        assertEquals(ExitCode.OK, answer.code(), answer.all());
        assertTrue(answer.out().startsWith("Usage: fairlead " + name), answer.out());
        assertEquals("", answer.err());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void thePageOfCommandsHasIt(final String name) throws IOException {
        final String page = Files.readString(Path.of("..", "docs", "usage.md"));
        assertTrue(page.contains("\nscripts/fairlead " + name + " ")
                || page.contains("\nscripts/fairlead " + name + "\n"));
    }
}
