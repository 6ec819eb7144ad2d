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
    public static String yaml(long seed, String shape, String workload, String machine) {
        return "{schema: fairlead.scenario/1, seed: " + seed + ", machine: {shape: [" + shape.replace("x", ", ") + "]"
                + (machine.isEmpty() ? "" : ", " + machine) + "}, workload: {" + workload + "}}";
    }

    /** Returns a shell command that repeats the run. */
    public static String repro(String yaml, String... overrides) {
        String sets = Stream.of(overrides).map(o -> " --set '" + o + "'").collect(Collectors.joining());
        return "repeat with: echo '" + yaml + "' > case.yaml && scripts/fairlead run case.yaml" + sets;
    }

    public static Scenario scenario(String yaml, String... overrides) {
        return ScenarioReader.parse(yaml, "case.yaml", "case", new ArrayList<>(List.of(overrides)));
    }

    public static RunResult run(String yaml, String... overrides) {
        return run(RtlOptions.PRODUCT, yaml, overrides);
    }

    public static RunResult run(RtlOptions rtl, String yaml, String... overrides) {
        return run(Plans.of(scenario(yaml, overrides), rtl));
    }

    public static RunResult run(RunPlan plan, Observer... observers) {
        return new Session(plan).run(executor -> {}, observers);
    }

    /** Asserts that the run of this plan has the same result with checkers on a thread of their own. */
    public static void assertSameBeside(RunPlan plan, RunResult alone) {
        RunResult beside = new Session(plan).beside().run(executor -> {});
        assertEquals(text(alone), text(beside));
        assertEquals(alone.report().eventSha256(), beside.report().eventSha256());
        assertEquals(alone.report().firstViolation(), beside.report().firstViolation());
        assertEquals(alone.report().metrics(), beside.report().metrics());
        assertEquals(alone.report().operations(), beside.report().operations());
    }

    public static Map<String, Verdict> verdicts(RunResult result) {
        return result.report().verdicts().stream().collect(Collectors.toMap(Verdict::name, v -> v));
    }

    /**
     * Asserts that the run ended by itself without a failure, and that each of these verdicts holds and has checked
     * something.
     */
    public static void assertHolds(RunResult result, String repro, List<String> exercised) {
        String text = text(result) + "\n" + repro;
        assertTrue(result.report().ending().startsWith("completed"), text);
        assertEquals(List.of(), result.execution().errors(), text);
        Map<String, Verdict> verdicts = verdicts(result);
        assertAll(exercised.stream().map(name -> () -> {
            assertEquals(Boolean.TRUE, verdicts.get(name).holds(), name + ": " + text);
            assertTrue(verdicts.get(name).checked() > 0, name + ": " + text);
        }));
        assertTrue(result.report().holds(), text);
    }

    public static void assertAllHold(RunResult result, String repro) {
        assertHolds(result, repro, VERDICTS);
    }

    /** Asserts that exactly these verdicts fail; the others hold or are not exercised. */
    public static void assertFails(RunResult result, String... names) {
        List<String> failed = result.report().verdicts().stream()
                .filter(v -> Boolean.FALSE.equals(v.holds()))
                .map(Verdict::name)
                .toList();
        assertEquals(List.of(names), failed, text(result));
    }

    public static String text(RunResult result) {
        String verdicts = result.report().verdicts().stream()
                .map(v -> "  " + v.name() + " " + v.holds() + " (" + v.checked() + "): " + v.detail())
                .collect(Collectors.joining("\n"));
        String nodes = String.join("\n", result.inspections());
        return result.report().ending() + "\n" + verdicts + "\n" + nodes.substring(0, Math.min(DUMP, nodes.length()));
    }
}
