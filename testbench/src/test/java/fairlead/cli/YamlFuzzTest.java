// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.scenario.BadInput;
import fairlead.scenario.JsonSchema;
import fairlead.scenario.ScenarioReader;
import fairlead.scenario.StructureFile;
import fairlead.scenario.StructureFile.OtherStructure;
import fairlead.scenario.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Drawn scenarios and structure files against a second reader: the tokens of YAML, the core schema of YAML 1.2 (section
 * 10.3.2 of its specification) and the published JSON Schema. What is accepted means what it means there, and no number
 * is another one in YAML 1.1; more may be refused, with its place. One file again: {@code scripts/test
 * -Dtest=YamlFuzzTest -Dfairlead.importer=SEED:1}.
 */
@Tag("M-13")
class YamlFuzzTest {
    private static final int SHORT = 500;
    private static final int LONG = 20_000;
    private static final List<String> KINDS = List.of("ring", "random", "halo3d", "traffic", "barrier_storm", "native");
    private static final List<String> INTEGERS =
            forms("+%s`0%s`0x%s`%s.0`%se0`1_%s`'%s'`\"%s\"`0o%s`0b1`1:3%s`%sk`%s # c`!!int %s`!!str %s`!!float %s`"
                    + "!x %s`-%s`%s0000000000000000000`~``*a`&a %s`[%s]`\u0665`\uff15`%s\u00a0`{a: %s}`%s,`-0`|\n  %s`"
                    + "0X%s`%s_`%sL");
    private static final List<String> REALS =
            forms(".5`1.`1e-1`1_0.5`0_0.5`.inf`-.INF`.nan`0:0.5`+.5`'%s'`0x1p-1`1e400`%sf`!!float %s`!!int %s`"
                    + "0.0_1`1E-2`1e-400`0,5`%s`Infinity`01.5`1e1_0");
    private static final List<String> FLAGS =
            forms("True`TRUE`yes`on`'true'`1`tRue`!!bool %s`!!bool yes`no`y`Off`FALSE");
    private static final List<String> WORDS =
            forms("'%s'`\"%s\"` %s `%s x`X%s`%s:`!!str %s`\u212a%s`[%s]`|-\n    %s`>\n    %s`null`%s#`%s # c");
    private static final List<String> ARGUMENTS =
            forms("a`128`1.50`0x10`1e3`True`null`'null'`0.10`-5`1e400`007`1_0`~`on`12345678901234567890123`+1`"
                    + "1:30`!!str 1.50`!!int 5`.5");
    private static final List<String> TYPOS =
            forms(" `\t`\n`\r\n`\r`\ufeff`\u00a0`\u0085`\u2028`---\n`...\n`%YAML 1.1\n---\n`# `#`: `:`- `'`\"`{`}`"
                    + "]`,`!!str `&a `*a`? `<<: `0`_`e");

    @TempDir
    private Path folder;

    private final JsonNode schema = tree(JsonSchema.text());
    private SplittableRandom random;
    private int accepted;
    private boolean odd;

    @Test
    void aFewFilesMeanWhatTheyMeanThere() throws IOException {
        String[] asked = System.getProperty("fairlead.importer", "1:" + SHORT).split(":");
        fuzz(Long.parseLong(asked[0]), Integer.parseInt(asked[1]));
    }

    @Test
    @Tag("slow")
    void manyFilesMeanWhatTheyMeanThere() throws IOException {
        fuzz(100_000, LONG);
        assertTrue(accepted > LONG / 5 && accepted < LONG, accepted + " of " + LONG + " are accepted");
    }

