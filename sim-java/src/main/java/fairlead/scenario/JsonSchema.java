// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.hw.HwLayout;
import java.util.List;

/** Writes the scenario format as a JSON Schema (draft 2020-12), from the table that the parser uses. */
public final class JsonSchema {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private JsonSchema() {}

    public static String text() {
        final ObjectNode top = object();
        top.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        top.put("title", Schema.NAME);
        Schema.KEYS.stream().filter(k -> !k.path().equals(Schema.KIND)).forEach(k -> place(top, k));
        final ObjectNode structure = (ObjectNode) top.at("/properties/machine/properties/structure");
        structure.put("description", "the keys, or the name of a file with them");
        structure.putArray("type").add("object").add("string");
        final ObjectNode workload = ((ObjectNode) top.get("properties")).putObject("workload");
        workload.put("description", "what runs; the keys depend on kind");
        final ArrayNode kinds = workload.putArray("oneOf");
        Schema.WORKLOADS.forEach((kind, keys) -> kinds.add(kind(kind, keys)));
        top.withArray("required").add("workload");
        try {
            return MAPPER.writeValueAsString(top) + "\n";
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ObjectNode kind(final String kind, final List<Key> keys) {
        final ObjectNode node = object();
        final ObjectNode properties = (ObjectNode) node.get("properties");
        properties.putObject("kind").put("const", kind);
        keys.forEach(k -> describe(properties.putObject(k.name()), k));
        node.putArray("required").add("kind");
        return node;
    }

    private static ObjectNode object() {
        final ObjectNode node = MAPPER.createObjectNode();
        node.put("type", "object");
        node.put("additionalProperties", false);
        node.putObject("properties");
        return node;
    }

    private static void place(final ObjectNode top, final Key key) {
        ObjectNode node = top;
        final String[] names = key.path().split("\\.");
        for (int i = 0; i + 1 < names.length; i++) {
            final ObjectNode properties = (ObjectNode) node.get("properties");
            if (!properties.has(names[i])) {
                properties.set(names[i], object());
            }
            if (key.required()) {
                require(node, names[i]);
            }
            node = (ObjectNode) properties.get(names[i]);
        }
        describe(((ObjectNode) node.get("properties")).putObject(key.name()), key);
        if (key.required()) {
            require(node, key.name());
        }
    }

    private static void require(final ObjectNode node, final String name) {
        final ArrayNode required = node.withArray("required");
        required.add(name);
    }

    private static void describe(final ObjectNode node, final Key key) {
        node.put("description", key.doc());
        switch (key.type()) {
            case INTEGER:
                integer(node, key);
                break;
            case REAL:
                node.put("type", "number").put("minimum", key.low()).put("maximum", key.high());
                break;
            case BOOLEAN:
                node.put("type", "boolean");
                break;
            case TEXT:
                node.put("type", "string").put("pattern", key.words().get(0)); // a word that every such text has
                break;
            case WORD:
                key.words().forEach(node.withArray("enum")::add);
                break;
            case SHAPE:
                node.put("type", "array").put("minItems", 3).put("maxItems", 3);
                integer(node.putObject("items"), key);
                break;
            case TASKS:
                final ArrayNode forms = node.putArray("oneOf");
                integer(forms.addObject(), key);
                integer(forms.addObject().put("type", "array").putObject("items"), key);
                break;
            case WORDS:
                node.put("type", "array");
                key.words().forEach(node.putObject("items").withArray("enum")::add);
                break;
            case ROUTES:
                final ObjectNode members = node.put("type", "array")
                        .put("maxItems", HwLayout.CLASS_ROUTES)
                        .putObject("items");
                members.put("type", "array").put("minItems", 1).put("uniqueItems", true);
                members.putObject("items").put("type", "integer").put("minimum", 0);
                break;
            case GROUPS:
                groups(node);
                break;
            case ITEMS:
                items(node, key);
                break;
            default:
                fault(node.put("type", "array"), key);
                break;
        }
        if (key.standard() != null) {
            node.set("default", MAPPER.valueToTree(key.standard()));
        }
    }

    private static void integer(final ObjectNode node, final Key key) {
        if (!key.words().isEmpty()) {
            key.words().forEach(word -> node.withArray("enum").add(Integer.parseInt(word)));
            return;
        }
        node.put("type", "integer").put("minimum", (long) key.low()).put("maximum", (long) key.high());
    }

    private static void groups(final ObjectNode node) {
        final ArrayNode forms =
                node.put("type", "object").putObject("additionalProperties").putArray("anyOf");
        forms.addObject().put("const", GroupKeys.ALL);
        final ObjectNode list = forms.addObject().put("type", "array").put("minItems", 1);
        final ArrayNode members = list.putObject("items").putArray("anyOf");
        natural(members.addObject());
        members.addObject().put("type", "string").put("pattern", "^[0-9]{1,4}-[0-9]{1,4}$");
        final ObjectNode every = form(forms, "every", "from");
        every.putArray("required").add("every");
        words(form(forms, "axis", "x", "y", "z"), "axis", List.of("x", "y", "z"));
        words(form(forms, "plane", "x", "y", "z"), "plane", GroupKeys.PLANES);
        final ObjectNode box = (ObjectNode) form(forms, "x", "y", "z").get("properties");
        for (final String axis : List.of("x", "y", "z")) {
            final ArrayNode either = box.putObject(axis).putArray("anyOf");
            natural(either.addObject());
            natural(either.addObject()
                    .put("type", "array")
                    .put("minItems", 2)
                    .put("maxItems", 2)
                    .putObject("items"));
        }
    }

    /** Adds a mapping of names to natural numbers. */
    private static ObjectNode form(final ArrayNode forms, final String... names) {
        final ObjectNode form = object();
        forms.add(form);
        for (final String name : names) {
            natural(((ObjectNode) form.get("properties")).putObject(name));
        }
        return form;
    }

    private static void natural(final ObjectNode node) {
        node.put("type", "integer").put("minimum", 0);
    }

    /** Makes one entry of a mapping a required word of a list. */
    private static void words(final ObjectNode form, final String name, final List<String> words) {
        words.forEach(((ObjectNode) form.get("properties")).putObject(name).putArray("enum")::add);
        form.putArray("required").add(name);
    }

    private static void items(final ObjectNode node, final Key key) {
        final ObjectNode item = object();
        node.put("type", "array").put("minItems", 1).set("items", item);
        item.put("minProperties", 1).put("maxProperties", 1);
        ((ObjectNode) item.get("properties")).set(ItemKeys.MESSAGE, message(key));
        final ObjectNode call = object();
        ((ObjectNode) item.get("properties")).set(ItemKeys.COLLECTIVE, call);
        final ObjectNode properties = (ObjectNode) call.get("properties");
        ItemKeys.OPS.forEach(properties.putObject("op").putArray("enum")::add);
        call.putArray("required").add("op");
        properties.putObject("group").put("type", "string").put("default", GroupKeys.ALL);
        integer(properties.putObject("bytes").put("default", ItemKeys.STANDARD_BYTES), key);
        final ArrayNode algorithms =
                properties.putObject("algorithm").put("default", ItemKeys.AUTO).putArray("enum");
        algorithms.add(ItemKeys.AUTO);
        ItemKeys.ALGORITHMS.forEach(algorithms::add);
        natural(properties.putObject("root"));
        ItemKeys.FUNCTIONS.forEach(properties.putObject("reduce").putArray("enum")::add);
        ItemKeys.TYPES.forEach(properties.putObject("type").putArray("enum")::add);
    }

    private static ObjectNode message(final Key key) {
        final ObjectNode message = object();
        final ObjectNode properties = (ObjectNode) message.get("properties");
        final ArrayNode from =
                properties.putObject("from").put("default", GroupKeys.ALL).putArray("anyOf");
        natural(from.addObject());
        from.addObject().put("type", "string");
        natural(properties.putObject("to").put("default", 0));
        integer(properties.putObject("bytes").put("default", ItemKeys.STANDARD_BYTES), key);
        properties
                .putObject("match")
                .put("type", "integer")
                .put("minimum", 1)
                .put("maximum", Long.MAX_VALUE)
                .put("default", 1);
        return message;
    }

    private static void fault(final ObjectNode node, final Key key) {
        final ObjectNode item = object();
        final ObjectNode properties = (ObjectNode) item.get("properties");
        key.words().forEach(properties.putObject("id").withArray("enum")::add);
        for (final String name : List.of("node", "cycle", "operand")) {
            properties.putObject(name).put("type", "integer").put("minimum", 0);
        }
        item.putArray("required").add("id");
        node.set("items", item);
    }
}
