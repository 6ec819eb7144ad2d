// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.TableSizes.Table;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("M-572")
@Tag("M-698")
@Tag("M-699")
@Tag("M-34")
@Tag("M-311")
@Tag("M-900")
class StudyReaderTest {
    private static final String SCENARIO =
            "schema: fairlead.scenario/1\nmachine: {shape: [4, 1, 1]}\nworkload: {kind: halo3d, iterations: 1, bytes: 64}\n";
    private static final String GOOD =
            """
            schema: fairlead.study/1
            scenario: s.yaml
            set: {machine.latency.link: 3}
            genes:
              machine.buffers.link_vc: {from: 2, to: 8, step: 3}
              machine.buffers.injection: {from: 1, to: 4}
            constraints: {max_buffer_bits: 100000}
            objectives: [p99_latency, buffer_bits]
            budget: {evaluations: 9}
            seed: 3
            traffic_seeds: [4, 5]
            """;

    @TempDir
    Path folder;

    private Study read(String text) throws IOException {
        Files.writeString(folder.resolve("s.yaml"), SCENARIO);
        Path file = folder.resolve("study.yaml");
        Files.writeString(file, text);
        return StudyReader.read(file);
    }

    @Test
    void readsWhatIsWritten() throws IOException {
        Study study = read(GOOD);
        assertEquals(12, study.size());
        assertEquals(3, study.genes().get(0).levels());
        assertEquals(8, study.genes().get(0).value(2));
        assertEquals(List.of(Objective.P99_LATENCY, Objective.BUFFER_BITS), study.objectives());
        assertEquals(100000, study.mostBits());
        assertEquals(9, study.budget());
        assertEquals(List.of(4L, 5L), study.trafficSeeds());
        assertTrue(study.confirm());
        var machine = study.scenarioOf(Genome.of(1, 3)).machine();
        assertEquals(5, machine.buffers().linkVc());
        assertEquals(4, machine.buffers().injection());
        assertEquals(3, machine.latency().link());
    }

    @Test
    void onlyAProgramHasAnEnergy() throws IOException {
        String text = GOOD.replace("buffer_bits]", "energy]");
        assertEquals(
                List.of(Objective.P99_LATENCY, Objective.ENERGY), read(text).objectives());
        Path traffic = Files.writeString(
                folder.resolve("t.yaml"),
                "schema: fairlead.scenario/1\nmachine: {shape: [4, 1, 1]}\nworkload: {kind: traffic, at: local_ports}\n");
        BadInput e = assertThrows(BadInput.class, () -> read(text.replace("s.yaml", traffic.toString())));
        assertTrue(e.getMessage().contains("objectives = energy: needs a program"), e.getMessage());
    }

    @Test
    void theDepthOfOneKindOfBufferIsAGene() throws IOException {
        Study study = read(GOOD.replace(
                "  machine.buffers.injection: {from: 1, to: 4}\n",
                "  machine.buffers.link_vcs.x.request_escape: {from: 1, to: 4}\n"
                        + "  machine.buffers.link_vcs.y.request_escape: {from: 1, to: 4}\n"
                        + "  machine.buffers.locals.request_ejection: {from: 1, to: 4}\n"));
        var buffers = study.scenarioOf(Genome.of(1, 3, 0, 2)).machine().buffers();
        assertEquals(
                List.of(4, 5, 5, 5, 1, 5, 5, 5, 5, 5, 5, 5), buffers.links().each());
        assertEquals(3, buffers.locals().eject(0));
        assertEquals(
                List.of("link_vc", "link_vcs.x.request_escape", "link_vcs.y.request_escape", "locals.request_ejection"),
                study.genes().stream().map(Gene::brief).toList());
    }

    @Test
    void theSizeOfATableIsAGene() throws IOException {
        Study study = read(GOOD.replace("  machine.buffers.injection:", "  machine.buffers.commit_slots:"));
        var scenario = study.scenarioOf(Genome.of(2, 2));
        assertEquals(3, scenario.machine().buffers().tables().of(Table.COMMIT_SLOTS));
        Map<String, Long> bits = UsableBuffers.of(scenario).bitsByKind();
        assertEquals(3L * 2 * BufferUnit.COMMIT_SLOTS.bits(), bits.get("commit_slots"));
    }

