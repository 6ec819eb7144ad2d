// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.EngineOptions;
import fairlead.machine.DlaLimits;
import fairlead.machine.Shape;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.OpTable.OpState;
import fairlead.program.Comparison;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.program.ProgramException;
import fairlead.program.Result;
import fairlead.run.Machines;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ExecutorTest extends TwinProgram {
    private static final int SOFTWARE = Machines.of(PAIR, 1).latency().software();

    private static void onlyErrors(ExecutionReport report, int... operations) {
        assertArrayEquals(
                operations,
                report.errors().stream().mapToInt(e -> e.operation().id()).toArray());
    }

    @Test
    void anOperationStartsOneSoftwareLatencyAfterWhatItRequires() {
        int first = task.add(Ops.calc(100));
        int second = task.add(Ops.calc(7).requires(first));
        OpTable table = runClean();
        assertEquals(100 + SOFTWARE, table.doneAt(first));
        assertEquals(table.doneAt(first) + 7 + SOFTWARE, table.doneAt(second));
    }

    @Test
    void operationsOnMemoryAnswerTheirValues() {
        int store = task.add(Ops.store(word, 5));
        int add = task.add(Ops.addLocal(word, 3).requires(store));
        int cas = task.add(Ops.casLocal(word, 8, 11).requires(add));
        int load = task.add(Ops.load(word).requires(cas));
        int late = task.add(Ops.poll(word, Comparison.EQ, 99, 50).requires(load));
        OpTable table = runClean();
        assertArrayEquals(new long[] {5, 8, 11}, new long[] {table.value(add), table.value(cas), table.value(load)});
        assertEquals(Result.EXPIRED, table.result(late));
    }

    @Test
    void remoteAtomicsAnswerTheOldValue() {
        int first = task.add(Ops.fadd(1, word, 5));
        int second = task.add(Ops.fadd(1, word, 2).requires(first));
        int third = task.add(Ops.cas(1, word, 7, 40).requires(second));
        int fourth = task.add(Ops.fadd(1, word, 1).path(Path.INLINE).requires(third));
        OpTable table = runClean();
        assertArrayEquals(
                new long[] {0, 5, 7, 40},
                new long[] {table.value(first), table.value(second), table.value(third), table.value(fourth)});
        assertEquals(41, run.word(1, word));
    }

    @Test
    void aFifoNeverOverflowsHoweverMuchIsReadyAtOnce() {
        int buffer = program.windows().everywhere("buffer", 8192);
        for (int i = 0; i < 300; i++) {
            program.load(0, buffer + 16 * i, Payload.bytes(i, 16));
            task.add(Ops.put(1, buffer + 16 * i, buffer + 16 * i, 16, i));
        }
        task.add(Ops.quiet());
        runClean();
    }

    @Test
    void moreGetsThanCountersWaitForOne() {
        int buffer = program.windows().everywhere("buffer", 8192);
        program.load(1, buffer, Payload.bytes(9, 8));
        for (int i = 1; i < 200; i++) {
            Path path = i % 2 == 0 ? Path.INLINE : Path.DESCRIPTOR;
            task.add(Ops.get(1, buffer + 8 * i, buffer, 8, 9).path(path));
        }
        runClean();
    }

    @Test
    void messagesMatchByOriginAndWord() {
        on(Machines.of(new Shape(3, 1, 1), 1));
        program.messageSlots(1, machine.buffers().reception());
        for (int node = 1; node < 3; node++) {
            TaskBuilder sender = program.task(node, 0);
            int match = sender.add(Ops.store(word, 7));
            int value = sender.add(Ops.store(word + 8, 100 + node));
            sender.add(Ops.sendValue(0, word, 7, 100 + node).requires(match, value));
        }
        int second = task.add(Ops.recv(2, 7));
        int any = task.add(Ops.recv(-1, 7).requires(second));
        OpTable table = runClean();
        assertEquals(102, table.value(second));
        assertEquals(101, table.value(any));
    }

    @Test
    void moreMessagesThanCreditsArriveAll() {
        program.messageSlots(1, machine.buffers().reception());
        int store = task.add(Ops.store(word, 1));
        int last = -1;
        for (int i = 0; i < 3 * machine.buffers().reception(); i++) {
            task.add(Ops.send(1, word, 8, 1, 0).requires(store));
            last = program.task(1, 0).add(Ops.recv(0, 1).requires(last));
        }
        runClean();
    }

    @Test
    void tooManySendersAreRefused() {
        on(Machines.of(new Shape(16, 5, 1), 1));
        program.messageSlots(1, machine.buffers().reception());
        for (int node = 1; node < machine.nodes(); node++) {
            program.task(node, 0).add(Ops.send(0, word, 8, 1, 0));
        }
        ProgramException refusal = assertThrows(ProgramException.class, () -> run(false));
        assertTrue(refusal.getMessage().contains("a sender needs a slot of its own"), refusal.getMessage());
    }

    @Test
    void aPoolThatIsTooSmallForARequestIsRefused() {
        on(Machines.of(PAIR, 1, DlaLimits.of(4)));
        task.add(Ops.put(1, 0, word, 8, 1).path(Path.INLINE));
        assertThrows(ProgramException.class, () -> run(false));
    }

    @Test
    void rawStoresAreDiscardedWithoutAnAllocationAndAcceptedWithOne() {
        on(Machines.of(PAIR, 1, DlaLimits.of(64, 8, 64, 64, 64, 64, 64, 32, 32)));
        int lost = task.add(Ops.put(1, 0, word, 16, 1).path(Path.STORE).attempt());
        int firstEnd = task.add(Ops.dlaEnd().requires(lost));
        int denied = task.add(Ops.dlaAlloc(9, false, false).requires(firstEnd));
        int secondEnd = task.add(Ops.dlaEnd().requires(denied));
        int granted = task.add(Ops.dlaAlloc(4, false, false).requires(secondEnd));
        int kept = task.add(Ops.put(1, 0, word, 16, 2).path(Path.STORE).requires(granted));
        task.add(Ops.dlaEnd().requires(kept));
        OpTable table = runClean();
        assertEquals(Result.DISCARDED, table.result(lost));
        assertEquals(Result.DENIED, table.result(denied));
        assertEquals(Result.DONE, table.result(granted));
        assertEquals(Payload.word(2, 0), run.word(1, word));
    }

    @Test
    void anEndOrReleaseOfAChannelThatTheProgramDoesNotUseIsRefused() {
        for (Operation alone : List.of(Ops.dlaEnd(), Ops.dlaRelease())) {
            on(Machines.of(PAIR, 2, DlaLimits.of(64)));
            task.add(Ops.dlaAlloc(4, false, false)); // another channel
            program.task(0, 1).add(alone);
            String refusal =
                    assertThrows(ProgramException.class, () -> run(false)).getMessage();
            assertTrue(refusal.contains(alone.kind().name()), refusal);
            assertTrue(refusal.endsWith(": no operation allocates or stores on DLA channel 1 of node 0"), refusal);
        }
    }

    @Test
    void anAllocationBeyondItsCapIsAnErrorUnlessTheProgramTriesIt() {
        on(Machines.of(PAIR, 1, DlaLimits.of(64, 64, 64, 64, 64, 64, 64, 32, 32)));
        int tried = task.add(Ops.dlaAlloc(33, false, false).attempt());
        int other = program.task(1, 0).add(Ops.dlaAlloc(33, false, false));
        ExecutionReport report = run(false);
        assertEquals(EndReason.COMPLETED, report.reason());
        assertEquals(Result.DENIED, report.table().result(tried));
        onlyErrors(report, other);
    }

    @Test
    void deniedEpochsAreTriedAgainUntilThereIsRoom() {
        on(Machines.of(new Shape(3, 1, 1), 1));
        for (int node = 1; node < 3; node++) {
            TaskBuilder origin = program.task(node, 0);
            for (int i = 0; i < 40; i++) {
                int open = origin.add(Ops.epochOpen(100 * node + i, 0));
                int add = origin.add(Ops.fadd(0, word, 1).in(open));
                int work = origin.add(Ops.calc(2000).requires(open));
                origin.add(Ops.epochClose(open).requires(add, work));
                task.add(Ops.epochAwait(node, 100 * node + i));
            }
        }
        runClean();
        assertTrue(run.execution().epochDenials() > 0);
        assertEquals(80, run.word(0, word));
    }

    @Test
    void refusedOperationsAreErrorsUnlessTheProgramTriesThem() {
        on(Machines.of(new Shape(3, 1, 1), 1));
        TaskBuilder holder = program.task(0, 0);
        int open = holder.add(Ops.epochOpen(1, 1));
        int work = holder.add(Ops.calc(2000).requires(open));
        holder.add(Ops.epochClose(open).requires(work));
        TaskBuilder other = program.task(2, 0);
        int wait = other.add(Ops.calc(500));
        int tried = other.add(Ops.fadd(1, word, 1).requires(wait).attempt());
        int put = other.add(Ops.put(1, word, word, 8, 1).requires(wait));
        ExecutionReport report = run(false);
        assertEquals(EndReason.COMPLETED, report.reason());
        assertEquals(Result.REFUSED, report.table().result(tried));
        assertEquals(Result.REFUSED, report.table().result(put));
        onlyErrors(report, put);
        assertEquals(0, run.word(1, word));
    }

    @Test
    void anOperationIntoAnEpochThatIsClosingIsRejected() {
        int open = task.add(Ops.epochOpen(1, 1));
        int close = task.add(Ops.epochClose(open));
        int late = task.add(Ops.fadd(1, word, 1).in(open).after(close).attempt());
        OpTable table = runClean();
        assertEquals(Result.REJECTED, table.result(late));
    }

    @Test
    void anOperationBehindTheEndOfItsEpochIsAnError() {
        int open = task.add(Ops.epochOpen(1, 1));
        int close = task.add(Ops.epochClose(open));
        int late = task.add(Ops.fadd(1, word, 1).in(open).requires(close));
        int tried = task.add(Ops.fadd(1, word, 1).in(open).requires(close).attempt());
        ExecutionReport report = run(false);
        assertEquals(Result.REJECTED, report.table().result(tried));
        onlyErrors(report, late);
        assertTrue(report.errors().get(0).toString().contains("after its epoch was closed"), report.errors()::toString);
    }

    @Test
    void aCounterAtTheTargetTellsThatAPutIsComplete() {
        program.load(0, word, Payload.bytes(4, 600));
        int await = program.task(1, 0).add(Ops.counterAwait(5));
        program.task(1, 0).add(Ops.counterSet(5, 600));
        int wait = task.add(Ops.calc(200));
        task.add(Ops.put(1, word, word, 600, 4).counter(5).requires(wait));
        assertTrue(runClean().doneAt(await) > 200);
    }

    @Test
    void aRunThatCannotGoOnIsStuckAndNamesWhatIsOpen() {
        int poll = program.task(1, 0).add(Ops.poll(word, Comparison.EQ, 1, 0));
        program.task(1, 0).add(Ops.calc(1).requires(poll));
        ExecutionReport report = run(false);
        assertEquals(EndReason.STUCK, report.reason());
        assertEquals(
                List.of(OpState.POSTED, OpState.WAITING),
                report.open().stream().map(ExecutionReport.Open::state).toList());
        assertTrue(report.open().get(0).toString().startsWith("op 0 (POLL, node 1 task 0) posted since cycle 0"));
    }

    @Test
    void aRunEndsAtItsMaximum() {
        task.add(Ops.calc(5000));
        assertEquals(EndReason.MAX_CYCLES, run(false, 1000).reason());
    }

    @Test
    void aQuietCoversEveryTargetOfItsTask() {
        on(Machines.of(new Shape(4, 3, 1), 1));
        program.load(0, word, Payload.bytes(8, 16));
        for (int node = 0; node < machine.nodes(); node++) {
            task.add(Ops.put(node, word, word + 32, 16, 8));
        }
        int quiet = task.add(Ops.quiet());
        int none = program.task(1, 0).add(Ops.quiet());
        OpTable table = runClean();
        assertEquals(0, table.doneAt(none));
        long done = table.doneAt(quiet);
        for (int node = 0; node < machine.nodes(); node++) {
            assertEquals(Payload.word(8, 1), run.word(node, word + 40), "at " + done);
        }
    }

    @Test
    void aMachineThatIsNotTheProgramsIsRefused() {
        Program built = program.build();
        machine = Machines.of(new Shape(3, 1, 1), 1);
        assertThrows(
                ProgramException.class,
                () -> new Executor(
                        new ModelEngineFactory().open(machine, EngineOptions.DEFAULT),
                        built,
                        ExecutorOptions.of(64, 100)));
    }

    @Test
    @Tag("M-1140")
    void aCommandForWhatAnotherTaskHasIsRefused() {
        on(Machines.of(PAIR, 2));
        task.add(Ops.counterSet(3, 64));
        program.task(0, 1).add(Ops.counterSet(3, 64));
        assertEquals(
                List.of("node 0: COMMAND_REFUSED of task 1"),
                run(false).errors().stream().map(ExecutionReport.Failed::what).toList());
    }
}
