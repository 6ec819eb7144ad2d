// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A request for one simulation: a scenario file and overrides of its keys. The text of a job is one line of JSON,
 * `{"scenario": PATH, "set": {PATH: VALUE}}`, which `eval --point` reads.
 *
 * @param scenario the scenario file
 * @param overrides the overrides as path=value, with the value in YAML
 * @param source the file that has the overrides, or an empty string if they come from a command line
 */
public record Job(Path scenario, List<String> overrides, String source) implements Serializable {
    /** A reader that refuses text after the value, and duplicate keys. */
    public static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build();

    private static final int BRIEF = 60;

    /** A job on its way to another process, because a Path cannot go there. */
    private record Sent(String scenario, List<String> overrides) implements Serializable {
        private Object readResolve() {
            return new Job(Path.of(scenario), overrides);
        }
    }

    public Job {
        overrides = List.copyOf(overrides);
    }

    public Job(Path scenario, List<String> overrides) {
        this(scenario, overrides, "");
    }

    private Object writeReplace() {
        return new Sent(scenario.toString(), overrides);
    }

    public Scenario read() {
        try {
            return ScenarioReader.read(scenario, overrides);
        } catch (BadInput e) {
            throw source.isEmpty()
                    ? e
                    : new BadInput(e.lines().stream()
                            .map(line -> line.startsWith("--set ") ? source + ": set: " + line.substring(6) : line)
                            .toList());
        }
    }

    /**
     * Returns the variant of a job with traffic at the local ports in which every node offers as much as it may send
     * (`workload.inject` flits per cycle), with no limit of the latency. The rate that the network accepts is then the
     * saturation rate.
     *
     * @param load flits per node and cycle that may be offered
     */
    public Job flood(int load) {
        List<String> flooded = new ArrayList<>(overrides);
        flooded.addAll(List.of("workload.load=" + load, "workload.latency_limit=1e9"));
        return new Job(scenario, flooded);
    }

    /** Compares scenario and overrides; the source of the overrides does not matter. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Job job && job.scenario.equals(scenario) && job.overrides.equals(overrides);
    }

    @Override
    public int hashCode() {
        return 31 * scenario.hashCode() + overrides.hashCode();
    }

    public String toJson() {
        ObjectNode root = STRICT.createObjectNode();
        root.put("scenario", scenario.toString());
        ObjectNode set = root.putObject("set");
        for (String override : overrides) {
            int equals = override.indexOf('=');
            set.put(override.substring(0, equals), override.substring(equals + 1));
        }
        return root.toString();
    }

    /**
     * Parses the JSON text of a job.
     *
     * @param source the name of the text in error messages
     * @param base the folder to which a relative scenario path refers
     */
    public static Job parse(String text, String source, Path base) {
        JsonNode root;
        try {
            root = STRICT.readTree(InputText.checked(text, source));
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            String problem = e.getOriginalMessage().lines().findFirst().orElse("");
            throw new BadInput(source + " line " + line + ": not JSON: "
                    + (problem.startsWith("Trailing token") ? "there is more behind the object" : problem));
        }
        JsonNode file = root == null ? null : root.path("scenario");
        if (file == null || !root.isObject() || !file.isTextual()) {
            throw new BadInput(
                    source + ": scenario: must be the path of a scenario file, as in {\"scenario\": \"a.yaml\","
                            + " \"set\": {\"seed\": 2}}");
        }
        JsonNode set = root.path("set");
        require(
                set.isMissingNode() || set.isObject(),
                source + ": set = " + shortened(set) + ": must be a mapping of scenario paths to values");
        root.fieldNames()
                .forEachRemaining(name -> require(
                        "scenario".equals(name) || "set".equals(name),
                        source + ": " + shortened(name) + ": unknown key; known here: scenario, set"));
        List<String> overrides = new ArrayList<>();
        set.fields().forEachRemaining(entry -> {
            String path = entry.getKey();
            JsonNode value = entry.getValue();
            require(
                    !path.isBlank() && path.indexOf('=') < 0,
                    source + ": set: " + shortened(path) + ": must be the path of a key");
            overrides.add(path + "=" + (value.isTextual() ? value.asText() : value.toString()));
        });
        String named = source + ": scenario = " + shortened(file) + ": ";
        try {
            Path found = base.resolve(file.asText()).normalize();
            require(Files.exists(found), named + "no such file");
            require(!Files.isDirectory(found), named + "is a folder");
            return new Job(found, overrides, source);
        } catch (InvalidPathException e) {
            throw new BadInput(named + "cannot be a path: " + e.getReason());
        }
    }

    private static void require(boolean good, String otherwise) {
        if (!good) {
            throw new BadInput(otherwise);
        }
    }

    private static String shortened(String name) {
        return shortened(TextNode.valueOf(name));
    }

    /** Returns a value as a message shows it. */
    public static String shortened(JsonNode value) {
        String text = value.toString();
        return text.length() <= BRIEF ? text : text.substring(0, BRIEF) + "...";
    }
}