    @Test
    void theDepthOfOneFifoIsAGene() throws IOException {
        Study study = read(GOOD.replace("  machine.buffers.injection:", "  machine.buffers.injections.fifo_1:"));
        var scenario = study.scenarioOf(Genome.of(2, 2));
        assertEquals(
                List.of(16, 3, 16, 16),
                scenario.machine().buffers().injections().each());
        Map<String, Long> bits = UsableBuffers.of(scenario).bitsByKind();
        assertEquals(51L * BufferUnit.INJECTION.bits(), bits.get("injection"));
    }

    private static final String MIXED = GOOD.replace(
                    "  machine.buffers.link_vc: {from: 2, to: 8, step: 3}\n",
                    "  machine.routing.mode: {choice: [dimension_order, adaptive, bubble]}\n"
                            + "  machine.shape: {permutation: [4, 1, 1]}\n"
                            + "  machine.buffers.link_vc: {values: [2, 8, 17]}\n"
                            + "  machine.local_ports: {from: 1, to: 2}\n")
            .replace("constraints: {max_buffer_bits: 100000}\n", "");

    @Test
    void choicesPermutationsAndListsAreGenes() throws IOException {
        Study study = read(MIXED.replace(", bubble]", "]"));
        assertEquals(2 * 3 * 3 * 2 * 4, study.size());
        assertEquals(6, study.combinations().size());
        assertEquals("[1, 1, 4]", study.genes().get(1).text(0));
        Genome legal = Genome.of(1, 2, 2, 0, 0);
        assertEquals(17, study.scenarioOf(legal).machine().buffers().linkVc());
        assertEquals(4, study.scenarioOf(legal).machine().shape().kx());
        assertThrows(BadInput.class, () -> study.scenarioOf(legal.with(2, 1)), "8 flits are no room for a packet");
        for (int gene = 0; gene < legal.size(); gene++) {
            Gene g = study.genes().get(gene);
            for (int level = 0; level < g.levels(); level++) {
                assertEquals(level, g.level(g.text(level)));
            }
            assertEquals(-1, g.level("5000"));
        }
    }

    private static final String STRUCTURES = GOOD.replace(
                    "  machine.buffers.link_vc: {from: 2, to: 8, step: 3}\n",
                    "  machine.structure.vcs_per_class: {values: [2, 4]}\n"
                            + "  machine.routing.mode: {choice: [dimension_order, adaptive]}\n"
                            + "  machine.buffers.link_vc: {values: [4, 17]}\n")
            .replace("constraints: {max_buffer_bits: 100000}\n", "");

    /**
     * Keys of the structure are genes, whose values are judged with those of each choice, before any structure is made.
     */
    @Test
    void keysOfTheStructureAreGenes() throws IOException {
        Study study = read(STRUCTURES);
        assertTrue(study.hasStructures() && study.hasChoices());
        assertEquals(4, study.combinations().size());
        Genome adaptive = Genome.of(1, 1, 1, 0);
        // a bit less for each of 136 flits of the two links and 32 of the local ports
        assertEquals(
                study.facts(adaptive.with(1, 0)).bits() - 168,
                study.facts(Genome.of(0, 0, 1, 0)).bits());
        assertTrue(
                study.facts(adaptive).bits() > study.facts(adaptive.with(1, 0)).bits());
        BadInput bad = assertThrows(BadInput.class, () -> study.facts(adaptive.with(0, 0)));
        assertTrue(bad.lines().get(0).contains("needs the adaptive VCs of machine.structure.vcs_per_class = 4"));
        assertTrue(study.anyYaml().contains("vcs_per_class: 2"), study.anyYaml());
    }

    /** What is replaced in a study over structures, by what, and what the complaint must say. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'[2, 4]' | '[2, 3]' | genes: machine.structure.vcs_per_class = 3: legal in no combination",
                "vcs_per_class | vcs_per_clas | unknown key; did you mean machine.structure.vcs_per_class?",
                "'[dimension_order, adaptive]' | '[adaptive, adaptivee]' | machine.structure.vcs_per_class = 2: legal in no combination",
                "'machine.latency.link: 3' | 'machine.structure.islip_iterations: 1' | machine.structure.vcs_per_class = 4: legal in no combination",
                "'machine.latency.link: 3' | 'machine.structure.dimensions: 7' | machine.structure.vcs_per_class = 2: legal in no combination",
            })
    void structuresThatNoMachineHasAreNamed(String from, String to, String says) {
        BadInput bad = assertThrows(BadInput.class, () -> read(STRUCTURES.replace(from, to)));
        String text = String.join("\n", bad.lines());
        assertTrue(text.contains(says), text);
    }

    /**
     * A value that no machine has makes its points infeasible; the study begins, with the scenario of a legal corner.
     */
    @Test
    void aStudyWhoseFirstPointIsIllegalHasAScenario() throws IOException {
        Study study = read(
                GOOD.replace(
                        "  machine.buffers.injection: {from: 1, to: 4}\n",
                        "  machine.buffers.injection: {values: [0, 2]}\n  machine.arbitration: {choice: [age, round_robin]}\n"));
        assertThrows(BadInput.class, () -> study.scenarioOf(Genome.at(study.genes(), 0)));
        assertTrue(study.anyYaml().contains("injection: 2"), study.anyYaml());
    }

