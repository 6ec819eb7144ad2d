// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.MachineStructure;
import fairlead.scenario.BadInput;
import fairlead.scenario.OtherStructure;
import fairlead.search.study.PointFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other structures than that of the process of the tests, which has the default structure. */
@Tag("M-900")
class StructureCodeTest {
    private static final String SMALL = "machine.structure={max_payload: 64}";
    private static final String OTHER = "machine.structure={vcs_per_class: 2}";

    @TempDir
    Path folder;

    private Path scenario;

    @BeforeEach
    void write() throws IOException {
        scenario = Files.writeString(
                folder.resolve("s.yaml"),
                "schema: fairlead.scenario/1\nengine: model\n"
                        + "machine: {shape: [2, 2, 1], memory_bytes: 8192, routing: {mode: bubble}, buffers: {link_vc: 34}}\n"
                        + "workload: {kind: ring, iterations: 1, bytes: 600}\n");
    }

    private Job job(final String structure) {
        return new Job(scenario, List.of(structure));
    }

    private static OtherStructure asked(final String key, final int value) {
        return new OtherStructure("a test", MachineStructure.of(k -> k.key().equals(key) ? value : k.standard()));
    }

    /** The command `eval` gives the same key, metrics and events. */
    @Test
    void aWorkerHasTheStructureOfItsJob() throws IOException, InterruptedException {
        final Store store = new Store(folder.resolve("store"));
        final Evaluation here;
        try (WorkerPool pool = new WorkerPool(store, WorkerPool.Options.standard(1))) {
            final List<Pool.Outcome> both = pool.run(List.of(job(SMALL), job("seed=1")));
            here = both.get(0).evaluation();
            assertNotEquals(
                    both.get(1).evaluation().metrics().get("packets"),
                    here.metrics().get("packets"));
        }
        final Path point =
                Files.writeString(folder.resolve("p.json"), job(SMALL).toJson());
        final List<String> command = new ArrayList<>(WorkerPool.Options.java(Object.class, 256));
        command.set(command.size() - 1, "fairlead.cli.Main");
        final Path out = folder.resolve("alone");
        command.addAll(List.of("eval", "--point", point.toString(), "--out", out.toString()));
        final Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        assertEquals(0, process.waitFor(), Files.readString(folder.resolve("said")));
        assertEquals(Store.text(here), Store.text(new Store(out).get(here.key())));
    }

    /** A packet of 64 bytes has 5 flits: of 34 flits of a bubble ring's VC, 30 can be used, or all where it has 17. */
    @Test
    void bitsAreThoseOfTheStructure() {
        final Map<String, Long> small = PointFacts.bitsByKind(scenario.toString(), List.of(SMALL));
        final Map<String, Long> standard = PointFacts.bitsByKind(scenario.toString(), List.of());
        assertEquals(standard.get("link_vc") * 30, small.get("link_vc") * 34);
        assertEquals(standard.get("local"), small.get("local"));
    }

    /** What a process of another structure gives is an error, and no key. */
    @Test
    void aPointInAProcessOfTheWrongStructureIsNoticed() {
        final OtherStructure two = asked("vcs_per_class", 2);
        final var e = assertThrows(
                IllegalStateException.class,
                () -> StructureCode.call(
                        two, Identity.class, "keyOf", job(SMALL).toJson()));
        assertTrue(e.getMessage().contains("machine.structure.max_payload = 64 (here 256)"), e.getMessage());
        assertTrue(e.getMessage().contains("machine.structure.vcs_per_class = 4 (here 2)"), e.getMessage());
        assertEquals(
                Identity.key(job(OTHER)),
                StructureCode.call(two, Identity.class, "keyOf", job(OTHER).toJson()));
        assertNotEquals(Identity.key(job(OTHER)), Identity.key(job("seed=1")));
    }

    /** An error of the other code is one of this code, with its lines. */
    @Test
    void badInputIsBadInput() {
        final var e = assertThrows(
                BadInput.class,
                () -> PointFacts.yaml(scenario.toString(), List.of(SMALL, "machine.buffers.link_vc=9")));
        assertEquals(1, e.lines().size());
        assertTrue(e.lines().get(0).contains("must be at least 10 with bubble rings"), e.getMessage());
    }
}
