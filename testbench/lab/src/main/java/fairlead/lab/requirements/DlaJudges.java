// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaErrorReason;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header1;
import fairlead.program.Result;
import java.util.ArrayList;
import java.util.List;

/** The predicates of the requirements R-DLA-1 to R-DLA-10. */
final class DlaJudges {
    private DlaJudges() {}

    private static List<Long> values(final SeedRun run, final int kind) {
        return run.events().of(0, kind).stream().map(Events.Event::b).toList();
    }

    static void decided(final List<SeedRun> runs, final Finding found) {
        final Events events = runs.get(0).events();
        final long granted = events.first(0, EventKind.DLA_GRANTED).cycle() - 10;
        final long denied = events.first(0, EventKind.DLA_DENIED).cycle() - 20;
        final List<Long> grants = values(runs.get(0), EventKind.DLA_GRANTED);
        found.need("granted_sizes", grants.equals(List.of(6L, 8L)), "granted %s, not 6 and 8", grants)
                .need(
                        "denied_size",
                        values(runs.get(0), EventKind.DLA_DENIED).equals(List.of(3L)),
                        "denied %s, not 3",
                        values(runs.get(0), EventKind.DLA_DENIED))
                .need(
                        "bounded_time",
                        granted == denied && granted >= 0 && granted <= 4,
                        "decided after %d and %d cycles",
                        granted,
                        denied)
                .say(
                        "grant and denial told %d cycles after the command; granted %s, never the 3 that were denied",
                        granted, grants);
    }

    static void errors(final List<SeedRun> runs, final Finding found) {
        final List<Long> expected = List.of(
                (long) DlaErrorReason.NO_CREDITS,
                (long) DlaErrorReason.CAP,
                (long) DlaErrorReason.DEPTH,
                (long) DlaErrorReason.SCHEME,
                (long) DlaErrorReason.SCHEME,
                (long) DlaErrorReason.CHANNEL,
                (long) DlaErrorReason.NOT_IDLE,
                (long) DlaErrorReason.RELEASE,
                (long) DlaErrorReason.NOT_IDLE);
        final List<Long> errors = values(runs.get(0), EventKind.DLA_ERROR);
        final List<Long> grants = values(runs.get(0), EventKind.DLA_GRANTED);
        found.need("error_reasons", errors.equals(expected), "reasons %s, expected %s", errors, expected)
                .need(
                        "nothing_changed",
                        grants.equals(List.of(10L, 10L, 64L)),
                        "granted %s, not 10, 10 and then 64",
                        grants)
                .say("%d errors with reasons %s; then granted %s", errors.size(), errors, grants);
    }

    static void eachLimit(final List<SeedRun> runs, final Finding found) {
        int r = 0;
        for (final DlaRows.Limit limit : DlaRows.LIMITS) {
            for (final int asks : limit.terms()) {
                final SeedRun run = runs.get(r++);
                final List<Long> expected = new ArrayList<>();
                long left = DlaRows.AT;
                for (final int holds : limit.terms()) {
                    if (holds != asks) {
                        expected.add((long) DlaRows.HOLDS + holds);
                        left -= DlaRows.HOLDS + holds;
                    }
                }
                expected.add(left);
                final List<Long> grants = values(run, EventKind.DLA_GRANTED);
                final List<Long> denials = values(run, EventKind.DLA_DENIED);
                found.need(
                        "limit_" + limit.name(),
                        grants.equals(expected) && denials.equals(List.of(left + 1)),
                        "class %d asks, of %s: granted %s and not %s, denied %s",
                        asks,
                        limit.terms(),
                        grants,
                        expected,
                        denials);
            }
        }
        final SeedRun last = runs.get(r);
        found.need(
                        "lo_pr_at_limit",
                        values(last, EventKind.DLA_GRANTED).equals(List.of(40L, 8L, 16L))
                                && values(last, EventKind.DLA_DENIED).equals(List.of(1L)),
                        "low CD and PR at their limit: granted %s, denied %s",
                        values(last, EventKind.DLA_GRANTED),
                        values(last, EventKind.DLA_DENIED))
                .say(
                        "7 limits, 12 terms: 11 granted in all, 12 denied; with 48 of 64 held by low CD and PR: 1 more of theirs denied, 16 high granted");
    }

