// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.support.CsvRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies whose machines have units of the user: every run is on the RTL, as the twin does not know the unit. */
class OwnUnitSearchTest {
    private static final Path EXAMPLE = Path.of("../examples/own_rtl/round_robin.sv");

    @TempDir
    Path folder;

    private Captured search(String files, String objective) throws IOException {
        Files.copy(EXAMPLE.resolveSibling("halo.yaml"), folder.resolve("halo.yaml"));
        Files.copy(EXAMPLE, folder.resolve("round_robin.sv"));
        String text = Files.readString(EXAMPLE);
        Files.writeString(folder.resolve("flawed.sv"), text.replace("room && io_unowned[f.out] &&", "room &&"));
        Files.writeString(
                folder.resolve("narrow.sv"), text.replace("[9:0] io_connections_held", "io_connections_held"));
        Files.writeString(folder.resolve("reverse.sv"), text.replace("output [9:0] io_conn", "input [9:0] io_conn"));
        Path study = Files.writeString(
                folder.resolve("study.yaml"),
                """
                schema: fairlead.study/1
                scenario: halo.yaml
                genes:
                  machine.rtl.SwitchAllocator: {choice: [FILES]}
                  machine.buffers.link_vc: {values: [2, 4]}
                objectives: [completion_time, OBJECTIVE]
                """
                        .replace("FILES", files)
                        .replace("OBJECTIVE", objective));
        return Captured.of("search", study, "--out", folder.resolve("out"), "--workers", "1");
    }

    @Test
    void aFileThatCannotTakeThePlaceIsRefusedBeforeTheSearch() throws IOException {
        search("narrow.sv, reverse.sv", "buffer_bits")
                .exits(ExitCode.BAD_INPUT)
                .complains("SwitchAllocator: port io_connections_held is");
    }

    @Test
    void areaAndEnergyAreThoseOfOurUnits() throws IOException {
        search("narrow.sv, flawed.sv", "energy")
                .exits(ExitCode.BAD_INPUT)
                .complains("machine.rtl: what is measured are the machine's own units; leave it out");
    }

    /** The points with a flaw are infeasible by a verdict. A second search finds the libraries and the runs. */
    @Test
    @Tag("slow")
    void everyRunIsOnTheRtlAndAFlawIsInfeasible() throws IOException {
        search("round_robin.sv, flawed.sv", "buffer_bits")
                .exits(ExitCode.OK)
                .says("all runs were on the RTL, with the units of machine.rtl")
                .complains("4 simulations run");
        List<Map<String, String>> trials = CsvRows.of(folder.resolve("out/trials.csv"));
        assertEquals(4, trials.size());
        for (Map<String, String> trial : trials) {
            boolean flawed = trial.get("machine.rtl.SwitchAllocator").equals("flawed.sv");
            assertEquals(flawed, trial.get("infeasible").contains("fails deadlock_freedom"), trials.toString());
        }
        try (Stream<Path> files = Files.walk(folder.resolve("out/evaluations"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertTrue(Files.readString(file).contains("\"engine\" : \"rtl\""), file.toString());
            }
        }
        Captured.of("search", folder.resolve("study.yaml"), "--out", folder.resolve("out"), "--resume")
                .exits(ExitCode.OK)
                .complains("0 simulations run");
    }
}
