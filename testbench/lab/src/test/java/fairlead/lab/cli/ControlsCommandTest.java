// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.cli.Captured;
import fairlead.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests `controls --soak` on the twin, with a control that saturates in a moment. */
@Tag("M-976")
class ControlsCommandTest {
    @TempDir
    private Path folder;

    @Test
    void aNamedControlIsSoakedAloneUntilItHasItsTileCycles() throws IOException {
        final Captured answer = Captured.of(
                LabMain::execute,
                "controls",
                "P07",
                "--engine",
                "model",
                "--soak",
                "20000",
                "--no-progress",
                "--json",
                "-");
        assertEquals(ExitCode.OK, answer.code(), answer.all());
        final JsonNode results = new ObjectMapper().readTree(answer.out());
        assertEquals(1, results.size(), answer.out());
        final JsonNode result = results.get(0);
        assertEquals("P07", result.get("id").asText());
        assertEquals("model", result.get("engine").asText());
        assertEquals(0, result.get("alarms").asInt());
        assertTrue(result.get("runs").asInt() > 1, answer.out());
        assertTrue(result.get("saturated").asLong() >= 20_000, answer.out());
        assertTrue(result.get("saturated").asLong() < result.get("tileCycles").asLong(), answer.out());
    }

    @Test
    void theRowsOfASoakAreWrittenIntoThePage() throws IOException {
        final Path page = folder.resolve("page.md");
        Files.writeString(page, "before\n<!-- BEGIN SOAK -->\nold\n<!-- END SOAK -->\nbehind\n");
        final Captured answer = Captured.of(
                LabMain::execute,
                "controls",
                "P07",
                "--engine",
                "model",
                "--soak",
                "1",
                "--no-progress",
                "--page",
                page.toString());
        assertEquals(ExitCode.OK, answer.code(), answer.all());
        assertTrue(answer.out().startsWith("ok   P07 on model: 1 runs"), answer.out());
        final String text = Files.readString(page);
        assertTrue(text.startsWith("before\n") && text.endsWith("behind\n") && !text.contains("old"), text);
        assertTrue(text.contains("P07"), text);
    }
}
