// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code that decides while it runs is judged on every engine by what it has done on the twin. */
class TaskCodeTest {
    private static final int SUM = 64;
    private static final int OWN = 128;

    @TempDir
    private Path folder;

    private static Machine machine(EngineKind engine) {
        return Machine.builder().shape(2, 2, 1).tasksPerNode(2).engine(engine).build();
    }

    /** Every call: a lock by trials, bytes at odd addresses to the next node, and a flag behind them. */
    private static void all(RunningTask task) {
        int own = OWN + 64 * task.task();
        int next = (task.node() + 1) % task.nodes();
        while (task.compareAndSwap(0, 0, 0, 1 + task.node()).await() != 0) {
            task.compute(30 + 11 * task.node()).await();
        }
        task.get(0, own, SUM, 8).await();
        task.store(own, task.word(own) + 1);
        task.put(0, own, SUM, 8);
        task.flush(0).await();
        task.swap(0, 0, 0).await();
        task.barrier().await();
        byte[] data = {1, 2, 3, (byte) task.node(), (byte) task.task()};
        int landing = 1027 + 16 * task.task();
        RunningStep stored = task.store(landing + 512, data);
        RunningStep put = task.put(next, landing + 512, landing, data.length);
        task.fence(next);
        RunningStep added = task.fetchAdd(next, 8, 1);
        task.await(stored, put, added, task.fetchOr(next, 16, 6), task.fetchAnd(next, 24, 0));
        assertTrue(added.isDone() && added.value() <= 1 && added.await() == added.value());
        assertEquals(2, task.waitFor(8, 2).await());
        task.fetchXor(next, 16, 2).await();
        assertTrue(task.waitWhile(16, 0).await() != 0);
        data[3] = (byte) ((task.node() + task.nodes() - 1) % task.nodes());
        assertArrayEquals(data, task.read(landing, data.length));
        assertTrue(task.cycle() > 0);
    }

    @Test
    void codeHasTheSameEventsMemoryAndVerdictsOnEachEngine() {
        Map<EngineKind, String> hashes = new EnumMap<>(EngineKind.class);
        for (EngineKind engine : EngineKind.values()) {
            MachineRun run = machine(engine)
                    .run("all", TaskCodeTest::all)
                    .requireVerdicts(
                            VerdictKind.DEADLOCK_FREEDOM,
                            VerdictKind.FENCE_ORDERING,
                            VerdictKind.BARRIER_SAFETY,
                            VerdictKind.DATA_INTEGRITY,
                            VerdictKind.CONSERVATION);
            assertEquals("all", run.name());
            assertEquals(8, run.word(0, SUM));
            assertEquals(List.of(), run.waiting());
            hashes.put(engine, run.eventHash());
        }
        assertEquals(1, hashes.values().stream().distinct().count(), hashes::toString);
    }

    @Test
    void codeRunsOnTheNodesOfTheTorusOnly() {
        Machine machine = machine(EngineKind.MODEL).with("machine.io_ratio", 2);
        assertEquals(6, machine.nodes());
        MachineRun run = machine.run("with I/O tiles", task -> {
            task.fetchAdd(task.nodes() - 1, 0, 1 << 8 * task.node()).await();
            task.barrier().await();
        });
        run.requireVerdicts(VerdictKind.BARRIER_SAFETY);
        assertEquals(0x02020202, run.word(3, 0));
    }

    @Test
    void whatTheCodeThrowsIsTheCauseOfTheException() {
        IOException thrown = new IOException("no file");
        RunException e =
                assertThrows(RunException.class, () -> machine(EngineKind.MODEL).run("throws", task -> {
                    task.compute(5).await();
                    if (task.node() == 2 && task.task() == 1) {
                        throw thrown;
                    }
                }));
        assertSame(thrown, e.getCause());
        assertTrue(e.getMessage().matches("node 2 task 1 in cycle \\d+: java.io.IOException: no file"), e::getMessage);
    }

    @Test
    void aCallThatTheMachineCannotDoIsRefused() {
        ConfigurationException e = assertThrows(ConfigurationException.class, () -> machine(EngineKind.MODEL)
                .run("beyond", task -> task.put(9, 0, 0, 8)));
        assertEquals("program beyond", e.problems().get(0).key());
        assertTrue(e.getMessage().contains("no node 9 in a torus of 4 nodes"), e::getMessage);
    }

    @Test
    void codeThatWaitsForEverIsNamedAndItsDeadlockIsSeen() throws IOException {
        MachineRun run = machine(EngineKind.RTL).run("waits", task -> {
            if (task.node() == 1) {
                task.waitFor(8, 1 + task.task()).await();
            }
        });
        assertFalse(run.isCompleted());
        assertTrue(run.verdict(VerdictKind.DEADLOCK_FREEDOM).isViolated());
        assertEquals(2, run.waiting().size());
        assertTrue(
                run.waiting()
                        .get(1)
                        .matches(
                                "node 1 task 1 waits since cycle 0 for op 1 \\(POLL, node 1 task 1\\) \\(TaskCodeTest.java:\\d+\\)"),
                run.waiting()::toString);
        run.save(folder.resolve("kept"));
        assertTrue(Files.readString(folder.resolve("kept/summary.json")).contains(run.eventHash()));
    }

    @Test
    void tasksThatWaitInABarrierWhichOthersNeverEnterAreNamed() {
        RunException e =
                assertThrows(RunException.class, () -> machine(EngineKind.MODEL).run("barrier", task -> {
                    if (task.node() != 3) {
                        task.barrier().await();
                    }
                }));
        List<String> lines = e.getMessage().lines().toList();
        assertEquals("the code of the tasks has not come to its end:", lines.get(0));
        assertEquals(7, lines.size());
        assertTrue(
                lines.get(6)
                        .matches(
                                "node 2 task 1 waits since cycle 0 for op 5 \\(BARRIER, node 2 task 1\\) \\(TaskCodeTest.java:\\d+\\)"),
                e::getMessage);
    }

    @Test
    void aRunThatIsCutAtItsLastCycleIsCutThereOnBothEngines() {
        Machine machine = machine(EngineKind.RTL).with("run.max_cycles", 3000);
        MachineRun run = machine.run("endless", task -> {
            while (true) {
                task.fetchAdd(0, 8, 1).await();
            }
        });
        assertFalse(run.isCompleted());
        assertEquals(8, run.waiting().size());
        assertEquals(
                run.eventHash(),
                machine.on(EngineKind.MODEL)
                        .run("endless", task -> {
                            while (true) {
                                task.fetchAdd(0, 8, 1).await();
                            }
                        })
                        .eventHash());
    }
}
