// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.EventKind;
import fairlead.machine.DlaLimits;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.ProgramBuilder;
import fairlead.program.Result;
import fairlead.program.TaskBuilder;
import fairlead.run.RunResult;
import fairlead.support.EventLog;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the store path: both schemes, refusals, and that software finally delivers everything. A put of 64 bytes needs
 * 5 credits.
 */
class StorePathTest {
    private static final List<String> VERDICTS = List.of("deadlock_freedom", "data_integrity", "conservation");
    private static final String NAME = "see the name of this test";
    private static final int LANDING = 1024;
    private static final int PUT = 64;

    /** Operations of one task, each after the previous one. */
    private static final class Chain {
        private final TaskBuilder task;
        private int last = -1;

        Chain(final ProgramBuilder program, final int task) {
            this.task = program.task(0, task);
        }

        int add(final Operation op) {
            last = task.add(op.after(last));
            return last;
        }

        int put(final int slot) {
            return add(Ops.put(1, 0, LANDING + PUT * slot, PUT, slot)
                    .path(Path.STORE)
                    .attempt());
        }
    }

    private static TestMachine machine(final int credits) {
        final TestMachine machine = new TestMachine(3, 1, 1, 4);
        machine.dla = DlaLimits.of(credits);
        return machine;
    }

    private static ProgramBuilder program(final TestMachine machine) {
        final ProgramBuilder program = machine.program("store path");
        program.windows().everywhere("unused", LANDING);
        program.windows().everywhere("landing", 32768);
        return program;
    }

    private static Result of(final RunResult result, final int id) {
        return result.execution().table().result(id);
    }

    @ParameterizedTest(name = "persistent {0}")
    @ValueSource(booleans = {false, true})
    @Tag("R-DLA-1")
    @Tag("R-DLA-4")
    void requestsCoveredByAnAllocationEnterAndArrive(final boolean persistent) {
        final TestMachine machine = machine(64);
        final ProgramBuilder program = program(machine);
        final Chain chain = new Chain(program, 0);
        final int alloc = chain.add(Ops.dlaAlloc(10, persistent, false));
        final int[] puts = {chain.put(0), chain.put(1)};
        final int end = chain.add(Ops.dlaEnd());
        final int release = persistent ? chain.add(Ops.dlaRelease()) : end;
        final RunResult result = machine.run(program.build());
        Runs.assertHolds(result, NAME, VERDICTS);
        for (final int id : new int[] {alloc, puts[0], puts[1], end, release}) {
            assertEquals(Result.DONE, of(result, id), "operation " + id);
        }
        assertEquals(2L * PUT, Runs.verdicts(result).get("data_integrity").checked());
    }

    @Test
    @Tag("R-DLA-8")
    @Tag("hazard-DLA-7")
    void aRequestBeyondItsOwnReservationIsDroppedAlthoughTheFifoIsEmptyAndTheRestOfItsTransactionToo() {
        final TestMachine machine = machine(64);
        final ProgramBuilder program = program(machine);
        final Chain chain = new Chain(program, 0);
        chain.add(Ops.dlaAlloc(7, false, false));
        final int covered = chain.put(0);
        final int overflow = chain.put(1);
        final int small = chain.add(
                Ops.put(1, 0, LANDING + 2 * PUT, 16, 9).path(Path.STORE).attempt()); // 2 credits are left
        final int end = chain.add(Ops.dlaEnd());
        chain.add(Ops.dlaAlloc(64, false, false).requires(end));
        final int whole = chain.put(3);
        chain.add(Ops.dlaEnd());
        final EventLog log = new EventLog();
        final RunResult result = machine.run(program.build(), log);
        Runs.assertHolds(result, NAME, VERDICTS);
        assertEquals(
                List.of(Result.DONE, Result.DISCARDED, Result.DISCARDED, Result.DONE),
                List.of(of(result, covered), of(result, overflow), of(result, small), of(result, whole)));
        assertEquals(
                List.of(2L, 1L),
                log.of(0, EventKind.DLA_DISCARDED).stream()
                        .map(EventLog.Event::b)
                        .toList(),
                "overflow, then discard");
        assertEquals(2L * PUT, Runs.verdicts(result).get("data_integrity").checked());
    }

