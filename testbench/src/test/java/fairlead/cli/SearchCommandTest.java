// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.evaluate.Store;
import fairlead.hw.HwLayout;
import fairlead.rtl.NativeLibraries;
import fairlead.search.Area;
import fairlead.search.Search;
import fairlead.search.StudyReader;
import fairlead.support.Inline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exit codes and files of `search` and `eval`. All simulations are in the store already, so no worker is started. */
@Tag("M-30")
@Tag("M-31")
@Tag("M-160")
class SearchCommandTest {
    private static final Path ROOT = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
    private static final Path STUDY = ROOT.resolve("testbench/src/test/resources/studies/small.yaml");
    private static final Path SCENARIO = ROOT.resolve("examples/halo3d.yaml");

    @TempDir
    static Path folder;

    @BeforeAll
    static void fill() {
        new Search(
                        StudyReader.read(STUDY),
                        new Inline(new Store(folder.resolve("store"))),
                        new Area.Bits("gate_equivalents is no objective of this study"),
                        (name, trials) -> {})
                .run(false);
    }

    private static Captured search(Path out, String... more) {
        String[] command = {
            "search",
            STUDY.toString(),
            "--out",
            out.toString(),
            "--store",
            folder.resolve("store").toString()
        };
        return Captured.of(Stream.concat(Stream.of(command), Stream.of(more)).toArray(String[]::new));
    }

    @Test
    void aGoodStudyExitsWithZeroAndTheProgressNamesItsPhases() throws IOException {
        Path out = folder.resolve("good");
        search(out)
                .exits(ExitCode.OK)
                .says("all equal, all verdicts hold")
                .complains("0 simulations run")
                .complains("fairlead: evolution")
                .complains("fairlead: random")
                .complains("points on the RTL");
        for (String file : new String[] {"archive.json", "trials.csv", "report.html"}) {
            assertTrue(Files.size(out.resolve(file)) > 100, file);
        }
        search(out).exits(ExitCode.BAD_INPUT);
        search(out, "--resume").exits(ExitCode.OK);
    }

    /** Studies that differ in name and budget alone: a folder goes on with the same or a larger budget. */
    @ParameterizedTest
    @CsvSource({"1, 1, 0", "1, 24, 0", "23, 24, 0", "24, 23, 2", "1000000, 999999, 2"})
    void aLargerBudgetGoesOnInTheSameFolder(int first, int second, int code) throws IOException {
        Path out = folder.resolve("budget" + first + "-" + second);
        Captured.of("search", study("a", first), "--out", out, "--ask-tell").exits(ExitCode.OK);
        Captured.of("search", study("b", second), "--out", out, "--ask-tell", "--resume")
                .exits(code);
        Path other = study("c", second);
        Files.writeString(other, Files.readString(other).replace("seed: ", "seed: 1"));
        Captured.of("search", other, "--out", out, "--ask-tell", "--resume").complains("another study was begun there");
    }

    private static Path study(String name, int budget) throws IOException {
        String text = Files.readString(STUDY).replaceFirst("evaluations: \\d+", "evaluations: " + budget);
        String scenario =
                STUDY.toRealPath().resolveSibling("small_scenario.yaml").toString();
        return Files.writeString(folder.resolve(name + ".yaml"), text.replace("small_scenario.yaml", scenario));
    }

    /** One RTL result of the front is altered by one cycle. */
    @Test
    void anRtlThatDiffersExitsWithThree() throws IOException {
        Path out = folder.resolve("differs");
        search(out).exits(ExitCode.OK);
        JsonNode first =
                Captured.json(out.resolve("archive.json")).path("front").get(0);
        String twin = first.path("simulations").get(0).asText();
        Path altered = rtlLike(new Store(folder.resolve("store")).place(twin));
        String before = Files.readString(altered);
        try {
            double cycles = first.path("values").path("completion_time").asDouble();
            ObjectNode other = (ObjectNode) new ObjectMapper().readTree(before);
            other.remove("checksum"); // else the entry would count as damaged, and be made again
            ((ObjectNode) other.path("metrics")).put("completion_time", 7.0);
            new Store(folder.resolve("store")).put(Store.parse(other.toString()));
            Captured answer = search(out, "--resume");
            assertEquals(ExitCode.DIFFERS, answer.code(), answer.out() + cycles);
            assertTrue(
                    answer.out().contains("completion_time: twin ")
                            && answer.out().contains("RTL 7.0"),
                    answer.out());
            assertTrue(Files.readString(out.resolve("report.html")).contains("The RTL differs from the twin"));
        } finally {
            Files.writeString(altered, before);
        }
    }

