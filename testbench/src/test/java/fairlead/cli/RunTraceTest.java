// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.plan.Plans;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.run.record.PacketRecord;
import fairlead.run.record.Recording;
import fairlead.run.view.TraceFile;
import fairlead.support.CsvRows;
import fairlead.support.Runs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The trace and the tables of a run, and the life of an operation in words. */
@Tag("M-269")
@Tag("M-270")
@Tag("M-381")
class RunTraceTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private Captured run(String example, String... more) {
        String file = "../examples/" + example + ".yaml";
        Path out = folder.resolve("out");
        return Captured.of("run", file, "--no-progress", "--engine", "model", "--out", out, more)
                .exits(ExitCode.OK);
    }

    private JsonNode json(String name) throws Exception {
        return Captured.json(folder.resolve("out").resolve(name));
    }

    private List<Map<String, String>> rows(String name) throws Exception {
        return CsvRows.of(folder.resolve("out").resolve(name));
    }

    private static String track(JsonNode event) {
        return event.get("pid").asInt() + " " + event.get("tid").asInt();
    }

    @Test
    void everySpanOfTheTraceEndsAndSlicesDoNotOverlap() throws Exception {
        run("random", "--trace", "--tables");
        Map<String, Long> begun = new HashMap<>();
        Map<String, Integer> spans = new HashMap<>();
        Map<String, TreeMap<Long, Long>> slices = new HashMap<>();
        for (JsonNode e : inOrderOfTime(json("trace.json").get("traceEvents"))) {
            String key = e.path("cat").asText() + e.path("id").asText();
            switch (e.get("ph").asText()) {
                case "b" -> assertEquals(null, begun.put(key, e.get("ts").asLong()), key);
                case "e" -> {
                    assertTrue(begun.remove(key) <= e.get("ts").asLong(), key);
                    spans.merge(e.get("cat").asText(), 1, Integer::sum);
                }
                case "X" -> slices.computeIfAbsent(track(e), t -> new TreeMap<>())
                        .merge(e.get("ts").asLong(), e.get("dur").asLong(), Math::max);
                default -> {}
            }
        }
        assertEquals(Map.of(), begun);
        slices.forEach((track, all) -> {
            long end = 0;
            for (Map.Entry<Long, Long> slice : all.entrySet()) {
                assertTrue(slice.getKey() >= end, "slices overlap on " + track + " at " + slice.getKey());
                end = slice.getKey() + slice.getValue();
            }
        });
        assertEquals(rows("packets.csv").size(), spans.get("packet"));
        long handed = rows("ops.csv").stream()
                .filter(r -> !r.get("posted_cycle").isEmpty())
                .count();
        assertEquals(handed, spans.get("operation") + spans.get("fence") + spans.get("barrier"));
    }

    /** Returns the events as Perfetto takes them: by time, those of one time in the order of the file. */
    private static List<JsonNode> inOrderOfTime(JsonNode events) {
        List<JsonNode> sorted = new ArrayList<>();
        events.forEach(sorted::add);
        sorted.sort(Comparator.comparingLong(e -> e.path("ts").asLong()));
        return sorted;
    }

    /**
     * Binds each arrow as Perfetto does, to the slice of its track that has begun last, and returns the phases of the
     * arrow and what each joins.
     */
    private static Map<Integer, List<String>> bound(List<JsonNode> sorted) {
        Map<String, JsonNode> open = new HashMap<>();
        Map<Integer, List<String>> bound = new HashMap<>();
        for (JsonNode e : sorted) {
            String phase = e.get("ph").asText();
            if ("X".equals(phase)) {
                open.put(track(e), e);
            } else if ("stf".contains(phase)) {
                JsonNode slice = open.get(track(e));
                assertTrue(slice != null, "no slice before an arrow: " + e);
                long end = slice.get("ts").asLong() + slice.get("dur").asLong();
                assertTrue(e.get("ts").asLong() < end, "the slice has ended: " + e);
                bound.computeIfAbsent(e.get("id").asInt(), i -> new ArrayList<>())
                        .add(phase + slice.get("name").asText());
            }
        }
        return bound;
    }

    /** An arrow joins the slices of its own packet and operation, also where many begin in one cycle. */
    @ParameterizedTest
    @ValueSource(strings = {"random", "halo3d", "incast"})
    void everyArrowIsBoundToItsOwnSlices(String example) throws Exception {
        run(example, "--trace", "--tables");
        List<JsonNode> sorted = inOrderOfTime(json("trace.json").get("traceEvents"));
        Map<Integer, List<String>> bound = bound(sorted);
        List<Map<String, String>> packets = rows("packets.csv");
        assertEquals(packets.size(), bound.size());
        int shared = 0;
        int whole = 0; // from the operation to the packet and its commit
        for (Map<String, String> packet : packets) {
            List<String> arrow = bound.get(Integer.parseInt(packet.get("packet")));
            String phases = arrow.stream().map(part -> part.substring(0, 1)).collect(Collectors.joining());
            assertTrue(phases.matches("st{0,2}f"), packet + " " + phases);
            whole += phases.equals("sttf") ? 1 : 0;
            List<String> joined = arrow.stream().map(part -> part.substring(1)).toList();
            String own = packet.get("type") + " " + packet.get("source") + " to " + packet.get("target");
            String op = "op " + packet.get("op");
            joined.forEach(name -> assertTrue(name.equals(own) || name.equals(op), packet + " joins " + joined));
            assertEquals(2, joined.stream().filter(own::equals).count(), packet + " joins " + joined);
            shared += joined.size() - 2;
        }
        assertTrue(shared > packets.size() / 3, "arrows to operations: " + shared);
        assertTrue(whole > 0);
        long processes = sorted.stream()
                .filter(e -> e.get("name").asText().equals("process_name"))
                .count();
        assertEquals(json("summary.json").get("nodes").asLong(), processes);
    }

    @Test
    void theTablesAgreeWithTheSummary() throws Exception {
        run("halo3d", "--tables", "--report", "--no-reliefs");
        JsonNode metrics = json("summary.json").get("metrics");
        List<Map<String, String>> packets = rows("packets.csv");
        assertEquals(metrics.get("packets").asLong(), packets.size());
        assertEquals(
                metrics.get("latency_cycles").get("mean").asDouble(),
                packets.stream()
                        .mapToLong(p -> Long.parseLong(p.get("latency_cycles")))
                        .average()
                        .orElse(0),
                1e-9);
        assertEquals(
                metrics.get("flit_hops").asLong(),
                packets.stream()
                        .mapToLong(p -> Long.parseLong(p.get("flits")) * (1 + Long.parseLong(p.get("hops"))))
                        .sum());
    }

    @Test
    void aTraceStopsAtItsSizeAndSaysSo() throws Exception {
        RunPlan plan = Plans.of(Runs.scenario(Runs.yaml(1, "2x2x1", "kind: ring", ""), "engine=model"));
        PacketRecord packets = new PacketRecord(plan.machine(), 20);
        RunResult result =
                new Session(plan).record(new Recording(plan.machine())).run(executor -> {}, packets);
        assertTrue(packets.all() > 20);
        Path file = folder.resolve("small.json");
        String omitted = new TraceFile(result.report(), plan.program(), packets, 5000).write(file);
        assertTrue(Files.size(file) < 7000, "bytes: " + Files.size(file));
        assertEquals(
                omitted, Captured.json(file).get("otherData").get("omitted").asText());
        assertTrue(omitted.contains("packets behind the first 20"), omitted);
    }

    @Test
    void theLifeOfAnOperationHasTheCyclesOfItsRow() throws Exception {
        run("halo3d", "--tables");
        Map<String, String> op = rows("ops.csv").stream()
                .filter(r -> r.get("kind").equals("GET") && r.get("bytes").equals("1024"))
                .findFirst()
                .orElseThrow();
        String life =
                run("halo3d", "--explain", "op:" + op.get("op"), "--force").out();
        for (String cycle : List.of("posted_cycle", "first_commit_cycle", "last_commit_cycle", "completed_cycle")) {
            assertTrue(life.contains(String.format("%10s ", op.get(cycle))), cycle + " of " + op + "\n" + life);
        }
        List<Map<String, String>> own = rowsOf(op.get("op"));
        assertEquals(8, own.size(), "four GET and four DATA");
        for (Map<String, String> packet : own) {
            String name = "packet " + packet.get("packet") + ": ";
            String last = String.format("%10s ", packet.get("delivered_cycle"));
            assertTrue(life.lines().anyMatch(l -> l.startsWith(last) && l.contains(name + "its tail")), name + life);
            String hops = packet.get("hops");
            assertEquals(
                    hops,
                    ""
                            + life.lines()
                                    .filter(l -> l.contains(name + "its head leaves"))
                                    .count(),
                    life);
        }
    }

    private List<Map<String, String>> rowsOf(String op) throws Exception {
        run("halo3d", "--tables", "--force");
        return rows("packets.csv").stream().filter(p -> p.get("op").equals(op)).toList();
    }

    @Test
    void aPacketInAnIdleNetworkWaitsForNothing() throws Exception {
        Path scenario = folder.resolve("quiet.yaml");
        Files.writeString(
                scenario,
                "schema: fairlead.scenario/1\nmachine: {shape: [9, 5, 1]}\nengine: model\n"
                        + "workload: {kind: traffic, pattern: uniform, load: 0.002, cycles: 600, packet_flits: 3,"
                        + " epochs: false, fences: false, barriers: false}\n");
        List<String> args = new ArrayList<>(List.of("run", scenario.toString(), "--no-progress", "--force"));
        args.addAll(List.of("--out", folder.resolve("out").toString(), "--tables"));
        Captured.of(args).exits(ExitCode.OK);
        String far = rows("packets.csv").stream()
                .filter(p -> Integer.parseInt(p.get("hops")) > 3)
                .findFirst()
                .orElseThrow()
                .get("packet");
        args.addAll(List.of("--explain", "packet:" + far));
        Captured answer = Captured.of(args);
        assertTrue(
                answer.out().lines().filter(l -> l.contains("its head leaves")).count() > 3, answer.out());
        assertFalse(answer.out().contains("it waited"), answer.out());
    }

    /** The script of the examples reads the tables with pandas, and what it adds up is what the run has measured. */
    @Test
    void theTablesLoadInPandasWithTheirTypes() throws Exception {
        Path script = Path.of("../examples/tables/load.py");
        Process probe = new ProcessBuilder("/usr/bin/python3", "-c", "import pandas").start();
        assumeTrue(probe.waitFor() == 0, "pandas is not installed (scripts/setup --tests)");
        run("random", "--tables");
        Process process = new ProcessBuilder(
                        "/usr/bin/python3",
                        script.toString(),
                        folder.resolve("out").toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        JsonNode metrics = json("summary.json").get("metrics");
        String mean = String.format(
                Locale.ROOT,
                "latency mean %.1f max %d",
                metrics.at("/latency_cycles/mean").asDouble(),
                metrics.at("/latency_cycles/max").asLong());
        assertTrue(said.contains(mean), mean + " is not in\n" + said);
        long flits = metrics.get("flits").asLong();
        assertTrue(said.contains("flits " + flits), said);
        for (String typed : List.of("op:Int64", "delivered_cycle:Int64", "type:string")) {
            assertTrue(said.contains(typed), typed + " is not in\n" + said);
        }
    }
}
