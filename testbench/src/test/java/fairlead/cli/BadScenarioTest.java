// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The corpus of bad scenario files: first line `# expect: key | line n | further words`. */
@Tag("M-13")
@Tag("M-75")
class BadScenarioTest {
    static Stream<Path> corpus() throws IOException, URISyntaxException {
        try (Stream<Path> files = Files.list(
                Path.of(BadScenarioTest.class.getResource("/bad-scenarios").toURI()))) {
            return files.sorted().toList().stream();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("corpus")
    void isRefusedWithTheFileTheLineAndTheKey(Path file) throws IOException {
        String[] expected =
                Files.readAllLines(file).get(0).substring("# expect: ".length()).split("\\|", -1);
        Captured answer = Captured.of("validate", file).exits(ExitCode.BAD_INPUT);
        assertEquals("", answer.out());
        answer.complains(file.getFileName().toString());
        for (String word : List.of(expected[0].trim(), expected[2].trim())) {
            assertTrue(answer.err().contains(word), () -> "no '" + word + "' in: " + answer.err());
        }
        String line = expected[1].trim().substring("line ".length());
        assertTrue(
                expected[0].isBlank() || answer.err().contains(" line " + line + ":"),
                () -> "no line " + line + " in: " + answer.err());
        assertFalse(answer.err().contains("\tat "), "a stack trace: " + answer.err());
        assertTrue(answer.err().lines().count() <= 3, () -> "one clear message is asked for: " + answer.err());
    }

    @Test
    void corpusHasAtLeastFortyFiles() throws Exception {
        assertTrue(corpus().count() >= 40);
    }

    @Test
    void unknownOptionNamesTheNearestAndUnknownCommandIsBadInput() {
        Captured.of("run", "--sett", "a=b", "x.yaml").exits(ExitCode.BAD_INPUT);
        Captured.of().exits(ExitCode.BAD_INPUT);
    }

    @Test
    void versionSucceeds() {
        assertTrue(Captured.of("--version").out().startsWith("fairlead "));
    }
}
