// SPDX-License-Identifier: Apache-2.0
package fairlead.system.fault;

import fairlead.hw.HwLayout.MuteId;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.support.TestMachine;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests flaws of the RTL with which a node refuses, denies, grants or counts wrongly. Each makes exactly one verdict
 * false (docs/use/verdicts.md), and the same program holds without it.
 */
@Tag("M-70")
class RefusalFlawTest extends Flaws {
    private static final int POOL = 25;

    RefusalFlawTest() {
        begin(new TestMachine(3, 1, 1, 2));
    }

    /** Adds an epoch in which node 0 opens to node 1, puts, waits and closes. */
    private void epoch(int cycles) {
        TaskBuilder task = program.task(0, 0);
        int open = task.add(Ops.epochOpen(5, 1));
        int put = task.add(Ops.put(1, source, landing, 600, KEY).in(open));
        int later = task.add(Ops.calc(cycles).requires(put));
        task.add(Ops.epochClose(open).requires(later));
        program.task(1, 0).add(Ops.epochAwait(0, 5));
    }

    @Test
    void anAccessThatIsRefusedAfterTheEpochHasEnded() {
        epoch(10);
        int put = program.task(2, 0)
                .add(Ops.put(1, source, landing + 1024, 600, KEY + 2)
                        .notBefore(2000)
                        .attempt());
        String refusal = "node 1 refuses node 2 op " + put + " (PUT node 1, node 2 task 0) without cause";
        completesAndFails(UnsafeVariant.LIMIT_STAYS, "conservation", refusal);
    }

    /** The memory ports and the packets show that others were served, while the unit reports nothing wrong. */
    @Test
    void aNodeThatServesStrangersInAnOpenEpoch() {
        epoch(2000);
        program.task(2, 0)
                .add(Ops.put(1, source, landing + 1024, 300, KEY + 2)
                        .notBefore(500)
                        .attempt());
        completesAndFails(UnsafeVariant.EPOCH_UNGUARDED, "epoch_closure", "while an epoch of node 0 was open there");
    }

    @Test
    void anEpochThatIsDeniedWithRoomInTheTable() {
        epoch(600);
        TaskBuilder other = program.task(2, 0);
        int open = other.add(Ops.epochOpen(6, 1).notBefore(100));
        other.add(Ops.put(1, source, landing + 1024, 600, KEY + 2).in(open));
        other.add(Ops.epochClose(open));
        fails(UnsafeVariant.INIT_DENIED, "conservation", "without cause: at most 1 others were open there");
    }

    @Test
    void aMessageThatIsRefusedWithRoomForIt() {
        program.messageSlots(1, machine.buffers.reception());
        byte[] text = Payload.bytes(KEY, 16);
        ByteBuffer.wrap(text).order(ByteOrder.LITTLE_ENDIAN).putLong(0, 9);
        program.load(0, source + BYTES - 16, text);
        program.task(0, 0).add(Ops.send(1, source + BYTES - 16, 16, 9, KEY).attempt());
        fails(UnsafeVariant.MESSAGE_REFUSED, "conservation", "node 1 refuses node 0 op 0 (SEND");
    }

    /** The counter of three bits passes 8 in the fourth instance of two tasks. */
    @Test
    @Tag("R-BAR-1")
    void aBarrierCounterThatKeepsMoreBitsThanItsWidth() {
        machine.barrierWidth = 3;
        for (int node = 0; node < 3; node++) {
            for (int task = 0; task < 2; task++) {
                TaskBuilder here = program.task(node, task);
                int last = here.add(Ops.barrier());
                for (int i = 0; i < 5; i++) {
                    last = here.add(Ops.barrier().requires(last));
                }
            }
        }
        fails(UnsafeVariant.BARRIER_WIDE, "barrier_safety", "has a barrier counter of 8, which 3 bits cannot hold");
    }

    @Test
    void aTaskThatIsCountedForAnother() {
        for (int node = 0; node < 3; node++) {
            for (int task = 0; task < 2; task++) {
                TaskBuilder here = program.task(node, task);
                here.add(Ops.barrier().requires(here.add(Ops.calc(50 + 200 * task))));
            }
        }
        completesAndFails(
                UnsafeVariant.BARRIER_OTHER,
                "barrier_safety",
                "counts task 1 as joined, whose software has not entered");
    }

    // ---- credits of the DLA

    private int put(TaskBuilder task, int place, int after) {
        return task.add(Ops.put(1, source + 64 * place, landing + 64 * place, 64, Payload.keyAt(KEY, 64 * place))
                .path(Path.STORE)
                .attempt()
                .after(after));
    }

    /**
     * Adds a block of five puts that fills the pool over a slow link, and a second allocation of the
     * pool in another cycle. The unit's own assertions also detect these flaws, and are muted.
     */
    private void filled(int asked) {
        for (int node = 0; node < 3; node++) {
            machine.fault(MuteId.OWN_UNIT, node, 0);
        }
        machine.link = 60;
        machine.buffers = new Buffers(1, 8, 16, 64, 64, 8);
        machine.dla = DlaLimits.of(POOL, 64, 64, 64, 64, 64, 64, 64, 64);
        TaskBuilder task = program.task(0, 0);
        int last = task.add(Ops.dlaAlloc(POOL, false, false).notBefore(100));
        for (int i = 0; i < 5; i++) {
            last = put(task, i, last);
        }
        task.add(Ops.dlaEnd().after(last));
        TaskBuilder other = program.task(0, 1);
        other.add(Ops.dlaEnd()
                .after(other.add(Ops.dlaAlloc(POOL, false, false).attempt().notBefore(asked))));
    }

    @Test
    void creditsThatVanish() {
        filled(20_000);
        fails(
                UnsafeVariant.NO_RELEASE,
                "conservation",
                "denies 25 credits, with which at most 25 lo, 0 hi, 0 pr were held: within all limits");
    }

    @Test
    void creditsThatAppear() {
        filled(400);
        completesAndFails(UnsafeVariant.EARLY_HOME, "conservation", "grants 25 credits, with which at least ");
    }
}
