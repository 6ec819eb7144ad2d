// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.scenario.InputText;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads and writes cases as files. A case of a workload is a scenario file. A case of steps is a scenario file without
 * a workload and with
 *
 * <pre>
 * schema: fairlead.steps/1
 * closed: true
 * steps:
 *   - {node: 0, task: 1, kind: put, gap: 3, target: 2, length: 40, local: 0, remote: 64, fifo: 1}
 * </pre>
 */
public final class CaseFile {
    static final String SCHEMA = "fairlead.steps/1";

    /**
     * The schema of a drawn program. Its file has `items: [3, 17]`, the numbers of the program's items, in place of the
     * steps.
     */
    static final String ITEMS = "fairlead.items/1";

    private static final ObjectMapper JSON = new ObjectMapper().setSerializationInclusion(JsonInclude.Include.NON_NULL);

    private CaseFile() {}

    /** Returns a case that plays a workload. */
    public static Case of(final String name, final Map<String, Object> keys) {
        return new Case(keys, scenario(name, keys));
    }

    /** Returns a case that plays a drawn program. */
    public static Case ofItems(final String name, final Map<String, Object> keys, final List<Integer> items) {
        return new Case(keys, scenario(name, keys), null, false, List.copyOf(items));
    }

    /** Returns a case that plays steps. */
    public static Case of(
            final String name, final Map<String, Object> keys, final List<Step> steps, final boolean closed) {
        return new Case(keys, scenario(name, keys), List.copyOf(steps), closed, null);
    }

    private static Scenario scenario(final String name, final Map<String, Object> keys) {
        final Map<String, Object> all = new LinkedHashMap<>();
        all.put("schema", "fairlead.scenario/1");
        all.putAll(keys);
        all.putIfAbsent("workload", Map.of("kind", "ring", "barriers", false));
        return ScenarioReader.parse(json(all), name, name, List.of());
    }

    private static String json(final Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns the text of a file that {@link #read} accepts. Each key and each step is on a line of its own, in the
     * flow style of YAML.
     */
    public static String text(final Case one) {
        final StringBuilder text = new StringBuilder();
        text.append("schema: ")
                .append(one.hasSteps() ? SCHEMA : one.hasItems() ? ITEMS : "fairlead.scenario/1")
                .append('\n');
        one.keys()
                .forEach((key, value) ->
                        text.append(key).append(": ").append(json(value)).append('\n'));
        if (one.hasSteps()) {
            text.append("closed: ").append(one.closed()).append('\n').append("steps:\n");
            one.steps().forEach(step -> text.append("  - ").append(line(step)).append('\n'));
        } else if (one.hasItems()) {
            text.append("items: ").append(json(one.items())).append('\n');
        }
        return text.toString();
    }

    /** Returns one step as one line. Values that equal their defaults are left out. */
    public static String line(final Step step) {
        final StringBuilder text = new StringBuilder();
        text.append("{node: ").append(step.node()).append(", task: ").append(step.task());
        text.append(", kind: ").append(step.kind().name().toLowerCase(Locale.ROOT));
        put(text, "gap", step.gap(), 0);
        put(text, "target", step.target(), -1);
        put(text, "length", step.length(), 0);
        put(text, "local", step.local(), 0);
        put(text, "remote", step.remote(), 0);
        put(text, "fifo", step.fifo(), 0);
        put(text, "epoch", step.epoch(), -1);
        put(text, "counter", step.counter(), -1);
        put(text, "spread", step.spread(), 0);
        put(text, "value", step.value(), 0);
        put(text, "compare", step.compare(), 0);
        return text.append('}').toString();
    }

    private static void put(final StringBuilder text, final String name, final long value, final long standard) {
        if (value != standard) {
            text.append(", ").append(name).append(": ").append(value);
        }
    }

    /** Returns whether the first lines of the text declare a case of steps or items, and not a scenario. */
    public static boolean isCase(final String text) {
        return text.lines()
                .limit(20)
                .anyMatch(line -> line.startsWith("schema:") && (line.contains(SCHEMA) || line.contains(ITEMS)));
    }

    /** Reads a case of steps or items. */
    public static Case read(final Path file) {
        return read(file, InputText.of(file));
    }

    /** Reads a case from text that was already read from the file; a pipe can be read only once. */
    public static Case read(final Path file, final String text) {
        return new CaseReader(file, text).read();
    }
}
