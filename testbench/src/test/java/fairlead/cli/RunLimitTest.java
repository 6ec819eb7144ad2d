// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first line of a report names what a machine has too little of. */
@Tag("M-268")
class RunLimitTest {
    /** A machine that lacks one resource, and a workload that needs it. */
    private record Starved(
            String resource, String evidence, String example, String key, String[] values, String others) {
        static Starved of(String row) {
            String[] cells = row.split(" *\\| *", -1);
            return new Starved(cells[0], EVIDENCE.get(cells[1]), cells[2], cells[3], cells[4].split(" "), cells[5]);
        }
    }

    /** What the line says of the counters: nothing, what the routers have counted, or what the pool has. */
    private static final Map<String, String> EVIDENCE =
            Map.of("", "", "counted", " less. The performance counters have ", "pool", " less. The DLA has denied ");

    /** Resource, evidence, example, key, values, further keys: without jitter where the memories are slow, else. */
    private static final List<Starved> ALL =
            """
            link bandwidth | counted | halo3d | machine.link_interval | 4 8 |
            memory latency | counted | halo3d | machine.latency.memory | 150 250 400 |
            credits of the local buffers | counted | halo3d | machine.buffers.local | 1 |
            the injection FIFOs | | halo3d | machine.buffers.injection | 1 |
            credits of the link buffers | counted | alltoall | machine.buffers.link_vc | 1 |
            the local ports | | incast | machine.local_ports | 1 |
            the barrier network | | barrier_storm | machine.latency.barrier | 200 |
            the reaction time of software | | ring | machine.latency.software | 300 500 |
            link latency | | halo3d | machine.latency.link | 30 |
            the header queues | | halo3d | machine.buffers.header_queue | 1 |
            the read windows | counted | halo3d | machine.buffers.read_window | 1 2 |
            the injection FIFOs of the collective network | | collective_network | machine.collective.injection | 1 |
            the link buffers of the collective network | | collective_network | machine.collective.link_depth | 1 |
            the link latency of the collective network | | collective_network | machine.latency.tree | 20 30 |
            the commit slots | counted | halo3d | machine.buffers.commit_slots | 1 |
            the response slots | counted | random | machine.buffers.response | 1 | machine.latency.jitter=0
            the fence entries | counted | random | machine.buffers.fence_entries | 1 | machine.latency.jitter=0
            the acknowledgement counters | counted | random | machine.buffers.ack_counters | 1 2 | \
            machine.routing.mode=adaptive machine.latency.jitter=0
            the reception FIFOs of the collective network | | device_smp | machine.collective.reception | 1 |
            the reception FIFOs of the collective network | | device_dual | machine.collective.reception | 1 2 |
            the DLA pool | pool | random | machine.buffers.dla | 5 | workload.epochs=false workload.barriers=false \
            workload.fences=false workload.min_bytes=64 workload.max_bytes=64 workload.put_share=1 \
            machine.tasks_per_node=8 machine.latency.memory=2 machine.latency.software=1 expect={} \
            machine.latency.jitter=0
            """
                    .lines()
                    .map(Starved::of)
                    .toList();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "link bandwidth",
                "memory latency",
                "credits of the local buffers",
                "the injection FIFOs",
                "credits of the link buffers",
                "the local ports",
                "the barrier network",
                "the reaction time of software",
                "the DLA pool",
                "the reception FIFOs of the collective network"
            })
    @Tag("lab")
    void theFirstLineNamesTheStarvedResource(String resource) {
        Starved one = ALL.stream()
                .filter(row -> row.resource().equals(resource))
                .findFirst()
                .orElseThrow();
        names(one, one.values().length - 1);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    @Tag("lab")
    void theFirstLineNamesAResourceThatIsDrawn(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Starved one = ALL.get(random.nextInt(ALL.size()));
        names(one, random.nextInt(one.values().length));
    }

    @Tag("slow")
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void theFirstLineNamesManyResourcesThatAreDrawn(long seed) {
        theFirstLineNamesAResourceThatIsDrawn(seed);
    }

    /** The line has what was counted of the resource, too, if the machine counts its waits. */
    private void names(Starved one, int value) {
        Stream<String> sets = Stream.of(
                        one.key() + "=" + one.values()[value],
                        one.evidence().isEmpty() ? "" : "run.counters=true",
                        one.others())
                .flatMap(all -> Stream.of(all.split(" ")))
                .filter(set -> !set.isEmpty())
                .flatMap(set -> Stream.of("--set", set));
        String file = "../examples/" + one.example() + ".yaml";
        Path out = folder.resolve("out");
        Captured.of("run", file, "--engine", "model", "--no-progress", "--report", "--out", out, sets.toList())
                .says("This run is limited by " + one.resource() + ": ", one.evidence());
    }
}
