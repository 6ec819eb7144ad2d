// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.hw.HwLayout;
import java.util.List;

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
        Schema.WORKLOADS.forEach((kind, keys) -> {
            ObjectNode one = section(kinds.addObject(), List.of());
            ObjectNode properties = (ObjectNode) one.get("properties");
            properties.putObject("kind").put("const", kind);
            keys.forEach(k -> describe(properties.putObject(k.name()), k));
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
        switch (key.type()) {
            case INT -> integer(node, key);
            case REAL -> node.put("type", "number").put("minimum", key.low()).put("maximum", key.high());
            case FLAG -> node.put("type", "boolean");
            case TEXT -> node.put("type", "string");
            case WORD -> words(node, key);
            case SHAPE -> integer(
                    array(node).put("minItems", 3).put("maxItems", 3).putObject("items"), key);
            case TASKS -> {
                ArrayNode forms = node.putArray("oneOf");
                integer(forms.addObject(), key);
                integer(array(forms.addObject()).putObject("items"), key);
            }
            case WORDS -> words(array(node).putObject("items"), key);
            case SET -> {
                ObjectNode items = array(node).put("minItems", 1).putObject("items");
                if (key.words().isEmpty()) {
                    items.put("type", "string");
                } else {
                    words(items, key);
                }
            }
            case ROUTES -> array(
                            array(node).put("maxItems", HwLayout.CLASS_ROUTES).putObject("items"))
                    .put("minItems", 1)
                    .put("uniqueItems", true)
                    .putObject("items")
                    .put("type", "integer")
                    .put("minimum", 0);
            case MAP -> node.put("type", "object");
            case SECTION -> section(node, key.inner());
            case SECTIONS -> section(array(node).put("minItems", 1).putObject("items"), key.inner());
            case LIST -> section(array(node).putObject("items"), key.inner());
            default -> {}
        }
        merge(node, key.json());
        if (key.standard() != null) {
            node.set("default", MAPPER.valueToTree(key.standard()));
        }
    }

    private static ObjectNode array(ObjectNode node) {
        return node.put("type", "array");
    }

    private static void integer(ObjectNode node, Key key) {
        if (!key.words().isEmpty()) {
            key.words().forEach(word -> node.withArray("enum").add(Integer.parseInt(word)));
            return;
        }
        node.put("type", "integer").put("minimum", (long) key.low());
        if (Double.isFinite(key.high())) {
            node.put("maximum", (long) key.high());
        }
    }

    /** Adds the words; true and false are no words to a parser. */
    private static void words(ObjectNode node, Key key) {
        ArrayNode list = node.putArray("enum");
        for (String word : key.words()) {
            if (word.equals("true") || word.equals("false")) {
                list.add(Boolean.parseBoolean(word));
            } else {
                list.add(word);
            }
        }
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
