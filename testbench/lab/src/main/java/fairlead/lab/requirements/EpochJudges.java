// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout.EpochEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.program.Result;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The predicates of the requirements R-EPO-1 to R-EPO-10. */
final class EpochJudges {

    private EpochJudges() {}

    static long at(final SeedRun run, final int node, final int kind) {
        return run.events().first(node, kind).cycle();
    }

    static void rejects(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final Events.Event closing = run.events().first(0, EventKind.EPOCH_CLOSING);
        final Events.Event counted = run.events().first(1, EventKind.EPOCH_COUNTED);
        found.need(
                        "put_rejected",
                        run.end("latePut") == Result.REJECTED,
                        "the put behind the close ended %s",
                        run.end("latePut"))
                .need(
                        "get_rejected",
                        run.end("lateGet") == Result.REJECTED,
                        "the get behind the close ended %s",
                        run.end("lateGet"));
        for (int i = 0; i < EpochPrograms.PUTS; i++) {
            found.need("let_in", run.end("put" + i) == Result.DONE, "put %d ended %s", i, run.end("put" + i));
        }
        found.need(
                        "count_carried",
                        closing.b() == EpochPrograms.PUTS && counted.b() == closing.b(),
                        "frozen %d, carried %d, let in %d",
                        closing.b(),
                        counted.b(),
                        EpochPrograms.PUTS)
                .say(
                        "%d puts let in, closing told in cycle %d, put and get behind it %s and %s (rejections told in %d and %d);"
                                + " count %d",
                        EpochPrograms.PUTS,
                        closing.cycle(),
                        run.end("latePut"),
                        run.end("lateGet"),
                        run.events().first(0, EventKind.OP_REJECTED).cycle(),
                        run.events().last(0, EventKind.OP_REJECTED).cycle(),
                        counted.b())
                .needs(run, "epoch_closure", "data_integrity");
    }

    static void getCount(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final long closed = at(run, 0, EventKind.EPOCH_CLOSED);
        final long first = run.done("get0");
        final long second = run.posted("get1");
        found.need(
                        "count_zero",
                        first >= 0 && first < second,
                        "the count was not zero between the gets: %d, %d",
                        first,
                        second)
                .need(
                        "gets_done",
                        run.events().count(0, EventKind.OP_DONE) == 2,
                        "%d gets done of 2",
                        run.events().count(0, EventKind.OP_DONE))
                .need(
                        "closed_behind_gets",
                        closed > second && closed >= run.lastCommit("get1") && run.lastCommit("get1") >= 0,
                        "closed in cycle %d, the second get was in memory in %d",
                        closed,
                        run.lastCommit("get1"))
                .say(
                        "zero from cycle %d to %d, still open; closing from %d, second get in memory in %d, closed in %d",
                        first, second, at(run, 0, EventKind.EPOCH_CLOSING), run.lastCommit("get1"), closed)
                .needs(run, "epoch_closure");
    }

    static void frozen(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final Events.Event counted = run.events().first(1, EventKind.EPOCH_COUNTED);
        final Events.Event acked = run.events().first(1, EventKind.EPOCH_ACKED);
        long last = -1;
        for (int i = 0; i < EpochPrograms.PUTS; i++) {
            last = Math.max(last, run.lastCommit("put" + i));
        }
        found.need(
                        "count_frozen",
                        counted.b() == EpochPrograms.PUTS,
                        "count %d for %d puts",
                        counted.b(),
                        EpochPrograms.PUTS)
                .need(
                        "got_equals_count",
                        acked.b() == counted.b(),
                        "acknowledged at got = %d, count %d",
                        acked.b(),
                        counted.b())
                .need(
                        "acked_behind_puts",
                        acked.cycle() > last && last >= 0,
                        "acknowledged in %d, last put in memory in %d",
                        acked.cycle(),
                        last)
                .say(
                        "count %d, got %d, last put in memory in cycle %d, acknowledged in %d",
                        counted.b(), acked.b(), last, acked.cycle())
                .needs(run, "epoch_closure", "data_integrity");
    }

