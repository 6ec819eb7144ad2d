// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests how a case of a workload is shrunk: in its numbers, its machine and its end. */
@Tag("M-975")
class ShrinkerTest {
    private static final String WORKLOAD = "schema: fairlead.scenario/1\nseed: 1\n"
            + "machine: {shape: [4, 3, 1], link_interval: 3, latency: {memory: 20, jitter: 60}}\n"
            + "workload: {kind: random, ops_per_node: 24, min_bytes: 0, max_bytes: 640}\n";

    private static Case workload() {
        final Scenario scenario = ScenarioReader.read(Path.of("random.yaml"), WORKLOAD, List.of());
        return new Case(scenario.effective(), scenario);
    }

    private static int number(final Case one, final String key) {
        return ((Number) ((Map<?, ?>) one.keys().get("workload")).get(key)).intValue();
    }

    @Test
    void aWorkloadIsHalvedWhileItFailsAndItsTorusIsMadeSmaller() {
        final Case small = new Shrinker(
                        one -> number(one, "ops_per_node") >= 5
                                        && one.machine().shape().kx() >= 3
                                        && one.machine().linkInterval() == 3
                                ? 700
                                : -1,
                        200)
                .shrink(workload());
        assertEquals(6, number(small, "ops_per_node"));
        assertEquals(1, number(small, "max_bytes"));
        assertEquals("3x1x1", small.machine().shape().toString());
        assertEquals(3, small.machine().linkInterval());
        assertFalse(small.hasWords() || small.hasItems());
    }

    @Test
    void aCaseThatFailsInEveryFormEndsSoonAfterItsFailureAndOneAttemptIsOne() {
        assertEquals(
                "1x1x1",
                new Shrinker(one -> 1, 200).shrink(workload()).machine().shape().toString());
        assertEquals(24, number(new Shrinker(one -> 1, 1).shrink(workload()), "ops_per_node"));
    }
}
