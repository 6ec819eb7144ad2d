// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.scenario.InputText;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads and writes cases as files. A case of a workload is a scenario file. A case of words is a scenario file without
 * a workload and with lists of node, task, gap, name or number of the command, its four words, number of data words
 * and cycles between them ({@link Word}):
 *
 * <pre>
 * schema: fairlead.words/1
 * closed: true
 * words:
 *   - [0, 1, 3, POST, 4398046515208, 64, 0, 0, 0, 0]
 * </pre>
 */
public final class CaseFile {
    static final String SCHEMA = "fairlead.words/1";

    /**
     * The schema of a drawn program. Its file has `items: [3, 17]`, the numbers of the program's items, in place of the
     * words.
     */
    static final String ITEMS = "fairlead.items/1";

    private static final ObjectMapper JSON = new ObjectMapper().setSerializationInclusion(JsonInclude.Include.NON_NULL);

    private CaseFile() {}

    /** Returns a case that plays a workload. */
    public static Case of(String name, Map<String, Object> keys) {
        return new Case(keys, scenario(name, keys));
    }

    /** Returns a case that plays a drawn program. */
    public static Case ofItems(String name, Map<String, Object> keys, List<Integer> items) {
        return new Case(keys, scenario(name, keys), null, false, List.copyOf(items));
    }

    /** Returns a case that plays words. */
    public static Case of(String name, Map<String, Object> keys, List<Word> words, boolean closed) {
        return new Case(keys, scenario(name, keys), List.copyOf(words), closed, null);
    }

    /** Returns a case of the same sort as another, with other keys and words or items. */
    static Case shrunk(Case of, Map<String, Object> keys, List<Word> words, List<Integer> items) {
        return new Case(keys, scenario("shrunk", keys), words, of.closed(), items);
    }

    private static Scenario scenario(String name, Map<String, Object> keys) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("schema", "fairlead.scenario/1");
        all.putAll(keys);
        all.putIfAbsent("workload", Map.of("kind", "ring", "barriers", false));
        return ScenarioReader.parse(json(all), name, name, List.of());
    }

    private static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns the text of a file that {@link #read} accepts. Each key and each word is on a line of its own, in the
     * flow style of YAML.
     */
    public static String text(Case one) {
        StringBuilder text = new StringBuilder();
        text.append("schema: ")
                .append(one.hasWords() ? SCHEMA : one.hasItems() ? ITEMS : "fairlead.scenario/1")
                .append('\n');
        one.keys()
                .forEach((key, value) ->
                        text.append(key).append(": ").append(json(value)).append('\n'));
        if (one.hasWords()) {
            text.append("closed: ").append(one.closed()).append('\n').append("words:\n");
            one.words().forEach(word -> text.append("  - ").append(line(word)).append('\n'));
        } else if (one.hasItems()) {
            text.append("items: ").append(json(one.items())).append('\n');
        }
        return text.toString();
    }

    /** Returns one word as one line. */
    public static String line(Word word) {
        Stream<Object> columns = Stream.of(
                word.node(),
                word.task(),
                word.gap(),
                Word.name(word.op()),
                word.w0(),
                word.w1(),
                word.w2(),
                word.w3(),
                word.data(),
                word.spread());
        return columns.map(String::valueOf).collect(Collectors.joining(", ", "[", "]"));
    }

    /** Returns whether the first lines of the text declare a case of words or items, and not a scenario. */
    public static boolean isCase(String text) {
        return text.lines()
                .limit(20)
                .anyMatch(line -> line.startsWith("schema:") && (line.contains(SCHEMA) || line.contains(ITEMS)));
    }

    /** Reads a case of words or items. */
    public static Case read(Path file) {
        return read(file, InputText.of(file));
    }

    /** Reads a case from text that was already read from the file; a pipe can be read only once. */
    public static Case read(Path file, String text) {
        return new CaseReader(file, text).read();
    }
}
