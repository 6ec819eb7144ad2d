// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a format as a JSON Schema (draft 2020-12), from the table of keys that its reader uses. */
public final class JsonSchema {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private JsonSchema() {}

    public static String text() {
        ObjectNode top = top(
                Schema.NAME,
                Schema.KEYS.stream().filter(k -> !k.path().equals(Schema.KIND)).toList());
        ObjectNode structure = (ObjectNode) top.at("/properties/machine/properties/structure");
        structure.put("description", "the keys, or the name of a file with them");
        structure.putArray("type").add("object").add("string");
        ObjectNode workload = ((ObjectNode) top.get("properties")).putObject("workload");
        workload.put("description", "what runs; the keys depend on kind");
        ArrayNode kinds = workload.putArray("oneOf");
        Schema.kinds().forEach(kind -> {
            ObjectNode one = section(kinds.addObject(), List.of());
            ObjectNode properties = (ObjectNode) one.get("properties");
            properties.putObject("kind").put("const", kind);
            Schema.workload(kind).forEach(k -> describe(properties.putObject(k.name()), k));
            one.putArray("required").add("kind");
        });
        top.withArray("required").add("workload");
        return text(top);
    }

    public static String text(String name, List<Key> keys) {
        return text(top(name, keys));
    }

    private static String text(ObjectNode top) {
        try {
            return MAPPER.writeValueAsString(top) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ObjectNode top(String name, List<Key> keys) {
        ObjectNode top = MAPPER.createObjectNode();
        top.put("$schema", "https://json-schema.org/draft/2020-12/schema").put("title", name);
        return section(top, keys);
    }

    private static ObjectNode section(ObjectNode node, List<Key> keys) {
        node.put("type", "object").put("additionalProperties", false).putObject("properties");
        keys.forEach(key -> place(node, key));
        return node;
    }

    private static void place(ObjectNode top, Key key) {
        ObjectNode node = top;
        String[] names = key.path().split("\\.");
        for (int i = 0; i < names.length; i++) {
            ObjectNode properties = (ObjectNode) node.get("properties");
            if (i + 1 == names.length) {
                describe(properties.putObject(names[i]), key);
            } else if (!properties.has(names[i])) {
                section(properties.putObject(names[i]), List.of());
            }
            if (key.required()) {
                node.withArray("required").add(names[i]);
            }
            node = (ObjectNode) properties.get(names[i]);
        }
    }

    private static void describe(ObjectNode node, Key key) {
        if (!key.doc().isEmpty()) {
            node.put("description", key.doc());
        }
        merge(node, key.type().schema(item(key)));
        merge(node, key.json());
        if (key.standard() != null) {
            node.set("default", MAPPER.valueToTree(key.standard()));
        }
    }

    /** Returns the schema of a value, or of each item of a list. */
    private static String item(Key key) {
        return switch (key.type()) {
            case WORD, WORDS, SET -> words(key);
            case SECTION, SECTIONS, LIST -> section(MAPPER.createObjectNode(), key.inner())
                    .toString();
            case REAL -> "{\"type\":\"number\",\"minimum\":" + key.low() + ",\"maximum\":" + key.high() + "}";
            default -> key.type() == Key.Type.INT && !key.words().isEmpty()
                    ? words(key)
                    : "{\"type\":\"integer\",\"minimum\":" + (long) key.low()
                            + (Double.isFinite(key.high()) ? ",\"maximum\":" + (long) key.high() : "") + "}";
        };
    }

    /** Returns the choice of some words; numbers, true and false are written without quotes, as YAML reads them. */
    private static String words(Key key) {
        return key.words().isEmpty()
                ? "{\"type\":\"string\"}"
                : key.words().stream()
                        .map(word -> word.matches("-?\\d+|true|false") ? word : '"' + word + '"')
                        .collect(Collectors.joining(",", "{\"enum\":[", "]}"));
    }

    private static void merge(ObjectNode node, String json) {
        try {
            if (!json.isEmpty()) {
                MAPPER.readerForUpdating(node).readValue(json);
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
