// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.hw.HwLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The tables of keys in a resource. A row is `path | type and range | default | meaning`, where the default `!` means
 * that the key is required. Indented lines continue a row, without a blank after a comma; lines that begin with # are
 * comments; `[a b]` begins rows of the sections a and b. In a row `#NAME` is a constant of {@link HwLayout} and `$NAME`
 * a value that the reader of the format gives. `{x,y}` or `{0..<3}` in a path makes a row of each, to which `{1}`
 * refers in its meaning; `A..B` has both ends, `A..<B` not the last one. `@NAME` after a type names the section of its
 * inner keys, and what follows `~` is added to the JSON schema.
 */
public final class KeyTable {
    private static final Pattern BRACES = Pattern.compile("\\{([^}]*)}");
    private static final int COLUMNS = 4;

    private final Map<String, List<String[]>> sections = new LinkedHashMap<>();
    private final Function<String, Object> symbols;
    private final String file;

    /** Reads the resource `file` next to the class `by`. */
    public KeyTable(Class<?> by, String file, Function<String, Object> symbols) {
        this.symbols = symbols;
        this.file = file;
        List<String> names = List.of("");
        for (String line : InputText.resource(by, file)
                .replaceAll("(?<=,)\n +", "")
                .replaceAll("\n +", " ")
                .split("\n")) {
            if (line.startsWith("[")) {
                names = List.of(line.substring(1, line.length() - 1).split(" "));
                names.forEach(name -> sections.computeIfAbsent(name, n -> new ArrayList<>()));
            } else if (!line.isBlank() && line.charAt(0) != '#') {
                String[] row = (line + " ||||").split(" *\\| *", -1);
                names.forEach(name ->
                        sections.computeIfAbsent(name, n -> new ArrayList<>()).add(row));
            }
        }
    }

    /** Returns the keys of a section, with a prefix of their paths. */
    public List<Key> keys(String section, String prefix) {
        List<Key> keys = new ArrayList<>();
        if (!sections.containsKey(section)) {
            throw new IllegalStateException(file + ": no section " + section);
        }
        for (String[] row : sections.get(section)) {
            try {
                expand(prefix + row[0], row[COLUMNS - 1], row, 1, keys);
            } catch (RuntimeException e) {
                throw new IllegalStateException(file + ": row " + row[0] + " | " + row[1] + ": " + e.getMessage(), e);
            }
        }
        return List.copyOf(keys);
    }

    @SuppressWarnings("unchecked")
    private void expand(String path, String doc, String[] row, int brace, List<Key> into) {
        Matcher braces = BRACES.matcher(path);
        if (path.startsWith("$")) {
            into.addAll((List<Key>) symbols.apply(path.substring(1)));
        } else if (!braces.find()) {
            into.add(key(path, row, doc));
        } else {
            words(braces.group(1))
                    .forEach(word -> expand(
                            path.substring(0, braces.start()) + word + path.substring(braces.end()),
                            doc.replace("{" + brace + "}", word),
                            row,
                            brace + 1,
                            into));
        }
    }

    private Key key(String path, String[] row, String doc) {
        String[] halves = (row[1] + " ~ ").split(" ~ ", -1);
        String[] spec = (halves[0] + " @").split(" @", -1);
        String[] words = spec[0].split(" ", 2);
        Key.Type type = Key.Type.valueOf(words[0].toUpperCase(Locale.ROOT));
        String rest = words.length == 1 ? "" : words[1].strip();
        String[] range = rest.matches("\\S+\\.\\.\\S+") ? rest.split("\\.\\.") : new String[] {"0", "0"};
        boolean named = List.of(Key.Type.INT, Key.Type.WORD, Key.Type.WORDS, Key.Type.SET)
                .contains(type);
        List<String> allowed = rest.isEmpty() || rest.equals(String.join("..", range))
                ? List.of()
                : named ? Stream.of(rest.split(" ")).flatMap(this::words).toList() : List.of(rest);
        double high = number(range[1]);
        return new Key(
                path,
                type,
                row[2].isEmpty() || row[2].equals("!") ? null : standard(type, row[2]),
                number(range[0]),
                high,
                allowed,
                row[2].equals("!"),
                doc.replace("{most}", Long.toString((long) high)),
                spec[1].isBlank() ? List.of() : keys(spec[1].strip(), ""),
                halves[1]);
    }

    private Object standard(Key.Type type, String text) {
        return switch (type) {
            case INT, TASKS -> (long) number(text);
            case REAL -> number(text);
            case FLAG -> Boolean.valueOf(text);
            default -> text.equals("[]") ? List.of() : value(text);
        };
    }

    private double number(String text) {
        return text.equals("*") ? Double.POSITIVE_INFINITY : Double.parseDouble(String.valueOf(value(text)));
    }

    private Object value(String text) {
        if (text.startsWith("$")) {
            return symbols.apply(text.substring(1));
        }
        try {
            return text.startsWith("#")
                    ? HwLayout.class.getField(text.substring(1)).get(null)
                    : text;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(text, e);
        }
    }

    private Stream<String> words(String text) {
        if (text.contains("..")) {
            String[] ends = text.split("\\.\\.<?");
            int last = (int) number(ends[1]) - (text.contains("..<") ? 1 : 0);
            return IntStream.rangeClosed(Integer.parseInt(ends[0]), last).mapToObj(String::valueOf);
        }
        return value(text) instanceof List<?> list ? list.stream().map(String::valueOf) : Stream.of(text.split(","));
    }
}
