// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cell libraries of the user: what is read, and how a bad one is refused. */
@Tag("M-312")
class LibertyTest {
    @TempDir
    private Path folder;

    @Test
    void cellsAreKnownByWhatTheyCompute() throws IOException {
        Path file = MiniLibrary.write(folder);
        assertEquals(new Liberty(file.toAbsolutePath(), "mini", 2, "BUF"), Liberty.read(file));
        assertEquals(
                "INV",
                Liberty.read(MiniLibrary.write(folder, "\"A\";\n", "\"!A\";\n")).driver(),
                "no buffer");
        Path unusable = MiniLibrary.write(folder, "area : 1.5;", "area : 1.5; dont_use : true;");
        assertEquals("INV", Liberty.read(unusable).driver());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "library (mini) { | cell (mini) { | 1: a liberty file begins with library (NAME) {",
                "table_lookup | generic_cmos | 1: delay_model generic_cmos: only table_lookup is read",
                "\"1ns\" | \"1us\" | 1: time_unit 1us: must be 1, 10 or 100 ns or ps",
                "area : 2.0; | | 35: cell NAND2: area = : must be a number above 0",
                "area : 2.0; | area : two; | 35: cell NAND2: area = two: must be a number above 0",
                "\"!A\" | \"A\" | 1: library mini lacks an inverter",
                "!(A*B) | A*B | 1: library mini lacks a NAND of two inputs",
                "clocked_on : \"C\" | clocked_on : \"!C\" | 1: library mini lacks a flip-flop: a cell with ff, next_state of"
                        + " one pin and a clocked_on that rises",
                "/* (S*B)+(!S*A) */ | /* (S | 63: this comment has no end",
            })
    void aBadLibraryIsRefusedWithItsLine(String old, String fresh, String what) throws IOException {
        Path file = MiniLibrary.write(folder, old, fresh == null ? "" : fresh);
        BadInput e = assertThrows(BadInput.class, () -> Liberty.read(file));
        assertEquals(List.of(file + " line " + what), e.lines());
    }

    /** The forms in which libraries write a NAND; one of another form is no gate equivalent. */
    @ParameterizedTest
    @ValueSource(strings = {"(!(A B))", "!(A & B)", "(A*B)'", "((A)&(B))'", "!A + !B", "(A' | B')", "(!(A*B))"})
    void aNandIsKnownInEveryForm(String function) throws IOException {
        assertEquals(
                2,
                Liberty.read(MiniLibrary.write(folder, "\"!(A*B)\"", '"' + function + '"'))
                        .gate());
        for (String other : List.of(function + "+A", "!(" + function + ")")) {
            Path file = MiniLibrary.write(folder, "\"!(A*B)\"", '"' + other + '"');
            assertThrows(BadInput.class, () -> Liberty.read(file), other);
        }
    }

    @Test
    void aFileThatEndsTooEarlyOrIsMissingIsRefused() throws IOException {
        Path open = Files.writeString(folder.resolve("open.lib"), "library (a) {\n  cell (b) {\n    area : 1;\n  }\n");
        assertEquals(
                open + " line 1: library (a) has no }",
                assertThrows(BadInput.class, () -> Liberty.read(open)).getMessage());
        Path text = Files.writeString(folder.resolve("text.lib"), "library (a) { x : \"b; }\n");
        assertEquals(
                text + " line 1: this string has no end",
                assertThrows(BadInput.class, () -> Liberty.read(text)).getMessage());
        Path none = folder.resolve("none.lib");
        assertEquals(
                none + ": no such file",
                assertThrows(BadInput.class, () -> Liberty.read(none)).getMessage());
    }
}
