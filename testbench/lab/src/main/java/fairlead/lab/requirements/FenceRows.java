// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.FaultId;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.TaskBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The rows of R-FEN-1 to R-FEN-12, from seed US 9,047,150, whose FENCE is the flush of this machine (D12). */
final class FenceRows {
    private static final int BIG = 4000;
    private static final int SLOT = 512;
    static final int SENDS = 6;

    private FenceRows() {}

    static List<RequirementRow> all() {
        return Stream.of(meaning(), bookkeeping(), legs(), limits())
                .flatMap(List::stream)
                .toList();
    }

    /** Returns the rows about the operations that completion covers, their order, and the place of their bytes. */
    private static List<RequirementRow> meaning() {
        return List.of(
                new RequirementRow(
                                "R-FEN-1",
                                "a fence speaks of its own (origin, target) only",
                                "put of 4000 bytes to node 1, whose memory is slow; flush of node 2; flush of node 1",
                                () -> List.of(twoTargets(Ops.flush(2))),
                                FenceRows::scope)
                        .control(
                                "software that calls quiet in place of the flush of node 2",
                                "other_target_first",
                                () -> List.of(twoTargets(Ops.quiet()))),
                new RequirementRow(
                                "R-FEN-2",
                                "sends keep their order in one work queue, the fence is behind them",
                                "6 puts and a flush in one FIFO",
                                () -> List.of(queue(0)),
                                FenceRows::inOrder)
                        .control(
                                "software that posts the flush to another FIFO",
                                "flush_behind_puts",
                                () -> List.of(queue(1)),
                                "issued_in_order",
                                "armed_behind_puts",
                                "fence_ordering"),
                new RequirementRow(
                                "R-FEN-3",
                                "done means: in the target's memory, not merely injected",
                                "6 puts of 400 bytes to node 1 and a flush, memory latency 200; claim 1: the same on one node, through its"
                                        + " memory",
                                () -> committing(
                                        machine().memory(200), machine().memory(200)),
                                FencePathJudges::committed)
                        .control(
                                "fault flush_early: the flush is done when its ping is injected",
                                "puts_in_memory",
                                () -> committing(
                                        machine().memory(200).fault(FaultId.FLUSH_EARLY, 0, 0),
                                        machine().memory(200)),
                                "way_back",
                                "fence_ordering")
                        .control(
                                "variant self_quiet: a flush of the own node does not look at what is outstanding there",
                                "own_node_in_memory",
                                () -> committing(
                                        machine().memory(200).flaw(UnsafeVariant.SELF_QUIET),
                                        machine().memory(200).flaw(UnsafeVariant.SELF_QUIET)),
                                "fence_ordering"));
    }

    /** Returns the rows about operations that a fence does not cover, and about the state that it needs. */
    private static List<RequirementRow> bookkeeping() {
        return List.of(
                new RequirementRow(
                                "R-FEN-4",
                                "a fence neither covers nor awaits what is posted behind it",
                                "put of 32 bytes, flush, put of 4000 bytes",
                                () -> List.of(around(true)),
                                FenceRows::snapshot)
                        .control(
                                "software that posts the second put before the flush",
                                "later_not_awaited",
                                () -> List.of(around(false))),
                new RequirementRow(
                                "R-FEN-5",
                                "no state for an operation: order comes from one path",
                                "1 put and a flush, 16 puts and a flush: responses that come back to the origin",
                                () -> List.of(many(1, false), many(16, false)),
                                FenceRows::oneResponse)
                        .partial(
                                "that no register of the origin belongs to an operation is a matter of the netlist (FenceUnit has entries and"
                                        + " legs, and counters for unordered packets); the runs show only that nothing comes back for one")
                        .control(
                                "software that sends fetch-adds, each with a response of its own, in place of puts",
                                "one_response",
                                () -> List.of(many(1, true), many(16, true))),
                new RequirementRow(
                                "R-FEN-6",
                                "adaptive traffic needs acknowledgement counters, a ping alone does not do",
                                "4x4: 4 adaptive puts of 1024 bytes to the diagonal neighbour, a flush behind each; one of the two"
                                        + " ways congested, pings take the other",
                                () -> List.of(FencePrograms.unordered(0)),
                                FencePathJudges::counted)
                        .control(
                                "variant fence_ping_only: a flush has its pings alone",
                                "put_in_memory",
                                () -> List.of(FencePrograms.unordered(UnsafeVariant.FENCE_PING_ONLY)),
                                "counter_sealed",
                                "fence_ordering"));
    }

