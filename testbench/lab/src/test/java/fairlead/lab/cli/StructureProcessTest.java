// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.cli.ExitCode;
import fairlead.cli.Main;
import fairlead.support.CsvRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands on machines of other structures: each starts itself again with the structure that its input asks for. */
@Tag("M-341")
@Tag("M-928")
@Tag("M-900")
@Tag("M-730")
class StructureProcessTest {
    private static final List<String> LAB = List.of("lockstep", "prove", "routes");
    private static final Path HALO =
            Path.of("../examples/halo3d.yaml").toAbsolutePath().normalize();
    private static final long MOST_SECONDS = 1800; // with a library to be built, on a busy machine
    private static final long TILE_CYCLES = 1_000_000;
    private static final int SEEDS = 12;
    private static final String ONE_PORT = "local_ports: 1";
    private static final String SMALL = "{vcs_per_class: 2, counters: 32, target_epochs: 16, dla_channels: 4}";

    @TempDir
    private Path folder;

    private String said(List<String> words, String... last) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                (LAB.contains(words.get(0)) ? LabMain.class : Main.class).getName()));
        command.addAll(words);
        command.addAll(List.of(last));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        assertTrue(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS), "no end");
        String said = Files.readString(folder.resolve("said"));
        assertEquals(ExitCode.OK, process.exitValue(), said);
        return said;
    }

    private JsonNode play(String... words) throws IOException, InterruptedException {
        Path json = folder.resolve("result.json");
        List<String> command = new ArrayList<>(List.of(words));
        command.addAll(List.of("--json", json.toString()));
        said(command);
        return new ObjectMapper().readTree(json.toFile());
    }

    private JsonNode halo(String engine, String structure, String... more) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(
                List.of("run", HALO.toString(), "--engine", engine, "--no-progress", "--force", "--out", "o"));
        words.addAll(List.of("--set", "machine.shape=[2,2,2]", "--set", "machine.structure=" + structure));
        words.addAll(Arrays.asList(more));
        return play(words.toArray(new String[0]));
    }

    /** What a run does not use changes nothing of it when it is not there; and only the manifest is elaborated. */
    @ParameterizedTest
    @ValueSource(strings = {SMALL, "{" + ONE_PORT + "}"})
    void theTwinOfASmallStructureRunsTheSameEvents(String structure) throws IOException, InterruptedException {
        String[] one = {"--set", "machine.local_ports=1"};
        JsonNode small = halo("model", structure, one);
        assertEquals(halo("model", "{}", one).get("event_sha256"), small.get("event_sha256"));
        JsonNode machine = small.get("effective_config").get("machine").get("structure");
        for (String size : structure.replaceAll("[{} ]", "").split(",")) {
            assertEquals(size.split(":")[1], machine.get(size.split(":")[0]).asText(), machine.toString());
        }
    }

    /**
     * A divided router counts the cycles of its heads in stages, two in each router that a packet passes, and names the
     * resource of which it has too little.
     */
    @Test
    void aDividedRouterCountsWhereItsFlitsWait() throws IOException, InterruptedException {
        String structure = "{router_stages: 4, islip_iterations: 1}";
        JsonNode run = halo("model", structure, "--set", "run.counters=true");
        JsonNode judged = run.get("verdicts").get("router_counters");
        assertTrue(judged.get("holds").booleanValue(), judged.toString());
        long stages = 0;
        long blocked = 0;
        for (Map<String, String> row : CsvRows.of(folder.resolve("o/counters.csv"))) {
            stages += Long.parseLong(row.get("stage_cycles"));
            blocked += Long.parseLong(row.get("blocked_cycles"));
        }
        long packets = run.get("metrics").get("packets").longValue();
        assertEquals(2 * 2 * packets, stages); // each goes to a neighbour, and so passes two routers
        assertTrue(blocked > 0);
        Path out = folder.resolve("slow");
        String said = said(
                List.of(("run " + HALO + " --engine model --no-progress --report --out " + out
                                + " --set machine.shape=[2,2,2] --set machine.link_interval=16 --set run.counters=true"
                                + " --set")
                        .split(" ")),
                "machine.structure=" + structure);
        assertTrue(said.contains("This run is limited by link bandwidth: "), said);
        assertTrue(said.contains("flits waited most for a link that is slower than the router"), said);
    }

    /** The RouteUnit with coordinates of 8 bits, which alone in a router reads them: every question on 20x3x2. */
    @Test
    @Tag("slow")
    void theWideRouteUnitIsThatOfTheRules() throws IOException, InterruptedException {
        Path wide =
                Files.writeString(folder.resolve("wide.yaml"), "schema: fairlead.structure/1\ncoordinate_bits: 8\n");
        JsonNode compared = play("routes", "--shape", "20,3,2", "--structure", wide.toString());
        assertEquals(0, compared.get("differences").intValue(), compared.toString());
        assertTrue(compared.get("tuples").longValue() >= 120L * 120 * 10 * 8 * 4, compared.toString());
    }

    /** Each point of a front runs on the library of its own structure, which is built first. */
    @Test
    @Tag("slow")
    void aFrontOverTwoStructuresIsConfirmedOnTheRtlOfEach() throws IOException, InterruptedException {
        Path study = Files.writeString(
                folder.resolve("study.yaml"),
                "schema: fairlead.study/1\nscenario: "
                        + HALO.resolveSibling("studies/halo3d_small.yaml")
                        + "\nset: {machine.shape: [4, 4, 1], machine.buffers.local: 4}\ngenes:\n"
                        + "  machine.structure.max_payload: {values: [64, 256]}\n"
                        + "  machine.buffers.link_vc: {values: [2, 4]}\n"
                        + "  machine.buffers.injection: {values: [1, 4, 8]}\n"
                        + "  machine.buffers.response: {values: [1, 4]}\n"
                        + "objectives: [completion_time, p99_latency, buffer_bits]\n");
        String said = said(List.of("search", study.toString(), "--out", "found", "--workers", "2"));
        assertTrue(said.contains(" runs of the front repeated on the RTL: all equal, all verdicts hold"), said);
        JsonNode front = new ObjectMapper()
                .readTree(folder.resolve("found/archive.json").toFile())
                .get("front");
        Set<Integer> payloads = new HashSet<>();
        for (JsonNode point : front) {
            payloads.add(point.get("genes").get("machine.structure.max_payload").intValue());
            assertTrue(point.get("rtl_equal").booleanValue(), point.toString());
        }
        assertEquals(Set.of(64, 256), payloads);
    }

    /** halo3d on the RTL and its twin in lockstep, then drawn cases. */
    @ParameterizedTest(name = "{0}")
    @CsvFileSource(resources = "/lockstep/structures.txt", delimiter = '|')
    @Tag("slow")
    void theRtlOfAStructureIsItsTwin(String structure) throws IOException, InterruptedException {
        String shape = structure.contains("dimensions: 1")
                ? "[8,1,1]"
                : structure.contains("dimensions: 2") ? "[4,2,1]" : "[2,2,2]";
        List<String> sets = new ArrayList<>(List.of("--set", "machine.shape=" + shape));
        if (structure.contains("barrier_unit: 0")) {
            sets.addAll(List.of("--set", "workload.barriers=false", "--set", "expect.exercised=[]"));
        }
        if (structure.contains(ONE_PORT)) {
            sets.addAll(List.of("--set", "machine.local_ports=1"));
        }
        String ending = halo("lockstep", structure, sets.toArray(new String[0]))
                .get("ending")
                .textValue();
        assertTrue(ending.startsWith("completed in cycle "), ending);
        Path file = folder.resolve("structure.yaml");
        Files.writeString(
                file,
                "schema: fairlead.structure/1\n"
                        + structure.replaceAll("[{}]", "").replace(", ", "\n"));
        long evaluated = 0;
        for (int from = 1; evaluated < TILE_CYCLES; from += SEEDS) {
            JsonNode found =
                    play("lockstep", "--structure", file.toString(), "--from", "" + from, "--seeds", "" + SEEDS);
            assertEquals(0, found.get("differing").intValue(), found.toString());
            evaluated += found.get("tile_cycles_evaluated").longValue();
        }
        if (Stream.of(": 0", "_fifos", ONE_PORT, "512", "256").anyMatch(structure::contains)) {
            // raw commands name what is not there, and every value of a field
            JsonNode found = play("lockstep", "--raw", "--structure", file.toString(), "--seeds", "" + SEEDS);
            assertEquals(0, found.get("differing").intValue(), found.toString());
        }
    }
}