    @Test
    @Tag("R-DLA-1")
    @Tag("R-DLA-5")
    @Tag("hazard-DLA-3")
    void aDeniedAllocationDiscardsUntilItsTransactionEndsAndTakesNothingFromTheOther() {
        final TestMachine machine = machine(8);
        final ProgramBuilder program = program(machine);
        final Chain holder = new Chain(program, 0);
        final int granted = holder.add(Ops.dlaAlloc(6, false, false));
        final Chain loser = new Chain(program, 1);
        final int denied = loser.add(Ops.dlaAlloc(6, false, false).notBefore(100));
        final int[] dropped = {loser.put(0), loser.put(1)};
        final int over = loser.add(Ops.dlaEnd());
        final int wait = holder.add(Ops.calc(600).requires(granted));
        final int kept =
                holder.add(Ops.put(2, 0, LANDING, PUT, 77).path(Path.STORE).requires(wait));
        holder.add(Ops.dlaEnd());
        loser.add(Ops.dlaAlloc(8, false, false).notBefore(2000).requires(over));
        final int later = loser.put(0);
        loser.add(Ops.dlaEnd());
        final RunResult result = machine.run(program.build());
        Runs.assertHolds(result, NAME, VERDICTS);
        assertEquals(Result.DENIED, of(result, denied));
        assertEquals(Result.DISCARDED, of(result, dropped[0]));
        assertEquals(Result.DISCARDED, of(result, dropped[1]));
        assertEquals(Result.DONE, of(result, over), "the end is never dropped");
        assertEquals(Result.DONE, of(result, kept));
        assertEquals(Result.DONE, of(result, later), "the whole pool is free again");
    }

    @Test
    @Tag("R-DLA-7")
    @Tag("R-DLA-9")
    @Tag("hazard-DLA-9")
    void aReleaseWithRequestsStillInsideIsDoneOnlyWhenTheLastOfThemHasLeft() {
        final TestMachine machine = machine(64);
        final ProgramBuilder program = program(machine);
        final Chain chain = new Chain(program, 0);
        chain.add(Ops.dlaAlloc(20, true, false));
        for (int slot = 0; slot < 4; slot++) {
            chain.put(slot);
        }
        chain.add(Ops.dlaEnd());
        final int release = chain.add(Ops.dlaRelease());
        chain.add(Ops.dlaAlloc(64, true, false).requires(release));
        final int again = chain.put(5);
        chain.add(Ops.dlaRelease());
        final EventLog log = new EventLog();
        final RunResult result = machine.run(program.build(), log);
        Runs.assertHolds(result, NAME, VERDICTS);
        final List<EventLog.Event> drained = log.of(0, EventKind.DLA_DRAINED);
        assertEquals(5, drained.size());
        assertTrue(
                log.first(0, EventKind.DLA_RELEASED).cycle() >= drained.get(3).cycle(),
                "released after the fourth request left");
        assertEquals(Result.DONE, of(result, again));
    }

    @ParameterizedTest(name = "{0} cycles apart")
    @ValueSource(ints = {0, 3, 1000})
    @Tag("R-DLA-10")
    void twoProcessesWithTwoTargetsOverlappedOrNotLeaveThePoolAsItWas(final int apart) {
        final TestMachine machine = machine(16);
        final ProgramBuilder program = program(machine);
        for (int t = 0; t < 2; t++) {
            final Chain chain = new Chain(program, t);
            chain.add(Ops.dlaAlloc(5, false, false).notBefore(100 + (long) apart * t));
            chain.add(Ops.put(1 + t, 0, LANDING, PUT, 50 + t).path(Path.STORE));
            chain.add(Ops.dlaEnd());
        }
        final Chain last = new Chain(program, 2);
        final int whole = last.add(Ops.dlaAlloc(16, false, false).notBefore(5000));
        last.add(Ops.dlaEnd());
        final EventLog log = new EventLog();
        final RunResult result = machine.run(program.build(), log);
        Runs.assertHolds(result, NAME, VERDICTS);
        assertEquals(Result.DONE, of(result, whole));
        assertEquals(2, log.of(0, EventKind.DLA_DRAINED).size());
    }

