// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.PacketType;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Claim 1 of each seed patent, step by step, from the files of examples/seeds. */
public final class Stories {
    private static final Map<String, List<String>> FILES = new LinkedHashMap<>();

    static {
        FILES.put("dla", List.of("dla-a-first", "dla-b-first", "dla-overlapped"));
        FILES.put("fence", List.of("fence", "fence-network"));
        FILES.put("barrier", List.of("barrier"));
        FILES.put("epoch", List.of("epoch-early", "epoch-late"));
    }

    private Stories() {}

    public static List<String> names() {
        return List.copyOf(FILES.keySet());
    }

    /**
     * Runs the files of one story.
     *
     * @param folder the folder examples/seeds
     */
    public static List<ClaimStory> of(final String name, final Path folder) {
        final List<ClaimStory> stories = new ArrayList<>();
        for (final String file : FILES.get(name)) {
            final StoryRun run = new StoryRun(folder.resolve(file + ".litmus"));
            switch (name) {
                case "dla" -> stories.add(dla(file, run));
                case "fence" -> stories.add(fence(file, run));
                case "barrier" -> stories.add(barrier(file, run));
                default -> stories.add(epoch(file, run));
            }
        }
        return stories;
    }

    private static boolean isOf(final Events.Event e, final int channel) {
        return DlaTagEvent.channel(e.a()) == channel;
    }

    private static Events.Event onChannel(final StoryRun run, final int kind, final int channel) {
        return run.events().all(e -> e.node() == run.rank("One") && e.kind() == kind && isOf(e, channel)).stream()
                .findFirst()
                .orElse(Events.Event.NEVER);
    }

    /**
     * Returns the cycle of the first event of this kind at node `at` for a packet of type `ptype` to node `to`, or -1.
     */
    private static long packet(final StoryRun run, final int at, final int kind, final int ptype, final int to) {
        return run
                .events()
                .all(e -> e.node() == at
                        && e.kind() == kind
                        && Header0.ptype(e.a()) == ptype
                        && Header0.dst(e.a()) == run.run().machine().shape().coord(to))
                .stream()
                .mapToLong(Events.Event::cycle)
                .findFirst()
                .orElse(-1);
    }

    /**
     * Returns the cycle in which all credits of a process had returned to the pool. The FIFO is in order, so the
     * credits of the other process return first if its request entered first.
     */
    private static long unreserved(final StoryRun run, final int process, final long credits) {
        final long entered = onChannel(run, EventKind.DLA_ACCEPTED, process).cycle();
        final boolean second =
                onChannel(run, EventKind.DLA_ACCEPTED, 1 - process).cycle() < entered;
        final long others =
                second ? onChannel(run, EventKind.DLA_GRANTED, 1 - process).b() : 0;
        return run.home(others + credits);
    }

    /**
     * Returns the story of US 2016/0077997 (granted as US 10,129,329): six steps of process A with node 2, and of
     * process B with node 3.
     */
    static ClaimStory dla(final String file, final StoryRun run) {
        final ClaimStory story = new ClaimStory("US 2016/0077997, claim 1: " + file);
        final int one = run.rank("One");
        final String[] others = {"Two", "Three"};
        final long[] from = new long[2];
        final long[] to = new long[2];
        for (int t = 0; t < 2; t++) {
            final int other = run.rank(others[t]);
            final Operation alloc = run.ops("One", t, OpKind.DLA_ALLOC).get(0);
            final Operation get = run.ops("One", t, OpKind.GET).get(0);
            final Events.Event granted = onChannel(run, EventKind.DLA_GRANTED, t);
            final long removed = onChannel(run, EventKind.DLA_DRAINED, t).cycle();
            final long ended = onChannel(run, EventKind.DLA_ENDED, t).cycle();
            from[t] = granted.cycle();
            to[t] = Math.max(removed, ended);
            story.actor("process " + (t == 0 ? "A" : "B") + " of node " + one + ", with node " + other)
                    .step("(1)", run.posted(alloc), "allocation command received")
                    .step("(2)", granted.cycle(), "space reserved: %d credits", granted.b())
                    .step(
                            "(3)",
                            onChannel(run, EventKind.DLA_ACCEPTED, t).cycle(),
                            "RMA request entered into the node buffer")
                    .step(
                            "(4)",
                            packet(run, one, EventKind.PACKET_INJECTED, PacketType.GET, other),
                            "request sent over the network")
                    .step("(5)", removed, "request removed from the buffer")
                    .step(
                            "(6)",
                            unreserved(run, t, granted.b()),
                            "space un-reserved: its credits are back in the pool; the transaction has ended in cycle %d",
                            ended)
                    .step(
                            "(4)",
                            packet(run, other, EventKind.PACKET_DELIVERED, PacketType.GET, other),
                            "request at node %d",
                            other)
                    .step("(4)", run.done(get), "its data in the memory of node %d", one);
        }
        return pool(story.actor("the pool of node " + one), run, from, to, file.endsWith("overlapped"));
    }

