// SPDX-License-Identifier: Apache-2.0
package demo;

import static fairlead.api.EngineKind.RTL;
import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.api.Machine;
import fairlead.api.RmaProgram;
import fairlead.api.RmaStep;
import fairlead.api.RmaTask;
import fairlead.api.RunVerdict.State;
import fairlead.api.junit.FairleadTest;

/** The rule holds on the machine, and sees the flaw that it is for. */
class FlushRuleTest {
    private static State judge(Machine machine, long maxCycles) {
        RmaProgram program = machine.program("put and flush");
        RmaTask task = program.task(0, 0);
        RmaStep data = task.fill(program.region("source", 512), 512);
        RmaStep put = task.put(3, data, program.region("landing", 512));
        RmaStep flush = task.flush(3);
        return FlushRule.judge(machine.with("run.max_cycles", maxCycles).run(program), put, flush);
    }

    @FairleadTest(shape = "4x1x1", engine = RTL, set = "machine.latency.memory=200")
    void itHoldsOnTheMachine(Machine machine) {
        assertEquals(State.HOLDS, judge(machine, 10_000));
    }

    @FairleadTest(
            shape = "4x1x1",
            engine = RTL,
            set = {"machine.latency.memory=200", "faults=[{id: flush_early, node: 0}]"},
            judge = false)
    void itSeesAFlushThatIsDoneWhenItsPingLeaves(Machine machine) {
        assertEquals(State.VIOLATED, judge(machine, 10_000));
    }

    @FairleadTest(shape = "4x1x1", engine = RTL, judge = false)
    void itClaimsNothingOfAFlushThatIsNotDone(Machine machine) {
        assertEquals(State.NOT_EXERCISED, judge(machine, 20));
    }
}
