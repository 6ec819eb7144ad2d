// SPDX-License-Identifier: Apache-2.0
package fairlead.system.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.node.Observer;
import fairlead.plan.Plans;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.support.Runs;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A run has one event hash, however it is cut into batches, whatever is skipped or additionally reported, and on any
 * library.
 */
@Tag("M-2")
class IdentityTest {
    private static final String HALO = Runs.yaml(1, "3x2x2", "kind: halo3d, iterations: 2, bytes: 300", "");
    private static final String RANDOM =
            Runs.yaml(2, "3x2x1", "kind: random, ops_per_node: 16, max_bytes: 400", "latency: {jitter: 50}");
    private static final String ALLTOALL = Runs.yaml(3, "2x2x2", "kind: alltoall, iterations: 2, bytes: 200", "");

    private static final List<String> WORKLOADS = List.of(HALO, RANDOM, ALLTOALL);

    /** Hashes of the workloads on the product, without any option. */
    private static final Map<String, String> PLAIN = new HashMap<>();

    private static String plain(String yaml) {
        return PLAIN.computeIfAbsent(yaml, text -> hash(RtlOptions.PRODUCT, text));
    }

    private static String hash(RtlOptions rtl, String yaml, String... overrides) {
        RunResult result = Runs.run(rtl, yaml, overrides);
        Runs.assertAllHold(result, Runs.repro(yaml, overrides));
        return result.report().eventSha256();
    }

    @ParameterizedTest(name = "options: {0}")
    @ValueSource(
            strings = {
                "run.quantum=1",
                "run.quantum=17",
                "run.skip_quiescent=false",
                "run.hops=true",
                "run.threads=2",
                "run.threads=3 run.quantum=1",
                "run.threads=64 run.skip_quiescent=false run.hops=true"
            })
    void noOptionOfTheRunChangesItsHash(String options) {
        String[] overrides = options.split(" ");
        WORKLOADS.forEach(yaml -> assertEquals(
                plain(yaml), hash(RtlOptions.PRODUCT, yaml, overrides), () -> Runs.repro(yaml, overrides)));
    }

    /**
     * Stalling stores stall the memory of their node on any number of threads: the run gets stuck in the same cycle.
     */
    @Test
    void threadsStallAlike() {
        String bypassed = Runs.yaml(
                3,
                "3x2x2",
                "kind: random, ops_per_node: 60, min_bytes: 8, max_bytes: 64",
                "memory_bytes: 131072, latency: {memory: 90}, buffers: {dla: 5, link_vc: 1, local: 1}, dla: {bypass: true}");
        RunResult alone = unsafely(bypassed);
        RunResult shared = unsafely(bypassed, "run.threads=2");
        assertTrue(alone.report().ending().startsWith("stuck"), alone.report().ending());
        assertEquals(alone.report().ending(), shared.report().ending());
        assertEquals(alone.report().eventSha256(), shared.report().eventSha256());
    }

    private static RunResult unsafely(String yaml, String... overrides) {
        return new Session(Plans.of(Runs.scenario(yaml, overrides), RtlOptions.PRODUCT), true).run(started -> {});
    }

    /** An assertion that fails on a worker thread ends the run in the same cycle with the same message. */
    @Test
    void threadsFailAlike() {
        String flaw =
                Runs.yaml(1, "4x4x2", "kind: alltoall, iterations: 2, bytes: 600", "unsafe: {variant: nonatomic_vc}");
        String alone = failure(flaw, 1);
        assertTrue(alone.contains("RT_P8"), alone);
        assertEquals(alone, failure(flaw, 2));
        assertEquals(alone, failure(flaw, 5));
    }

    private static String failure(String yaml, int threads) {
        return Runs.run(RtlOptions.of("lab"), yaml, "run.threads=" + threads)
                .report()
                .ending();
    }

    @Test
    void theLabLibraryGivesTheSameHashWhenNoFaultIsArmed() {
        WORKLOADS.forEach(yaml -> assertEquals(plain(yaml), hash(RtlOptions.of("lab"), yaml), () -> Runs.repro(yaml)));
    }

    @Test
    void anotherSeedGivesAnotherHash() {
        assertNotEquals(plain(RANDOM), hash(RtlOptions.PRODUCT, RANDOM, "seed=4"));
    }

    /** Runs a whole other scenario between two batches of this one. */
    private static final class Interloper implements Observer {
        private final String yaml;
        private int batches;
        private String hash = "";

        Interloper(String yaml) {
            this.yaml = yaml;
        }

        @Override
        public void batch(long cycle, int openOperations) {
            if (++batches == 5) {
                hash = Runs.run(RtlOptions.of("lab"), yaml).report().eventSha256();
            }
        }
    }

    @Test
    void aFabricThatRunsBetweenTwoBatchesOfAnotherChangesNeither() {
        Interloper other = new Interloper(ALLTOALL);
        RunResult outer = Runs.run(Plans.of(Runs.scenario(HALO)), other);
        assertEquals(plain(HALO), outer.report().eventSha256());
        assertEquals(plain(ALLTOALL), other.hash);
    }
}
