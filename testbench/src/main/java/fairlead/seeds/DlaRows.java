// SPDX-License-Identifier: Apache-2.0
package fairlead.seeds;

import fairlead.engine.DlaLimits;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaErrorReason;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.program.Result;
import java.util.ArrayList;
import java.util.List;

/** R-DLA-1 to R-DLA-15: seed US 2016/0077997. The rows of markers, write-back, merging, reclaim and the bypass take the places of those not built. */
final class DlaRows {
    private static final int MANY = 1024;
    private static final int AT = 11;

    private DlaRows() {}

    static List<Row> all() {
        return List.of(
                new Row(
                        "R-DLA-1",
                        "allocation all or nothing, decided in bounded cycles, a denied one not queued",
                        "pool of 8: 6 granted, 3 denied, the 6 returned, 300 cycles of waiting, all 8 granted",
                        () -> List.of(allOrNothing(0)),
                        DlaRows::decided,
                        "variant pool_over: the pool grants one credit too many",
                        () -> List.of(allOrNothing(UnsafeVariant.POOL_OVER))),
                new Row(
                        "R-DLA-2",
                        "illegal allocations answer an error and change nothing",
                        "no credits, above the cap, above the depth, CD with PR, neither, no such channel, a channel in use, release"
                                + " of nothing; then the whole pool",
                        () -> List.of(illegal(0)),
                        DlaRows::errors,
                        "variant no_release: the one legal allocation leaves the pool changed",
                        () -> List.of(illegal(UnsafeVariant.NO_RELEASE))),
                new Row(
                        "R-DLA-3",
                        "the seven limits hold; with max_lo_cd_pr below max_credits high CD is always granted",
                        "each limit at 11: 11 asked for, then 12; low CD and PR up to max_lo_cd_pr, then high CD",
                        () -> limits(0),
                        DlaRows::eachLimit,
                        "variant pool_over: one more than max_credits",
                        () -> limits(UnsafeVariant.POOL_OVER)),
                new Row(
                        "R-DLA-4",
                        "scheme chosen with each allocation",
                        "one channel: a CD transaction, then a PR one; the whole pool asked for after each and after the release",
                        () -> List.of(DlaPrograms.schemes(true)),
                        DlaRows::bothSchemes,
                        "software that asks for CD twice",
                        () -> List.of(DlaPrograms.schemes(false))),
                new Row(
                        "R-DLA-5",
                        "after a denial all of the transaction is dropped, its end never",
                        "pool of 8, 4 held: 5 denied, two puts and the end; later the whole pool",
                        () -> List.of(DlaPrograms.denied(DlaPrograms.pool(8))),
                        DlaRows::droppedToItsEnd,
                        "variant pool_over: the 5 are granted",
                        () -> List.of(DlaPrograms.denied(DlaPrograms.pool(8).flaw(UnsafeVariant.POOL_OVER)))),
                new Row(
                        "R-DLA-6",
                        "software resends from the first discarded block, in order, only those",
                        "4 tasks with 12 puts each through a pool of 8 credits, a put needs 5",
                        () -> List.of(DlaPrograms.overfull(true)),
                        DlaRows::sentAgain,
                        "software that does not look at what was discarded",
                        () -> List.of(DlaPrograms.overfull(false))),
                new Row(
                        "R-DLA-7",
                        "a persistent reservation outlives transactions; released when nothing of it is inside",
                        "20 credits: a transaction of one put, one of four, release at once, then the whole pool",
                        () -> List.of(DlaPrograms.persistent(DlaPrograms.machine(64))),
                        DlaRows::outlives,
                        "variant no_release: credits never come home",
                        () -> List.of(
                                DlaPrograms.persistent(DlaPrograms.machine(64).flaw(UnsafeVariant.NO_RELEASE)))),
                new Row(
                        "R-DLA-8",
                        "overflow of the own reservation is dropped although the FIFO is empty",
                        "7 credits, a put of 5; when it has left another of 5; 57 credits are free",
                        () -> List.of(DlaPrograms.beyond(7)),
                        DlaRows::overflow,
                        "software that reserves enough, so that nothing overflows",
                        () -> List.of(DlaPrograms.beyond(10))),
                new Row(
                        "R-DLA-9",
                        "un-reserved only after removal, removed only after hand-over",
                        "two puts fill a pool of 10; the whole pool asked for in each of 60 cycles, one run each",
                        () -> probes(0),
                        DlaRows::afterRemoval,
                        "variant no_release: credits never come home",
                        () -> probes(UnsafeVariant.NO_RELEASE)),
                new Row(
                        "R-DLA-10",
                        "claim 1: two processes, two targets, both orders and overlapped, all counters back",
                        "A before B by 1000 and 3 cycles, together, B before A by 3 and 1000; then the whole pool",
                        () -> claims(0),
                        DlaRows::countersBack,
                        "variant no_release: credits never come home",
                        () -> claims(UnsafeVariant.NO_RELEASE)),
                Row.notBuilt("R-DLA-11", "marker told only after all earlier requests of its channel have left"),
                Row.notBuilt("R-DLA-12", "status written to memory on threshold or timer"),
                Row.notBuilt("R-DLA-13", "events merge when their credits run out"),
                Row.notBuilt("R-DLA-14", "forced reclaim on the death of a process"),
                Row.notBuilt("R-DLA-15", "what deadlocks with the DLA bypassed completes with it"));
    }

