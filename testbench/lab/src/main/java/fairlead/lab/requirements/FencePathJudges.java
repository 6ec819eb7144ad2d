// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.FlushEvent;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.program.Result;
import java.util.ArrayList;
import java.util.List;

/** The predicates of the requirements R-FEN-3 and R-FEN-6 to R-FEN-12. */
final class FencePathJudges {
    private static final int IN_FLIGHT = 4;

    private FencePathJudges() {}

    private static List<Events.Event> packets(final SeedRun run, final int node, final int kind, final int type) {
        return run.events().all(e -> e.node() == node && e.kind() == kind && Header0.ptype(e.a()) == type);
    }

    static void committed(final List<SeedRun> runs, final Finding found) {
        final long last = allIn(runs.get(0), "puts_in_memory", found);
        final long done = runs.get(0).done("flush");
        final long own = allIn(runs.get(1), "own_node_in_memory", found);
        found.need(
                        "way_back",
                        done - last > runs.get(0).machine().latency().link(),
                        "%d cycles from memory to the flush",
                        done - last)
                .say(
                        "node 1: last byte in memory in cycle %d, flush done in %d: the way back takes %d; own node: %d and %d",
                        last, done, done - last, own, runs.get(1).done("flush"));
        runs.forEach(run -> found.needs(run, "fence_ordering", "data_integrity"));
    }

    /** Requires that every put is in memory before the flush is done; returns the cycle of the last commit. */
    private static long allIn(final SeedRun run, final String name, final Finding found) {
        long last = -1;
        for (int i = 0; i < FenceRows.SENDS; i++) {
            final long commit = run.lastCommit("put" + i);
            found.need(
                    name,
                    commit >= 0 && commit < run.done("flush"),
                    "put %d in memory in cycle %d, flush done in %d",
                    i,
                    commit,
                    run.done("flush"));
            last = Math.max(last, commit);
        }
        return last;
    }

    static void counted(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final List<Events.Event> armed = run.events().of(0, EventKind.FLUSH_ARMED);
        final int home =
                packets(run, 0, EventKind.PACKET_DELIVERED, PacketType.PUT_ACK).size();
        final int sent = FencePrograms.FLUSHES * FencePrograms.BYTES / HwLayout.MAX_PAYLOAD;
        int sealing = 0;
        for (int i = 0; i < FencePrograms.FLUSHES; i++) {
            final long commit = run.lastCommit("put" + i);
            final long done = run.done("flush" + i);
            found.need(
                            "put_in_memory",
                            commit >= 0 && commit < done,
                            "flush %d done in cycle %d, its put in memory in %d",
                            i,
                            done,
                            commit)
                    .say("put %d in memory in cycle %d, flush done in %d", i, commit, done);
            sealing += i < armed.size() && FlushEvent.counters(armed.get(i).b()) != 0 ? 1 : 0;
        }
        found.need("counter_sealed", sealing == FencePrograms.FLUSHES, "%d of 4 flushes sealed a counter", sealing)
                .need("acknowledged", home == sent, "%d acknowledgements of %d packets", home, sent)
                .say("%d acknowledgements", home)
                .needs(run, "fence_ordering", "data_integrity");
    }

    static void everyPath(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final List<Long> legs = new ArrayList<>();
        for (final Events.Event e : run.events().of(0, EventKind.FLUSH_ARMED)) {
            legs.add(FlushEvent.legs(e.b()));
        }
        final List<Events.Event> pings = packets(run, 0, EventKind.PACKET_INJECTED, PacketType.PING);
        final long local =
                pings.stream().mapToInt(Events.Event::unit).distinct().count();
        final long fence = run.done("fence");
        found.need("legs", legs.equals(List.of(2L, 2L)), "legs of the flushes: %s", legs)
                .need(
                        "pings_on_both_ports",
                        pings.size() == 4 && local == 2,
                        "%d pings on %d local ports",
                        pings.size(),
                        local);
        final List<Long> commits = new ArrayList<>();
        for (final String put : List.of("fifo0", "fifo1")) {
            final long commit = run.lastCommit(put);
            commits.add(commit);
            found.need(
                    "each_path_in_memory",
                    commit >= 0 && commit < fence,
                    "%s in memory in cycle %d, fence done in %d",
                    put,
                    commit,
                    fence);
        }
        long last = -1;
        for (int i = 0; i < FencePrograms.STORED; i++) {
            final long commit = run.lastCommit("stored" + i);
            last = Math.max(last, commit);
            for (final String flush : List.of("flush0", "flush1")) {
                found.need(
                        "store_path_in_memory",
                        !run.has(flush) || commit >= 0 && commit < run.done(flush),
                        "put %d of the store path in memory in cycle %d, %s done in %d",
                        i,
                        commit,
                        flush,
                        run.has(flush) ? run.done(flush) : -1);
            }
        }
        commits.add(last);
        found.say(
                        "legs %s, %d pings on %d local ports; puts of two FIFOs and the store path in memory in cycles %s, all legs home in %d",
                        legs, pings.size(), local, commits, fence)
                .needs(run, "data_integrity");
    }

