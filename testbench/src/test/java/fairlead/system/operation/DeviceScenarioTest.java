// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.run.RunResult;
import fairlead.scenario.BadInput;
import fairlead.support.Runs;
import fairlead.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages to threads that share a network device, as scenarios on the RTL. */
@Tag("M-442")
class DeviceScenarioTest {
    private static String example(String name) throws IOException {
        return Files.readString(Path.of("../examples/" + name + ".yaml"));
    }

    private static Verdict device(RunResult result) {
        return Runs.verdicts(result).get("device_delivery");
    }

    @ParameterizedTest
    @ValueSource(strings = {"device_smp", "device_dual", "device_loaded"})
    void theExamplesHoldOnTheRtlAndOnTheTwin(String name) throws IOException {
        RunResult rtl = Runs.run(example(name));
        RunResult twin = Runs.run(example(name), "engine=model");
        assertTrue(rtl.report().holds(), rtl.report().verdicts().toString());
        assertTrue(rtl.execution().isClean());
        assertEquals(true, device(rtl).holds());
        assertEquals(name.equals("device_loaded") ? 100 : 60, device(rtl).checked());
        assertEquals(0L, device(rtl).extra().get("copies"));
        assertEquals(rtl.report().eventSha256(), twin.report().eventSha256());
    }

    @ParameterizedTest
    @ValueSource(strings = {"device_smp", "device_dual"})
    void aSenderThatGivesUpItsPathInterleavesTwoMessages(String name) throws IOException {
        RunResult result = Runs.run(example(name), "machine.unsafe.variant=path_freed");
        List<String> broken = result.report().verdicts().stream()
                .filter(v -> Boolean.FALSE.equals(v.holds()))
                .map(Verdict::name)
                .toList();
        assertEquals(
                List.of("device_delivery"), broken, result.report().verdicts().toString());
        Map<?, ?> conditions = (Map<?, ?>) device(result).extra().get("broken");
        assertEquals(Set.of("contiguous", "whole"), conditions.keySet(), conditions.toString());
    }

    /** A message of 1,792 bytes passes both networks, so the traffic next to it delays no packet of it. */
    @Test
    void trafficOnTheTorusDelaysNoMessage() throws IOException {
        RunResult loaded = Runs.run(example("device_loaded"));
        RunResult alone = Runs.run(example("device_loaded"), "workload.background=0");
        for (String key : List.of("bytes", "locks_granted", "longest_delay", "longest_hold")) {
            assertEquals(device(alone).extra().get(key), device(loaded).extra().get(key), key);
        }
        assertTrue(loaded.report().metrics().packets() > 1000);
        assertEquals(0, alone.report().metrics().packets());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "machine.tasks_per_node=2|machine.tasks_per_node|at least 3",
                "workload.background=0.1 machine.tasks_per_node=3|machine.tasks_per_node|one for traffic on the torus",
                "workload.threads=5|workload.threads|0 to 4",
                "workload.max_bytes=1793|workload.max_bytes|8 to 1792",
                "workload.io_ratio=1|workload.io_ratio|2 to 4096",
                "machine.shape=[1,1,1]|machine.shape|no I/O node",
                "workload.flaw=literall|workload.flaw|literal",
                "workload.mode=both|workload.mode|smp, dual"
            })
    void keysThatDoNotFitAreRefused(String set, String key, String told) throws IOException {
        String yaml = example("device_smp");
        BadInput bad = assertThrows(BadInput.class, () -> Runs.run(yaml, set.split(" ")));
        assertTrue(bad.getMessage().contains(key) && bad.getMessage().contains(told), bad.getMessage());
    }
}
