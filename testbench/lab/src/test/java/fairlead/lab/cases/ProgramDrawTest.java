// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.machine.MachineStructure;
import fairlead.node.Observer;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Drawn machines and programs, and how cases shrink. */
class ProgramDrawTest {
    private static Case program(long seed, int blocks) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("seed", seed);
        keys.put(
                "machine",
                Map.of(
                        "shape",
                        List.of(3, 2, 1),
                        "memory_bytes",
                        1 << 18,
                        "epoch_access",
                        seed % 2 == 0 ? "queue" : "open",
                        "dla",
                        Map.of("event_credits", seed % 3)));
        keys.put("run", Map.of("max_cycles", 300_000));
        Case empty = CaseFile.ofItems("drawn", keys, List.of());
        return CaseFile.ofItems(
                "drawn", keys, ProgramDraw.items(empty.scenario().machine(), blocks));
    }

    private static String play(Case one, Observer observer) {
        try (Engine engine = new ModelEngineFactory().open(one.machine(), one.options())) {
            return one.play(engine, observer);
        }
    }

    /**
     * Every kind of operation, except those of collective calls, of messages to threads and of decisions, occurs and
     * ends, and no program is stuck.
     */
    @Test
    void programsOfEveryKindOfOperationComeToTheirEnd() {
        Set<OpKind> kinds = EnumSet.noneOf(OpKind.class);
        Observer seen = new Observer() {
            @Override
            public void finished(Operation op, Result result, long cycle) {
                kinds.add(op.kind());
            }
        };
        for (long seed = 1; seed <= 6; seed++) {
            assertEquals("COMPLETED", play(program(seed, 8), seen), "seed " + seed);
        }
        // CollectiveRtlTest covers the first three, DeviceScenarioTest the next two, ServiceProgramsTest
        // the others
        List<OpKind> elsewhere = Stream.of(
                        ("REDUCE COPY TREE DEVICE_SEND DEVICE_RECEIVE TEST ANY LOOK ENDING EPOCH_TRIAL EXTRACT")
                                .split(" "))
                .map(OpKind::valueOf)
                .toList();
        assertEquals(EnumSet.complementOf(EnumSet.copyOf(elsewhere)), kinds);
    }

    /**
     * An item does not depend on the others: without them it has the same operations, so a case can be shrunk item by
     * item.
     */
    @Test
    void aProgramShrinksToTheItemThatMatters() {
        Case whole = program(5, 6);
        int wanted = whole.items().get(40);
        Case small = new Shrinker(one -> one.size() > 0 && one.items().contains(wanted) ? 1 : -1, 200).shrink(whole);
        assertEquals(List.of(wanted), small.items());
        assertTrue(small.size() > 0);
    }

    /** A process has one structure, so no case of another structure is tried. */
    @Test
    void aShrunkCaseHasItsStructure() {
        Map<String, Object> keys = new LinkedHashMap<>(program(5, 6).keys());
        Map<String, Object> machine = new LinkedHashMap<>();
        ((Map<?, ?>) keys.get("machine")).forEach((key, value) -> machine.put((String) key, value));
        machine.put("structure", MachineStructure.STANDARD.keys());
        keys.put("machine", machine);
        Case whole = CaseFile.ofItems("whole", keys, program(5, 6).items());
        Case small = new Shrinker(one -> 1, 200).shrink(whole);
        Map<?, ?> left = (Map<?, ?>) small.keys().get("machine");
        assertEquals(MachineStructure.STANDARD.keys(), left.get("structure"));
        assertTrue(left.size() < machine.size());
    }

    @Test
    void aFileOfItemsIsTheCaseAgain(@TempDir Path folder) throws IOException {
        Case one = program(3, 4);
        Path file = Files.writeString(folder.resolve("case.yaml"), CaseFile.text(one));
        assertTrue(CaseFile.isCase(Files.readString(file)));
        Case again = CaseFile.read(file);
        assertEquals(one.items(), again.items());
        assertEquals(CaseFile.text(one), CaseFile.text(again));
        assertEquals(one.size(), again.size());
    }

    // ---- shrinking of a workload: its numbers, its machine and its end

    private static final String WORKLOAD = "schema: fairlead.scenario/1\nseed: 1\n"
            + "machine: {shape: [4, 3, 1], link_interval: 3, latency: {memory: 20, jitter: 60}}\n"
            + "workload: {kind: random, ops_per_node: 24, min_bytes: 0, max_bytes: 640}\n";

    private static Case workload() {
        Scenario scenario = ScenarioReader.read(Path.of("random.yaml"), WORKLOAD, List.of());
        return new Case(scenario.effective(), scenario);
    }

    private static int number(Case one, String key) {
        return ((Number) ((Map<?, ?>) one.keys().get("workload")).get(key)).intValue();
    }

    @Test
    @Tag("M-975")
    void aWorkloadIsHalvedWhileItFailsAndItsTorusIsMadeSmaller() {
        Case small = new Shrinker(
                        one -> number(one, "ops_per_node") >= 5
                                        && one.machine().shape().kx() >= 3
                                        && one.machine().linkInterval() == 3
                                ? 700
                                : -1,
                        200)
                .shrink(workload());
        assertEquals(6, number(small, "ops_per_node"));
        assertEquals(1, number(small, "max_bytes"));
        assertEquals("3x1x1", small.machine().shape().toString());
        assertEquals(3, small.machine().linkInterval());
        assertFalse(small.hasWords() || small.hasItems());
    }

    @Test
    @Tag("M-975")
    void aCaseThatFailsInEveryFormEndsSoonAfterItsFailureAndOneAttemptIsOne() {
        assertEquals(
                "1x1x1",
                new Shrinker(one -> 1, 200).shrink(workload()).machine().shape().toString());
        assertEquals(24, number(new Shrinker(one -> 1, 1).shrink(workload()), "ops_per_node"));
    }

    // ---- machines

    private static final long BUDGET = 3_000;
    private static final long FIRST = 7_000;
    private static final long SEEDS = 40;

    @ParameterizedTest
    @Tag("M-573")
    @EnumSource(Focus.class)
    void everyDrawnMachineIsSound(Focus focus) {
        CaseDraw draw = new CaseDraw(ModelEngineFactory.capabilities(), BUDGET, focus);
        long split = LongStream.range(FIRST, FIRST + SEEDS)
                .filter(seed -> !assertDoesNotThrow(() -> draw.draw(seed).machine(), () -> focus + " seed " + seed)
                        .buffers()
                        .locals()
                        .isUniform())
                .count();
        assertTrue(split > SEEDS / 10, () -> "machines with depths by kind: " + split);
    }
}
