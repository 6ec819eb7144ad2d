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
        final Path file = folder.resolve("check.json");
        assertEquals(
                ExitCode.OK,
                Main.execute("check", "--shape", "4,3,1", "--vc-rule", "static", "--json", file.toString()));
        final JsonNode checked = Captured.json(file).get("checked");
        assertEquals(1, checked.size());
        assertEquals("[4,3,1]", checked.get(0).get("shape").toString());
        assertEquals("dimension_order+static", checked.get(0).get("routing").asText());
        assertEquals(true, checked.get(0).get("safe").asBoolean());
        assertEquals("[]", checked.get(0).get("cycle").toString());
        assertEquals("[\"y\",\"z\"]", checked.get(0).get("short_rings").toString());
    }

    @Test
    void scenario() throws Exception {
        final Path file = folder.resolve("ring.yaml");
        Files.writeString(
                file,
                "schema: fairlead.scenario/1\nmachine:\n  shape: [5, 2, 1]\n  routing: {vc_rule: static}\nworkload: {kind: ring}\n");
        final Path json = folder.resolve("check.json");
        assertEquals(ExitCode.OK, Main.execute("check", file.toString(), "--json", json.toString()));
        final JsonNode one = Captured.json(json).get("checked").get(0);
        assertEquals("[5,2,1]", one.get("shape").toString());
        assertEquals("dimension_order+static", one.get("routing").asText());
    }

    @Test
    void aMachineWithAFlawIsUnsafe() throws Exception {
        final Path file = folder.resolve("ring.yaml");
        Files.writeString(
                file,
                "schema: fairlead.scenario/1\nmachine:\n  shape: [5, 1, 1]\n  unsafe: {variant: one_vc}\nworkload: {kind: ring}\n");
        final Path json = folder.resolve("check.json");
        assertEquals(ExitCode.FAILS, Main.execute("check", file.toString(), "--json", json.toString()));
        final JsonNode one = Captured.json(json).get("checked").get(0);
        assertEquals(5, one.get("cycle").size());
    }

    @Test
    void badInput() {
        assertEquals(ExitCode.BAD_INPUT, Main.execute("check"));
        assertEquals(ExitCode.BAD_INPUT, Main.execute("check", "--shape", "4,4"));
        assertEquals(ExitCode.BAD_INPUT, Main.execute("check", "--shape", "4,4,17"));
        assertEquals(ExitCode.BAD_INPUT, Main.execute("check", "--shape", "4,4,4", "--all-shapes"));
        assertEquals(ExitCode.BAD_INPUT, Main.execute("check", "--shape", "4,4,4", "--vc-rule", "none"));
    }

    @Test
    void routingModes() throws Exception {
        assertEquals(ExitCode.OK, Main.execute("check", "--shape", "4,4,4", "--routing", "adaptive"));
        assertEquals(
                ExitCode.OK, Main.execute("check", "--shape", "4,4,4", "--routing", "adaptive", "--vc-rule", "bubble"));
        assertEquals(ExitCode.OK, Main.execute("check", "--shape", "5,4,3", "--routing", "bubble"));
        assertEquals(ExitCode.BAD_INPUT, Main.execute("check", "--shape", "4,4,4", "--routing", "random"));
        assertEquals(ExitCode.BAD_INPUT, Main.execute("check", "--shape", "4,4,4", "--vc-rule", "bubble"));
    }
}
