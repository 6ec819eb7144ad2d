// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.api.ConfigurationException.Problem;
import fairlead.program.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The programming interface does what its comments say. */
@Tag("M-8")
@Tag("M-420")
class MachineTest {
    private static final int BYTES = 200;

    @TempDir
    private Path folder;

    private static Machine.Builder small() {
        return Machine.builder().shape(2, 2, 1);
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void aProgramRunsOnEachEngineWithTheSameEventsMemoryAndVerdicts(EngineKind engine) {
        Machine machine = small().engine(engine).build();
        RmaProgram program = machine.program("flag");
        int source = program.region("source", BYTES);
        int landing = program.region("landing", BYTES);
        int flag = program.region("flag", 8);
        RmaTask sender = program.task(0, 0);
        RmaStep data = sender.fill(source, BYTES);
        RmaStep put = sender.put(3, data, landing);
        sender.fence(3);
        sender.put(3, sender.store(flag, 7), flag);
        RmaStep flush = sender.flush(3);
        RmaStep seen = program.task(3, 0).waitFor(flag, 7);
        MachineRun run = machine.run(program).requireVerdicts(VerdictKind.FENCE_ORDERING, VerdictKind.DATA_INTEGRITY);

        assertEquals(engine, run.machine().engine());
        assertTrue(run.isCompleted());
        assertEquals(7, run.word(3, flag));
        assertEquals(0, run.word(1, flag));
        assertArrayEquals(run.memory(0, source, BYTES), run.memory(3, landing, BYTES));
        assertEquals(Payload.word(data.operation().key(), 3), run.word(3, landing + 24));
        assertEquals(
                RunVerdict.State.NOT_EXERCISED,
                run.verdict(VerdictKind.EPOCH_CLOSURE).state());
        assertEquals(
                EnumSet.complementOf(EnumSet.of(VerdictKind.DEVICE_DELIVERY)),
                run.verdicts().stream().map(RunVerdict::kind).collect(Collectors.toSet()));
        assertTrue(run.times(put).lastCommit() < run.times(flush).completed());
        assertTrue(run.times(seen).completed() > run.times(put).lastCommit());
        assertEquals("DONE", run.times(put).result());
        assertEquals(run.statistics().packets(), count(run, "PACKET_DELIVERED"));
        assertEquals(
                machine.on(EngineKind.MODEL).run(program).eventHash(),
                run.eventHash(),
                "a program runs any number of times, on any engine");
        assertEquals(machine.on(EngineKind.MODEL).run(program).events(), run.events());
    }

    private static long count(MachineRun run, String kind) {
        return run.events().stream().filter(e -> e.kind().equals(kind)).count();
    }

    @Test
    void aWorkloadOfAScenarioFileHasTheHashOfTheCommand() throws IOException {
        Machine machine = Machine.from(Path.of("../examples/ring.yaml"))
                .engine(EngineKind.MODEL)
                .set("machine.shape", List.of(3, 2, 1))
                .build();
        MachineRun run = machine.run().requireVerdicts(VerdictKind.EPOCH_CLOSURE);
        run.save(folder.resolve("run"));
        try (Stream<Path> files = Files.list(folder.resolve("run"))) {
            assertTrue(files.map(f -> f.getFileName().toString())
                    .collect(Collectors.toSet())
                    .containsAll(Set.of("summary.json", "ops.csv", "report.html", "trace.json", "scenario.yaml")));
        }
        Path scenario = folder.resolve("run/scenario.yaml");
        assertEquals(run.eventHash(), Machine.from(scenario).build().run().eventHash());
    }

    @Test
    void everyMistakeIsReportedWithKeyValueAndWhatIsAllowed() {
        ConfigurationException mistakes =
                assertThrows(ConfigurationException.class, () -> small().set("machine.buffers.link_vc", 0)
                        .set("machine.bufers.dla", 3)
                        .set("machine.routing.mode", "adaptve")
                        .build());
        assertEquals(
                List.of(
                        new Problem("machine.buffers.link_vc", "0", "must be an integer from 1 to 64"),
                        new Problem("machine.bufers", "{dla=3}", "unknown key; did you mean machine.buffers?"),
                        new Problem(
                                "machine.routing.mode",
                                "adaptve",
                                "must be one of dimension_order, adaptive, bubble; did you mean adaptive?")),
                mistakes.problems().stream()
                        .map(p -> new Problem(
                                p.key(), p.value(), p.requirement().replaceAll("from 1 to \\d+", "from 1 to 64")))
                        .toList());
    }

    @Test
    void whatIsNoMachineOrNoProgramIsRefused() {
        refused("machine.shape", () -> Machine.builder().build());
        refused("machine.shape", () -> Machine.builder().shape("4x4"));
        refused("machine.shape[2]", () -> Machine.builder().shape(4, 4, 99).build());
        refused("machine.buffers.link_vc", () -> small().set("machine.buffers.link_vc", null)
                .build());
        refused("machine.buffers.link_vc", () -> small().set("machine.buffers.link_vc", Double.NaN)
                .build());
        refused("machine.memory_bytes", () -> {
            Machine machine = small().engine(EngineKind.MODEL).build();
            RmaProgram program = machine.program("large");
            program.region("large", 1 << 30);
            machine.run(program);
        });
        refused("node", () -> small().build().program("p").task(4, 0));
        refused("task", () -> small().build().program("p").task(0, 99));
        refused("program bad", () -> {
            Machine machine = small().engine(EngineKind.MODEL).build();
            RmaProgram program = machine.program("bad");
            program.task(0, 0).store(1 << 12, 1);
            machine.run(program);
        });
        refused("", () -> {
            RmaProgram program = small().build().program("p");
            Machine.builder().shape(3, 1, 1).engine(EngineKind.MODEL).build().run(program);
        });
        assertThrows(IllegalStateException.class, () -> small().build().run());
    }

    private static void refused(String key, org.junit.jupiter.api.function.Executable call) {
        ConfigurationException e = assertThrows(ConfigurationException.class, call);
        assertEquals(key, e.problems().get(0).key(), e.getMessage());
    }

    /** A program that never ends and a run without events. */
    @Test
    void aRunThatDoesNotCompleteSaysSo() {
        Machine machine = small().engine(EngineKind.MODEL).keepEvents(false).build();
        RmaProgram program = machine.program("waits");
        program.task(0, 0).waitFor(program.region("flag", 8), 1);
        MachineRun run = machine.run(program);
        assertFalse(run.isCompleted());
        assertTrue(run.verdict(VerdictKind.DEADLOCK_FREEDOM).isViolated());
        assertEquals(
                "software_wait",
                run.verdict(VerdictKind.DEADLOCK_FREEDOM).evidence().get("kind"));
        assertThrows(AssertionError.class, run::requireVerdicts);
        assertThrows(IllegalStateException.class, run::events);
        assertThrows(IllegalStateException.class, () -> program.region("late", 8));
    }

    /** Epochs, gets and atomics. */
    @Test
    void epochsGetsAndAtomicsAreJudged() {
        Machine machine = small().tasksPerNode(1).engine(EngineKind.MODEL).build();
        RmaProgram program = machine.program("epochs");
        int source = program.region("source", 64);
        int landing = program.region("landing", 64);
        int word = program.region("word", 8);
        RmaTask one = program.task(1, 0);
        RmaStep filled = one.fill(source, 64);
        for (int node = 0; node < machine.nodes(); node++) {
            RmaStep barrier = program.task(node, 0).barrier();
            if (node == 1) {
                barrier.requires(filled);
            } else if (node == 2) {
                RmaTask two = program.task(2, 0);
                RmaStep epoch = two.openEpoch(5, 1).requires(barrier);
                two.get(landing, filled).in(epoch);
                two.closeEpoch(epoch);
                two.fetchAdd(3, word, 40).requires(barrier);
                two.fence(3);
                two.fetchAdd(3, word, 2).requires(barrier);
            }
        }
        one.awaitEpoch(2, 5);
        MachineRun run = machine.run(program).requireVerdicts(VerdictKind.EPOCH_CLOSURE, VerdictKind.BARRIER_SAFETY);
        assertArrayEquals(run.memory(1, source, 64), run.memory(2, landing, 64));
        assertEquals(42, run.word(3, word));
    }

    @Test
    void fetchingAtomicsLeaveTheirFunction() {
        Machine machine = small().tasksPerNode(1).engine(EngineKind.MODEL).build();
        RmaProgram program = machine.program("atomics");
        int word = program.region("word", 8);
        RmaTask task = program.task(1, 0);
        RmaStep swap = task.swap(3, word, 12);
        RmaStep or = task.fetchOr(3, word, 3).requires(swap);
        RmaStep and = task.fetchAnd(3, word, 10).requires(or);
        RmaStep xor = task.fetchXor(3, word, 6).requires(and);
        MachineRun run = machine.run(program).requireVerdicts(VerdictKind.DATA_INTEGRITY);
        assertEquals(0, run.value(swap));
        assertEquals(12, run.value(or));
        assertEquals(15, run.value(and));
        assertEquals(10, run.value(xor));
        assertEquals(12, run.word(3, word));
    }

    /** A fault of the lab library is seen through the interface. */
    @Test
    void aSeededFaultIsAViolatedVerdict() {
        Machine machine = Machine.from(Path.of("../examples/broken_flush.yaml")).build();
        MachineRun run = machine.run();
        assertTrue(run.verdict(VerdictKind.FENCE_ORDERING).isViolated(), run::summary);
        assertTrue(run.firstViolation() >= 0);
    }

    @Test
    void everyKeyHasItsMeaningAndTheDefaultsAreThoseOfTheMachine() {
        Machine machine = small().engine(EngineKind.MODEL).workload("ring").build();
        assertTrue(Machine.keys().size() > 60);
        for (MachineKey key : Machine.keys()) {
            assertFalse(key.meaning().isEmpty() && !key.path().equals("schema"), key.path());
            if (key.standard() != null
                    && !key.path().startsWith("workload.")
                    && !key.path().equals("engine")) {
                assertEquals(key.standard(), machine.value(key.path()), key.path());
            }
        }
    }
}
