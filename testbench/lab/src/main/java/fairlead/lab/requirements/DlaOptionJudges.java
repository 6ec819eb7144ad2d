// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaMergedEvent;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.verdict.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The predicates of the requirements R-DLA-11 to R-DLA-15. */
final class DlaOptionJudges {

    private DlaOptionJudges() {}

    static void behindItsRequests(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final List<Events.Event> drained = run.events().of(0, EventKind.DLA_DRAINED);
        final long last = drained.size() < DlaOptionPrograms.PUTS
                ? -1
                : drained.get(DlaOptionPrograms.PUTS - 1).cycle();
        final long sixth =
                last < 0 ? -1 : drained.get(DlaOptionPrograms.MARK_AT - 1).cycle();
        final long marked = markOf(run, 0);
        final long other = markOf(run, 1);
        found.need("all_left", last >= 0, "%d of 12 puts left", drained.size())
                .need("marked_behind", marked > sixth, "told in cycle %d, the sixth put left in %d", marked, sixth)
                .need(
                        "marked_before_last",
                        marked >= 0 && marked < last,
                        "told in cycle %d, the last put left in %d",
                        marked,
                        last)
                .need(
                        "other_marked",
                        other >= 0 && other < last,
                        "the marker of the other channel told in cycle %d, the last put left in %d",
                        other,
                        last)
                .say(
                        "sixth put left in cycle %d, its marker told in %d, last put left in %d; the other channel's told in %d",
                        sixth, marked, last, other)
                .needs(run, "data_integrity");
    }

    private static long markOf(final SeedRun run, final int channel) {
        final List<Events.Event> marks =
                run.events().all(e -> e.kind() == EventKind.DLA_MARKED && DlaBlockEvent.channel(e.a()) == channel);
        return marks.size() == 1 ? marks.get(0).cycle() : -1;
    }

    static void hint(final List<SeedRun> runs, final Finding found) {
        final List<Long> left = new ArrayList<>();
        final List<Integer> writes = new ArrayList<>();
        for (final SeedRun raw : runs.subList(DlaOptionRows.COPIES, runs.size())) {
            new StatusJudge(raw, 0, 1, 2).judge(found);
            found.need("no_assertion", raw.failure().isEmpty(), "%s", raw.failure());
        }
        for (final SeedRun run : runs.subList(0, DlaOptionRows.COPIES)) {
            new StatusJudge(run, 0, 0).judge(found);
            final List<Events.Event> copies = run.events()
                    .all(e -> e.node() == 0
                            && e.kind() == EventKind.COMMITTED
                            && CommitEvent.address(e.a()) == DlaOptionPrograms.STATUS);
            writes.add(copies.size());
            left.add(run.events().first(0, EventKind.DLA_DRAINED).cycle());
            found.need(
                            "both_in_memory",
                            run.lastCommit("put0") >= 0 && run.lastCommit("put1") >= 0,
                            "put 0 in memory in cycle %d, put 1 in %d",
                            run.lastCommit("put0"),
                            run.lastCommit("put1"))
                    .needs(run, "data_integrity");
        }
        found.need(
                        "written_as_asked",
                        writes.get(0) > 0 && writes.get(1) > 0 && writes.get(2) == 0,
                        "writes of the state: %s",
                        writes)
                .need("same_cycles", new HashSet<>(left).size() == 1, "the first put left in cycles %s", left)
                .say(
                        "%s writes of the state; the first put left in cycle %d with and without; the copy said free in cycle %d, the pool was held from %d on; the other put in memory in cycle %d",
                        writes,
                        left.get(0),
                        runs.get(0).done("copy"),
                        runs.get(0).events().first(0, EventKind.DLA_GRANTED).cycle(),
                        runs.get(0).lastCommit("put1"));
    }

