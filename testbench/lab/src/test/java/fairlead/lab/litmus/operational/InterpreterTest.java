// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.operational;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.lab.litmus.generate.LitmusGenerator;
import fairlead.lab.litmus.generate.LitmusGenerator.Generated;
import fairlead.litmus.model.Oracle;
import fairlead.litmus.syntax.LitmusParser;
import fairlead.litmus.syntax.LitmusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the two memory models, and wrong ones with right ones. */
@Tag("M-560")
@Tag("M-561")
@Tag("M-562")
class InterpreterTest {
    private static final int MOST_STATES = 100_000;
    private static final int PROGRAMS = 150;
    private static final long SEED = 1;

    private static void agree(String name, String text) {
        LitmusTest test = LitmusParser.parse(name, text, 1);
        Oracle.Allowed axiomatic = Oracle.allowed(test);
        Interpreter.Outcomes operational = new Interpreter().outcomes(test);
        assertEquals("", axiomatic.reason(), () -> name + "\n" + text);
        assertEquals("", operational.reason(), () -> name + "\n" + text);
        assertEquals(axiomatic.outcomes(), operational.outcomes(), () -> name + "\n" + text);
    }

    private static void agreeOnGenerated(int from, int programs) {
        LitmusGenerator generator = new LitmusGenerator(SEED);
        for (int i = from; i < from + programs; i++) {
            Generated program = generator.program(i);
            agree("program " + i + " of seed " + SEED, program.text());
        }
    }

    /** The number of files on which both models have a result is a lower bound, so that neither gives up silently. */
    @Test
    void bothModelsAllowTheSameOutcomesOfEveryFile() throws IOException {
        int both = 0;
        try (Stream<Path> files = Files.walk(Path.of("../examples/litmus"))) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".litmus")).sorted().toList()) {
                LitmusTest test = LitmusParser.read(file, 1);
                Oracle.Allowed axiomatic = Oracle.allowed(test);
                Interpreter.Outcomes operational = new Interpreter().outcomes(test);
                if (axiomatic.isJudged() && operational.isJudged()) {
                    both++;
                    assertEquals(axiomatic.outcomes(), operational.outcomes(), file::toString);
                }
            }
        }
        assertTrue(both >= 127, "files on which both have a result: " + both);
    }

    @Test
    void bothModelsAllowTheSameOutcomesOfGeneratedPrograms() {
        agreeOnGenerated(0, PROGRAMS);
    }

    @Tag("slow")
    @Test
    void bothModelsAllowTheSameOutcomesOfThousandsOfGeneratedPrograms() {
        agreeOnGenerated(PROGRAMS, 5000);
    }

    /** Seeded errors: an interpreter without one of its rules has other outcomes for a generated program. */
    @Test
    void anInterpreterWithoutARuleIsCaughtByAGeneratedProgram() {
        Set<ModelRule> hidden = EnumSet.allOf(ModelRule.class);
        LitmusGenerator generator = new LitmusGenerator(SEED);
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < 700 && !hidden.isEmpty(); i++) {
            LitmusTest test = LitmusParser.parse("g", generator.program(i).text(), 1);
            Interpreter.Outcomes right = new Interpreter().outcomes(test);
            for (ModelRule rule : List.copyOf(hidden)) {
                Set<ModelRule> wrong = EnumSet.complementOf(EnumSet.of(rule));
                Interpreter.Outcomes other = new Interpreter(wrong, MOST_STATES).outcomes(test);
                if (other.isJudged() && !other.equals(right)) {
                    hidden.remove(rule);
                    shown.add(rule + " by program " + i);
                }
            }
        }
        assertEquals(Set.of(), hidden, () -> "no program shows that these are missing; seed " + SEED + ": " + shown);
    }

    /**
     * An access that an epoch of another node may refuse is not judged, of words that nobody reads, too. Behind the end
     * of the epoch it may not be refused, and in an epoch of its own neither.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            nullValues = "-",
            value = {
                "epoch open 1 to T;r1 = recv 5;epoch close 1! T {;epoch await 1 from A;send A 5 1! a task may wait for"
                        + " ever",
                "epoch open 1 to T;epoch close 1! B {;put x = 1! line 9 may be refused",
                "epoch open 1 to T;get r1 = x in 1;epoch close 1! T {;put z[0..7] = 6! line 10 may be refused",
                "epoch open 1 to T;get r1 = x in 1;epoch close 1! T {;put z[] = 6! line 10 may be refused",
                "epoch open 1 to T;get r1 = x in 1;epoch close 1! T {;add z[3] += 1! line 10 may be refused",
                "epoch open 1 to T;get r1 = x in 1;epoch close 1! T {;get b[0..7] = z[0..7]! line 10 may be refused",
                "epoch open 1 to T;get r1 = x in 1;epoch close 1! T {;put z[0..7] from b[0..7]! line 10 may be refused",
                "epoch open 1 to T;get r1 = x in 1;epoch close 1;put z = 2! T {;epoch await 1 from A;put z = 6! -",
            })
    void whatAnEpochMayRefuseIsNotJudged(String a, String other, String reason) {
        String text = "litmus R;nodes A=0 T=far B=near;words x@T z@T[8] b@T[8];program A {;" + a + ";};program " + other
                + ";};seen " + (a.contains("r1") ? "A:r1" : "x@T") + " == 0;";
        Interpreter.Outcomes outcomes = new Interpreter().outcomes(LitmusParser.parse("r", text.replace(";", "\n"), 1));
        assertEquals(reason == null ? "" : reason, outcomes.reason());
        assertEquals(reason == null ? Set.of(List.of(0L)) : Set.of(), outcomes.outcomes());
    }
}
