// SPDX-License-Identifier: Apache-2.0
package fairlead.system.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Buffers;
import fairlead.machine.Routing;
import fairlead.machine.Unsafe;
import fairlead.program.Ops;
import fairlead.program.Program;
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
class AccountFlawTest extends Flaws {
    /** An acknowledgement counter is used for one target and then for another, with the same generation. */
    @Test
    void anAcknowledgementCounterThatKeepsItsGeneration() {
        begin(new TestMachine(4, 1, 1, 1));
        machine.routing = Routing.ADAPTIVE;
        machine.buffers = new Buffers(51, 32, 16, 64, 64, 16);
        int last = task(0).add(Ops.calc(10));
        for (int target = 1; target < 4; target++) {
            int put = task(0).add(Ops.put(target, source, landing, 600, KEY).requires(last));
            last = task(0).add(Ops.flush(target).requires(put));
        }
        fails(UnsafeVariant.GENERATION_STAYS, "conservation", "has generation 1 behind 1");
    }

    /** Software is told that it may use the source of a put again while the NIC still reads it, and leaves it alone. */
    @Test
    void aSourceThatIsStillReadWhenItIsSaidToBeFree() {
        begin(new TestMachine(3, 1, 1, 1));
        task(0).add(Ops.put(1, source, landing, 200, KEY));
        fails(UnsafeVariant.LOCAL_EARLY, "conservation", "and the 14 flits of its last packet leave from cycle");
    }

    /** On links that take a flit in 64 cycles a stamp is to count units of 64 cycles. */
    @Test
    void stampsOfCyclesWhereLinksAreSlow() {
        begin(new TestMachine(3, 1, 1, 1));
        machine.linkInterval = 64;
        task(0).add(Ops.put(1, source, landing, 200, KEY));
        fails(UnsafeVariant.STAMP_CYCLES, "conservation", "with stamp ");
    }

    @Test
    void aFlitThatIsNotCounted() {
        begin(new TestMachine(5, 1, 1, 1));
        for (int node = 1; node < 5; node++) {
            task(node).add(Ops.put(0, source, landing + BYTES * node, BYTES, KEY + node));
        }
        Program built = program.build();
        machine.library = "lab";
        RunResult wrong = counted(Unsafe.everywhere(UnsafeVariant.COUNT_MISSED), built);
        Runs.assertFails(wrong, "router_counters");
        String said = Runs.verdicts(wrong).get("router_counters").detail();
        assertTrue(said.startsWith("node "), said);
        RunResult right = counted(Unsafe.NONE, built);
        assertTrue(right.report().holds(), Runs.text(right));
        assertEquals(true, Runs.verdicts(right).get("router_counters").holds(), "it was judged");
    }

    private RunResult counted(Unsafe unsafe, Program program) {
        machine.unsafe = unsafe;
        RunPlan plan = machine.plan(program);
        return Runs.run(plan.with(plan.factory(), plan.executorOptions().counting(true)));
    }
}
