// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first line of a report names what a machine has too little of. */
class RunLimitTest {
    /** A machine that lacks one resource beyond the router, drawn by its name, and a workload that needs it. */
    private record Starved(String resource, String example, int[] values, String key, String... others) {}

    private static final String STEADY = "machine.latency.jitter=0"; // the memories of that example are slow, else
    private static final List<Starved> NIC = List.of(
            new Starved("memory latency", "halo3d", new int[] {150, 250, 400}, "machine.latency.memory"),
            new Starved("the commit slots", "halo3d", new int[] {1}, "machine.buffers.commit_slots"),
            new Starved("the response slots", "random", new int[] {1}, "machine.buffers.response", STEADY),
            new Starved("the fence entries", "random", new int[] {1}, "machine.buffers.fence_entries", STEADY),
            new Starved(
                    "the acknowledgement counters",
                    "random",
                    new int[] {1, 2},
                    "machine.buffers.ack_counters",
                    "machine.routing.mode=adaptive",
                    STEADY));

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "halo3d, machine.link_interval, 8, link bandwidth",
        "halo3d, machine.latency.memory, 400, memory latency",
        "halo3d, machine.buffers.local, 1, credits of the local buffers",
        "halo3d, machine.buffers.injection, 1, the injection FIFOs",
        "alltoall, machine.buffers.link_vc, 1, credits of the link buffers",
        "incast, machine.local_ports, 1, the local ports",
        "barrier_storm, machine.latency.barrier, 200, the barrier network",
        "ring, machine.latency.software, 500, the reaction time of software"
    })
    void theFirstLineNamesTheStarvedResource(
            final String example, final String key, final String value, final String resource) {
        final Captured answer = run(example, List.of(key + "=" + value));
        assertTrue(answer.out().contains("This run is limited by " + resource + ": "), answer.all());
    }

    /** The line has the waits for the resource, too, which the performance counters have counted. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void theFirstLineNamesAResourceOfTheNicThatIsDrawn(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final Starved one = NIC.get(random.nextInt(NIC.size()));
        final List<String> sets = new ArrayList<>(List.of(one.others()));
        sets.add(one.key() + "=" + one.values()[random.nextInt(one.values().length)]);
        sets.add("run.counters=true");
        final Captured answer = run(one.example(), sets);
        assertTrue(answer.out().contains("This run is limited by " + one.resource() + ": "), sets + answer.all());
        assertTrue(answer.out().contains(" less. The performance counters have "), sets + answer.all());
    }

    private Captured run(final String example, final List<String> sets) {
        final List<String> words = new ArrayList<>(List.of(
                "run",
                "../examples/" + example + ".yaml",
                "--engine",
                "model",
                "--no-progress",
                "--report",
                "--out",
                folder.resolve("out").toString()));
        sets.forEach(set -> words.addAll(List.of("--set", set)));
        return Captured.of(words.toArray(String[]::new));
    }
}
