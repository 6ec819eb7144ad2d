// SPDX-License-Identifier: Apache-2.0
package fairlead.seeds;

import fairlead.engine.EpochAccess;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.FaultId;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.program.Result;
import fairlead.seeds.EpochPrograms.Close;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** R-EPO-1 to R-EPO-10: seed US 8,676,917. */
final class EpochRows {
    private static final int BIG = 4000;
    private static final int EPOCHS = 4;
    private static final int COORD = 0xFFF;

    private EpochRows() {}

    static List<Row> all() {
        return List.of(
                new Row(
                        "R-EPO-1",
                        "every transfer is rejected once closing has begun, atomically with the count",
                        "8 puts, close in the next cycle, a put and a get in the two cycles behind it",
                        () -> List.of(EpochPrograms.transfersBehindTheClose(EpochPrograms.line(3, 1))),
                        EpochRows::rejects,
                        "variant epoch_gate_open: the gate admits while closing",
                        () -> List.of(EpochPrograms.transfersBehindTheClose(
                                EpochPrograms.line(3, 1).flaw(UnsafeVariant.EPOCH_GATE_OPEN)))),
                new Row(
                        "R-EPO-2",
                        "gets counted before they leave, never negative; closed only in CLOSING at zero",
                        "two gets 300 cycles apart, the count zero between them, close right behind the second; lab library,"
                                + " whose EU_A3, EU_P4, EU_P5 end the run",
                        () -> List.of(EpochPrograms.getsApart(
                                EpochPrograms.line(3, 1).memory(200).asserted())),
                        EpochRows::getCount,
                        "variant epoch_gets_ignored: closed on the ACK alone",
                        () -> List.of(EpochPrograms.getsApart(
                                EpochPrograms.line(3, 1).memory(200).flaw(UnsafeVariant.EPOCH_GETS_IGNORED)))),
                new Row(
                        "R-EPO-3",
                        "put count frozen at closing and carried; ACK when got equals it",
                        "8 puts, close in the next cycle",
                        () -> List.of(EpochPrograms.transfersBehindTheClose(EpochPrograms.line(3, 1))),
                        EpochRows::frozen,
                        "variant epoch_late: check and count are not atomic, a put is counted 8 cycles after the gate",
                        () -> List.of(EpochPrograms.transfersBehindTheClose(
                                EpochPrograms.line(3, 1).flaw(UnsafeVariant.EPOCH_LATE)))),
                new Row(
                        "R-EPO-4",
                        "got counted by (origin, epoch): several origins, several epochs in flight, consecutive epochs",
                        "3 origins with 2 tasks each at one target, the same two ids in all, 4 epochs each, memory jitter 150",
                        () -> List.of(manyOrigins(0)),
                        EpochRows::countedApart,
                        "variant epoch_no_origin: a target keys epochs by their id alone",
                        () -> List.of(manyOrigins(UnsafeVariant.EPOCH_NO_ORIGIN))),
                new Row(
                        "R-EPO-5",
                        "PUT_COUNT overtakes puts or trails them",
                        "put of 4000 bytes: close at once from the other port, and 3000 cycles later",
                        () -> List.of(
                                EpochPrograms.one(EpochPrograms.line(3, 3), BIG, 0, Close.AT_ONCE),
                                EpochPrograms.one(EpochPrograms.line(3, 3), BIG, 0, Close.LATE)),
                        EpochRows::bothOrders,
                        "fault epoch_ack_early on the target: acknowledged one put early",
                        () -> List.of(
                                EpochPrograms.one(
                                        EpochPrograms.line(3, 3).fault(FaultId.EPOCH_ACK_EARLY, 1, 0),
                                        BIG,
                                        0,
                                        Close.AT_ONCE),
                                EpochPrograms.one(EpochPrograms.line(3, 3), BIG, 0, Close.LATE))),
                new Row(
                        "R-EPO-6",
                        "count 0 acknowledged at once; puts and gets: both conditions",
                        "empty epoch; put of 32 with get of 4000 bytes; put of 4000 with get of 32",
                        () -> mixed(0),
                        EpochRows::bothConditions,
                        "variant epoch_gets_ignored: closed on the ACK alone",
                        () -> mixed(UnsafeVariant.EPOCH_GETS_IGNORED)),
                new Row(
                        "R-EPO-7",
                        "limits hold until TERM; access of others refused, or INIT queued, as configured",
                        "while node 0 holds node 1: INIT of node 2, put, get, fetch-add, compare-and-swap of node 3; with"
                                + " epoch_access open, queue, refuse",
                        () -> guarded(0),
                        EpochRows::limits,
                        "variant epoch_unguarded: an open epoch limits nobody",
                        () -> guarded(UnsafeVariant.EPOCH_UNGUARDED)),
                new Row(
                        "R-EPO-8",
                        "at CLOSED every put is in the target's memory and every get in the origin's",
                        "8 nodes, each to two targets at once, 4 rounds of 6 transfers of up to 1500 bytes, memory jitter 300",
                        () -> List.of(random(0)),
                        EpochRows::everyByte,
                        "variant epoch_packets: packets are counted as puts",
                        () -> List.of(random(UnsafeVariant.EPOCH_PACKETS))),
                new Row(
                        "R-EPO-9",
                        "both closing orders and the minimum durations",
                        "closing of an empty epoch; of a put, of a get of 4000 bytes, each at once and when long done",
                        () -> durations(0),
                        EpochRows::minimum,
                        "variant epoch_gets_ignored: closing does not last as long as its gets",
                        () -> durations(UnsafeVariant.EPOCH_GETS_IGNORED)),
                new Row(
                        "R-EPO-10",
                        "several targets: a count for each, closed when all have acknowledged",
                        "origins 0 and 1, each with targets 2 and 3, opened in ascending rank, epoch_access queue",
                        () -> List.of(EpochPrograms.twoTargets(EpochPrograms.line(4, 1))),
                        EpochRows::allTargets,
                        "a program that opens them in crossed order",
                        () -> List.of(EpochPrograms.twoTargetsCrossed(EpochPrograms.line(4, 1)))));
    }

