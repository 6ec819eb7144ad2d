// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first line of a report names what a machine has too little of. */
class RunLimitTest {
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
        final Captured answer = Captured.of(
                "run",
                "../examples/" + example + ".yaml",
                "--engine",
                "model",
                "--no-progress",
                "--report",
                "--out",
                folder.resolve("out").toString(),
                "--set",
                key + "=" + value);
        assertTrue(answer.out().contains("This run is limited by " + resource + ": "), answer.all());
    }
}
