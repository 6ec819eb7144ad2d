// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.litmus.syntax.LitmusParser;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the model with outcomes computed by hand. */
@Tag("M-37")
@Tag("M-568")
class OracleTest {
    /** A program and its outcomes; `terms` are the observed terms, sorted. */
    private record Known(String name, String terms, String program, String outcomes) {
        private String text() {
            StringBuilder text = new StringBuilder("litmus " + name + "\nnodes A=0 T=far B=other U=other\n"
                    + "words x@T y@T z@U f@B c@T s@T own@A buf@A[2]\ninit buf=5\n");
            for (String task : program.split("\\|(?!=)")) {
                String[] parts = task.strip().split(" ", 2);
                text.append("program ").append(parts[0]).append(" {\n");
                Arrays.stream(parts[1].split(";"))
                        .forEach(s -> text.append(s.strip()).append('\n'));
                text.append("}\n");
            }
            return text + "seen "
                    + Arrays.stream(terms.split(" ")).map(t -> t + " == 0").collect(Collectors.joining(" | ")) + "\n";
        }

        private Set<String> allowed() {
            Oracle.Allowed allowed = Oracle.allowed(LitmusParser.parse(name, text(), 1));
            assertEquals("", allowed.reason());
            assertEquals(
                    terms,
                    allowed.terms().stream().map(Object::toString).collect(Collectors.joining(" ")),
                    "order of terms");
            return allowed.outcomes().stream()
                    .map(o -> o.stream().map(String::valueOf).collect(Collectors.joining(" ")))
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        private Set<String> byHand() {
            return Arrays.stream(outcomes.split(",")).map(String::strip).collect(Collectors.toCollection(TreeSet::new));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** Name, observed terms, programs and outcomes, with `!` between them; YX reads y and then x, and ADDS is a sum. */
    private static final String KNOWN =
            """
            MP ! T:r1 T:r2 ! A put x = 1; put y = 1| YX ! 0 0, 0 1, 1 0, 1 1
            MP+F ! T:r1 T:r2 ! A put x = 1; fence T; put y = 1| YX ! 0 0, 0 1, 1 1
            MP+Q ! T:r1 T:r2 ! A put x = 1; quiet; put y = 1| YX ! 0 0, 0 1, 1 1
            MP2+F ! U:r1 U:r2 ! A put x = 1; fence T; put z = 1 | U r1 = load z; get r2 = x; wait r2\
            \s! 0 0, 0 1, 1 0, 1 1
            MP2+Q ! U:r1 U:r2 ! A put x = 1; put f = 1; quiet; put z = 1 | U r1 = load z; get r2 = x; wait r2\
            \s! 0 0, 0 1, 1 1
            MP+signal ! T:r1 T:r2 ! A signal s += 1 after put x = 1 | T r1 = load s; r2 = load x ! 0 0, 0 1, 1 1
            SB ! A:r1 B:r1 ! A put x = 1; get r1 = y; wait r1 | B put y = 1; get r1 = x; wait r1 ! 0 0, 0 1, 1 0, 1 1
            SB+Q ! A:r1 B:r1 ! A put x = 1; quiet; get r1 = y; wait r1 | B put y = 1; quiet; get r1 = x; wait r1\
            \s! 0 1, 1 0, 1 1
            RAW ! A:r1 ! A put x = 1; get r1 = x; wait r1 ! 0, 1
            RAW+F ! A:r1 ! A put x = 1; fence T; get r1 = x; wait r1 ! 1
            WAR+F ! A:r1 ! A get r1 = x; fence T; put x = 2; quiet ! 0, 2
            WAR+flush ! A:r1 ! A get r1 = x; flush T; put x = 2 ! 0
            WAR+wait ! A:r1 ! A get r1 = x; wait r1; put x = 2 ! 0
            WAW ! x@T ! A put x = 1; put x = 2 ! 1, 2
            WAW+F ! x@T ! A put x = 1; fence T; put x = 2 ! 2
            RAW+flush ! A:r1 ! A put x = 1; flush T; get r1 = x; wait r1 ! 1
            flush-other ! T:r1 T:r2 ! A put x = 1; put z = 1; flush U; put y = 1| YX ! 0 0, 0 1, 1 0, 1 1
            reuse ! x@T ! A put x from buf; store buf = 0 ! 0, 5
            reuse+flush_local ! x@T ! A put x from buf; flush_local; store buf = 0 ! 5
            reuse+handle ! x@T ! A h1 = put x from buf; wait h1; store buf = 0 ! 5
            reuse+other-handle ! x@T ! A h1 = put y from buf[1]; h2 = put x from buf; wait h1; store buf = 0 ! 0, 5
            test ! A:r1 x@T ! A h1 = put x from buf; r1 = test h1; store buf = 0; wait h1 ! 0 0, 0 5, 1 5
            test-twice ! A:r1 A:r2 ! A h1 = put x from buf; r1 = test h1; r2 = test h1 ! 0 0, 0 1, 1 1
            test-of-what-was-told ! A:r1 A:r2 ! A h1 = put x from buf; r1 = wait any h1; r2 = test h1 ! 1 1
            test-of-a-get ! A:r1 A:r2 ! A h1 = get own = x; r1 = test h1; r2 = load own; wait h1 | T store x = 1\
            \s! 0 0, 0 1, 1 0, 1 1
            put-of-a-register ! A:r1 x@T ! A r1 = load buf; put x = r1 + 1; r1 = load own; quiet ! 0 6
            store-of-a-register ! own@A ! A r1 = load buf; store own = r1 - 2; r1 = load buf ! 3
            ctx+quiet ! T:r1 T:r2 ! A put x = 1 ctx 1; quiet ctx 1; put y = 1| YX ! 0 0, 0 1, 1 1
            ctx+other-quiet ! T:r1 T:r2 ! A put x = 1 ctx 1; quiet; put y = 1 ctx 1| YX ! 0 0, 0 1, 1 0, 1 1
            ctx+fence ! T:r1 T:r2 ! A put x = 1 ctx 1; fence T ctx 1; put y = 1 ctx 1| YX ! 0 0, 0 1, 1 1
            ctx+fence-and-another ! T:r1 T:r2 ! A put x = 1 ctx 1; fence T ctx 1; put y = 1| YX ! 0 0, 0 1, 1 0, 1 1
            lock ! A:r1 B:r1 c@T ! A lock T; ADDS | B lock T; ADDS ! 0 1 2, 1 0 2
            lock-shared ! A:r1 B:r1 c@T ! A lock T shared; ADDS | B lock T shared; ADDS ! 0 0 1, 0 1 2, 1 0 2
            lock-shared-by-one ! A:r1 B:r1 c@T ! A lock T shared; ADDS | B lock T; ADDS ! 0 1 2, 1 0 2
            unlock-completes ! B:r1 B:r2 ! A lock T; put x = 1; put y = 1; unlock T | B lock T shared; get r1 = y;\
            \sget r2 = x; unlock T ! 0 0, 1 1
            unlock-of-another-node ! T:r1 T:r2 ! A lock U; put x = 1; unlock U; put y = 1| YX ! 0 0, 0 1, 1 0, 1 1
            unlock-of-a-word ! T:r1 T:r2 ! A lock f; put x = 1; unlock f; put y = 1| YX ! 0 0, 0 1, 1 1
            handle-is-local ! A:r1 ! A h1 = put x from buf; wait h1; get r1 = x; wait r1 ! 0, 5
            handle-of-a-get ! A:r1 ! A h[0] = get buf = x; wait h[0]; r1 = load buf | T store x = 1 ! 0, 1
            get-without-handle ! A:r1 ! A get buf = x; r1 = load buf ! 0, 5
            handle-of-an-atomic ! A:r1 ! A h1 = or x |= 4; wait h1; get r1 = x; wait r1 ! 4
            flush_local-is-local ! A:r1 ! A put x from buf; flush_local; get r1 = x; wait r1 ! 0, 5
            tickets ! A:r1 A:r2 c@T ! A r1 = fadd c += 1; r2 = fadd c += 1 ! 0 1 2
            two-adders ! A:r1 B:r1 c@T ! A r1 = fadd c += 1 | B r1 = fadd c += 1 ! 0 1 2, 1 0 2
            two-swappers ! A:r1 B:r1 c@T ! A r1 = cas c ? 0 : 5 | B r1 = cas c ? 0 : 7 ! 0 5 5, 7 0 7
            two-xors ! A:r1 B:r1 c@T ! A r1 = fxor c ^= 1 | B r1 = fxor c ^= 3 ! 0 1 2, 3 0 2
            swap-chain ! A:r1 B:r1 c@T ! A r1 = swap c = 1 | B r1 = swap c = 2 ! 0 1 2, 2 0 1
            and-of-or ! A:r1 B:r1 c@T ! A r1 = fand c &= 6 | B r1 = for c |= 3 ! 0 0 3, 3 0 2
            or-and-and ! c@T ! A or c |= 6 | B and c &= 3 ! 2, 6
            xor-of-add ! A:r1 c@T ! A add c += 1; r1 = fxor c ^= 3 ! 0 4, 1 2
            set-and-add ! c@T ! A set c = 10 | B add c += 1 ! 10, 11
            xor-and-put ! c@T ! A xor c ^= 1 | B put c = 10 ! 1, 10, 11
            MP+set ! T:r1 T:r2 ! A signal s = 3 after put x = 1 | T r1 = load s; r2 = load x ! 0 0, 0 1, 3 1
            handed-over ! B:r1 B:r2 ! A put x = 1; quiet; r1 = swap c = 2 | B r1 = swap c = 0; get r2 = x;\
            \swait r2 ! 0 0, 0 1, 2 1
            add-and-put ! c@T ! A add c += 1 | B put c = 10 ! 1, 10, 11
            barrier ! T:r1 ! A store own = 1; barrier | T barrier; get r1 = own; wait r1 ! 1
            barrier-no-quiet ! T:r1 ! A put x = 1; barrier | T barrier; r1 = load x ! 0, 1
            loads ! T:r1 T:r2 ! A put x = 1 | T r1 = load x; r2 = load x ! 0 0, 0 1, 1 1
            W2+2+F ! x@T y@T ! A put x = 1; fence T; put y = 2 | B put y = 1; fence T; put x = 2 ! 1 2, 2 1, 2 2
            WRC ! B:r1 T:r1 T:r2 ! A put x = 1; put f = 1 | B r1 = poll f != 0 for 9; put y = 1| YX\
            \s! 0 0 0, 0 0 1, 0 1 0, 0 1 1, 1 0 0, 1 0 1, 1 1 0, 1 1 1
            WRC+Q ! B:r1 T:r1 T:r2 ! A put x = 1; quiet; put f = 1 | B r1 = poll f != 0 for 9; put y = 1| YX\
            \s! 0 0 0, 0 0 1, 0 1 0, 0 1 1, 1 0 0, 1 0 1, 1 1 1
            allreduce ! A:r1 T:r1 ! A store own = 1; allreduce sum own over A T; r1 = load own | T store x = 2;\
            \sallreduce sum x over A T; r1 = load x ! 3 3
            reduce ! A:r1 T:r1 ! A store own = 1; reduce max own over A T to T; r1 = load own | T store x = 2;\
            \sreduce max x over A T to T; r1 = load x; store x = 9 ! 1 2
            bcast ! A:r1 T:r1 ! A store own = 7; bcast own over A T from A; r1 = load own | T store x = 2;\
            \sbcast x over A T from A; r1 = load x ! 7 7
            bcast-not-joined ! U:r1 ! A bcast own over A T U from A | T store x = 1; bcast y over A T U from A\
            \s| U bcast z over A T U from A; get r1 = x; wait r1 ! 0, 1
            meet ! T:r1 ! A store own = 1; meet A T | T meet A T; get r1 = own; wait r1 ! 1
            meet-no-quiet ! T:r1 ! A put x = 1; meet A T | T meet A T; r1 = load x ! 0, 1
            operand-race ! A:r1 ! A allreduce sum own over A T; r1 = load own | T allreduce sum x over A T\
            \s| B put x = 4 ! 0, 4
            message ! T:r1 ! A put x = 1; quiet; send T 4 9 | T r2 = recv 4; r1 = load x ! 1
            message-no-quiet ! T:r1 ! A put x = 1; send T 4 9 | T r2 = recv 4; r1 = load x ! 0, 1
            message-fence ! T:r1 ! A put x = 1; fence T; send T 4 9 | T r2 = recv 4; r1 = load x ! 1
            message-value ! T:r2 ! A send T 4 9 | T r2 = recv 4 ! 9
            epoch-await ! T:r1 ! A epoch open 1 to T; put x = 1 in 1; epoch close 1 | T epoch await 1 from A;\
            \sr1 = load x ! 1
            epoch-other-put ! T:r1 ! A epoch open 1 to T; put x = 1; epoch close 1 | T epoch await 1 from A;\
            \sr1 = load x ! 0, 1
            epoch-get ! A:r1 ! A epoch open 1 to T; get r1 = x in 1; epoch close 1 | T epoch await 1 from A;\
            \sstore x = 1 ! 0
            epoch-guard ! A:r1 A:r2 B:r1 x@T ! A epoch open 1 to T; get r1 = x in 1; wait r1; get r2 = x in 1;\
            \swait r2; epoch close 1 | B r1 = try put x = 2 ! 0 0 0 2, 0 0 1 0, 0 2 0 2, 2 2 0 2
            any-waits ! A:r1 A:r2 ! A h1 = get buf = x; r1 = wait any h1; r2 = load buf ! 1 0
            any-tells-once ! A:r1 A:r2 ! A h1 = put x = 1; h2 = put y = 1; r1 = wait any h1 h2;\
            \sr2 = wait any h[1..2] ! 1 2, 2 1
            any-is-local ! A:r2 ! A h1 = put x from buf; r1 = wait any h1; get r2 = x; wait r2 ! 0, 5
            any-tells-one ! A:r1 A:r2 A:r3 ! A h1 = get buf = x; h2 = get buf[1] = y; r1 = wait any h1 h2;\
            \sr2 = load buf; r3 = load buf[1] ! 1 0 0, 1 0 5, 2 0 0, 2 5 0
            branch ! x@T y@T ! A r1 = load own; if r1 == 1 {; put x = 1; } else {; put y = 1; } | B put own = 1\
            \s! 0 1, 1 0
            branch-in-branch ! x@T y@T ! A r1 = load own; if r1 > 0 {; if r1 == 1 {; put x = 1; } else {;\
            \sput x = 2; }; put y = 1; } | B put own = 1 | U put own = 2 ! 0 0, 1 1, 2 1
            some-fence ! A:r1 T:r1 T:r2 ! A r1 = load own; put x = 1; if r1 == 1 {; fence T; }; put y = 1\
            \s| B put own = 1| YX ! 0 0 0, 0 0 1, 0 1 0, 0 1 1, 1 0 0, 1 0 1, 1 1 1
            what-is-skipped-holds-nothing ! U:r1 U:r2 ! A r1 = load own; put x = 1; fence T; if r1 == 1 {;\
            \sget r2 = x; wait r2; }; put z = 1 | U r1 = load z; get r2 = x; wait r2 ! 0 0, 0 1, 1 0, 1 1
            until ! A:r1 ! A repeat 2 until r1 == 1 {; r1 = load own; } | B put own = 1 ! 0, 1
            while ! c@T ! A repeat 2 while own == 0 {; add c += 1; } | B put own = 1 ! 0, 1, 2
            until-reads-once ! A:r1 A:r2 ! A repeat 3 until r1 == 1 {; r1 = load own; }; r2 = load own\
            \s| B put own = 1 ! 0 0, 0 1, 1 1
            kept ! A:r1 ! A r1 = fadd c += 3; if r1 == 1 {; r1 = load own; } | B put own = 7 ! 0
            carried ! A:r1 y@T ! A get r1 = x; wait r1; put y = r1 | B put x = 3 ! 0 0, 3 3
            """;

    static List<Known> known() {
        return KNOWN.lines()
                .map(line -> line.replace("| YX", "| T r1 = load y; r2 = load x")
                        .replace("ADDS", "get r1 = c; wait r1; put c = r1 + 1; unlock T")
                        .split(" ! "))
                .map(part -> new Known(part[0], part[1], part[2], part[3]))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("known")
    void theAllowedOutcomesAreThoseWorkedOutByHand(Known known) {
        assertEquals(known.byHand(), known.allowed());
    }

    @Test
    void whatTheModelDoesNotCoverIsNotJudged() {
        String text =
                "litmus E\nnodes A=0 T=far\nwords x@T\nprogram A {\nr1 = dla alloc 4 cd\ndla end\n}\nseen x@T = 0\n";
        Oracle.Allowed allowed = Oracle.allowed(LitmusParser.parse("e", text, 1));
        assertFalse(allowed.isJudged());
        assertTrue(allowed.reason().contains("line 5"), allowed.reason());
        assertEquals(Set.of(), allowed.outcomes());
    }

    @Test
    void tooManyActionsAreNotJudged() {
        String text = "litmus M\nnodes A=0 T=far\nwords x@T\nprogram A {\nrepeat 70 {\nput x = i\n}\n}\nseen x@T = 1\n";
        assertTrue(Oracle.allowed(LitmusParser.parse("m", text, 1)).reason().contains("too many"));
    }

    @Test
    void aTaskThatWaitsForEverIsNotJudged() {
        String text = "litmus W\nnodes A=0 B=near T=far\nwords x@T f@A\nprogram A {\nlock T\nlock f\nput x = 1\n"
                + "unlock f\nunlock T\n}\nprogram B {\nlock f\nlock T\nunlock T\nunlock f\n}\nseen x = 1\n";
        assertEquals(
                "a task may wait for ever",
                Oracle.allowed(LitmusParser.parse("w", text, 1)).reason());
    }

    /** Of a put of many words, the model contains only the words that a condition reads. */
    @Test
    void unseenWordsAreLeftOut() {
        String text = "litmus L\n"
                + "nodes A=0 T=far\n"
                + "words x@T[2048] y@T\n"
                + "program A {\n"
                + "put x[0..2047] = 1\n"
                + "fence T\n"
                + "put y = 1\n"
                + "}\n"
                + "program T {\n"
                + "r1 = load y\n"
                + "r2 = load x[2047]\n"
                + "}\n"
                + "forbidden T:r1 = 1 & T:r2 = 0\n";
        Oracle.Allowed allowed = Oracle.allowed(LitmusParser.parse("l", text, 1));
        assertEquals(Set.of(List.of(0L, 0L), List.of(0L, 1L), List.of(1L, 1L)), allowed.outcomes());
    }
}
