// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.system.fault;

import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.EventKind;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaLimits.DlaOptions;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.run.RunResult;
import fairlead.support.EventLog;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The account of the DLA raises no alarm on a sound machine, whatever its limits, event credits and statuses. */
@Tag("M-70")
class DlaSoundTest {
    private static final long KEY = 77;
    private static final int BYTES = 4096;

    /**
     * An allocation that fits as soon as some words of a packet have left that leaves slowly: whether it is granted is
     * not known from the packets, and its answer joins a record.
     */
    @ParameterizedTest(name = "{0} event credits")
    @ValueSource(ints = {0, 1, 2})
    void anAllocationAnywhereInTheTimeInWhichAPacketLeaves(int eventCredits) {
        boolean[] granted = new boolean[2];
        for (int cycle = 400; cycle < 450; cycle++) {
            TestMachine machine = new TestMachine(2, 1, 1, 2);
            machine.link = 6;
            machine.buffers = new Buffers(1, 1, 16, 64, 64, 8);
            int address = machine.memoryBytes - 16;
            machine.dla = DlaLimits.of(8).with(new DlaOptions(eventCredits, address, 1, 0, 1, false));
            ProgramBuilder program = machine.program("leaving");
            int source = program.windows().everywhere("source", BYTES);
            int landing = program.windows().everywhere("landing", BYTES);
            program.load(0, source, Payload.bytes(KEY, BYTES));
            TaskBuilder first = program.task(0, 0);
            int last = first.add(Ops.dlaAlloc(5, false, false).notBefore(390));
            last = put(first, source, landing, 64, last);
            first.add(Ops.dlaEnd().after(last));
            TaskBuilder second = program.task(0, 1);
            second.add(Ops.dlaMark().notBefore(cycle - 1)); // takes an event credit
            int alloc = second.add(Ops.dlaAlloc(5, false, false).attempt().notBefore(cycle));
            last = put(second, source + 64, landing + 64, 16, alloc);
            second.add(Ops.dlaEnd().after(last));
            EventLog log = new EventLog();
            RunResult result = machine.run(program.build(), log);
            assertTrue(result.report().holds(), "cycle " + cycle + ": " + Runs.text(result));
            granted[log.ofKinds(EventKind.DLA_ACCEPTED).size() - 1] = true;
        }
        assertTrue(granted[0] && granted[1], "some are granted and some denied");
    }

    private static int put(TaskBuilder task, int from, int to, int length, int after) {
        return task.add(Ops.put(1, from, to, length, Payload.keyAt(KEY, to % BYTES))
                .path(Path.STORE)
                .attempt()
                .after(after));
    }
}
