// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.run.RunResult;
import fairlead.support.Runs;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The global barrier over the tree of the collective network, and over wires with a latency of its own for each node.
 */
@Tag("M-322")
class TreeBarrierRtlTest {
    private static RunResult storm(String shape, String machine, String... overrides) {
        String yaml = Runs.yaml(1, shape, "kind: barrier_storm, instances: 8", machine);
        RunResult rtl = Runs.run(yaml, overrides);
        RunResult twin = Runs.run(yaml + "\n", with(overrides, "engine=model"));
        assertTrue(rtl.report().holds(), Runs.repro(yaml) + rtl.report().verdicts());
        assertTrue(rtl.execution().isClean(), Runs.repro(yaml));
        assertEquals(rtl.report().eventSha256(), twin.report().eventSha256(), Runs.repro(yaml));
        return rtl;
    }

    private static String[] with(String[] overrides, String one) {
        String[] all = Arrays.copyOf(overrides, overrides.length + 1);
        all[overrides.length] = one;
        return all;
    }

    /** Wires of latency 3, and d T cycles more from and to a node of depth d, are the same network. */
    @ParameterizedTest(name = "{0}, T = {1}")
    @CsvSource({"1x1x1, 3", "2x1x1, 1", "2x2x1, 3", "4x4x1, 2"})
    void theTreeIsAsWiresWithTheLatenciesOfItsDepths(String shape, int latency) {
        RunResult tree = storm(shape, "barrier: {network: tree}, latency: {tree: " + latency + "}");
        int nodes = Arrays.stream(shape.split("x")).mapToInt(Integer::parseInt).reduce(1, (x, y) -> x * y);
        List<Integer> depths = IntStream.range(0, nodes)
                .mapToObj(node -> latency * (31 - Integer.numberOfLeadingZeros(node + 1)))
                .toList();
        RunResult wires = storm(shape, "barrier: {from: " + depths + ", to: " + depths + "}, latency: {barrier: 3}");
        assertEquals(wires.report().eventSha256(), tree.report().eventSha256());
    }

    @Test
    void eachNodeHasItsOwnLatencyOfTheWires() {
        long one = storm("3x1x1", "barrier: {from: [0, 0, 0]}").report().cycles();
        assertEquals(
                one, storm("3x1x1", "barrier: {network: wires, to: 0}").report().cycles());
        assertTrue(storm("3x1x1", "barrier: {from: [0, 30, 0], to: 5}").report().cycles() > one);
    }
}