    /** Compares the effects of the two reservations on the pool; each is granted in `from` and over in `to`. */
    private static ClaimStory pool(
            final ClaimStory story, final StoryRun run, final long[] from, final long[] to, final boolean overlapped) {
        for (int t = 0; t < 2; t++) {
            final int u = 1 - t;
            final long before = run.after(from[t] - 2).held();
            final boolean shared = from[u] <= to[t] + 2 && to[u] + 2 >= to[t];
            final long after = run.after(to[t] + 2).held();
            story.note(
                    run.after(from[t]).held() > before && (shared || after == 0),
                    "process %s: %d credits held before its allocation, %d after it, %d after its end",
                    t == 0 ? "A" : "B",
                    before,
                    run.after(from[t]).held(),
                    after);
        }
        final boolean overlap = Math.max(from[0], from[1]) <= Math.min(to[0], to[1]);
        return story.note(
                        overlap == overlapped,
                        "the reservations %s",
                        overlap ? "overlap" : "do not overlap: " + (from[0] < from[1] ? "A" : "B") + " came first")
                .note(
                        run.atEnd().isAtRest(),
                        "at the end: %d credits held, FIFO pointers %d and %d: all counters as after reset",
                        run.atEnd().held(),
                        run.atEnd().write(),
                        run.atEnd().read());
    }

    /** Returns the story of US 9,047,150 or, if origin and target are different nodes, of US 9,104,512. */
    private static ClaimStory fence(final String file, final StoryRun run) {
        final boolean same = run.rank("T") < 0;
        final ClaimStory story = new ClaimStory((same ? "US 9,047,150" : "US 9,104,512") + ", claim 1: " + file);
        final int origin = run.rank("N");
        final int target = same ? origin : run.rank("T");
        final List<Operation> sends = run.ops("N", -1, OpKind.PUT);
        final Operation fence = run.ops("N", -1, OpKind.FLUSH).get(0);
        story.actor("origin node " + origin + ", target node " + target);
        for (final Operation send : sends) {
            story.step(
                    "(1)", run.posted(send), "SEND of %d bytes received and posted to the work queue", send.length());
        }
        story.step("(2)", run.posted(fence), "FENCE for the pair received, and (5) posted behind them");
        story.actor(
                same ? "(3) both on node " + origin + ", through its memory" : "deterministic network between them");
        long last = -1;
        int number = 0;
        for (final Events.Event e : run.events().of(origin, EventKind.OP_ISSUED)) {
            if (number < sends.size()) {
                story.step("(4)", e.cycle(), "SEND %d taken from the queue, tag %d", ++number, Descriptor0.tag(e.a()));
            }
        }
        for (final Operation send : sends) {
            last = Math.max(last, run.lastCommit(send));
        }
        final long armed = run.events().first(origin, EventKind.FLUSH_ARMED).cycle();
        final long links = run.run().result().report().metrics().flitHops()
                - run.run().result().report().metrics().flits();
        if (!same) {
            story.step("(6)", armed, "FENCE at the head of the queue: its leg goes out behind the SENDs");
        } else {
            story.note(links == 0, "%d flits on links", links);
        }
        return story.actor("completion")
                .step("(6)", last, "all SENDs are in the memory of node %d", target)
                .step("(6)", run.done(fence), "FENCE executed: the application is told")
                .note(run.done(fence) > last, "%d cycles after the last byte", run.done(fence) - last);
    }

