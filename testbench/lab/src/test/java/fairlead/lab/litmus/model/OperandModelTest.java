// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.lab.litmus.operational.Interpreter;
import fairlead.litmus.model.Oracle;
import fairlead.litmus.syntax.LitmusParser;
import fairlead.litmus.syntax.LitmusTest;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares both memory models, where operands come from registers and next to an epoch of another node, with outcomes
 * that were worked out by hand.
 */
@Tag("M-933")
@Tag("M-972")
class OperandModelTest {
    private static LitmusTest test(String terms, String tasks) {
        StringBuilder text = new StringBuilder(
                "litmus O\nnodes A=0 T=far B=other\n" + "words x@T c@T s@T y@A z@A f@B\ninit y=5 z=9 c=1\n");
        for (String task : tasks.split(" / ")) {
            text.append("program ")
                    .append(task.strip().replaceFirst(" ", " {\n").replace("; ", "\n"))
                    .append("\n}\n");
        }
        String seen = Arrays.stream(terms.split(" ")).map(t -> t + " == 0").collect(Collectors.joining(" | "));
        return LitmusParser.parse("o", text + "seen " + seen + "\n", 1);
    }

    private static Set<String> text(Set<List<Long>> outcomes) {
        return outcomes.stream()
                .map(o -> o.stream().map(String::valueOf).collect(Collectors.joining(" ")))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> byHand(String outcomes) {
        return new TreeSet<>(List.of(outcomes.split(", ")));
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '!',
            value = {
                "x@T! A r1 = load y; add x += r1; r1 = load z! 5",
                "x@T! A r1 = load y; or x |= r1 - 1; r1 = load z! 4",
                "c@T! A r1 = load y; xor c ^= r1; r1 = load z! 4",
                "c@T! A r1 = load y; and c &= r1 - 1; r1 = load z! 0",
                "x@T! A r1 = load y; set x = r1 + 1; r1 = load z! 6",
                "s@T x@T! A r1 = load y; signal s += r1 after put x = r1 + 1; r1 = load z! 5 6",
                "s@T! A r1 = load y; signal s = r1 - 6 after put x = 1; r1 = load z! -1",
                "A:r1 x@T! A r1 = load y; r1 = fadd x += r1; r1 = fadd x += r1 + 7! 5 12",
                "A:r1 c@T! A r1 = load z; r1 = cas c ? r1 - 8 : r1 + 1; r2 = cas c ? r1 : r1! 1 10",
                "T:r1! A r1 = load y; send T 1 r1 + 1; r1 = load z / T r1 = load x; r1 = recv 1! 6",
                "T:r1! A r1 = load y; send B 1 r1; r1 = load z / B r1 = recv 1; send T 2 r1 - 1 / T r1 = recv 2! 4",
                "A:r2 x@T! A r1 = load y; r2 = try put x = r1 + 1! 0 6",
                "x@T! A r1 = fadd c += 1; if r1 == 1 {; r2 = load y; }; add x += r2 + 1 / B add c += 1! 1, 6",
                "x@T! A r1 = fadd c += 1; if r1 == 1 {; r2 = load y; add x += r2; r2 = load z; } / B add c += 1! 0, 5",
                "x@T! A r1 = load y; r2 = load z; if r2 == r1 + 4 {; add x += 1; }! 1",
                "A:r1 T:r2! A get r1 = c; flush T; add c += r1 / T r2 = load c! 1 1, 1 2",
                "x@T! A add x += r7 + 3! 3", // a register that nothing has written is 0
                // a put that the target has admitted before the epoch may be written between the epoch's two gets
                "A:r1 A:r2 B:r1 x@T! EPOCH; get r2 = x in 1; wait r2; epoch close 1 / B r1 = try put x = 2"
                        + "! 0 0 0 2, 0 0 1 0, 0 2 0 2, 2 2 0 2",
                // who has seen the word that is put in the open epoch is refused until it ends
                "A:r2 B:r1 B:r2 x@T! EPOCH; put f = 1; get r2 = x in 1; wait r2; epoch close 1 / B r1 = load f;"
                        + " r2 = try put x = 2! 0 0 0 2, 0 0 1 0, 0 1 0 2, 0 1 1 0, 2 0 0 2",
            })
    void theValueIsThatOfTheStatement(String terms, String tasks, String outcomes) {
        agree(terms, tasks.replace("EPOCH", "A epoch open 1 to T; get r1 = x in 1; wait r1"), outcomes);
    }

    /** Data and a flag that both have values of registers: a fence orders them, and without it nothing does. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"fence T, 5 6", "delay 1, 5 0 5 6"})
    void anOrderIsThatOfThePlainOperations(String order, String last) {
        String data = "A r1 = load y; add x += r1 + 1; " + order + "; set s = r1; r1 = load z";
        String all = "0 0, 0 6, " + (last.length() == 3 ? last : "5 0, 5 6");
        agree("T:r1 T:r2", data + " / T r1 = load s; r2 = load x", all);
    }

    private static void agree(String terms, String tasks, String outcomes) {
        LitmusTest test = test(terms, tasks);
        Oracle.Allowed axiomatic = Oracle.allowed(test);
        Interpreter.Outcomes operational = new Interpreter().outcomes(test);
        assertEquals("", axiomatic.reason() + operational.reason());
        assertEquals(byHand(outcomes), text(axiomatic.outcomes()));
        assertEquals(byHand(outcomes), text(operational.outcomes()));
    }
}
