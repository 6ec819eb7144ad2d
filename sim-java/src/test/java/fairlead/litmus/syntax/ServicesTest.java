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

/** Tests locks, contexts, looks at handles, values from registers, and words that are listed. */
@Tag("M-915")
@Tag("M-972")
class ServicesTest {
    private static List<Statement> body(final String statements) {
        final String text = "litmus S\nnodes A=0 T=far\nwords x@T[8] y@T m@T own@A[8]\nprogram A {\n"
                + statements.replace(";", "\n") + "\n}\n";
        return LitmusParser.parse("s.litmus", text, 1).tasks().get(0).statements();
    }

    private static String remotes(final String statements) {
        return body(statements).stream()
                .map(s -> s.verb() + " " + s.remote() + (s.local() == null ? "" : " " + s.local()))
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
        final List<Statement> all = body("h1 = put x{0, 3} = 1 ctx 2;wait h1");
        assertEquals(
                List.of("h1", "h1", "h1"), all.stream().map(Statement::handle).toList());
        assertEquals(List.of(2, 2, 0), all.stream().map(Statement::context).toList());
    }

    @Test
    void aLockIsOfANodeOrOfAWord() {
        final List<Statement> all = body("lock T shared;lock m;unlock m;unlock T");
        assertEquals(
                List.of(true, false, false, true),
                all.stream().map(Statement::isShared).toList());
        assertEquals(List.of("T"), all.get(3).nodes());
        assertEquals(List.of(), all.get(2).nodes());
        assertEquals("m@T", all.get(1).remote().toString());
    }

    @Test
    void lockAllIsASharedLockOfEachNode() {
        final List<Statement> all = body("lock_all;unlock_all");
        assertEquals(
                "LOCK A LOCK T UNLOCK A UNLOCK T",
                all.stream().map(s -> s.verb() + " " + s.target()).collect(Collectors.joining(" ")));
        assertTrue(all.stream().allMatch(Statement::isShared));
    }

    @Test
    void aRegisterMayHaveSomethingAdded() {
        final List<Statement> all = body("r1 = load own;put y = r1 - 2;store own = r1 + 3 * 2");
        assertEquals(new Operand("r1", -2), all.get(1).value());
        assertEquals(new Operand("r1", 6), all.get(2).value());
    }

    /** What is added to a register is a sum like any other; each operand of a statement has its own. */
    @Test
    void everyOperandMayBeARegister() {
        final List<Statement> all = body("r1 = load own;add y += r1 - 2 + 1;r2 = cas y ? r1 - 1 : r2 + 3;"
                + "r3 = poll own == r1 + 1 for 50;signal m = r2 after put y = r1;"
                + "r2 = why xor y ^= r1;send T 4 r1 + 2 * 3");
        assertEquals(new Operand("r1", -1), all.get(1).value());
        assertEquals(new Operand("r1", -1), all.get(2).value());
        assertEquals(new Operand("r2", 3), all.get(2).second());
        assertEquals(new Operand("r1", 1), all.get(3).value());
        assertEquals(new Operand("r1", 0), all.get(4).value());
        assertEquals(new Operand("r2", 0), all.get(5).value());
        assertEquals(new Operand("r1", 0), all.get(6).value());
        assertEquals(new Operand("r1", 6), all.get(7).value());
    }

