// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.operational;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.lab.litmus.generate.Generated;
import fairlead.lab.litmus.generate.LitmusGenerator;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the two memory models, and wrong ones with right ones. */
@Tag("M-560")
@Tag("M-561")
@Tag("M-562")
class InterpreterTest {
    private static final int MOST_STATES = 100_000;
    private static final int PROGRAMS = 150;
    private static final long SEED = 1;

    private static void agree(final String name, final String text) {
        final LitmusTest test = LitmusParser.parse(name, text, 1);
        final Oracle.Allowed axiomatic = new Oracle().allowed(test);
        final Interpreter.Outcomes operational = new Interpreter().outcomes(test);
        assertEquals("", axiomatic.reason(), () -> name + "\n" + text);
        assertEquals("", operational.reason(), () -> name + "\n" + text);
        assertEquals(axiomatic.outcomes(), operational.outcomes(), () -> name + "\n" + text);
    }

    private static void agreeOnGenerated(final int from, final int programs) {
        final LitmusGenerator generator = new LitmusGenerator(SEED);
        for (int i = from; i < from + programs; i++) {
            final Generated program = generator.program(i);
            agree("program " + i + " of seed " + SEED, program.text());
        }
    }

    /** The number of files on which both models have a result is a lower bound, so that neither gives up silently. */
    @Test
    void bothModelsAllowTheSameOutcomesOfEveryFile() throws IOException {
        int both = 0;
        try (Stream<Path> files = Files.walk(Path.of("../examples/litmus"))) {
            for (final Path file :
                    files.filter(f -> f.toString().endsWith(".litmus")).sorted().toList()) {
                final LitmusTest test = LitmusParser.read(file, 1);
                final Oracle.Allowed axiomatic = new Oracle().allowed(test);
                final Interpreter.Outcomes operational = new Interpreter().outcomes(test);
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
        final Set<ModelRule> hidden = EnumSet.allOf(ModelRule.class);
        final LitmusGenerator generator = new LitmusGenerator(SEED);
        final List<String> shown = new ArrayList<>();
        for (int i = 0; i < 700 && !hidden.isEmpty(); i++) {
            final LitmusTest test = LitmusParser.parse("g", generator.program(i).text(), 1);
            final Interpreter.Outcomes right = new Interpreter().outcomes(test);
            for (final ModelRule rule : List.copyOf(hidden)) {
                final Set<ModelRule> wrong = EnumSet.complementOf(EnumSet.of(rule));
                final Interpreter.Outcomes other = new Interpreter(wrong, MOST_STATES).outcomes(test);
                if (other.isJudged() && !other.equals(right)) {
                    hidden.remove(rule);
                    shown.add(rule + " by program " + i);
                }
            }
        }
        assertEquals(Set.of(), hidden, () -> "no program shows that these are missing; seed " + SEED + ": " + shown);
    }

    @Test
    void aTaskThatWaitsForEverIsNotJudged() {
        final String text = "litmus W\nnodes A=0 T=far\nwords x@T\nprogram A {\nepoch open 1 to T\nr1 = recv 5\n"
                + "epoch close 1\n}\nprogram T {\nepoch await 1 from A\nsend A 5 1\n}\nseen x@T = 0\n";
        assertEquals(
                "a task may wait for ever",
                new Interpreter().outcomes(LitmusParser.parse("w", text, 1)).reason());
    }

    @Test
    void anAccessThatAnEpochMayRefuseIsNotJudged() {
        final String text =
                "litmus R\nnodes A=0 T=far B=near\nwords x@T\nprogram A {\nepoch open 1 to T\nepoch close 1\n}\n"
                        + "program B {\nput x = 1\n}\nseen x@T = 0\n";
        assertEquals(
                "line 9 may be refused",
                new Interpreter().outcomes(LitmusParser.parse("r", text, 1)).reason());
    }

    /** A word that no statement and no condition reads may be on a node that is refused all the same. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "put z[0..7] = 6",
                "put z[] = 6",
                "add z[3] += 1",
                "get b[0..7] = z[0..7]",
                "put z[0..7] from b[0..7]"
            })
    void anAccessToWordsThatNobodyReadsMayBeRefusedToo(final String access) {
        final String text = "litmus R\nnodes A=0 T=far\nwords x@T z@T[8] b@T[8]\nprogram A {\nepoch open 1 to T\n"
                + "get r1 = x in 1\nepoch close 1\n}\nprogram T {\n" + access + "\n}\nseen A:r1 == 0\n";
        assertEquals(
                "line 10 may be refused",
                new Interpreter().outcomes(LitmusParser.parse("r", text, 1)).reason());
    }

    /** Behind the end of the epoch it may not be refused, and in an epoch of its own neither. */
    @Test
    void anAccessBehindTheEndOfTheEpochIsJudged() {
        final String text = "litmus R\nnodes A=0 T=far\nwords x@T z@T\nprogram A {\nepoch open 1 to T\n"
                + "get r1 = x in 1\nepoch close 1\nput z = 2\n}\nprogram T {\nepoch await 1 from A\nput z = 6\n}\n"
                + "seen A:r1 == 0\n";
        final Interpreter.Outcomes outcomes = new Interpreter().outcomes(LitmusParser.parse("r", text, 1));
        assertEquals("", outcomes.reason());
        assertEquals(Set.of(List.of(0L)), outcomes.outcomes());
    }
}
