// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.script;

import fairlead.hw.HwLayout;
import fairlead.lab.script.ScriptFile.ScriptException;
import fairlead.node.Descriptors;
import fairlead.verdict.DeviceBounds;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The names that an expression sees: those of its own block first, then those of the blocks around it, then the words
 * of the hardware (`HwLayout`). A definition is evaluated where it is used and sees the names of that place.
 */
public final class Scope {
    /** The name of the run to which the functions of a condition refer. */
    public static final String RUN = "run";

    static final String WRITER = "(writer)"; // the name of the program or command list that is being written

    /** A run, with the names that its program was written with. */
    public interface Run {
        Map<String, Object> names();

        /** Returns the value of a name that only this run knows, or null. */
        Object named(String name);
    }

    interface Writer {
        /** Returns the value of a name that only this writer knows, or null. */
        Object named(String name);

        /** Performs a call, or returns null if there is no such statement. */
        Object call(String name, List<Object> values, Map<String, Object> options);
    }

    private record Definition(List<String> parameters, Expression body) {}

    /** The words of the hardware that were asked for. */
    private static final Map<String, Optional<Object>> HARDWARE = new ConcurrentHashMap<>();

    private final Scope outer;
    private final Map<String, Object> names;
    private final Writer writer; // the innermost one, or null
    private final Run run; // the innermost one, or null

    private Scope(Scope outer, Map<String, Object> names) {
        this.outer = outer;
        this.names = names;
        writer = names.get(WRITER) instanceof Writer own ? own : outer == null ? null : outer.writer;
        run = names.containsKey(RUN)
                ? names.get(RUN) instanceof Run own ? own : null
                : outer == null ? null : outer.run;
    }

    public static Scope empty() {
        return new Scope(null, Map.of());
    }

    /** Returns this scope with one more name; a run brings the names of its program along. */
    public Scope with(String name, Object value) {
        Scope at = name.equals(RUN) && value instanceof Run own ? new Scope(this, own.names()) : this;
        return new Scope(at, Collections.singletonMap(name, value));
    }

    /** Returns this scope with definitions, each `name: expression` or `name(parameters): expression`. */
    public Scope define(Map<?, ?> definitions) {
        if (definitions == null) {
            return this;
        }
        Map<String, Object> more = new LinkedHashMap<>();
        definitions.forEach((key, value) -> {
            String[] head = String.valueOf(key).replace(")", "").split("[(,]");
            List<String> parameters =
                    Arrays.stream(head).skip(1).map(p -> p.trim().intern()).toList();
            more.put(head[0].trim().intern(), new Definition(parameters, Expression.of(String.valueOf(value))));
        });
        return new Scope(this, more);
    }

    /** Returns this scope with named blocks, which the entry `use: name` of another block refers to. */
    public Scope blocks(Map<?, ?> blocks) {
        Map<String, Object> more = new HashMap<>();
        if (blocks != null) {
            blocks.forEach((name, block) -> more.put("use " + name, block));
        }
        return new Scope(this, more);
    }

    public Object block(Object name) {
        Object block = find("use " + text(name));
        if (block == null) {
            throw new ScriptException("no block " + name);
        }
        return block;
    }

    /** Returns all names and definitions from here up to an outer scope. */
    public Map<String, Object> since(Scope end) {
        Map<String, Object> all = new LinkedHashMap<>();
        for (Scope s = this; s != end; s = s.outer) {
            s.names.forEach(all::putIfAbsent);
        }
        return all;
    }

    private Object find(String name) {
        for (Scope s = this; s != null; s = s.outer) {
            Object value = s.names.get(name);
            if (value != null || s.names.containsKey(name)) {
                return value;
            }
        }
        return null;
    }

    /** Returns the value of a name. An unknown name in capitals is a text. */
    Object name(String name) {
        Object value = find(name);
        if (value instanceof Definition definition) {
            return definition.body.value(this);
        }
        if (value == null && writer != null) {
            value = writer.named(name);
        }
        if (value == null && run != null) {
            value = run.named(name);
        }
        if (value == null) {
            value = once(HARDWARE, name, n -> Optional.ofNullable(hardware(n))).orElse(null);
        }
        if (value == null && name.equals(name.toUpperCase(Locale.ROOT))) {
            value = name;
        }
        if (value == null) {
            throw new ScriptException("unknown name: " + name);
        }
        return value;
    }

    /** Returns the value of a key, which is made once; a key that is known takes no lock. */
    static <K, V> V once(Map<K, V> known, K key, Function<K, V> make) {
        V value = known.get(key);
        return value != null ? value : known.computeIfAbsent(key, make);
    }

