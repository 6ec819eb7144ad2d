// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * A YAML value that knows where it was written. Exactly one of `entries`, `items` and `scalar` is set; a null scalar is
 * YAML's null.
 *
 * @param scalar a BigInteger, Double, Boolean, String or null
 * @param written how a number or Boolean is written in its file, such as 0x10 or 1.50; otherwise null
 */
public record Tree(String where, Map<String, Tree> entries, List<Tree> items, Object scalar, String written) {
    /** Matches text that must have been written in quotes, because without them it would be a number or empty. */
    private static final Pattern NOT_A_WORD = Pattern.compile("|[-+.]?[0-9].*");

    /** Matches integers that every reader understands alike. YAML 1.1 also reads 017 (as 15) and 1_0 (as 10). */
    private static final Pattern PLAIN_INTEGER = Pattern.compile("-?(0|[1-9][0-9]*|0x[0-9A-Fa-f]+)");

    private static final Pattern PARSER_CLASS = Pattern.compile("<?(org|com|java)\\.[a-z.]+[A-Za-z.]*(\\([^>]*\\)>)?");
    private static final int BRIEF = 60;
    private static final int DEEPEST = 32;

    Tree(String where, Map<String, Tree> entries, List<Tree> items, Object scalar) {
        this(where, entries, items, scalar, null);
    }

    /** Returns a mapping without entries that counts as written at `where`. */
    public static Tree empty(String where) {
        return new Tree(where, new LinkedHashMap<>(), null, null);
    }