    // ---- runs

    private static SeedRun manyOrigins(final int flaw) {
        return EpochPrograms.manyOrigins(
                new SeedMachine(2, 2, 1, 2).jitter(150).flaw(flaw).maxCycles(60_000), EPOCHS);
    }

    private static List<SeedRun> mixed(final int flaw) {
        return List.of(
                EpochPrograms.one(EpochPrograms.line(3, 3).flaw(flaw), 0, 0, Close.AT_ONCE),
                EpochPrograms.one(EpochPrograms.line(3, 3).flaw(flaw), 32, BIG, Close.AT_ONCE),
                EpochPrograms.one(EpochPrograms.line(3, 3).flaw(flaw), BIG, 32, Close.AT_ONCE));
    }

    private static List<SeedRun> guarded(final int flaw) {
        return List.of(
                EpochPrograms.others(EpochPrograms.line(4, 1).flaw(flaw), EpochAccess.OPEN),
                EpochPrograms.others(EpochPrograms.line(4, 1).flaw(flaw), EpochAccess.QUEUE),
                EpochPrograms.others(EpochPrograms.line(4, 1).flaw(flaw), EpochAccess.REFUSE));
    }

    private static SeedRun random(final int flaw) {
        return EpochPrograms.random(
                new SeedMachine(2, 2, 2, 1).jitter(300).flaw(flaw).maxCycles(60_000), 4, 3);
    }

    private static List<SeedRun> durations(final int flaw) {
        return List.of(
                EpochPrograms.one(EpochPrograms.line(3, 3).flaw(flaw), 0, 0, Close.AT_ONCE),
                EpochPrograms.one(EpochPrograms.line(3, 3).flaw(flaw), BIG, 0, Close.LATE),
                EpochPrograms.one(EpochPrograms.line(3, 3).flaw(flaw), 0, BIG, Close.LATE),
                EpochPrograms.one(EpochPrograms.line(3, 3).flaw(flaw), BIG, 0, Close.AT_ONCE),
                EpochPrograms.one(EpochPrograms.line(3, 3).flaw(flaw), 0, BIG, Close.AT_ONCE));
    }

