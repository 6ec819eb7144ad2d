// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.hw.HwLayout;
import fairlead.machine.Shape;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The values of a scenario by path, checked against the types and ranges of the keys. All mistakes are collected before
 * they are reported.
 */
final class Values {
    private static final Key RANK = Key.integer("", 0, 0, Shape.MAX_K * Shape.MAX_K * Shape.MAX_K - 1, "");

    private final Map<String, Object> values = new LinkedHashMap<>();
    private final Map<String, String> places = new LinkedHashMap<>();
    private final List<Mistake> mistakes = new ArrayList<>();
    private final TreeSet<String> hinted = new TreeSet<>(); // keys that were suggested for an unknown key
    private final TreeSet<String> omitted = new TreeSet<>();
    private final String source;

    /** @param keys the keys that this scenario may have, including those of its workload */
    Values(final Tree top, final List<Key> keys, final String source) {
        this.source = source;
        final TreeSet<String> sections = new TreeSet<>();
        keys.forEach(k -> {
            for (int dot = k.path().indexOf('.'); dot >= 0; dot = k.path().indexOf('.', dot + 1)) {
                sections.add(k.path().substring(0, dot));
            }
        });
        if (top.isMap()) {
            walk(top, "", keys, sections);
        } else {
            throw new BadInput(top.where() + ": a scenario is a mapping of keys, not " + top.brief());
        }
        for (final Key key : keys) {
            if (!values.containsKey(key.path()) && !places.containsKey(key.path())) {
                missing(top, key);
            }
        }
    }

    /** Returns whether the key has its default. */
    boolean isOmitted(final String path) {
        return omitted.contains(path);
    }

    private void missing(final Tree top, final Key key) {
        Tree parent = top;
        for (final String name : key.path().split("\\.")) {
            final Tree next = parent.isMap() ? parent.entries().get(name) : null;
            parent = next == null ? parent : next;
        }
        places.put(key.path(), parent.where());
        if (key.required() && hinted.stream().noneMatch(h -> (key.path() + ".").startsWith(h + "."))) {
            mistakes.add(new Mistake(parent.where(), key.path(), "", "is missing; it must be " + key.allowed()));
        } else if (!key.required()) {
            values.put(key.path(), key.standard());
            omitted.add(key.path());
        }
    }

    private void walk(final Tree map, final String prefix, final List<Key> keys, final TreeSet<String> sections) {
        map.entries().forEach((name, value) -> {
            if (name.indexOf('.') >= 0) {
                mistakes.add(new Mistake(
                        value.where(),
                        prefix + Tree.shortened(name),
                        "",
                        "a key in a file has no dots; write it below its section, as in machine: {shape: [2, 2, 2]}"));
                return;
            }
            final String path = prefix + name;
            final Key key =
                    keys.stream().filter(k -> k.path().equals(path)).findFirst().orElse(null);
            if (key != null) {
                places.put(path, value.where());
                final Object plain = convert(key, value);
                if (plain != null) {
                    values.put(path, plain);
                }
            } else if (!sections.contains(path)) {
                unknown(value, prefix, name, keys);
            } else if (value.isMap()) {
                walk(value, path + ".", keys, sections);
            } else if (value.scalar() != null || value.isList()) {
                keys.stream()
                        .filter(k -> k.path().startsWith(path + "."))
                        .forEach(k -> places.putIfAbsent(k.path(), value.where()));
                add(value, path, "must be a mapping of " + String.join(", ", below(path + ".", keys)));
            }
        });
    }

    private static TreeSet<String> below(final String prefix, final List<Key> keys) {
        final TreeSet<String> names = new TreeSet<>();
        keys.stream()
                .map(Key::path)
                .filter(p -> p.startsWith(prefix))
                .forEach(p -> names.add(p.substring(prefix.length()).split("\\.")[0]));
        return names;
    }

    private void unknown(final Tree value, final String prefix, final String name, final List<Key> keys) {
        final TreeSet<String> known = below(prefix, keys);
        final String near = Nearest.to(name, known);
        if (!near.isEmpty()) {
            hinted.add(prefix + near);
        }
        final String hint =
                near.isEmpty() ? "; known here: " + String.join(", ", known) : "; did you mean " + prefix + near + "?";
        add(value, prefix + Tree.shortened(name), "unknown key" + hint);
    }

    private Object convert(final Key key, final Tree value) {
        switch (key.type()) {
            case INTEGER:
                return integer(key, key.path(), value);
            case REAL:
                return real(key, value);
            case BOOLEAN:
                return value.scalar() instanceof Boolean ? value.scalar() : wrong(key, key.path(), value, "");
            case WORD:
                return word(key, key.path(), value);
            case TEXT:
                return value.scalar() instanceof String ? value.scalar() : wrong(key, key.path(), value, "");
            case SHAPE:
                final List<Object> sizes = list(key, value);
                return sizes != null && sizes.size() != 3 ? wrong(key, key.path(), value, "") : sizes;
            case TASKS:
                return value.isList() ? list(key, value) : integer(key, key.path(), value);
            case WORDS:
                return list(key, value);
            case ROUTES:
                return routes(key, value);
            case GROUPS:
                return value.isMap() ? value : wrong(key, key.path(), value, "");
            default:
                return value.isList() ? value.items() : wrong(key, key.path(), value, "");
        }
    }

