// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.lab.litmus.generate.LitmusGenerator.Generated;
import fairlead.litmus.syntax.AtomicFunction;
import fairlead.litmus.syntax.LitmusParser;
import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Verb;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("M-569")
@Tag("M-563")
class LitmusGeneratorTest {
    private static final int PROGRAMS = 250;

    @Test
    void aSeedAndANumberGiveOneProgram() {
        assertEquals(
                new LitmusGenerator(3).program(17).text(),
                new LitmusGenerator(3).program(17).text());
        assertNotEquals(
                new LitmusGenerator(3).program(17).text(),
                new LitmusGenerator(4).program(17).text());
        assertNotEquals(
                new LitmusGenerator(3).program(17).text(),
                new LitmusGenerator(3).program(18).text());
    }

    /** Every statement of the models, the classic shapes, both routings and several sizes are drawn. */
    @Test
    void theProgramsUseEverything() {
        LitmusGenerator generator = new LitmusGenerator(1);
        Set<Verb> verbs = EnumSet.noneOf(Verb.class);
        Set<AtomicFunction> functions = EnumSet.noneOf(AtomicFunction.class);
        Set<String> shapes = new HashSet<>();
        Set<String> routings = new HashSet<>();
        Set<Integer> sizes = new HashSet<>();
        int forbidden = 0;
        for (int i = 0; i < PROGRAMS; i++) {
            Generated program = generator.program(i);
            LitmusTest test = LitmusParser.parse(program.name(), program.text(), 1);
            test.statements().forEach(s -> {
                verbs.add(s.verb);
                if (s.verb == Verb.ADD || s.verb == Verb.FADD) {
                    functions.add(s.atomic());
                }
                if (s.remote != null) {
                    sizes.add(s.remote.count());
                }
            });
            shapes.add(program.shape());
            routings.addAll(test.axes().get("routing"));
            forbidden += program.forbidden() ? 1 : 0;
        }
        Set<Verb> missing = EnumSet.complementOf(EnumSet.of(Verb.DLA_ALLOC, Verb.DLA_END, Verb.DLA_RELEASE));
        missing.removeAll(verbs);
        assertEquals(Set.of(), missing);
        assertEquals(EnumSet.allOf(AtomicFunction.class), functions);
        assertTrue(
                shapes.containsAll(List.of("MP", "SB", "LB", "S", "R", "2+2W", "WRC", "RAW", "WAR", "WAW", "GUARD")));
        assertEquals(Set.of("adaptive", "dimension_order"), routings);
        assertTrue(sizes.containsAll(List.of(1, 2, 8, 32, 64, 150)), sizes::toString);
        assertTrue(
                forbidden > PROGRAMS / 4 && forbidden < PROGRAMS * 3 / 4,
                "programs with a forbidden cycle: " + forbidden);
    }
}
