// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests cases of words that were written or changed by hand: one line states the mistake. */
@Tag("M-977")
class CaseFileTest {
    private static final String HEAD =
            "schema: fairlead.words/1\nmachine: {shape: [2, 2, 2]}\nworkload: {kind: ring}\n";

    @TempDir
    Path folder;

    @Test
    void aWordIsReadAndWrittenAsItIs() throws IOException {
        final String line = "[7, 1, 3, POST, 171798691904, 64, 0, -1, 0, 0]"; // a put of 40 bytes to node 1
        final Path file = Files.writeString(folder.resolve("case.yaml"), HEAD + "words:\n  - " + line + "\n");
        assertTrue(CaseFile.isCase(Files.readString(file)));
        assertEquals(line, CaseFile.line(CaseFile.read(file).words().get(0)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0, 0, 0, PUT, 0, 0, 0, 0, 0, 0 | words[0].op = PUT: no such command",
                "0, 0, 0, FAULT_ARM, 0, 0, 0, 0, 0, 0 | words[0].op = FAULT_ARM: no such command",
                "8, 0, 0, POST, 0, 0, 0, 0, 0, 0 | words[0].node = 8: must be an integer from 0 to 7",
                "0, 16, 0, POST, 0, 0, 0, 0, 0, 0 | words[0].task = 16: must be an integer from 0 to 1",
                "0, 0, -1, POST, 0, 0, 0, 0, 0, 0 | words[0].gap = -1: must be an integer from 0 to 1000000",
                "0, 0, 0, POST, x, 0, 0, 0, 0, 0 | words[0].w0 = x: must be an integer from",
                "0, 0, 0, STORE, -8, 0, 0, 0, 0, 0 | words[0].w0 = -8: must be an integer from 0 to",
                "0, 0, 0, POLL, 2147483648, 0, 0, 0, 0, 0 | words[0].w0 = 2147483648: is beyond the memory",
                "0, 0, 0, BAR_ENTER, 7340032, 0, 0, 0, 0, 0 | words[0].w0 = 7340032: is beyond the memory or the barriers",
                "0, 0, 0, POST, 0, 0, 0, 0, 0 | must be a list of node, task, gap, op, w0",
                "0, 0, 0, POST, | not YAML",
            })
    void aMistakeIsOneLine(final String word, final String message) {
        mistake(
                HEAD + "words:\n  - [" + word + (word.endsWith(",") ? "\n" : "]\n"),
                word.endsWith(",") ? "" : "line 5",
                message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1, 2] | a case is a mapping of keys, not",
                "machine: {shape: [2, 1, 1]} | schema = : must be fairlead.words/1 or fairlead.items/1",
                "schema: fairlead.step/1 | schema = fairlead.step/1: must be fairlead.words/1 or fairlead.items/1",
                "schema: fairlead.words/1 | words: is missing; it must be a list",
                "schema: fairlead.items/1 | items: is missing; it must be a list",
                "{schema: fairlead.words/1, words: 3} | words = 3: must be a list",
                "{schema: fairlead.words/1, words: [], closed: 2} | closed = 2: must be true or false",
                "{schema: fairlead.words/1, words: [], faults: []} | faults: a case has none",
                "{schema: fairlead.words/1, words: [], items: []} | items: a case has words or items",
                "{schema: fairlead.words/1, words: [5], machine: {shape: [2, 1, 1]}} | words[0]"
            })
    void aMistakeOutsideOfTheWordsIsOneLine(final String text, final String message) {
        mistake(text, "line 1", message);
    }

    private void mistake(final String text, final String line, final String message) {
        final Path file = folder.resolve("case.yaml");
        final BadInput bad = assertThrows(BadInput.class, () -> CaseFile.read(file, text));
        assertEquals(1, bad.getMessage().lines().count(), bad.getMessage());
        assertTrue(
                bad.getMessage().startsWith(file + " " + line)
                        && bad.getMessage().contains(message),
                bad.getMessage());
    }
}