    private List<Object> list(final Key key, final Tree value) {
        if (!value.isList()) {
            wrong(key, key.path(), value, "");
            return null;
        }
        final List<Object> list = new ArrayList<>();
        for (int i = 0; i < value.items().size(); i++) {
            final String path = key.path() + "[" + i + "]";
            final Tree item = value.items().get(i);
            list.add(key.type() == Key.Type.WORDS ? word(key, path, item) : integer(key, path, item));
        }
        return list.contains(null) ? null : list;
    }

    private List<Object> routes(final Key key, final Tree value) {
        if (!value.isList() || value.items().size() > HwLayout.CLASS_ROUTES) {
            wrong(key, key.path(), value, "");
            return null;
        }
        final List<Object> routes = new ArrayList<>();
        for (int i = 0; i < value.items().size(); i++) {
            final Tree item = value.items().get(i);
            final String path = key.path() + "[" + i + "]";
            final List<Object> ranks = new ArrayList<>();
            for (int j = 0; item.isList() && j < item.items().size(); j++) {
                ranks.add(integer(RANK, path + "[" + j + "]", item.items().get(j)));
            }
            final boolean differ = ranks.stream().distinct().count() == ranks.size();
            routes.add(ranks.isEmpty() || !differ ? wrong(key, path, item, "") : ranks.contains(null) ? null : ranks);
        }
        return routes.contains(null) ? null : routes;
    }

    Object integer(final Key key, final String path, final Tree value) {
        if (!(value.scalar() instanceof BigInteger number)) {
            return wrong(key, path, value, "");
        }
        final boolean inside = number.compareTo(BigInteger.valueOf((long) key.low())) >= 0
                && number.compareTo(BigInteger.valueOf((long) key.high())) <= 0;
        final boolean chosen = key.words().isEmpty() || key.words().contains(number.toString());
        return inside && chosen ? number.longValueExact() : wrong(key, path, value, "");
    }

    private Object real(final Key key, final Tree value) {
        final Object number = value.scalar();
        if (!(number instanceof BigInteger || number instanceof Double)) {
            return wrong(key, key.path(), value, "");
        }
        final double real = ((Number) number).doubleValue();
        return real >= key.low() && real <= key.high() ? real : wrong(key, key.path(), value, "");
    }

    Object word(final Key key, final String path, final Tree value) {
        if (value.scalar() instanceof String word && key.words().contains(word)) {
            return word;
        }
        final String near = value.scalar() instanceof String word ? Nearest.to(word, key.words()) : "";
        return wrong(key, path, value, near.isEmpty() ? "" : "; did you mean " + near + "?");
    }

    private Object wrong(final Key key, final String path, final Tree value, final String hint) {
        add(value, path, "must be " + key.allowed() + hint);
        return null;
    }

    // ---- answers

    /** Adds a mistake at a key, whether it was written or not. */
    void blame(final String path, final String what) {
        final Object value = values.get(path);
        mistakes.add(new Mistake(where(path), path, value == null ? "" : String.valueOf(value), what));
    }

    /** Adds a mistake in one line of a text. */
    void blameLine(final String path, final int line, final String what) {
        mistakes.add(new Mistake(where(path), path + " line " + line, "", what));
    }

    /** Adds a mistake at a value that was given. */
    void add(final Tree value, final String path, final String what) {
        mistakes.add(new Mistake(value.where(), path, value.brief(), what));
    }

    /** Adds a mistake at a mapping that lacks a key. */
    void lacks(final Tree map, final String path, final String what) {
        mistakes.add(new Mistake(map.where(), path, "", what));
    }

    void throwMistakes() {
        if (!mistakes.isEmpty()) {
            throw BadInput.of(mistakes);
        }
    }

    String where(final String path) {
        return places.getOrDefault(path, source);
    }

    Map<String, String> places() {
        return places;
    }

    boolean has(final String path) {
        return values.get(path) != null;
    }

    Object get(final String path) {
        return values.get(path);
    }

    void put(final String path, final Object value) {
        values.put(path, value);
    }

    long integer(final String path) {
        return (Long) values.get(path);
    }

    int number(final String path) {
        return Math.toIntExact(integer(path));
    }

    double real(final String path) {
        return (Double) values.get(path);
    }

    boolean flag(final String path) {
        return (Boolean) values.get(path);
    }

    String word(final String path) {
        return (String) values.get(path);
    }

    @SuppressWarnings("unchecked")
    <T> List<T> list(final String path) {
        return (List<T>) values.get(path);
    }

    /** Returns all values as nested maps, in the order of the keys. */
    Map<String, Object> nested(final List<Key> keys) {
        final Map<String, Object> top = new LinkedHashMap<>();
        for (final Key key : keys) {
            if (key.type() == Key.Type.INTEGER && !has(key.path())) {
                continue; // a depth that follows from that of other buffers
            }
            Map<String, Object> map = top;
            final String[] names = key.path().split("\\.");
            for (int i = 0; i + 1 < names.length; i++) {
                map = descend(map, names[i]);
            }
            map.put(names[names.length - 1], values.get(key.path()));
        }
        return top;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> descend(final Map<String, Object> map, final String name) {
        return (Map<String, Object>) map.computeIfAbsent(name, n -> new LinkedHashMap<String, Object>());
    }
}
