// SPDX-License-Identifier: Apache-2.0
package fairlead.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.session.RunResult;
import fairlead.support.Runs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Long saturated runs of the shipped machine with the detector on: no alarm of any kind. */
class SoakTest {
    @Tag("slow")
    @ParameterizedTest(name = "{0} {1} seed {2}")
    @CsvSource({"4x4x4, uniform, 1", "4x4x4, uniform, 2", "5x4x3, tornado, 3", "4x4x2, uniform, 4"})
    void saturatedTrafficRaisesNothing(final String shape, final String pattern, final long seed) {
        final String yaml = Runs.yaml(
                seed,
                shape,
                "kind: traffic, pattern: " + pattern + ", load: 0.9, cycles: 12000",
                "memory_bytes: 524288, buffers: {link_vc: 2, local: 2}");
        final RunResult result = Runs.run(yaml);
        assertTrue(result.report().ending().startsWith("completed"), () -> Runs.text(result) + "\n" + Runs.repro(yaml));
        assertEquals(
                "none", Runs.verdicts(result).get("deadlock_freedom").extra().get("kind"), Runs.repro(yaml));
        System.out.println(yaml + ": " + result.report().speed().tileCycles() + " tile-cycles, no alarm");
    }
}
