// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.program.ReduceFunction;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("M-463")
class CollectiveStatementTest {
    static final String HEAD = "litmus C\nnodes A=0 T=far B=other\nwords x@A[600] x@T[600] x@B y@A y@T\n";

    private static LitmusTest parse(String a, String t) {
        return LitmusParser.parse(
                "c.litmus", HEAD + "program A {\n" + a + "\n}\nprogram T {\n" + t + "\n}\nseen y@A = 0\n", 1);
    }

    @Test
    void theStatementsOfAGroupAreRead() {
        String calls = "allreduce sum x over A T\nreduce xor y over T A to T\nbcast x[3..5] over A T from A\nmeet A T";
        List<Statement> all = parse(calls, calls).tasks().get(0).statements();
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
