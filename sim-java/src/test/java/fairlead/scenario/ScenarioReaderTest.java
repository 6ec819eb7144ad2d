// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.machine.Buffers;
import fairlead.machine.Shape;
import fairlead.workload.pattern.Halo3d;
import fairlead.workload.pattern.RandomOps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("M-150")
class ScenarioReaderTest {
    private static final String SMALL =
            "schema: fairlead.scenario/1\nmachine:\n  shape: [4, 3, 2]\nworkload: {kind: halo3d}\n";

    private static Scenario parse(String text, String... overrides) {
        return ScenarioReader.parse(text, "a.yaml", "a", List.of(overrides));
    }

    private static List<String> refusal(String text, String... overrides) {
        return assertThrows(BadInput.class, () -> parse(text, overrides)).lines();
    }

    @Test
    void everythingElseHasADefault() {
        Scenario scenario = parse(SMALL);
        assertEquals(new Shape(4, 3, 2), scenario.machine().shape());
        assertEquals(64, scenario.machine().latency().software());
        assertEquals(64, scenario.machine().dla().maxHiCdPr());
        assertEquals(2, scenario.machine().tasks(23));
        assertEquals("rtl", scenario.engine());
        assertTrue(scenario.workload() instanceof Halo3d);
        assertTrue(scenario.program().size() > 0);
        assertEquals(64, scenario.executorOptions().quantum());
    }

    @Test
    void theDepthOfLinkBuffersFollowsTheRoutingUnlessItIsGiven() {
        assertEquals(8, parse(SMALL).machine().buffers().linkVc());
        Scenario adaptive = parse(SMALL, "machine.routing.mode=adaptive");
        assertEquals(HwLayout.MAX_PACKET_FLITS, adaptive.machine().buffers().linkVc());
        assertEquals("machine.routing.mode", adaptive.followed().get("machine.buffers.link_vc"));
        assertTrue(adaptive.toYaml()
                .contains("# machine.buffers.link_vc = 17 follows from machine.routing.mode = adaptive\n"));
        Scenario bubble = parse(SMALL, "machine.routing={mode: adaptive, escape: bubble}");
        assertEquals(2 * HwLayout.MAX_PACKET_FLITS, bubble.machine().buffers().linkVc());
        Scenario given = parse(SMALL, "machine.routing.mode=adaptive", "machine.buffers.link_vc=20");
        assertEquals(20, given.machine().buffers().linkVc());
        assertTrue(!given.followed().containsKey("machine.buffers.link_vc"));
    }