    static void allTargets(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final List<Long> pinged = new ArrayList<>();
        int away = 0;
        int most = 0;
        for (final Events.Event e : run.events().all(e -> e.node() == 0)) {
            away += e.kind() == EventKind.FLUSH_ARMED ? 1 : e.kind() == EventKind.FLUSH_DONE ? -1 : 0;
            most = Math.max(most, away);
            if (e.kind() == EventKind.OP_ISSUED && Descriptor0.kind(e.a()) == HwLayout.OpKind.FLUSH) {
                pinged.add(Descriptor0.target(e.a()));
            }
        }
        long last = -1;
        for (int node = 0; node < FencePrograms.NODES; node++) {
            if (node == FencePrograms.REFUSING) {
                continue;
            }
            final long commit = Math.max(run.lastCommit("put" + node), run.lastCommit("get" + node));
            found.need(
                    "each_target_in_memory",
                    run.lastCommit("put" + node) >= 0
                            && run.lastCommit("get" + node) >= 0
                            && commit < run.done("fence"),
                    "node %d: in memory in cycle %d, fence done in %d",
                    node,
                    commit,
                    run.done("fence"));
            last = Math.max(last, commit);
        }
        found.need(
                        "each_target_flushed",
                        pinged.size() == FencePrograms.NODES
                                && pinged.stream().distinct().count() == pinged.size(),
                        "flushed targets: %s",
                        pinged)
                .need(
                        "refused",
                        run.end("put" + FencePrograms.REFUSING) == Result.REFUSED
                                && run.end("get" + FencePrograms.REFUSING) == Result.REFUSED,
                        "node %d did not refuse",
                        FencePrograms.REFUSING)
                .need("in_flight", most <= IN_FLIGHT, "%d flushes in flight", most)
                .say(
                        "%d targets flushed, this node and one that refuses among them, at most %d in flight; last byte in memory in cycle %d, done in %d",
                        pinged.size(), most, last, run.done("fence"))
                .needs(run, "fence_ordering", "data_integrity");
    }

    static void rejected(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final Events events = run.events();
        final List<Long> tags = events.of(0, EventKind.OP_REJECTED).stream()
                .filter(e -> e.b() == RejectReason.MALFORMED)
                .map(Events.Event::a)
                .toList();
        final List<Long> armed = events.of(0, EventKind.FLUSH_ARMED).stream()
                .map(Events.Event::a)
                .toList();
        found.need(
                        "malformed_refused",
                        tags.equals(List.of(1L, 2L, 3L, 4L, 5L, 6L)),
                        "refused as malformed: tags %s",
                        tags)
                .need("legal_armed", armed.equals(List.of(7L, 8L)), "armed: tags %s", armed)
                .need(
                        "legal_done",
                        events.first(0, EventKind.FLUSH_DONE).a() == 7
                                && events.count(0, EventKind.FLUSH_DONE) == 1
                                && events.first(0, EventKind.FENCE_DONE).a() == 8,
                        "the legal flush and fence are not done")
                .need("no_assertion", run.failure().isEmpty(), "%s", run.failure())
                .say(
                        "%d refused with reason 3, tags %s; armed %s, the legal flush done in cycle %d",
                        tags.size(),
                        tags,
                        armed,
                        events.last(0, EventKind.FLUSH_DONE).cycle());
    }

    static void answered(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        int pings = 0;
        int pongs = 0;
        for (int node = 0; node < 8; node++) {
            pings += packets(run, node, EventKind.PACKET_INJECTED, PacketType.PING)
                    .size();
            pongs += packets(run, node, EventKind.PACKET_DELIVERED, PacketType.PONG)
                    .size();
        }
        final int flushes = 8 * 7 * FencePrograms.TASKS * FencePrograms.ROUNDS;
        found.need(
                        "each_ping_answered",
                        pings == flushes && pongs == flushes,
                        "%d pings, %d pongs, of %d",
                        pings,
                        pongs,
                        flushes)
                .say(
                        "%d pings, %d pongs; stopped in cycle %d",
                        pings, pongs, run.execution().cycles())
                .say("%s", run.headline("deadlock_freedom"))
                .needs(run, "deadlock_freedom", "fence_ordering", "data_integrity");
    }

    static void behindGets(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        for (int i = 0; i < 3; i++) {
            found.need(
                    "gets_in_memory",
                    run.lastCommit("get" + i) >= 0 && run.lastCommit("get" + i) < run.done("flush"),
                    "get %d in memory in cycle %d, flush done in %d",
                    i,
                    run.lastCommit("get" + i),
                    run.done("flush"));
        }
        found.say("last get in memory in cycle %d, flush done in %d", run.lastCommit("get2"), run.done("flush"))
                .needs(run, "fence_ordering", "data_integrity");
    }

    static void roundTrip(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final long pong = run.events().first(0, EventKind.PACKET_DELIVERED).cycle();
        final long remote = run.done("remote") - run.posted("remote");
        final long self = run.done("self") - run.posted("self");
        final int packets =
                run.events().all(e -> e.kind() == EventKind.PACKET_INJECTED).size();
        found.need("ping_and_pong", packets == 2, "%d packets, not a ping and a pong", packets)
                .need(
                        "pong_home",
                        pong >= 0 && run.done("remote") >= pong,
                        "done in cycle %d, pong home in %d",
                        run.done("remote"),
                        pong)
                .need("own_node_at_once", self > 0 && self < remote, "own node: %d cycles, remote %d", self, remote)
                .say("node 1: %d cycles and %d packets; own node: %d cycles, none", remote, packets, self)
                .needs(run);
    }
}
