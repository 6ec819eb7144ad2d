// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.scenario.BadInput;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Arrays of nodes, programs for ranges of ranks, loops with variables, constants, strides and conditions over ranges.
 */
@Tag("M-36")
class RankProgramsTest {
    private static final String HEAD =
            "litmus M;let N = 3 LAST = N - 1;nodes n[0..LAST] = 4 B=0;words x@n[] y@n[1..2][8] z@B;";

    private static LitmusTest parse(final String text) {
        return LitmusParser.parse("f.litmus", text.replace(";", "\n") + "\n", 1);
    }

    private static List<String> puts(final Task task) {
        return task.statements().stream()
                .map(s -> s.remote() + "=" + (s.local() == null ? s.value().value() : s.local()))
                .toList();
    }

    @Test
    void anArrayOfNodesHasConsecutiveRanks() {
        final LitmusTest test = parse(HEAD + "init x=5 y[3]@n[2]=7;program B {;}");
        assertEquals(
                List.of("n[0]=4", "n[1]=5", "n[2]=6", "B=0"),
                test.nodes().stream().map(n -> n.name() + "=" + n.rank()).toList());
        assertEquals(
                List.of("x@n[0] 1", "x@n[1] 1", "x@n[2] 1", "y@n[1] 8", "y@n[2] 8", "z@B 1"),
                test.words().stream()
                        .map(w -> w.symbol() + "@" + w.node() + " " + w.count())
                        .toList());
        assertEquals(Map.of("x[0]@n[0]", 5L, "x[0]@n[1]", 5L, "x[0]@n[2]", 5L, "y[3]@n[2]", 7L), test.initial());
    }

    @Test
    void aProgramIsMadeForEachRank() {
        final LitmusTest test = parse(
                HEAD
                        + "program n[k in 1..LAST].0 {;put x@n[(k - 2) % N] = 10 * k;};program n[0] {;put z = 1;};program B {;}");
        assertEquals(
                List.of("n[1]", "n[2]", "n[0]", "B"),
                test.tasks().stream().map(Task::name).toList());
        assertEquals(List.of("x@n[2]=10"), puts(test.tasks().get(0)));
        assertEquals(List.of("x@n[0]=20"), puts(test.tasks().get(1)));
    }

    @Test
    void loopsNestAndEachHasItsVariable() {
        final LitmusTest test = parse(
                HEAD
                        + "program B {;for a in 1..2 {;repeat 2 as b {;put z = 100 * a + 10 * b;};};for c in 1..0 {;put z = c;};repeat 2 {;put z = i;};}");
        assertEquals(
                List.of("z@B=100", "z@B=110", "z@B=200", "z@B=210", "z@B=0", "z@B=1"),
                puts(test.tasks().get(0)));
    }

    @Test
    void theBranchThatIsNotTakenNamesWhatItLikes() {
        final LitmusTest test = parse(
                HEAD
                        + "program n[k in 0..LAST] {;if k > 0 {;put x@n[k - 1] = 1;repeat 2 {;put z = 7;};} else {;put z = 3;};};program B {;}");
        assertEquals(List.of("z@B=3"), puts(test.tasks().get(0)));
        assertEquals(List.of("x@n[1]=1", "z@B=7", "z@B=7"), puts(test.tasks().get(2)));
    }

    @Test
    void aStridedPutIsOnePutForEachWord() {
        final LitmusTest test = parse(
                "litmus M;nodes A=0 T=1;words m@T[9] c@A[4];program A {;put m[1..8] step 3 from c[0..2];put m[0..8] step 4 = 6;}");
        assertEquals(
                List.of("m[1]@T=c@A", "m[4]@T=c[1]@A", "m[7]@T=c[2]@A", "m@T=6", "m[4]@T=6", "m[8]@T=6"),
                puts(test.tasks().get(0)));
    }