    static void bothSchemes(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        found.need(
                        "pool_after_cd",
                        run.end("probe0") == Result.DONE,
                        "pool after the CD transaction: %s",
                        run.end("probe0"))
                .need(
                        "pool_after_pr",
                        run.end("probe1") == Result.DENIED,
                        "pool after the PR transaction: %s",
                        run.end("probe1"))
                .need(
                        "pool_after_release",
                        run.end("probe2") == Result.DONE,
                        "pool after the release: %s",
                        run.end("probe2"))
                .say(
                        "whole pool after CD: %s, after PR: %s, after its release: %s",
                        run.end("probe0"), run.end("probe1"), run.end("probe2"))
                .needs(run, "data_integrity");
    }

    static void droppedToItsEnd(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final List<Events.Event> ended =
                run.events().all(e -> e.kind() == EventKind.DLA_ENDED && DlaBlockEvent.channel(e.a()) == 1);
        found.need(
                        "denied_allocation",
                        run.end("denied") == Result.DENIED,
                        "5 of 4 free credits: %s",
                        run.end("denied"))
                .need(
                        "puts_dropped",
                        run.end("put0") == Result.DISCARDED && run.end("put1") == Result.DISCARDED,
                        "puts: %s, %s",
                        run.end("put0"),
                        run.end("put1"))
                .need(
                        "end_told",
                        run.end("end1") == Result.DONE
                                && !ended.isEmpty()
                                && ended.get(0).b() == 1,
                        "end of the transaction: %s",
                        run.end("end1"))
                .need(
                        "pool_later",
                        run.end("whole") == Result.DONE && run.end("put2") == Result.DONE,
                        "the whole pool later: %s, its put %s",
                        run.end("whole"),
                        run.end("put2"))
                .need(
                        "no_hole",
                        runs.get(1).end("large") == Result.DISCARDED
                                && runs.get(1).end("small") == Result.DISCARDED
                                && runs.get(1).firstCommit("small") < 0,
                        "behind a dropped put of 5 words (%s) a put of 2 words: %s",
                        runs.get(1).end("large"),
                        runs.get(1).end("small"))
                .need(
                        "dropped_not_written",
                        run.firstCommit("put0") < 0 && run.firstCommit("put1") < 0,
                        "a discarded put wrote memory")
                .say(
                        "denied; %d requests dropped, the end told as discarded in cycle %d; then %d credits granted",
                        run.events().count(0, EventKind.DLA_DISCARDED),
                        ended.isEmpty() ? -1 : ended.get(0).cycle(),
                        run.events().last(0, EventKind.DLA_GRANTED).b())
                .needs(run, "data_integrity");
    }