    /** Returns the rows about paths, about gets, and about a fence that has nothing to wait for. */
    private static List<RequirementRow> legs() {
        return List.of(
                new RequirementRow(
                                "R-FEN-7",
                                "a leg for each independently ordered path",
                                "puts to node 1 from two FIFOs and 8 by the store path, a flush behind each FIFO's, memory latency 200",
                                () -> List.of(FencePrograms.paths(true, 0)),
                                FencePathJudges::everyPath)
                        .partial(
                                "two FIFOs and the store path are all the paths that the machine has: no priority VC, no paced path, no queue"
                                        + " of remote gets, no second rail")
                        .control(
                                "variant one_leg: a flush has no leg for the store path",
                                "store_path_in_memory",
                                () -> List.of(FencePrograms.paths(true, UnsafeVariant.ONE_LEG)),
                                "legs",
                                "pings_on_both_ports")
                        .control(
                                "software that flushes one FIFO only",
                                "each_path_in_memory",
                                () -> List.of(FencePrograms.paths(false, 0)),
                                "legs",
                                "pings_on_both_ports"),
                new RequirementRow(
                                "R-FEN-8",
                                "a fence covers gets: it returns behind their data",
                                "3 gets of 400 bytes and a flush, memory latency 200",
                                () -> List.of(gets(machine().memory(200))),
                                FencePathJudges::behindGets)
                        .control(
                                "variant pong_passes_get: a PONG does not wait for the gets that are being answered",
                                "gets_in_memory",
                                () -> List.of(gets(machine().memory(200).flaw(UnsafeVariant.PONG_PASSES_GET))),
                                "fence_ordering"),
                new RequirementRow(
                                "R-FEN-9",
                                "an empty fence completes: after a round trip, on the own node at once",
                                "flush of node 1 and of the own node with nothing outstanding",
                                () -> List.of(empty(machine())),
                                FencePathJudges::roundTrip)
                        .control(
                                "fault flush_early: the flush is done when its ping is injected",
                                "pong_home",
                                () -> List.of(empty(machine().fault(FaultId.FLUSH_EARLY, 0, 0)))));
    }

    /** Returns the rows about fences to all targets, illegal use and full FIFOs. */
    private static List<RequirementRow> limits() {
        return List.of(
                new RequirementRow(
                                "R-FEN-10",
                                "fence-all: conjunction over endpoints, bounded in flight, this node and one that refuses among them",
                                "puts to and gets from all 16 nodes and a quiet, memory latency 100; node 14 refuses them",
                                () -> List.of(FencePrograms.all(FencePrograms.All.QUIET)),
                                FencePathJudges::allTargets)
                        .partial(
                                "links of this machine do not fail, so no node is unreachable; the nearest is one that refuses all that it gets")
                        .control(
                                "software that posts 16 flushes at once",
                                "in_flight",
                                () -> List.of(FencePrograms.all(FencePrograms.All.AT_ONCE)))
                        .control(
                                "software that flushes its own node only",
                                "each_target_in_memory",
                                () -> List.of(FencePrograms.all(FencePrograms.All.OWN)),
                                "each_target_flushed"),
                new RequirementRow(
                                "R-FEN-11",
                                "illegal use is rejected",
                                "flushes with a mode, kinds above FENCE, targets outside the machine; then a flush, and a fence with a mode",
                                () -> List.of(FencePrograms.illegal(0)),
                                FencePathJudges::rejected)
                        .partial(
                                "the machine has no fence regions, which the requirement is about; shown is that malformed fences and flushes are"
                                        + " refused")
                        .control(
                                "variant any_mode: a descriptor is taken whatever its mode is",
                                "malformed_refused",
                                () -> List.of(FencePrograms.illegal(UnsafeVariant.ANY_MODE)),
                                "legal_armed",
                                "legal_done"),
                new RequirementRow(
                                "R-FEN-12",
                                "the target's agent never spins on a full injection FIFO",
                                "2x2x2, one response slot, buffers of 2 flits: 4 tasks a node put to and flush every other node, 4 times",
                                () -> List.of(FencePrograms.responders(0)),
                                FencePathJudges::answered)
                        .control(
                                "variant pong_behind: a PONG waits for the request packetiser of its port",
                                "deadlock_freedom",
                                () -> List.of(FencePrograms.responders(UnsafeVariant.PONG_BEHIND)),
                                "each_ping_answered",
                                "completed"));
    }

