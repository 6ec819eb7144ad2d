// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import fairlead.report.RunReport;
import fairlead.scenario.Scenario;
import fairlead.session.Plans;
import fairlead.session.Session;
import fairlead.traffic.OpenLoop;
import fairlead.traffic.TrafficResult;
import fairlead.traffic.TrafficSpec;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs one scenario, whichever kind it is, and names what was measured. */
public final class Measure {
    private Measure() {}

    public static Measurement of(final Scenario scenario) {
        return scenario.openLoop() != null ? openLoop(scenario, scenario.openLoop()) : program(scenario);
    }

    /** The rate that is accepted when as much is offered as a node may send, whatever the latency. */
    public static double saturation(final Scenario scenario) {
        final TrafficSpec flood = scenario.measurement()
                .withLoad(scenario.measurement().inject())
                .withLatencyLimit(Double.POSITIVE_INFINITY);
        return new OpenLoop(scenario.machine(), flood).measure().accepted();
    }

    private static Measurement openLoop(final Scenario scenario, final TrafficSpec spec) {
        final TrafficResult r = new OpenLoop(scenario.machine(), spec).measure();
        final Map<String, Double> metrics = new LinkedHashMap<>();
        metrics.put("latency", r.meanLatency());
        metrics.put("p99", (double) r.p99());
        metrics.put("accepted", r.accepted());
        metrics.put("accepted_least", r.acceptedLeast());
        return new Measurement(metrics, r.stable());
    }

    private static Measurement program(final Scenario scenario) {
        final RunReport r = new Session(Plans.of(scenario)).run(started -> {}).report();
        final Map<String, Double> metrics = new LinkedHashMap<>();
        metrics.put("cycles", (double) r.cycles());
        metrics.put("latency", r.metrics().mean());
        metrics.put("p99", (double) r.metrics().p99());
        metrics.put("packets", (double) r.metrics().packets());
        return new Measurement(metrics, !r.partial() && r.holds());
    }
}
