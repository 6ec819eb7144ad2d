// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.DlaStatus0;
import fairlead.hw.HwLayout.DlaStatus1;
import fairlead.hw.HwLayout.EventKind;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaLimits.DlaOptions;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.ExecutorOptions;
import fairlead.node.Observer;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.run.Machines;
import fairlead.run.RunPlan;
import fairlead.run.Session;
import fairlead.twin.fabric.ModelEngineFactory;
import fairlead.verdict.Checker.MemoryWrite;
import fairlead.verdict.Checker.Packet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The account of the DLA finds each event of a run that says something else than the run, or that is missing. */
@Tag("M-70")
class DlaAccountTest {
    private static final long KEY = 5;
    private static final long FAR = 64; // more credits than any allocation has
    private static final int WINDOW = 2048;

    private record Event(long cycle, int node, int kind, long a, long b, long c) {
        boolean isStatus() {
            return kind == EventKind.COMMITTED && CommitEvent.port(a) == HwLayout.MOST_PORTS;
        }

        boolean isDla() {
            return kind >= EventKind.DLA_GRANTED && kind <= EventKind.DLA_CLEARED;
        }

        Event with(long otherA, long otherB, long otherC) {
            return new Event(cycle, node, kind, otherA, otherB, otherC);
        }
    }

    /** The calls of a run; the places of its events are empty. */
    private static final class Tape implements Observer {
        private final List<Consumer<DlaAccount>> steps = new ArrayList<>();
        private final List<Event> events = new ArrayList<>();
        private final MachineConfig machine;
        private JudgedRun run;
        private long end;
        private int states;
        private int mostStates;

        Tape(MachineConfig machine) {
            this.machine = machine;
        }

        @Override
        public void posted(Operation op, int tag, long cycle) {
            steps.add(account -> run.given(op, tag));
        }

        @Override
        public void commands(CommandBuffer given) {
            CommandBuffer kept = new CommandBuffer();
            for (int i = 0; i < given.count(); i++) {
                kept.add(
                        given.cycle(i),
                        given.node(i),
                        given.task(i),
                        given.op(i),
                        given.word(i, 0),
                        given.word(i, 1),
                        given.word(i, 2),
                        given.word(i, 3),
                        given.seq(i));
            }
            steps.add(account -> {
                for (int i = 0; i < kept.count(); i++) {
                    account.command(kept, i);
                }
            });
        }

        @Override
        public void events(EventCursor batch) {
            batch.rewind();
            while (batch.next()) {
                events.add(new Event(batch.cycle(), batch.node(), batch.kind(), batch.a(), batch.b(), batch.c()));
                steps.add(null);
            }
            batch.rewind();
        }

        @Override
        public void batch(long cycle, int open) {
            steps.add(DlaAccount::batchEnds);
            end = cycle;
        }

        /** Returns what the account finds wrong when event `altered` is another one; null stands for none. */
        String judge(Program program, int altered, Event other) {
            mostStates = 1;
            run = new JudgedRun(program, machine);
            DlaAccount account = new DlaAccount(run);
            int next = 0;
            for (Consumer<DlaAccount> step : steps) {
                if (step != null) {
                    step.accept(account);
                } else {
                    Event event = next == altered ? other : events.get(next);
                    next++;
                    if (event != null) {
                        play(account, event);
                    }
                }
                states = account.states(0);
                mostStates = Math.max(mostStates, states);
            }
            account.finish(end);
            return run.broken.text();
        }

        /** Returns the greatest number of states that the account thought possible; there is one at the end. */
        int mostStates(Program program) {
            assertEquals("", judge(program, -1, null));
            assertEquals(1, states, "states at the end");
            return mostStates;
        }

        private void play(DlaAccount account, Event e) {
            if (e.isStatus()) {
                account.status(new MemoryWrite().set(e.cycle, e.node, e.a, e.b, e.c));
            } else if (e.isDla()) {
                account.event(e.cycle, e.node, e.kind, e.a, e.b);
            } else if (e.kind == EventKind.PACKET_INJECTED) {
                account.injected(new Packet(machine.shape()).set(e.cycle, e.node, 0, e.a, e.b));
            } else if (e.kind == EventKind.PACKET_DELIVERED) {
                account.delivered(new Packet(machine.shape()).set(e.cycle, e.node, 0, e.a, e.b));
            }
        }
    }

    private static MachineConfig machine(int eventCredits, int blocks) {
        DlaOptions options = new DlaOptions(eventCredits, Machines.MEMORY - 16, 1, 40, blocks, false);
        return Machines.of(
                new Shape(2, 1, 1),
                3,
                DlaLimits.of(14, 10, 14, 8, 14, 14, 14, 14, 8).with(options));
    }

    private static Operation put(int place, int length) {
        return Ops.put(1, 64 * place, WINDOW + 64 * place, length, Payload.keyAt(KEY, 64 * place));
    }

    /** Returns a program with blocks that are denied and chained, a reservation with markers, and an overflow. */
    private static Program program(MachineConfig machine) {
        ProgramBuilder program = new ProgramBuilder("account", machine.shape(), machine.tasks(), Machines.MEMORY);
        program.windows().everywhere("source", WINDOW);
        program.windows().everywhere("landing", WINDOW);
        program.load(0, 0, Payload.bytes(KEY, WINDOW));
        for (int i = 0; i < 12; i++) {
            program.task(0, 0).add(put(i, 16 + 4 * i).path(Path.INLINE));
        }
        TaskBuilder raw = program.task(0, 1);
        int last = raw.add(Ops.dlaAlloc(6, true, false).attempt().notBefore(300));
        for (int i = 12; i < 16; i++) {
            last = raw.add(put(i, 60).path(Path.STORE).attempt().after(last));
            raw.add(Ops.dlaMark().after(last));
        }
        last = raw.add(Ops.dlaEnd().after(last));
        raw.add(Ops.dlaRelease().attempt().after(last));
        TaskBuilder discard = program.task(0, 2);
        last = discard.add(Ops.dlaAlloc(7, false, true).attempt().notBefore(600));
        for (int i = 16; i < 19; i++) {
            last = discard.add(put(i, 48).path(Path.STORE).attempt().after(last));
        }
        discard.add(Ops.dlaEnd().after(last));
        return program.build();
    }