    // ---- runs

    private static SeedMachine machine() {
        return new SeedMachine(3, 1, 1, 2);
    }

    private static int slot(final int n) {
        return Script.LANDING + SLOT * n;
    }

    private static SeedRun twoTargets(final Operation second) {
        final Script script = new Script(machine().memory(400));
        final TaskBuilder task = script.task(0, 0);
        script.add("put", task, Ops.put(1, Script.SOURCE, slot(0), BIG, 0));
        script.add("other", task, second);
        script.add("own", task, Ops.flush(1));
        return script.run();
    }

    private static SeedRun queue(final int flushTask) {
        final Script script = new Script(machine());
        final TaskBuilder task = script.task(0, 0);
        int last = -1;
        for (int i = 0; i < SENDS; i++) {
            last = script.add(
                    "put" + i, task, Ops.put(1, Script.SOURCE, slot(i), 400, 0).after(last));
        }
        script.add("flush", script.task(0, flushTask), Ops.flush(1).after(last));
        return script.run();
    }

    private static List<SeedRun> committing(final SeedMachine there, final SeedMachine here) {
        return List.of(puts(there, 1), puts(here, 0));
    }

    private static SeedRun puts(final SeedMachine machine, final int target) {
        final Script script = new Script(machine);
        for (int i = 0; i < SENDS; i++) {
            script.add("put" + i, script.task(0, 0), Ops.put(target, Script.SOURCE, slot(i), 400, 0));
        }
        script.add("flush", script.task(0, 0), Ops.flush(target));
        return script.run();
    }

    private static SeedRun around(final boolean behind) {
        final Script script = new Script(machine());
        final TaskBuilder task = script.task(0, 0);
        script.add("put", task, Ops.put(1, Script.SOURCE, slot(0), 32, 0));
        final Operation later = Ops.put(1, Script.SOURCE, slot(1), BIG, 0);
        if (!behind) {
            script.add("later", task, later);
        }
        script.add("flush", task, Ops.flush(1));
        if (behind) {
            script.add("later", task, later);
        }
        return script.run();
    }

    private static SeedRun many(final int count, final boolean fadds) {
        final Script script = new Script(machine());
        final TaskBuilder task = script.task(0, 0);
        for (int i = 0; i < count; i++) {
            script.add("op" + i, task, fadds ? Ops.fadd(1, slot(i), 1) : Ops.put(1, Script.SOURCE, slot(i), 32, 0));
        }
        script.add("flush", task, Ops.flush(1));
        return script.run();
    }

    private static SeedRun gets(final SeedMachine machine) {
        final Script script = new Script(machine);
        for (int i = 0; i < 3; i++) {
            script.add("get" + i, script.task(0, 0), Ops.get(1, slot(i), Script.SOURCE, 400, 1));
        }
        script.add("flush", script.task(0, 0), Ops.flush(1));
        return script.run();
    }

