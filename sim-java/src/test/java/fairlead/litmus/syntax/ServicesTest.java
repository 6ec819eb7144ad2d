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

/** Tests locks, contexts, looks at handles, values from registers, and words that are listed. */
@Tag("M-915")
@Tag("M-972")
class ServicesTest {
    private static List<Statement> body(String statements) {
        String text = "litmus S\nnodes A=0 T=far\nwords x@T[8] y@T m@T own@A[8]\nprogram A {\n"
                + statements.replace(";", "\n") + "\n}\n";
        return LitmusParser.parse("s.litmus", text, 1).tasks().get(0).statements();
    }

    private static String remotes(String statements) {
        return body(statements).stream()
                .map(s -> s.verb + " " + s.remote + (s.local == null ? "" : " " + s.local))
                .collect(Collectors.joining(", "));
    }

    @Test
    void aListNamesItsWordsInItsOrder() {
        assertEquals("PUT x[6]@T, PUT x@T, PUT x[1]@T", remotes("put x{6, 0..1} = 1"));
        assertEquals("PUT x[5]@T own@A, PUT x[2]@T own[4]@A", remotes("put x{5, 2}@T from own[0..4] step 4"));
        assertEquals("GET x@T own[7]@A, GET x[3]@T own[1]@A", remotes("get own{7, 1} = x[0..3] step 3"));
        assertEquals("GET x@T own@A, GET x[2]@T own[1]@A", remotes("get own[0..1] = x{0, 2}"));
    }

    @Test
    void aListHasOneHandleAndOneContext() {
        List<Statement> all = body("h1 = put x{0, 3} = 1 ctx 2;wait h1");
        assertEquals(List.of("h1", "h1", "h1"), all.stream().map(s -> s.handle).toList());
        assertEquals(List.of(2, 2, 0), all.stream().map(s -> s.context).toList());
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

    @Test
    void aRegisterMayHaveSomethingAdded() {
        List<Statement> all = body("r1 = load own;put y = r1 - 2;store own = r1 + 3 * 2");
        assertEquals(new Operand("r1", -2), all.get(1).value);
        assertEquals(new Operand("r1", 6), all.get(2).value);
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
}
