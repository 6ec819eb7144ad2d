// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.DlaLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The rows of R-DLA-1 to R-DLA-10, from seed US 2016/0077997. */
final class DlaRows {
    private static final int MANY = 1024;
    static final int AT = 11; // the value of the limit under test
    // credits that low CD holds when it is not the asking class; high CD holds one more, PR two more
    static final int HOLDS = 3;
    private static final int ASKER = 5; // the channel that asks
    private static final List<String> CLASSES = List.of("low CD", "high CD", "PR");

    private DlaRows() {}

    static List<RequirementRow> all() {
        return Stream.of(allocation(), discards(), reservations())
                .flatMap(List::stream)
                .toList();
    }

    /** Returns the rows about allocations: grants, refusals and limits. */
    private static List<RequirementRow> allocation() {
        return List.of(
                new RequirementRow(
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
                new RequirementRow(
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
                withEachTerm(new RequirementRow(
                                "R-DLA-3",
                                "the seven limits hold; with max_lo_cd_pr below max_credits high CD is always granted",
                                "each limit at 11, each of its classes: the others hold a part, it asks for one credit too many, then for"
                                        + " what is left; low CD and PR up to max_lo_cd_pr, then high CD",
                                () -> limits(0),
                                DlaJudges::eachLimit)
                        .control(
                                "variant pool_over: one more than max_credits",
                                "limit_max_credits",
                                () -> limits(UnsafeVariant.POOL_OVER))),
                new RequirementRow(
                                "R-DLA-4",
                                "scheme chosen with each allocation",
                                "one channel: a CD transaction, then a PR one; the whole pool asked for after each and after the release",
                                () -> List.of(DlaPrograms.schemes(true)),
                                DlaJudges::bothSchemes)
                        .control(
                                "software that asks for CD twice",
                                "pool_after_pr",
                                () -> List.of(DlaPrograms.schemes(false))));
    }

    /** Returns the rows about a transaction that was denied. */
    private static List<RequirementRow> discards() {
        return List.of(
                new RequirementRow(
                                "R-DLA-5",
                                "after a denial all of the transaction is dropped, its end never",
                                "pool of 8, 4 held: 5 denied, two puts and the end; later the whole pool; 4 credits granted: a put of 5"
                                        + " words, one of 2 words, the end",
                                () -> transactions(0),
                                DlaJudges::droppedToItsEnd)
                        .control(
                                "variant end_dropped: the end is dropped with the requests that the channel discards",
                                "end_told",
                                () -> transactions(UnsafeVariant.END_DROPPED),
                                "pool_later",
                                "completed",
                                "data_integrity")
                        .control(
                                "variant no_sticky: a request that finds credits enters behind one that was dropped",
                                "no_hole",
                                () -> transactions(UnsafeVariant.NO_STICKY)),
                new RequirementRow(
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
                                "sent_again"));
    }

    /** Returns the rows about the lifetime of a reservation. */
    private static List<RequirementRow> reservations() {
        return List.of(
                new RequirementRow(
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
                new RequirementRow(
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
                new RequirementRow(
                                "R-DLA-9",
                                "un-reserved only after removal, removed only after hand-over",
                                "two puts fill a pool of 10; the whole pool asked for in each of 60 cycles, one run each",
                                () -> probes(0),
                                DlaJudges::afterRemoval)
                        .control(
                                "variant early_home: credits come home when the request enters",
                                "granted_behind_removal",
                                () -> probes(UnsafeVariant.EARLY_HOME),
                                "both_answers")
                        .control(
                                "variant early_pop: a request leaves the FIFO after one cycle in front, taken or not",
                                "removed_behind_injection",
                                () -> probes(UnsafeVariant.EARLY_POP),
                                "data_integrity")
                        .control(
                                "variant no_release: credits never come home",
                                "both_answers",
                                () -> probes(UnsafeVariant.NO_RELEASE)),
                new RequirementRow(
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

    /**
     * A limit of the pool and the classes whose credits it adds up.
     *
     * @param terms the classes: 0 low CD, 1 high CD, 2 PR
     */
    record Limit(String name, List<Integer> terms) {}

    static final List<Limit> LIMITS = List.of(
            new Limit("max_credits", List.of(0, 1, 2)),
            new Limit("max_lo_cd", List.of(0)),
            new Limit("max_hi_cd", List.of(1)),
            new Limit("max_pr", List.of(2)),
            new Limit("max_lo_cd_pr", List.of(0, 2)),
            new Limit("max_lo_hi_cd", List.of(0, 1)),
            new Limit("max_hi_cd_pr", List.of(1, 2)));

    /** Returns limits with limit i at {@link #AT} and all other limits so high that they have no effect. */
    private static DlaLimits limit(final int i) {
        final int[] v = new int[9];
        for (int n = 0; n < 9; n++) {
            v[n] = n == i ? AT : n < 7 ? 64 : MANY;
        }
        return new DlaLimits(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]);
    }

    /**
     * Runs a case for each limit and each class in it: the other classes hold a part, and the class asks first for one
     * credit too many and then for the remaining ones. In the last case high CD asks while the other classes are full.
     */
    private static List<SeedRun> limits(final int flaw, final int operand) {
        final List<SeedRun> runs = new ArrayList<>();
        for (int i = 0; i < LIMITS.size(); i++) {
            for (final int asks : LIMITS.get(i).terms()) {
                final RawCommands raw = new RawCommands();
                int held = 0;
                for (final int holds : LIMITS.get(i).terms()) {
                    if (holds != asks) {
                        ask(raw, 10 + 4 * holds, holds, holds, HOLDS + holds);
                        held += HOLDS + holds;
                    }
                }
                ask(raw, 40, ASKER, asks, AT - held + 1);
                raw.end(50, ASKER);
                ask(raw, 60, ASKER, asks, AT - held);
                runs.add(raw.run(DlaPrograms.machine(64).dla(64, limit(i)).flaw(flaw, operand)));
            }
        }
        runs.add(new RawCommands()
                .cd(10, 0, 40)
                .pr(14, 1, 8)
                .cd(18, 2, 1)
                .alloc(22, 3, 16, true, false, true)
                .run(DlaPrograms.machine(64)
                        .dla(64, new DlaLimits(64, 64, 64, 64, 48, 64, 64, MANY, MANY))
                        .flaw(flaw, operand)));
        return runs;
    }

    private static void ask(
            final RawCommands raw, final long cycle, final int channel, final int cls, final int credits) {
        raw.alloc(cycle, channel, credits, cls < 2, cls == 2, cls == 1);
    }

    private static List<SeedRun> limits(final int flaw) {
        return limits(flaw, 0);
    }

    /** Adds a control for each term of each limit, in which the pool omits that term. */
    private static RequirementRow withEachTerm(final RequirementRow row) {
        RequirementRow all = row;
        for (int i = 0; i < LIMITS.size(); i++) {
            for (final int term : LIMITS.get(i).terms()) {
                final int operand = 3 * i + term;
                all = all.control(
                        "variant pool_term: " + LIMITS.get(i).name() + " leaves out " + CLASSES.get(term),
                        "limit_" + LIMITS.get(i).name(),
                        () -> limits(UnsafeVariant.POOL_TERM, operand),
                        LIMITS.get(i).name().equals("max_lo_cd_pr") ? new String[] {"lo_pr_at_limit"} : new String[0]);
            }
        }
        return all;
    }

    private static List<SeedRun> transactions(final int flaw) {
        return List.of(
                DlaPrograms.denied(DlaPrograms.pool(8).flaw(flaw)),
                DlaPrograms.hole(DlaPrograms.machine(64).flaw(flaw)));
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
