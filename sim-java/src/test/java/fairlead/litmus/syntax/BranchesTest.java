// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.scenario.BadInput;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statements that a run decides: loops until a condition, branches and `wait any`. */
@Tag("M-911")
class BranchesTest {
    private static List<Statement> body(final String statements) {
        return LitmusParser.parse(
                        "f.litmus",
                        "litmus B\nnodes A=0 T=far\nwords x@T y@T[4] own@A[4]\nprogram A {\n"
                                + statements.replace(";", "\n") + "\n}\nprogram T {\nr1 = load y\n}\n",
                        8)
                .tasks()
                .get(0)
                .statements();
    }

    private static String verbs(final String statements) {
        return body(statements).stream()
                .map(s -> s.verb() + (s.guard() == null ? "" : s.guard()))
                .collect(Collectors.joining(" "));
    }

    @Test
    void aLoopHasItsRoundsAndATestBetweenThem() {
        assertEquals(
                "CAS TEST CAS?0 TEST?0 CAS?1 PUT", verbs("repeat 3 until r1 == 0 {;r1 = cas x ? 0 : 1;};put y = 1"));
        assertEquals("LOAD TEST PUT?1 LOAD?1 TEST?1 PUT?3", verbs("repeat 2 while own[1] < 3 {;put y = i;}"));
        assertEquals("LOAD", verbs("repeat 1 until r1 == 0 {;r1 = load own;}"));
    }

    @Test
    void theVariableOfALoopCountsItsRounds() {
        final List<Statement> all = body("repeat 3 as k until r[k] == k {;r[k] = load own[k];}");
        assertEquals("r0 ?0 r1 ?1 r2", all.stream().map(Statement::register).collect(Collectors.joining(" ")));
        assertEquals(Relation.NE, all.get(3).relation());
        assertEquals("r1", all.get(3).value().register());
        assertEquals(1, all.get(3).second().value());
    }

    @Test
    void bothBranchesStayAndOneTestIsTheOppositeOfTheOther() {
        assertEquals(
                "LOAD TEST TEST PUT?0 GET?1 WAIT?1 PUT",
                verbs("r1 = load own;if r1 == 1 {;put x = 1;} else {;get r2 = x;wait r2;};put y = 1"));
        assertEquals("LOAD TEST TEST?0 STORE?1", verbs("r1 = load own;if r1 > 1 {;if r1 < 4 {;store own = 1;};}"));
    }

    @Test
    void aBranchOfConstantsIsStillTakenWhenTheFileIsRead() {
        assertEquals("PUT", verbs("if 1 == 1 {;put x = 1;} else {;put nowhere = 1;}"));
    }

    @Test
    void waitAnyNamesHandlesAndFreesNone() {
        final List<Statement> all =
                body("repeat 3 {;h[i] = put y[i] = 1;};r1 = wait any h[0..1] h2;r2 = wait any h2 h1;wait h[0..2]");
        assertEquals(Verb.WAIT_ANY, all.get(3).verb());
        assertEquals(List.of("h0", "h1", "h2"), all.get(3).flags());
        assertEquals(List.of("h2", "h1"), all.get(4).flags());
        assertEquals("r2", all.get(4).register());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '/',
            quoteCharacter = '"',
            value = {
                "r1 = load own;repeat 3 until r2 == 0 {;r2x = load own;}/no statement r2x",
                "r1 = load own;repeat 3 while r11 == 0 {;delay 1;}/6: no register with a value r11; known: r1; did you mean r1?",
                "repeat 3 until {;r1 = load own;}/expected a register or a word of A, as in r1 == 0, found '{'",
                "repeat 3 until x == 0 {;delay 1;}/x is on T, and this is done on the own node A only",
                "repeat 3 untill r1 == 0 {;r1 = load own;}/expected '{', found 'untill'",
                "repeat 0 until r1 == 0 {;r1 = load own;}/repeat needs at least one round before until",
                "repeat 3 until r1 = {;r1 = load own;}/expected a value",
                "if own[9] == 1 {;delay 1;}/index 9 is beyond own[4]",
                "get r1 = x;if r1 == 1 {;delay 1;}/r1 has no value before its get is complete",
                "if own == 1 {;barrier;}/6: barrier may not stand in a block that a register decides",
                "if own == 1 {;send T 1 2;}/send may not stand in a block that a register decides",
                "if own == 1 {;r1 = recv 1;}/recv may not stand in a block that a register decides",
                "if own == 1 {;meet A T;}/meet may not stand in a block",
                "epoch open 1 to T;if own == 1 {;put x = 1 in 1;};epoch close 1/an operation of an epoch may not stand",
                "if own == 1 {;epoch open 1 to T;epoch close 1;}/epoch open may not stand in a block",
                "if own == 1 {;get r1 = x;};delay 1/the get into r1 may not begin in this block and end behind it",
                "if own == 1 {;h1 = put x = 1;}/h1 may not be given in this block and awaited behind it",
                "h1 = put x = 1;if own == 1 {;wait h1;}/h1 was given outside of this block: wait h1 there",
                "get r1 = x;if own == 1 {;wait r1;}/the get into r1 has begun outside of this block",
                "get r1 = x;if own == 1 {;r1 = load own;}/the get into r1 has begun outside of this block",
                "get r1 = x;if own == 1 {;quiet;};put x = r1/r1 has no value before its get is complete",
                "if own == 1 {;late: put x = 1;}/label late in a block that a register decides",
                "if own == 1 {;delay 1;} else {;delay 2;} else {;}/a second else",
                "if own == 1 {;delay 1/the block has no }",
                "wait any h1/wait any needs a register for the number of the handle, as in r1 = wait any h1 h2",
                "r1 = wait any/wait any needs handles, as in r1 = wait any h1 h2",
                "h1 = put x = 1;r1 = wait any h1 r2/wait any needs handles",
                "h1 = put x = 1;r1 = wait any h1 h2/no operation with handle h2 is under way here",
                "h1 = put x = 1;wait h1;r1 = wait any h1/no operation with handle h1 is under way here",
                "h1 = put x = 1;r1 = wait any h1;r2 = wait any h1/statements may have told h1, and nothing is left",
                "h1 = put x = 1;h2 = put y = 1;repeat 3 {;r[i] = wait any h1 h2;}/may have told all of h1 h2",
            })
    void aMistakeIsOneLineWithItsPlace(final String statements, final String error) {
        final BadInput bad = assertThrows(BadInput.class, () -> body(statements));
        assertEquals(1, bad.lines().size());
        assertTrue(bad.getMessage().contains(error), bad.getMessage());
        assertTrue(bad.getMessage().matches("f\\.litmus:[0-9]+: .*"), bad.getMessage());
    }
}
