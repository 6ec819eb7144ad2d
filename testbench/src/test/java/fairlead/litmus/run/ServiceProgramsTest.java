// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Operand;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Verb;
import fairlead.plan.Plans;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Seeded errors of locks and of values from registers: each makes a forbidden outcome of a file appear. */
@Tag("M-972")
@Tag("M-973")
@Tag("M-917")
class ServiceProgramsTest {
    private static final Path FOLDER = Path.of("../examples/litmus");
    private static final int SCHEDULES = 40;

    /** Returns the test with other statements in place of each. */
    private static UnaryOperator<LitmusTest> changed(final Function<Statement, Stream<Statement>> form) {
        return rewritten(all -> all.stream().flatMap(form).toList());
    }

    private static UnaryOperator<LitmusTest> rewritten(final UnaryOperator<List<Statement>> form) {
        return test -> test.rewritten(form);
    }

    private static Stream<Statement> withoutLocks(final Statement s) {
        return s.verb() == Verb.LOCK || s.verb() == Verb.UNLOCK ? Stream.of() : Stream.of(s);
    }

    /** Every lock is taken as one that is shared. */
    private static Stream<Statement> sharing(final Statement s) {
        return Stream.of(
                s.verb() == Verb.LOCK || s.verb() == Verb.UNLOCK ? s.with(d -> d.flags = List.of("shared")) : s);
    }

    private static Stream<Statement> addingMore(final Statement s) {
        final boolean takes = s.value() != null && !s.value().isPlain();
        return Stream.of(
                takes
                        ? s.with(d -> d.value =
                                new Operand(s.value().register(), s.value().value() + 1))
                        : s);
    }

    private static boolean takesRegister(final Statement s) {
        return (s.remote() != null || s.verb() == Verb.SEND)
                && Stream.of(s.value(), s.second()).anyMatch(o -> o != null && !o.isPlain());
    }

    /** Software that reads registers late or early: a statement that takes one changes places with a load. */
    private static List<Statement> moved(final List<Statement> all, final boolean later) {
        final List<Statement> out = new ArrayList<>(all);
        for (int i = 0; i + 1 < out.size(); i++) {
            final Statement first = out.get(i);
            final Statement second = out.get(i + 1);
            final Statement taking = later ? first : second;
            final Statement other = later ? second : first;
            if (takesRegister(taking) && other.verb() == Verb.LOAD) {
                out.set(i, second);
                out.set(i + 1, first);
                i++;
            }
        }
        return out;
    }

    private static Stream<Statement> onlyTrying(final Statement s) {
        return Stream.of(s.asksWhy() ? s.with(d -> d.asksWhy = false) : s);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "locks/X01-exclusive, no lock is taken",
        "locks/X01-exclusive, every lock is shared",
        "locks/X02-shared, every lock is shared",
        "locks/X04-lock-of-a-word, no lock is taken",
        "atomic/A10-put-of-a-register, another value is put",
        "epoch/E10-why-refused, the reason is not asked",
        "epoch/E11-opened-twice, the reason is not asked",
        "registers/R01-ticket-lock, another value is put",
        "registers/R03-cas-loop, another value is put",
        "registers/R05-signal-a-value, the register is read late",
        "registers/R07-relay, the register is read late",
        "registers/R09-read-at-the-statement, the register is read late",
        "registers/R09-read-at-the-statement, the register is read early",
        "registers/R10-value-of-a-block, another value is put",
    })
    void softwareWithAnErrorIsNoticed(final String file, final String error) {
        final UnaryOperator<LitmusTest> form =
                switch (error) {
                    case "no lock is taken" -> changed(ServiceProgramsTest::withoutLocks);
                    case "every lock is shared" -> changed(ServiceProgramsTest::sharing);
                    case "another value is put" -> changed(ServiceProgramsTest::addingMore);
                    case "the register is read late" -> rewritten(all -> moved(all, true));
                    case "the register is read early" -> rewritten(all -> moved(all, false));
                    default -> changed(ServiceProgramsTest::onlyTrying);
                };
        final Path path = FOLDER.resolve(file + ".litmus");
        final TestResult wrong = runner().executing(form).run(path);
        assertFalse(wrong.forbidden().isEmpty(), () -> LitmusReport.text(wrong));
        final TestResult sound = runner().run(path);
        assertTrue(sound.forbidden().isEmpty() && sound.errors().isEmpty(), () -> LitmusReport.text(sound));
    }

    private static LitmusRunner runner() {
        return new LitmusRunner(Plans.engine("model"), "model", null, 0, SCHEDULES, 1);
    }

    /** Locks that are taken in opposite orders hang in some runs, and the file may say so. */
    @Test
    void opposedLocksHang() {
        final TestResult result = runner().run(FOLDER.resolve("locks/X07-opposite-order.litmus"));
        assertFalse(result.fails(), () -> LitmusReport.text(result));
        assertTrue(result.histogram().keySet().containsAll(List.of("hang", "")), () -> LitmusReport.text(result));
    }
}
