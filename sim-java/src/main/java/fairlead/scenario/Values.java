// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.machine.MachineConfig.MachineBuilder;
import fairlead.machine.StructureKey;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The values of a scenario by path, checked by the table of keys. Mistakes are collected and reported together. */
final class Values {
    private final Map<String, Object> values = new LinkedHashMap<>();
    private final Map<String, String> places = new LinkedHashMap<>();
    private final Mistake.Log mistakes = new Mistake.Log();
    private final TreeSet<String> hinted = new TreeSet<>(); // keys that were suggested for an unknown key
    private final TreeSet<String> omitted = new TreeSet<>();
    private final String source;

    /** @param keys the keys that this scenario may have, including those of its workload */
    Values(Tree top, List<Key> keys, String source) {
        this.source = source;
        if (top.isMap()) {
            walk(top, "", keys);
        } else {
            throw new BadInput(top.where() + ": a scenario is a mapping of keys, not " + top.brief());
        }
        for (Key key : keys) {
            if (!values.containsKey(key.path()) && !places.containsKey(key.path())) {
                missing(top, key);
            }
        }
    }

    boolean isOmitted(String path) {
        return omitted.contains(path);
    }

    private void missing(Tree top, Key key) {
        Tree parent = top;
        for (String name : key.path().split("\\.")) {
            Tree next = parent.isMap() ? parent.entries().get(name) : null;
            parent = next == null ? parent : next;
        }
        places.put(key.path(), parent.where());
        if (key.required() && hinted.stream().noneMatch(h -> (key.path() + ".").startsWith(h + "."))) {
            mistakes.in(parent.where(), key.path(), "is missing; it must be " + key.allowed());
        } else if (!key.required()) {
            values.put(key.path(), key.standard());
            omitted.add(key.path());
        }
    }

    private void walk(Tree map, String prefix, List<Key> keys) {
        map.entries().forEach((name, value) -> {
            if (name.indexOf('.') >= 0) {
                mistakes.in(
                        value.where(),
                        prefix + Tree.shortened(name),
                        "a key in a file has no dots; write it below its section, as in machine: {shape: [2, 2, 2]}");
                return;
            }
            String path = prefix + name;
            Key key = Key.of(keys, path);
            if (key != null) {
                places.put(path, value.where());
                Object plain = key.read(value, path, mistakes);
                if (plain != null) {
                    values.put(path, plain);
                }
            } else if (below(path + ".", keys).isEmpty()) {
                unknown(value, prefix, name, keys);
            } else if (value.isMap()) {
                walk(value, path + ".", keys);
            } else if (value.scalar() != null || value.isList()) {
                keys.stream()
                        .filter(k -> k.path().startsWith(path + "."))
                        .forEach(k -> places.putIfAbsent(k.path(), value.where()));
                mistakes.at(value, path, "must be a mapping of " + String.join(", ", below(path + ".", keys)));
            }
        });
    }

    private static TreeSet<String> below(String prefix, List<Key> keys) {
        TreeSet<String> names = new TreeSet<>();
        keys.stream()
                .map(Key::path)
                .filter(p -> p.startsWith(prefix))
                .forEach(p -> names.add(p.substring(prefix.length()).split("\\.")[0]));
        return names;
    }

    private void unknown(Tree value, String prefix, String name, List<Key> keys) {
        TreeSet<String> known = below(prefix, keys);
        String near = Nearest.to(name, known);
        if (!near.isEmpty()) {
            hinted.add(prefix + near);
        }
        String hint = Nearest.hint(prefix, name, known, "known here");
        mistakes.at(value, prefix + Tree.shortened(name), "unknown key" + hint);
    }

    // ---- answers

    /** Adds a mistake at a key, whether it was written or not. */
    void blame(String path, String what) {
        Object value = values.get(path);
        mistakes.add(new Mistake(where(path), path, value == null ? "" : String.valueOf(value), what));
    }

    /** Adds a mistake unless a rule is kept, whose name begins with the key to blame; the table has its message. */
    void require(boolean good, String rule, Object... parts) {
        if (!good) {
            blame(rule.split(":")[0], Schema.rule(rule, parts));
        }
    }

    Mistake.Log mistakes() {
        return mistakes;
    }

    String where(String path) {
        return places.getOrDefault(path, source);
    }

    /** Returns the file with a path relative to the scenario, or else to the current folder; null if there is none. */
    Path file(String word) {
        try {
            return Stream.of(
                            Path.of(source).toAbsolutePath().resolveSibling(word),
                            Path.of(word).toAbsolutePath())
                    .map(Path::normalize)
                    .filter(Files::isRegularFile)
                    .findFirst()
                    .orElse(null);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    Map<String, String> places() {
        return places;
    }

    boolean has(String path) {
        return values.get(path) != null;
    }

    Object get(String path) {
        return values.get(path);
    }

    void put(String path, Object value) {
        values.put(path, value);
    }

    long integer(String path) {
        return (Long) values.get(path);
    }

    int number(String path) {
        return Math.toIntExact(integer(path));
    }

    double real(String path) {
        return (Double) values.get(path);
    }

    boolean flag(String path) {
        return (Boolean) values.get(path);
    }

    String word(String path) {
        return (String) values.get(path);
    }

    boolean is(String path, String word) {
        return word.equals(values.get(path));
    }

    <E extends Enum<E>> E constant(String path, Class<E> type) {
        return constant(type, word(path));
    }

    static <E extends Enum<E>> E constant(Class<E> type, String word) {
        return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
    }

    /**
     * Makes a record of the keys below a prefix that have the names of its components; an inner record has keys below
     * the same prefix.
     *
     * @param given the components, by name, that are not the values of keys
     */
    <T> T record(Class<T> type, String prefix, Map<String, Object> given) {
        return MachineBuilder.make(type, part -> {
            String name = part.getName();
            return given.containsKey(name)
                    ? given.get(name)
                    : part.getType().isRecord()
                            ? record(part.getType(), prefix, given)
                            : component(part.getType(), values.get(prefix + StructureKey.key(name)));
        });
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object component(Class<?> type, Object value) {
        return type == int.class
                ? (Object) Math.toIntExact((Long) value)
                : type.isEnum() ? constant((Class) type, (String) value) : value;
    }

    @SuppressWarnings("unchecked")
    <T> List<T> list(String path) {
        return (List<T>) values.get(path);
    }

    /** Returns all values as nested maps, in the order of the keys. */
    Map<String, Object> nested(List<Key> keys) {
        Tree top = Tree.empty("");
        for (Key key : keys) {
            if (key.type() != Key.Type.INT || has(key.path())) { // else a depth that follows from other buffers
                top.set(key.path(), new Tree("", null, null, values.get(key.path())));
            }
        }
        Map<String, Object> nested = new LinkedHashMap<>();
        top.entries().forEach((name, value) -> nested.put(name, value.plain()));
        return nested;
    }
}
