// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.program.Comparison;
import fairlead.program.ReduceFunction;
import fairlead.scenario.BadInput;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Statements that a run decides, locks, values from registers, and calls of groups. */
@Tag("M-463")
@Tag("M-911")
@Tag("M-915")
@Tag("M-972")
class StatementsTest {
    static final String GROUP = "litmus C\nnodes A=0 T=far B=other\nwords x@A[600] x@T[600] x@B y@A y@T\n";

    private static List<Statement> body(String statements) {
        String text = "litmus S\nnodes A=0 T=far\nwords x@T[8] y@T[4] m@T own@A[8]\nprogram A {\n"
                + statements.replace(";", "\n") + "\n}\nprogram T {\nr1 = load y\n}\n";
        return LitmusParser.parse("s.litmus", text, 8).tasks().get(0).statements();
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
        assertEquals("LOAD TEST", verbs("repeat 1 until r1 == 0 {;r1 = load own;}"));
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
    void waitAnyNamesHandlesAndFreesNone() {
        List<Statement> all =
                body("repeat 3 {;h[i] = put y[i] = 1;};r1 = wait any h[0..1] h2;r2 = wait any h2 h1;wait h[0..2]");
        assertEquals(Verb.WAIT_ANY, all.get(3).verb);
        assertEquals(List.of("h0", "h1", "h2"), all.get(3).flags);
        assertEquals(List.of("h2", "h1"), all.get(4).flags);
        assertEquals("r2", all.get(4).register);
    }

    @Test
    void aLockIsOfANodeOrOfAWord() {
        List<Statement> all = body("lock T shared;lock m;unlock m;unlock T");
        assertEquals(
                List.of(true, false, false, true),
                all.stream().map(Statement::isShared).toList());
        assertEquals(List.of("T"), all.get(3).nodes);
        assertEquals(List.of(), all.get(2).nodes);
        assertEquals("m@T", all.get(1).remote.toString());
    }

    @Test
    void lockAllIsASharedLockOfEachNode() {
        List<Statement> all = body("lock_all;unlock_all");
        assertEquals(
                "LOCK A LOCK T UNLOCK A UNLOCK T",
                all.stream().map(s -> s.verb + " " + s.target()).collect(Collectors.joining(" ")));
        assertTrue(all.stream().allMatch(Statement::isShared));
    }

    /** What is added to a register is a sum like any other; each operand of a statement has its own. */
    @Test
    void everyOperandMayBeARegister() {
        List<Statement> all = body("r1 = load own;add y += r1 - 2 + 1;r2 = cas y ? r1 - 1 : r2 + 3;"
                + "r3 = poll own == r1 + 1 for 50;signal m = r2 after put y = r1;"
                + "r2 = why xor y ^= r1;send T 4 r1 + 2 * 3");
        assertEquals(new Operand("r1", -1), all.get(1).value);
        assertEquals(new Operand("r1", -1), all.get(2).value);
        assertEquals(new Operand("r2", 3), all.get(2).second);
        assertEquals(new Operand("r1", 1), all.get(3).value);
        assertEquals(new Operand("r1", 0), all.get(4).value);
        assertEquals(new Operand("r2", 0), all.get(5).value);
        assertEquals(new Operand("r1", 0), all.get(6).value);
        assertEquals(new Operand("r1", 6), all.get(7).value);
    }

    @Test
    void whyIsATryThatAsksForTheReason() {
        List<Statement> all = body("r1 = why put y = 1;r2 = try put y = 1;put y = 2");
        assertEquals(
                List.of(true, false, false), all.stream().map(s -> s.asksWhy).toList());
        assertEquals(
                List.of(true, true, false), all.stream().map(s -> s.attempt).toList());
    }

    @Test
    void aLockIsNoWordOfAConditionAndBeginsFree() {
        String text = "litmus S\nnodes A=0 T=far\nwords m@T\nINITprogram A {\nlock m\nunlock m\n}\nCLAIM\n";
        BadInput named = assertThrows(
                BadInput.class,
                () -> LitmusParser.parse("s", text.replace("INIT", "").replace("CLAIM", "seen m = 0"), 1));
        assertEquals("s:8: m@T is a lock: only lock and unlock may name it", named.getMessage());
        BadInput held = assertThrows(
                BadInput.class,
                () -> LitmusParser.parse("s", text.replace("INIT", "init m=1\n").replace("CLAIM", ""), 1));
        assertEquals("s:6: m@T is a lock, and begins with 0: no init", held.getMessage());
    }

    @Test
    void theStatementsOfAGroupAreRead() {
        String calls = "allreduce sum x over A T\nreduce xor y over T A to T\nbcast x[3..5] over A T from A\nmeet A T";
        String text = GROUP + "program A {\n" + calls + "\n}\nprogram T {\n" + calls + "\n}\nseen y@A = 0\n";
        List<Statement> all =
                LitmusParser.parse("c.litmus", text, 1).tasks().get(0).statements();
        assertEquals(
                List.of(Verb.ALLREDUCE, Verb.REDUCE, Verb.BCAST, Verb.MEET),
                all.stream().map(s -> s.verb).toList());
        assertEquals(List.of("A", "T"), all.get(1).nodes);
        assertEquals(ReduceFunction.XOR, all.get(1).function());
        assertEquals("T", all.get(1).root());
        assertEquals("A", all.get(2).root());
        assertEquals(3, all.get(2).local.count());
        assertEquals("A", all.get(2).local.node());
    }
}
