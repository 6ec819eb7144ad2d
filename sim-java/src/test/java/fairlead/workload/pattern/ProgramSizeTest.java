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
import org.junit.jupiter.params.provider.ValueSource;

/** What a program will have, known before it is built. */
@Tag("M-77")
class ProgramSizeTest {
    private static final String HEAD = "schema: fairlead.scenario/1\nengine: model\n";

    private static Scenario scenario(String machine, String workload) {
        return ScenarioReader.parse(
                HEAD + "machine: {" + machine + ", memory_bytes: 262144}\nworkload: {" + workload + "}\n",
                "s",
                "s",
                List.of());
    }

    /** Never less than it has, and not twice as many. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "kind: ring, iterations: 5",
                "kind: ring, iterations: 5, epochs: false, fences: false",
                "kind: incast, iterations: 9, bytes: 64",
                "kind: incast, iterations: 9, bytes: 64, barriers: false",
                "kind: alltoall, iterations: 3, bytes: 64",
                "kind: alltoall, iterations: 3, bytes: 64, epochs: false, barriers: false",
                "kind: halo3d, iterations: 6",
                "kind: halo3d, iterations: 6, barriers: false",
                "kind: halo3d, iterations: 6, epochs: false, background: 0.5",
                "kind: random, ops_per_node: 64",
                "kind: random, ops_per_node: 64, epochs: false",
                "kind: barrier_storm, instances: 40",
                "kind: traffic, load: 0.5, cycles: 2000",
                "kind: collectives, items: [{collective: {op: broadcast, bytes: 64, algorithm: ring}}]",
                "kind: collectives, items: [{collective: {op: scatter}}, {collective: {op: gather}}]",
                "kind: collectives, items: [{collective: {op: allgather, algorithm: ring}}]",
                "kind: collectives, items: [{collective: {op: allgather, algorithm: recursive_doubling}}]",
                "kind: collectives, items: [{collective: {op: allgather, algorithm: bruck}}]",
                "kind: collectives, items: [{collective: {op: alltoall, algorithm: bruck}}]",
                "kind: collectives, items: [{collective: {op: alltoall, algorithm: pairwise}}]",
                "kind: collectives, items: [{collective: {op: allreduce, algorithm: ring, bytes: 256}}]",
                "kind: collectives, items: [{collective: {op: allreduce, algorithm: rabenseifner, bytes: 256}}]",
                "kind: collectives, items: [{collective: {op: allreduce, algorithm: recursive_doubling}}]",
                "kind: collectives, items: [{message: {from: all, to: 3, bytes: 64}}]",
                "kind: collectives, items: [{message: {from: all, to: 3, bytes: 64}}], eager_bytes: 0",
                "kind: collectives, items: [{collective: {op: reduce}}, {collective: {op: barrier}}], iterations: 3",
                "kind: collectives, items: [{collective: {op: allreduce, algorithm: tree, bytes: 64}}]",
            })
    void anEstimateIsCloseAndNotTooLow(String workload) {
        for (String machine : List.of(
                "shape: [4, 2, 2]", "shape: [8, 1, 1], tasks_per_node: 5", "shape: [5, 3, 1], tasks_per_node: 3")) {
            Scenario scenario = scenario(machine, workload);
            int real = scenario.program().size();
            double estimate = scenario.source().workload().operations(scenario.machine());
            // births of traffic are drawn, so that their number may be a little above its mean
            assertTrue(estimate * 1.1 >= real && estimate <= 2.0 * real, machine + ": " + estimate + " for " + real);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kind: halo3d, iterations: 60001 | s line 4: workload.iterations = 60001",
                "kind: incast, iterations: 1000000 | s line 4: workload.iterations = 1000000",
                "kind: random, ops_per_node: 1000000 | s line 4: workload.ops_per_node = 1000000",
                "kind: barrier_storm, instances: 1000000 | s line 4: workload.instances = 1000000",
                "kind: collectives, iterations: 9000 | s line 4: workload.iterations = 9000",
                "kind: traffic, load: 1, cycles: 900000 | s line 4: workload.cycles = 900000",
            })
    void aProgramThatNobodyCanWaitForIsRefusedUnbuilt(String workload, String place) {
        Scenario scenario = scenario("shape: [4, 4, 4]", workload);
        String message = assertThrows(BadInput.class, scenario::program).getMessage();
        assertTrue(message.startsWith(place + ": the program would have about"), message);
        assertEquals(1, message.lines().count());
    }
}