    /** The stored RTL result with the same events as this one of the twin. */
    private static Path rtlLike(Path twin) throws IOException {
        JsonNode wanted = Captured.json(twin);
        try (Stream<Path> files = Files.walk(folder.resolve("store"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
                JsonNode node = Captured.json(file);
                if ("rtl".equals(node.path("engine").asText())
                        && node.path("event_sha256").equals(wanted.path("event_sha256"))
                        && node.path("effective")
                                .path("machine")
                                .equals(wanted.path("effective").path("machine"))) {
                    return file;
                }
            }
        }
        throw new IllegalStateException("no RTL result like " + twin);
    }

    /** Else every point of the front would be run, lost and put into quarantine. */
    @Test
    void aLibraryOfOtherLayoutsIsOneErrorBeforeTheSearch() throws IOException {
        byte[] library = Files.readAllBytes(NativeLibraries.path("product"));
        String text = new String(library, StandardCharsets.ISO_8859_1);
        int hash = text.indexOf(HwLayout.manifestHash());
        assertTrue(hash > 0, "the library carries its hash");
        library[hash] = (byte) (library[hash] == '0' ? '1' : '0');
        OtherLibrary.during(folder.resolve("other"), library, library, () -> {
            Captured answer = search(folder.resolve("layouts")).exits(ExitCode.ENVIRONMENT);
            assertTrue(answer.err().startsWith("fairlead: layouts differ: "), answer.err());
            answer.complainsOnce();
            assertFalse(Files.exists(folder.resolve("layouts")), "nothing is begun");
            Captured sweep = Captured.of("sweep", SCENARIO, "--over", "machine.latency.link=1,2");
            assertEquals(ExitCode.ENVIRONMENT, sweep.code(), sweep.err());
            assertTrue(sweep.err().startsWith("fairlead: layouts differ: "), sweep.err());
        });
    }

    @Test
    void evalPrintsAResultAndRunsItOnce() throws IOException {
        Path point = folder.resolve("p.json");
        Files.writeString(
                point,
                "{\"scenario\": \""
                        + STUDY.resolveSibling("small_scenario.yaml").toAbsolutePath()
                        + "\", \"set\": {\"engine\": \"model\", \"machine.buffers.link_vc\": 2}}");
        String store = folder.resolve("eval").toString();
        Captured first = Captured.of("eval", "--point", point, "--out", store).exits(ExitCode.OK);
        JsonNode node = new ObjectMapper().readTree(first.out());
        assertEquals(
                2,
                node.path("effective")
                        .path("machine")
                        .path("buffers")
                        .path("link_vc")
                        .asInt());
        Path file = new Store(Path.of(store)).place(node.path("key").asText());
        ObjectNode stored = (ObjectNode) Captured.json(file);
        assertEquals(64, stored.remove("checksum").asText().length());
        assertEquals(node, stored);
        var made = Files.getLastModifiedTime(file);
        assertEquals(
                first.out(),
                Captured.of("eval", "--point", point, "--out", store).out());
        assertEquals(made, Files.getLastModifiedTime(file), "written once");
        Files.writeString(file, "{ half of a resu");
        assertEquals(
                first.out(),
                Captured.of("eval", "--point", point, "--out", store).out(),
                "made again");
        Files.writeString(point, "{\"scenaro\": 1}");
        Captured.of("eval", "--point", point, "--out", store).exits(ExitCode.BAD_INPUT);
    }
}
