// SPDX-License-Identifier: Apache-2.0
package fairlead.support;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.node.Observer;
import fairlead.plan.Plans;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs scenarios and programs on the RTL under all checkers, and gives the command that repeats a failed run. */
public final class Runs {
    public static final List<String> VERDICTS = List.of(
            "deadlock_freedom",
            "fence_ordering",
            "epoch_closure",
            "barrier_safety",
            "data_integrity",
            "conservation",
            "progress_fairness");

    private static final int DUMP = 4000;

    private Runs() {}

    /** Returns a scenario as one line of YAML. */
    public static String yaml(final long seed, final String shape, final String workload, final String machine) {
        return "{schema: fairlead.scenario/1, seed: " + seed + ", machine: {shape: [" + shape.replace("x", ", ") + "]"
                + (machine.isEmpty() ? "" : ", " + machine) + "}, workload: {" + workload + "}}";
    }

    /** Returns a shell command that repeats the run. */
    public static String repro(final String yaml, final String... overrides) {
        final String sets = Stream.of(overrides).map(o -> " --set '" + o + "'").collect(Collectors.joining());
        return "repeat with: echo '" + yaml + "' > case.yaml && scripts/fairlead run case.yaml" + sets;
    }

    public static Scenario scenario(final String yaml, final String... overrides) {
        return ScenarioReader.parse(yaml, "case.yaml", "case", new ArrayList<>(List.of(overrides)));
    }

    public static RunResult run(final String yaml, final String... overrides) {
        return run(RtlOptions.PRODUCT, yaml, overrides);
    }

    public static RunResult run(final RtlOptions rtl, final String yaml, final String... overrides) {
        return run(Plans.of(scenario(yaml, overrides), rtl));
    }

    public static RunResult run(final RunPlan plan, final Observer... observers) {
        return new Session(plan).run(executor -> {}, observers);
    }

    public static Map<String, Verdict> verdicts(final RunResult result) {
        return result.report().verdicts().stream().collect(Collectors.toMap(Verdict::name, v -> v));
    }

    /**
     * Asserts that the run ended by itself without a failure, and that each of these verdicts holds and has checked
     * something.
     */
    public static void assertHolds(final RunResult result, final String repro, final List<String> exercised) {
        final String text = text(result) + "\n" + repro;
        assertTrue(result.report().ending().startsWith("completed"), text);
        assertEquals(List.of(), result.execution().errors(), text);
        final Map<String, Verdict> verdicts = verdicts(result);
        assertAll(exercised.stream().map(name -> () -> {
            assertEquals(Boolean.TRUE, verdicts.get(name).holds(), name + ": " + text);
            assertTrue(verdicts.get(name).checked() > 0, name + ": " + text);
        }));
        assertTrue(result.report().holds(), text);
    }

    public static void assertAllHold(final RunResult result, final String repro) {
        assertHolds(result, repro, VERDICTS);
    }

    /** Asserts that exactly these verdicts fail; the others hold or are not exercised. */
    public static void assertFails(final RunResult result, final String... names) {
        final List<String> failed = result.report().verdicts().stream()
                .filter(v -> Boolean.FALSE.equals(v.holds()))
                .map(Verdict::name)
                .toList();
        assertEquals(List.of(names), failed, text(result));
    }

    public static String text(final RunResult result) {
        final String verdicts = result.report().verdicts().stream()
                .map(v -> "  " + v.name() + " " + v.holds() + " (" + v.checked() + "): " + v.detail())
                .collect(Collectors.joining("\n"));
        final String nodes = String.join("\n", result.inspections());
        return result.report().ending() + "\n" + verdicts + "\n" + nodes.substring(0, Math.min(DUMP, nodes.length()));
    }
}
