// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingEndEvent;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceEndEvent;
import org.yaml.snakeyaml.events.StreamStartEvent;

/**
 * Reads YAML by the core schema of its version 1.2 (section 10.3.2 of its specification), and gives it the meaning of a
 * JSON Schema. The tokens alone come from the parser of the product.
 */
final class SecondYaml {
    private SecondYaml() {}

    /** What the second reader does not take for a value, which is then to be refused. */
    static final class NoMeaning extends RuntimeException {
        private static final long serialVersionUID = 1;

        NoMeaning(String what) {
            super(what);
        }
    }

    /** A plain scalar that has another type than text: what was written, and what it is. */
    record Plain(String text, Object value) {}

    /** Numbers as numbers without a type, and everything else as it is. */
    static Object plain(Object value) {
        if (value instanceof Plain word) {
            return plain(word.value);
        } else if (value instanceof List<?> list) {
            return list.stream().map(SecondYaml::plain).toList();
        }
        return value instanceof Number number && Double.isFinite(number.doubleValue())
                ? new BigDecimal(number.toString()).stripTrailingZeros()
                : value;
    }

    static List<String> words(JsonNode list) {
        List<String> words = new ArrayList<>();
        list.forEach(word -> words.add(word.asText()));
        return words;
    }

    // ---- the second reader: YAML

    static Object value(String text) {
        String body = text.startsWith("\ufeff") ? text.substring(1) : text;
        Iterator<Event> events =
                new Yaml(new LoaderOptions()).parse(new StringReader(body)).iterator();
        Event at = events.next();
        while (at instanceof StreamStartEvent || at instanceof DocumentStartEvent) {
            at = events.next();
        }
        Object value = value(at, events);
        events.next();
        if (events.next() instanceof DocumentStartEvent) {
            throw new NoMeaning("two documents");
        }
        return value;
    }

    private static Object value(Event at, Iterator<Event> events) {
        if (at instanceof AliasEvent) {
            throw new NoMeaning("alias");
        } else if (at instanceof ScalarEvent scalar) {
            return scalar(scalar);
        } else if (at instanceof MappingStartEvent) {
            Map<String, Object> map = new LinkedHashMap<>();
            for (Event key = events.next(); !(key instanceof MappingEndEvent); key = events.next()) {
                if (!(key instanceof ScalarEvent name)) {
                    throw new NoMeaning("a key that is no word");
                }
                if (map.containsKey(name.getValue())) {
                    throw new NoMeaning("a key twice");
                }
                map.put(name.getValue(), value(events.next(), events));
            }
            return map;
        }
        List<Object> list = new ArrayList<>();
        for (Event item = events.next(); !(item instanceof SequenceEndEvent); item = events.next()) {
            list.add(value(item, events));
        }
        return list;
    }

    private static Object scalar(ScalarEvent scalar) {
        String text = scalar.getValue();
        String tag = scalar.getTag();
        boolean isPlain = scalar.getScalarStyle() == ScalarStyle.PLAIN;
        Object core = core(text);
        if (tag == null && isPlain) {
            Object old = core instanceof Number ? new Yaml().load(text) : null;
            if (old instanceof Number && !plain(core).equals(plain(old))) { // 1e3 is a word there
                throw new NoMeaning(text + " differs in YAML 1.1");
            }
            return core instanceof String ? text : new Plain(text, core);
        } else if (tag == null || tag.equals("!") || tag.equals("tag:yaml.org,2002:str")) {
            return text;
        }
        Class<?> type =
                switch (tag) {
                    case "tag:yaml.org,2002:int" -> BigInteger.class;
                    case "tag:yaml.org,2002:float" -> Number.class;
                    case "tag:yaml.org,2002:bool" -> Boolean.class;
                    default -> throw new NoMeaning("tag " + tag);
                };
        if (!type.isInstance(core)) {
            throw new NoMeaning(text + " is no " + tag);
        }
        return new Plain(text, type == Number.class ? (Object) Double.valueOf(core.toString()) : core);
    }

    private static Object core(String text) {
        if (text.matches("|~|null|Null|NULL")) {
            return null;
        } else if (text.matches("true|True|TRUE|false|False|FALSE")) {
            return text.equalsIgnoreCase("true");
        } else if (text.matches("[-+]?[0-9]+")) {
            return new BigInteger(text);
        } else if (text.matches("0o[0-7]+|0x[0-9a-fA-F]+")) {
            return new BigInteger(text.substring(2), text.charAt(1) == 'o' ? 8 : 16);
        } else if (text.matches("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?")) {
            return Double.valueOf(text);
        }
        return text;
    }

    // ---- the second reader: JSON Schema

    /** Returns a value by its schema; a number where words are meant is what was written. */
    static Object meaning(JsonNode format, Object value) {
        Object core = value instanceof Plain word ? word.value : value;
        JsonNode kinds = format.has("oneOf") ? format.get("oneOf") : format.get("anyOf");
        if (kinds != null) {
            for (JsonNode kind : kinds) {
                try {
                    return meaning(kind, value);
                } catch (NoMeaning e) {
                    continue;
                }
            }
            throw new NoMeaning(value + " is none of " + kinds);
        }
        if (format.has("properties")) {
            return section(format, core);
        }
        boolean fits =
                switch (format.path("type").asText()) {
                    case "integer" -> core instanceof BigInteger;
                    case "number" -> core instanceof Number;
                    case "boolean" -> core instanceof Boolean;
                    case "array" -> core instanceof List<?>;
                    case "string" -> core instanceof String;
                    default -> true;
                };
        boolean known = !format.has("enum") || words(format.get("enum")).contains(String.valueOf(core));
        if (!fits
                || !known
                || format.has("const") && !format.get("const").asText().equals(core)) {
            throw new NoMeaning(value + " is not " + format);
        }
        if (core instanceof Number number
                && format.has("minimum")
                && !(number.doubleValue() >= format.get("minimum").doubleValue()
                        && number.doubleValue() <= format.path("maximum").asDouble(Double.MAX_VALUE))) {
            throw new NoMeaning(value + " is out of range: " + format);
        }
        if (core instanceof List<?> list && format.has("items")) {
            return list.stream().map(item -> meaning(format.get("items"), item)).toList();
        }
        boolean isWord = format.path("type").asText().equals("string")
                || format.path("type").isArray();
        return isWord && value instanceof Plain word && core != null ? word.text : core;
    }

    private static Map<String, Object> section(JsonNode format, Object value) {
        Map<String, Object> all = new LinkedHashMap<>();
        if (value != null && !(value instanceof Map<?, ?>)) {
            throw new NoMeaning(value + " is no section");
        }
        Map<?, ?> map = value == null ? Map.of() : (Map<?, ?>) value;
        map.forEach((key, inner) -> {
            JsonNode of = format.get("properties").get((String) key);
            if (of == null) {
                throw new NoMeaning("unknown key " + key);
            }
            all.put((String) key, meaning(of, inner));
        });
        return all;
    }
}
