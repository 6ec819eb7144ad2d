// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A small run with each key of the published schema at its least and its greatest value and at each word: it runs or is
 * refused with the key's name, and never ends with an internal error. Draws of a fuzzer met such a value once in a
 * hundred thousand inputs.
 */
@Tag("lab")
@Tag("M-77")
class SchemaBoundsTest {
    private static final String TINY = "src/test/resources/abuse/tiny.yaml";
    /** A knot by name has a machine of its own, `unsafe` needs a permission, and the program is not asked here. */
    private static final Set<String> LEFT = Set.of("machine.unsafe.variant", "schema", "engine");

    private static final Set<Integer> ANSWERS =
            Set.of(ExitCode.OK, ExitCode.FAILS, ExitCode.BAD_INPUT, ExitCode.PARTIAL);

    private record Setting(String key, String value) {}

    @TempDir
    Path folder;

    private static List<Setting> settings() throws JsonProcessingException {
        List<Setting> all = new ArrayList<>();
        collect(new ObjectMapper().readTree(Captured.of("schema", "scenario").out()), "", all);
        return all;
    }

    private static void collect(JsonNode node, String path, List<Setting> into) {
        node.path("properties").fields().forEachRemaining(field -> {
            String key = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
            JsonNode value = field.getValue();
            if (!LEFT.contains(key)) {
                value.path("enum").forEach(word -> into.add(new Setting(key, word.asText())));
                for (String bound : List.of("minimum", "maximum")) {
                    if (value.has(bound)) {
                        into.add(new Setting(key, value.get(bound).asText()));
                    }
                }
            }
            collect(value, key, into);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"model", "rtl"})
    void everyKeyAtItsBoundsRunsOrIsRefused(String engine) throws JsonProcessingException {
        List<String> wrong = new ArrayList<>();
        for (Setting one : settings()) {
            List<String> words = new ArrayList<>(List.of("run", TINY, "--engine", engine, "--out"));
            words.add(folder.resolve("out").toString());
            words.addAll(List.of("--force", "--set", one.key() + "=" + one.value()));
            if (!"run.max_cycles".equals(one.key())) {
                words.addAll(List.of("--set", "run.max_cycles=3000"));
            }
            Captured answer = Captured.of(words.toArray(String[]::new));
            boolean named = answer.code() != ExitCode.BAD_INPUT || answer.err().contains(one.key());
            if (!ANSWERS.contains(answer.code()) || !named) {
                wrong.add(one.key() + "=" + one.value() + ": " + answer.all());
            }
        }
        assertEquals(List.of(), wrong, () -> String.join("\n", wrong));
        assertTrue(settings().size() > 80, "values: " + settings().size());
    }
}
