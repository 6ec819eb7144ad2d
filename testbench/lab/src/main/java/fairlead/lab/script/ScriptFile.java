// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.script;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
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
    public static Path at(final String name) {
        return Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."), "testbench/lab/cases", name);
    }

    public static String text(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the content of a file as maps and lists. `include: NAME` adds the definitions and blocks of another file of
     * the folder.
     */
    public static Map<Object, Object> read(final Path file) {
        final Map<Object, Object> own = parse(text(file));
        final Object included = own.remove("include");
        if (included != null) {
            own.putAll(read(file.resolveSibling(included + ".yaml")));
        }
        return own;
    }

    @SuppressWarnings("unchecked")
    public static Map<Object, Object> parse(final String text) {
        try {
            return YAML.readValue(text, Map.class);
        } catch (final IOException e) {
            throw new ScriptException(e.getMessage(), e);
        }
    }

    /** Refuses a map with other keys than these. */
    public static void require(final Map<?, ?> map, final String... keys) {
        for (final Object key : map.keySet()) {
            if (!List.of(keys).contains(key)) {
                throw new ScriptException("unknown key: " + key + "; known: " + String.join(", ", keys));
            }
        }
    }

    /**
     * Returns a scenario.
     *
     * @param base the text of a scenario with the keys that are the same for all cases
     * @param set the other keys, nested as in a scenario; expressions in braces are replaced by their values
     * @param more further keys, each `path=value`
     */
    public static Scenario scenario(
            final String base, final Map<?, ?> set, final Scope scope, final List<String> more) {
        final List<String> overrides = new ArrayList<>(more);
        flatten("", set, scope, overrides);
        return ScenarioReader.parse(base, "machine.yaml", "case", overrides);
    }

    private static void flatten(final String path, final Map<?, ?> set, final Scope scope, final List<String> into) {
        set.forEach((key, value) -> {
            final String at = path.isEmpty() ? String.valueOf(key) : path + "." + key;
            if (value instanceof Map<?, ?> map) {
                flatten(at, map, scope, into);
            } else {
                into.add(at + "=" + scope.text(value));
            }
        });
    }
}
