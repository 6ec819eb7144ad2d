// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** fairlead check: exit codes and JSON. */
class CheckCommandTest {
    @TempDir
    Path folder;

    @Test
    void shape() throws Exception {
        Path file = folder.resolve("check.json");
        Captured.of("check", "--shape", "4,3,1", "--vc-rule", "static", "--json", file)
                .exits(ExitCode.OK);
        JsonNode checked = Captured.json(file).get("checked");
        assertEquals(1, checked.size());
        assertEquals("[4,3,1]", checked.get(0).get("shape").toString());
        assertEquals("dimension_order+static", checked.get(0).get("routing").asText());
        assertEquals(true, checked.get(0).get("safe").asBoolean());
        assertEquals("[]", checked.get(0).get("cycle").toString());
        assertEquals("[\"y\",\"z\"]", checked.get(0).get("short_rings").toString());
    }

    @Test
    void scenario() throws Exception {
        Path file = folder.resolve("ring.yaml");
        Files.writeString(
                file,
                "schema: fairlead.scenario/1\nmachine:\n  shape: [5, 2, 1]\n  routing: {vc_rule: static}\nworkload: {kind: ring}\n");
        Path json = folder.resolve("check.json");
        Captured.of("check", file, "--json", json).exits(ExitCode.OK);
        JsonNode one = Captured.json(json).get("checked").get(0);
        assertEquals("[5,2,1]", one.get("shape").toString());
        assertEquals("dimension_order+static", one.get("routing").asText());
    }

    @Test
    void aMachineWithAFlawIsUnsafe() throws Exception {
        Path file = folder.resolve("ring.yaml");
        Files.writeString(
                file,
                "schema: fairlead.scenario/1\nmachine:\n  shape: [5, 1, 1]\n  unsafe: {variant: one_vc}\nworkload: {kind: ring}\n");
        Path json = folder.resolve("check.json");
        Captured.of("check", file, "--json", json).exits(ExitCode.FAILS);
        JsonNode one = Captured.json(json).get("checked").get(0);
        assertEquals(5, one.get("cycle").size());
    }

    @Test
    void badInput() {
        Captured.of("check").exits(ExitCode.BAD_INPUT);
        Captured.of("check", "--shape", "4,4").exits(ExitCode.BAD_INPUT);
        Captured.of("check", "--shape", "4,4,17").exits(ExitCode.BAD_INPUT);
        Captured.of("check", "--shape", "4,4,4", "--all-shapes").exits(ExitCode.BAD_INPUT);
        Captured.of("check", "--shape", "4,4,4", "--vc-rule", "none").exits(ExitCode.BAD_INPUT);
    }

    @Test
    void routingModes() throws Exception {
        Captured.of("check", "--shape", "4,4,4", "--routing", "adaptive").exits(ExitCode.OK);
        Captured.of("check", "--shape", "4,4,4", "--routing", "adaptive", "--vc-rule", "bubble")
                .exits(ExitCode.OK);
        Captured.of("check", "--shape", "5,4,3", "--routing", "bubble").exits(ExitCode.OK);
        Captured.of("check", "--shape", "4,4,4", "--routing", "random").exits(ExitCode.BAD_INPUT);
        Captured.of("check", "--shape", "4,4,4", "--vc-rule", "bubble").exits(ExitCode.BAD_INPUT);
    }
}
