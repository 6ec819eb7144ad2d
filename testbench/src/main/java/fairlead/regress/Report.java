// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.regress.CaseResult.Status;
import fairlead.run.report.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The contents of all files about the results of a suite.
 *
 * @param place final folder of the results
 */
record Report(String suite, String shard, int jobs, double seconds, Path place, List<CaseResult> results) {
    static final String FILE = "results.json";
    static final String SCHEMA = "fairlead.regress/1";

    long count(final Status status) {
        return results.stream().filter(r -> r.status() == status).count();
    }

    String summary() {
        final long notRun = count(Status.NOT_RUN);
        return String.format(
                Locale.ROOT,
                "%s%s: %d cases: %d passed, %d failed, %d errors%s; %.1f s with %d at a time",
                suite,
                shard.isEmpty() ? "" : ", shard " + shard,
                results.size(),
                count(Status.PASSED),
                count(Status.FAILED),
                count(Status.ERROR),
                notRun == 0 ? "" : ", " + notRun + " not run (interrupted)",
                seconds,
                jobs);
    }

    /** Returns the text of {@link #FILE}, for scripts. */
    String json() {
        final ObjectNode root = Json.object();
        root.put("schema", SCHEMA);
        root.put("suite", suite);
        root.put("shard", shard);
        root.put("seconds", thousandths(seconds));
        for (final Status status : Status.values()) {
            root.put(status.word(), count(status));
        }
        for (final CaseResult result : results) {
            final ObjectNode one = root.withArray("cases").addObject();
            one.put("case", result.of().id());
            one.put("status", result.status().word());
            one.set("reasons", Json.tree(result.reasons()));
            one.put("exit", result.exit() == CaseProcess.NO_CODE ? null : Integer.valueOf(result.exit()));
            one.put("seconds", thousandths(result.seconds()));
            final ObjectNode metrics = one.putObject("metrics");
            result.metrics().forEach((metric, value) -> {
                if (metric == Metric.EVENTS) {
                    metrics.put(metric.word(), value);
                } else {
                    metrics.put(metric.word(), Double.parseDouble(value));
                }
            });
            one.set("verdicts", Json.tree(result.verdicts()));
            one.put("repeat", result.repro());
            one.put("folder", result.files().isEmpty() ? null : result.folder());
            one.set("files", Json.tree(result.files()));
        }
        return Json.text(root);
    }

    private static double thousandths(final double value) {
        return Double.parseDouble(String.format(Locale.ROOT, "%.3f", value));
    }
}