    // ---- predicates

    private static long at(final SeedRun run, final int node, final int kind) {
        return run.events().first(node, kind).cycle();
    }

    private static void rejects(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final Events.Event closing = run.events().first(0, EventKind.EPOCH_CLOSING);
        final Events.Event counted = run.events().first(1, EventKind.EPOCH_COUNTED);
        found.need(run.end("latePut") == Result.REJECTED, "the put behind the close ended %s", run.end("latePut"))
                .need(run.end("lateGet") == Result.REJECTED, "the get behind the close ended %s", run.end("lateGet"));
        for (int i = 0; i < EpochPrograms.PUTS; i++) {
            found.need(run.end("put" + i) == Result.DONE, "put %d ended %s", i, run.end("put" + i));
        }
        found.need(
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

    private static void getCount(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final long closed = at(run, 0, EventKind.EPOCH_CLOSED);
        final long first = run.done("get0");
        final long second = run.posted("get1");
        found.need(first >= 0 && first < second, "the count was not zero between the gets: %d, %d", first, second)
                .need(
                        run.events().count(0, EventKind.OP_DONE) == 2,
                        "%d gets done of 2",
                        run.events().count(0, EventKind.OP_DONE))
                .need(
                        closed > second && closed >= run.lastCommit("get1") && run.lastCommit("get1") >= 0,
                        "closed in cycle %d, the second get was in memory in %d",
                        closed,
                        run.lastCommit("get1"))
                .say(
                        "zero from cycle %d to %d, still open; closing from %d, second get in memory in %d, closed in %d",
                        first, second, at(run, 0, EventKind.EPOCH_CLOSING), run.lastCommit("get1"), closed)
                .needs(run, "epoch_closure");
    }

    private static void frozen(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final Events.Event counted = run.events().first(1, EventKind.EPOCH_COUNTED);
        final Events.Event acked = run.events().first(1, EventKind.EPOCH_ACKED);
        long last = -1;
        for (int i = 0; i < EpochPrograms.PUTS; i++) {
            last = Math.max(last, run.lastCommit("put" + i));
        }
        found.need(counted.b() == EpochPrograms.PUTS, "count %d for %d puts", counted.b(), EpochPrograms.PUTS)
                .need(acked.b() == counted.b(), "acknowledged at got = %d, count %d", acked.b(), counted.b())
                .need(
                        acked.cycle() > last && last >= 0,
                        "acknowledged in %d, last put in memory in %d",
                        acked.cycle(),
                        last)
                .say(
                        "count %d, got %d, last put in memory in cycle %d, acknowledged in %d",
                        counted.b(), acked.b(), last, acked.cycle())
                .needs(run, "epoch_closure", "data_integrity");
    }

    private static void countedApart(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final Map<Long, Integer> puts = new HashMap<>(); // by origin << 16 | id
        for (int node = 1; node < 4; node++) {
            final long coord = run.machine().shape().coord(node);
            puts.put(coord << 16 | EpochPrograms.ID, 1 + node);
            puts.put(coord << 16 | EpochPrograms.ID + 1, 4 + node);
        }
        final Map<Long, Long> owner = new HashMap<>(); // entry: origin << 16 | id
        final Map<Long, Long> generation = new HashMap<>();
        int together = 0;
        int most = 0;
        int acknowledged = 0;
        for (final Events.Event e : run.events().all(e -> e.node() == 0)) {
            final long entry = e.a() & 0x3F;
            if (e.kind() == EventKind.EPOCH_EXPOSED) {
                final long gen = e.a() >> 8 & 0xF;
                found.need(generation.getOrDefault(entry, 0L) + 1 == gen, "entry %d: generation %d again", entry, gen);
                generation.put(entry, gen);
                owner.put(entry, (e.a() >> 16 & COORD) << 16 | e.b());
                most = Math.max(most, ++together);
            } else if (e.kind() == EventKind.EPOCH_FREED) {
                together--;
            } else if (e.kind() == EventKind.EPOCH_ACKED) {
                acknowledged++;
                final long key = owner.getOrDefault(entry, -1L);
                found.need(
                        e.b() == puts.getOrDefault(key, -1),
                        "entry %d of coord %x, id %d: acknowledged at %d puts of %d",
                        entry,
                        key >> 16,
                        key & 0xFFFF,
                        e.b(),
                        puts.getOrDefault(key, -1));
            }
        }
        found.need(acknowledged == 6 * EPOCHS, "%d epochs acknowledged of %d", acknowledged, 6 * EPOCHS)
                .need(most >= 4, "at most %d epochs were open together", most)
                .say("%d epochs acknowledged, %d of them open together, got counts from 2 to 7", acknowledged, most)
                .needs(run, "epoch_closure", "data_integrity");
    }

    private static void bothOrders(final List<SeedRun> runs, final Finding found) {
        for (int r = 0; r < runs.size(); r++) {
            final SeedRun run = runs.get(r);
            final long counted = at(run, 1, EventKind.EPOCH_COUNTED);
            final Events.Event acked = run.events().first(1, EventKind.EPOCH_ACKED);
            final long commit = run.lastCommit("put");
            found.need(
                            r == 0 ? counted < commit : counted > commit,
                            "count in cycle %d, last byte in %d",
                            counted,
                            commit)
                    .need(
                            acked.cycle() > commit && acked.cycle() > counted && commit >= 0,
                            "acknowledged in cycle %d, last byte in memory in %d",
                            acked.cycle(),
                            commit)
                    .need(acked.b() == 1, "acknowledged at got = %d", acked.b())
                    .say(
                            "count %d cycles %s the last byte, ACK %d behind the later",
                            Math.abs(commit - counted),
                            counted < commit ? "before" : "behind",
                            acked.cycle() - Math.max(commit, counted))
                    .needs(run, "epoch_closure", "data_integrity");
        }
    }

    private static void bothConditions(final List<SeedRun> runs, final Finding found) {
        final SeedRun empty = runs.get(0);
        final Events.Event counted = empty.events().first(1, EventKind.EPOCH_COUNTED);
        final long wait = at(empty, 1, EventKind.EPOCH_ACKED) - counted.cycle();
        found.need(
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
                            closed > acked && acked > run.lastCommit("put") && closed > get && get >= 0,
                            "closed in cycle %d, acknowledged in %d, get in memory in %d",
                            closed,
                            acked,
                            get)
                    .say("acknowledged in cycle %d, get in memory in %d, closed in %d", acked, get, closed)
                    .needs(run, "epoch_closure", "data_integrity");
        }
    }

    private static void limits(final List<SeedRun> runs, final Finding found) {
        for (final SeedRun run : runs) {
            final EpochAccess access = run.machine().epochAccess();
            for (int i = 0; i < 4; i++) {
                found.need(
                        run.end("refused" + i) == Result.REFUSED,
                        "%s: access %d of a stranger ended %s",
                        access,
                        i,
                        run.end("refused" + i));
            }
            found.need(run.end("later") == Result.DONE, "%s: access after the end: %s", access, run.end("later"));
            final long freed = at(run, 1, EventKind.EPOCH_FREED);
            final Events.Event second = run.events().nth(1, EventKind.EPOCH_EXPOSED, 1);
            final int queued = run.events().count(1, EventKind.EPOCH_QUEUED);
            final int denied = run.events().count(2, EventKind.EPOCH_DENIED);
            final boolean together = second.isSeen() && second.cycle() < freed;
            found.need(
                    second.isSeen() && together == (access == EpochAccess.OPEN),
                    "%s: first freed in cycle %d, second exposed in %d",
                    access,
                    freed,
                    second.cycle());
            found.need(queued == (access == EpochAccess.QUEUE ? 1 : 0), "%s: %d queued", access, queued);
            found.need(denied > 0 == (access == EpochAccess.REFUSE), "%s: %d denied", access, denied);
            found.say(
                    "%s: 4 accesses refused, INIT %s, its epoch exposed %d cycles %s the end of the first",
                    access.name().toLowerCase(java.util.Locale.ROOT),
                    queued > 0 ? "queued" : denied > 0 ? "denied " + denied + " times" : "granted",
                    Math.abs(second.cycle() - freed),
                    together ? "before" : "behind");
            found.needs(run, "epoch_closure", "data_integrity");
        }
    }

    private static void everyByte(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        found.say(
                        "%d closings, %d bytes compared",
                        run.verdict("epoch_closure").checked(),
                        run.verdict("data_integrity").checked())
                .need(
                        run.events()
                                        .all(e -> e.kind() == EventKind.EPOCH_CLOSED)
                                        .size()
                                == 8 * 2 * 4,
                        "not all of 64 epochs were closed")
                .needs(run, "epoch_closure", "data_integrity", "conservation");
    }

    private static void minimum(final List<SeedRun> runs, final Finding found) {
        final long[] duration = new long[runs.size()];
        final long[] back = new long[runs.size()]; // ACK, from EPOCH_ACKED to EPOCH_CLOSED
        for (int r = 0; r < runs.size(); r++) {
            final SeedRun run = runs.get(r);
            duration[r] = at(run, 0, EventKind.EPOCH_CLOSED) - at(run, 0, EventKind.EPOCH_CLOSING);
            back[r] = at(run, 0, EventKind.EPOCH_CLOSED) - at(run, 1, EventKind.EPOCH_ACKED);
            found.needs(run, "epoch_closure");
        }
        final SeedRun empty = runs.get(0);
        final long there = at(empty, 1, EventKind.EPOCH_COUNTED) - at(empty, 0, EventKind.EPOCH_CLOSING);
        final int link = empty.machine().latency().link();
        found.need(there > link && back[0] > link, "count %d cycles there, ACK %d back", there, back[0])
                .need(duration[0] == there + 1 + back[0], "empty: %d cycles", duration[0])
                .need(
                        duration[1] == duration[0] && duration[2] == duration[0],
                        "transfers long done: %d and %d cycles, empty %d",
                        duration[1],
                        duration[2],
                        duration[0]);
        final SeedRun puts = runs.get(3);
        final long lastPut = puts.lastCommit("put") - at(puts, 0, EventKind.EPOCH_CLOSING);
        found.need(
                back[3] == back[0] && duration[3] >= lastPut + back[0] && duration[3] > duration[0],
                "put under way: %d cycles, its last byte after %d, ACK %d back",
                duration[3],
                lastPut,
                back[3]);
        final SeedRun gets = runs.get(4);
        final long lastGet = gets.lastCommit("get") - at(gets, 0, EventKind.EPOCH_CLOSING);
        found.need(
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

    private static void allTargets(final List<SeedRun> runs, final Finding found) {
        final SeedRun run = runs.get(0);
        final List<Integer> counts = List.of(1, 3);
        for (int target = 2; target < 4; target++) {
            final int expected = counts.get(target - 2);
            final List<Events.Event> counted = run.events().of(target, EventKind.EPOCH_COUNTED);
            found.need(
                    counted.size() == 2 && counted.stream().allMatch(e -> e.b() == expected),
                    "target %d has %d counts, not twice %d",
                    target,
                    counted.size(),
                    expected);
        }
        for (int node = 0; node < 2; node++) {
            final long last = run.events().last(node, EventKind.EPOCH_CLOSED).cycle();
            found.need(
                    run.events().count(node, EventKind.EPOCH_CLOSED) == 2 && run.done("close" + node) >= last,
                    "origin %d: %d targets closed, close done in cycle %d, last target in %d",
                    node,
                    run.events().count(node, EventKind.EPOCH_CLOSED),
                    run.done("close" + node),
                    last);
        }
        final int queued =
                run.events().count(2, EventKind.EPOCH_QUEUED) + run.events().count(3, EventKind.EPOCH_QUEUED);
        found.need(queued > 0, "no INIT was queued")
                .say(
                        "%d INIT queued; closes done in cycles %d and %d; deadlock_freedom: %s",
                        queued,
                        run.done("close0"),
                        run.done("close1"),
                        run.verdict("deadlock_freedom").extra().get("kind"))
                .needs(run, "deadlock_freedom", "epoch_closure", "data_integrity");
    }
}
