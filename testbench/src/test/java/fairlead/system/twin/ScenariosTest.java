// SPDX-License-Identifier: Apache-2.0
package fairlead.system.twin;

import fairlead.support.RandomScenario;
import fairlead.support.Runs;
import fairlead.support.WholeRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The twin gives every record of the RTL, including hops, and everything else that a run reports, in drawn scenarios
 * beyond those of RecordedHashesTest.
 */
@Tag("M-17")
class ScenariosTest {
    /** Compares the RTL with the twin as it is, or with each of these overrides of its run. */
    private static void same(long seed, String... overrides) {
        String yaml = RandomScenario.yaml(seed);
        WholeRun rtl = WholeRun.of(Runs.scenario(yaml, "run.hops=true"));
        for (String words : overrides) {
            String[] sets = ("run.hops=true engine=model " + words).strip().split(" ");
            rtl.assertSame(WholeRun.of(Runs.scenario(yaml, sets)), Runs.repro(yaml, sets));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {30, 31, 32})
    void noQuantumAndNoSkippingChangesARecord(long seed) {
        same(seed, "run.quantum=1", "run.quantum=17 run.skip_quiescent=false");
    }

    @Tag("slow")
    @ParameterizedTest(name = "seed {0}")
    @MethodSource(ManySeeds.NAME)
    void manyRandomScenariosGiveTheRecordsOfTheRtl(long seed) {
        same(seed, "");
    }
}
