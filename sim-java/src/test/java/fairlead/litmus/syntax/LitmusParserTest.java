// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.scenario.BadInput;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("M-36")
@Tag("M-568")
@Tag("M-569")
@Tag("M-977")
class LitmusParserTest {
    private static final String HEAD =
            "litmus MP+F.1\ndoc \"a # in a text\"\nnodes A=0 T=far\nwords x@T y@T[4] buf@A[size] x@A\ninit y=7 y[2]=0x10\nlimit 5000\n";

    private static LitmusTest parse(final String text) {
        return LitmusParser.parse("f.litmus", text, 8);
    }

    private static LitmusTest body(final String statements) {
        return parse(HEAD + "program A {\n" + statements.replace(";", "\n") + "\n}\nprogram T {\nr1 = load y\n}\n");
    }

    @Test
    void everyPartOfAFileIsRead() {
        final LitmusTest test = parse(
                HEAD
                        + "program A { # comment\n  put x@T = 1 + 2 * 3\n  late: put y[0..3] = i_\n}\n"
                                .replace("i_", "9")
                        + "program A.1 {\n}\nprogram T {\n r1 = poll y[1] != 0 for 20\n}\nforbidden T:r1=1 & (!x@T=7 | any y[0..3] > 2)\nseen cycle(late) > 4 at routing=adaptive size=1,32\n");
        assertEquals("MP+F.1", test.name());
        assertEquals("a # in a text", test.doc());
        assertEquals(5000, test.limit());
        assertEquals(
                List.of("A", "A.1", "T"), test.tasks().stream().map(Task::name).toList());
        assertEquals(
                8,
                test.words().stream()
                        .filter(Words::sized)
                        .findFirst()
                        .orElseThrow()
                        .count());
        assertEquals(7, test.initial("T", "y", 3));
        assertEquals(16, test.initial("T", "y", 2));
        final Statement put = test.tasks().get(0).statements().get(0);
        assertEquals(Verb.PUT, put.verb());
        assertEquals(7, put.value().value());
        assertEquals(8, put.line());
        assertEquals(
                Map.of("routing", List.of("adaptive"), "size", List.of("1", "32")),
                test.claims().get(1).at());
        assertEquals("T:r1=1 & (!x@T=7 | any y[0..3] > 2)", test.claims().get(0).text());
    }

