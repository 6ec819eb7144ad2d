// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine.EngineFactory;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.litmus.run.LitmusReport;
import fairlead.litmus.run.LitmusRunner;
import fairlead.litmus.run.TestResult;
import fairlead.machine.Unsafe;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Litmus tests of calls of groups on RTL with a flaw of the collective network. */
@Tag("M-70")
@Tag("M-464")
@Tag("M-972")
class LitmusFlawTest {
    private static final Path FOLDER = Path.of("../examples/litmus/collective");
    private static final Path RACES = Path.of("../examples/litmus/races");
    private static final Path REGISTERS = Path.of("../examples/litmus/registers");
    private static final EngineFactory RTL = new RtlEngineFactory(RtlOptions.of("lab"));

    private static TestResult flawed(int variant, int schedules, Path test) {
        EngineFactory wrong = (machine, options) ->
                RTL.open(machine.change().unsafe(Unsafe.everywhere(variant)).build(), options);
        return new LitmusRunner(wrong, "rtl", null, 0, schedules, 1).run(test);
    }

    private static void assertSound(int schedules, Path test) {
        TestResult sound = new LitmusRunner(new RtlEngineFactory(), "rtl", null, 0, schedules, 1).run(test);
        assertTrue(sound.forbidden().isEmpty() && sound.errors().isEmpty(), () -> LitmusReport.text(sound));
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "C01-allreduce, tree_early",
        "C06-reduce, tree_early",
        "C09-long-operand, tree_early",
        "C07-functions, tree_carry",
    })
    void aBrokenCollectiveIsNoticed(String file, String flaw) {
        int variant = flaw.equals("tree_early") ? UnsafeVariant.TREE_EARLY : UnsafeVariant.TREE_CARRY;
        Path test = FOLDER.resolve(file + ".litmus");
        TestResult result = flawed(variant, 10, test);
        boolean wrongValue =
                result.forbidden().stream().anyMatch(f -> f.condition().contains("!="));
        assertTrue(wrongValue, () -> "no forbidden value: " + LitmusReport.text(result));
        assertSound(10, test);
    }

    /** A swap of a register that adds to the word leaves a value that the file forbids. */
    @Test
    void aSwapThatAddsIsNoticed() {
        Path test = REGISTERS.resolve("R09-read-at-the-statement.litmus");
        TestResult result = flawed(UnsafeVariant.SWAP_ADDS, 3, test);
        assertTrue(
                result.forbidden().stream().anyMatch(f -> f.condition().contains("s@T != 7")),
                () -> LitmusReport.text(result));
        assertTrue(
                result.errors().stream().anyMatch(f -> f.condition().startsWith("data_integrity")),
                () -> LitmusReport.text(result));
        assertSound(3, test);
    }

    /** Writes of equal values do not hide a fence or flush that does nothing: exactly its verdict is false. */
    @Test
    void aBrokenFenceIsNoticedAmongEqualWrites() {
        TestResult result = flawed(UnsafeVariant.ONE_LEG, 30, RACES.resolve("P04-into-one-buffer.litmus"));
        List<String> verdicts = result.errors().stream()
                .map(finding -> finding.condition().replaceAll(":.*", ""))
                .distinct()
                .toList();
        assertEquals(List.of("fence_ordering"), verdicts, () -> LitmusReport.text(result));
    }
}
