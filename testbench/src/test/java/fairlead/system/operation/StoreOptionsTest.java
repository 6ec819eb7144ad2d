// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaMergedEvent;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaOptions;
import fairlead.node.Observer;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.TaskBuilder;
import fairlead.rtl.RtlEngineFactory;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.support.EventLog;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import fairlead.twin.fabric.ModelEngineFactory;
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

/** Tests R-DLA-11 to R-DLA-15: markers, status in memory, event credits, clears, and the DLA against its bypass. */
class StoreOptionsTest {
    private static final List<String> VERDICTS = List.of("deadlock_freedom", "data_integrity", "conservation");
    private static final String NAME = "see the name of this test";
    private static final int LANDING = 4096;
    private static final int GETS = 60;

    private static TestMachine machine(final int nodes, final int tasks, final int words) {
        final TestMachine machine = new TestMachine(nodes, 1, 1, tasks);
        machine.buffers = new Buffers(4, 4, 16, 16, words, 2);
        machine.dla = DlaLimits.of(words);
        machine.memory = 8;
        return machine;
    }

    private static ProgramBuilder program(final TestMachine machine) {
        final ProgramBuilder program = machine.program("store options");
        program.windows().everywhere("source", LANDING);
        program.windows().everywhere("landing", 32768);
        return program;
    }

