// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** fairlead check: exit codes and JSON. */
class CheckCommandTest {
    @TempDir
    Path folder;

    /** A shape with its options, or the machine of a scenario. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--shape 4,3,1 --vc-rule static | 0 | [4,3,1] | dimension_order+static | 0 | [\"y\",\"z\"]",
                "--shape 4,4,4 --routing adaptive | 0 | [4,4,4] | adaptive | 0 | []",
                "--shape 4,4,4 --routing adaptive --vc-rule bubble | 0 | [4,4,4] | adaptive | 0 | []",
                "--shape 5,4,3 --routing bubble | 0 | [5,4,3] | bubble | 0 | [\"z\"]",
                "shape: [5, 2, 1], routing: {vc_rule: static} | 0 | [5,2,1] | dimension_order+static | 0"
                        + " | [\"y\",\"z\"]",
                "shape: [5, 1, 1], unsafe: {variant: one_vc} | 1 | [5,1,1] | N01 | 5 | [\"y\",\"z\"]"
            })
    void theVerdictIsInTheJson(String of, int code, String shape, String routing, int cycle, String rings)
            throws IOException {
        Path json = folder.resolve("check.json");
        Path file = Files.writeString(
                folder.resolve("ring.yaml"),
                "schema: fairlead.scenario/1\nmachine: {" + of + "}\nworkload: {kind: ring}\n");
        Captured.of("check", of.startsWith("--") ? List.of(of.split(" ")) : file, "--json", json)
                .exits(code);
        JsonNode checked = Captured.json(json).get("checked");
        assertEquals(1, checked.size());
        JsonNode one = checked.get(0);
        assertEquals(shape, one.get("shape").toString());
        assertTrue(one.get("routing").asText().startsWith(routing), one.toString());
        assertEquals(code == ExitCode.OK, one.get("safe").asBoolean());
        assertEquals(cycle, one.get("cycle").size());
        assertEquals(rings, one.get("short_rings").toString());
    }
}