    /** Reads one document of the file or other origin `source`; with `lines`, messages also give the line. */
    public static Tree read(String text, String source, boolean lines) {
        YAMLFactory core = new YAMLFactory().enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS);
        return read(core, text, source, lines);
    }

    /** Reads one value of JSON. */
    public static Tree json(String text, String source) {
        return read(new JsonFactory(), text, source, true);
    }

    private static Tree read(JsonFactory format, String text, String source, boolean lines) {
        try (JsonParser parser =
                format.createParser(lines ? InputText.checked(text, source) : InputText.printable(text, source))) {
            if (parser.nextToken() == null) {
                long line = 1 + text.chars().filter(c -> c == '\n').count();
                throw new BadInput(source + (lines ? " line " + line : "") + ": there is nothing in it");
            }
            Reading reading = new Reading(parser, source, lines);
            Tree tree = reading.value(reading.place(), 0);
            if (parser.nextToken() != null) {
                throw new BadInput(reading.place() + ": only one document is read");
            }
            return tree;
        } catch (JsonProcessingException e) {
            String place = source + (lines ? " line " + line(e) : "");
            throw new BadInput(place + ": not " + format.getFormatName() + ": " + problem(e));
        } catch (IOException e) {
            throw new BadInput(source + ": " + e.getMessage());
        }
    }

    /**
     * Returns the line of the error. For a bracket that is never closed this is the line of the opening bracket,
     * because the parser notices the error only lines later.
     */
    private static int line(JsonProcessingException e) {
        if (e.getCause() instanceof MarkedYAMLException marked) {
            boolean bracket = marked.getContext() != null && marked.getContext().contains("flow");
            Mark mark = bracket && marked.getContextMark() != null || marked.getProblemMark() == null
                    ? marked.getContextMark()
                    : marked.getProblemMark();
            return mark == null ? 1 : mark.getLine() + 1;
        }
        return e.getLocation() == null ? 1 : e.getLocation().getLineNr();
    }

    private static String problem(JsonProcessingException e) {
        String text = e.getCause() instanceof MarkedYAMLException marked && marked.getProblem() != null
                ? (marked.getContext() == null ? "" : marked.getContext() + ": ") + marked.getProblem()
                : String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
        return PARSER_CLASS.matcher(text).replaceAll("this");
    }

    private record Reading(JsonParser parser, String source, boolean lines) {
        String place() {
            return source + (lines ? " line " + parser.currentTokenLocation().getLineNr() : "");
        }

        Tree value(String where, int depth) throws IOException {
            if (depth > DEEPEST) {
                throw new BadInput(where + ": nested more than " + DEEPEST + " deep");
            }
            refuseAnchor(where);
            return switch (parser.currentToken()) {
                case START_OBJECT -> map(where, depth);
                case START_ARRAY -> list(where, depth);
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Tree(
                        where, null, null, number(where), parser.getText());
                case VALUE_TRUE, VALUE_FALSE -> new Tree(where, null, null, parser.getBooleanValue(), parser.getText());
                case VALUE_NULL -> new Tree(where, null, null, null);
                default -> new Tree(where, null, null, parser.getText());
            };
        }

        private Tree list(String where, int depth) throws IOException {
            List<Tree> list = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                list.add(value(place(), depth + 1));
            }
            return new Tree(where, null, list, null);
        }

        private Object number(String where) throws IOException {
            String text = parser.getText();
            try {
                if (parser.currentToken() == JsonToken.VALUE_NUMBER_FLOAT && text.indexOf('_') < 0) {
                    return parser.getDoubleValue();
                }
                if (PLAIN_INTEGER.matcher(text).matches()) {
                    return parser.getBigIntegerValue();
                }
            } catch (JsonProcessingException e) {
                throw new BadInput(where + ": " + shortened(text) + ": cannot be read as a number");
            }
            throw new BadInput(where + ": " + shortened(text)
                    + ": an integer is written as digits without a leading 0, + or _, any number without _"
                    + " (YAML would read this one as "
                    + shortened(String.valueOf(parser.getNumberValue())) + ")");
        }

        /** Refuses anchors, aliases and tags, which would otherwise be read as words or be lost. */
        private void refuseAnchor(String where) throws IOException {
            if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
                throw new BadInput(
                        where + ": *" + shortened(parser.getText()) + ": aliases are not followed; write the value");
            }
            if (parser.getObjectId() != null) {
                String anchor = shortened(parser.getObjectId().toString());
                throw new BadInput(where + ": &" + anchor + ": anchors are not known here");
            }
            if (parser.getTypeId() != null) {
                throw new BadInput(where + ": !" + shortened(parser.getTypeId().toString())
                        + ": tags are not known here; write the value, with quotes around a text");
            }
        }

        private Tree map(String where, int depth) throws IOException {
            Map<String, Tree> map = new LinkedHashMap<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String key = parser.currentName();
                String at = place();
                refuseAnchor(at);
                parser.nextToken();
                if (map.put(key, value(at, depth + 1)) != null) {
                    throw new BadInput(at + ": " + key + ": the key is there twice");
                }
            }
            return new Tree(where, map, null, null);
        }
    }

    /** Puts `value` at a dotted path, and creates the mappings on the way. */
    void set(String path, Tree value) {
        if (path.chars().filter(c -> c == '.').count() > DEEPEST) {
            throw new BadInput(value.where + ": nested more than " + DEEPEST + " deep");
        }
        int dot = path.indexOf('.');
        if (entries == null) {
            throw new BadInput(
                    where + ": " + value.where + ": there is no key below a plain value, as " + brief() + " is");
        }
        if (dot < 0) {
            entries.put(path, value);
        } else {
            entries.computeIfAbsent(
                            path.substring(0, dot), k -> new Tree(value.where, new LinkedHashMap<>(), null, null))
                    .set(path.substring(dot + 1), value);
        }
    }

    /**
     * Refuses a file that declares another format, whatever its version, because messages about its keys would mislead.
     */
    public void requireFormat(String name) {
        Tree schema = at("schema");
        if (schema != null
                && schema.scalar instanceof String word
                && !word.split("/", 2)[0].equals(name.split("/", 2)[0])) {
            throw new BadInput(schema.where + ": schema = " + schema.brief() + ": must be " + name);
        }
    }

    /** Returns the mapping without some keys. */
    public Tree without(List<String> keys) {
        Tree rest = new Tree(where, new LinkedHashMap<>(entries), null, null);
        rest.entries.keySet().removeAll(keys);
        return rest;
    }

    /** Returns the value at a dotted path, or null. */
    Tree at(String path) {
        Tree tree = this;
        for (String name : path.split("\\.")) {
            tree = tree != null && tree.isMap() ? tree.entries.get(name) : null;
        }
        return tree;
    }

    /** Returns the value as maps, lists, numbers and words, as another parser would return it. */
    public Object plain() {
        if (isMap()) {
            Map<String, Object> map = new LinkedHashMap<>();
            entries.forEach((key, value) -> map.put(key, value.plain()));
            return map;
        }
        if (isList()) {
            return items.stream().map(Tree::plain).collect(Collectors.toCollection(ArrayList::new));
        }
        if (scalar instanceof BigInteger number && number.bitLength() < Long.SIZE) {
            return number.bitLength() < Integer.SIZE ? (Object) number.intValue() : (Object) number.longValue();
        }
        return scalar;
    }

    public boolean isMap() {
        return entries != null;
    }

    public boolean isList() {
        return items != null;
    }

    public String brief() {
        return shortened(
                scalar instanceof String word && NOT_A_WORD.matcher(word).matches() ? "'" + word + "'" : toString());
    }

    static String shortened(String text) {
        return text.length() <= BRIEF ? text : text.substring(0, BRIEF) + "...";
    }

    /** Returns the value as the user may have written it. */
    @Override
    public String toString() {
        if (isMap()) {
            return entries.toString();
        }
        return isList() ? items.toString() : String.valueOf(scalar);
    }
}
