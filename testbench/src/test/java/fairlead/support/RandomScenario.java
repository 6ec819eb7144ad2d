// SPDX-License-Identifier: Apache-2.0
package fairlead.support;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws a small scenario from one seed: every workload, on machines of every kind, with rings of 1 to 5 nodes, all
 * depths from 1, both rules, and unequal latencies and tasks.
 */
public final class RandomScenario {
    private static final int MOST_NODES = 27;

    private final SplittableRandom random;
    private final long seed;

    private RandomScenario(long seed) {
        this.seed = seed;
        random = new SplittableRandom(seed);
    }

    /** Returns the scenario as one line of YAML. */
    public static String yaml(long seed) {
        return new RandomScenario(seed).text();
    }

    private String text() {
        int kx;
        int ky;
        int kz;
        do {
            kx = between(1, 5);
            ky = between(1, 5);
            kz = between(1, 4);
        } while (kx * ky * kz > MOST_NODES);
        int nodes = kx * ky * kz;
        return Runs.yaml(seed, kx + "x" + ky + "x" + kz, workload(nodes), machine());
    }

    private int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    private String one(String... words) {
        return words[random.nextInt(words.length)];
    }

    /** Returns a depth, often 1 or 2, where corner cases are frequent. */
    private int depth(int high) {
        return random.nextInt(3) == 0 ? between(1, 2) : between(1, high);
    }

    private String machine() {
        int dla = between(48, 96);
        String sizes = "buffers: {link_vc: " + depth(12) + ", local: " + depth(10) + ", injection: " + depth(16)
                + ", dla: " + dla + ", response: " + depth(8) + "}";
        String times = "latency: {link: " + between(1, 5) + ", credit: " + between(1, 5) + ", memory: "
                + between(1, 60) + ", software: " + between(1, 80) + ", barrier: " + between(1, 30) + ", jitter: "
                + random.nextInt(2) * between(0, 120) + "}";
        return sizes + ", " + times + ", routing: {vc_rule: " + one("dateline", "dateline", "static")
                + "}, arbitration: " + one("age", "age", "round_robin") + ", link_interval: "
                + one("1", "1", "1", "2", "5") + ", local_ports: " + one("1", "2", "2") + ", dla: {scheme: "
                + one("cd", "pr") + ", max_credits: " + between(40, dla) + "}, tasks_per_node: " + between(1, 6)
                + ", memory_bytes: 131072";
    }

    private String workload(int nodes) {
        String bytes = ", bytes: " + between(0, 900);
        String kind = List.of(
                        "halo3d, iterations: " + between(1, 2) + bytes,
                        "alltoall, iterations: 1" + bytes,
                        "incast, iterations: " + between(1, 3) + bytes + ", target: " + random.nextInt(nodes),
                        "ring, iterations: " + between(1, 4) + bytes,
                        "barrier_storm, instances: " + between(1, 40),
                        "traffic, pattern: " + one("uniform", "tornado", "neighbor", "bitcomp", "hotspot", "randperm")
                                + ", load: 0." + between(10, 99) + ", packet_flits: " + between(1, 17)
                                + ", cycles: 400",
                        "random, ops_per_node: " + between(1, 48) + ", max_bytes: " + between(1, 1200)
                                + ", put_share: 0." + between(0, 9))
                .get(Math.min(random.nextInt(9), 6)); // the workload `random` is the richest
        return "kind: " + kind + (random.nextInt(4) == 0 && !kind.startsWith("barrier") ? ", barriers: false" : "")
                + (random.nextInt(4) == 0 ? ", fences: false" : "")
                + (random.nextInt(4) == 0 ? ", epochs: false" : "");
    }
}
