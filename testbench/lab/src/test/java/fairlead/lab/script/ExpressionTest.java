// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import fairlead.hw.HwLayout.EventKind;
import fairlead.lab.script.ScriptFile.ScriptException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** Expressions and blocks of the case files have the values and the order that their syntax says. */
class ExpressionTest {
    private static final Scope SCOPE = Scope.empty()
            .define(Map.of("twice(n)", "2 * n", "x", "7", "sum_to(n)", "sum([i for i in range(n + 1)])"))
            .with("list", List.of(3L, 1L, 3L));

    @ParameterizedTest(name = "{0} = {1}")
    @CsvFileSource(resources = "/script/values.txt", delimiter = ';', quoteCharacter = '"')
    void hasItsValue(String text, String value) {
        assertEquals(value, String.valueOf(Expression.of(text).value(SCOPE)));
    }

    @Test
    void aWordOfTheHardwareIsItsNumber() {
        assertEquals((long) EventKind.FLUSH_DONE, Expression.of("FLUSH_DONE").value(SCOPE));
    }

    @ParameterizedTest(name = "{0}")
    @CsvFileSource(resources = "/script/mistakes.txt", delimiter = ';', quoteCharacter = '"')
    void aMistakeIsNamed(String text, String message) {
        String said = assertThrows(
                        ScriptException.class, () -> Expression.of(text).value(SCOPE))
                .getMessage();
        assertEquals(true, said.contains(message), said);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "1 < 2 and x == 8 | x == 8: 7 against 8",
                "all(n > 2 for n in list) | n > 2: 1 against 2 for n = 1",
                "x == 1 or x == 2 | x == 1: 7 against 1; x == 2: 7 against 2"
            })
    void aFalseConditionSaysTheNumbersThatDecide(String text, String reason) {
        assertEquals(reason, Expression.of(text).why(SCOPE));
    }

    @Test
    void blocksAreVisitedInTheirOrder() {
        Object block = ScriptFile.parse(
                        """
                block:
                  - a: 1
                  - for n in range(2):
                      - "b{n}": 2
                  - if x == 7:
                      - use: more
                  - if x == 8:
                      - never: 0
                """)
                .get("block");
        List<String> seen = new ArrayList<>();
        SCOPE.blocks(Map.of("more", List.of("plain"))).each(block, (key, value, scope) -> seen.add(key + "=" + value));
        assertEquals(List.of("a=1", "b0=2", "b1=2", "=plain"), seen);
        assertThrows(ScriptException.class, () -> SCOPE.each(Map.of("use", "none"), (k, v, s) -> {}));
        assertThrows(ScriptException.class, () -> ScriptFile.require(Map.of("breks", 1), "breaks"));
    }
}