    private void fuzz(long first, int count) throws IOException {
        Path file = folder.resolve("drawn.yaml");
        for (long seed = first; seed < first + count; seed++) {
            random = new SplittableRandom(seed);
            odd = random.nextInt(4) > 0;
            boolean alone = random.nextInt(4) == 0;
            ObjectNode format = alone ? structureFormat() : scenarioFormat(one(KINDS));
            String text = typed(drawn(format, alone));
            String what = "-Dfairlead.importer=" + seed + ":1\n" + text;
            Files.writeString(file, text);
            Map<String, Object> here = new LinkedHashMap<>();
            try {
                here.put("", Tree.read(text, file.toString(), true).plain());
                flatten("=", alone ? StructureFile.readOfRouters(file).keys() : read(file), here);
                accepted++;
            } catch (BadInput refused) {
                assertTrue(refused.getMessage().startsWith(folder + "/"), () -> refused.getMessage() + ": " + what);
            }
            compare(text, here, format, what);
        }
    }

    private static Map<String, Object> read(Path file) {
        try {
            return ScenarioReader.read(file, List.of()).effective();
        } catch (OtherStructure e) {
            return Map.of("machine", Map.of("structure", e.wanted().keys()));
        }
    }

    private void compare(String text, Map<String, Object> here, JsonNode format, String what) {
        if (here.isEmpty()) {
            return;
        }
        try {
            Object there = SecondYaml.value(text);
            assertTrue(isSame(there, here.get("")), () -> "read as " + here.get("") + ": " + what);
            if (here.size() > 1) {
                Map<String, Object> meant = new LinkedHashMap<>();
                flatten("=", SecondYaml.meaning(format, there), meant);
                boolean other = !here.containsKey("=.seed"); // another structure, or a structure alone
                meant.remove("=.schema");
                meant.remove("=.description");
                meant.forEach((key, value) -> {
                    if (!other || here.containsKey(key)) {
                        assertEquals(SecondYaml.plain(value), SecondYaml.plain(here.get(key)), () -> key + ": " + what);
                    }
                });
            }
        } catch (SecondYaml.NoMeaning | YAMLException e) {
            assertEquals("", e.getMessage(), () -> "is accepted: " + what);
        }
    }

    /** Tells whether a file has been read as it is; what may be a number can still be the word that is written. */
    private static boolean isSame(Object there, Object here) {
        if (there instanceof Map<?, ?> map && here instanceof Map<?, ?> other) {
            return map.keySet().equals(other.keySet())
                    && map.keySet().stream().allMatch(key -> isSame(map.get(key), other.get(key)));
        } else if (there instanceof List<?> list && here instanceof List<?> other) {
            return list.size() == other.size()
                    && IntStream.range(0, list.size()).allMatch(i -> isSame(list.get(i), other.get(i)));
        }
        return there instanceof SecondYaml.Plain word && word.text().equals(here)
                || Objects.equals(SecondYaml.plain(there), SecondYaml.plain(here));
    }

