// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.scenario.BadInput;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** A mistake in a litmus file is one line with its place. */
@Tag("M-36")
@Tag("M-463")
@Tag("M-568")
@Tag("M-569")
@Tag("M-911")
@Tag("M-915")
@Tag("M-972")
@Tag("M-977")
class MistakesTest {
    /** Texts around the mistake by their kind; the second part of a mistake is in the place of a second %s. */
    private static final Map<String, String> AROUND = Map.of(
            "file",
            "%s",
            "body",
            LitmusParserTest.HEAD + "program A {;%s;};program T {;r1 = load y;}",
            "claim",
            LitmusParserTest.HEAD + "program A {;r1 = load x@A;};program T {;r1 = load y;};forbidden %s",
            "branch",
            "litmus B;nodes A=0 T=far;words x@T y@T[4] own@A[4];program A {;%s;};program T {;r1 = load y;}",
            "service",
            "litmus S;nodes A=0 T=far;words x@T[8] y@T m@T own@A[8];program A {;%s;}",
            "group",
            CollectiveStatementTest.HEAD + "program A {;%s;};program T {;%s;};seen y@A = 0");

    @ParameterizedTest
    @CsvFileSource(resources = "/litmus/mistakes.csv", delimiter = '~')
    void aMistakeIsOneLineWithItsPlace(String kind, String mistake, String said) {
        String text = String.format(AROUND.get(kind), (Object[]) mistake.split(" // ", -1));
        BadInput bad =
                assertThrows(BadInput.class, () -> LitmusParser.parse("f.litmus", text.replace(";", "\n") + "\n", 8));
        assertEquals(1, bad.lines().size());
        for (String part : said.split(" \\.\\. ")) {
            assertTrue(bad.getMessage().contains(part), bad.getMessage());
        }
        assertTrue(bad.getMessage().matches("f\\.litmus:[0-9]+: .*"), bad.getMessage());
    }
}
