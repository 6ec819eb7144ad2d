// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.script;

import fairlead.machine.Mix;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Draws what the blocks of a file describe: the keys of a section of a scenario, or statements, each of which calls a
 * method of an object. A block draws its values in the order in which it has them.
 *
 * <p>`draw(n)` is a number from 0 to n - 1, `flip()` is 0 or 1, `bits()` are 64 bits, `hash(name)` is the hash of a
 * value, and `has(name)` says whether there is one. The entry `let name: value` sets a variable, as does the call
 * `set(name, value)`; the last value that was drawn for a key is known by its name. The entry `aside a, b` draws its
 * block from a seed of its own, the hash of two numbers, so that it changes nothing that is drawn after it.
 */
public final class DrawScript implements Scope.Writer {
    private static final Map<String, Scope> FILES = new ConcurrentHashMap<>();

    private final Scope scope;
    private final Object target;
    private final Map<String, Object> variables = new HashMap<>();
    private SplittableRandom random;

    /**
     * @param beside the class beside which the files are
     * @param files their names, with blanks between them; a later file sees what the earlier ones have
     * @param target the object whose methods are the statements, or null
     */
    public DrawScript(Class<?> beside, String files, SplittableRandom random, Object target) {
        this.random = random;
        this.target = target;
        scope = scope(beside, files).with(Scope.WRITER, this);
    }

    /** Returns the definitions and blocks of files. */
    public static Scope scope(Class<?> beside, String files) {
        return FILES.computeIfAbsent(files, n -> files(beside, n));
    }

    private static Scope files(Class<?> beside, String names) {
        Scope all = Scope.empty();
        for (String name : names.split(" ")) {
            Map<?, ?> file = ScriptFile.parse(beside, name);
            ScriptFile.require(file, "let", "blocks");
            all = all.blocks((Map<?, ?>) file.get("blocks")).define((Map<?, ?>) file.get("let"));
        }
        return all;
    }

    /** Sets a variable; whole numbers are given as `Long`. */
    public DrawScript with(String name, Object value) {
        variables.put(name, value);
        return this;
    }

    /** Returns the number that a variable has, or 0. */
    public long number(String name) {
        return Expression.number(variables.getOrDefault(name, 0L));
    }

    /** Executes the statements of a block. */
    public void run(String block) {
        scope.each(scope.block(block), (key, value, inner) -> entry(key, value, inner, null));
    }

    /** Draws the following blocks from here. */
    public DrawScript from(SplittableRandom other) {
        random = other;
        return this;
    }

    public Map<String, Object> keys(String block) {
        return keys(block, new LinkedHashMap<>());
    }

    /**
     * Adds the keys of a block to those that are there. A section without keys is left out, and a key without a value
     * is removed.
     */
    public Map<String, Object> keys(String block, Map<String, Object> keys) {
        scope.each(scope.block(block), (key, value, inner) -> entry(key, value, inner, keys));
        return keys;
    }

    /** @param keys the keys to which the entry adds, or null if it is a statement */
    private void entry(String key, Object value, Scope at, Map<String, Object> keys) {
        if (key.startsWith("aside ")) {
            List<?> seed = (List<?>)
                    Expression.of("[" + key.substring("aside ".length()) + "]").value(at);
            SplittableRandom before = random;
            random = new SplittableRandom(Mix.seed((Long) seed.get(0), (Long) seed.get(1)));
            at.each(value, (name, item, inner) -> entry(name, item, inner, keys));
            random = before;
        } else if (key.startsWith("let ")) {
            variables.put(key.substring("let ".length()), value(value, at));
        } else if (keys == null) {
            value(value, at);
        } else if (value == null) {
            keys.remove(key);
        } else if (value instanceof Map<?, ?> || value instanceof List<?>) {
            section(key, value, at, keys);
        } else {
            Object drawn = value(value, at);
            variables.put(key, drawn);
            keys.put(key, plain(drawn));
        }
    }

    @SuppressWarnings("unchecked")
    private void section(String key, Object block, Scope at, Map<String, Object> keys) {
        Map<String, Object> section = (Map<String, Object>) keys.getOrDefault(key, new LinkedHashMap<>());
        variables.put(key, section);
        at.each(block, (name, value, inner) -> entry(name, value, inner, section));
        if (!section.isEmpty()) {
            keys.put(key, section);
        }
    }

    private static Object value(Object text, Scope at) {
        return text instanceof Boolean
                ? text
                : Expression.of(String.valueOf(text)).value(at);
    }

    /** Returns a value as a scenario has it: a small number as an `Integer`. */
    private static Object plain(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(DrawScript::plain).collect(Collectors.toList());
        }
        return value instanceof Long n && n == n.intValue() ? (Object) n.intValue() : value;
    }

    @Override
    public Object named(String name) {
        return variables.get(name);
    }

    @Override
    public Object call(String name, List<Object> values, Map<String, Object> options) {
        Object own =
                switch (name) {
                    case "draw" -> (long) random.nextInt(Math.toIntExact((Long) values.get(0)));
                    case "flip" -> random.nextBoolean();
                    case "bits" -> random.nextLong();
                    case "hash" -> (long)
                            variables.getOrDefault(values.get(0), Map.of()).hashCode();
                    case "has" -> variables.containsKey(values.get(0));
                    default -> null;
                };
        if (name.equals("set")) {
            variables.put((String) values.get(0), values.get(1));
            return values.get(1);
        }
        if (own != null || target == null || !Reflection.has(target.getClass(), name, values.size())) {
            return own;
        }
        Object result = Reflection.call(target, name, values);
        return result == null ? (Object) 0L : result;
    }
}
