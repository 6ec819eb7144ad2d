// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import fairlead.openloop.OpenLoop;
import fairlead.openloop.TrafficResult;
import fairlead.plan.Plans;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.run.report.RunReport;
import fairlead.scenario.Scenario;
import fairlead.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Statistic;
import org.apache.commons.statistics.distribution.TDistribution;

/** Runs one scenario and stores the values that a search uses. */
public final class Simulation {
    private static final double UPPER_TAIL = 0.975;

    private Simulation() {}

    /** Returns the stored result, or runs the scenario and stores a new result. */
    public static Evaluation of(Scenario scenario, Store store) {
        String key = Identity.key(scenario);
        Evaluation known = store.get(key);
        if (known != null) {
            return known;
        }
        Evaluation fresh = scenario.openLoop() == null ? program(scenario, key) : traffic(scenario, key);
        store.put(fresh);
        return fresh;
    }

    private static Evaluation program(Scenario scenario, String key) {
        RunResult result = new Session(Plans.of(scenario)).run(started -> {});
        RunReport report = result.report();
        SortedMap<String, Double> metrics = new TreeMap<>(Map.of(
                "completion_time", (double) report.cycles(),
                "mean_latency", report.metrics().mean(),
                "p99_latency", (double) report.metrics().p99(),
                "packets", (double) report.metrics().packets(),
                "dla_discards", (double) result.execution().discards()));
        List<String> failed = report.verdicts().stream()
                .filter(v -> Boolean.FALSE.equals(v.holds()))
                .map(Verdict::name)
                .toList();
        boolean complete = !report.partial() && result.execution().isClean();
        return new Evaluation(
                Evaluation.SCHEMA,
                key,
                scenario.engine(),
                report.ending(),
                complete,
                failed,
                metrics,
                report.eventSha256(),
                scenario.effective());
    }

    private static Evaluation traffic(Scenario scenario, String key) {
        TrafficResult r = new OpenLoop(scenario.machine(), scenario.openLoop()).measure();
        SortedMap<String, Double> metrics = new TreeMap<>(Map.of(
                "mean_latency", r.meanLatency(),
                "p99_latency", (double) r.p99(),
                "accepted", r.accepted(),
                "accepted_least", r.acceptedLeast()));
        if (r.batches().size() > 1) {
            metrics.put("latency_half", half(r.batches()));
        }
        List<String> failed = r.stable() ? List.of() : List.of("unstable");
        return new Evaluation(
                Evaluation.SCHEMA, key, "model", r.ending(), true, failed, metrics, "", scenario.effective());
    }

    /** Returns half the width of the 95 % confidence interval of a mean of batch means (Student's t). */
    private static double half(List<Double> batches) {
        DoubleStatistics s = DoubleStatistics.of(
                Set.of(Statistic.STANDARD_DEVIATION),
                batches.stream().mapToDouble(Double::doubleValue).toArray());
        return TDistribution.of(batches.size() - 1.0).inverseCumulativeProbability(UPPER_TAIL)
                * s.getAsDouble(Statistic.STANDARD_DEVIATION)
                / Math.sqrt(batches.size());
    }
}
