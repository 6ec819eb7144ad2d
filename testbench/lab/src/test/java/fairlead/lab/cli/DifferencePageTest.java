// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine.EngineFactory;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.lab.cases.Case;
import fairlead.lab.lockstep.CaseRun;
import fairlead.lab.lockstep.CaseRun.CaseOutcome;
import fairlead.lockstep.Difference;
import fairlead.lockstep.LockstepFactory;
import fairlead.machine.Unsafe;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.scenario.ScenarioReader;
import fairlead.support.Browser;
import fairlead.support.Runs;
import fairlead.twin.fabric.ModelEngineFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a difference in lockstep. */
@Tag("M-358")
class DifferencePageTest {
    @TempDir
    private Path folder;

    private static Case ring(String shape, String machine) {
        String yaml = Runs.yaml(1, shape, "kind: ring, iterations: 1, bytes: 64", machine);
        return new Case(Map.of(), ScenarioReader.parse(yaml, "one", "one", List.of("engine=model")));
    }

    /** The second engine has another link latency than the first, so that their events differ. */
    @Test
    void thePageHasTheDifferenceAndTheEventsAroundIt() throws Exception {
        Case one = ring("2x1x1", "");
        EngineFactory twin = new ModelEngineFactory();
        EngineFactory other = (machine, options) ->
                twin.open(ring("2x1x1", "latency: {link: 5}").scenario().machine(), options);
        Difference difference = new Difference(90, 0, "router", "PACKET_DELIVERED", "here <b>", "not there");
        Path page = new DifferencePage(one, difference, List.of(twin, other), "other", "scripts/lab lockstep x")
                .write(folder.resolve("d.html"));
        String text = Files.readString(page);
        assertTrue(text.contains("differ first in cycle 90, node 0, router: PACKET_DELIVERED"));
        assertTrue(
                text.contains("here &lt;b&gt;") && !text.contains("here <b>"), "text of the data must not be markup");
        assertTrue(text.contains("only here") && text.contains(">before<"));
        assertEquals(2, text.split(">Events of ").length - 1);
    }

    /** Lockstep finds a seeded fault of the RTL, and the page that it writes of it opens without an error. */
    @Test
    void thePageOfASeededFaultOpensInABrowser() throws Exception {
        Browser.require();
        Case one = ring("4x1x1", "");
        EngineFactory product = new RtlEngineFactory(RtlOptions.PRODUCT);
        EngineFactory lab = new RtlEngineFactory(RtlOptions.of("lab"));
        EngineFactory broken = (machine, options) -> lab.open(
                machine.change()
                        .unsafe(Unsafe.everywhere(UnsafeVariant.LONG_WAY))
                        .build(),
                options);
        CaseOutcome outcome = new CaseRun(new LockstepFactory(product, broken), 61, 32).play(one);
        assertTrue(outcome.differs(), "packets that go the long way round are a difference");
        Difference difference = outcome.difference();
        String command = "scripts/lab lockstep ring.yaml --against lab";
        Path page = new DifferencePage(one, difference, List.of(product, broken), "lab", command)
                .write(folder.resolve("fault.html"));
        Browser.Opened opened = Browser.open(page, "", folder);
        assertEquals(List.of(), opened.console());
        String text = opened.text();
        assertTrue(text.contains("differ first in cycle " + difference.cycle()), text);
        assertTrue(text.contains(command) && text.contains("only here"), text);
        assertTrue(text.contains("Events of rtl") && text.contains("Events of lab"), text);
    }
}
