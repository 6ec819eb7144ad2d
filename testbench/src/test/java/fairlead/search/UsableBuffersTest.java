// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Buffers;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.plan.Plans;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The buffers that a machine can use, from the rules of the routing (RU_R3 to RU_R9) written down by hand. */
@Tag("M-310")
class UsableBuffersTest {
    @TempDir
    Path folder;

    private static MachineConfig machine(Routing routing, int depth, int... k) {
        return MachineConfig.of(new Shape(k[0], k[1], k[2]))
                .routing(routing)
                .buffers(new Buffers(depth, 8, 16, 64, 64, 8))
                .build();
    }

    private static UsableBuffers usable(Routing routing, int... k) {
        return UsableBuffers.of(machine(routing, 40, k));
    }

    @Test
    void dimensionOrderUsesTheEscapePairAndNoRingOfLengthOne() {
        assertEquals(
                List.of(3, 3, 3, 3, 3, 3),
                usable(Routing.DIMENSION_ORDER, 4, 4, 4).linkVcs());
        assertEquals(
                List.of(3, 3, 0, 0, 3, 3),
                usable(Routing.DIMENSION_ORDER, 4, 1, 3).linkVcs());
        assertEquals(24, usable(Routing.DIMENSION_ORDER, 4, 4, 4).linkBuffers());
        assertEquals(0, usable(Routing.DIMENSION_ORDER, 1, 1, 1).linkBuffers());
    }

    @Test
    void bubbleRingsUseOneVcAndAdaptivePacketsTwoMore() {
        assertEquals(List.of(1, 1, 1, 1, 1, 1), usable(Routing.BUBBLE, 4, 4, 4).linkVcs());
        assertEquals(
                List.of(15, 15, 15, 15, 15, 15),
                usable(Routing.ADAPTIVE, 4, 4, 4).linkVcs());
        Routing both = new Routing(Routing.Mode.ADAPTIVE, true, false, false);
        assertEquals(List.of(13, 13, 13, 13, 0, 0), usable(both, 4, 4, 1).linkVcs());
    }

    @Test
    void underCutThroughOnlyWholePacketsFit() {
        assertEquals(34, usable(Routing.ADAPTIVE, 4, 4, 4).depths().linkVc());
        assertEquals(40, usable(Routing.DIMENSION_ORDER, 4, 4, 4).depths().linkVc());
        assertEquals(
                UsableBuffers.of(machine(Routing.ADAPTIVE, 34, 4, 4, 4)).bits(),
                UsableBuffers.of(machine(Routing.ADAPTIVE, 40, 4, 4, 4)).bits());
    }

    @Test
    void bitsAreThoseOfWhatCanBeUsed() {
        MachineConfig machine = machine(Routing.DIMENSION_ORDER, 8, 4, 4, 4);
        MachineConfig onePort = machine.change().localPorts(1).build();
        assertEquals(
                24L * 8 * BufferUnit.LINK_INPUT.bits(),
                UsableBuffers.of(machine).bitsByKind().get("link_vc"));
        for (String kind : List.of("local", "response")) {
            assertEquals(
                    UsableBuffers.of(machine).bitsByKind().get(kind),
                    2 * UsableBuffers.of(onePort).bitsByKind().get(kind));
        }
    }

    /** What is not counted makes no difference: a machine without it gives the same events. */
    @Test
    void flitsBeyondWholePacketsChangeNothing() throws IOException {
        Path file = Files.writeString(
                folder.resolve("a.yaml"),
                "schema: fairlead.scenario/1\nmachine: {shape: [3, 2, 2], memory_bytes: 8192,"
                        + " routing: {mode: adaptive}}\nworkload: {kind: alltoall, iterations: 1, bytes: 300}\n"
                        + "engine: model\n");
        List<String> hashes =
                List.of(17, 33, 34).stream().map(depth -> run(file, depth)).toList();
        assertEquals(hashes.get(0), hashes.get(1));
        assertTrue(!hashes.get(0).equals(hashes.get(2)), "34 flits are room for two packets");
    }

    private static String run(Path file, int depth) {
        Scenario scenario = ScenarioReader.read(file, List.of("machine.buffers.link_vc=" + depth));
        return new Session(Plans.of(scenario)).run(started -> {}).report().eventSha256();
    }

    @Test
    void whatCannotBeUsedIsWarnedOf() {
        assertEquals(List.of(), UsableBuffers.warnings(machine(Routing.ADAPTIVE, 34, 4, 4, 4)));
        List<String> deep = UsableBuffers.warnings(machine(Routing.ADAPTIVE, 40, 4, 4, 4));
        assertTrue(deep.size() == 1 && deep.get(0).contains("6 flits of each buffer"), deep.toString());
        List<String> dead = UsableBuffers.warnings(machine(Routing.DIMENSION_ORDER, 8, 4, 4, 4));
        assertTrue(dead.size() == 1 && dead.get(0).contains("24 of the 48"), dead.toString());
        List<String> port = UsableBuffers.warnings(
                machine(Routing.ADAPTIVE, 17, 4, 4, 4).change().localPorts(1).build());
        assertTrue(port.size() == 1 && port.get(0).startsWith("machine.local_ports = 1"), port.toString());
    }
}
