// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first line of a report names what a machine has too little of. */
@Tag("M-268")
class RunLimitTest {
    /** A machine that lacks one resource, and a workload that needs it. */
    private record Starved(
            String resource, String evidence, String example, int[] values, String key, String... others) {}

    private static final String STEADY = "machine.latency.jitter=0"; // the memories of that example are slow, else
    private static final String COUNTED = " less. The performance counters have ";
    private static final List<Starved> ALL = List.of(
            new Starved("link bandwidth", COUNTED, "halo3d", new int[] {4, 8}, "machine.link_interval"),
            new Starved("memory latency", COUNTED, "halo3d", new int[] {150, 250, 400}, "machine.latency.memory"),
            new Starved("credits of the local buffers", COUNTED, "halo3d", new int[] {1}, "machine.buffers.local"),
            new Starved("the injection FIFOs", "", "halo3d", new int[] {1}, "machine.buffers.injection"),
            new Starved("credits of the link buffers", COUNTED, "alltoall", new int[] {1}, "machine.buffers.link_vc"),
            new Starved("the local ports", "", "incast", new int[] {1}, "machine.local_ports"),
            new Starved("the barrier network", "", "barrier_storm", new int[] {200}, "machine.latency.barrier"),
            new Starved("the reaction time of software", "", "ring", new int[] {300, 500}, "machine.latency.software"),
            new Starved("link latency", "", "halo3d", new int[] {30}, "machine.latency.link"),
            new Starved("the header queues", "", "halo3d", new int[] {1}, "machine.buffers.header_queue"),
            new Starved("the read windows", COUNTED, "halo3d", new int[] {1, 2}, "machine.buffers.read_window"),
            new Starved(
                    "the injection FIFOs of the collective network",
                    "",
                    "collective_network",
                    new int[] {1},
                    "machine.collective.injection"),
            new Starved(
                    "the link buffers of the collective network",
                    "",
                    "collective_network",
                    new int[] {1},
                    "machine.collective.link_depth"),
            new Starved(
                    "the link latency of the collective network",
                    "",
                    "collective_network",
                    new int[] {20, 30},
                    "machine.latency.tree"),
            new Starved("the commit slots", COUNTED, "halo3d", new int[] {1}, "machine.buffers.commit_slots"),
            new Starved("the response slots", COUNTED, "random", new int[] {1}, "machine.buffers.response", STEADY),
            new Starved("the fence entries", COUNTED, "random", new int[] {1}, "machine.buffers.fence_entries", STEADY),
            new Starved(
                    "the acknowledgement counters",
                    COUNTED,
                    "random",
                    new int[] {1, 2},
                    "machine.buffers.ack_counters",
                    "machine.routing.mode=adaptive",
                    STEADY),
            new Starved(
                    "the reception FIFOs of the collective network",
                    "",
                    "device_smp",
                    new int[] {1},
                    "machine.collective.reception"),
            new Starved(
                    "the reception FIFOs of the collective network",
                    "",
                    "device_dual",
                    new int[] {1, 2},
                    "machine.collective.reception"),
            new Starved(
                    "the DLA pool",
                    " less. The DLA has denied ",
                    "random",
                    new int[] {8},
                    "machine.buffers.dla",
                    "workload.epochs=false",
                    "workload.barriers=false",
                    "workload.fences=false",
                    "workload.min_bytes=64",
                    "workload.max_bytes=64",
                    "workload.put_share=1",
                    "machine.tasks_per_node=8",
                    "machine.latency.memory=2",
                    "machine.latency.software=1",
                    "expect={}",
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
        run(example, List.of(key + "=" + value)).says("This run is limited by " + resource + ": ");
    }

    /** The store path waits for its pool, and threads for the network whose receptions software does not empty. */
    @ParameterizedTest
    @ValueSource(strings = {"the DLA pool", "the reception FIFOs of the collective network"})
    void theFirstLineNamesWhatSoftwareFeedsAndEmpties(final String resource) {
        names(
                ALL.stream()
                        .filter(one -> one.resource().equals(resource))
                        .findFirst()
                        .orElseThrow(),
                0);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void theFirstLineNamesAResourceThatIsDrawn(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final Starved one = ALL.get(random.nextInt(ALL.size()));
        names(one, random.nextInt(one.values().length));
    }

    @Tag("slow")
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void theFirstLineNamesManyResourcesThatAreDrawn(final long seed) {
        theFirstLineNamesAResourceThatIsDrawn(seed);
    }

    /** The line has what was counted of the resource, too, if the machine counts its waits. */
    private void names(final Starved one, final int value) {
        final List<String> sets = new ArrayList<>(List.of(one.others()));
        sets.add(one.key() + "=" + one.values()[value]);
        sets.add("run.counters=true");
        final Captured answer = run(one.example(), sets);
        assertTrue(answer.out().contains("This run is limited by " + one.resource() + ": "), sets + answer.all());
        assertTrue(answer.out().contains(one.evidence()), sets + answer.all());
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
