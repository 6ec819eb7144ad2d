// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import fairlead.scenario.BadInput;
import fairlead.scenario.ScenarioReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The schema that `fairlead schema scenario` prints, judged by a validator that shares no code with the reader of
 * scenarios. The schema takes every good file; it refuses what the reader refuses, except rules between keys and what
 * no JSON Schema can say.
 */
@Tag("M-155")
class PublishedSchemaTest {
    private static final Path EXAMPLES = Path.of("../examples");
    private static final Path BAD = Path.of("src/test/resources/bad-scenarios");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final JsonSchema SCHEMA = schema();

    /** The bad files that the schema takes or that it never sees, and the reason after each group of them. */
    private static final String NOT_FOR_A_SCHEMA =
            """
            adaptive-buffer-too-shallow background-one-task background-with-epochs bubble-buffer-too-shallow \
            collective-algorithm-of-another-op collective-bytes-of-type collective-group-unknown \
            collective-root-outside collective-root-without-meaning barrier-unit-absent collective-units-absent \
            dla-absent escape-without-adaptive fault-node-range group-axis-given-twice group-beyond-shape \
            group-rank-range incast-target-range message-from-unknown message-to-itself message-to-outside \
            random-min-over-max select-without-adaptive shape-too-large tasks-list-length \
            traffic-packet-too-long memory-beyond-addresses unsafe-one-node : a rule between keys
            collective-memory memory-below-program : what the program needs, which only the generator knows
            group-rank-twice : a range has its ranks only for the reader
            key-twice : a parser keeps one of two equal keys: the validator sees no second
            yaml-tab yaml-unclosed : no YAML document: the validator never sees it
            """;

    private record Setting(String kind, String path, JsonNode rule) {}

    private static JsonSchema schema() {
        String text = Captured.of("schema", "scenario").out();
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(text);
    }

