// SPDX-License-Identifier: Apache-2.0
package fairlead.system.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Buffers;
import fairlead.machine.Routing;
import fairlead.machine.Unsafe;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.TaskBuilder;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests flaws of the RTL that only an account of the run can see: every operation ends well and every byte is right.
 * Each makes exactly one verdict false (docs/use/verdicts.md), and the same program holds without it.
 */
@Tag("M-70")
@Tag("M-918")
class AccountFlawTest {
    private static final long KEY = 91;
    private static final int BYTES = 2048;

    /** An acknowledgement counter is used for one target and then for another, with the same generation. */
    @Test
    void anAcknowledgementCounterThatKeepsItsGeneration() {
        final TestMachine machine = new TestMachine(4, 1, 1, 1);
        machine.routing = Routing.ADAPTIVE;
        machine.buffers = new Buffers(51, 32, 16, 64, 64, 16);
        final ProgramBuilder program = machine.program("generations");
        final int source = program.windows().everywhere("source", BYTES);
        final int landing = program.windows().everywhere("landing", BYTES);
        program.load(0, source, Payload.bytes(KEY, BYTES));
        final TaskBuilder task = program.task(0, 0);
        int last = task.add(Ops.calc(10));
        for (int target = 1; target < 4; target++) {
            final int put = task.add(Ops.put(target, source, landing, 600, KEY).requires(last));
            last = task.add(Ops.flush(target).requires(put));
        }
        Flaws.failsWith(
                machine, program.build(), UnsafeVariant.GENERATION_STAYS, "conservation", "has generation 1 behind 1");
    }

    /** Software is told that it may use the source of a put again while the NIC still reads it, and leaves it alone. */
    @Test
    void aSourceThatIsStillReadWhenItIsSaidToBeFree() {
        final TestMachine machine = new TestMachine(3, 1, 1, 1);
        final ProgramBuilder program = machine.program("local");
        final int source = program.windows().everywhere("source", BYTES);
        final int landing = program.windows().everywhere("landing", BYTES);
        program.load(0, source, Payload.bytes(KEY, BYTES));
        program.task(0, 0).add(Ops.put(1, source, landing, 200, KEY));
        Flaws.failsWith(
                machine,
                program.build(),
                UnsafeVariant.LOCAL_EARLY,
                "conservation",
                "and the 14 flits of its last packet leave from cycle");
    }

    @Test
    void aFlitThatIsNotCounted() {
        final TestMachine machine = new TestMachine(5, 1, 1, 1);
        final ProgramBuilder program = machine.program("counted");
        final int source = program.windows().everywhere("source", BYTES);
        final int landing = program.windows().everywhere("landing", 5 * BYTES);
        for (int node = 1; node < 5; node++) {
            program.load(node, source, Payload.bytes(KEY + node, BYTES));
            program.task(node, 0).add(Ops.put(0, source, landing + BYTES * node, BYTES, KEY + node));
        }
        final Program built = program.build();
        machine.library = "lab";
        final RunResult wrong = counted(machine, Unsafe.everywhere(UnsafeVariant.COUNT_MISSED), built);
        Runs.assertFails(wrong, "router_counters");
        final String said = Runs.verdicts(wrong).get("router_counters").detail();
        assertTrue(said.startsWith("node "), said);
        final RunResult right = counted(machine, Unsafe.NONE, built);
        assertTrue(right.report().holds(), Runs.text(right));
        assertEquals(true, Runs.verdicts(right).get("router_counters").holds(), "it was judged");
    }

    private static RunResult counted(final TestMachine machine, final Unsafe unsafe, final Program program) {
        machine.unsafe = unsafe;
        final RunPlan plan = machine.plan(program);
        return Runs.run(new RunPlan(
                plan.name(),
                plan.program(),
                plan.machine(),
                plan.factory(),
                plan.engineOptions(),
                plan.executorOptions().counting(true),
                plan.effectiveConfig(),
                plan.detect()));
    }
}