    /** Returns a program in which every node gets from the next one more than FIFO and network can hold. */
    private static Program storm(final TestMachine machine) {
        final ProgramBuilder program = program(machine);
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

    private static RunResult unchecked(final TestMachine machine, final Program program) {
        return new Session(machine.plan(program), true).run(executor -> {});
    }

    @ParameterizedTest(name = "{0} words, persistent {1}")
    @CsvSource({
        "5, false",
        "5, true",
        "6, false",
        "6, true",
        "7, false",
        "8, true",
        "9, false",
        "11, true",
        "16, false",
        "16, true",
        "32, false",
        "64, true"
    })
    @Tag("R-DLA-15")
    void withTheDlaTheStormDrainsAtEveryPoolFromTheLargestRequestOn(final int words, final boolean persistent) {
        final TestMachine machine = machine(3, 1, words);
        machine.persistent = persistent;
        Runs.assertHolds(machine.run(storm(machine)), NAME, VERDICTS);
    }

    @ParameterizedTest(name = "{0} nodes, {1} words")
    @CsvSource({"3, 5", "3, 16", "3, 32", "4, 16", "5, 8"})
    @Tag("R-DLA-15")
    void bypassedTheSameStormIsADeadlockWithItsMembersNamed(final int nodes, final int words) {
        final TestMachine machine = machine(nodes, 1, words);
        machine.dla = machine.dla.with(DlaOptions.BYPASS);
        final RunResult result = unchecked(machine, storm(machine));
        final Verdict verdict = Runs.verdicts(result).get("deadlock_freedom");
        assertEquals(false, verdict.holds(), verdict.detail());
        assertEquals("deadlock", verdict.extra().get("kind"), verdict.detail());
        assertTrue(verdict.detail().contains("DLA FIFO"), verdict.detail());
        assertTrue(result.execution().cycles() < machine.maxCycles, "found at rest, not by a time limit");
    }

    @Test
    @Tag("R-DLA-15")
    void bypassedALightLoadDrains() {
        final TestMachine machine = machine(3, 1, 16);
        machine.dla = machine.dla.with(DlaOptions.BYPASS);
        final ProgramBuilder program = program(machine);
        for (int node = 0; node < 3; node++) {
            program.task(node, 0)
                    .add(Ops.put((node + 1) % 3, 0, LANDING, 64, node).path(Path.INLINE));
        }
        Runs.assertHolds(unchecked(machine, program.build()), NAME, VERDICTS);
    }

    @Test
    @Tag("R-DLA-11")
    void aMarkerIsToldWhenTheRequestsBeforeItHaveLeftAndNotThoseBehindIt() {
        final TestMachine machine = machine(2, 1, 64);
        final ProgramBuilder program = program(machine);
        final TaskBuilder task = program.task(0, 0);
        int last = task.add(Ops.dlaAlloc(60, false, false));
        for (int i = 0; i < 12; i++) {
            if (i == 6) {
                last = task.add(Ops.dlaMark().after(last));
            }
            last = task.add(
                    Ops.put(1, 0, LANDING + 64 * i, 64, i).path(Path.STORE).after(last));
        }
        task.add(Ops.dlaEnd().after(last));
        final EventLog log = new EventLog();
        Runs.assertHolds(machine.run(program.build(), log), NAME, VERDICTS);
        final List<EventLog.Event> drained = log.of(0, EventKind.DLA_DRAINED);
        final long marked = log.of(0, EventKind.DLA_MARKED).get(0).cycle();
        assertTrue(marked > drained.get(5).cycle(), "not before the sixth has left");
        assertTrue(marked < drained.get(11).cycle(), "not behind the last");
    }

    /** Returns a program in which many tasks add in blocks, in a pool with room for a few blocks. */
    private static Program adds(final TestMachine machine) {
        final ProgramBuilder program = program(machine);
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
    void blocksEnterInOrderAndOnceHoweverFewEventsTellOfThem(final int blocks, final int credits) {
        final TestMachine machine = machine(3, 4, 16);
        machine.dla = new DlaLimits(
                16, 10, 16, 16, 16, 16, 16, 6, 6, DlaOptions.events(credits).withBlocks(blocks));
        final Map<Integer, Integer> tagged = new HashMap<>();
        final Map<Integer, List<Integer>> entered = new HashMap<>();
        final int[] merged = new int[1];
        final int[] discarded = new int[1];
        final RunResult result = machine.run(adds(machine), new Observer() {
            @Override
            public void posted(final Operation op, final int tag, final long cycle) {
                tagged.put(tag, op.id());
            }

            @Override
            public void events(final EventCursor batch) {
                batch.rewind();
                while (batch.next()) {
                    merged[0] += batch.kind() == EventKind.DLA_MERGED ? 1 : 0;
                    discarded[0] += batch.kind() == EventKind.DLA_DISCARDED ? 1 : 0;
                    if (batch.kind() == EventKind.DLA_ACCEPTED) {
                        entered.computeIfAbsent((int) DlaTagEvent.channel(batch.a()), c -> new ArrayList<>())
                                .add(tagged.get((int) DlaTagEvent.tag(batch.a())));
                    }
                }
                batch.rewind();
            }
        });
        Runs.assertHolds(result, NAME, VERDICTS);
        assertTrue(credits > 0 || discarded[0] > 0, "the pool is too small for all of them");
        assertTrue(credits != 1 || merged[0] > 0, "one credit: events merge");
        for (final List<Integer> ops : entered.values()) {
            assertEquals(ops.stream().sorted().distinct().toList(), ops, "in order, each once");
        }
    }

    @Test
    @Tag("R-DLA-12")
    @Tag("hazard-DLA-16")
    void theStatusInMemoryIsAHintThatHoldsUpNothing() {
        final List<List<EventLog.Event>> drained = new ArrayList<>();
        for (final boolean status : new boolean[] {false, true}) {
            final TestMachine machine = machine(3, 4, 16);
            machine.memory = 300;
            final int address = machine.memoryBytes - 16;
            machine.dla = DlaLimits.of(16).with(status ? new DlaOptions(0, address, 3, 50, 1, false) : DlaOptions.NONE);
            final EventLog log = new EventLog();
            Runs.assertHolds(machine.run(adds(machine), log), NAME, VERDICTS);
            drained.add(log.of(0, EventKind.DLA_DRAINED));
            final boolean written = log.of(0, EventKind.COMMITTED).stream().anyMatch(e -> (int) e.a() == address);
            assertEquals(status, written, "status " + status);
        }
        assertEquals(
                drained.get(0).stream().map(EventLog.Event::cycle).toList(),
                drained.get(1).stream().map(EventLog.Event::cycle).toList());
    }

    // ---- clears, by commands

    private static long dla(final int channel, final int credits, final boolean persistent, final boolean dealloc) {
        return (long) channel << DlaCommand.CHANNEL_LSB
                | 1L << (persistent ? DlaCommand.PR_LSB : DlaCommand.CD_LSB)
                | (dealloc ? 1L << DlaCommand.DEALLOC_LSB : 0)
                | (long) credits << DlaCommand.CREDITS_LSB;
    }

    private static final class Script {
        private final CommandBuffer commands = new CommandBuffer();
        private int seq;

        void add(final int cycle, final int op, final long w0, final long w1, final long w3) {
            commands.add(cycle, 0, 0, op, w0, w1, 0, w3, seq++);
        }

        /** Adds a put of 64 bytes with the given number of its four data flits. */
        void put(final int cycle, final int channel, final int data) {
            add(
                    cycle,
                    TileCommand.DLA_REQUEST,
                    (long) OpKind.PUT << Descriptor0.KIND_LSB
                            | 1L << Descriptor0.TARGET_LSB
                            | 64L << Descriptor0.LENGTH_LSB,
                    (long) LANDING << Descriptor1.REMOTE_LSB,
                    channel);
            for (int i = 0; i < data; i++) {
                add(cycle, TileCommand.DLA_DATA, i, i, channel);
            }
        }
    }

    private static int[] counts(final EngineFactory factory, final Script script) {
        final TestMachine machine = machine(2, 1, 32);
        machine.library = "lab";
        final int[] counts = new int[256];
        try (Engine engine = factory.open(machine.config(), EngineOptions.DEFAULT)) {
            engine.submit(script.commands);
            StopReason stop;
            do {
                stop = engine.run(10_000);
                final EventCursor event = engine.events();
                while (event.next()) {
                    counts[event.kind()]++;
                }
            } while (stop == StopReason.REACTION || stop == StopReason.RING_FULL);
            assertEquals("", engine.failure());
        }
        return counts;
    }

    /** Gives status events without a credit, and markers, one more than a count can hold, and then two credits. */
    @Test
    @Tag("R-DLA-13")
    void aCountOfMergedEventsOrMarkersStaysAtTheLargest() {
        final int most = (int) DlaMergedEvent.EVENTS_MASK;
        final Script script = new Script();
        script.add(0, TileCommand.DLA_END, dla(0, 0, false, false), 0, 0); // takes the only event credit
        for (int i = 0; i < most + 1; i++) {
            script.add(1, TileCommand.DLA_END, dla(0, 0, false, false), 0, 0);
        }
        for (int i = 0; i < most + 2; i++) {
            script.add(1, TileCommand.DLA_MARK, dla(0, 0, false, false), 0, 0);
        }
        script.add(1, TileCommand.DLA_EVENT_CREDIT, 1, 0, 0);
        script.add(200_000, TileCommand.DLA_EVENT_CREDIT, 1, 0, 0);
        final TestMachine machine = machine(2, 1, 32);
        machine.library = "lab";
        machine.dla = machine.dla.with(DlaOptions.events(1));
        for (final EngineFactory factory :
                List.of(new RtlEngineFactory(fairlead.rtl.RtlOptions.of("lab")), new ModelEngineFactory())) {
            final List<String> told = new ArrayList<>();
            try (Engine engine = factory.open(machine.config(), EngineOptions.DEFAULT)) {
                engine.submit(script.commands);
                StopReason stop;
                do {
                    stop = engine.run(300_000);
                    collect(engine.events(), told);
                } while (stop == StopReason.REACTION || stop == StopReason.RING_FULL);
                assertEquals("", engine.failure());
            }
            assertEquals(List.of("ENDED", "merged " + most, "marked " + most), told, factory.toString());
        }
    }

    private static void collect(final EventCursor event, final List<String> told) {
        while (event.next()) {
            switch (event.kind()) {
                case EventKind.DLA_ENDED -> told.add("ENDED");
                case EventKind.DLA_MERGED -> told.add("merged " + DlaMergedEvent.events(event.b()));
                case EventKind.DLA_MARKED -> told.add("marked " + event.b());
                default -> {}
            }
        }
    }

    @ParameterizedTest(name = "persistent {0}")
    @ValueSource(booleans = {false, true})
    @Tag("R-DLA-14")
    void aClearReturnsTheReservationAndDropsOrDrainsWhatIsInside(final boolean persistent) {
        for (final EngineFactory factory :
                List.of(new RtlEngineFactory(fairlead.rtl.RtlOptions.of("lab")), new ModelEngineFactory())) {
            for (final boolean purge : new boolean[] {false, true}) {
                final Script script = new Script();
                script.add(0, TileCommand.DLA_ALLOC, dla(0, 32, persistent, false), 0, 0);
                for (int i = 0; i < 4; i++) {
                    script.put(1, 0, 4);
                }
                script.put(1, 0, 2); // its process dies between two stores
                script.add(2, TileCommand.DLA_CLEAR, dla(0, 0, persistent, purge), 0, 0);
                script.add(500, TileCommand.DLA_ALLOC, dla(1, 32, false, false), 0, 0);
                script.put(501, 1, 4);
                script.add(502, TileCommand.DLA_END, dla(1, 0, false, true), 0, 0);
                final int[] counts = counts(factory, script);
                assertEquals(1, counts[EventKind.DLA_CLEARED]);
                assertEquals(2, counts[EventKind.DLA_GRANTED], "the whole pool is free again");
                assertEquals(6, counts[EventKind.DLA_DRAINED] + counts[EventKind.DLA_PURGED]);
                assertTrue(counts[EventKind.DLA_PURGED] >= 1, "the request without its data");
                if (!purge) {
                    assertEquals(1, counts[EventKind.DLA_PURGED], "only that one");
                }
                assertFalse(counts[EventKind.DLA_DENIED] > 0);
            }
        }
    }
}
