// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.MachineStructure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The structure of a scenario: its keys, its file, what it forbids, and what a process of another structure says. */
@Tag("M-340")
@Tag("M-343")
@Tag("M-926")
@Tag("M-928")
@Tag("M-937")
class StructureFileTest {
    private static final String SCENARIO =
            "schema: fairlead.scenario/1\nmachine: {shape: [2, 1, 1]}\nworkload: {kind: ring}\n";

    @TempDir
    private Path folder;

    private Scenario read(final String... overrides) throws IOException {
        return ScenarioReader.read(Files.writeString(folder.resolve("s.yaml"), SCENARIO), List.of(overrides));
    }

    private MachineStructure wanted(final String... overrides) {
        return assertThrows(OtherStructure.class, () -> read(overrides)).wanted();
    }

    private String refusal(final String... overrides) {
        return String.join(
                "\n", assertThrows(BadInput.class, () -> read(overrides)).lines());
    }

    @Test
    void theDefaultStructureMayBeWritten() throws IOException {
        final Scenario plain = read();
        final Scenario written = read("machine.structure={vcs_per_class: 4, counters: 64}");
        assertEquals(plain.effective(), written.effective());
        assertTrue(plain.toYaml().contains("vcs_per_class: 4"), plain.toYaml());
    }

    @Test
    void anotherStructureIsAskedForWithAllItsKeys() {
        final MachineStructure one = wanted("machine.structure.vcs_per_class=2", "machine.structure.counters=16");
        assertEquals(2, one.values().get("vcsPerClass"));
        assertEquals(16, one.values().get("counters"));
        final Map<String, Integer> others = new HashMap<>(one.values());
        others.keySet().removeAll(List.of("vcsPerClass", "counters"));
        others.forEach(
                (name, value) -> assertEquals(MachineStructure.STANDARD.values().get(name), value, name));
        assertEquals(
                one.id(),
                wanted("machine.structure={counters: 16, vcs_per_class: 2}").id());
    }

    @Test
    void aFileIsFoundBesideTheScenarioAndMeansTheSame() throws IOException {
        Files.writeString(folder.resolve("small.yaml"), "schema: fairlead.structure/1\nvcs_per_class: 2\n");
        assertEquals(wanted("machine.structure={vcs_per_class: 2}"), wanted("machine.structure=small.yaml"));
        assertEquals(StructureFile.read(folder.resolve("small.yaml")), wanted("machine.structure=small.yaml"));
    }

    @Test
    void aMistakeIsNamedWithItsPlaceAndWhatIsAllowed() throws IOException {
        assertTrue(
                refusal("machine.structure.vcs_per_class=3")
                        .contains("machine.structure.vcs_per_class = 3: must be one of 2, 4"),
                refusal("machine.structure.vcs_per_class=3"));
        assertTrue(
                refusal("machine.structure.vc_per_class=2").contains("did you mean machine.structure.vcs_per_class?"));
        Files.writeString(folder.resolve("bad.yaml"), "schema: fairlead.structure/1\n\ncounters: 65\n");
        final String bad = refusal("machine.structure=bad.yaml");
        assertTrue(
                bad.contains("bad.yaml line 3: machine.structure.counters = 65: must be one of 16, 32, 64, 128, 256"),
                bad);
        final BadInput alone = assertThrows(BadInput.class, () -> StructureFile.read(folder.resolve("bad.yaml")));
        assertTrue(alone.getMessage().contains("bad.yaml line 3: machine.structure.counters = 65"), alone::getMessage);
        final String islip = refusal("machine.structure={islip_iterations: 1, router_stages: 2}");
        assertTrue(
                islip.contains("machine.structure.islip_iterations = 1: needs a stage for the allocation of VCs, "
                        + "machine.structure.router_stages = 3 or 4; it is 2"),
                islip);
        Files.writeString(folder.resolve("islip.yaml"), "schema: fairlead.structure/1\nislip_iterations: 1\n");
        assertThrows(BadInput.class, () -> StructureFile.read(folder.resolve("islip.yaml")));
        Files.writeString(folder.resolve("other.yaml"), "schema: fairlead.study/1\ncounters: 16\n");
        assertTrue(refusal("machine.structure=other.yaml").contains("must be fairlead.structure/1"));
        Files.writeString(folder.resolve("plain.yaml"), "counters: 16\n");
        assertTrue(refusal("machine.structure=plain.yaml").contains("schema: is missing"));
    }