    private static SeedRun empty(final SeedMachine machine) {
        final Script script = new Script(machine);
        final TaskBuilder task = script.task(0, 0);
        final int remote = script.add("remote", task, Ops.flush(1));
        script.add("self", task, Ops.flush(0).requires(remote));
        return script.run();
    }

    // ---- predicates

    private static void scope(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final long commit = run.lastCommit("put");
        found.need(
                        "other_target_first",
                        run.done("other") > 0 && run.done("other") < commit,
                        "done in cycle %d, the put to node 1 in %d",
                        run.done("other"),
                        commit)
                .need(
                        "own_behind_put",
                        run.done("own") > commit && commit >= 0,
                        "flush of node 1 done in %d",
                        run.done("own"))
                .say(
                        "flush of node 2 done in cycle %d, put to node 1 in memory in %d, flush of node 1 done in %d",
                        run.done("other"), commit, run.done("own"))
                .needs(run, "fence_ordering", "data_integrity");
    }

    private static void inOrder(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final List<Long> puts = new ArrayList<>();
        for (final Events.Event e : run.events().of(0, EventKind.OP_ISSUED)) {
            puts.add(fairlead.hw.HwLayout.Descriptor0.tag(e.a()));
        }
        final List<Events.Event> issued = run.events().of(0, EventKind.OP_ISSUED);
        final long lastPut = issued.size() < SENDS ? -1 : issued.get(SENDS - 1).cycle();
        final long armed = run.events().first(0, EventKind.FLUSH_ARMED).cycle();
        long commit = -1;
        for (int i = 0; i < SENDS; i++) {
            found.need(
                    "commits_in_order",
                    run.lastCommit("put" + i) > commit,
                    "put %d is in memory in cycle %d, the one before it in %d",
                    i,
                    run.lastCommit("put" + i),
                    commit);
            commit = run.lastCommit("put" + i);
        }
        found.need(
                        "issued_in_order",
                        puts.equals(puts.stream().sorted().toList()),
                        "issued in the order of tags %s",
                        puts)
                .need(
                        "armed_behind_puts",
                        armed >= lastPut && lastPut >= 0,
                        "flush armed in cycle %d, sixth put issued in %d",
                        armed,
                        lastPut)
                .need(
                        "flush_behind_puts",
                        run.done("flush") > commit,
                        "flush done in cycle %d, last put in memory in %d",
                        run.done("flush"),
                        commit)
                .say(
                        "6 puts issued in order of posting, the last in cycle %d, flush armed in %d, done in %d, last put in memory in %d",
                        lastPut, armed, run.done("flush"), commit)
                .needs(run, "fence_ordering");
    }

    private static void snapshot(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        found.need(
                        "earlier_covered",
                        run.done("flush") > run.lastCommit("put") && run.lastCommit("put") >= 0,
                        "the first put is not covered")
                .need(
                        "later_not_awaited",
                        run.done("flush") < run.lastCommit("later"),
                        "flush done in cycle %d, later put in memory in %d",
                        run.done("flush"),
                        run.lastCommit("later"))
                .say(
                        "first put in memory in cycle %d, flush done in %d, second put in memory in %d",
                        run.lastCommit("put"), run.done("flush"), run.lastCommit("later"))
                .needs(run, "fence_ordering");
    }

    private static void oneResponse(final List<SeedRun> runs, final Finding found) {
        for (final SeedRun run : runs) {
            final int back = run.events().count(0, EventKind.PACKET_DELIVERED);
            found.need(
                            "one_response",
                            back == 1,
                            "%d operations: %d packets come back to the origin",
                            run.ops().size() - 1,
                            back)
                    .say(
                            "%d operations: %d packet comes back, the PONG",
                            run.ops().size() - 1, back)
                    .needs(run, "fence_ordering");
        }
    }
}
