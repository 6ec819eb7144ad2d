// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.node.Observer;
import fairlead.plan.Plans;
import fairlead.run.Session;
import fairlead.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** fairlead replay and diff: a folder alone reproduces its run, and two runs are told apart down to an event. */
@Tag("M-304")
@Tag("M-305")
class ReplayCommandTest {
    private static final String RANDOM =
            "schema: fairlead.scenario/1\nmachine: {shape: [3, 2, 1], memory_bytes: 65536}\n"
                    + "workload: {kind: random, ops_per_node: 6}\nengine: model\n";

    @TempDir
    private Path folder;

    private Path random;

    @BeforeEach
    void scenario() throws IOException {
        random = Files.writeString(folder.resolve("random.yaml"), RANDOM);
    }

    /** Runs a scenario into a folder of this name, and leaves nothing of it but summary.json. */
    private Path run(String name, String... words) throws IOException {
        Path out = folder.resolve(name);
        List<String> all = new ArrayList<>(List.of("run", "--no-progress", "--out", out.toString()));
        all.addAll(List.of(words));
        Captured answer = Captured.of(all);
        assertTrue(Files.exists(out.resolve("summary.json")), answer.all());
        Path alone = Files.createDirectory(folder.resolve(name + "-alone"));
        Files.copy(out.resolve("summary.json"), alone.resolve("summary.json"));
        return alone;
    }

