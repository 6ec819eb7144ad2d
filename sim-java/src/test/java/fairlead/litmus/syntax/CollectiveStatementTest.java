// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.program.ReduceFunction;
import fairlead.scenario.BadInput;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("M-463")
class CollectiveStatementTest {
    private static final String HEAD = "litmus C\nnodes A=0 T=far B=other\nwords x@A[600] x@T[600] x@B y@A y@T\n";

    private static LitmusTest parse(final String a, final String t) {
        return LitmusParser.parse(
                "c.litmus", HEAD + "program A {\n" + a + "\n}\nprogram T {\n" + t + "\n}\nseen y@A = 0\n", 1);
    }

    @Test
    void theStatementsOfAGroupAreRead() {
        final String calls =
                "allreduce sum x over A T\nreduce xor y over T A to T\nbcast x[3..5] over A T from A\nmeet A T";
        final List<Statement> all = parse(calls, calls).tasks().get(0).statements();
        assertEquals(
                List.of(Verb.ALLREDUCE, Verb.REDUCE, Verb.BCAST, Verb.MEET),
                all.stream().map(Statement::verb).toList());
        assertEquals(List.of("A", "T"), all.get(1).nodes());
        assertEquals(ReduceFunction.XOR, all.get(1).function());
        assertEquals("T", all.get(1).root());
        assertEquals("A", all.get(2).root());
        assertEquals(3, all.get(2).local().count());
        assertEquals("A", all.get(2).local().node());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "allreduce plus x over A T | allreduce sum x over A T | 5 | plus",
                "allreduce sum x over T B | meet A T | 5 | the own node A is not in the group",
                "allreduce sum x over A A T | meet A T | 5 | twice in the group",
                "reduce sum x over A T to B | meet A T | 5 | the root B is not in the group",
                "bcast x over A T | meet A T | 5 | from",
                "allreduce sum x@T over A T | meet A T | 5 | x is on T",
                "allreduce sum x[0..599] over A T | meet A T | 5 | 600 words in one call",
                "meet A T | delay 1 | 5 | must make the same calls",
                "allreduce sum x over A T | allreduce max x over A T | 8 | must make the same calls",
                "bcast x[0..1] over A T from A | bcast x over A T from A | 8 | must make the same calls",
            })
    void aMistakeIsNamedWithItsLine(final String a, final String t, final int line, final String what) {
        final String message = assertThrows(BadInput.class, () -> parse(a, t)).getMessage();
        assertTrue(message.startsWith("c.litmus:" + line + ": ") && message.contains(what), message);
    }
}