    /** What is replaced in a study with choices, by what, and what the one complaint must say. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "zzz | zzz | genes: machine.routing.mode = bubble: legal in no combination",
                "'adaptive, bubble' | 'adaptiv' | genes: machine.routing.mode = adaptiv: legal in no combination",
                "'[2, 8, 17]' | '[2, 17, 8]' | line 7: genes.machine.buffers.link_vc.values = [2, 17, 8]: must be integers",
                "'[2, 8, 17]' | '[2]' | must be a list of 2 to 1000 items",
                "'[4, 1, 1]' | '[4, 4, 4]' | must have two different items, so that there is a choice",
                "'[dimension_order, adaptive, bubble]' | '[adaptive, adaptive]' | a value is there twice",
                "'{from: 1, to: 2}' | '{from: 1, choice: [1, 2]}' | genes.machine.local_ports.from = 1: unknown key",
                "'{from: 1, to: 2}' | 2 | must be {from: N, to: N, step: N}, {values: [..]}, {choice: [..]} or"
            })
    void mistakesInChoicesAreNamed(String from, String to, String says) {
        BadInput bad = assertThrows(BadInput.class, () -> read(MIXED.replace(from, to)));
        String text = String.join("\n", bad.lines());
        assertTrue(text.replace(folder + "/", "").contains(says), text);
    }

    /** What is replaced, by what, and what the one complaint must say. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "seed: 3 | sead: 3 | line 10: sead = 3: unknown key; did you mean seed?",
                "study/1 | study/2 | line 1: schema = fairlead.study/2: must be one of fairlead.study/1",
                "s.yaml | t.yaml | line 2: scenario = t.yaml: no such file",
                "to: 8, step: 3 | to: 3, step: 3 | line 5: genes.machine.buffers.link_vc.to = 3: must be at least from + step = 5",
                "step: 3 | stop: 3 | line 5: genes.machine.buffers.link_vc.stop = 3: unknown key; did you mean genes.machine.buffers.link_vc.step?",
                "from: 2 | from: two | line 5: genes.machine.buffers.link_vc.from = two: must be an integer",
                "to: 8 | to: 200 | line 4: with every gene at its `to`: --set machine.buffers.link_vc=200: machine.buffers.link_vc = 200: must be at most 64",
                "from: 2 | from: 0 | line 4: with every gene at its `from`: --set machine.buffers.link_vc=0",
                "machine.buffers.link_vc | machine.buffers.link_vv | unknown key; did you mean machine.buffers.link_vc?",
                "p99_latency | p98_latency | line 8: objectives = p98_latency: must be one of",
                "p99_latency | buffer_bits | line 8: objectives = buffer_bits: it is there twice",
                "p99_latency | enrgy | energy, dla_discards; did you mean energy?",
                "'[p99_latency, buffer_bits]' | '[buffer_bits]' | line 8: objectives = [buffer_bits]: must be two or three of",
                "p99_latency | saturation_rate | line 8: objectives = saturation_rate: needs workload.kind traffic",
                "100000 | 100 | line 7: constraints.max_buffer_bits = 100: even the least depths have",
                "evaluations: 9 | evaluations: 0 | line 9: budget.evaluations = 0: must be an integer from 1",
                "'[4, 5]' | '[4, 4]' | line 11: traffic_seeds = [4, 4]: 4 is there twice",
                "machine.latency.link: 3 | machine.unsafe.variant: one_vc | line 2: scenario: the machine can deadlock at every depth"
            })
    void everyMistakeIsNamedWithItsLine(String from, String to, String says) {
        assertTrue(GOOD.contains(from), from);
        BadInput bad = assertThrows(BadInput.class, () -> read(GOOD.replace(from, to)));
        String text = String.join("\n", bad.lines());
        assertTrue(text.replace(folder + "/", "").contains(says), text);
    }
}