    static void countedApart(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final Map<Long, Integer> puts = new HashMap<>(); // number of puts, by origin << 16 | id
        for (int node = 1; node < 4; node++) {
            final long coord = run.machine().shape().coord(node);
            puts.put(coord << 16 | EpochPrograms.ID, 1 + node);
            puts.put(coord << 16 | EpochPrograms.ID + 1, 4 + node);
        }
        final Map<Long, Long> owner = new HashMap<>(); // the owner of each table entry, as origin << 16 | id
        final Map<Long, Long> generation = new HashMap<>();
        int together = 0;
        int most = 0;
        int acknowledged = 0;
        for (final Events.Event e : run.events().all(e -> e.node() == 0)) {
            final long entry = EpochEvent.entry(e.a());
            if (e.kind() == EventKind.EPOCH_EXPOSED) {
                final long gen = EpochEvent.generation(e.a());
                found.need(
                        "generation_new",
                        generation.getOrDefault(entry, 0L) + 1 == gen,
                        "entry %d: generation %d again",
                        entry,
                        gen);
                generation.put(entry, gen);
                owner.put(entry, EpochEvent.origin(e.a()) << 16 | e.b());
                most = Math.max(most, ++together);
            } else if (e.kind() == EventKind.EPOCH_FREED) {
                together--;
            } else if (e.kind() == EventKind.EPOCH_ACKED) {
                acknowledged++;
                final long key = owner.getOrDefault(entry, -1L);
                found.need(
                        "got_of_its_epoch",
                        e.b() == puts.getOrDefault(key, -1),
                        "entry %d of coord %x, id %d: acknowledged at %d puts of %d",
                        entry,
                        key >> 16,
                        key & 0xFFFF,
                        e.b(),
                        puts.getOrDefault(key, -1));
            }
        }
        found.need(
                        "all_acknowledged",
                        acknowledged == 6 * EpochRows.EPOCHS,
                        "%d epochs acknowledged of %d",
                        acknowledged,
                        6 * EpochRows.EPOCHS)
                .need("epochs_together", most >= 4, "at most %d epochs were open together", most)
                .say("%d epochs acknowledged, %d of them open together, got counts from 2 to 7", acknowledged, most)
                .needs(run, "epoch_closure", "data_integrity");
    }

    static void bothOrders(final List<SeedRun> runs, final Finding found) {
        for (int r = 0; r < 2; r++) {
            final SeedRun run = runs.get(r);
            final long counted = at(run, 1, EventKind.EPOCH_COUNTED);
            final Events.Event acked = run.events().first(1, EventKind.EPOCH_ACKED);
            final long commit = run.lastCommit("put");
            found.need(
                            "both_orders",
                            r == 0 ? counted < commit : counted > commit,
                            "count in cycle %d, last byte in %d",
                            counted,
                            commit)
                    .need(
                            "acked_behind_both",
                            acked.cycle() > commit && acked.cycle() > counted && commit >= 0,
                            "acknowledged in cycle %d, last byte in memory in %d",
                            acked.cycle(),
                            commit)
                    .need("got_is_one", acked.b() == 1, "acknowledged at got = %d", acked.b())
                    .say(
                            "count %d cycles %s the last byte, ACK %d behind the later",
                            Math.abs(commit - counted),
                            counted < commit ? "before" : "behind",
                            acked.cycle() - Math.max(commit, counted))
                    .needs(run, "epoch_closure", "data_integrity");
        }
        overtaken(runs.get(2), found);
    }

