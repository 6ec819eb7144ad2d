// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** A YAML value that knows where it was written. Exactly one of `entries`, `items` and `scalar` is set; a null scalar is YAML's null. */
public final class Tree {
    /** Text that was written in quotes, for without them it is a number or nothing. */
    private static final Pattern NOT_A_WORD = Pattern.compile("|[-+.]?[0-9].*");

    private static final int BRIEF = 60;

    private final String where;
    private final Map<String, Tree> entries;
    private final List<Tree> items;
    private final Object scalar; // BigInteger, Double, Boolean, String or null

    private Tree(final String where, final Map<String, Tree> entries, final List<Tree> items, final Object scalar) {
        this.where = where;
        this.entries = entries;
        this.items = items;
        this.scalar = scalar;
    }

    /** Reads one document. `source` is the file's name, or what else to blame. `lines` adds the line. */
    public static Tree read(final String text, final String source, final boolean lines) {
        try (JsonParser parser = new YAMLFactory().createParser(text)) {
            if (parser.nextToken() == null) {
                final long line = 1 + text.chars().filter(c -> c == '\n').count();
                throw new BadInput(source + (lines ? " line " + line : "") + ": there is nothing in it");
            }
            final Tree tree = value(parser, source, lines, place(parser, source, lines));
            if (parser.nextToken() != null) {
                throw new BadInput(place(parser, source, lines) + ": only one document is read");
            }
            return tree;
        } catch (final JsonProcessingException e) {
            throw new BadInput(source + (lines ? " line " + line(e) : "") + ": not YAML: " + problem(e));
        } catch (final IOException e) {
            throw new BadInput(source + ": " + e.getMessage());
        }
    }

    /** Where the construct began that went wrong, if that is known: a bracket that is never closed is noticed lines later. */
    private static int line(final JsonProcessingException e) {
        if (e.getCause() instanceof MarkedYAMLException marked) {
            final Mark mark = marked.getContextMark() != null ? marked.getContextMark() : marked.getProblemMark();
            return mark == null ? 1 : mark.getLine() + 1;
        }
        return e.getLocation() == null ? 1 : e.getLocation().getLineNr();
    }

    private static String problem(final JsonProcessingException e) {
        if (e.getCause() instanceof MarkedYAMLException marked && marked.getProblem() != null) {
            return (marked.getContext() == null ? "" : marked.getContext() + ": ") + marked.getProblem();
        }
        return e.getOriginalMessage() == null
                ? ""
                : e.getOriginalMessage().lines().findFirst().orElse("");
    }

    private static String place(final JsonParser parser, final String source, final boolean lines) {
        return source + (lines ? " line " + parser.currentTokenLocation().getLineNr() : "");
    }

    private static Tree value(final JsonParser parser, final String source, final boolean lines, final String where)
            throws IOException {
        switch (parser.currentToken()) {
            case START_OBJECT:
                return map(parser, source, lines, where);
            case START_ARRAY:
                final List<Tree> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser, source, lines, place(parser, source, lines)));
                }
                return new Tree(where, null, list, null);
            case VALUE_NUMBER_INT:
                return new Tree(where, null, null, parser.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT:
                return new Tree(where, null, null, parser.getDoubleValue());
            case VALUE_TRUE:
            case VALUE_FALSE:
                return new Tree(where, null, null, parser.getBooleanValue());
            case VALUE_NULL:
                return new Tree(where, null, null, null);
            default:
                return new Tree(where, null, null, parser.getText());
        }
    }

    private static Tree map(final JsonParser parser, final String source, final boolean lines, final String where)
            throws IOException {
        final Map<String, Tree> map = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            final String key = parser.currentName();
            final String at = place(parser, source, lines);
            parser.nextToken();
            if (map.put(key, value(parser, source, lines, at)) != null) {
                throw new BadInput(at + ": " + key + ": the key is there twice");
            }
        }
        return new Tree(where, map, null, null);
    }

    /** Puts `value` at a dotted path, making maps on the way. */
    void set(final String path, final Tree value) {
        final int dot = path.indexOf('.');
        if (entries == null) {
            throw new BadInput(value.where + ": there is no key below a plain value");
        }
        if (dot < 0) {
            entries.put(path, value);
        } else {
            entries.computeIfAbsent(
                            path.substring(0, dot), k -> new Tree(value.where, new LinkedHashMap<>(), null, null))
                    .set(path.substring(dot + 1), value);
        }
    }

    /** Refuses a file that says that it is of another format, whatever its version: all that could be said of its keys would mislead. */
    public void requireFormat(final String name) {
        final Tree schema = isMap() ? entries.get("schema") : null;
        if (schema != null && schema.scalar instanceof String word && !word.split("/")[0].equals(name.split("/")[0])) {
            throw new BadInput(schema.where + ": schema = " + schema.brief() + ": must be " + name);
        }
    }

    public String where() {
        return where;
    }

    public boolean isMap() {
        return entries != null;
    }

    public boolean isList() {
        return items != null;
    }

    public Map<String, Tree> entries() {
        return entries;
    }

    public List<Tree> items() {
        return items;
    }

    public Object scalar() {
        return scalar;
    }

    /** The value, cut to what fits a message. */
    public String brief() {
        final String text =
                scalar instanceof String word && NOT_A_WORD.matcher(word).matches() ? "'" + word + "'" : toString();
        return text.length() <= BRIEF ? text : text.substring(0, BRIEF) + "...";
    }

    /** The value as the user may have written it. */
    @Override
    public String toString() {
        if (isMap()) {
            return entries.toString();
        }
        return isList() ? items.toString() : String.valueOf(scalar);
    }
}