    private static Tape play(MachineConfig machine, Program program) {
        Tape tape = new Tape(machine);
        RunPlan plan = new RunPlan(
                program.name(),
                program,
                machine,
                new ModelEngineFactory(),
                EngineOptions.DEFAULT,
                ExecutorOptions.of(64, 20_000),
                "");
        new Session(plan).run(executor -> {}, tape);
        return tape;
    }

    /** Returns other events than this one, of which each contradicts the run. */
    private static List<Event> others(Event e) {
        List<Event> all = new ArrayList<>();
        if (e.isStatus()) {
            for (int field :
                    new int[] {DlaStatus0.LO_LSB, DlaStatus0.HI_LSB, DlaStatus0.PR_LSB, DlaStatus0.CONSUMED_LSB}) {
                all.add(e.with(e.a, e.b + (FAR << field), e.c));
            }
            all.add(e.with(e.a, e.b, e.c ^ 1L << DlaStatus1.OPEN_LSB));
            all.add(e.with(e.a, e.b, e.c + (1L << DlaStatus1.MERGED_LSB)));
            all.add(e.with(e.a, e.b, e.c + (1L << DlaStatus1.WRITES_LSB)));
        } else if (e.isDla()) {
            all.add(e.with(e.a ^ 1, e.b, e.c)); // another channel
            if (e.kind != EventKind.DLA_RELEASED) {
                all.add(e.with(e.a ^ 1 << 8, e.b, e.c)); // another block, marker or tag
                all.add(e.with(e.a, e.b ^ 1, e.c));
            }
            if (e.kind != EventKind.DLA_MERGED && e.kind != EventKind.DLA_MARKED) {
                all.add(null); // a notice may come later
            }
        }
        return all;
    }

    @ParameterizedTest(name = "{0} event credits, {1} blocks")
    @CsvSource({"0, 1", "1, 1", "2, 3", "4, 8"})
    void everyAnswerMarkerRecordAndStatusThatIsAlteredOrMissing(int eventCredits, int blocks) {
        MachineConfig machine = machine(eventCredits, blocks);
        Program program = program(machine);
        Tape tape = play(machine, program);
        assertEquals("", tape.judge(program, -1, null));
        int altered = 0;
        for (int i = 0; i < tape.events.size(); i++) {
            Event event = tape.events.get(i);
            for (Event wrong : others(event)) {
                assertTrue(!tape.judge(program, i, wrong).isEmpty(), event + " became " + wrong);
                altered++;
            }
        }
        assertTrue(altered > 150, altered + " events altered");
    }

    /** A packet of a request that the account knows must enter the network before the DLA may say that it has left. */
    @ParameterizedTest(name = "{0} event credits")
    @CsvSource({"0", "1"})
    void everyRequestThatDoesNotEnterTheNetwork(int eventCredits) {
        MachineConfig machine = machine(eventCredits, 1);
        Program program = program(machine);
        Tape tape = play(machine, program);
        int missing = 0;
        for (int i = 0; i < tape.events.size(); i++) {
            Event event = tape.events.get(i);
            if (event.kind == EventKind.PACKET_INJECTED && event.node == 0) {
                String found = tape.judge(program, i, null);
                assertTrue(found.contains("whose head has not"), event + ": " + found);
                missing++;
            }
        }
        assertTrue(missing > 10, missing + " packets");
    }

    /**
     * An allocation fits as soon as some middle words of a packet have left, and its answer joins a record. The account
     * then knows two states, until a request of the channel shows which is true.
     */
    @Test
    void anAnswerThatTheWordsInsideLeaveOpenIsKnownFromTheNextRequest() {
        int open = 0;
        for (int cycle = 400; cycle < 450; cycle++) {
            MachineConfig machine = MachineConfig.of(new Shape(2, 1, 1))
                    .latency(new Latency(6, 2, 20, 16, 8, 0))
                    .buffers(new Buffers(1, 1, 16, 64, 64, 8))
                    .memoryBytes(Machines.MEMORY)
                    .dla(DlaLimits.of(8).with(DlaOptions.events(1)))
                    .tasks(3)
                    .build();
            ProgramBuilder program = new ProgramBuilder("open", machine.shape(), machine.tasks(), Machines.MEMORY);
            program.windows().everywhere("source", WINDOW);
            program.windows().everywhere("landing", WINDOW);
            program.load(0, 0, Payload.bytes(KEY, WINDOW));
            TaskBuilder first = program.task(0, 0);
            int last = first.add(Ops.dlaAlloc(5, false, false).notBefore(390));
            last = first.add(put(0, 64).path(Path.STORE).attempt().after(last));
            first.add(Ops.dlaEnd().after(last));
            TaskBuilder other = program.task(0, 1);
            other.add(Ops.dlaMark().notBefore(cycle - 1)); // takes the only event credit
            last = other.add(Ops.dlaAlloc(5, false, false).attempt().notBefore(cycle));
            last = other.add(put(1, 16).path(Path.STORE).attempt().notBefore(cycle + 130));
            other.add(Ops.dlaEnd().after(last));
            Program built = program.build();
            open += play(machine, built).mostStates(built) > 1 ? 1 : 0;
        }
        assertTrue(open > 0, open + " allocations were open");
    }
}