    /**
     * Judges puts whose packets may take any minimal path: the last packet of a put arrives before its other packets,
     * PUT_COUNT before both, and the ACK follows all packets.
     */
    private static void overtaken(final SeedRun run, final Finding found) {
        final int target = EpochPrograms.DIAGONAL;
        final Events.Event counted = run.events().first(target, EventKind.EPOCH_COUNTED);
        final Events.Event acked = run.events().first(target, EventKind.EPOCH_ACKED);
        final Set<Long> complete = new HashSet<>(); // tags of puts whose last packet has arrived
        int late = 0;
        for (final Events.Event e : run.events().of(target, EventKind.PACKET_DELIVERED)) {
            if (Header0.ptype(e.a()) == PacketType.PUT && Header1.epoch(e.b()) == 1) {
                late += complete.contains(Header1.tag(e.b())) ? 1 : 0;
                if (Header0.last(e.a()) == 1) {
                    complete.add(Header1.tag(e.b()));
                }
            }
        }
        long commit = -1;
        for (int i = 0; i < EpochPrograms.UNORDERED; i++) {
            commit = Math.max(commit, run.lastCommit("put" + i));
        }
        found.need("overtaken", late > 0, "no packet came behind the last one of its put")
                .need(
                        "count_first",
                        counted.isSeen() && counted.cycle() < commit,
                        "count in cycle %d, last byte in %d",
                        counted.cycle(),
                        commit)
                .need(
                        "acked_behind_all",
                        acked.cycle() > commit && commit >= 0 && acked.b() == EpochPrograms.UNORDERED,
                        "acknowledged in cycle %d at got = %d, last byte in memory in %d",
                        acked.cycle(),
                        acked.b(),
                        commit)
                .say(
                        "adaptive: %d packets behind the last one of their put, count %d cycles before the last byte",
                        late, commit - counted.cycle())
                .needs(run, "epoch_closure", "data_integrity");
    }

    static void bothConditions(final List<SeedRun> runs, final Finding found) {
        final SeedRun empty = runs.get(0);
        final Events.Event counted = empty.events().first(1, EventKind.EPOCH_COUNTED);
        final long wait = at(empty, 1, EventKind.EPOCH_ACKED) - counted.cycle();
        found.need(
                        "empty_at_once",
                        counted.isSeen() && counted.b() == 0 && wait == 1,
                        "count %d, ACK %d cycles later",
                        counted.b(),
                        wait)
                .say("count 0: acknowledged %d cycle later", wait)
                .needs(empty, "epoch_closure");
        for (final SeedRun run : runs.subList(1, runs.size())) {
            final long closed = at(run, 0, EventKind.EPOCH_CLOSED);
            final long acked = at(run, 1, EventKind.EPOCH_ACKED);
            final long get = run.lastCommit("get");
            found.need(
                            "both_conditions",
                            closed > acked && acked > run.lastCommit("put") && closed > get && get >= 0,
                            "closed in cycle %d, acknowledged in %d, get in memory in %d",
                            closed,
                            acked,
                            get)
                    .say("acknowledged in cycle %d, get in memory in %d, closed in %d", acked, get, closed)
                    .needs(run, "epoch_closure", "data_integrity");
        }
    }

    static void everyByte(final List<SeedRun> runs, final Finding found) {
        for (final SeedRun run : runs) {
            found.say(
                            "%s: %d closings, %d bytes compared",
                            run.machine().routing().cutThrough() ? "adaptive" : "in order",
                            run.verdict("epoch_closure").checked(),
                            run.verdict("data_integrity").checked())
                    .need(
                            "all_closed",
                            run.events()
                                            .all(e -> e.kind() == EventKind.EPOCH_CLOSED)
                                            .size()
                                    == 8 * 2 * 4,
                            "not all of 64 epochs were closed")
                    .needs(run, "epoch_closure", "data_integrity", "conservation");
        }
    }