    @Test
    void repeatIsUnrolledWithItsIndex() {
        final List<Statement> all = body("repeat 2 {;repeat 3 {;put x@T = i;};add y += i;}")
                .tasks()
                .get(0)
                .statements();
        assertEquals(
                List.of(0L, 1L, 2L, 0L, 0L, 1L, 2L, 1L),
                all.stream().map(s -> s.value().value()).toList());
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
                        .map(Statement::verb)
                        .toList());
    }

    @Test
    void atomicsHaveTheirFunctions() {
        final List<Statement> all = body("add y += 1;and y &= 2;or y |= 3;xor y ^= 4;set y = 5;r1 = fadd y += 1;"
                        + "r2 = fand y &= 2;r3 = for y |= 3;r4 = fxor y ^= 4;r5 = swap y = 5;signal y = 6 after put x@T = 1")
                .tasks()
                .get(0)
                .statements();
        for (int i = 0; i < 10; i++) {
            final Statement s = all.get(i);
            assertEquals(i < 5 ? Verb.ADD : Verb.FADD, s.verb());
            assertEquals(AtomicFunction.values()[i % 5], s.atomic());
            assertEquals(i % 5 + 1, s.value().value());
            assertEquals(i < 5 ? null : "r" + (i - 4), s.register());
        }
        assertEquals(Verb.SIGNAL, all.get(11).verb());
        assertEquals(AtomicFunction.SWAP, all.get(11).atomic());
    }

    @Test
    void handlesAreWaitedForOneByOneOrTogether() {
        final List<Statement> all =
                body("repeat 3 {;h[i] = put y[i] = 1;};h9 = get buf[0..1] = y[0..1];h8 = xor y ^= 1;"
                                + "h7 = put y[0..3] step 2 = 5;wait h[1];wait h0;wait h[7..9]")
                        .tasks()
                        .get(0)
                        .statements();
        assertEquals(
                "h0 h1 h2 h9 h8 h7 h7 h1 h0 h7 h8 h9",
                all.stream().map(Statement::handle).collect(Collectors.joining(" ")));
        assertTrue(all.stream().allMatch(s -> s.register() == null));
    }

    @Test
    void conditionsAreEvaluated() {
        final LitmusTest test = parse(
                HEAD
                        + "program T {\nr1 = load y\n}\nforbidden r1 = 1 & !x@T >= 2 | y[3]@T == 18446744073709551615\nseen hang\n");
        final Condition condition = test.claims().get(0).condition();
        assertTrue(condition.holds(outcome(Map.of("T:r1", 1L, "x@T", 1L, "y[3]@T", 0L), false)));
        assertEquals(false, condition.holds(outcome(Map.of("T:r1", 1L, "x@T", 2L, "y[3]@T", 0L), false)));
        assertTrue(condition.holds(outcome(Map.of("T:r1", 0L, "x@T", -1L, "y[3]@T", -1L), false)));
        assertTrue(test.claims().get(1).condition().holds(outcome(Map.of(), true)));
    }

    private static Outcome outcome(final Map<String, Long> values, final boolean hang) {
        return new Outcome() {
            @Override
            public long value(final Term term) {
                return values.get(term.toString());
            }

            @Override
            public boolean isHang() {
                return hang;
            }

            @Override
            public boolean isError(final String task, final int line) {
                return false;
            }
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '"',
            value = {
                "putt y = 1 ~ f.litmus:8: no statement putt",
                "put q = 1 ~ f.litmus:8: no word q",
                "put x = 1 ~ f.litmus:8: word x is on T, A: say which",
                "put y[4] = 1 ~ f.litmus:8: index 4 is beyond y[4]",
                "put y[3..1] = 1 ~ runs backwards",
                "put y = ~ f.litmus:8: expected a value",
                "put y = 1 1 ~ unexpected '1'",
                "put y = $ ~ character '$'",
                "put y = 99999999999999999999 ~ does not fit in 64 bits",
                "get r1 = y;put y = r1 ~ f.litmus:9: r1 has no value before its get is complete",
                "wait r1 ~ no get into r1",
                "fence Q ~ no node Q",
                "load y ~ and this is done on the own node",
                "epoch open 1 to T ~ epoch 1 of A is never closed",
                "put y = 1 in 4 ~ epoch 4 is not open here",
                "epoch wait 1 ~ epoch 1 is not closing here",
                "try put y = 1 ~ try needs a register",
                "barrier ~ f.litmus:10: unequal barriers",
                "dla alloc 4 cc ~ no scheme cc",
                "dla end ~ f.litmus:8: no dla alloc before it in A",
                "put y = 1;dla release ~ f.litmus:9: no dla alloc before it in A",
                "repeat 3 { ~ the block has no }",
                "a: quiet;a: quiet ~ label a is given twice",
                "r1 = and y &= 1 ~ f.litmus:8: and has no result; fand has",
                "r1 = set y = 1 ~ f.litmus:8: set has no result; swap has",
                "fxor y += 1 ~ f.litmus:8: expected '^=', found '+='",
                "r1 = for y = 1 ~ f.litmus:8: expected '|=', found '='",
                "r1 = nand y &= 1 ~ f.litmus:8: no statement nand",
                "wait h1 ~ no operation with handle h1 is under way here",
                "h1 = put y = 1;wait h1;wait h[1] ~ no operation with handle h1 is under way here",
                "h1 = put y = 1;h[1] = put y = 2 ~ h1 is the handle of an operation that nobody has waited for",
                "h[0..1] = put y = 1 ~ an operation has one handle, not 2",
                "h1 = get r1 = y ~ a handle is for a put, a get into words or an atomic without a result",
                "h1 = fadd y += 1 ~ a handle is for a put, a get into words or an atomic without a result",
                "h1 = signal y += 1 after put x@T = 1 ~ a handle is for a put, a get into words",
                "h1 = quiet ~ a handle is for a put",
                "wait h[2..1] ~ handles 2..1 run backwards",
                "h[10000] = put y = 1 ~ number of a handle must be 0 to 9999: 10000",
            })
    void aMistakeIsOneLineWithItsPlace(final String statements, final String message) {
        final BadInput bad = assertThrows(BadInput.class, () -> body(statements));
        assertEquals(1, bad.lines().size());
        assertTrue(bad.getMessage().contains(message), bad.getMessage());
        assertTrue(bad.getMessage().matches("f\\.litmus:[0-9]+: .*"), bad.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '"',
            value = {
                "nodes A=0 ~ must begin with 'litmus NAME'",
                "litmus 9x ~ litmus needs a name",
                "litmus M;words x@A ~ no node A",
                "litmus M;nodes A=far ~ the first node needs a rank",
                "litmus M;nodes A=0 A=1 ~ declared twice",
                "litmus M;nodes A=0;program A {;};nodes B=1 ~ comes too late",
                "litmus M;nodes A=0;program A.1 {;} ~ have gaps",
                "litmus M;nodes A=0;program A {;};forbidden r1 = 0 ~ no task has a register r1",
                "litmus M;nodes A=0;words x@A;program A {;r1 = load x;};forbidden A:r2 = 0 ~ no register of A r2; known: r1",
                "litmus M;nodes A=0;program A {;};forbidden hang at size=1 size=2 ~ axis size is given twice",
                "litmus M;nodes A=0;program A {;};seen error(A:3) ~ line 3 is no statement of A",
                "litmus M;nodes A=0;program A {;};seem hang ~ did you mean seen?",
                "litmus M;nodes A=0 ~ no program",
                "litmus M;doc x ~ doc needs a text in quotes",
                "litmus M;nodes A=0 B=1;words x@B[131072];program A {;put x[0..131071] = 1;} ~ 131072 words in one operation",
                "litmus M;limit 0 ~ limit must be 1 to",
                "litmus T;nodes A=0;words i@A ~ i cannot name words: it has a meaning of its own",
                "litmus T;let size = 1 ~ size cannot name a constant: it has a meaning of its own",
                "litmus T;let n = 3;nodes A=0;words n@A ~ n cannot name words: it is a constant",
                "litmus T;nodes A=0;words z@A[0] ~ words z must be at least 1",
                "litmus T;nodes A=0;words z@A of 3 bytes ~ a word has 1, 2, 4 or 8 bytes, not 3",
                "litmus T;nodes A=0;words z@A of 1 byte;init z=256 ~ 256 does not fit: a word of z has 1 byte",
                "litmus T;nodes A=0;words z@A of 2 bytes;init z=65536 ~ 65536 does not fit: a word of z has 2 bytes",
                "litmus T;nodes A=0 B[3..2]=1 ~ [3..2] has no node",
                "litmus T;nodes A=0 A[0..1]=1 ~ node A is declared twice",
                "litmus T;nodes A=0 B=nearby ~ place nearby",
                "litmus T;nodes A=far ~ the first node needs a rank",
            })
    void aWrongFileIsOneLineWithItsPlace(final String text, final String message) {
        final BadInput bad = assertThrows(BadInput.class, () -> parse(text.replace(";", "\n")));
        assertTrue(bad.getMessage().contains(message), bad.getMessage());
        assertTrue(bad.getMessage().matches("f\\.litmus:[0-9]+: .*"), bad.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '/',
            quoteCharacter = '"',
            value = {
                "A.3:r1=1/no program A.3",
                "cycle(late) > 4/label late",
                "y[0..1]=1/one word is needed, or any",
                "r1=1/r1 is a register of A, T: say which, as in A:r1"
            })
    void aWrongConditionIsRefused(final String condition, final String error) {
        final String text = HEAD + "program A {\nr1 = load x@A\n}\nprogram T {\nr1 = load y\n}\nforbidden " + condition;
        final String said =
                assertThrows(BadInput.class, () -> parse(text + "\n")).getMessage();
        assertTrue(said.contains(error), said);
    }

    @Test
    void aRelationOfUnsignedValuesHoldsOrItsNegationDoes() {
        final long[][] pairs = {{1, 2}, {2, 2}, {2, 1}, {-1, 1}, {1, -1}};
        final String[] held = {"!= < <=", "== <= >=", "!= > >=", "!= > >=", "!= < <="};
        for (int i = 0; i < pairs.length; i++) {
            for (final Relation relation : Relation.values()) {
                final boolean holds = relation.holds(pairs[i][0], pairs[i][1]);
                assertEquals(List.of(held[i].split(" ")).contains(relation.sign()), holds, relation + " " + i);
                assertEquals(!holds, relation.negated().holds(pairs[i][0], pairs[i][1]), relation + " " + i);
            }
        }
    }
}
