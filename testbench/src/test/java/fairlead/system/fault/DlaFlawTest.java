// SPDX-License-Identifier: Apache-2.0
package fairlead.system.fault;

import fairlead.hw.HwLayout.MuteId;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaLimits.DlaOptions;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.support.TestMachine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests flaws of the DLA that reach no limit or are told in merged events only. Each makes exactly `conservation` false
 * (docs/use/verdicts.md), and the same program holds without it.
 */
@Tag("M-70")
class DlaFlawTest extends Flaws {
    private static final int POOL = 32;

    DlaFlawTest() {
        begin(new TestMachine(3, 1, 1, 2));
    }

    /**
     * Sets the machine up, whose units' own assertions are muted.
     *
     * @param eventCredits event credits of the DLA
     * @param statusCredits number of changed credits after which a status is written, or 0
     */
    private void machine(int eventCredits, int statusCredits) {
        for (int node = 0; node < 3; node++) {
            machine.fault(MuteId.OWN_UNIT, node, 0);
        }
        int address = machine.memoryBytes - 16;
        machine.linkInterval = 8;
        machine.memory = 4;
        machine.dla = DlaLimits.of(POOL, 64, 64, 64, 64, 64, 64, POOL, POOL)
                .with(new DlaOptions(eventCredits, address, statusCredits, 0, 1, false));
    }

    private int put(TaskBuilder task, int place, int after) {
        return task.add(Ops.put(2, source + 64 * place, landing + 64 * place, 48, Payload.keyAt(KEY, 64 * place))
                .path(Path.STORE)
                .attempt()
                .after(after));
    }

    /** Adds small puts, which no limit holds up. */
    private void stores() {
        for (int i = 0; i < 4; i++) {
            program.task(0, 0)
                    .add(Ops.put(2, source, landing + 64 * i, 48, KEY + i).path(Path.INLINE));
        }
    }

    /** Adds an allocation whose answer joins a record, because a marker has the only event credit, and a put. */
    private void merged(int credits) {
        TaskBuilder task = program.task(0, 0);
        task.add(Ops.dlaMark().notBefore(400));
        int alloc = task.add(Ops.dlaAlloc(credits, false, false).attempt().notBefore(402));
        task.add(Ops.dlaEnd().after(put(task, 0, alloc)));
    }

    private void fails(int variant, String detail) {
        fails(variant, "conservation", detail);
    }

    // ---- answers that are merged

    @ParameterizedTest
    @CsvSource({
        UnsafeVariant.DENY_ODD + ", 4, (DISCARD) without cause",
        UnsafeVariant.DROP_FULL + ", 4, (OVERFLOWS) without cause",
        UnsafeVariant.ABSORB_OVERFLOW + ", 3, without credits for it (OVERFLOWS)"
    })
    void aWrongAnswerInOrBehindARecord(int flaw, int credits, String detail) {
        machine(1, 0);
        merged(credits);
        fails(flaw, detail);
    }

    @Test
    void aGrantBeyondALimitInARecord() {
        machine(1, 0);
        TaskBuilder other = program.task(0, 1);
        int alloc = other.add(Ops.dlaAlloc(POOL - 3, true, false));
        other.add(Ops.dlaRelease().after(other.add(Ops.calc(2000).requires(alloc))));
        merged(4);
        fails(UnsafeVariant.POOL_OVER, "without credits for it (DISCARD)");
    }

    // ---- credits and statuses when no limit is reached

    /** Credits that vanish or appear, a status that is old while credits change, and one without a credit. */
    @ParameterizedTest(name = "flaw {0}, {1} event credits")
    @CsvSource({
        UnsafeVariant.NO_RELEASE + ", 0, lo was from ",
        UnsafeVariant.NO_RELEASE + ", 1, lo was from ",
        UnsafeVariant.EARLY_HOME + ", 0, lo was from ",
        UnsafeVariant.EARLY_HOME + ", 1, lo was from ",
        UnsafeVariant.STATUS_STALE + ", 0, wrote a status with 0 lo",
        UnsafeVariant.STATUS_STALE + ", 1, wrote a status with 0 lo",
        UnsafeVariant.STATUS_ZERO + ", 0, wrote a status with 0 lo"
    })
    void aWrongAccountWithNoLimitInReach(int flaw, int eventCredits, String detail) {
        machine(eventCredits, 1);
        stores();
        fails(flaw, detail);
    }

    // ---- what is told too early, or not

    @Test
    void aReservationThatIsReleasedWithWordsInside() {
        machine(0, 0);
        TaskBuilder task = program.task(0, 0);
        int alloc = task.add(Ops.dlaAlloc(8, true, false));
        task.add(Ops.dlaRelease().after(put(task, 1, put(task, 0, alloc))));
        fails(UnsafeVariant.EARLY_CREDITS, "tells DLA_RELEASED");
    }

    @Test
    void aMarkerThatIsToldBeforeTheRequestsInFrontOfItHaveLeft() {
        machine(0, 0);
        TaskBuilder task = program.task(0, 0);
        int alloc = task.add(Ops.dlaAlloc(8, false, false));
        int last = put(task, 1, put(task, 0, alloc));
        task.add(Ops.dlaEnd().after(task.add(Ops.dlaMark().after(last))));
        fails(UnsafeVariant.EARLY_MARK, "before which requests have not left");
    }

    @Test
    void aRequestThatEntersBehindADiscardedOne() {
        machine(0, 0);
        TaskBuilder task = program.task(0, 0);
        int alloc = task.add(Ops.dlaAlloc(6, false, false));
        int last = put(task, 1, put(task, 0, alloc)); // of 4 credits each
        last = task.add(
                Ops.fadd(2, landing + 1024, 1).path(Path.STORE).attempt().after(last));
        task.add(Ops.dlaEnd().after(last));
        fails(UnsafeVariant.NO_STICKY, "without credits for it (DISCARD)");
    }
}