    private static void flatten(String path, Object value, Map<String, Object> into) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, inner) -> flatten(path + "." + key, inner, into));
        } else {
            into.put(path, value);
        }
    }

    private static List<String> forms(String all) {
        return List.of(all.split("`"));
    }

    // ---- the formats

    private static JsonNode tree(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private ObjectNode scenarioFormat(String kind) {
        ObjectNode format = schema.deepCopy();
        for (JsonNode one : schema.at("/properties/workload/oneOf")) {
            if (one.at("/properties/kind/const").asText().equals(kind)) {
                ((ObjectNode) format.get("properties")).set("workload", one);
            }
        }
        return format;
    }

    private ObjectNode structureFormat() {
        ObjectNode format =
                schema.at("/properties/machine/properties/structure").deepCopy();
        format.remove("type");
        ((ObjectNode) format.get("properties"))
                .putObject("schema")
                .putArray("enum")
                .add("fairlead.structure/1");
        ((ObjectNode) format.get("properties")).putObject("description");
        return format;
    }

    // ---- drawing

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private boolean rarely(int n) {
        return odd && random.nextInt(n) == 0;
    }

    private String drawn(ObjectNode format, boolean alone) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("schema", format.at("/properties/schema/enum/0").asText());
        if (!alone) {
            put(keys, "machine.shape", "[2, 2, " + form(INTEGERS, "1") + "]");
            String kind =
                    format.at("/properties/workload/properties/kind/const").asText();
            put(keys, "workload.kind", form(WORDS, kind));
            if (kind.equals("native")) {
                put(keys, "workload.command", "[./a, " + one(ARGUMENTS) + ", " + one(ARGUMENTS) + "]");
                put(keys, "workload.ranks", "1");
            }
        }
        List<String> paths = new ArrayList<>();
        Map<String, JsonNode> all = new LinkedHashMap<>();
        leaves("", format, all);
        paths.addAll(all.keySet());
        for (int i = random.nextInt(7); i > 0; i--) {
            String path = one(paths);
            put(keys, path, scalar(all.get(path)));
        }
        return text(keys, 0);
    }

    private static void leaves(String path, JsonNode node, Map<String, JsonNode> into) {
        if (node.has("properties")) {
            node.get("properties").fields().forEachRemaining(f -> leaves(path + "." + f.getKey(), f.getValue(), into));
        } else if (node.has("default") && (node.has("type") || node.has("enum")) && !path.contains("native")) {
            into.put(path.substring(1), node);
        }
    }

    @SuppressWarnings("unchecked")
    private static void put(Map<String, Object> keys, String path, String value) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            keys.put(path, value);
        } else {
            put(
                    (Map<String, Object>) keys.computeIfAbsent(path.substring(0, dot), k -> new LinkedHashMap<>()),
                    path.substring(dot + 1),
                    value);
        }
    }

    private String scalar(JsonNode key) {
        JsonNode standard = key.get("default");
        if (standard.isContainerNode()) {
            return standard.toString();
        } else if (standard.isBoolean()) {
            return form(FLAGS, Boolean.toString(random.nextBoolean()));
        } else if (standard.isTextual()) {
            return form(WORDS, key.has("enum") ? one(SecondYaml.words(key.get("enum"))) : standard.asText());
        } else if (key.path("type").asText().equals("number")) {
            return form(REALS, one(List.of(standard.asText(), "0.25", "1")));
        }
        String near = Long.toString(key.path("minimum").asLong() + random.nextInt(9));
        return form(
                INTEGERS,
                key.has("enum") ? one(SecondYaml.words(key.get("enum"))) : one(List.of(near, standard.asText())));
    }

    private String form(List<String> forms, String usual) {
        return rarely(8) ? one(forms).replace("%s", usual) : usual;
    }

    private String text(Map<?, ?> keys, int depth) {
        boolean flow = depth > 0 && random.nextInt(3) == 0;
        String indent = "  ".repeat(depth);
        List<String> parts = new ArrayList<>();
        keys.forEach((key, value) -> {
            String name = rarely(40)
                    ? one(List.of("'%s'", "!!str %s", "&k %s", "%s ", "\"%s\"", "? %s\n" + indent))
                            .replace("%s", (String) key)
                    : (String) key;
            String of = value instanceof Map<?, ?> map ? text(map, depth + 1) : (String) value;
            parts.add(name + (of.startsWith("\n") ? ":" : ": ") + of);
            if (rarely(60)) {
                parts.add(parts.get(parts.size() - 1));
            }
        });
        return flow
                ? "{" + String.join(", ", parts) + "}"
                : parts.stream().map(p -> indent + p).collect(Collectors.joining("\n", depth > 0 ? "\n" : "", "\n"));
    }

    private String typed(String drawn) {
        StringBuilder text = new StringBuilder(rarely(20) ? drawn.replace("\n", "\r\n") : drawn);
        for (int i = odd ? random.nextInt(5) - 2 : 0; i > 0; i--) {
            int at = rarely(4) ? 0 : random.nextInt(text.length());
            text.replace(at, Math.min(text.length(), at + random.nextInt(2)), one(TYPOS));
        }
        return text.toString();
    }
}
