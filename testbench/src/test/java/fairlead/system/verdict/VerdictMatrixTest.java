// SPDX-License-Identifier: Apache-2.0
package fairlead.system.verdict;

import fairlead.plan.Plans;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every verdict holds, and has checked something, on every workload. */
class VerdictMatrixTest {
    private static void allHold(long seed, String shape, String workload, String machine) {
        String yaml = Runs.yaml(seed, shape, workload, machine);
        Runs.assertAllHold(Runs.run(yaml), Runs.repro(yaml));
    }

    @ParameterizedTest(name = "{1} with {2}, seed {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 2x2x2 | kind: halo3d, iterations: 2, bytes: 600",
                "2 | 3x3x3 | kind: alltoall, iterations: 1, bytes: 96",
                "3 | 5x3x2 | kind: random, ops_per_node: 16, max_bytes: 600",
                "4 | 2x2x2 | kind: incast, iterations: 2, bytes: 1000, target: 3",
                "5 | 8x1x1 | kind: ring, iterations: 3, bytes: 777",
                "6 | 1x1x1 | kind: ring, iterations: 2, bytes: 300",
                "7 | 1x2x1 | kind: random, ops_per_node: 24, max_bytes: 300"
            })
    @Tag("R-FEN-2")
    @Tag("R-EPO-8")
    void allSixVerdictsHoldOnEveryWorkload(long seed, String shape, String workload) {
        allHold(seed, shape, workload, "");
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = 11)
    void allSixVerdictsHoldOnAHaloExchangeOf4x4x4AndBesideTheRunToo(long seed) {
        String yaml = Runs.yaml(seed, "4x4x4", "kind: halo3d, iterations: 2, bytes: 512", "");
        RunPlan plan = Plans.of(Runs.scenario(yaml), RtlOptions.PRODUCT);
        RunResult alone = Runs.run(plan);
        Runs.assertAllHold(alone, Runs.repro(yaml));
        Runs.assertSameBeside(plan, alone);
    }

    @ParameterizedTest(name = "{0} tasks a node")
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    @Tag("R-BAR-2")
    @Tag("R-BAR-4")
    @Tag("R-BAR-7")
    @Tag("R-BAR-8")
    void allSixVerdictsHoldInABarrierStorm(int tasks) {
        allHold(20 + tasks, "2x2x1", "kind: barrier_storm, instances: 24", "tasks_per_node: " + tasks);
    }

    @ParameterizedTest(name = "w = {0}, seed {1}")
    @CsvSource({"4, 31", "5, 32", "8, 33"})
    @Tag("R-BAR-1")
    @Tag("R-BAR-3")
    @Tag("R-BAR-5")
    @Tag("R-BAR-9")
    void allSixVerdictsHoldInABarrierStormOfUnequalNodesThroughWrapsOfTheCounter(int width, long seed) {
        allHold(
                seed,
                "3x2x1",
                "kind: barrier_storm, instances: 40",
                "tasks_per_node: [1, 5, 2, 8, 3, 1], barrier_width: " + width);
    }

    @ParameterizedTest(name = "{1} with {2}, {3}, seed {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "41 | 3x2x2 | kind: random, ops_per_node: 24, max_bytes: 400 | latency: {jitter: 90}",
                "42 | 3x2x2 | kind: random, ops_per_node: 24, max_bytes: 64 | dla: {scheme: pr}, tasks_per_node: 4",
                "43 | 3x2x2 | kind: random, ops_per_node: 24, max_bytes: 64 | dla: {max_credits: 8}, tasks_per_node: 4",
                "44 | 4x2x1 | kind: halo3d, iterations: 2, bytes: 600 | 'buffers: {link_vc: 1, local: 1, injection: 1, response: 2}'",
                "45 | 4x2x1 | kind: halo3d, iterations: 2, bytes: 300 | 'routing: {vc_rule: static}, local_ports: 1'",
                "46 | 3x3x1 | kind: alltoall, iterations: 1, bytes: 300 | 'arbitration: round_robin, link_interval: 3'",
                "47 | 3x3x1 | kind: alltoall, iterations: 1, bytes: 300"
                        + " | 'latency: {link: 7, credit: 5, memory: 200, software: 1}'",
                "48 | 4x4x2 | kind: traffic, load: 0.9, packet_flits: 9, cycles: 600"
                        + " | 'routing: {mode: bubble}, buffers: {link_vc: 34}'",
                "16 | 16x1x1 | kind: random, ops_per_node: 24, max_bytes: 500 | memory_bytes: 268435456",
                "16 | 1x16x1 | kind: random, ops_per_node: 24, max_bytes: 500 | memory_bytes: 268435456",
                "16 | 1x1x16 | kind: random, ops_per_node: 24, max_bytes: 500 | memory_bytes: 268435456"
            })
    @Tag("M-153")
    @Tag("R-FEN-3")
    @Tag("R-FEN-5")
    @Tag("R-EPO-5")
    void allSixVerdictsHoldOnUnusualMachines(long seed, String shape, String workload, String machine) {
        allHold(seed, shape, workload, machine);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = 51)
    void allSixVerdictsHoldOn8x8x8(long seed) {
        allHold(seed, "8x8x8", "kind: halo3d, iterations: 1, bytes: 64", "");
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {61, 62, 63, 64, 65, 66, 67, 68})
    void allSixVerdictsHoldOnRandomMachines(long seed) {
        randomMachine(seed);
    }

    static LongStream manySeeds() {
        return LongStream.range(100, 180);
    }

    @Tag("slow")
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("manySeeds")
    void allSixVerdictsHoldOnManyRandomMachines(long seed) {
        randomMachine(seed);
    }

    private static void randomMachine(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        String shape = IntStream.range(0, 3)
                .mapToObj(i -> "" + (1 + random.nextInt(4)))
                .collect(Collectors.joining("x"));
        String machine = "tasks_per_node: " + (1 + random.nextInt(6))
                + ", buffers: {link_vc: " + (1 + random.nextInt(9)) + ", local: " + (1 + random.nextInt(9))
                + ", injection: " + (1 + random.nextInt(9))
                + ", response: " + (2 + random.nextInt(7)) + "}, latency: {link: " + (1 + random.nextInt(4))
                + ", credit: " + (1 + random.nextInt(4))
                + ", memory: " + (1 + random.nextInt(90)) + ", jitter: " + random.nextInt(120) + "}";
        allHold(seed, shape, "kind: random, ops_per_node: 32, max_bytes: " + (64 + random.nextInt(1000)), machine);
    }
}