    @ParameterizedTest(name = "persistent {0}, {1} credits, {2} requests a task")
    @CsvSource({"false, 5, 12", "false, 8, 30", "true, 20, 30", "false, 64, 30"})
    @Tag("R-DLA-4")
    @Tag("R-DLA-6")
    @Tag("hazard-DLA-6")
    void softwareSendsAgainWhatWasDiscardedUntilEverythingHasArrivedOnce(
            final boolean persistent, final int credits, final int requests) {
        final TestMachine machine = machine(credits);
        machine.persistent = persistent;
        final ProgramBuilder program = program(machine);
        for (int t = 0; t < 4; t++) {
            for (int i = 0; i < requests; i++) {
                final int key = 1000 * t + i;
                program.task(0, t)
                        .add(
                                i % 5 == 4
                                        ? Ops.fadd(2, LANDING, 1).path(Path.INLINE)
                                        : Ops.put(1, 0, LANDING + PUT * (requests * t + i), 1 + key % PUT, key)
                                                .path(Path.INLINE));
            }
            program.task(0, t).add(Ops.flush(1));
        }
        final RunResult result = machine.run(program.build());
        Runs.assertHolds(result, NAME, List.of("deadlock_freedom", "fence_ordering", "data_integrity", "conservation"));
        assertTrue(
                persistent || credits > 8 || result.execution().resends() > 0,
                "sent again: " + result.execution().resends());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "max_lo_cd, false, false",
        "max_hi_cd, false, true",
        "max_pr, true, false",
        "max_lo_cd_pr, false, false",
        "max_lo_hi_cd, false, true",
        "max_hi_cd_pr, true, false",
        "max_cd_alloc, false, false",
        "max_pr_alloc, true, false"
    })
    @Tag("R-DLA-2")
    @Tag("R-DLA-3")
    @Tag("hazard-DLA-5")
    void eachLimitOfThePoolRefusesOneCreditMore(final String limit, final boolean persistent, final boolean high) {
        for (int over = 0; over < 2; over++) {
            final TestMachine machine = machine(64);
            machine.dla = limited(limit, 11);
            final ProgramBuilder program = program(machine);
            final Chain chain = new Chain(program, 0);
            final boolean cap = limit.endsWith("alloc");
            final int alloc = chain.add(Ops.dlaAlloc(11 + over, persistent, high));
            if (cap && over == 1) {
                final EventLog log = new EventLog();
                machine.maxCycles = 5000;
                machine.run(program.build(), log);
                assertEquals(5, log.first(0, EventKind.DLA_ERROR).b(), "above its cap");
                continue;
            }
            chain.add(Ops.dlaEnd());
            if (persistent && over == 0) {
                chain.add(Ops.dlaRelease());
            }
            final RunResult result = machine.run(program.build());
            assertTrue(result.report().ending().startsWith("completed"), Runs.text(result));
            assertEquals(over == 0 ? Result.DONE : Result.DENIED, of(result, alloc), limit + ", over by " + over);
        }
    }

    private static DlaLimits limited(final String name, final int value) {
        final List<String> names = List.of(
                "max_credits",
                "max_lo_cd",
                "max_hi_cd",
                "max_pr",
                "max_lo_cd_pr",
                "max_lo_hi_cd",
                "max_hi_cd_pr",
                "max_cd_alloc",
                "max_pr_alloc");
        final int[] v =
                names.stream().mapToInt(n -> n.equals(name) ? value : 64).toArray();
        return new DlaLimits(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]);
    }
}
