// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import fairlead.openloop.OpenLoop;
import fairlead.openloop.TrafficResult;
import fairlead.openloop.TrafficResult.Outcome;
import fairlead.plan.Plans;
import fairlead.run.RunReport;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import fairlead.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Runs one scenario and stores the values that a search uses. */
public final class Simulation {
    /** What the verdict device_delivery says of the threads of a shared device, in cycles and numbers of locks. */
    public static final List<String> DEVICE =
            List.of("locks_granted", "locks_refused", "locks_wasted", "mean_delay", "longest_delay");

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
                "flits", (double) report.metrics().flits(),
                "flit_hops", (double) report.metrics().flitHops(),
                "dla_discards", (double) result.execution().discards()));
        report.verdicts().forEach(v -> DEVICE.stream()
                .filter(v.extra()::containsKey)
                .forEach(name -> metrics.put(name, ((Number) v.extra().get(name)).doubleValue())));
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
        SortedMap<String, Double> metrics =
                new TreeMap<>(Map.of("accepted", r.accepted(), "accepted_least", r.acceptedLeast()));
        if (r.measured() > 0) {
            metrics.put("mean_latency", r.meanLatency());
            metrics.put("p99_latency", (double) r.p99());
        }
        if (r.batches().size() > 1) {
            metrics.put("latency_half", r.latencyHalf());
        }
        List<String> failed = r.stable()
                ? List.of()
                : List.of(r.outcome() == Outcome.UNDECIDED ? Evaluation.UNDECIDED : Evaluation.UNSTABLE);
        return new Evaluation(
                Evaluation.SCHEMA, key, "model", r.text(), true, failed, metrics, "", scenario.effective());
    }
}