    /**
     * Every kind of run: both engines and lockstep, a fault, an end by a limit, a stop and a run on after a violation,
     * an unsafe machine.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "RANDOM",
                "RANDOM --seed 77 --set machine.routing.mode=adaptive",
                "RANDOM --engine rtl",
                "RANDOM --engine rtl --library lab",
                "RANDOM --engine lockstep --set run.quantum=7",
                "RANDOM --set run.max_cycles=120",
                "RANDOM --set machine.latency.jitter=30 --set machine.tasks_per_node=[1,2,1,2,1,2] --set run.hops=true",
                "../examples/broken_flush.yaml",
                "../examples/broken_flush.yaml --keep-going --set workload.iterations=12",
                "../examples/ring.yaml --engine rtl --allow-unsafe --set machine.unsafe.variant=one_vc",
                "../examples/barrier_storm.yaml --engine model",
            })
    void aFolderAloneReproducesItsEvents(String words) throws IOException {
        Path alone = run("run", words.replace("RANDOM", random.toString()).split(" "));
        Files.delete(random);
        Captured.of("replay", alone).exits(ExitCode.OK).says("the same events as in " + alone);
    }

    @Test
    void whatDoesNotReproduceItsEventsEndsWithThree() throws IOException {
        Path alone = run("run", random.toString());
        Path summary = alone.resolve("summary.json");
        String text = Files.readString(summary);
        Files.writeString(summary, text.replace("\"ops_per_node\" : 6", "\"ops_per_node\" : 5"));
        Captured.of("replay", alone).exits(ExitCode.DIFFERS).complains("the events differ: recorded ");
        Files.writeString(
                summary,
                text.replaceFirst("\"layout\" : \"..", "\"layout\" : \"--")
                        .replaceFirst("\"event_sha256\" : \"..", "\"event_sha256\" : \"--"));
        Captured.of("replay", alone).exits(ExitCode.DIFFERS).complains("the run was made with layout --");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | there is nothing in it",
                "[] | line 1: a summary is a mapping of keys, not []",
                "{ | not YAML",
                "{\"schema\": \"fairlead.regress/1\"} | schema = fairlead.regress/1: must be fairlead.summary/1",
                "{\"schema\": \"fairlead.summary/1\"} | event_sha256: is missing",
                "CUT event_sha256 | event_sha256: is missing; a run writes it",
                "CUT effective_config | effective_config: is missing",
                "SET \"event_sha256\" : \"->\"event_sha256\" : 7, \"x\" : \" | event_sha256 = 7: must be a text",
                "SET \"kind\" : \"random\"->\"kind\" : \"radnom\" | workload.kind = radnom: must be one of",
                "SET \"seed\" : 1,->\"seed\" : -1, | seed = -1: must be an integer",
                "SET \"library\" : \"product\"->\"library\" : \"../lab\" | run_options.library = ../lab: must be one of product, lab, small",
                "NONE | holds no summary.json",
            })
    void whatIsNoRunIsRefusedWithItsPlace(String change, String message) throws IOException {
        Path alone = run("run", random.toString(), "--engine", "rtl");
        Path summary = alone.resolve("summary.json");
        String text = Files.readString(summary);
        if (change.startsWith("CUT ")) {
            text = text.replace("\"" + change.substring(4) + "\"", "\"other\"");
        } else if (change.startsWith("SET ")) {
            String[] sides = change.substring(4).split("->");
            assertTrue(text.contains(sides[0]), text);
            text = text.replace(sides[0], sides[1]);
        } else {
            text = change;
        }
        Files.writeString(summary, text);
        if ("NONE".equals(change)) {
            Files.delete(summary);
        }
        for (Captured answer : List.of(Captured.of("replay", alone), Captured.of("diff", alone, alone))) {
            boolean read = answer.out().startsWith("A: "); // a diff of equal hashes builds no scenario
            assertEquals(read ? ExitCode.OK : ExitCode.BAD_INPUT, answer.code(), answer.all());
            assertTrue(read || answer.err().contains(message), answer.err());
            assertFalse(answer.err().contains("Exception"), answer.err());
        }
        Captured.of("replay", alone).exits(ExitCode.BAD_INPUT);
    }

    @Test
    void theTwinAndTheRtlDifferInTheEngineOnly() throws IOException {
        Path rtl = run("a", random.toString(), "--engine", "rtl");
        Path twin = run("b", random.toString());
        Captured answer = Captured.of("diff", rtl, twin).exits(ExitCode.OK).says("all events are equal");
        assertFalse(answer.out().contains(".holds") || answer.out().contains("metrics."), answer.out());
    }

    /** The identity events of a run as bytes, collected apart from the code under test. */
    private List<byte[]> events(String... overrides) {
        List<byte[]> all = new ArrayList<>();
        new Session(Plans.of(ScenarioReader.parse(RANDOM, "random", "random", List.of(overrides))))
                .run(e -> {}, new Observer() {
                    @Override
                    public void events(EventCursor batch) {
                        while (batch.next()) {
                            if (EventKind.isIdentity(batch.kind())) {
                                byte[] one = new byte[EventCursor.BYTES];
                                batch.data().get(batch.offset(), one);
                                all.add(one);
                            }
                        }
                        batch.rewind();
                    }
                });
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"machine.latency.memory=21", "seed=2", "run.max_cycles=150", "workload.ops_per_node=7"})
    void theFirstDifferingEventIsNamedWithItsContext(String set) throws IOException {
        Path a = run("a", random.toString());
        Path b = run("b", random.toString(), "--set", set);
        List<byte[]> first = events();
        List<byte[]> second = events(set);
        int equal = 0;
        while (equal < Math.min(first.size(), second.size()) && Arrays.equals(first.get(equal), second.get(equal))) {
            equal++;
        }
        Path json = folder.resolve("diff.json");
        Captured.of("diff", a, b, "--json", json)
                .exits(ExitCode.FAILS)
                .says("first differing event: after " + equal + " equal ones");
        JsonNode lines = Captured.json(json).get("first_differing_event");
        List<String> texts = new ArrayList<>();
        lines.forEach(line -> texts.add(line.asText()));
        assertEquals(
                Math.min(5, equal),
                texts.stream().filter(t -> t.startsWith("  both  ")).count());
        assertSide(texts, "  A     ", first, equal);
        assertSide(texts, "  B     ", second, equal);
    }

    private static void assertSide(List<String> texts, String prefix, List<byte[]> events, int from) {
        List<String> side = texts.stream().filter(t -> t.startsWith(prefix)).toList();
        int left = events.size() - from;
        assertEquals(left == 0 ? 1 : Math.min(5, left), side.size(), texts.toString());
        if (left == 0) {
            assertTrue(side.get(0).contains("has no more events"), side.toString());
        } else {
            long cycle = ByteBuffer.wrap(events.get(from))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .getLong();
            assertTrue(side.get(0).startsWith(prefix + "cycle " + cycle + " node "), side.get(0));
        }
    }

    @Test
    void summariesAloneAreComparedWithoutARun() throws IOException {
        Path a = run("a", random.toString());
        Path b = run("b", random.toString(), "--seed", "2");
        Captured answer =
                Captured.of("diff", a, b, "--no-events").exits(ExitCode.FAILS).says("effective_config.seed");
        assertFalse(answer.out().contains("first differing event"), answer.out());
    }

    @Test
    void aRunThatDoesNotRepeatIsToldByDiffToo() throws IOException {
        Path a = run("a", random.toString());
        Path summary = a.resolve("summary.json");
        Files.writeString(
                summary, Files.readString(summary).replaceFirst("\"event_sha256\" : \"..", "\"event_sha256\" : \"--"));
        Captured.of("diff", a, run("b", random.toString()))
                .exits(ExitCode.DIFFERS)
                .complains(a + ": its run does not repeat its events");
    }
}
