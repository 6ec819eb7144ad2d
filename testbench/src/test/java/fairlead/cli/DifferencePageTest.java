// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.api.EngineFactory;
import fairlead.engine.lockstep.Difference;
import fairlead.engine.lockstep.cases.Case;
import fairlead.engine.model.ModelEngineFactory;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.support.Runs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a difference in lockstep. */
class DifferencePageTest {
    @TempDir
    private Path folder;

    /** The second engine has another link latency than the first, so that their events differ. */
    @Test
    void thePageHasTheDifferenceAndTheEventsAroundIt() throws Exception {
        final Scenario scenario = ScenarioReader.parse(
                Runs.yaml(1, "2x1x1", "kind: ring, iterations: 1, bytes: 64", ""),
                "one",
                "one",
                List.of("engine=model"));
        final Case one = new Case(Map.of(), scenario);
        final EngineFactory twin = new ModelEngineFactory();
        final EngineFactory other = (machine, options) -> twin.open(
                ScenarioReader.parse(
                                Runs.yaml(1, "2x1x1", "kind: ring, iterations: 1, bytes: 64", "latency: {link: 5}"),
                                "one",
                                "one",
                                List.of("engine=model"))
                        .machine(),
                options);
        final Difference difference = new Difference(90, 0, "router", "PACKET_DELIVERED", "here <b>", "not there");
        final Path page = DifferencePage.write(
                one,
                difference,
                List.of(twin, other),
                "other",
                "scripts/fairlead lockstep x",
                folder.resolve("d.html"));
        final String text = Files.readString(page);
        assertTrue(text.contains("differ first in cycle 90, node 0, router: PACKET_DELIVERED"));
        assertTrue(text.contains("here \\u003cb\\u003e"), "text of the data must not be markup");
        assertTrue(text.contains("only here") && text.contains("\"before\""));
        assertEquals(2, text.split("\"title\":\"Events of ").length - 1);
    }
}
