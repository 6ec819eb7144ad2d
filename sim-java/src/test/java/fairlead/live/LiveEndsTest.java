// SPDX-License-Identifier: Apache-2.0
package fairlead.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.ExecutorOptions;
import fairlead.node.Observer;
import fairlead.program.Comparison;
import fairlead.program.OpKind;
import fairlead.program.ProgramException;
import fairlead.run.Machines;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** However a live run ends, it says why, and its threads end with it. */
class LiveEndsTest {
    private static final MachineConfig MACHINE = Machines.of(new Shape(2, 1, 1), 2);

    @AfterEach
    void noThreadIsLeft() {
        List<String> left = Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.matches("node \\d+ task \\d+"))
                .toList();
        assertEquals(List.of(), left);
    }

    private static LivePlay play(LiveBody... bodies) {
        List<LiveBody> all = new ArrayList<>(List.of(bodies));
        all.addAll(Collections.nCopies(4 - bodies.length, task -> {}));
        return new LivePlay(MACHINE, LivePlay.OPTIONS, all);
    }

    @Test
    void aTaskThatWaitsForEverIsNamedWithItsCall() {
        LivePlay play = play(
                        task -> task.await(task.calc(100), task.poll(64, Comparison.GT, 3)),
                        task -> task.await(task.barrier()))
                .ends(EndReason.STUCK);
        List<String> waiting =
                play.run.waiting().stream().map(LiveRun.Waiting::toString).toList();
        assertEquals(2, waiting.size());
        String place = " \\(LiveEndsTest.java:\\d+\\)";
        assertTrue(
                waiting.get(0).matches("node 0 task 0 waits since cycle 0 for op 1 \\(POLL, node 0 task 0\\)" + place),
                waiting::toString);
        assertTrue(
                waiting.get(1)
                        .matches("node 0 task 1 waits since cycle 0 for op 2 \\(BARRIER, node 0 task 1\\)" + place),
                waiting::toString);
        assertTrue(assertThrows(ProgramException.class, play.run::program)
                .getMessage()
                .startsWith("unequal barriers"));
    }

    @Test
    void theCapturedProgramIsStuckInTheSamePlace() {
        play(task -> task.await(task.poll(64, Comparison.EQ, 1)))
                .ends(EndReason.STUCK)
                .same();
    }

    @Test
    void aStepThatNobodyAwaitsAndThatNeverEndsIsStuckToo() {
        LivePlay play = play(task -> task.poll(64, Comparison.EQ, 1)).ends(EndReason.STUCK);
        assertEquals(List.of(), play.run.waiting());
        play.same();
    }

    @Test
    void tasksWithoutCallsEndInCycleZero() {
        assertEquals(0, play().ends(EndReason.COMPLETED).again().report().cycles());
    }

    @Test
    void whatABodyThrowsEndsTheRunAndTheOtherTasks() {
        List<String> seen = new ArrayList<>();
        AssertionError thrown = new AssertionError("no");
        LiveException e = assertThrows(
                LiveException.class,
                () -> play(
                        task -> {
                            try {
                                task.await(task.poll(64, Comparison.EQ, 1));
                            } finally {
                                seen.add("unwound");
                                task.await(task.calc(5));
                                seen.add("not reached");
                            }
                        },
                        task -> {
                            task.await(task.calc(84));
                            throw thrown;
                        },
                        task -> {
                            try {
                                task.await(task.poll(64, Comparison.EQ, 1));
                            } catch (Throwable any) {
                                throw new IllegalStateException("the reason is another one", any);
                            }
                        }));
        assertSame(thrown, e.getCause());
        assertEquals("node 0 task 1 in cycle 100: java.lang.AssertionError: no", e.getMessage());
        assertEquals(List.of("unwound"), seen);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "put beyond | bytes 65530 to 65537 of node 1 are in no window",
                "far put | bytes 2147483640 to 2147483647 of node 1 are in no window",
                "no node | no node 2 in a torus of 2 nodes",
                "odd word | address must be a multiple of 8: 4",
                "read | 9 bytes at address 65528 are not inside the 65536 bytes of the memory of node 0",
                "store | 1 bytes at address -1 are not inside",
                "calc | a task cannot compute for -1 cycles",
            })
    void aCallThatTheMachineCannotDoEndsTheRunEvenIfItIsCaught(String call, String message) {
        List<String> seen = new ArrayList<>();
        ProgramException e = assertThrows(
                ProgramException.class,
                () -> play(task -> {
                    try {
                        switch (call) {
                            case "put beyond" -> task.put(1, 0, 65530, 8);
                            case "far put" -> task.put(1, 0, 2147483640, 8);
                            case "no node" -> task.flush(2);
                            case "odd word" -> task.fetchOp(OpKind.FADD, 1, 4, 1);
                            case "read" -> task.read(65528, 9);
                            case "store" -> task.store(-1, new byte[1]);
                            default -> task.calc(-1);
                        }
                    } catch (ProgramException refused) {
                        for (int i = 0; i < 1000; i++) {
                            try {
                                task.await(task.calc(1));
                                seen.add("it goes on");
                            } catch (Error ended) {
                                // as no task should
                            }
                        }
                        seen.add("caught");
                    }
                }));
        assertTrue(e.getMessage().contains(message), e::getMessage);
        assertEquals(List.of("caught"), seen);
    }

    @Test
    void onlyItsOwnThreadCallsATask() {
        List<LiveTask> tasks = new ArrayList<>();
        LiveException e = assertThrows(
                LiveException.class, () -> play(tasks::add, task -> tasks.get(0).calc(1)));
        assertTrue(e.getMessage().endsWith("a live task is called by its own thread only"), e::getMessage);
        assertThrows(IllegalStateException.class, () -> tasks.get(0).cycle());
    }

    @Test
    void anObserverThatThrowsEndsTheThreads() {
        IllegalStateException mine = new IllegalStateException("observer");
        LiveBody body = task -> {
            while (true) {
                task.await(task.calc(1));
            }
        };
        try (Engine engine = new ModelEngineFactory().open(MACHINE, EngineOptions.DEFAULT)) {
            RuntimeException e = assertThrows(
                    IllegalStateException.class,
                    () -> LiveRun.capture(
                            engine, "test", Collections.nCopies(4, body), LivePlay.OPTIONS, new Observer() {
                                @Override
                                public void events(EventCursor batch) {
                                    if (engine.cycle() > 1000) {
                                        throw mine;
                                    }
                                }
                            }));
            assertSame(mine, e);
        }
    }

    @Test
    void anInterruptOfTheCallerIsKeptForIt() {
        Thread.currentThread().interrupt();
        play(task -> task.await(task.calc(100))).ends(EndReason.COMPLETED);
        assertTrue(Thread.interrupted());
    }

    @Test
    void eachTaskHasABody() {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> new LivePlay(MACHINE, ExecutorOptions.of(64, 100), Collections.nCopies(5, task -> {})))
                .getMessage();
        assertEquals("the machine has 4 tasks, and there are 5 bodies", message);
        assertThrows(
                IllegalArgumentException.class,
                () -> new LivePlay(MACHINE, ExecutorOptions.of(64, 100), Collections.nCopies(3, task -> {})));
    }
}
