// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.regress.CaseResult.Status;
import java.util.Locale;

/** The results as JSON, for scripts. */
final class ResultsJson {
    static final String FILE = "results.json";
    static final String SCHEMA = "fairlead.regress/1";
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private ResultsJson() {}

    static String of(final Report report) {
        final ObjectNode root = JSON.createObjectNode();
        root.put("schema", SCHEMA);
        root.put("suite", report.suite());
        root.put("shard", report.shard());
        root.put("seconds", Double.parseDouble(String.format(Locale.ROOT, "%.3f", report.seconds())));
        for (final Status status : Status.values()) {
            root.put(status.word(), report.count(status));
        }
        for (final CaseResult result : report.results()) {
            final ObjectNode one = root.withArray("cases").addObject();
            one.put("case", result.of().id());
            one.put("status", result.status().word());
            one.set("reasons", JSON.valueToTree(result.reasons()));
            one.put("exit", result.exit() == CaseProcess.NO_CODE ? null : Integer.valueOf(result.exit()));
            one.put("seconds", Double.parseDouble(String.format(Locale.ROOT, "%.3f", result.seconds())));
            final ObjectNode metrics = one.putObject("metrics");
            result.metrics().forEach((metric, value) -> {
                if (metric == Metric.EVENTS) {
                    metrics.put(metric.word(), value);
                } else {
                    metrics.put(metric.word(), Double.parseDouble(value));
                }
            });
            one.set("verdicts", JSON.valueToTree(result.verdicts()));
            one.put("repeat", result.repro());
            one.put("folder", result.files().isEmpty() ? null : result.folder());
            one.set("files", JSON.valueToTree(result.files()));
        }
        try {
            return JSON.writeValueAsString(root) + "\n";
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