    static void sentAgain(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        for (int t = 0; t < 4; t++) {
            long before = -1;
            for (int i = 0; i < DlaPrograms.REQUESTS; i++) {
                final long commit = run.firstCommit(t + "." + i);
                found.need(
                        "in_order",
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
                        "once_each",
                        accepted == 4 * DlaPrograms.REQUESTS,
                        "%d requests accepted of %d",
                        accepted,
                        4 * DlaPrograms.REQUESTS)
                .need("sent_again", run.execution().resends() > 0, "nothing was sent again")
                .say(
                        "%d requests discarded, %d blocks sent again, %d accepted, each task's in order and once in memory",
                        run.execution().discards(), run.execution().resends(), accepted)
                .needs(run, "data_integrity");
    }

    static void outlives(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final long drained = run.events().last(0, EventKind.DLA_DRAINED).cycle();
        final long released = run.events().first(0, EventKind.DLA_RELEASED).cycle();
        final long asked = run.posted("release");
        found.need(
                        "all_left",
                        run.events().count(0, EventKind.DLA_DRAINED) == 5,
                        "%d of 5 puts left",
                        run.events().count(0, EventKind.DLA_DRAINED))
                .need("none_discarded", run.events().count(0, EventKind.DLA_DISCARDED) == 0, "a put was discarded")
                .need(
                        "released_behind_puts",
                        released >= drained && drained > asked,
                        "released in cycle %d, last put left in %d, asked in %d",
                        released,
                        drained,
                        asked)
                .need(
                        "pool_after_release",
                        run.end("whole") == Result.DONE,
                        "whole pool after the release: %s",
                        run.end("whole"))
                .say(
                        "5 puts in two transactions on one reservation; release asked in cycle %d, last put left in %d, released in %d",
                        asked, drained, released)
                .needs(run, "data_integrity");
    }

    static void overflow(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final Events.Event dropped = run.events().first(0, EventKind.DLA_DISCARDED);
        final long left = run.events().first(0, EventKind.DLA_DRAINED).cycle();
        found.need("covered_put", run.end("put0") == Result.DONE, "covered put: %s", run.end("put0"))
                .need(
                        "overflow_dropped",
                        run.end("put1") == Result.DISCARDED,
                        "put beyond the reservation: %s",
                        run.end("put1"))
                .need("drop_reason", dropped.b() == DlaDropReason.OVERFLOWS, "reason %d", dropped.b())
                .need(
                        "fifo_empty",
                        left >= 0 && left < dropped.cycle(),
                        "the FIFO was not empty: left in %d, dropped in %d",
                        left,
                        dropped.cycle())
                .say(
                        "first put left in cycle %d, the second dropped in %d as overflow, with the FIFO empty",
                        left, dropped.cycle())
                .needs(run, "data_integrity");
    }

    static void afterRemoval(final List<SeedRun> runs, final Finding found) {
        int denied = 0;
        int granted = 0;
        long least = Long.MAX_VALUE;
        for (final SeedRun run : runs) {
            final long drained = run.events().last(0, EventKind.DLA_DRAINED).cycle();
            for (final Events.Event left : run.events().of(0, EventKind.DLA_DRAINED)) {
                final long injected = injected(run, DlaTagEvent.tag(left.a()));
                found.need(
                        "removed_behind_injection",
                        injected >= 0 && left.cycle() >= injected,
                        "request with tag %d: its last word left the FIFO in cycle %d, its head entered the router in %d",
                        DlaTagEvent.tag(left.a()),
                        left.cycle(),
                        injected);
            }
            final List<Events.Event> grants = run.events().of(0, EventKind.DLA_GRANTED);
            denied += run.events().count(0, EventKind.DLA_DENIED);
            if (grants.size() > 1) {
                granted++;
                final long at = grants.get(1).cycle();
                found.need(
                        "granted_behind_removal",
                        drained >= 0 && at > drained,
                        "granted in cycle %d, last request left in %d",
                        at,
                        drained);
                least = Math.min(least, at - drained);
            }
            found.need(
                    "requests_leave",
                    run.events().count(0, EventKind.DLA_DRAINED) == 2,
                    "%d of 2 requests left the FIFO",
                    run.events().count(0, EventKind.DLA_DRAINED));
            found.needs(run, "data_integrity");
        }
        found.need("both_answers", denied > 0 && granted > 0, "%d denied, %d granted", denied, granted)
                .say(
                        "60 probes: %d denied, %d granted%s",
                        denied,
                        granted,
                        granted == 0 ? "" : ", the earliest " + least + " cycle after the last request had left");
    }

    /** Returns the cycle in which the head of the request with this tag entered the router of node 0, or -1. */
    private static long injected(final SeedRun run, final long tag) {
        return run.events().of(0, EventKind.PACKET_INJECTED).stream()
                .filter(e -> Header1.tag(e.b()) == tag)
                .mapToLong(Events.Event::cycle)
                .findFirst()
                .orElse(-1);
    }

    static void countersBack(final List<SeedRun> runs, final Finding found) {
        for (final SeedRun run : runs) {
            found.need(
                            "both_done",
                            run.end("put0") == Result.DONE && run.end("put1") == Result.DONE,
                            "A %s, B %s",
                            run.end("put0"),
                            run.end("put1"))
                    .need("pool_after", run.end("whole") == Result.DONE, "whole pool afterwards: %s", run.end("whole"))
                    .need(
                            "in_both_memories",
                            run.lastCommit("put0") >= 0 && run.lastCommit("put1") >= 0,
                            "not both in their targets' memories")
                    .needs(run, "data_integrity");
        }
        found.say("%d orders: both arrive, and then all 16 credits can be had", runs.size());
    }
}
