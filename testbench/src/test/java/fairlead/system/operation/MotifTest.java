// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.PacketType;
import fairlead.plan.Plans;
import fairlead.run.RunResult;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.support.EventLog;
import fairlead.support.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The motifs of examples/motifs: their verdicts, and the bytes that they must move. */
@Tag("M-354")
class MotifTest {
    private static final Path EXAMPLES = Path.of("../examples/motifs");

    /**
     * Bytes of puts and of the data of gets, with a word for each message that announces it, counted by hand from the
     * parameters of the example.
     */
    private static final Map<String, Long> BYTES = Map.of(
            "halo27.yaml", 27L * 2 * (6 * (8 * 8 * 8 + 8) + 12 * (8 * 8 + 8) + 8 * (8 + 8)),
            "sweep3d.yaml", 8L * 2 * 2 * 12 * (8 * 4 * 8 + 8),
            "fft3d.yaml", 2L * 16 * (3 + 3) * (1024 + 8),
            "pingpong.yaml", 8L * 8 * 2 * (128 + 8),
            "shmem_put.yaml", 18L * 4 * 256,
            "shmem_get.yaml", 18L * 4 * 256,
            "shmem_wait_until.yaml", 18L * 4 * 256,
            "shmem_ring.yaml", 18L * 4 * 256);

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.sorted().toList();
        }
    }

    /** On the twin; the RTL has the same events (RecordedHashesTest). */
    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    void eachMotifHoldsAndMovesItsBytes(Path file) {
        Scenario scenario = ScenarioReader.read(file, List.of("engine=model"));
        EventLog log = new EventLog();
        RunResult result = Runs.run(Plans.of(scenario), log);
        assertTrue(scenario.exercised().size() >= 3, "nothing is expected");
        Runs.assertHolds(result, "scripts/fairlead run " + file, scenario.exercised());
        long bytes = 0;
        int atomics = 0;
        for (EventLog.Event e : log.ofKinds(EventKind.PACKET_DELIVERED)) {
            int type = (int) Header0.ptype(e.a());
            bytes += type == PacketType.PUT || type == PacketType.DATA ? Header0.length(e.a()) : 0;
            atomics += type == PacketType.FADD ? 1 : 0;
        }
        assertEquals(BYTES.getOrDefault(file.getFileName().toString(), bytes), bytes);
        assertTrue(!file.endsWith("gups.yaml") || atomics == 32 * 32);
    }

    @Test
    void aHotNodeIsDrawnMoreOftenThanAnother() {
        String motif = "kind: gups, updates: 64, hot_mult: 9";
        long[] to = new long[8];
        Plans.of(Runs.scenario(Runs.yaml(1, "2x2x2", motif, ""), "engine=model"))
                .program()
                .operations()
                .forEach(op -> to[Math.max(0, op.target())] += op.target() < 0 ? 0 : 1);
        assertTrue(to[0] > 8 * 64 / 2 && to[0] < 8 * 64 * 2 / 3, "node 0: " + to[0] + " of 512, expected 9 in 16");
    }

    /** Sizes of a dimension at which neighbours are the same node, or the node itself, and one node alone. */
    @ParameterizedTest
    @MethodSource("everyMotif")
    void eachMotifRunsOnShapesWithoutRoom(String motif) {
        for (String shape : List.of("1x1x1", "2x1x1", "3x2x1")) {
            Scenario scenario = Runs.scenario(Runs.yaml(3, shape, motif, ""), "engine=model");
            RunResult result = Runs.run(Plans.of(scenario));
            assertTrue(result.report().holds() && result.execution().isClean(), motif + " on " + shape);
        }
    }

    static List<String> everyMotif() {
        return List.of(
                "kind: halo27, nx: 3, iterations: 2",
                "kind: sweep3d, nz: 5, kba: 2",
                "kind: fft3d, iterations: 2",
                "kind: gups, op: get, outstanding: 9, updates: 12",
                "kind: pingpong, iterations: 3",
                "kind: shmem, op: ring, iterations: 2",
                "kind: shmem, op: put, stride: 0",
                "kind: shmem, op: wait_until, bytes: 300, stride: 7");
    }
}
