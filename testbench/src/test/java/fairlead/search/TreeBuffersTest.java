// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.plan.Plans;
import fairlead.run.Session;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.search.UsableBuffers.TreeBuffers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The buffers of the collective network that a program can use, from its class routes and messages. */
@Tag("M-534")
class TreeBuffersTest {
    private static final String CALLS = "kind: collectives, items: [{collective: {op: allreduce, bytes: 64, algorithm:"
            + " tree, reduce: sum}}, {collective: {op: barrier, group: pair, algorithm: tree}}]";
    private static final String MESSAGES = "kind: device, messages: 40, max_bytes: 512";
    private static final String RING = "kind: ring, iterations: 2";
    private static final List<String> DEPTHS = List.of("link_depth", "injection", "reception");

    private static Scenario scenario(String workload, String... sets) {
        String yaml = "{schema: fairlead.scenario/1, engine: model, machine: {shape: [2, 2, 1], memory_bytes:"
                + " 65536}, groups: {pair: [1, 3]}, workload: {" + workload + "}}";
        List<String> keys = new ArrayList<>();
        for (String set : sets) {
            keys.add("machine.collective." + set);
        }
        return ScenarioReader.parse(yaml, "case.yaml", "case", keys);
    }

    private static Map<String, Long> bits(Scenario scenario) {
        return UsableBuffers.of(scenario).bitsByKind();
    }

    @Test
    void callsUseTheLinksOfTheirClassRoutes() {
        Scenario scenario = scenario(CALLS, "link_depth=5", "injection=1", "reception=6");
        TreeBuffers tree = UsableBuffers.of(scenario).tree();
        // all four nodes have links 0 to 2 between them, nodes 1 and 3 have link 0 of node 3 and link 1 of node 1
        assertEquals(new TreeBuffers(2, false, 3 + 2, 5, 1, 6), tree);
        assertEquals(5L * 5 * 130, bits(scenario).get("tree_link"));
        assertEquals(2L * 17 * 131, bits(scenario).get("tree_injection"));
        assertEquals(2L * 34 * 131, bits(scenario).get("tree_reception"), "two of the longest packets, not six");
    }

    @Test
    void messagesUseAChannelOfTheirOwn() {
        Scenario scenario = scenario(MESSAGES, "injection=4", "reception=3");
        assertEquals(
                new TreeBuffers(0, true, 3, 8, 4, 3), UsableBuffers.of(scenario).tree());
        assertEquals(4L * 17 * 131, bits(scenario).get("tree_injection"));
        Scenario shallow = scenario(MESSAGES, "injection=2");
        BadInput e = assertThrows(BadInput.class, () -> UsableBuffers.of(shallow));
        assertTrue(
                e.lines().get(0).contains("machine.collective.injection = 2"),
                e.lines().get(0));
    }

    /** What is not counted makes no difference: with other depths the events are the same. */
    @Test
    void aProgramThatDoesNotUseTheNetworkHasNoBitsOfIt() {
        List<String> hashes = new ArrayList<>();
        for (String depth : List.of("link_depth=1", "link_depth=16", "injection=1", "reception=1")) {
            Scenario scenario = scenario(RING, depth);
            assertEquals(TreeBuffers.NONE, UsableBuffers.of(scenario).tree());
            assertEquals(
                    UsableBuffers.of(scenario.machine()).bits(),
                    UsableBuffers.of(scenario).bits());
            List<String> lines = UsableBuffers.warnings(scenario, List.of());
            String key = "machine.collective." + depth.replaceAll("=.*", "");
            assertEquals(
                    key + ": the program does not use the collective network; its buffers are not counted",
                    lines.get(lines.size() - 1));
            hashes.add(
                    new Session(Plans.of(scenario)).run(started -> {}).report().eventSha256());
        }
        assertEquals(1, hashes.stream().distinct().count());
    }

    @Test
    void depthsThatNobodyAskedForAreNotWarnedOf() {
        Scenario ring = scenario(RING);
        assertEquals(UsableBuffers.warnings(ring.machine()), UsableBuffers.warnings(ring, List.of()));
        assertTrue(UsableBuffers.warnings(ring, List.of("machine.collective.injection"))
                .toString()
                .contains("machine.collective.injection: the program does not use"));
        List<String> calls = UsableBuffers.warnings(scenario(CALLS), List.of());
        assertTrue(calls.get(calls.size() - 1).contains("uses 2 of the 5 channels"), calls.toString());
    }

    @Test
    void everyDepthIsCounted() {
        for (String depth : DEPTHS) {
            long one = UsableBuffers.of(scenario(CALLS, depth + "=1")).bits();
            assertTrue(one < UsableBuffers.of(scenario(CALLS, depth + "=2")).bits(), depth);
        }
        assertEquals(
                UsableBuffers.of(scenario(CALLS, "reception=2")).bits(),
                UsableBuffers.of(scenario(CALLS, "reception=8")).bits(),
                "the flits of a FIFO of a class route do not grow with its depth");
    }
}
