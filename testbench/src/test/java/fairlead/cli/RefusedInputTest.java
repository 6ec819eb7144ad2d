// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Inputs that once hung, filled the memory, ended in an internal error or were taken for something else: each is
 * refused at once with its place.
 */
@Tag("M-77")
class RefusedInputTest {
    private static final Path CASES = Path.of("src/test/resources/abuse");

    @TempDir
    Path folder;

    /** What the words of a row stand for; a name in capitals is a file of src/test/resources/abuse. */
    private String given(String word) {
        return switch (word) {
            case "OUT" -> folder.resolve("out").toString();
            case "EMPTY" -> "";
            case "LONG" -> folder.resolve("x".repeat(300)).toString();
            default -> word.matches("[A-Z]+(-[A-Z]+)*\\.[a-z]+")
                    ? CASES.resolve(word.toLowerCase(Locale.ROOT)).toString()
                    : word.replace("LOCAL", "EXAMPLES/traffic/uniform.yaml")
                            .replace("SCENARIO", "EXAMPLES/halo3d.yaml")
                            .replace("EXAMPLES", "../examples");
        };
    }

    /** One line names what is wrong, and its place or what it may be. */
    @ParameterizedTest
    @CsvFileSource(
            resources = {"/refused/inputs.txt", "/refused/arguments.txt"},
            delimiter = '|',
            quoteCharacter = '\'')
    @Tag("M-355")
    @Tag("M-392")
    void isRefusedWithItsPlace(String arguments, String message) {
        assertRefused(message, Stream.of(arguments.split(" ")).map(this::given).toArray(String[]::new));
    }

    private static void assertRefused(String message, String... words) {
        Captured answer = Captured.of(words).exits(ExitCode.BAD_INPUT).complains(message);
        assertEquals("", answer.out());
        assertFalse(answer.err().contains("\tat ") || answer.err().contains("Exception"), answer.err());
        answer.complainsOnce();
        assertTrue(answer.err().startsWith("fairlead: "), answer.err());
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void nestingAndLongLinesAreRefusedBeforeAParserMeetsThem() throws IOException {
        StringBuilder nested = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            nested.append(" ".repeat(i)).append("a:\n");
        }
        assertRefused("line 33: nested more than 32 deep", "validate", file("nested.yaml", nested.toString()));
        assertRefused(
                "line 1: has more than 65536 characters", "validate", file("long.yaml", "#" + "x".repeat(1 << 17)));
        assertRefused("has more than 4194304 bytes", "validate", file("large.yaml", "#\n".repeat((4 << 20) / 2 + 1)));
        assertRefused(
                "nested more than 32 deep",
                "validate",
                CASES.resolve("tiny.yaml").toString(),
                "--set",
                "a.".repeat(30_000) + "b=1");
        String head = "litmus n\nnodes A=0 T=far\nwords x@T\nprogram A {\n";
        for (String condition : new String[] {"(".repeat(30_000) + "x = 1", "!".repeat(60_000) + "x = 1"}) {
            assertRefused(
                    "deep.litmus:7: nested more than 64 deep",
                    "litmus",
                    "--engine",
                    "model",
                    file("deep.litmus", head + "  put x = 1\n}\nforbidden " + condition + "\n"));
        }
        assertRefused(
                "blocks.litmus:68: blocks are nested more than 64 deep",
                "litmus",
                "--engine",
                "model",
                file("blocks.litmus", head + "repeat 1 {\n".repeat(20_000)));
    }

    @Test
    void aPlainValueIsNamedBesideTheOverrideThatWantsAKeyInIt() throws IOException {
        String set = "run.max_cycles=5";
        assertRefused("s.yaml line 1: --set " + set, "validate", file("s.yaml", "schema:x\n"), "--set", set);
        String text = "schema: fairlead.scenario/1\nrun: 7\nworkload: {kind: ring}\n";
        assertRefused("p.yaml line 2: --set " + set, "validate", file("p.yaml", text), "--set", set);
    }

    @Test
    void whatIsNoTextHasItsLine() throws IOException {
        assertRefused(
                "line 3: character \\u0000 in column 2 is not text", "validate", file("nul.yaml", "a: 1\n\nb\0: 1\n"));
        Path file = folder.resolve("latin.yaml");
        Files.write(file, new byte[] {'a', ':', ' ', '1', '\n', 'b', ':', ' ', (byte) 0xFC, '\n'});
        assertRefused("latin.yaml line 2: not a text file in UTF-8", "validate", file.toString());
    }

    @Test
    void aByteOrderMarkIsSkippedEverywhere() throws IOException {
        String mark = "\uFEFF";
        Files.copy(CASES.resolve("tiny.yaml"), folder.resolve("tiny.yaml"));
        String yaml = file("mark.yaml", mark + Files.readString(CASES.resolve("tiny.yaml")));
        Captured.of("validate", yaml).exits(ExitCode.OK);
        String point = file("mark.json", mark + "{\"scenario\": \"tiny.yaml\"}");
        Captured.of("eval", "--point", point, "--out", folder.resolve("e")).exits(ExitCode.OK);
        String litmus = file(
                "mark.litmus", mark + "litmus m\nnodes A=0 T=far\nwords x@T\nprogram A {\n put x = 1\n}\nseen x = 1\n");
        Captured.of("litmus", litmus, "--engine", "model", "--schedules", "1").exits(ExitCode.OK);
    }

    @Test
    void manyMistakesAreCutAndControlCharactersAreShown() throws IOException {
        StringBuilder keys = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            keys.append("k").append(i).append(": 1\n");
        }
        Captured answer =
                Captured.of("validate", file("keys.yaml", keys.toString())).exits(ExitCode.BAD_INPUT);
        assertEquals(21, answer.err().lines().count());
        assertTrue(answer.err().contains("and 19983 more") || answer.err().contains("and 199"), answer.err());
        Captured escape = Captured.of("validate", file("escape.yaml", "\"\\e[31m\": 1\n"));
        assertFalse(escape.err().contains("\u001b"), escape.err());
        escape.complains("\\u001b[31m");
    }

    /** The oracle's work is bounded, and the run is judged by its conditions alone. */
    @Test
    void aTestWithTooManyOrdersIsNotJudgedByTheModel() {
        Captured.of("litmus", CASES.resolve("many-actions.litmus"), "--engine", "model", "--schedules", "1")
                .exits(ExitCode.OK)
                .says("conditions only: more than 300000 states");
    }
}
