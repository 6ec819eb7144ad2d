// SPDX-License-Identifier: Apache-2.0
package fairlead.seeds;

import fairlead.engine.DlaLimits;
import fairlead.hw.HwLayout.UnsafeVariant;
import java.util.ArrayList;
import java.util.List;

/** R-DLA-1 to R-DLA-10: seed US 2016/0077997. */
final class DlaRows {
    private static final int MANY = 1024;
    static final int AT = 11; // the limit under test

    private DlaRows() {}

    static List<Row> all() {
        return List.of(
                new Row(
                                "R-DLA-1",
                                "allocation all or nothing, decided in bounded cycles, a denied one not queued",
                                "pool of 8: 6 granted, 3 denied, the 6 returned, 300 cycles of waiting, all 8 granted",
                                () -> List.of(allOrNothing(0)),
                                DlaJudges::decided)
                        .control(
                                "variant pool_over: the pool grants one credit too many",
                                "granted_sizes",
                                () -> List.of(allOrNothing(UnsafeVariant.POOL_OVER)),
                                "denied_size",
                                "bounded_time"),
                new Row(
                                "R-DLA-2",
                                "illegal allocations answer an error and change nothing",
                                "no credits, above the cap, above the depth, CD with PR, neither, no such channel, a channel in use, release"
                                        + " of nothing, a channel whose release waits for a put; then the whole pool",
                                () -> List.of(illegal(0)),
                                DlaJudges::errors)
                        .control(
                                "variant early_credits: a release is over at once, whatever is inside",
                                "error_reasons",
                                () -> List.of(illegal(UnsafeVariant.EARLY_CREDITS)),
                                "nothing_changed"),
                new Row(
                                "R-DLA-3",
                                "the seven limits hold; with max_lo_cd_pr below max_credits high CD is always granted",
                                "each limit at 11: 11 asked for, then 12; low CD and PR up to max_lo_cd_pr, then high CD",
                                () -> limits(0),
                                DlaJudges::eachLimit)
                        .control(
                                "variant pool_over: one more than max_credits",
                                "limit",
                                () -> limits(UnsafeVariant.POOL_OVER)),
                new Row(
                                "R-DLA-4",
                                "scheme chosen with each allocation",
                                "one channel: a CD transaction, then a PR one; the whole pool asked for after each and after the release",
                                () -> List.of(DlaPrograms.schemes(true)),
                                DlaJudges::bothSchemes)
                        .control(
                                "software that asks for CD twice",
                                "pool_after_pr",
                                () -> List.of(DlaPrograms.schemes(false))),
                new Row(
                                "R-DLA-5",
                                "after a denial all of the transaction is dropped, its end never",
                                "pool of 8, 4 held: 5 denied, two puts and the end; later the whole pool",
                                () -> List.of(DlaPrograms.denied(DlaPrograms.pool(8))),
                                DlaJudges::droppedToItsEnd)
                        .control(
                                "variant end_dropped: the end is dropped with the requests that the channel discards",
                                "end_told",
                                () -> List.of(
                                        DlaPrograms.denied(DlaPrograms.pool(8).flaw(UnsafeVariant.END_DROPPED))),
                                "pool_later",
                                "completed",
                                "data_integrity"),
                new Row(
                                "R-DLA-6",
                                "software resends from the first discarded block, in order, only those",
                                "4 tasks with 12 puts each through a pool of 8 credits, a put needs 5",
                                () -> List.of(DlaPrograms.overfull(DlaPrograms.machine(8), true)),
                                DlaJudges::sentAgain)
                        .control(
                                "software that does not look at what was discarded",
                                "once_each",
                                () -> List.of(DlaPrograms.overfull(DlaPrograms.machine(8), false)),
                                "in_order",
                                "sent_again"),
                new Row(
                                "R-DLA-7",
                                "a persistent reservation outlives transactions; released when nothing of it is inside",
                                "20 credits: a transaction of one put, one of four, release at once, then the whole pool",
                                () -> List.of(DlaPrograms.persistent(DlaPrograms.machine(64))),
                                DlaJudges::outlives)
                        .control(
                                "variant early_credits: a release returns the credits of requests that have not left",
                                "released_behind_puts",
                                () -> List.of(DlaPrograms.persistent(
                                        DlaPrograms.machine(64).flaw(UnsafeVariant.EARLY_CREDITS)))),
                new Row(
                                "R-DLA-8",
                                "overflow of the own reservation is dropped although the FIFO is empty",
                                "7 credits, a put of 5; when it has left another of 5; 57 credits are free",
                                () -> List.of(DlaPrograms.beyond(DlaPrograms.machine(64))),
                                DlaJudges::overflow)
                        .control(
                                "variant absorb_overflow: it enters because the FIFO is empty",
                                "overflow_dropped",
                                () -> List.of(DlaPrograms.beyond(
                                        DlaPrograms.machine(64).flaw(UnsafeVariant.ABSORB_OVERFLOW))),
                                "drop_reason",
                                "fifo_empty"),
                new Row(
                                "R-DLA-9",
                                "un-reserved only after removal, removed only after hand-over",
                                "two puts fill a pool of 10; the whole pool asked for in each of 60 cycles, one run each",
                                () -> probes(0),
                                DlaJudges::afterRemoval)
                        .control(
                                "variant no_release: credits never come home",
                                "both_answers",
                                () -> probes(UnsafeVariant.NO_RELEASE)),
                new Row(
                                "R-DLA-10",
                                "claim 1: two processes, two targets, both orders and overlapped, all counters back",
                                "A before B by 1000 and 3 cycles, together, B before A by 3 and 1000; then the whole pool",
                                () -> claims(0),
                                DlaJudges::countersBack)
                        .control(
                                "variant no_release: credits never come home",
                                "pool_after",
                                () -> claims(UnsafeVariant.NO_RELEASE)));
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
                .pr(50, 2, 10)
                .put(51, 2, 0, RawCommands.DATA)
                .release(56, 2)
                .cd(57, 2, 5)
                .cd(200, 3, 64)
                .end(220, 3)
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
}
