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
import org.junit.jupiter.params.provider.CsvFileSource;

/** Tests cases of words that were written or changed by hand: one line states the mistake. */
@Tag("M-977")
class CaseFileTest {
    private static final String HEAD =
            "schema: fairlead.words/1\nmachine: {shape: [2, 2, 2]}\nworkload: {kind: ring}\n";

    @TempDir
    Path folder;

    @Test
    void aWordIsReadAndWrittenAsItIs() throws IOException {
        String line = "[7, 1, 3, POST, 171798691904, 64, 0, -1, 0, 0]"; // a put of 40 bytes to node 1
        Path file = Files.writeString(folder.resolve("case.yaml"), HEAD + "words:\n  - " + line + "\n");
        assertTrue(CaseFile.isCase(Files.readString(file)));
        assertEquals(line, CaseFile.line(CaseFile.read(file).words().get(0)));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/refused/words.txt", delimiter = '|')
    void aMistakeIsOneLine(String word, String message) {
        mistake(
                HEAD + "words:\n  - [" + word + (word.endsWith(",") ? "\n" : "]\n"),
                word.endsWith(",") ? "" : "line 5",
                message);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/refused/cases.txt", delimiter = '|')
    void aMistakeOutsideOfTheWordsIsOneLine(String text, String message) {
        mistake(text, "line 1", message);
    }

    private void mistake(String text, String line, String message) {
        Path file = folder.resolve("case.yaml");
        BadInput bad = assertThrows(BadInput.class, () -> CaseFile.read(file, text));
        assertEquals(1, bad.getMessage().lines().count(), bad.getMessage());
        assertTrue(
                bad.getMessage().startsWith(file + " " + line)
                        && bad.getMessage().contains(message),
                bad.getMessage());
    }
}
