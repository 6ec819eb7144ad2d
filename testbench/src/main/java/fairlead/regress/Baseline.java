// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import fairlead.regress.Suite.Result;
import fairlead.run.Json;
import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import fairlead.scenario.Nearest;
import fairlead.scenario.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Metrics of the cases of a suite, by the name of the case. The text is JSON with one line for each case, in the order
 * of the names, so that a change of one case is a change of one line.
 */
final class Baseline {
    static final String SCHEMA = "fairlead.baseline/1";

    private final TreeMap<String, Map<Metric, String>> cases = new TreeMap<>();

    /** Reads the file; a missing one is an empty baseline, in which every case is new. */
    static Baseline read(Path file) {
        Baseline baseline = new Baseline();
        if (file == null || !Files.exists(file)) {
            return baseline;
        }
        Tree top = Tree.read(InputText.of(file), file.toString(), true);
        if (!top.isMap()) {
            throw new BadInput(top.where() + ": a baseline is a mapping of schema and cases, not " + top.brief());
        }
        top.requireFormat(SCHEMA);
        Tree all = top.entries().get("cases");
        if (!top.entries().containsKey("schema") || all == null || !all.isMap()) {
            throw new BadInput(top.where() + ": a baseline has schema = " + SCHEMA + " and a mapping cases");
        }
        all.entries().forEach((id, value) -> baseline.cases.put(id, metrics(id, value)));
        return baseline;
    }

    private static Map<Metric, String> metrics(String id, Tree value) {
        Map<Metric, String> metrics = new EnumMap<>(Metric.class);
        if (!value.isMap()) {
            throw new BadInput(value.where() + ": cases." + id + " = " + value.brief() + ": must be a mapping of "
                    + String.join(", ", Metric.words()));
        }
        value.entries().forEach((name, one) -> {
            String at = one.where() + ": cases." + id + "." + name + " = " + one.brief();
            if (!Metric.words().contains(name)) {
                throw new BadInput(at + ": no such metric" + Nearest.hint(name, Metric.words()));
            }
            Metric metric = Metric.of(name);
            boolean fits = metric == Metric.EVENTS
                    ? one.scalar() instanceof String
                    : Metric.Band.of(one.scalar()) != null && one.scalar() instanceof Number;
            if (!fits) {
                throw new BadInput(at + ": must be a " + (metric == Metric.EVENTS ? "hash" : "number from 0"));
            }
            metrics.put(metric, one.scalar().toString());
        });
        return metrics;
    }

    Map<Metric, String> of(String id) {
        return cases.get(id);
    }

    /**
     * Returns the baseline that these results propose: the new metrics of each case with bands that has a result, the
     * old ones of the other cases of the suite, and nothing of cases that the suite no longer has.
     */
    Baseline proposed(Suite whole, List<Result> results) {
        Baseline next = new Baseline();
        whole.cases().stream()
                .filter(c -> !c.bands().isEmpty() && cases.containsKey(c.id()))
                .forEach(c -> next.cases.put(c.id(), cases.get(c.id())));
        results.stream()
                .filter(r -> !r.of().bands().isEmpty() && !r.metrics().isEmpty() && r.isSound())
                .forEach(r -> next.cases.put(r.of().id(), r.metrics()));
        return next;
    }

    String text() {
        String all = cases.entrySet().stream()
                .map(one -> Json.line(one.getKey()) + ": {" + line(one.getValue()) + "}")
                .collect(Collectors.joining(",\n"));
        return "{\"schema\": \"" + SCHEMA + "\", \"cases\": {" + (all.isEmpty() ? "" : "\n") + all + "\n}}\n";
    }

    private static String line(Map<Metric, String> metrics) {
        return metrics.entrySet().stream()
                .map(one -> "\"" + one.getKey().word() + "\": "
                        + (one.getKey() == Metric.EVENTS ? Json.line(one.getValue()) : one.getValue()))
                .collect(Collectors.joining(", "));
    }
}
