// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.litmus.syntax.Operand;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Verb;
import fairlead.plan.Plans;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Seeded errors of locks, decisions and values from registers: each makes a forbidden outcome of a file appear. */
@Tag("M-972")
@Tag("M-973")
@Tag("M-913")
@Tag("M-917")
class ServiceProgramsTest {
    private static final Path FOLDER = Path.of("../examples/litmus");
    private static final int FEW = 5; // schedules that are played before the next ones
    private static final int MOST = 60;

    /** Returns the statement with an error of software, or none if the error leaves it out. */
    private static Stream<Statement> changed(String error, Statement s) {
        boolean isLock = s.verb == Verb.LOCK || s.verb == Verb.UNLOCK;
        return switch (error) {
            case "no lock is taken" -> isLock ? Stream.of() : Stream.of(s);
            case "every lock is shared" -> Stream.of(isLock ? s.with(d -> d.flags = List.of("shared")) : s);
            case "another value is put" -> Stream.of(
                    s.value != null && !s.value.isPlain()
                            ? s.with(d -> d.value = new Operand(s.value.register(), s.value.value() + 1))
                            : s);
            case "every block is executed" -> Stream.of(s.with(d -> d.guard = null));
            case "the other handle is told" -> Stream.of(
                    s.handle != null && s.verb != Verb.WAIT
                            ? s.with(d -> d.handle = s.handle.equals("h1") ? "h2" : "h1")
                            : s);
            default -> Stream.of(s.asksWhy ? s.with(d -> d.asksWhy = false) : s);
        };
    }

    private static boolean takesRegister(Statement s) {
        return (s.remote != null || s.verb == Verb.SEND)
                && Stream.of(s.value, s.second).anyMatch(o -> o != null && !o.isPlain());
    }

    /** Software that reads registers late or early: a statement that takes one changes places with a load. */
    private static List<Statement> moved(List<Statement> all, boolean later) {
        List<Statement> out = new ArrayList<>(all);
        for (int i = 0; i + 1 < out.size(); i++) {
            Statement first = out.get(i);
            Statement second = out.get(i + 1);
            Statement taking = later ? first : second;
            Statement other = later ? second : first;
            if (takesRegister(taking) && other.verb == Verb.LOAD) {
                out.set(i, second);
                out.set(i + 1, first);
                i++;
            }
        }
        return out;
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
        "loops/W01-mutex, every block is executed",
        "loops/W04-any-source, every block is executed",
        "loops/W04-any-source, the other handle is told",
        "loops/W06-any-get, the other handle is told",
    })
    void softwareWithAnErrorIsNoticed(String file, String error) {
        UnaryOperator<List<Statement>> form = error.startsWith("the register is read")
                ? all -> moved(all, error.endsWith("late"))
                : all -> all.stream().flatMap(s -> changed(error, s)).toList();
        Path path = FOLDER.resolve(file + ".litmus");
        int from = 0;
        TestResult wrong;
        do {
            wrong = runner(from, FEW).executing(test -> test.rewritten(form)).run(path);
            from += FEW;
        } while (wrong.forbidden().isEmpty() && from < MOST);
        assertFalse(wrong.forbidden().isEmpty(), LitmusReport.text(wrong));
        TestResult sound = runner(0, from).run(path); // the schedules that show the error
        assertTrue(sound.forbidden().isEmpty() && sound.errors().isEmpty(), () -> LitmusReport.text(sound));
    }

    private static LitmusRunner runner(int from, int schedules) {
        return new LitmusRunner(Plans.engine("model"), "model", null, from, schedules, 1);
    }

    /** Locks that are taken in opposite orders hang in some runs, and the file may say so. */
    @Test
    void opposedLocksHang() {
        TestResult result = runner(0, 12).run(FOLDER.resolve("locks/X07-opposite-order.litmus"));
        assertFalse(result.fails(), () -> LitmusReport.text(result));
        assertTrue(result.histogram().keySet().containsAll(List.of("hang", "")), () -> LitmusReport.text(result));
    }
}
