// SPDX-License-Identifier: Apache-2.0
package demo;

import static fairlead.api.EngineKind.RTL;
import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.api.Machine;
import fairlead.api.MachineRun;
import fairlead.api.VerdictKind;
import fairlead.api.junit.FairleadTest;

/** Code that decides while it runs what comes next: a lock that is taken by trials. */
class LockTest {
    private static final int LOCK = 0;
    private static final int SUM = 64;
    private static final int OWN = 128;
    private static final int TURNS = 2;

    @FairleadTest(shape = "2x2x1", engine = RTL)
    void aLockLetsOneTaskInAtATime(Machine machine) {
        MachineRun run = machine.run("lock", task -> {
            for (int turn = 0; turn < TURNS; turn++) {
                while (task.compareAndSwap(0, LOCK, 0, 1 + task.node()).await() != 0) {
                    task.compute(20 + 10 * task.node()).await();
                }
                task.get(0, OWN, SUM, 8).await();
                task.store(OWN, task.word(OWN) + 1);
                task.put(0, OWN, SUM, 8);
                task.flush(0).await();
                task.swap(0, LOCK, 0).await();
            }
        });
        run.requireVerdicts(VerdictKind.DATA_INTEGRITY, VerdictKind.FENCE_ORDERING);
        assertEquals(TURNS * machine.nodes() * machine.tasks(0), run.word(0, SUM));
    }
}
