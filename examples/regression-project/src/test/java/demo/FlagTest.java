// SPDX-License-Identifier: Apache-2.0
package demo;

import static fairlead.api.EngineKind.LOCKSTEP;
import static fairlead.api.EngineKind.RTL;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.api.Machine;
import fairlead.api.MachineRun;
import fairlead.api.RmaProgram;
import fairlead.api.RmaStep;
import fairlead.api.RmaTask;
import fairlead.api.VerdictKind;
import fairlead.api.junit.FairleadTest;

/** A program of our own: data, and after a fence the flag that announces it. */
class FlagTest {
    private static final int BYTES = 1000;

    @FairleadTest(shape = "4x2x1", engine = RTL)
    void dataIsThereWhenTheFlagIs(Machine machine) {
        RmaProgram program = machine.program("flag behind data");
        int source = program.region("source", BYTES);
        int landing = program.region("landing", BYTES);
        int flag = program.region("flag", 8);
        RmaTask sender = program.task(0, 0);
        RmaStep data = sender.put(3, sender.fill(source, BYTES), landing);
        sender.fence(3);
        sender.put(3, sender.store(flag, 7), flag);
        sender.flush(3);
        RmaStep seen = program.task(3, 0).waitFor(flag, 7);

        MachineRun run =
                machine.run(program).requireVerdicts(VerdictKind.FENCE_ORDERING, VerdictKind.DATA_INTEGRITY);
        assertArrayEquals(run.memory(0, source, BYTES), run.memory(3, landing, BYTES));
        assertTrue(run.times(data).lastCommit() < run.times(seen).completed());
    }

    @FairleadTest(shape = "2x2x2", engine = LOCKSTEP, drawSeed = true)
    void theTwinDoesWhatTheRtlDoes(Machine machine) {
        machine.with("workload.kind", "random").run();
    }
}