    static void minimum(final List<SeedRun> runs, final Finding found) {
        final long[] duration = new long[runs.size()];
        final long[] back = new long[runs.size()]; // cycles of the ACK, from EPOCH_ACKED to EPOCH_CLOSED
        for (int r = 0; r < runs.size(); r++) {
            final SeedRun run = runs.get(r);
            duration[r] = at(run, 0, EventKind.EPOCH_CLOSED) - at(run, 0, EventKind.EPOCH_CLOSING);
            back[r] = at(run, 0, EventKind.EPOCH_CLOSED) - at(run, 1, EventKind.EPOCH_ACKED);
            found.needs(run, "epoch_closure");
        }
        final SeedRun empty = runs.get(0);
        final long there = at(empty, 1, EventKind.EPOCH_COUNTED) - at(empty, 0, EventKind.EPOCH_CLOSING);
        final int link = empty.machine().latency().link();
        found.need("way_of_count", there > link && back[0] > link, "count %d cycles there, ACK %d back", there, back[0])
                .need("empty_duration", duration[0] == there + 1 + back[0], "empty: %d cycles", duration[0])
                .need(
                        "late_duration",
                        duration[1] == duration[0] && duration[2] == duration[0],
                        "transfers long done: %d and %d cycles, empty %d",
                        duration[1],
                        duration[2],
                        duration[0]);
        final SeedRun puts = runs.get(3);
        final long lastPut = puts.lastCommit("put") - at(puts, 0, EventKind.EPOCH_CLOSING);
        found.need(
                "put_duration",
                back[3] == back[0] && duration[3] >= lastPut + back[0] && duration[3] > duration[0],
                "put under way: %d cycles, its last byte after %d, ACK %d back",
                duration[3],
                lastPut,
                back[3]);
        final SeedRun gets = runs.get(4);
        final long lastGet = gets.lastCommit("get") - at(gets, 0, EventKind.EPOCH_CLOSING);
        found.need(
                "get_duration",
                lastGet > duration[0] && duration[4] > lastGet && duration[4] <= lastGet + 8,
                "get under way: %d cycles, its last byte after %d",
                duration[4],
                lastGet);
        found.say(
                "empty %d = count %d + 1 + ACK %d; puts or gets long done %d, %d; put under way %d = last byte %d + %d + ACK %d;"
                        + " get under way %d = last byte %d + %d",
                duration[0],
                there,
                back[0],
                duration[1],
                duration[2],
                duration[3],
                lastPut,
                duration[3] - lastPut - back[3],
                back[3],
                duration[4],
                lastGet,
                duration[4] - lastGet);
    }

    static void allTargets(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final List<Integer> counts = List.of(1, 3);
        for (int target = 2; target < 4; target++) {
            final int expected = counts.get(target - 2);
            final List<Events.Event> counted = run.events().of(target, EventKind.EPOCH_COUNTED);
            found.need(
                    "count_of_each_target",
                    counted.size() == 2 && counted.stream().allMatch(e -> e.b() == expected),
                    "target %d has %d counts, not twice %d",
                    target,
                    counted.size(),
                    expected);
        }
        for (int node = 0; node < 2; node++) {
            final long last = run.events().last(node, EventKind.EPOCH_CLOSED).cycle();
            found.need(
                    "closed_behind_all",
                    run.events().count(node, EventKind.EPOCH_CLOSED) == 2 && run.done("close" + node) >= last,
                    "origin %d: %d targets closed, close done in cycle %d, last target in %d",
                    node,
                    run.events().count(node, EventKind.EPOCH_CLOSED),
                    run.done("close" + node),
                    last);
        }
        final int queued =
                run.events().count(2, EventKind.EPOCH_QUEUED) + run.events().count(3, EventKind.EPOCH_QUEUED);
        found.need("init_queued", queued > 0, "no INIT was queued")
                .say(
                        "%d INIT queued; closes done in cycles %d and %d; deadlock_freedom: %s",
                        queued,
                        run.done("close0"),
                        run.done("close1"),
                        run.verdict("deadlock_freedom").extra().get("kind"))
                .needs(run, "deadlock_freedom", "epoch_closure", "data_integrity");
    }
}
