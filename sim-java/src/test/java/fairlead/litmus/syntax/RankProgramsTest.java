// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Arrays of nodes, programs for ranges of ranks, loops with variables, constants, strides and conditions over ranges.
 */
@Tag("M-36")
class RankProgramsTest {
    private static final String HEAD =
            "litmus M;let N = 3 LAST = N - 1;nodes n[0..LAST] = 4 B=0;words x@n[] y@n[1..2][8] z@B;";

    private static LitmusTest parse(String text) {
        return LitmusParser.parse("f.litmus", text.replace(";", "\n") + "\n", 1);
    }

    private static List<String> puts(Task task) {
        return task.statements().stream()
                .map(s -> s.remote + "=" + (s.local == null ? s.value.value() : s.local))
                .toList();
    }

    @Test
    void anArrayOfNodesHasConsecutiveRanks() {
        LitmusTest test = parse(HEAD + "init x=5 y[3]@n[2]=7;program B {;}");
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
        LitmusTest test = parse(HEAD
                + "program n[k in 1..LAST].0 {;put x@n[(k - 2) % N] = 10 * k;};program n[0] {;put z ="
                + " 1;};program B {;}");
        assertEquals(
                List.of("n[1]", "n[2]", "n[0]", "B"),
                test.tasks().stream().map(Task::name).toList());
        assertEquals(List.of("x@n[2]=10"), puts(test.tasks().get(0)));
        assertEquals(List.of("x@n[0]=20"), puts(test.tasks().get(1)));
    }

    @Test
    void loopsNestAndEachHasItsVariable() {
        LitmusTest test = parse(HEAD
                + "program B {;for a in 1..2 {;repeat 2 as b {;put z = 100 * a + 10 * b;};};for c in 1..0"
                + " {;put z = c;};repeat 2 {;put z = i;};}");
        assertEquals(
                List.of("z@B=100", "z@B=110", "z@B=200", "z@B=210", "z@B=0", "z@B=1"),
                puts(test.tasks().get(0)));
    }

    @Test
    void theBranchThatIsNotTakenNamesWhatItLikes() {
        LitmusTest test = parse(HEAD
                + "program n[k in 0..LAST] {;if k > 0 {;put x@n[k - 1] = 1;repeat 2 {;put z = 7;};} else {;put"
                + " z = 3;};};program B {;}");
        assertEquals(List.of("z@B=3"), puts(test.tasks().get(0)));
        assertEquals(List.of("x@n[1]=1", "z@B=7", "z@B=7"), puts(test.tasks().get(2)));
    }

    @Test
    void aStridedPutIsOnePutForEachWord() {
        LitmusTest test = parse(
                "litmus M;nodes A=0 T=1;words m@T[9] c@A[4];program A {;put m[1..8] step 3 from c[0..2];put m[0..8]"
                        + " step 4 = 6;}");
        assertEquals(
                List.of("m[1]@T=c@A", "m[4]@T=c[1]@A", "m[7]@T=c[2]@A", "m@T=6", "m[4]@T=6", "m[8]@T=6"),
                puts(test.tasks().get(0)));
    }

    @Test
    void registersAndConditionsTakeIndices() {
        LitmusTest test = parse(HEAD
                + "program n[k in 0..LAST] {;r[2 * k + 1] = load x;};program B {;r1 = load z;};seen all k in"
                + " 0..LAST: n[k]:r[2*k+1] = k;seen any k in 1..2: (all w in 0..7: y[w]@n[k] in {k, 9});seen"
                + " all y[0..7]@n[1] in {1, 2}");
        Map<String, Long> values = new HashMap<>();
        test.terms().forEach(t -> values.put(t.toString(), 0L));
        Outcome outcome = LitmusParserTest.outcome(values, false);
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
}
