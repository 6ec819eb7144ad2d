// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaMergedEvent;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaLimits.DlaOptions;
import fairlead.node.Observer;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.support.EventLog;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import fairlead.verdict.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests what the rows of the store path (R-DLA-1 to R-DLA-15) leave: other pools, blocks and event credits, the largest
 * count, and the DLA against its bypass on other machines.
 */
class StoreOptionsTest {
    private static final List<String> VERDICTS = List.of("deadlock_freedom", "data_integrity", "conservation");
    private static final String NAME = "see the name of this test";
    private static final int LANDING = 4096;
    private static final int GETS = 60;
    private static final long LOW = 1L << DlaCommand.CD_LSB; // channel 0

    private static TestMachine machine(int nodes, int tasks, int words) {
        TestMachine machine = new TestMachine(nodes, 1, 1, tasks);
        machine.buffers = new Buffers(4, 4, 16, 16, words, 2);
        machine.dla = DlaLimits.of(words);
        machine.memory = 8;
        return machine;
    }

    private static ProgramBuilder program(TestMachine machine) {
        ProgramBuilder program = machine.program("store options");
        program.windows().everywhere("source", LANDING);
        program.windows().everywhere("landing", 32768);
        return program;
    }

    /** Returns a program in which every node gets from the next one more than FIFO and network can hold. */
    private static Program storm(TestMachine machine) {
        ProgramBuilder program = program(machine);
        for (int node = 0; node < program.nodes(); node++) {
            program.load(node, 0, Payload.bytes(0, 64));
            for (int i = 0; i < GETS; i++) {
                program.task(node, 0)
                        .add(Ops.get((node + 1) % program.nodes(), LANDING + 64 * i, 0, 64, 0)
                                .path(Path.INLINE));
            }
        }
        return program.build();
    }

    private static RunResult unchecked(TestMachine machine, Program program) {
        return new Session(machine.plan(program), true).run(executor -> {});
    }

    @ParameterizedTest(name = "{0} words")
    @ValueSource(ints = {5, 6, 8, 11, 16, 64})
    @Tag("R-DLA-15")
    void withPersistentReservationsTheStormDrainsAtEveryPoolFromTheLargestRequestOn(int words) {
        TestMachine machine = machine(3, 1, words);
        machine.persistent = true;
        Runs.assertHolds(machine.run(storm(machine)), NAME, VERDICTS);
    }

    @ParameterizedTest(name = "{0} nodes, {1} words")
    @CsvSource({"4, 16", "5, 8"})
    @Tag("R-DLA-15")
    void bypassedTheSameStormIsADeadlockWithItsMembersNamed(int nodes, int words) {
        TestMachine machine = machine(nodes, 1, words);
        machine.dla = machine.dla.with(DlaOptions.BYPASS);
        RunResult result = unchecked(machine, storm(machine));
        Verdict verdict = Runs.verdicts(result).get("deadlock_freedom");
        assertEquals(false, verdict.holds(), verdict.detail());
        assertEquals("deadlock", verdict.extra().get("kind"), verdict.detail());
        assertTrue(verdict.detail().contains("DLA FIFO"), verdict.detail());
        assertTrue(result.execution().cycles() < machine.maxCycles, "found at rest, not by a time limit");
    }

    @Test
    @Tag("R-DLA-15")
    void bypassedALightLoadDrains() {
        TestMachine machine = machine(3, 1, 16);
        machine.dla = machine.dla.with(DlaOptions.BYPASS);
        ProgramBuilder program = program(machine);
        for (int node = 0; node < 3; node++) {
            program.task(node, 0)
                    .add(Ops.put((node + 1) % 3, 0, LANDING, 64, node).path(Path.INLINE));
        }
        Runs.assertHolds(unchecked(machine, program.build()), NAME, VERDICTS);
    }

    @ParameterizedTest(name = "persistent {0}, {1} credits, {2} requests a task")
    @CsvSource({"false, 5, 12", "false, 8, 30", "true, 20, 30", "false, 64, 30"})
    @Tag("R-DLA-6")
    @Tag("hazard-DLA-6")
    void softwareSendsAgainWhatWasDiscardedUntilEverythingHasArrivedOnce(
            boolean persistent, int credits, int requests) {
        TestMachine machine = machine(3, 4, credits);
        machine.persistent = persistent;
        ProgramBuilder program = program(machine);
        for (int t = 0; t < 4; t++) {
            for (int i = 0; i < requests; i++) {
                int key = 1000 * t + i;
                program.task(0, t)
                        .add(
                                i % 5 == 4
                                        ? Ops.fadd(2, LANDING, 1).path(Path.INLINE)
                                        : Ops.put(1, 0, LANDING + 64 * (requests * t + i), 1 + key % 64, key)
                                                .path(Path.INLINE));
            }
            program.task(0, t).add(Ops.flush(1));
        }
        RunResult result = machine.run(program.build());
        Runs.assertHolds(result, NAME, List.of("deadlock_freedom", "fence_ordering", "data_integrity", "conservation"));
        assertTrue(
                persistent || credits > 8 || result.execution().resends() > 0,
                "sent again: " + result.execution().resends());
    }

