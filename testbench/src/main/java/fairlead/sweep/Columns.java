// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import fairlead.evaluate.Evaluation;
import fairlead.scenario.Scenario;
import java.util.LinkedHashMap;
import java.util.Map;

/** The columns of a sweep's table, each with the metric of an evaluation that it shows. */
final class Columns {
    private static final String SATURATION = "saturation";

    private final Map<String, String> metrics = new LinkedHashMap<>();

    private Columns() {}

    static Columns of(final Scenario scenario) {
        final Columns columns = new Columns();
        if (scenario.openLoop() == null) {
            columns.metrics.put("cycles", "completion_time");
        }
        columns.metrics.put("latency", "mean_latency");
        columns.metrics.put("p99", "p99_latency");
        if (scenario.openLoop() == null) {
            columns.metrics.put("packets", "packets");
        } else {
            columns.metrics.put("accepted", "accepted");
            columns.metrics.put("accepted_least", "accepted_least");
        }
        return columns;
    }

    /**
     * Returns the values of one point by column.
     *
     * @param flood the {@link Flood} of the point, or null if the saturation rate is not measured
     */
    Map<String, Double> values(final Evaluation evaluation, final Evaluation flood) {
        final Map<String, Double> values = new LinkedHashMap<>();
        metrics.forEach(
                (column, metric) -> values.put(column, evaluation.metrics().get(metric)));
        if (flood != null) {
            values.put(SATURATION, flood.metrics().get("accepted"));
        }
        return values;
    }

    /**
     * Returns the names of the columns.
     *
     * @param saturation whether the saturation rate is measured
     */
    Iterable<String> names(final boolean saturation) {
        final Map<String, String> all = new LinkedHashMap<>(metrics);
        if (saturation) {
            all.put(SATURATION, "accepted");
        }
        return all.keySet();
    }
}