    private static boolean takes(JsonNode scenario) {
        return SCHEMA.validate(scenario).isEmpty();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList();
        }
    }

    @Test
    void theSchemaIsOneOfItsOwnVersion() {
        String version = SCHEMA.getSchemaNode().get("$schema").asText();
        JsonSchema meta = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema("{\"$ref\": \"" + version + "\"}");
        assertEquals(List.of(), List.copyOf(meta.validate(SCHEMA.getSchemaNode())));
        ObjectNode wrong = SCHEMA.getSchemaNode().deepCopy();
        wrong.put("required", "schema");
        assertFalse(meta.validate(wrong).isEmpty());
    }

    @Test
    void everyExampleIsTaken() throws IOException {
        List<Path> all = new ArrayList<>(files(EXAMPLES));
        all.addAll(files(EXAMPLES.resolve("traffic")));
        all.add(EXAMPLES.resolve("studies/halo3d_background.yaml"));
        all.add(Path.of("src/test/resources/abuse/tiny.yaml"));
        for (Path file : all) {
            assertEquals(List.of(), List.copyOf(SCHEMA.validate(YAML.readTree(file.toFile()))), file.toString());
        }
        assertTrue(all.size() >= 10, all.toString());
    }

    @Test
    void everyBadFileIsRefusedUnlessNoSchemaCould() throws IOException {
        Set<String> taken = new TreeSet<>();
        for (Path file : files(BAD)) {
            String name = file.getFileName().toString().replace(".yaml", "");
            try {
                if (takes(YAML.readTree(file.toFile()))) {
                    taken.add(name);
                }
            } catch (JsonProcessingException e) {
                taken.add(name);
            }
        }
        Set<String> known = NOT_FOR_A_SCHEMA
                .lines()
                .flatMap(line -> Stream.of(line.split(" : ")[0].split(" ")))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(known, taken);
    }

    /** Every key of the schema, with the workload kind whose key it is. */
    private static List<Setting> settings() {
        List<Setting> all = new ArrayList<>();
        collect(SCHEMA.getSchemaNode(), "", "ring", all);
        for (JsonNode workload : SCHEMA.getSchemaNode().at("/properties/workload/oneOf")) {
            collect(workload, "workload", workload.at("/properties/kind/const").asText(), all);
        }
        return all;
    }

    private static void collect(JsonNode node, String path, String kind, List<Setting> into) {
        into.add(new Setting(kind, path, node));
        node.path("properties").fields().forEachRemaining(field -> {
            String key = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
            if (!key.equals("workload") && !key.equals("workload.kind")) {
                collect(field.getValue(), key, kind, into);
            }
        });
    }

    /** Values that the rule of one key excludes, as YAML and JSON write them. */
    private static List<String> wrong(JsonNode rule) {
        List<String> values = new ArrayList<>();
        if (rule.has("properties")) {
            values.addAll(List.of("7", "[]"));
        } else if (rule.has("minimum")) {
            values.add(
                    rule.get("minimum").decimalValue().subtract(BigDecimal.ONE).toPlainString());
            values.add(rule.get("maximum").decimalValue().add(BigDecimal.ONE).toPlainString());
            values.addAll(List.of("\"x\"", "[1]", "true"));
        } else if ("boolean".equals(rule.path("type").asText())) {
            values.addAll(List.of("\"x\"", "1", "[true]"));
        } else if (rule.has("enum")) {
            int other = 1;
            for (JsonNode word : rule.get("enum")) {
                other = Math.max(other, word.asInt() + 1); // above each of them
            }
            values.addAll(List.of("\"nothing of the kind\"", Integer.toString(other), "[]"));
        } else if ("array".equals(rule.at("/items/type").asText())) {
            values.addAll(List.of("\"x\"", "[1]", "[[]]", "[[\"x\"]]", "[[1, 1]]", "[[[1]]]"));
        } else if (rule.at("/items/type").isArray()) { // a list of words, numbers among them
            values.addAll(List.of("\"x\"", "[]", "[[1]]", "{\"a\": 1}"));
        } else {
            values.addAll(List.of("\"x\"", "[\"x\"]", "[[1]]", "{\"a\": 1}"));
        }
        return values;
    }

    private static boolean readerTakes(String kind, String set) {
        try {
            String base = "{\"schema\": \"fairlead.scenario/1\", \"machine\": {\"shape\": [2, 2, 1]},"
                    + " \"workload\": {\"kind\": \"" + kind + "\"}}";
            ScenarioReader.parse(base, "base", "base", set.isEmpty() ? List.of() : List.of(set));
            return true;
        } catch (BadInput e) {
            return false;
        }
    }

    /** To JSON Schema 2.0 is an integer; here an integer is written as one. */
    @Test
    void anIntegerWithAPointIsTakenByTheSchemaAlone() throws JsonProcessingException {
        assertTrue(takes(scenario("ring", "seed", "2.0")));
        assertFalse(readerTakes("ring", "seed=2.0"));
        assertFalse(takes(scenario("ring", "seed", "2.5")));
    }

    private static JsonNode scenario(String kind, String path, String value) throws JsonProcessingException {
        ObjectNode top = JSON.createObjectNode();
        top.put("schema", "fairlead.scenario/1");
        top.putObject("machine").putArray("shape").add(2).add(2).add(1);
        top.putObject("workload").put("kind", kind);
        ObjectNode node = top;
        String[] names = path.split("\\.");
        for (int i = 0; i + 1 < names.length; i++) {
            node = node.withObject("/" + names[i]);
        }
        node.set(names[names.length - 1], JSON.readTree(value));
        return top;
    }

    /** Each key just outside its range, with a value of another type, and next to a key that is unknown. */
    @Test
    void schemaAndReaderRefuseTheSameValuesOfEveryKey() throws JsonProcessingException {
        List<String> differences = new ArrayList<>();
        int tried = 0;
        for (Setting one : settings()) {
            assertTrue(readerTakes(one.kind(), "") && takes(scenario(one.kind(), "seed", "1")), one.kind());
            List<String> sets = new ArrayList<>();
            if (!one.path().isEmpty()) {
                wrong(one.rule()).forEach(value -> sets.add(one.path() + "=" + value));
            }
            if (one.rule().has("properties")) {
                sets.add((one.path().isEmpty() ? "" : one.path() + ".") + "no_such_key=1");
            }
            for (String set : sets) {
                int equals = set.indexOf('=');
                boolean schema = takes(scenario(one.kind(), set.substring(0, equals), set.substring(equals + 1)));
                boolean reader = readerTakes(one.kind(), set);
                tried++;
                if (schema || reader) {
                    differences.add(one.kind() + " " + set + ": schema " + schema + ", reader " + reader);
                }
            }
        }
        assertEquals(List.of(), differences, () -> String.join("\n", differences));
        assertTrue(tried > 400, "values: " + tried);
    }
}