    @Test
    void aNumberOfFifosIsARange() throws IOException {
        assertEquals(16, wanted("machine.structure.injection_fifos=16").values().get("injectionFifos"));
        Files.writeString(folder.resolve("many.yaml"), "schema: fairlead.structure/1\nreception_fifos: 17\n");
        final String many = refusal("machine.structure=many.yaml");
        assertTrue(
                many.contains(
                        "many.yaml line 2: machine.structure.reception_fifos = 17: must be an integer from 1 to 16"),
                many);
        assertTrue(refusal("machine.structure.injection_fifos=0")
                .contains("machine.structure.injection_fifos = 0: must be an integer from 1 to 16"));
    }

    /** A FIFO may have a depth of its own only if it is there. */
    @Test
    void aKeyOfAFifoThatIsNotThereIsRefused() {
        final String depth = "machine.buffers.injections.fifo_5=3";
        assertEquals(
                6, wanted("machine.structure.injection_fifos=6", depth).values().get("injectionFifos"));
        final String said = refusal("machine.structure.injection_fifos=5", depth);
        assertTrue(
                said.contains(
                        "machine.buffers.injections.fifo_5 = 3: no such FIFO: machine.structure.injection_fifos = 5"),
                said);
        final String one = refusal("machine.structure.reception_fifos=1", "machine.buffers.receptions.fifo_1=3");
        assertTrue(one.contains("machine.structure.reception_fifos = 1"), one);
    }

    /** A machine uses as many local ports as it has if it does not say how many, and no more. */
    @Test
    void aLocalPortThatIsNotThereIsRefused() {
        final String one = "machine.structure.local_ports=1";
        assertEquals(1, wanted(one).values().get("localPorts"));
        assertEquals(1, wanted(one, "machine.local_ports=1").values().get("localPorts"));
        final String said = refusal(one, "machine.local_ports=2");
        assertTrue(said.contains("machine.local_ports = 2: must be at most machine.structure.local_ports = 1"), said);
        final String queue = refusal(one, "machine.buffers.responses.port_1=3");
        assertTrue(
                queue.contains(
                        "machine.buffers.responses.port_1 = 3: no such queue: machine.structure.local_ports = 1"),
                queue);
        final String traffic = "workload={kind: traffic, at: local_ports, load: 0.1, lanes: 2}";
        final String lanes = refusal(one, traffic);
        assertTrue(
                lanes.contains(
                        "workload.lanes = 2: must be 1: lanes are local ports, and machine.structure.local_ports"),
                lanes);
        assertEquals(1, wanted(one, traffic.replace(", lanes: 2", "")).values().get("localPorts"));
    }

    /** Large tables take bits of the addresses. */
    @Test
    void memoryThatAnAddressCannotNameIsRefused() {
        final String most = "machine.memory_bytes=16777216";
        final String more = "machine.memory_bytes=16777224";
        assertEquals(
                64, wanted("machine.structure.vcs_per_class=2", more).values().get("counters"));
        for (final String key : List.of("counters", "origin_epochs", "target_epochs")) {
            final String large = "machine.structure." + key + "=128";
            assertTrue(wanted(large, most).hasLargeTables(), key);
            final String said = refusal(large, more);
            assertTrue(
                    said.contains("machine.memory_bytes = 16777224: must be 1024 to 16777216: more than 64"
                            + " machine.structure.counters, origin_epochs or target_epochs leave an address 24 bits"),
                    said);
        }
    }

    @Test
    void aPacketIsNotLongerThanThoseOfTheStructure() {
        final String traffic = "workload={kind: traffic, load: 0.1, packet_flits: 33}";
        assertEquals(
                512,
                wanted("machine.structure.max_payload=512", traffic).values().get("maxPayload"));
        final String said = refusal(traffic);
        assertTrue(
                said.contains(
                        "workload.packet_flits = 33: must be at most 17 with machine.structure.max_payload = 256"),
                said);
        final String longer = refusal("machine.structure.max_payload=512", traffic.replace("33", "34"));
        assertTrue(longer.contains("workload.packet_flits = 34: must be an integer from 1 to 33"), longer);
    }

