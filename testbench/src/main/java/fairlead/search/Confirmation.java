// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.evaluate.Evaluation;
import fairlead.evaluate.Job;
import fairlead.evaluate.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The repetition of the front's simulations on the RTL. The product library takes buffer depths at run time, so no
 * compilation is needed. The twin is exact: every metric and the hash of all events must be equal.
 *
 * @param runs one run for each point and traffic seed, in the order of the front
 */
public record Confirmation(List<Run> runs) {
    /**
     * One simulation on both engines.
     *
     * @param twin the metrics of the twin by name
     * @param rtl the metrics of the RTL by name
     * @param difference the first difference between the two engines, or an empty text
     * @param failure the reason why the RTL run is not good, or an empty text
     */
    public record Run(
            Trial trial,
            long seed,
            Map<String, Double> twin,
            Map<String, Double> rtl,
            String difference,
            String failure) {
        /** Returns why the RTL run is not good, or else the difference, or an empty text. */
        String wrong() {
            return failure.isEmpty() ? difference : failure;
        }
    }

    public boolean equal() {
        return runs.stream().allMatch(r -> r.difference().isEmpty());
    }

    public boolean good() {
        return runs.stream().allMatch(r -> r.failure().isEmpty());
    }

    /** Runs all points with all traffic seeds on both engines; the store already holds the results of the twin. */
    public static Confirmation of(Study study, List<Trial> front, Pool pool) {
        List<Job> twinJobs = new ArrayList<>();
        List<Job> rtlJobs = new ArrayList<>();
        for (Trial trial : front) {
            twinJobs.addAll(TwinOracle.jobs(study, trial.genome(), "model"));
            rtlJobs.addAll(TwinOracle.jobs(study, trial.genome(), "rtl"));
        }
        List<Pool.Outcome> twin = pool.run(twinJobs);
        List<Pool.Outcome> rtl = pool.run(rtlJobs);
        List<Run> runs = new ArrayList<>();
        int seeds = study.trafficSeeds().size();
        for (int i = 0; i < rtl.size(); i++) {
            runs.add(run(
                    front.get(i / seeds),
                    study.trafficSeeds().get(i % seeds),
                    twin.get(i).evaluation(),
                    rtl.get(i)));
        }
        return new Confirmation(List.copyOf(runs));
    }

    private static Run run(Trial trial, long seed, Evaluation twin, Pool.Outcome outcome) {
        Evaluation rtl = outcome.evaluation();
        if (rtl == null) {
            return new Run(trial, seed, twin.metrics(), Map.of(), "", "no RTL run: " + outcome.why());
        }
        String failure = rtl.good() ? "" : rtl.why();
        return new Run(trial, seed, twin.metrics(), rtl.metrics(), difference(twin, rtl), failure);
    }

    static String difference(Evaluation twin, Evaluation rtl) {
        for (String metric : twin.metrics().keySet()) {
            if (!Objects.equals(twin.metrics().get(metric), rtl.metrics().get(metric))) {
                return metric + ": twin " + twin.metrics().get(metric) + ", RTL "
                        + rtl.metrics().get(metric);
            }
        }
        if (!twin.eventSha256().equals(rtl.eventSha256())) {
            return "events: twin " + twin.eventSha256() + ", RTL " + rtl.eventSha256();
        }
        return twin.ending().equals(rtl.ending()) ? "" : "ending: twin " + twin.ending() + ", RTL " + rtl.ending();
    }
}
