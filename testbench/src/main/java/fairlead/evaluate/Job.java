// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One simulation that is wanted: a scenario file and what overrides it. Its text is one line of JSON, `{"scenario": PATH, "set": {PATH: VALUE}}`; it is the content of `eval --point` and
 * what a worker reads.
 *
 * @param overrides path=value, the value in YAML
 */
public record Job(Path scenario, List<String> overrides) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public Job {
        overrides = List.copyOf(overrides);
    }

    public Scenario read() {
        return ScenarioReader.read(scenario, overrides);
    }

    public String toJson() {
        final ObjectNode root = JSON.createObjectNode();
        root.put("scenario", scenario.toString());
        final ObjectNode set = root.putObject("set");
        for (final String override : overrides) {
            final int equals = override.indexOf('=');
            set.put(override.substring(0, equals), override.substring(equals + 1));
        }
        return root.toString();
    }

    /**
     * @param source what messages call the text
     * @param base folder from which a relative scenario path is seen
     */
    public static Job parse(final String text, final String source, final Path base) {
        final JsonNode root;
        try {
            root = JSON.readTree(text);
        } catch (final JsonProcessingException e) {
            final int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw new BadInput(source + " line " + line + ": not JSON: " + e.getOriginalMessage());
        }
        if (root == null || !root.isObject() || !root.path("scenario").isTextual()) {
            throw new BadInput(
                    source + ": scenario: must be the path of a scenario file, as in {\"scenario\": \"a.yaml\","
                            + " \"set\": {\"seed\": 2}}");
        }
        final JsonNode set = root.path("set");
        if (!set.isMissingNode() && !set.isObject()) {
            throw new BadInput(source + ": set = " + set + ": must be a mapping of scenario paths to values");
        }
        root.fieldNames().forEachRemaining(name -> {
            if (!"scenario".equals(name) && !"set".equals(name)) {
                throw new BadInput(source + ": " + name + ": unknown key; known here: scenario, set");
            }
        });
        final List<String> overrides = new ArrayList<>();
        set.fieldNames()
                .forEachRemaining(path -> overrides.add(path + "="
                        + (set.get(path).isTextual()
                                ? set.get(path).asText()
                                : set.get(path).toString())));
        return new Job(base.resolve(root.path("scenario").asText()).normalize(), overrides);
    }
}
