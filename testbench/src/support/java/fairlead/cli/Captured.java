// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * What one command line answered. Standard input is empty unless the test has set bytes: under Maven it is a line to
 * Maven, which never ends.
 */
public record Captured(int code, String out, String err) {
    public static Captured of(String... args) {
        return of(Main::execute, args);
    }

    /** Takes words of any type, and those of lists and arrays one by one. */
    public static Captured of(Object... words) {
        return of(words(words).toArray(String[]::new));
    }

    private static Stream<String> words(Object... words) {
        return Stream.of(words)
                .flatMap(word -> word instanceof Collection<?> list
                        ? words(list.toArray())
                        : word instanceof Object[] array ? words(array) : Stream.of(word.toString()));
    }

    /** Returns what this entry point answers. */
    public static Captured of(ToIntFunction<String[]> main, String... args) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        InputStream in = System.in;
        ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        try {
            if (!(in instanceof ByteArrayInputStream)) {
                System.setIn(InputStream.nullInputStream());
            }
            System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
            int code = main.applyAsInt(args);
            return new Captured(
                    code, outBytes.toString(StandardCharsets.UTF_8), errBytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
            System.setIn(in);
        }
    }

    /** Requires this exit code. */
    public Captured exits(int expected) {
        assertEquals(expected, code, this::all);
        return this;
    }

    /** Requires each of these texts on stdout. */
    public Captured says(String... texts) {
        List.of(texts).forEach(text -> assertTrue(out.contains(text), () -> "not said: " + text + "\n" + all()));
        return this;
    }

    /** Requires each of these texts on stderr. */
    public Captured complains(String... texts) {
        List.of(texts).forEach(text -> assertTrue(err.contains(text), () -> "not said: " + text + "\n" + all()));
        return this;
    }

    /** Requires one line on stderr, beside warnings. */
    public Captured complainsOnce() {
        assertEquals(
                1,
                err.lines()
                        .filter(line -> !line.startsWith("fairlead: warning: "))
                        .count(),
                this::all);
        return this;
    }

    /** Returns the names in a folder, in their order. */
    public static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    public static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }

    /** Returns the status of each case of a suite that was run to this folder. */
    static Map<String, String> statuses(Path out) throws IOException {
        Map<String, String> status = new TreeMap<>();
        for (JsonNode one : json(out.resolve("results.json")).get("cases")) {
            status.put(one.get("case").asText(), one.get("status").asText());
        }
        return status;
    }

    public String all() {
        return "exit code " + code + System.lineSeparator() + out + err;
    }
}
