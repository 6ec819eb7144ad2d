// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.run.RunResult;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Messages to threads that share a network device; RecordedHashesTest runs the scenarios on both engines. */
@Tag("M-442")
class DeviceScenarioTest {
    private static String example(String name) throws IOException {
        return Files.readString(Path.of("../examples/" + name + ".yaml"));
    }

    private static Verdict device(RunResult result) {
        return Runs.verdicts(result).get("device_delivery");
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
        RunResult loaded = Runs.run(example("device_loaded"), "engine=model");
        RunResult alone = Runs.run(example("device_loaded"), "engine=model", "workload.background=0");
        for (String key : List.of("bytes", "locks_granted", "longest_delay", "longest_hold")) {
            assertEquals(device(alone).extra().get(key), device(loaded).extra().get(key), key);
        }
        assertEquals(100, device(loaded).checked());
        assertEquals(0L, device(loaded).extra().get("copies"));
        assertTrue(loaded.report().metrics().packets() > 1000);
        assertEquals(0, alone.report().metrics().packets());
    }
}
