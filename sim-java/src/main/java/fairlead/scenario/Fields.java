// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** Reads the entries of one mapping by a table of keys. Mistakes are collected, each with file, line, key and value. */
public final class Fields {
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,18})\\.\\.([0-9]{1,18})");
    private static final int MOST_SEEDS = 10_000;

    private final Mistake.Log mistakes;
    private final Tree map;
    private final String prefix;
    private final List<Key> keys;
    private boolean good = true;

    private Fields(Tree map, String path, List<Key> keys, Mistake.Log mistakes, String noun) {
        this.mistakes = mistakes;
        this.map = map.isMap() ? map : Tree.empty(map.where());
        this.prefix = path.isEmpty() ? "" : path + ".";
        this.keys = keys;
        if (!map.isMap()) {
            good = false;
            mistakes.at(map, path, "must be a mapping of " + String.join(", ", Key.names(keys)));
            return;
        }
        map.entries().keySet().forEach(name -> refuseUnknown(name, noun));
        keys.stream()
                .filter(key -> key.required() && !has(key.path()))
                .forEach(key -> blame(key.path(), "is missing; it must be " + key.allowed()));
    }

    /** Reads a mapping in a list or in a mapping of names; a message about an unknown key suggests a name alone. */
    public static Fields of(Tree map, String path, List<Key> keys, Mistake.Log mistakes) {
        return new Fields(map, path, keys, mistakes, "key");
    }

    /**
     * Reads a file of a format, of which `noun` is a word; its mistakes are reported by {@link #mistakes}.
     *
     * @param keys keys of the file, the first of which is the schema
     */
    public static Fields of(Path file, String noun, List<Key> keys) {
        Fields top = of(Tree.read(InputText.of(file), file.toString(), true), noun, keys);
        top.map.requireFormat(keys.get(0).words().get(0));
        top.value("schema", "");
        return top;
    }

    /** Reads a mapping alone, of which `noun` is a word. */
    public static Fields of(Tree map, String noun, List<Key> keys) {
        if (!map.isMap()) {
            throw new BadInput(map.where() + ": a " + noun + " is a mapping of keys, not " + map.brief());
        }
        return new Fields(map, "", keys, new Mistake.Log(), "");
    }

    /** Reads a mapping of this file at a path of its own; a message about an unknown key suggests a whole path. */
    public Fields item(Tree value, String path, List<Key> inner) {
        return new Fields(value, path, inner, mistakes, "");
    }

    public Mistake.Log mistakes() {
        return mistakes;
    }

    /** Returns where a key was written, or the mapping if it was not. */
    public String where(String key) {
        return has(key) ? get(key).where() : map.where();
    }

    private void refuseUnknown(String name, String noun) {
        List<String> names = Key.names(keys);
        if (!names.contains(name)) {
            boolean key = noun.isEmpty() || noun.equals("key");
            blame(
                    name,
                    (key ? "unknown key" : "no such " + noun)
                            + Nearest.hint(noun.isEmpty() ? prefix : "", name, names, key ? "known here" : "known"));
        }
    }

    public boolean isGood() {
        return good;
    }

    public Tree get(String key) {
        return map.entries().get(key);
    }

    public boolean has(String key) {
        return get(key) != null;
    }

    public String path(String key) {
        return prefix + Tree.shortened(key);
    }

    /** Adds a mistake at a key, or at the mapping if the key is missing. */
    public void blame(String key, String what) {
        good = false;
        if (has(key)) {
            mistakes.at(get(key), path(key), what);
        } else {
            mistakes.in(map.where(), path(key), what);
        }
    }

    /** Adds a mistake unless a rule of the scenario is kept. Its name begins with the key to blame. */
    void require(boolean kept, String rule, Object... parts) {
        if (!kept) {
            blame(rule.split(":")[0], Schema.rule(rule, parts));
        }
    }

    private Key key(String name) {
        return Key.of(keys, name);
    }

    @SuppressWarnings("unchecked")
    private <T> T read(Key key, T otherwise) {
        Object value = has(key.path()) ? key.read(get(key.path()), path(key.path()), mistakes) : null;
        good &= value != null || !has(key.path());
        return value == null ? otherwise : (T) value;
    }

    /** Returns the value, or `otherwise` if the key is missing or its value is wrong. */
    public <T> T value(String key, T otherwise) {
        return read(key(key), otherwise);
    }

    /** Returns the place that a text names, seen from a folder; null if the key is missing or wrong. */
    public Path place(String key, Path folder) {
        String text = value(key, null);
        try {
            return text == null ? null : folder.resolve(text).normalize();
        } catch (InvalidPathException e) {
            blame(key, "cannot be a path: " + e.getReason());
            return null;
        }
    }

    /** Returns the integer, or `otherwise` if the key is missing or its value is wrong. */
    public int number(String key, int otherwise) {
        return Math.toIntExact(read(key(key), (long) otherwise));
    }

    /** Returns the integer in a range that depends on other keys. */
    long integer(String key, long low, long high, long otherwise) {
        return read(key(key).within(low, high), otherwise);
    }

    /** Returns one of some words, or `otherwise` if the key is missing or its value is wrong. */
    public String word(String key, List<String> words, String otherwise) {
        return read(key(key).choosing(words), otherwise);
    }

    /** Returns the different words of a list, each one of `words`; an empty list if the key is missing or wrong. */
    public List<String> words(String key, List<String> words) {
        return read(key(key).choosing(words), List.of());
    }

    /** Returns the section of a key, which is empty if the key is missing or wrong. */
    public Fields section(String key) {
        return section(key, "");
    }

    /** Returns the section of a key with the names of things, as `noun` says. */
    public Fields section(String key, String noun) {
        Tree value = value(key, Tree.empty(map.where()));
        return new Fields(value, path(key), key(key).inner(), mistakes, noun);
    }

    /** Returns the entries of a mapping of names; no entries if the key is missing or wrong. */
    public Map<String, Tree> entries(String key) {
        return value(key, Tree.empty(map.where())).entries();
    }

    /** Returns the different seeds of a list, or of FROM..TO; none if the key is missing or wrong. */
    public List<Long> seeds(String key) {
        Tree value = value(key, null);
        Matcher range = RANGE.matcher(value == null ? "" : String.valueOf(value.scalar()));
        if (range.matches()) {
            long from = Long.parseLong(range.group(1));
            long to = Long.parseLong(range.group(2));
            if (to < from || to - from >= MOST_SEEDS) {
                blame(key, "must rise, and have at most " + MOST_SEEDS + " seeds");
                return List.of();
            }
            return LongStream.rangeClosed(from, to).boxed().toList();
        }
        TreeSet<Long> seeds = new TreeSet<>();
        if (value != null && (!value.isList() || value.items().isEmpty())) {
            blame(key, "must be a list of seeds, or FROM..TO");
        } else if (value != null) {
            for (Tree item : value.items()) {
                if (!(item.scalar() instanceof BigInteger n) || n.signum() < 0 || n.bitLength() >= Long.SIZE) {
                    blame(key, "a seed is an integer from 0 to " + Long.MAX_VALUE + ", not " + item.brief());
                } else if (!seeds.add(n.longValueExact())) {
                    blame(key, item.brief() + " is there twice");
                }
            }
        }
        return List.copyOf(seeds);
    }

    public Set<String> names() {
        return map.entries().keySet();
    }
}
