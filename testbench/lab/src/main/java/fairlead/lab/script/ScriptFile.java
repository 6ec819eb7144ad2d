// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.script;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import fairlead.engine.CommandBuffer;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The case files of testbench/lab/cases, and the machines that they describe by the keys of a scenario. */
public final class ScriptFile {
    private static final ObjectMapper YAML =
            new ObjectMapper(new YAMLFactory().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION));

    private ScriptFile() {}

    /** Returns the file of this name in the folder of the cases. */
    public static Path at(String name) {
        return Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."), "testbench/lab/cases", name);
    }

    public static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the content of a file as maps and lists. `include: NAME` adds the definitions and blocks of another file
     * of the folder.
     */
    public static Map<Object, Object> read(Path file) {
        Map<Object, Object> own = parse(text(file));
        Object included = own.remove("include");
        if (included != null) {
            own.putAll(read(file.resolveSibling(included + ".yaml")));
        }
        return own;
    }

    @SuppressWarnings("unchecked")
    public static Map<Object, Object> parse(String text) {
        try {
            return YAML.readValue(text, Map.class);
        } catch (IOException e) {
            throw new ScriptException(e.getMessage(), e);
        }
    }

    /** Returns the content of a resource beside a class as maps and lists. */
    @SuppressWarnings("unchecked")
    public static Map<Object, Object> parse(Class<?> beside, String resource) {
        try {
            return YAML.readValue(beside.getResource(resource), Map.class);
        } catch (IOException e) {
            throw new ScriptException(resource + ": " + e.getMessage(), e);
        }
    }

    /** Refuses a map with other keys than these, each of which is a text or a word of a text. */
    public static void require(Map<?, ?> map, String... keys) {
        List<String> known = List.of(String.join(" ", keys).split(" "));
        for (Object key : map.keySet()) {
            if (!known.contains(key)) {
                throw new ScriptException("unknown key: " + key + "; known: " + String.join(", ", known));
            }
        }
    }

    /**
     * @param base the text of a scenario with the keys that are the same for all cases
     * @param set the other keys, nested as in a scenario; expressions in braces are replaced by their values
     * @param more further keys, each `path=value`
     */
    public static Scenario scenario(String base, Map<?, ?> set, Scope scope, List<String> more) {
        List<String> overrides = new ArrayList<>(more);
        flatten("", set, scope, overrides);
        return ScenarioReader.parse(base, "machine.yaml", "case", overrides);
    }

    private static void flatten(String path, Map<?, ?> set, Scope scope, List<String> into) {
        set.forEach((key, value) -> {
            String at = path.isEmpty() ? String.valueOf(key) : path + "." + key;
            if (value instanceof Map<?, ?> map) {
                flatten(at, map, scope, into);
            } else {
                into.add(at + "=" + scope.text(value));
            }
        });
    }

    /**
     * Writes raw commands for the host ports, for requests that no program can make. The one statement is
     * `command(cycle, op, word0, word1=, word2=, word3=, node=, owner=)`; `seq` is the number of the next
     * command. Without an owner it comes in the name of the system, which may name what any task has.
     */
    public static final class HostScript implements Scope.Writer {
        private final List<List<Long>> commands = new ArrayList<>();

        public HostScript write(Object block, Scope scope) {
            scope.with(Scope.WRITER, this).each(block, (key, value, inner) -> Expression.of(String.valueOf(value))
                    .value(inner));
            return this;
        }

        @Override
        public Object named(String name) {
            return name.equals("seq") ? Long.valueOf(commands.size()) : null;
        }

        @Override
        public Object call(String name, List<Object> values, Map<String, Object> options) {
            if (!name.equals("command")) {
                return null;
            }
            List<Long> all = new ArrayList<>();
            values.forEach(value -> all.add((Long) value));
            for (String option : List.of("word1", "word2", "word3", "node")) {
                all.add((Long) options.getOrDefault(option, 0L));
            }
            all.add((Long) options.getOrDefault("owner", (long) CommandBuffer.SYSTEM));
            commands.add(all);
            return (long) commands.size();
        }

        /** Adds the commands to a buffer, numbered from `first` on, and returns the number of the next command. */
        public int into(CommandBuffer buffer, int first) {
            int seq = first;
            for (List<Long> c : commands) {
                buffer.add(
                        c.get(0),
                        c.get(6).intValue(),
                        0,
                        c.get(7).intValue(),
                        c.get(1).intValue(),
                        c.get(2),
                        c.get(3),
                        c.get(4),
                        c.get(5),
                        seq++);
            }
            return seq;
        }

        public List<List<Long>> commands() {
            return commands;
        }
    }

    /** A mistake in a case file. */
    public static final class ScriptException extends RuntimeException {
        private static final long serialVersionUID = 1;

        public ScriptException(String message) {
            super(message);
        }

        public ScriptException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