    @Test
    void registersAndConditionsTakeIndices() {
        final LitmusTest test = parse(
                HEAD
                        + "program n[k in 0..LAST] {;r[2 * k + 1] = load x;};program B {;r1 = load z;};"
                        + "seen all k in 0..LAST: n[k]:r[2*k+1] = k;seen any k in 1..2: (all w in 0..7: y[w]@n[k] in {k, 9});seen all y[0..7]@n[1] in {1, 2}");
        final Map<String, Long> values = new java.util.HashMap<>();
        test.terms().forEach(t -> values.put(t.toString(), 0L));
        final Outcome outcome = new Outcome() {
            @Override
            public long value(final Term term) {
                return term.kind() == Term.Kind.CONSTANT ? term.index() : values.get(term.toString());
            }

            @Override
            public boolean isHang() {
                return false;
            }

            @Override
            public boolean isError(final String task, final int line) {
                return false;
            }
        };
        assertFalse(test.claims().get(0).condition().holds(outcome));
        values.put("n[1]:r3", 1L);
        values.put("n[2]:r5", 2L);
        assertTrue(test.claims().get(0).condition().holds(outcome));
        assertFalse(test.claims().get(1).condition().holds(outcome));
        for (int w = 0; w < 8; w++) {
            values.put("y" + (w == 0 ? "" : "[" + w + "]") + "@n[2]", w % 2 == 0 ? 9L : 2L);
        }
        assertTrue(test.claims().get(1).condition().holds(outcome));
        assertFalse(test.claims().get(2).condition().holds(outcome));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "litmus M;let N=3 N=4 | constant N is given twice",
                "litmus M;let i=3 | i cannot name a constant",
                "litmus M;nodes n[0..4094] = 9 | the rank of n[4094] must be at most 4095, not 4103",
                "litmus M;nodes n[3..1] = 0 | index of n 3..1: must end between 2 and 4095",
                "litmus M;nodes n[3..2] = 0 | n[3..2] has no node",
                "litmus M;nodes n[0..1] = 0 n=4 | node n is declared twice",
                "litmus M;nodes n=4 n[0..1] = 0 | node n is declared twice",
                "litmus M;nodes n[0..1]=0;words x@n[2] | f.litmus:3: no node n[2]: n has n[0] to n[1]",
                "litmus M;nodes n[0..1]=0;words x@n[];program n {;} | n is 2 nodes: say which, as in n[0]",
                "litmus M;nodes n[0..1]=0;words x@n[];program n[k in 0..2] {;} | no node n[2]: n has n[0] to n[1]",
                "litmus M;nodes n[0..1]=0;words x@n[];program n[x in 0..1] {;} | variable x has the name of words",
                "litmus M;let c=1;nodes n[0..1]=0;program n[c in 0..1] {;} | variable c has the name of a constant or of an outer variable",
                "litmus M;nodes n[0..1]=0;program n[0] {;for k in 0..1 {;for k in 0..1 {;};};} | f.litmus:5: variable k has the name of",
                "litmus M;nodes n[0..1]=0;program n[0] {;for k in 0..100001 {;};} | f.litmus:4: for 0..100001: must end between -1",
                "litmus M;nodes n[0..1]=0;program n[0] {;delay 4 / (2 - 2);} | f.litmus:4: division by zero",
                "litmus M;nodes n[0..1]=0;program n[0] {;if 1 == 2 {;quiet; | the block has no }",
                "litmus M;nodes n[0..1]=0;program n[0] {;quiet;} else {;} | else has no if",
                "litmus M;nodes n[0..1]=0;program n[0] {;repeat 2 {;} else {;};} | else has no if",
                "litmus M;nodes n[0..1]=0;words x@n[1][4];program n[0] {;put x[0..3] step 0 = 1;} | step must be at least 1",
                "litmus M;nodes n[0..1]=0;words x@n[1][4];program n[0] {;r1 = try put x[0..3] step 2 = 1;} | it has no register and no label",
                "litmus M;nodes n[0..1]=0;program n[0] {;};forbidden all k in 3..2: hang | k in 3..2 has no value",
                "litmus M;nodes n[0..1]=0;program n[0] {;};forbidden any k in 0..4096: hang | a condition has at most 4096 parts",
                "litmus M;nodes n[0..1]=0;axes size=1 size=2;program n[0] {;} | axis size is given twice",
                "litmus M;nodes n[0..1]=0;words r@n[0][4];program n[0] {;r[1] = load r[2];} | no statement r",
            })
    void aMistakeIsOneLineWithItsPlace(final String text, final String message) {
        final BadInput bad = assertThrows(BadInput.class, () -> parse(text));
        assertTrue(bad.getMessage().contains(message), bad.getMessage());
        assertTrue(bad.getMessage().matches("f\\.litmus:[0-9]+: .*"), bad.getMessage());
    }
}
