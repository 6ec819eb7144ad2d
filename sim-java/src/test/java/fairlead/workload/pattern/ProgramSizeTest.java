// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program has a greatest number of operations. */
@Tag("M-77")
class ProgramSizeTest {
    private static final String HEAD = "schema: fairlead.scenario/1\nengine: model\n";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kind: halo3d, iterations: 60001 | s line 4: workload.iterations = 60001",
                "kind: incast, iterations: 1000000 | s line 4: workload.iterations = 1000000",
                "kind: random, ops_per_node: 1000000 | s line 4: workload.ops_per_node = 1000000",
                "kind: barrier_storm, instances: 1000000 | s line 4: workload.instances = 1000000",
                "kind: collectives, iterations: 9000 | s line 4: workload.iterations = 9000",
                "kind: collectives, items: [{collective: {op: alltoall, algorithm: bruck}}] | s line 4: workload.iterations = 1",
                "kind: pingpong, iterations: 60001 | s line 4: workload.iterations = 60001",
                "kind: traffic, load: 1, cycles: 900000 | s line 4: workload.cycles = 900000",
            })
    void aProgramThatNobodyCanWaitForIsRefused(String workload, String place) {
        String shape = workload.contains("bruck") ? "[16, 16, 4]" : "[4, 4, 4]";
        Scenario scenario = ScenarioReader.parse(
                HEAD + "machine: {shape: " + shape + ", memory_bytes: 262144}\nworkload: {" + workload + "}\n",
                "s",
                "s",
                List.of());
        String message = assertThrows(BadInput.class, scenario::program).getMessage();
        assertTrue(message.startsWith(place) && message.endsWith(": the program has more than 1000000 operations"), message);
        assertEquals(1, message.lines().count());
    }
}