    @Test
    void everyExampleTakesEveryRoutingMode() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../examples"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).toList()) {
                for (String mode : List.of("dimension_order", "adaptive", "bubble")) {
                    assertTrue(ScenarioReader.read(file, List.of("machine.routing.mode=" + mode))
                                    .program()
                                    .size()
                            > 0);
                }
            }
        }
    }

    @Test
    void aFlagGoesBeforeTheFile() {
        Scenario scenario = parse(
                SMALL, "machine.shape=[5,3,2]", "seed=7", "workload={kind: random, put_share: 1}", "run.quantum=1");
        assertEquals(30, scenario.machine().nodes());
        assertEquals(7, scenario.seed());
        assertEquals(1.0, ((RandomOps) scenario.workload()).putShare());
        assertEquals(1, scenario.run().quantum());
    }

    @Test
    void theEffectiveConfigurationIsAScenarioWithTheSameMeaning() {
        Scenario scenario = parse(
                SMALL + "faults: [{id: put_lost, node: 3, cycle: 9}]\nexpect: {exercised: [epoch_closure]}\n",
                "machine.dla.max_credits=32");
        Scenario again = parse(scenario.toYaml());
        assertEquals(scenario.effective(), again.effective());
        assertEquals(scenario.machine(), again.machine());
        assertEquals(scenario.faults(), again.faults());
        assertEquals(32L, ((Number) scenario.at("machine.dla.max_pr")).longValue());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "machine.latency.link=0 | machine.latency.link = 0: must be an integer from 1 to 60000",
                "machine.latency.lnk=2 | machine.latency.lnk = 2: unknown key; did you mean machine.latency.link?",
                "machin.shape=[1,1,1] | machin = {shape=[1, 1, 1]}: unknown key; did you mean machine?",
                "machine.shape=[4,4] | machine.shape = [4, 4]: must be a list of 3 integers from 1 to 64",
                "machine.shape=[4,4,17] | machine.shape = [4, 4, 17]: must be 1 to 16 in each dimension",
                "machine.memory_bytes=4100 | machine.memory_bytes = 4100: must be a multiple of 8",
                "machine.memory_bytes=268435456 | all 24 nodes together may have 4294967296 bytes",
                "machine.tasks_per_node=[1,2] | must have one entry a rank: 24 entries, not 2",
                "machine.latency.barrier_spread=-1 | machine.latency.barrier_spread = -1: must be an integer from 0 to 60000",
                "machine.collective.routes=[[0, 1], [1, 1]] | machine.collective.routes[1] = [1, 1]: must be a list of at most 4 lists of different ranks",
                "machine.collective.routes=[[0], [0], [0], [0], [0]] | must be a list of at most 4 lists",
                "machine.collective.routes=[[0, x]] | machine.collective.routes[0][1] = x: must be an integer from 0 to 4095",
                "machine.collective.routes=[[]] | machine.collective.routes[0] = []: must be a list",
                "machine.collective.routes=[[0, 24]] | there are ranks 0 to 23",
                "machine.collective.link_depth=17 | machine.collective.link_depth = 17: must be an integer from 1 to 16",
                "machine.barrier_master=second | machine.barrier_master = second:",
                "machine.barrier_width=1 | machine.barrier_width = 1: must be at least 2 for 2 tasks",
                "machine.dla.max_pr=65 | machine.dla.max_pr = 65: must be at most machine.buffers.dla = 64",
                "machine={shape: [2, 2, 2], routing: {mode: adaptive}, buffers: {link_vc: 16}} | machine.buffers.link_vc = 16: must be at least 17 with machine.routing.mode adaptive",
                "machine={shape: [2, 2, 2], routing: {mode: bubble}, buffers: {link_vc: 33}} | must be at least 34 with bubble rings",
                "machine={shape: [2, 2, 2], routing: {mode: adaptive, escape: bubble}, buffers: {link_vc: 20}} | must be at least 34",
                "machine.routing.escape=bubble | machine.routing.escape = bubble: needs machine.routing.mode adaptive",
                "machine.routing.select=long_first | machine.routing.select = long_first: needs machine.routing.mode adaptive",
                "machine.routing.ties=drown | did you mean drawn?",
                "workload={kind: traffic, load: 1.5} | workload.load = 1.5: must be at most 1",
                "workload={kind: traffic, at: local_ports, load: 2.5, inject: 2} | must be at most workload.inject = 2",
                "workload={kind: traffic, at: local_ports, inject: 3} | must be at most workload.lanes = 2",
                "engine=models | did you mean model?",
                "seed=a | seed = a: must be an integer",
                "run.skip_quiescent=1 | run.skip_quiescent = 1: must be true or false",
                "workload.kind=halo | did you mean halo3d?",
                "workload.target=3 | workload.target = 3: unknown key",
                "workload={kind: incast, target: 24} | must be a rank from 0 to 23",
                "workload={kind: random, min_bytes: 9, max_bytes: 8} | must be at most workload.max_bytes = 8",
                "workload={kind: barrier_storm, barriers: false} | cannot do without",
                "expect.exercised=[fences] | expect.exercised[0] = fences: must be a list of deadlock_freedom",
                "faults=[{id: put_lots}] | did you mean put_lost?",
                "faults=[{id: put_lost, node: 24}] | faults[0].node = 24: must be an integer from 0 to 23",
                "faults=[{node: 2}] | faults[0].id: is missing",
                "machine=3 | machine = 3: must be a mapping of",
                "seed=[ | not YAML",
                "seed | must be path=value"
            })
    void aMistakeIsNamedWithItsPlaceValueAndRange(String override, String message) {
        List<String> lines = refusal(SMALL, override);
        assertEquals(1, lines.size(), lines::toString);
        assertTrue(lines.get(0).startsWith("--set ") && lines.get(0).contains(message), lines.get(0));
    }

    @Test
    void allMistakesOfAFileAreToldWithTheirLines() {
        List<String> lines = refusal(
                "schema: fairlead.scenario/2\nseed: -1\nmachine:\n  shape: [1, 1, 1]\n  local_ports: 3\nworkload: {kind: ring, byts: 1}\n");
        assertEquals(
                List.of(
                        "a.yaml line 1: schema",
                        "a.yaml line 2: seed",
                        "a.yaml line 5: machine.local_ports",
                        "a.yaml line 6: workload.byts"),
                lines.stream().map(l -> l.substring(0, l.indexOf(" = "))).toList());
    }

    @Test
    void whatIsMissingIsNamed() {
        List<String> lines = refusal("seed: 1\nworkload: {bytes: 8}\n");
        assertEquals(3, lines.size());
        assertTrue(lines.get(0).startsWith("a.yaml line 1: schema: is missing"));
        assertTrue(lines.get(1).startsWith("a.yaml line 1: machine.shape: is missing"));
        assertTrue(lines.get(2).startsWith("a.yaml line 2: workload.kind: is missing"));
    }

    @Test
    void brokenYamlIsNamedWithItsLine() {
        assertTrue(refusal("schema: fairlead.scenario/1\nseed: [1\nmachine: 2\n")
                .get(0)
                .startsWith("a.yaml line 2: not YAML"));
        assertTrue(refusal("seed: 1\nseed: 2\n").get(0).startsWith("a.yaml line 2: seed: the key is there twice"));
        assertTrue(refusal("# nothing\n").get(0).contains("there is nothing in it"));
        assertTrue(refusal("- 1\n").get(0).contains("a scenario is a mapping"));
        assertTrue(refusal(SMALL + "---\nseed: 1\n").get(0).contains("only one document"));
    }

    @Test
    void aProgramThatDoesNotFitNamesTheMemoryItNeeds() {
        Scenario scenario = parse(SMALL + "seed: 2\n", "machine.memory_bytes=4096", "workload.bytes=4096");
        BadInput refusal = assertThrows(BadInput.class, scenario::program);
        assertTrue(
                refusal.getMessage()
                        .matches(
                                "--set machine.memory_bytes=4096: machine.memory_bytes = 4096: .*needs memory_bytes >= 49\\d\\d\\d .*"),
                refusal.getMessage());
    }

    @Test
    void whatALibraryCannotDoIsRefused() {
        Capabilities small = new Capabilities("small", false, false, new Buffers(4, 32, 64, 256, 1024, 16), 16, 8, 2);
        Scenario scenario = parse(SMALL, "faults=[{id: put_lost}]");
        BadInput refusal = assertThrows(BadInput.class, () -> scenario.check(small));
        assertEquals(2, refusal.lines().size());
        assertTrue(refusal.lines().get(0).contains("machine.buffers.link_vc = 8: must be at most 4"));
    }

    @Test
    void filesThatCannotBeReadAreNamed(@TempDir Path folder) throws IOException {
        Path none = folder.resolve("none.yaml");
        assertTrue(assertThrows(BadInput.class, () -> ScenarioReader.read(none, List.of()))
                .getMessage()
                .contains("no such file"));
        Path binary = Files.write(folder.resolve("binary.yaml"), new byte[] {(byte) 0xC3, 0x28, 0});
        assertTrue(assertThrows(BadInput.class, () -> ScenarioReader.read(binary, List.of()))
                .getMessage()
                .contains("UTF-8"));
        Path good = Files.writeString(folder.resolve("good.one.yaml"), SMALL);
        assertEquals("good.one", ScenarioReader.read(good, List.of()).name());
    }

    @Test
    void theJsonSchemaNamesEveryKey() throws IOException {
        JsonNode schema = new ObjectMapper().readTree(JsonSchema.text());
        assertEquals(
                64,
                schema.at("/properties/machine/properties/shape/items/maximum").asInt());
        assertEquals(
                Schema.kinds().size(), schema.at("/properties/workload/oneOf").size());
        assertTrue(schema.at("/required").toString().contains("workload"));
        for (Key key : Schema.KEYS) {
            if (!key.path().equals(Schema.KIND)) {
                assertTrue(
                        schema.at("/properties/" + key.path().replace(".", "/properties/"))
                                .has("description"),
                        key.path());
            }
        }
    }

    @Test
    void theCatalogueHasEveryFaultOfTheHardware() {
        for (int id = 0; id < 256; id++) {
            boolean known = !HwLayout.FaultId.name(id).equals(Integer.toString(id));
            assertEquals(known, FaultCatalogue.ids().containsValue(id), "fault " + id);
            assertTrue(!known
                    || FaultCatalogue.ids()
                            .containsKey(HwLayout.FaultId.name(id).toLowerCase(Locale.ROOT)));
        }
        assertEquals(FaultCatalogue.ids().keySet(), FaultCatalogue.all().keySet());
    }
}
