// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.MachineStructure;
import fairlead.scenario.StructureFile.OtherStructure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    private Scenario read(String... overrides) throws IOException {
        return ScenarioReader.read(Files.writeString(folder.resolve("s.yaml"), SCENARIO), List.of(overrides));
    }

    private MachineStructure wanted(String... overrides) {
        return assertThrows(OtherStructure.class, () -> read(overrides)).wanted();
    }

    @Test
    void theDefaultStructureMayBeWritten() throws IOException {
        Scenario plain = read();
        Scenario written = read("machine.structure={vcs_per_class: 4, counters: 64}");
        assertEquals(plain.effective(), written.effective());
        assertTrue(plain.toYaml().contains("vcs_per_class: 4"), plain.toYaml());
    }

    @Test
    void anotherStructureIsAskedForWithAllItsKeys() {
        MachineStructure one = wanted("machine.structure.vcs_per_class=2", "machine.structure.counters=16");
        assertEquals(2, one.values().get("vcsPerClass"));
        assertEquals(16, one.values().get("counters"));
        Map<String, Integer> others = new HashMap<>(one.values());
        others.keySet().removeAll(List.of("vcsPerClass", "counters"));
        others.forEach(
                (name, value) -> assertEquals(MachineStructure.STANDARD.values().get(name), value, name));
        assertEquals(
                one.id(),
                wanted("machine.structure={counters: 16, vcs_per_class: 2}").id());
    }

    @Test
    void aFileIsFoundBesideTheScenarioAndMeansTheSame() throws IOException {
        file("small.yaml", "vcs_per_class: 2");
        assertEquals(wanted("machine.structure={vcs_per_class: 2}"), wanted("machine.structure=small.yaml"));
        assertEquals(StructureFile.read(folder.resolve("small.yaml")), wanted("machine.structure=small.yaml"));
    }

    private String file(String name, String keys) throws IOException {
        Files.writeString(folder.resolve(name), "schema: fairlead.structure/1\n" + keys + "\n");
        return name;
    }

    /** Scenario overrides, and what the refusal must say; S. is machine.structure. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "S.vcs_per_class=3 | S.vcs_per_class = 3: must be one of 2, 4",
                "S.vc_per_class=2 | did you mean S.vcs_per_class?",
                "machine.structure=bad.yaml | bad.yaml line 3: S.counters = 65: must be one of 16, 32, 64, 128, 256",
                "machine.structure={islip_iterations: 1, router_stages: 2} | S.islip_iterations = 1: needs a stage for the allocation of VCs, S.router_stages = 3 or 4; it is 2",
                "machine.structure=other.yaml | must be fairlead.structure/1",
                "machine.structure=plain.yaml | schema: is missing",
                "machine.structure=many.yaml | many.yaml line 2: S.reception_fifos = 17: must be an integer from 1 to 16",
                "S.injection_fifos=0 | S.injection_fifos = 0: must be an integer from 1 to 16",
                "S.injection_fifos=5 ; machine.buffers.injections.fifo_5=3 | machine.buffers.injections.fifo_5 = 3: no such FIFO: S.injection_fifos = 5",
                "S.reception_fifos=1 ; machine.buffers.receptions.fifo_1=3 | S.reception_fifos = 1",
                "S.local_ports=1 ; machine.local_ports=2 | machine.local_ports = 2: must be at most S.local_ports = 1",
                "S.local_ports=1 ; machine.buffers.responses.port_1=3 | machine.buffers.responses.port_1 = 3: no such queue: S.local_ports = 1",
                "S.local_ports=1 ; workload={kind: traffic, at: local_ports, load: 0.1, lanes: 2} | workload.lanes = 2: must be 1: lanes are local ports, and S.local_ports",
                "S.counters=128 ; machine.memory_bytes=16777224 | machine.memory_bytes = 16777224: must be 1024 to 16777216: more than 64 S.counters, origin_epochs or target_epochs leave an address 24 bits",
                "S.origin_epochs=128 ; machine.memory_bytes=16777224 | machine.memory_bytes = 16777224: must be 1024 to 16777216",
                "S.target_epochs=128 ; machine.memory_bytes=16777224 | machine.memory_bytes = 16777224: must be 1024 to 16777216",
                "workload={kind: traffic, load: 0.1, packet_flits: 33} | workload.packet_flits = 33: must be at most 17 with S.max_payload = 256",
                "S.max_payload=512 ; workload={kind: traffic, load: 0.1, packet_flits: 34} | workload.packet_flits = 34: must be an integer from 1 to 33",
                "S.vcs_per_class=2 ; machine.routing.mode=adaptive | machine.routing.mode = adaptive: needs the adaptive VCs of S.vcs_per_class = 4; with 2",
                "S.dimensions=2 ; machine.shape=[2,2,2] | machine.shape = [2, 2, 2]: has more dimensions than S.dimensions = 2",
                "S.collective_units=0 ; machine.collective.routes=[[0, 1]] | machine.collective.routes = [[0, 1]]: needs the collective network, which S.collective_units = 0 leaves out",
                "S.collective_units=0 ; machine.io_ratio=2 | machine.io_ratio = 2: needs the collective network",
                "S.collective_units=0 ; machine.barrier.network=tree | machine.barrier.network = tree: needs the collective network",
                "S.collective_units=0 ; workload.kind=device | workload.kind = device: needs the collective network",
                "S.collective_units=0 ; machine.unsafe.variant=tree_turn ; engine=rtl | machine.unsafe.variant = tree_turn: needs the collective network, which S.collective_units = 0 leaves out",
                "S.dla_channels=0 ; machine.dla.bypass=true | machine.dla.bypass = true: needs the DLA, which S.dla_channels = 0 leaves out",
                "S.dla_channels=0 ; machine.dla.event_credits=2 | machine.dla.event_credits = 2: needs the DLA",
                "S.dla_channels=0 ; machine.dla.status_credits=1 | machine.dla.status_credits = 1: needs the DLA",
                "S.dla_channels=0 ; machine.dla.status_cycles=9 | machine.dla.status_cycles = 9: needs the DLA",
                "S.barrier_unit=0 | workload.barriers = true: needs the barrier unit, which S.barrier_unit = 0 leaves out",
                "S.barrier_unit=0 ; workload={kind: barrier_storm} | workload.kind = barrier_storm: needs the barrier unit",
                "S.barrier_unit=0 ; workload.barriers=false ; machine.barrier.network=tree | machine.barrier.network = tree: needs the barrier unit",
                "S.coordinate_bits=8 | S.coordinate_bits = 8: 8 makes routers alone, without tiles: for workload.kind traffic with workload.at local_ports",
                "machine.shape=[17,1,1] | machine.shape = [17, 1, 1]: must be 1 to 16 in each dimension; S.coordinate_bits = 8 has up to 64",
            })
    void whatTheStructureHasNotIsRefusedBeforeItIsElaborated(String overrides, String message) throws IOException {
        file("bad.yaml", "\ncounters: 65");
        file("many.yaml", "reception_fifos: 17");
        Files.writeString(folder.resolve("other.yaml"), "schema: fairlead.study/1\ncounters: 16\n");
        Files.writeString(folder.resolve("plain.yaml"), "counters: 16\n");
        String[] all = overrides.replace("S.", "machine.structure.").split(" ; ");
        String said =
                String.join("\n", assertThrows(BadInput.class, () -> read(all)).lines());
        assertTrue(said.contains(message.replace("S.", "machine.structure.")), said);
    }

    /** Sound scenarios, each with a key of the structure that it asks for and the value. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "S.injection_fifos=16 | injectionFifos | 16",
                "S.injection_fifos=6 ; machine.buffers.injections.fifo_5=3 | injectionFifos | 6",
                "S.local_ports=1 | localPorts | 1",
                "S.local_ports=1 ; machine.local_ports=1 | localPorts | 1",
                "S.local_ports=1 ; workload={kind: traffic, at: local_ports, load: 0.1} | localPorts | 1",
                "S.vcs_per_class=2 ; machine.memory_bytes=16777224 | counters | 64",
                "S.max_payload=512 ; workload={kind: traffic, load: 0.1, packet_flits: 33} | maxPayload | 512",
                "S.collective_units=0 | collectiveUnits | 0",
                "S.barrier_unit=0 ; workload.barriers=false | barrierUnit | 0",
                "S.coordinate_bits=8 ; workload={kind: traffic, at: local_ports, load: 0.1} ; machine.shape=[64,17,2] | coordinateBits | 8",
            })
    void whatTheStructureHasIsAskedFor(String overrides, String key, int value) {
        String[] all = overrides.replace("S.", "machine.structure.").split(" ; ");
        assertEquals(value, wanted(all).values().get(key));
    }

    /** Large tables take bits of the addresses. */
    @ParameterizedTest
    @ValueSource(strings = {"counters", "origin_epochs", "target_epochs"})
    void allMemoryThatAnAddressNamesMayBeUsed(String table) {
        assertTrue(wanted("machine.structure." + table + "=128", "machine.memory_bytes=16777216")
                .hasLargeTables());
    }

    @ParameterizedTest
    @ValueSource(strings = {"counters: 65", "islip_iterations: 1", "coordinate_bits: 8", "vcs_per_class: x"})
    void aFileOfTilesIsRefusedByItself(String keys) throws IOException {
        Path file = folder.resolve(file("alone.yaml", keys));
        BadInput refusal = assertThrows(BadInput.class, () -> StructureFile.read(file));
        String key = "machine.structure." + keys.replace(":", " =");
        assertTrue(refusal.getMessage().contains("alone.yaml line 2: " + key), refusal.getMessage());
    }
}