    static void merged(final List<SeedRun> runs, final Finding found) {
        final SeedRun raw = runs.get(0);
        final List<Long> tags = raw.events().of(0, EventKind.DLA_ACCEPTED).stream()
                .map(e -> DlaTagEvent.tag(e.a()))
                .toList();
        final List<Events.Event> records = raw.events().of(0, EventKind.DLA_MERGED);
        final Events.Event record = records.isEmpty() ? Events.Event.NEVER : records.get(0);
        final int alone =
                raw.events().count(0, EventKind.DLA_GRANTED) + raw.events().count(0, EventKind.DLA_ENDED);
        found.need("merged", !records.isEmpty(), "no event was merged")
                .need(
                        "newest_block",
                        DlaBlockEvent.block(record.a()) == DlaOptionPrograms.BLOCKS,
                        "the merged event names block %d of %d",
                        DlaBlockEvent.block(record.a()),
                        DlaOptionPrograms.BLOCKS)
                .need(
                        "events_add_up",
                        alone + DlaMergedEvent.events(record.b()) == 2L * DlaOptionPrograms.BLOCKS,
                        "%d events told alone, %d in one",
                        alone,
                        DlaMergedEvent.events(record.b()))
                .need(
                        "each_block_once",
                        tags.size() == DlaOptionPrograms.BLOCKS && new TreeSet<>(tags).size() == tags.size(),
                        "blocks that entered: %s",
                        tags)
                .need("no_assertion", raw.failure().isEmpty(), "%s", raw.failure());
        found.say(
                "%d events told alone, %d merged into one that names block %d; blocks that entered: %s",
                alone, DlaMergedEvent.events(record.b()), DlaBlockEvent.block(record.a()), tags);
        found.need(
                "tasks_merged",
                runs.get(1).events().count(0, EventKind.DLA_MERGED) > 0,
                "4 tasks: no event was merged");
        DlaJudges.sentAgain(runs.subList(1, 2), found);
    }

    static void reclaimed(final List<SeedRun> runs, final Finding found) {
        final List<String> seen = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            final SeedRun run = runs.get(i);
            final boolean purge = i % 2 == 1;
            final Events events = run.events();
            final int left = events.count(0, EventKind.DLA_DRAINED);
            final int purged = events.count(0, EventKind.DLA_PURGED);
            final long cleared = events.first(0, EventKind.DLA_CLEARED).cycle();
            final Set<Long> late = new TreeSet<>();
            for (final Events.Event e :
                    events.all(e -> (e.kind() == EventKind.DLA_DRAINED || e.kind() == EventKind.DLA_PURGED)
                            && DlaTagEvent.channel(e.a()) == 0)) {
                if (e.cycle() > cleared) {
                    late.add(e.cycle());
                }
            }
            found.need("cleared", events.count(0, EventKind.DLA_CLEARED) == 1, "run %d: not cleared", i)
                    .need(
                            "none_behind_clear",
                            late.isEmpty(),
                            "run %d: cleared in cycle %d, requests left in %s",
                            i,
                            cleared,
                            late)
                    .need(
                            "pool_again",
                            events.count(0, EventKind.DLA_GRANTED) == 2,
                            "run %d: the whole pool was not granted again",
                            i)
                    .need(
                            "requests_add_up",
                            left + purged == 6,
                            "run %d: %d requests left and %d dropped, of 6",
                            i,
                            left,
                            purged)
                    .need(
                            "dropped_as_asked",
                            purge ? purged > 1 : purged == 1,
                            "run %d: %d requests dropped, the fifth among them",
                            i,
                            purged)
                    .need("no_assertion", run.failure().isEmpty(), "run %d: %s", i, run.failure());
            seen.add(left + " left, " + purged + " dropped, then "
                    + events.last(0, EventKind.DLA_GRANTED).b() + " credits in cycle "
                    + events.last(0, EventKind.DLA_GRANTED).cycle());
        }
        found.say("CD, CD purged, PR, PR purged: %s", seen);
    }

    static void drains(final List<SeedRun> runs, final Finding found) {
        final int pools = runs.size() - DlaOptionRows.BYPASSED.length;
        long slowest = 0;
        int completed = 0;
        for (final SeedRun run : runs.subList(0, pools)) {
            found.needs(run, "deadlock_freedom", "data_integrity");
            completed += run.completed() ? 1 : 0;
            slowest = Math.max(slowest, run.execution().cycles());
        }
        final List<Long> knots = new ArrayList<>();
        for (final SeedRun run : runs.subList(pools, runs.size())) {
            final Verdict verdict = run.verdict("deadlock_freedom");
            found.need(
                    "bypass_deadlocks",
                    Boolean.FALSE.equals(verdict.holds())
                            && "deadlock".equals(verdict.extra().get("kind"))
                            && verdict.detail().contains("DLA FIFO"),
                    "bypassed: %s",
                    verdict.detail());
            knots.add(run.execution().cycles());
        }
        found.say(
                "%d of %d pools completed, the last to stop after %d cycles; bypassed at 5, 16 and 32 words at rest in cycles %s: %s",
                completed, pools, slowest, knots, runs.get(pools).headline("deadlock_freedom"));
    }
}
