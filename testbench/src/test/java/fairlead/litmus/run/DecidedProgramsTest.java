// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Verb;
import fairlead.plan.Plans;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Seeded errors of node software that decides wrongly: each makes a forbidden outcome of a file appear. */
@Tag("M-913")
class DecidedProgramsTest {
    private static final Path FOLDER = Path.of("../examples/litmus/loops");

    /** Returns the test with another form of each statement. */
    private static UnaryOperator<LitmusTest> changed(final UnaryOperator<Statement> form) {
        return test -> test.rewritten(all -> all.stream().map(form).toList());
    }

    private static Statement swapped(final Statement s) {
        if (s.handle() == null || s.verb() == Verb.WAIT) {
            return s;
        }
        return s.with(d -> d.handle = s.handle().equals("h1") ? "h2" : "h1");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "W01-mutex, every block is executed",
        "W04-any-source, every block is executed",
        "W04-any-source, the other handle is told",
        "W06-any-get, the other handle is told",
    })
    void softwareThatDecidesWronglyIsNoticed(final String file, final String error) {
        final UnaryOperator<Statement> form = error.equals("every block is executed")
                ? s -> s.with(d -> d.guard = null)
                : DecidedProgramsTest::swapped;
        final Path path = FOLDER.resolve(file + ".litmus");
        final TestResult wrong = new LitmusRunner(Plans.engine("model"), "model", null, 0, 60, 1)
                .executing(changed(form))
                .run(path);
        assertFalse(wrong.forbidden().isEmpty(), () -> LitmusReport.text(wrong));
        final TestResult sound = new LitmusRunner(Plans.engine("model"), "model", null, 0, 60, 1).run(path);
        assertTrue(sound.forbidden().isEmpty() && sound.errors().isEmpty(), () -> LitmusReport.text(sound));
    }
}