    // ---- runs

    private static SeedRun allOrNothing(final int flaw) {
        return new RawCommands()
                .cd(10, 0, 6)
                .cd(20, 1, 3)
                .end(40, 0)
                .end(340, 1)
                .cd(360, 1, 8)
                .end(380, 1)
                .run(DlaPrograms.pool(8).flaw(flaw));
    }

    private static SeedRun illegal(final int flaw) {
        final DlaLimits limits = new DlaLimits(64, 64, 64, 64, 64, 64, 64, 66, 66);
        return new RawCommands()
                .cd(10, 0, 0)
                .cd(14, 0, 67)
                .cd(18, 0, 65)
                .alloc(22, 0, 5, true, true, false)
                .alloc(26, 0, 5, false, false, false)
                .cd(30, 15, 5)
                .cd(34, 0, 10)
                .cd(38, 0, 10)
                .release(42, 1)
                .end(46, 0)
                .cd(60, 3, 64)
                .end(80, 3)
                .run(DlaPrograms.machine(64).dla(64, limits).flaw(flaw));
    }

    /** Limit i at AT, the others out of the way. */
    private static DlaLimits limit(final int i) {
        final int[] v = new int[9];
        for (int n = 0; n < 9; n++) {
            v[n] = n == i ? AT : n < 7 ? 64 : MANY;
        }
        return new DlaLimits(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]);
    }

    private static List<SeedRun> limits(final int flaw) {
        final List<SeedRun> runs = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            final boolean pr = i == 3 || i == 6; // max_pr, max_hi_cd_pr
            final boolean high = i == 2 || i == 5; // max_hi_cd, max_lo_hi_cd
            final RawCommands raw = new RawCommands().alloc(10, 0, AT, !pr, pr, high);
            (pr ? raw.release(30, 0) : raw.end(30, 0))
                    .alloc(60, 1, AT + 1, !pr, pr, high)
                    .end(80, 1);
            runs.add(raw.run(DlaPrograms.machine(64).dla(64, limit(i)).flaw(flaw)));
        }
        runs.add(new RawCommands()
                .cd(10, 0, 40)
                .pr(14, 1, 8)
                .cd(18, 2, 1)
                .alloc(22, 3, 16, true, false, true)
                .run(DlaPrograms.machine(64)
                        .dla(64, new DlaLimits(64, 64, 64, 64, 48, 64, 64, MANY, MANY))
                        .flaw(flaw)));
        return runs;
    }

    private static List<SeedRun> probes(final int flaw) {
        final List<SeedRun> runs = new ArrayList<>();
        for (int probe = 60; probe < 120; probe++) {
            runs.add(DlaPrograms.freed(DlaPrograms.machine(10).flaw(flaw), probe));
        }
        return runs;
    }

    private static List<SeedRun> claims(final int flaw) {
        final List<SeedRun> runs = new ArrayList<>();
        for (final int apart : new int[] {1000, 3, 0, -3, -1000}) {
            runs.add(DlaPrograms.claim(DlaPrograms.machine(16).flaw(flaw), apart));
        }
        return runs;
    }

    // ---- predicates

    private static List<Long> values(final SeedRun run, final int kind) {
        return run.events().of(0, kind).stream().map(Events.Event::b).toList();
    }

    private static void decided(final List<SeedRun> runs, final Finding found) {
        final Events events = runs.get(0).events();
        final long granted = events.first(0, EventKind.DLA_GRANTED).cycle() - 10;
        final long denied = events.first(0, EventKind.DLA_DENIED).cycle() - 20;
        final List<Long> grants = values(runs.get(0), EventKind.DLA_GRANTED);
        found.need(grants.equals(List.of(6L, 8L)), "granted %s, not 6 and 8", grants)
                .need(
                        values(runs.get(0), EventKind.DLA_DENIED).equals(List.of(3L)),
                        "denied %s, not 3",
                        values(runs.get(0), EventKind.DLA_DENIED))
                .need(
                        granted == denied && granted >= 0 && granted <= 4,
                        "decided after %d and %d cycles",
                        granted,
                        denied)
                .say(
                        "grant and denial told %d cycles after the command; granted %s, never the 3 that were denied",
                        granted, grants);
    }

    private static void errors(final List<SeedRun> runs, final Finding found) {
        final List<Long> expected = List.of(
                (long) DlaErrorReason.NO_CREDITS,
                (long) DlaErrorReason.CAP,
                (long) DlaErrorReason.DEPTH,
                (long) DlaErrorReason.SCHEME,
                (long) DlaErrorReason.SCHEME,
                (long) DlaErrorReason.CHANNEL,
                (long) DlaErrorReason.NOT_IDLE,
                (long) DlaErrorReason.RELEASE);
        final List<Long> errors = values(runs.get(0), EventKind.DLA_ERROR);
        final List<Long> grants = values(runs.get(0), EventKind.DLA_GRANTED);
        found.need(errors.equals(expected), "reasons %s, expected %s", errors, expected)
                .need(grants.equals(List.of(10L, 64L)), "granted %s, not 10 and then 64", grants)
                .say("%d errors with reasons %s; then granted %s", errors.size(), errors, grants);
    }

    private static void eachLimit(final List<SeedRun> runs, final Finding found) {
        for (int i = 0; i < 7; i++) {
            final List<Long> grants = values(runs.get(i), EventKind.DLA_GRANTED);
            final List<Long> denials = values(runs.get(i), EventKind.DLA_DENIED);
            found.need(
                    grants.equals(List.of((long) AT)) && denials.equals(List.of(AT + 1L)),
                    "limit %d of 7: granted %s, denied %s",
                    i + 1,
                    grants,
                    denials);
        }
        final SeedRun last = runs.get(7);
        found.need(
                        values(last, EventKind.DLA_GRANTED).equals(List.of(40L, 8L, 16L))
                                && values(last, EventKind.DLA_DENIED).equals(List.of(1L)),
                        "low CD and PR at their limit: granted %s, denied %s",
                        values(last, EventKind.DLA_GRANTED),
                        values(last, EventKind.DLA_DENIED))
                .say(
                        "7 limits: 11 granted, 12 denied; with 48 of 64 held by low CD and PR: 1 more of theirs denied, 16 high granted");
    }

    private static void bothSchemes(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        found.need(run.end("probe0") == Result.DONE, "pool after the CD transaction: %s", run.end("probe0"))
                .need(run.end("probe1") == Result.DENIED, "pool after the PR transaction: %s", run.end("probe1"))
                .need(run.end("probe2") == Result.DONE, "pool after the release: %s", run.end("probe2"))
                .say(
                        "whole pool after CD: %s, after PR: %s, after its release: %s",
                        run.end("probe0"), run.end("probe1"), run.end("probe2"))
                .needs(run, "data_integrity");
    }

    private static void droppedToItsEnd(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final List<Events.Event> ended = run.events().all(e -> e.kind() == EventKind.DLA_ENDED && (e.a() & 0xFF) == 1);
        found.need(run.end("denied") == Result.DENIED, "5 of 4 free credits: %s", run.end("denied"))
                .need(
                        run.end("put0") == Result.DISCARDED && run.end("put1") == Result.DISCARDED,
                        "puts: %s, %s",
                        run.end("put0"),
                        run.end("put1"))
                .need(
                        run.end("end1") == Result.DONE
                                && !ended.isEmpty()
                                && ended.get(0).b() == 1,
                        "end of the transaction: %s",
                        run.end("end1"))
                .need(
                        run.end("whole") == Result.DONE && run.end("put2") == Result.DONE,
                        "the whole pool later: %s, its put %s",
                        run.end("whole"),
                        run.end("put2"))
                .need(run.firstCommit("put0") < 0 && run.firstCommit("put1") < 0, "a discarded put wrote memory")
                .say(
                        "denied; %d requests dropped, the end told as discarded in cycle %d; then %d credits granted",
                        run.events().count(0, EventKind.DLA_DISCARDED),
                        ended.isEmpty() ? -1 : ended.get(0).cycle(),
                        run.events().last(0, EventKind.DLA_GRANTED).b())
                .needs(run, "data_integrity");
    }

    private static void sentAgain(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        for (int t = 0; t < 4; t++) {
            long before = -1;
            for (int i = 0; i < DlaPrograms.REQUESTS; i++) {
                final long commit = run.firstCommit(t + "." + i);
                found.need(
                        commit > before,
                        "task %d: put %d in memory in cycle %d, the one before it in %d",
                        t,
                        i,
                        commit,
                        before);
                before = Math.max(before, commit);
            }
        }
        final int accepted = run.events().count(0, EventKind.DLA_ACCEPTED);
        found.need(
                        accepted == 4 * DlaPrograms.REQUESTS,
                        "%d requests accepted of %d",
                        accepted,
                        4 * DlaPrograms.REQUESTS)
                .need(run.execution().resends() > 0, "nothing was sent again")
                .say(
                        "%d requests discarded, %d blocks sent again, %d accepted, each task's in order and once in memory",
                        run.execution().discards(), run.execution().resends(), accepted)
                .needs(run, "data_integrity");
    }

    private static void outlives(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final long drained = run.events().last(0, EventKind.DLA_DRAINED).cycle();
        final long released = run.events().first(0, EventKind.DLA_RELEASED).cycle();
        final long asked = run.posted("release");
        found.need(
                        run.events().count(0, EventKind.DLA_DRAINED) == 5,
                        "%d of 5 puts left",
                        run.events().count(0, EventKind.DLA_DRAINED))
                .need(run.events().count(0, EventKind.DLA_DISCARDED) == 0, "a put was discarded")
                .need(
                        released >= drained && drained > asked,
                        "released in cycle %d, last put left in %d, asked in %d",
                        released,
                        drained,
                        asked)
                .need(run.end("whole") == Result.DONE, "whole pool after the release: %s", run.end("whole"))
                .say(
                        "5 puts in two transactions on one reservation; release asked in cycle %d, last put left in %d, released in %d",
                        asked, drained, released)
                .needs(run, "data_integrity");
    }

    private static void overflow(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final Events.Event dropped = run.events().first(0, EventKind.DLA_DISCARDED);
        final long left = run.events().first(0, EventKind.DLA_DRAINED).cycle();
        found.need(run.end("put0") == Result.DONE, "covered put: %s", run.end("put0"))
                .need(run.end("put1") == Result.DISCARDED, "put beyond the reservation: %s", run.end("put1"))
                .need(dropped.b() == DlaDropReason.OVERFLOWS, "reason %d", dropped.b())
                .need(
                        left >= 0 && left < dropped.cycle(),
                        "the FIFO was not empty: left in %d, dropped in %d",
                        left,
                        dropped.cycle())
                .say(
                        "first put left in cycle %d, the second dropped in %d as overflow, with the FIFO empty",
                        left, dropped.cycle())
                .needs(run, "data_integrity");
    }

    private static void afterRemoval(final List<SeedRun> runs, final Finding found) {
        int denied = 0;
        int granted = 0;
        long least = Long.MAX_VALUE;
        for (final SeedRun run : runs) {
            final long drained = run.events().last(0, EventKind.DLA_DRAINED).cycle();
            final long injected =
                    run.events().nth(0, EventKind.PACKET_INJECTED, 1).cycle();
            final List<Events.Event> grants = run.events().of(0, EventKind.DLA_GRANTED);
            denied += run.events().count(0, EventKind.DLA_DENIED);
            if (grants.size() > 1) {
                granted++;
                final long at = grants.get(1).cycle();
                found.need(drained >= 0 && at > drained, "granted in cycle %d, last request left in %d", at, drained);
                least = Math.min(least, at - drained);
            }
            found.need(drained >= 0 && injected >= 0, "the requests did not leave");
            found.needs(run, "data_integrity");
        }
        found.need(denied > 0 && granted > 0, "%d denied, %d granted", denied, granted)
                .say(
                        "60 probes: %d denied, %d granted%s",
                        denied,
                        granted,
                        granted == 0 ? "" : ", the earliest " + least + " cycle after the last request had left");
    }

    private static void countersBack(final List<SeedRun> runs, final Finding found) {
        for (final SeedRun run : runs) {
            found.need(
                            run.end("put0") == Result.DONE && run.end("put1") == Result.DONE,
                            "A %s, B %s",
                            run.end("put0"),
                            run.end("put1"))
                    .need(run.end("whole") == Result.DONE, "whole pool afterwards: %s", run.end("whole"))
                    .need(
                            run.lastCommit("put0") >= 0 && run.lastCommit("put1") >= 0,
                            "not both in their targets' memories")
                    .needs(run, "data_integrity");
        }
        found.say("%d orders: both arrive, and then all 16 credits can be had", runs.size());
    }
}