    @Test
    void whyIsATryThatAsksForTheReason() {
        final List<Statement> all = body("r1 = why put y = 1;r2 = try put y = 1;put y = 2");
        assertEquals(
                List.of(true, false, false),
                all.stream().map(Statement::asksWhy).toList());
        assertEquals(
                List.of(true, true, false), all.stream().map(Statement::attempt).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '/',
            quoteCharacter = '"',
            value = {
                "put x{0, 8} = 1/5: index 8 is beyond x[8]",
                "put x{3..1} = 1/index 3..1 runs backwards",
                "put x{} = 1/expected a value, found '}'",
                "put x{1, 2, 1} = 1/a word of x is listed twice",
                "get own{1, 1} = x{0, 2}/a word of own is listed twice",
                "put x{0, 1} from own[0..2]/a put of 2 words from 3",
                "get own[0..3] step 2 = x[0..2]/a get of 3 words into 2",
                "put x{0, 1} from y/y is on T, and this is done on the own node A only",
                "r1 = try put x{0, 1} = 1/a strided or listed put is many operations",
                "signal y += 1 after put x{0, 1} = 1/a signal follows one put, not 2",
                "unlock T/the task does not hold the lock of T here",
                "lock T;lock T;unlock T/6: the task holds the lock of T already, and would wait for itself",
                "lock T/the program of A ends with the lock of T in hand",
                "lock m;put m = 1;unlock m/6: m@T is a lock: only lock and unlock may name it",
                "lock x[0..1]/one word is needed: x",
                "lock none/no node none",
                "why put y = 1/why needs a register for the status, as in r1 = why put x = 1",
                "r1 = lock T/lock has no result",
                "r1 = load own;if r1 == 0 {;lock T;unlock T;}/lock may not stand in a block that a register decides",
                "r1 = test h1/no operation with handle h1 is under way here",
                "test h1/test needs a register",
                "h1 = put y = 1;r1 = test h[1..2]/test looks at one handle, not 2",
                "r1 = test y/test needs a handle, as in r1 = test h1",
                "put y = 1 ctx 16/ctx must be 0 to 15: 16",
                "epoch open 1 to T;put y = 1 in 1 ctx 1;epoch close 1/an operation of an epoch has no context",
                "get r1 = y ctx 1;quiet;put x = r1/7: r1 has no value before its get is complete",
                "put y = r1 +/expected a value at the end of the line",
                "r1 = try epoch open 1 to T/5: a try of epoch open needs an epoch that is open, and epoch 1 is not open here",
                "epoch open 1 to T;epoch closing 1;r1 = why epoch open 1 to T;epoch wait 1/epoch 1 is closing here",
                "epoch open 1 to T;r1 = try epoch open 1 to A T;epoch close 1/6: a try of epoch open names one node, not 2",
                "epoch open 1 to T;r1 = try epoch open 1 to A;epoch close 1/6: epoch 1 is open to T, not to A",
                "epoch open 1 to T;r1 = why epoch closing 1;epoch wait 1/6: a try of epoch closing needs an epoch",
                "r1 = try epoch await 1 from T/5: try is for epoch open, closing and close, not for epoch await",
                "try epoch closing 1/5: try needs a register",
                "r1 = load y@T;if r1 == 0 {;r2 = try epoch closing 1;}/5: y is on T",
                "r1 = load own;if r1 == 0 {;r2 = try epoch closing 1;}/epoch closing may not stand in a block",
                "r1 = epoch closing 1/5: epoch 1 is not open here",
                "r1 = quiet/5: no result for r1",
                "r1 = signal y = 1 after put m = 1/5: no result for r1",
                "add y += r1 * 2/5: a register may only have values added or taken away, as in r1 + 1 or r1 - 1",
                "add y += 1 + r1/5: expected a value, found 'r1': a register comes first where a value is written",
                "r2 = cas y ? 0 : r1 + r2/5: expected a value, found 'r2': a register comes first",
                "delay r1/expected a value, found 'r1': a register comes first",
                "get r1 = y;send T 1 r1/6: r1 has no value before its get is complete",
                "get r1 = y;r2 = cas y ? 0 : r1/6: r1 has no value before its get is complete",
                "get r1 = y;r2 = poll own == r1 for 9/6: r1 has no value before its get is complete",
            })
    void aMistakeIsOneLineWithItsPlace(final String statements, final String message) {
        final BadInput e = assertThrows(BadInput.class, () -> body(statements));
        assertTrue(e.getMessage().contains(message), e.getMessage());
        assertTrue(e.getMessage().startsWith("s.litmus:"), e.getMessage());
    }

    @Test
    void aLockIsNoWordOfAConditionAndBeginsFree() {
        final String text = "litmus S\nnodes A=0 T=far\nwords m@T\nINITprogram A {\nlock m\nunlock m\n}\nCLAIM\n";
        final BadInput named = assertThrows(
                BadInput.class,
                () -> LitmusParser.parse("s", text.replace("INIT", "").replace("CLAIM", "seen m = 0"), 1));
        assertEquals("s:8: m@T is a lock: only lock and unlock may name it", named.getMessage());
        final BadInput held = assertThrows(
                BadInput.class,
                () -> LitmusParser.parse("s", text.replace("INIT", "init m=1\n").replace("CLAIM", ""), 1));
        assertEquals("s:6: m@T is a lock, and begins with 0: no init", held.getMessage());
    }
}
