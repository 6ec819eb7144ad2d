// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import fairlead.support.FstSignals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that knots: refused, then run all the same; exit codes and what it leaves. */
@Tag("M-27")
class KnotCommandTest {
    static final String RING = "schema: fairlead.scenario/1\nmachine:\n  shape: [5, 1, 1]\n"
            + "  buffers: {link_vc: 4, local: 4}\n  unsafe: {variant: one_vc}\n"
            + "workload: {kind: traffic, load: 0.8, cycles: 2000, packet_flits: 8}\n";

    @TempDir
    Path folder;

    private Path scenario() throws Exception {
        Path file = folder.resolve("ring.yaml");
        Files.writeString(file, RING);
        return file;
    }

    @Test
    void knotLeavesItsWaveformAndSaveFile() throws Exception {
        Path out = folder.resolve("out");
        Captured.of("run", scenario(), "--out", out).exits(ExitCode.BAD_INPUT).complains("--allow-unsafe runs it");
        Captured.of("run", scenario(), "--allow-unsafe", "--no-progress", "--out", out)
                .exits(ExitCode.FAILS);
        JsonNode verdict =
                Captured.json(out.resolve("summary.json")).get("verdicts").get("deadlock_freedom");
        assertEquals(false, verdict.get("holds").asBoolean());
        assertTrue(verdict.get("kind").asText().endsWith("deadlock"));
        long closed = verdict.get("closed_at").asLong();
        long reported = verdict.get("reported_at").asLong();
        assertTrue(closed > 0 && closed <= reported && reported - closed <= 36, closed + " " + reported);
        assertTrue(Files.size(out.resolve("knot.fst")) > 1000);
        String save = Files.readString(out.resolve("knot.gtkw"));
        for (JsonNode member : verdict.get("knot")) {
            assertTrue(member.get("packet").asText().startsWith("PUT "), member.toString());
            String buffer = "node" + member.get("node").asInt() + ".Tile.router.input"
                    + member.get("port").asInt() + ".occupied";
            assertTrue(save.contains(buffer), buffer);
        }
        Map<String, Integer> widths = FstSignals.widths(out.resolve("knot.fst"));
        for (String line : save.lines().filter(l -> l.startsWith("node")).toList()) {
            String name = line.split("\\[")[0];
            String range = line.substring(name.length());
            int width = range.isEmpty() ? 1 : Integer.parseInt(range.substring(1, range.indexOf(':'))) + 1;
            assertEquals(widths.get(name), width, line);
        }
    }
}