    /** Returns the story of US 9,459,934. */
    private static ClaimStory barrier(final String file, final StoryRun run) {
        final ClaimStory story = new ClaimStory("US 9,459,934, claim 1: " + file);
        long entered = -1;
        for (final String name : List.of("N", "M")) {
            final BarrierTrace trace = new BarrierTrace(run.run(), run.rank(name));
            story.actor("node " + trace.node + ": N = " + trace.tasks + " tasks, P = " + trace.power);
            long others = -1;
            for (int t = 0; t < trace.tasks; t++) {
                final Events.Event join = trace.joins.get(t).isEmpty()
                        ? Events.Event.NEVER
                        : trace.joins.get(t).get(0);
                others = Math.max(others, t == 0 ? -1 : join.cycle());
                story.note(
                        join.isSeen(),
                        "task %d %s joins the single local barrier in cycle %d, C = %d",
                        t,
                        t == 0 ? "(is master)" : "(is not master)",
                        join.cycle(),
                        join.b());
            }
            final Events.Event global = trace.globals.isEmpty() ? Events.Event.NEVER : trace.globals.get(0);
            entered = Math.max(entered, global.cycle());
            story.step("", others, "all other tasks of the node have joined")
                    .step("", global.cycle(), "its master joins the global barrier, C - B = %d = N - 1", global.b())
                    .note(global.b() == trace.tasks - 1, "not earlier: C - B was N - 1");
        }
        for (final String name : List.of("N", "M")) {
            final Events.Event released = run.events().first(run.rank(name), EventKind.BARRIER_RELEASED);
            story.actor("node " + run.rank(name))
                    .step("", entered, "all masters are in the global barrier")
                    .step(
                            "",
                            released.cycle(),
                            "the master adds P - N + 1 = 2, C = %d, all tasks released (mask %x)",
                            released.b(),
                            released.a());
        }
        return story;
    }

    /** Returns the story of US 8,676,917. */
    private static ClaimStory epoch(final String file, final StoryRun run) {
        final ClaimStory story = new ClaimStory("US 8,676,917, claim 1: " + file);
        final int origin = run.rank("Origin");
        final int target = run.rank("Target");
        final List<Operation> puts = run.ops("Origin", -1, OpKind.PUT);
        final Operation get = run.ops("Origin", -1, OpKind.GET).get(0);
        final Operation rejected = puts.get(2);
        final Events events = run.events();
        final Events.Event closing = events.first(origin, EventKind.EPOCH_CLOSING);
        final long lastPut = Math.max(run.lastCommit(puts.get(0)), run.lastCommit(puts.get(1)));
        final long lastGet = run.lastCommit(get);
        final boolean early = closing.cycle() < Math.max(lastPut, lastGet);
        story.actor("opening")
                .step(
                        "init",
                        events.first(target, EventKind.EPOCH_EXPOSED).cycle(),
                        "EPOCH_INIT: node %d restricts access",
                        target)
                .step(
                        "open",
                        events.first(origin, EventKind.EPOCH_OPENED).cycle(),
                        "the epoch is open at node %d",
                        origin)
                .actor("transfers")
                .step("put", run.posted(puts.get(0)), "put counter 1 at initiation")
                .step("put", run.posted(puts.get(1)), "put counter 2 at initiation")
                .step("get", run.posted(get), "get counter 1 at initiation")
                .actor("closing begins " + (early ? "before" : "after") + " the transfers are complete")
                .step("", closing.cycle(), "closing stage, put counter frozen at %d", closing.b())
                .step(
                        "",
                        events.first(origin, EventKind.OP_REJECTED).cycle(),
                        "a further put is rejected: %s",
                        run.run().execution().table().result(rejected.id()))
                .note(
                        run.run().execution().table().result(rejected.id()) == Result.REJECTED,
                        "no transfer enters the closing epoch");
        closes(story, run, lastPut, lastGet);
        return story.note(
                early == file.endsWith("early"),
                "closing began %s the transfers were complete",
                early ? "before" : "after");
    }

    /** Compares the steps from the counts at the target to the lifting of the limits. */
    private static void closes(final ClaimStory story, final StoryRun run, final long lastPut, final long lastGet) {
        final int origin = run.rank("Origin");
        final int target = run.rank("Target");
        final Events events = run.events();
        final Events.Event closing = events.first(origin, EventKind.EPOCH_CLOSING);
        final Events.Event counted = events.first(target, EventKind.EPOCH_COUNTED);
        final Events.Event acked = events.first(target, EventKind.EPOCH_ACKED);
        final Events.Event closed = events.first(origin, EventKind.EPOCH_CLOSED);
        story.actor("target")
                .note(lastPut >= 0, "last put in its memory in cycle %d", lastPut)
                .step("", counted.cycle(), "put counter %d received", counted.b())
                .step("", acked.cycle(), "got counter %d equals it: acknowledged", acked.b())
                .note(acked.cycle() > lastPut, "not before the last put is in memory")
                .actor("origin")
                .note(lastGet >= 0, "last get in its memory in cycle %d: get counter 0", lastGet)
                .step(
                        "",
                        closed.cycle(),
                        "closed, %d cycles after the closing stage began",
                        closed.cycle() - closing.cycle())
                .note(closed.cycle() > acked.cycle() && closed.cycle() >= lastGet, "both conditions are met")
                .actor("end")
                .step(
                        "term",
                        events.first(target, EventKind.EPOCH_FREED).cycle(),
                        "EPOCH_TERM: node %d lifts the limits",
                        target);
    }
}
