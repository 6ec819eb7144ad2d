// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.program.Comparison;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("M-36")
@Tag("M-568")
@Tag("M-569")
@Tag("M-977")
class LitmusParserTest {
    static final String HEAD = "litmus MP+F.1\n"
            + "doc \"a # in a text\"\n"
            + "nodes A=0 T=far\n"
            + "words x@T y@T[4] buf@A[size] x@A\n"
            + "init y=7 y[2]=0x10\n"
            + "limit 5000\n";

    private static LitmusTest parse(String text) {
        return LitmusParser.parse("f.litmus", text, 8);
    }

    private static LitmusTest body(String statements) {
        return parse(HEAD + "program A {\n" + statements.replace(";", "\n") + "\n}\nprogram T {\nr1 = load y\n}\n");
    }

    @Test
    void everyPartOfAFileIsRead() {
        LitmusTest test = parse(HEAD
                + "program A { # comment\n  put x@T = 1 + 2 * 3\n  late: put y[0..3] = i_\n}\n".replace("i_", "9")
                + "program A.1 {\n"
                + "}\n"
                + "program T {\n"
                + " r1 = poll y[1] != 0 for 20\n"
                + "}\n"
                + "forbidden T:r1=1 & (!x@T=7 | any y[0..3] > 2)\n"
                + "seen cycle(late) > 4 at routing=adaptive size=1,32\n");
        assertEquals("MP+F.1", test.name());
        assertEquals("a # in a text", test.doc());
        assertEquals(5000, test.limit());
        assertEquals(
                List.of("A", "A.1", "T"), test.tasks().stream().map(Task::name).toList());
        assertEquals(
                8,
                test.words().stream()
                        .filter(w -> w.symbol().equals("buf"))
                        .findFirst()
                        .orElseThrow()
                        .count());
        assertEquals(7, test.initial("T", "y", 3));
        assertEquals(16, test.initial("T", "y", 2));
        Statement put = test.tasks().get(0).statements().get(0);
        assertEquals(Verb.PUT, put.verb);
        assertEquals(7, put.value.value());
        assertEquals(8, put.line);
        assertEquals(
                Map.of("routing", List.of("adaptive"), "size", List.of("1", "32")),
                test.claims().get(1).at());
        assertEquals("T:r1=1 & (!x@T=7 | any y[0..3] > 2)", test.claims().get(0).text());
    }

    @Test
    void closeAndSignalAreTwoStatements() {
        assertEquals(
                List.of(Verb.EPOCH_OPEN, Verb.PUT, Verb.SIGNAL, Verb.EPOCH_CLOSING, Verb.EPOCH_WAIT),
                body("epoch open 3 to T;signal y += 1 after put x@T = 1 in 3;epoch close 3")
                        .tasks()
                        .get(0)
                        .statements()
                        .stream()
                        .map(s -> s.verb)
                        .toList());
    }

    @Test
    void atomicsHaveTheirFunctions() {
        List<Statement> all = body("add y += 1;and y &= 2;or y |= 3;xor y ^= 4;set y = 5;r1 = fadd y += 1;r2 = fand y"
                        + " &= 2;r3 = for y |= 3;r4 = fxor y ^= 4;r5 = swap y = 5;signal y = 6 after put x@T = 1")
                .tasks()
                .get(0)
                .statements();
        for (int i = 0; i < 10; i++) {
            Statement s = all.get(i);
            assertEquals(i < 5 ? Verb.ADD : Verb.FADD, s.verb);
            assertEquals(AtomicFunction.values()[i % 5], s.atomic());
            assertEquals(i % 5 + 1, s.value.value());
            assertEquals(i < 5 ? null : "r" + (i - 4), s.register);
        }
        assertEquals(Verb.SIGNAL, all.get(11).verb);
        assertEquals(AtomicFunction.SWAP, all.get(11).atomic());
    }

    @Test
    void handlesAreWaitedForOneByOneOrTogether() {
        List<Statement> all = body("repeat 3 {;h[i] = put y[i] = 1;};h9 = get buf[0..1] = y[0..1];h8 = xor y ^= 1;"
                        + "h7 = put y[0..3] step 2 = 5;wait h[1];wait h0;wait h[7..9]")
                .tasks()
                .get(0)
                .statements();
        assertEquals(
                "h0 h1 h2 h9 h8 h7 h7 h1 h0 h7 h8 h9",
                all.stream().map(s -> s.handle).collect(Collectors.joining(" ")));
        assertTrue(all.stream().allMatch(s -> s.register == null));
    }

    @Test
    void conditionsAreEvaluated() {
        LitmusTest test = parse(HEAD
                + "program T {\n"
                + "r1 = load y\n"
                + "}\n"
                + "forbidden r1 = 1 & !x@T >= 2 | y[3]@T == 18446744073709551615\n"
                + "seen hang\n");
        Condition condition = test.claims().get(0).condition();
        assertTrue(condition.holds(outcome(Map.of("T:r1", 1L, "x@T", 1L, "y[3]@T", 0L), false)));
        assertEquals(false, condition.holds(outcome(Map.of("T:r1", 1L, "x@T", 2L, "y[3]@T", 0L), false)));
        assertTrue(condition.holds(outcome(Map.of("T:r1", 0L, "x@T", -1L, "y[3]@T", -1L), false)));
        assertTrue(test.claims().get(1).condition().holds(outcome(Map.of(), true)));
    }

    static Outcome outcome(Map<String, Long> values, boolean hang) {
        return new Outcome() {
            @Override
            public long value(Term term) {
                return values.get(term.toString());
            }

            @Override
            public boolean isHang() {
                return hang;
            }
        };
    }

    @Test
    void aRelationOfUnsignedValuesHoldsOrItsNegationDoes() {
        long[][] pairs = {{1, 2}, {2, 2}, {2, 1}, {-1, 1}, {1, -1}};
        String[] held = {"!= < <=", "== <= >=", "!= > >=", "!= > >=", "!= < <="};
        for (int i = 0; i < pairs.length; i++) {
            for (Comparison relation : Comparison.values()) {
                boolean holds = relation.holds(pairs[i][0], pairs[i][1]);
                assertEquals(List.of(held[i].split(" ")).contains(relation.sign()), holds, relation + " " + i);
                assertEquals(!holds, relation.negated().holds(pairs[i][0], pairs[i][1]), relation + " " + i);
            }
        }
    }
}
