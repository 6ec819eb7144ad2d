// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.program.Comparison;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Statements that a run decides: loops until a condition, branches and `wait any`. */
@Tag("M-911")
class BranchesTest {
    private static List<Statement> body(String statements) {
        return LitmusParser.parse(
                        "f.litmus",
                        "litmus B\nnodes A=0 T=far\nwords x@T y@T[4] own@A[4]\nprogram A {\n"
                                + statements.replace(";", "\n") + "\n}\nprogram T {\nr1 = load y\n}\n",
                        8)
                .tasks()
                .get(0)
                .statements();
    }

    private static String verbs(String statements) {
        return body(statements).stream()
                .map(s -> s.verb + (s.guard == null ? "" : s.guard))
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
        List<Statement> all = body("repeat 3 as k until r[k] == k {;r[k] = load own[k];}");
        assertEquals("r0 ?0 r1 ?1 r2", all.stream().map(s -> s.register).collect(Collectors.joining(" ")));
        assertEquals(Comparison.NE, all.get(3).relation);
        assertEquals("r1", all.get(3).value.register());
        assertEquals(1, all.get(3).second.value());
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
        List<Statement> all =
                body("repeat 3 {;h[i] = put y[i] = 1;};r1 = wait any h[0..1] h2;r2 = wait any h2 h1;wait h[0..2]");
        assertEquals(Verb.WAIT_ANY, all.get(3).verb);
        assertEquals(List.of("h0", "h1", "h2"), all.get(3).flags);
        assertEquals(List.of("h2", "h1"), all.get(4).flags);
        assertEquals("r2", all.get(4).register);
    }
}