    private static Object hardware(String name) {
        Class<?> word = Stream.concat(
                        Stream.of(HwLayout.class, Descriptors.class, DeviceBounds.class),
                        Stream.of(HwLayout.class.getClasses()))
                .filter(type -> type.getSimpleName().equals(name))
                .findFirst()
                .orElse(null);
        if (word != null) {
            return word;
        }
        try {
            return Reflection.plain(HwLayout.EventKind.class.getField(name).get(null));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    Object missing() {
        if (run != null) {
            return run.named("NEVER");
        }
        throw new ScriptException("no such item of a list");
    }

    private Scope called(Definition definition, String name, List<Object> values) {
        if (definition.parameters.size() != values.size()) {
            throw new ScriptException(name + " takes " + definition.parameters);
        }
        Scope bound = this;
        for (int i = 0; i < values.size(); i++) {
            bound = new Scope(bound, Collections.singletonMap(definition.parameters.get(i), values.get(i)));
        }
        return bound;
    }

    /** Calls a method of an object; for a run, also what is defined here. */
    Object call(Object on, String name, List<Object> values) {
        return on instanceof Run ? with(RUN, on).call(name, values, Map.of()) : Reflection.call(on, name, values);
    }

    Object call(String name, List<Object> values, Map<String, Object> options) {
        if (find(name) instanceof Definition definition) {
            return definition.body.value(called(definition, name, values));
        }
        Object value = writer == null ? null : writer.call(name, values, options);
        value = value == null ? builtIn(name, values) : value;
        if (value != null) {
            return value;
        }
        if (run != null) {
            return Reflection.call(run, name, values);
        }
        throw new ScriptException("unknown function: " + name);
    }

    String why(String name, List<Object> values, String text) {
        return find(name) instanceof Definition definition
                ? definition.body.why(called(definition, name, values))
                : text;
    }

    @SuppressWarnings("unchecked")
    private static Object builtIn(String name, List<Object> values) {
        if (name.equals("range")) {
            return LongStream.range(values.size() == 1 ? 0 : (Long) values.get(0), (Long) values.get(values.size() - 1))
                    .boxed()
                    .toList();
        }
        if (name.equals("decimal")) {
            return String.format(Locale.ROOT, "%.1f", (Long) values.get(0) / (double) (Long) values.get(1));
        }
        List<Long> numbers = values.size() > 1 || !(values.isEmpty() || values.get(0) instanceof List<?>)
                ? (List<Long>) (List<?>) values
                : values.isEmpty() ? List.of() : (List<Long>) values.get(0);
        return switch (name) {
            case "len" -> (long) numbers.size();
            case "sum" -> numbers.stream().mapToLong(n -> n).sum();
            case "max" -> numbers.isEmpty() ? -1L : Collections.max(numbers);
            case "min" -> numbers.isEmpty() ? -1L : Collections.min(numbers);
            case "sorted" -> numbers.stream().sorted().toList();
            case "distinct" -> List.copyOf(new TreeSet<>(numbers));
            default -> null;
        };
    }

    /** Returns a text in which each expression in braces is replaced by its value. */
    public String text(Object pattern) {
        String text = String.valueOf(pattern);
        if (text.indexOf('{') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        int at = 0;
        for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', at)) {
            int close = open;
            for (int depth = 0; close == open || depth > 0; close++) {
                depth += text.charAt(close) == '{' ? 1 : text.charAt(close) == '}' ? -1 : 0;
            }
            close--;
            out.append(text, at, open)
                    .append(Expression.of(text.substring(open + 1, close)).value(this));
            at = close + 1;
        }
        return out.append(text.substring(at)).toString();
    }

    /** What is done with an entry of a block: its key, which is empty for a plain text, and its value. */
    public interface Entry {
        void of(String key, Object value, Scope scope);
    }

    /**
     * Visits the entries of a block in their order. The entry `for name in list` visits its own block for each item of
     * the list, the entry `if condition` where the condition holds, and `use: name` visits a named block.
     */
    public void each(Object block, Entry entry) {
        if (block instanceof List<?> list) {
            list.forEach(item -> each(item, entry));
        } else if (block instanceof Map<?, ?> map) {
            map.forEach((key, value) -> entry(String.valueOf(key), value, entry));
        } else {
            entry.of("", block, this);
        }
    }

    /** A key of a block that is `for name in list` or `if condition`, with the name or null; else both are null. */
    private record Head(String name, Expression condition) {
        static Head of(String key) {
            int in = key.startsWith("for ") ? key.indexOf(" in ") : -1;
            return in >= 0
                    ? new Head(key.substring(4, in).trim(), Expression.of(key.substring(in + 4)))
                    : new Head(null, key.startsWith("if ") ? Expression.of(key.substring(3)) : null);
        }
    }

    private static final Map<String, Head> HEADS = new ConcurrentHashMap<>();

    private void entry(String key, Object value, Entry entry) {
        Head head = once(HEADS, key, Head::of);
        if (head.name != null) {
            for (Object item : (List<?>) head.condition.value(this)) {
                with(head.name, item).each(value, entry);
            }
        } else if (head.condition != null) {
            if (head.condition.isTrue(this)) {
                each(value, entry);
            }
        } else if (key.equals("use")) {
            each(block(value), entry);
        } else {
            entry.of(text(key), value, this);
        }
    }
}
