// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.run.RunResult;
import fairlead.support.Runs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the shipped machine saturated for a long time with the detector on: it gives no alarm of any kind. */
@Tag("M-26")
class SoakTest {
    @Tag("slow")
    @ParameterizedTest(name = "{0} {1} seed {2} {3}, buffers of {4}")
    @CsvSource({
        "4x4x4, uniform, 1, dimension_order, 2",
        "4x4x4, uniform, 2, dimension_order, 2",
        "5x4x3, tornado, 3, dimension_order, 2",
        "4x4x2, uniform, 4, dimension_order, 2",
        "4x4x4, uniform, 5, adaptive, 17",
        "5x4x3, tornado, 6, adaptive, 17",
        "4x4x4, uniform, 7, bubble, 34",
        "5x4x3, tornado, 8, bubble, 34"
    })
    void saturatedTrafficRaisesNothing(String shape, String pattern, long seed, String routing, int depth) {
        String yaml = Runs.yaml(
                seed,
                shape,
                "kind: traffic, pattern: " + pattern + ", load: 0.9, cycles: 12000",
                "memory_bytes: 524288, routing: {mode: " + routing + "}, buffers: {link_vc: " + depth + ", local: 2}");
        RunResult result = Runs.run(yaml);
        assertTrue(result.report().ending().startsWith("completed"), () -> Runs.text(result) + "\n" + Runs.repro(yaml));
        assertEquals(
                "none", Runs.verdicts(result).get("deadlock_freedom").extra().get("kind"), Runs.repro(yaml));
        System.out.println(yaml + ": " + result.report().speed().tileCycles() + " tile-cycles, no alarm");
    }
}