    /** Before anything is elaborated for it. */
    @Test
    void whatTheStructureHasNotIsRefused() {
        final String adaptive = refusal("machine.structure.vcs_per_class=2", "machine.routing.mode=adaptive");
        assertTrue(
                adaptive.contains("machine.routing.mode = adaptive: needs the adaptive VCs of"
                        + " machine.structure.vcs_per_class = 4; with 2"),
                adaptive);
        final String flat = refusal("machine.structure.dimensions=2", "machine.shape=[2,2,2]");
        assertTrue(
                flat.contains("machine.shape = [2, 2, 2]: has more dimensions than machine.structure.dimensions = 2"),
                flat);
    }

    /** Each key that needs a unit is named; a scenario without such a key is sound and asks for the structure. */
    @Test
    void whatNeedsTheCollectiveNetworkIsRefusedWithoutIt() {
        final String without = "machine.structure.collective_units=0";
        assertEquals(0, wanted(without).values().get("collectiveUnits"));
        final String reason = ": needs the collective network, which machine.structure.collective_units = 0 leaves out";
        for (final String key : List.of(
                "machine.collective.routes=[[0, 1]]",
                "machine.io_ratio=2",
                "machine.barrier.network=tree",
                "workload.kind=device")) {
            final String said = refusal(without, key);
            assertTrue(said.contains(key.replace("=", " = ") + reason), said);
        }
        final String flaw = refusal(without, "machine.unsafe.variant=tree_turn", "engine=rtl");
        assertTrue(flaw.contains("machine.unsafe.variant = tree_turn" + reason), flaw);
    }

    @Test
    void whatNeedsTheDlaOrTheBarrierUnitIsRefusedWithoutThem() {
        final String dla = "machine.structure.dla_channels=0";
        assertEquals(0, wanted(dla).values().get("dlaChannels"));
        for (final String key : List.of(
                "machine.dla.bypass=true",
                "machine.dla.event_credits=2",
                "machine.dla.status_credits=1",
                "machine.dla.status_cycles=9")) {
            final String said = refusal(dla, key);
            final String reason = ": needs the DLA, which machine.structure.dla_channels = 0 leaves out";
            assertTrue(said.contains(key.replace("=", " = ") + reason), said);
        }
        final String barrier = "machine.structure.barrier_unit=0";
        assertEquals(0, wanted(barrier, "workload.barriers=false").values().get("barrierUnit"));
        final String reason = ": needs the barrier unit, which machine.structure.barrier_unit = 0 leaves out";
        assertTrue(refusal(barrier).contains("workload.barriers = true" + reason), refusal(barrier));
        final String storm = refusal(barrier, "workload={kind: barrier_storm}");
        assertTrue(storm.contains("workload.kind = barrier_storm" + reason), storm);
        final String tree = refusal(barrier, "workload.barriers=false", "machine.barrier.network=tree");
        assertTrue(tree.contains("machine.barrier.network = tree" + reason), tree);
    }

    @Test
    void wideCoordinatesAreOfRoutersAlone() throws IOException {
        final String wide = "machine.structure.coordinate_bits=8";
        final String tiles = refusal(wide);
        assertTrue(
                tiles.contains("machine.structure.coordinate_bits = 8: 8 makes routers alone, without tiles: for"
                        + " workload.kind traffic with workload.at local_ports"),
                tiles);
        final String long17 = refusal("machine.shape=[17,1,1]");
        assertTrue(
                long17.contains("machine.shape = [17, 1, 1]: must be 1 to 16 in each dimension;"
                        + " machine.structure.coordinate_bits = 8 has up to 64"),
                long17);
        final String[] routers = {
            wide, "workload={kind: traffic, at: local_ports, load: 0.1}", "machine.shape=[64,17,2]"
        };
        assertEquals(8, wanted(routers).values().get("coordinateBits"));
        Files.writeString(folder.resolve("wide.yaml"), "schema: fairlead.structure/1\ncoordinate_bits: 8\n");
        assertThrows(BadInput.class, () -> StructureFile.read(folder.resolve("wide.yaml")));
    }
}