    /** Returns a program in which many tasks add in blocks, in a pool with room for a few blocks. */
    private static Program adds(TestMachine machine) {
        ProgramBuilder program = program(machine);
        for (int task = 0; task < 4; task++) {
            for (int i = 0; i < 24; i++) {
                program.task(0, task)
                        .add(Ops.fadd(1 + task % 2, LANDING + 8 * task, 1 + i).path(Path.INLINE));
            }
        }
        return program.build();
    }

    @ParameterizedTest(name = "{0} blocks, {1} event credits")
    @CsvSource({"1, 0", "4, 0", "8, 0", "1, 1", "4, 1", "8, 2", "8, 16"})
    @Tag("R-DLA-13")
    @Tag("hazard-DLA-1")
    @Tag("hazard-DLA-4")
    @Tag("hazard-DLA-14")
    void blocksEnterInOrderAndOnceHoweverFewEventsTellOfThem(int blocks, int credits) {
        TestMachine machine = machine(3, 4, 16);
        machine.dla = new DlaLimits(16, 10, 16, 16, 16, 16, 16, 6, 6, new DlaOptions(credits, 0, 0, 0, blocks, false));
        Map<Integer, Integer> tagged = new HashMap<>();
        EventLog log = new EventLog();
        RunResult result = machine.run(adds(machine), log, new Observer() {
            @Override
            public void posted(Operation op, int tag, long cycle) {
                tagged.put(tag, op.id());
            }
        });
        Runs.assertHolds(result, NAME, VERDICTS);
        assertTrue(credits > 0 || !log.ofKinds(EventKind.DLA_DISCARDED).isEmpty(), "the pool is too small for all");
        assertTrue(credits != 1 || !log.ofKinds(EventKind.DLA_MERGED).isEmpty(), "one credit: events merge");
        Map<Long, List<Integer>> entered = new HashMap<>();
        for (EventLog.Event e : log.ofKinds(EventKind.DLA_ACCEPTED)) {
            entered.computeIfAbsent(DlaTagEvent.channel(e.a()), c -> new ArrayList<>())
                    .add(tagged.get((int) DlaTagEvent.tag(e.a())));
        }
        for (List<Integer> ops : entered.values()) {
            assertEquals(ops.stream().sorted().distinct().toList(), ops, "in order, each once");
        }
    }

    /** Gives status events without a credit, and markers, one more than a count can hold, and then two credits. */
    @ParameterizedTest
    @ValueSource(strings = {"lab", "model"})
    @Tag("R-DLA-13")
    void aCountOfMergedEventsOrMarkersStaysAtTheLargest(String engine) {
        int most = (int) DlaMergedEvent.EVENTS_MASK;
        TestMachine machine = machine(2, 1, 32);
        machine.dla = machine.dla.with(DlaOptions.events(1));
        CommandBuffer commands = new CommandBuffer();
        int seq = 0;
        commands.add(0, 0, 0, TileCommand.DLA_END, LOW, 0, 0, 0, seq++); // takes the only event credit
        while (seq < most + 2) {
            commands.add(1, 0, 0, TileCommand.DLA_END, LOW, 0, 0, 0, seq++);
        }
        for (int i = 0; i < most + 2; i++) {
            commands.add(1, 0, 0, TileCommand.DLA_MARK, LOW, 0, 0, 0, seq++);
        }
        commands.add(150_000, 0, 0, TileCommand.DLA_EVENT_CREDIT, 1, 0, 0, 0, seq++);
        commands.add(200_000, 0, 0, TileCommand.DLA_EVENT_CREDIT, 1, 0, 0, 0, seq);
        EventLog log = new EventLog();
        log.play(engine, machine.config(), 0, commands, 300_000);
        assertEquals(
                List.of("ended", "merged " + most, "marked " + most),
                log.ofKinds(EventKind.DLA_ENDED, EventKind.DLA_MERGED, EventKind.DLA_MARKED).stream()
                        .map(StoreOptionsTest::count)
                        .toList());
    }

    private static String count(EventLog.Event e) {
        return switch (e.kind()) {
            case EventKind.DLA_ENDED -> "ended";
            case EventKind.DLA_MERGED -> "merged " + DlaMergedEvent.events(e.b());
            default -> "marked " + e.b();
        };
    }
}
