// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.hw.HwLayout;
import fairlead.machine.Shape;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One key of an input file: its type, range, default and meaning. Tables of keys ({@link KeyTable}) drive the readers,
 * their messages, the effective configuration and the JSON schemas.
 *
 * @param path names of the key and of its sections from the top, separated by dots
 * @param standard default value; null if the key is required or if its default follows from another key
 * @param words allowed words or integers; of other types the text that describes what is allowed, if any
 * @param inner keys of a mapping, or of each mapping of a list
 * @param json further rules of the JSON schema, as JSON; or an empty text
 */
public record Key(
        String path,
        Type type,
        Object standard,
        double low,
        double high,
        List<String> words,
        boolean required,
        String doc,
        List<Key> inner,
        String json) {
    private static final int AXES = 3;
    private static final int RANKS = Shape.MAX_K * Shape.MAX_K * Shape.MAX_K;

    /** The type of a value, by its name in tables. */
    public enum Type {
        INT("an integer", "%"),
        REAL("a number", "%"),
        FLAG("true or false", "{'type': 'boolean'}"),
        WORD("a word", "%"),
        TEXT("a text", "{'type': 'string'}"),
        SHAPE("a list of 3 integers", "{'type': 'array', 'minItems': 3, 'maxItems': 3, 'items': %}"),
        TASKS("an integer, or a list of one integer a rank", "{'oneOf': [%, {'type': 'array', 'items': %}]}"),
        WORDS("a list of words", "{'type': 'array', 'items': %}"),
        /** A list of different words. */
        SET("a list with at least one item", "{'type': 'array', 'minItems': 1, 'items': %}"),
        ROUTES(
                "a list of at most " + HwLayout.CLASS_ROUTES + " lists of different ranks",
                "{'type': 'array', 'maxItems': " + HwLayout.CLASS_ROUTES + ", 'items': {'type': 'array', 'minItems': 1,"
                        + " 'uniqueItems': true, 'items': {'type': 'integer', 'minimum': 0}}}"),
        LIST("a list", "{'type': 'array', 'items': %}"),
        MAP("a mapping", "{'type': 'object'}"),
        /** A mapping with keys of its own, or a list of such mappings. */
        SECTION("a mapping", "%"),
        SECTIONS("a list with at least one item", "{'type': 'array', 'minItems': 1, 'items': %}"),
        /** What the reader of the format checks itself. */
        ANY("", "{}");

        private final String text;
        private final String schema; // with % for the schema of an item

        Type(String text, String schema) {
            this.text = text;
            this.schema = schema.replace('\'', '"');
        }

        String schema(String item) {
            return schema.replace("%", item);
        }
    }

    public static Key integer(String path, Object standard, long low, long high, String doc) {
        return new Key(path, Type.INT, standard, low, high, List.of(), false, doc, List.of(), "");
    }

    Key within(long least, long most) {
        return integer(path, standard, least, most, doc);
    }

    Key choosing(List<String> others) {
        return new Key(path, type, standard, low, high, others, required, doc, inner, json);
    }

    String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** Returns the key of a path, or null. */
    public static Key of(List<Key> keys, String path) {
        return keys.stream().filter(key -> key.path().equals(path)).findFirst().orElse(null);
    }

    static List<String> names(List<Key> keys) {
        return keys.stream().map(Key::path).toList();
    }

    /** Returns the allowed values as text for messages. */
    public String allowed() {
        String range = type.text + " from " + number(low) + " to " + number(high);
        return switch (type) {
            case INT -> words.isEmpty() ? range : oneOf();
            case REAL, SHAPE -> range;
            case WORD -> oneOf();
            case TASKS -> range.replace(" from", ", each from");
            case WORDS -> words.isEmpty() ? type.text : "a list of " + String.join(", ", words);
            case SECTION -> type.text + " of " + String.join(", ", names(inner));
            case LIST, MAP -> String.join(
                    " ", Stream.concat(Stream.of(type.text), words.stream()).toList());
            case TEXT, ANY -> words.isEmpty() ? type.text : words.get(0);
            default -> type.text;
        };
    }

    private String oneOf() {
        return "one of " + String.join(", ", words);
    }

    private String number(double value) {
        return type == Type.REAL ? Double.toString(value) : Long.toString((long) value);
    }

    /** Returns the value in Java's types, or null after a mistake. */
    public Object read(Tree value, String at, Mistake.Log mistakes) {
        int before = mistakes.size();
        Object read = converted(value, at, mistakes);
        if (read == null && mistakes.size() == before) {
            wrong(value, at, allowed(), mistakes);
        }
        return mistakes.size() == before ? read : null;
    }

    private void wrong(Tree value, String at, String wanted, Mistake.Log mistakes) {
        boolean chosen = type == Type.WORD || type == Type.WORDS || type == Type.SET;
        String hint = chosen && value.scalar() instanceof String word ? Nearest.hint(word, words) : "";
        mistakes.at(value, at, "must be " + wanted + hint);
    }

    private Object converted(Tree value, String at, Mistake.Log mistakes) {
        return switch (type) {
            case INT -> integer(value);
            case REAL -> value.scalar() instanceof Number number
                            && number.doubleValue() >= low
                            && number.doubleValue() <= high
                    ? (Object) number.doubleValue()
                    : null;
            case FLAG -> value.scalar() instanceof Boolean ? value.scalar() : null;
            case WORD -> word(value);
            case TEXT -> value.scalar() instanceof String text && !text.isBlank() ? text : null;
            case SHAPE -> value.isList() && value.items().size() == AXES ? items(value, at, mistakes) : null;
            case TASKS -> value.isList() ? items(value, at, mistakes) : integer(value);
            case WORDS -> value.isList() ? items(value, at, mistakes) : null;
            case SET -> value.isList() && !value.items().isEmpty() ? set(value, at, mistakes) : null;
            case ROUTES -> value.isList() && value.items().size() <= HwLayout.CLASS_ROUTES
                    ? routes(value, at, mistakes)
                    : null;
            case LIST -> value.isList() ? value.items() : null;
            case MAP, SECTION -> value.isMap() ? value : null;
            case SECTIONS -> value.isList() && !value.items().isEmpty() ? value.items() : null;
            default -> value;
        };
    }

    private Long integer(Tree value) {
        return value.scalar() instanceof BigInteger number
                        && number.compareTo(BigInteger.valueOf((long) low)) >= 0
                        && number.compareTo(BigInteger.valueOf((long) high)) <= 0
                        && (words.isEmpty() || words.contains(number.toString()))
                ? (Long) number.longValueExact()
                : null;
    }

    private String word(Tree value) {
        String word = String.valueOf(value.scalar());
        boolean any = type == Type.WORDS && words.isEmpty() && value.scalar() != null;
        return any ? Objects.requireNonNullElse(value.written(), word) : words.contains(word) ? word : null;
    }

    private List<Object> items(Tree value, String at, Mistake.Log mistakes) {
        List<Object> list = new ArrayList<>();
        for (Tree item : value.items()) {
            Object read = type == Type.WORDS ? word(item) : integer(item);
            if (read == null) {
                wrong(item, at + "[" + list.size() + "]", allowed(), mistakes);
            }
            list.add(read);
        }
        return list;
    }

    private List<Object> set(Tree value, String at, Mistake.Log mistakes) {
        List<Object> list = new ArrayList<>();
        for (Tree item : value.items()) {
            String word = word(item);
            if (word == null) {
                wrong(item, at, oneOf(), mistakes);
            } else if (list.contains(word)) {
                mistakes.at(item, at, "it is there twice");
            } else {
                list.add(word);
            }
        }
        return list;
    }

    private List<Object> routes(Tree value, String at, Mistake.Log mistakes) {
        List<Object> routes = new ArrayList<>();
        for (Tree item : value.items()) {
            String route = at + "[" + routes.size() + "]";
            List<Object> ranks =
                    item.isList() ? integer(path, null, 0, RANKS - 1L, doc).items(item, route, mistakes) : List.of();
            if (ranks.isEmpty() || ranks.stream().collect(Collectors.toSet()).size() < ranks.size()) {
                wrong(item, route, allowed(), mistakes);
            }
            routes.add(ranks);
        }
        return routes;
    }
}
