// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.EpochEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * All checkers of one run. The program determines the required behaviour; the events and the memory are the evidence of
 * the actual behaviour (D5). The checkers use neither an engine nor the executor. The caller that runs the program
 * passes every batch of events to {@link #events} before software acts on it, and calls {@link #posted} and {@link
 * #completed} when software hands over or ends an operation.
 */
public final class Checks {
    private final Program program;
    private final MachineConfig config;
    private final OpTimes times;
    private final Shadow shadow;
    private final Messages messages;
    private final ContestedWrites contested;
    private final CommitLedger ledger;
    private final FenceAccount flushes;
    private final FenceChecker fences;
    private final EpochChecker epochs;
    private final BarrierChecker barriers;
    private final PacketAccount packets;
    private final Routes routes;
    private final InjectionAccount injections;
    private final HeaderAccount headers;
    private final Fairness fairness;
    private final CounterAccount counters;
    private final DlaAccount dla;
    private final Shadow.HostReads reads;
    private final CollectiveResults collectives;
    private final TreeStores tree;
    private final DeviceDelivery device; // or null
    private final TreeAccount treePackets;
    private final TagOwners tags;
    private final Refusals refusals;
    private final OrderWatch watch;
    private final Violations.Clock clock = new Violations.Clock();
    private final Violations data = new Violations(clock);
    private final Violations broken = new Violations(clock);

    public Checks(final Program program, final MachineConfig config) {
        this.program = program;
        this.config = config;
        times = new OpTimes(program);
        tags = new TagOwners(program.nodes());
        final Checker.Subject all = new Checker.Subject(program, config, times, tags);
        shadow = new Shadow(program, config.latency().software());
        final SourceHistory history = SourceHistory.of(program, shadow);
        shadow.tell(history);
        counters = new CounterAccount(program, data);
        watch = new OrderWatch(all, clock);
        epochs = new EpochChecker(all, clock);
        final Landings landings = new Landings(program, watch, epochs);
        messages = new Messages(all, shadow, landings, data);
        contested = new ContestedWrites(program, config.shape(), times, tags, history, landings);
        ledger = new CommitLedger(all, shadow, messages, history, counters, contested, landings, data);
        flushes = new FenceAccount(all, new Violations(clock));
        fences = new FenceChecker(all, history, ledger.atomics(), flushes);
        barriers = new BarrierChecker(all, clock);
        packets = new PacketAccount(config.shape());
        routes = new Routes(all, broken);
        injections = new InjectionAccount(program.nodes(), broken);
        headers = new HeaderAccount(config.shape(), broken);
        dla = new DlaAccount(program, config, tags, broken);
        refusals = new Refusals(all, broken);
        reads = new Shadow.HostReads(shadow, data);
        collectives = new CollectiveResults(program, shadow, data);
        tree = new TreeStores(program, shadow, config.latency().software(), data);
        device = DeviceDelivery.of(program, config, shadow, clock);
        treePackets = new TreeAccount(config);
        fairness = new Fairness(all, routes, new Violations(clock));
    }

    /**
     * Notes that software hands over an operation.
     *
     * @param tag tag of the operation, or the epoch index of an EPOCH_OPEN; -1 for none
     * @param cycle earliest cycle in which the operation can act; a local store acts in exactly this cycle
     */
    public void posted(final Operation op, final int tag, final long cycle) {
        if (op.kind() == OpKind.EPOCH_OPEN) { // the tag is an epoch index
            epochs.given(op, tag);
        } else {
            tags.given(op, tag);
        }
        final boolean first = times.postedAt(op.id()) < 0;
        times.posted(op, cycle);
        if (!first) {
            return;
        }
        if (op.kind() == OpKind.STORE
                || op.kind() == OpKind.FILL
                || op.kind() == OpKind.ADD_LOCAL
                || op.kind() == OpKind.CAS_LOCAL) {
            shadow.schedule(op, cycle);
        }
        if (op.kind().isWordLoop()) {
            shadow.scheduleLoop(op, cycle);
        }
        if (op.kind() == OpKind.BARRIER) {
            barriers.posted(op, cycle);
        }
        if (op.kind() == OpKind.DEVICE_RECEIVE) {
            device.posted(op);
        }
        tree.posted(op);
        watch.posted(op);
        ledger.posted(op);
        counters.posted(op, cycle);
    }

    /** Notes the commands that software is about to give to the engine. */
    public void commands(final CommandBuffer commands) {
        for (int i = 0; i < commands.count(); i++) {
            final int op = commands.op(i);
            dla.command(commands, i);
            ledger.atomics().command(commands, i);
            flushes.command(commands, i);
            headers.command(commands, i);
            if (op == TileCommand.POST) {
                injections.posted(commands, i);
            } else if (op == TileCommand.BAR_ENTER) {
                barriers.command(commands.cycle(i), commands.node(i), commands.word(i, 0));
            } else if (op == TileCommand.MSG_CREDIT) {
                refusals.credits(commands.word(i, 0), commands.word(i, 1));
            } else if (op == TileCommand.TREE_GIVE) {
                treePackets.given(commands.node(i), commands.word(i, 0), commands.word(i, 1));
            } else if (op >= TileCommand.DLA_ALLOC) {
                reads.command(commands.node(i), op, commands.word(i, 0), commands.seq(i));
                shadow.command(commands, i);
                if (device != null) {
                    device.command(commands, i);
                }
            }
        }
    }

    /** Notes that an operation has ended, with `result`, by an event of this cycle. */
    public void completed(final Operation op, final long cycle, final Result result) {
        times.completed(op, cycle, result);
        if (result != Result.DONE) {
            ledger.refused(op, result);
        } else if (op.kind() == OpKind.BARRIER) {
            barriers.completed(op, cycle);
        } else if (op.kind().isDevice()) {
            device.completed(op, cycle);
        } else {
            watch.completed(op, cycle);
            if (collectives.isEnd(op)) {
                reads.settle(Long.MAX_VALUE, -1); // only after this do the stores of the cycle act
                collectives.completed(op, cycle);
            }
        }
    }

    /**
     * Hot path: passes a batch of events to the checkers, before software reacts to any of them, and rewinds the
     * cursor.
     */
    public void events(final EventCursor batch) {
        watch.batchBegins();
        batch.rewind();
        while (batch.next()) {
            clock.at(batch.cycle());
            if (batch.node() < 0 || batch.node() >= program.nodes()) {
                nonsense(batch.cycle(), "an event of node " + batch.node() + ", which there is not");
            } else {
                reads.settle(batch.cycle(), batch.node());
                event(batch);
            }
        }
        dla.batchEnds();
        batch.rewind();
    }

    /** Reports an event that no correct machine can produce. */
    public void nonsense(final long cycle, final String what) {
        data.add("cycle " + cycle + ": " + what);
    }

    /**
     * Returns the cycle of the first event that shows a violation, or -1. Violations that only the final judgement
     * finds have no such event.
     */
    public long firstViolation() {
        return clock.first();
    }

    private void event(final EventCursor e) {
        final long now = e.cycle();
        switch (e.kind()) {
            case EventKind.COMMITTED -> {
                ledger.committed(now, e.node(), e.a(), e.b(), e.c());
                if (CommitEvent.port(e.a()) == HwLayout.MOST_PORTS) {
                    dla.status(now, e.node(), e.a(), e.b(), e.c());
                }
                if (device != null) {
                    device.committed(now, e.node(), e.a(), e.b(), e.c());
                }
            }
            case EventKind.DEVICE_ANSWER -> {
                if (device != null) {
                    device.answered(now, e.node(), e.a(), e.b());
                }
            }
            case EventKind.LOADED, EventKind.POLLED -> reads.answered(now, e.node(), e.a(), e.b());
            case EventKind.OP_ISSUED -> issued(e);
            case EventKind.OP_LOCAL, EventKind.OP_REJECTED -> injections.event(e);
            case EventKind.OP_RESULT -> ledger.atomics().result(now, e.node(), (int) OpEvent.tag(e.a()), e.b());
            case EventKind.OP_REFUSED -> refusals.told(now, e.node(), (int) OpEvent.tag(e.a()));
            case EventKind.BARRIER_JOINED, EventKind.BARRIER_REFUSED -> barriers.joined(
                    now, e.node(), e.a(), e.b(), e.kind() == EventKind.BARRIER_JOINED);
            case EventKind.BARRIER_GLOBAL -> barriers.global(now, e.node(), e.a(), e.b());
            case EventKind.BARRIER_RELEASED -> barriers.released(now, e.node(), e.a(), e.b());
            case EventKind.BARRIER_COUNTER -> barriers.counter(now, e.node(), e.b());
            case EventKind.PACKET_INJECTED -> injected(e);
            case EventKind.PACKET_DELIVERED -> delivered(now, e.node(), e.unit(), e.a(), e.b());
            case EventKind.COUNTER_ZERO -> counters.zero(now, e.node(), e.a());
            case EventKind.MSG_ARRIVED -> messages.arrived(
                    now, e.node(), e.a(), Routes.rank(config.shape(), MessageEvent.origin(e.a())));
            case EventKind.EPOCH_EXPOSED -> epochs.exposed(
                    now,
                    e.node(),
                    (int) EpochEvent.entry(e.a()),
                    Routes.rank(config.shape(), EpochEvent.origin(e.a())),
                    e.b());
            case EventKind.EPOCH_ACKED -> epochs.acked(now, e.node(), (int) EpochEvent.entry(e.a()));
            case EventKind.EPOCH_CLOSED -> epochs.closed(now, e.node(), (int) e.a(), e.b() != 0);
            case EventKind.EPOCH_ENDED -> {
                epochs.ended(now, e.node(), (int) e.a());
                refusals.ended(now, e.node(), e.a());
            }
            case EventKind.EPOCH_DENIED -> refusals.denied(e.node(), e.a());
            case EventKind.TREE_ARRIVED -> treePackets.arrived(e.node(), e.a());
            case EventKind.TREE_REFUSED -> treePackets.refused(e.node(), e.b());
            case EventKind.TREE_HEAD -> tree.head(now, e.node(), e.a());
            case EventKind.TREE_DATA -> tree.data(now, e.node(), e.a(), e.b());
            case EventKind.EPOCH_FREED -> epochs.freed(now, e.node(), (int) EpochEvent.entry(e.a()));
            case EventKind.FLUSH_ARMED, EventKind.FLUSH_DONE, EventKind.FENCE_DONE -> flushed(e);
            default -> {
                if (e.kind() >= EventKind.DLA_GRANTED && e.kind() <= EventKind.DLA_CLEARED) {
                    dla.event(now, e.node(), e.kind(), e.a(), e.b());
                    flushes.dla(now, e.node(), e.kind());
                }
            }
        }
    }

    private void issued(final EventCursor e) {
        injections.event(e);
        flushes.issued(e.cycle(), e.node(), e.a());
        headers.issued(e.cycle(), e.node(), e.a());
    }

    private void flushed(final EventCursor e) {
        routes.fence(e.cycle(), e.node(), e.kind(), e.a(), e.b());
        flushes.fence(e.cycle(), e.node(), e.kind(), e.a(), e.b());
    }

    private void injected(final EventCursor e) {
        final long now = e.cycle();
        final int node = e.node();
        final long w0 = e.a();
        final long w1 = e.b();
        injections.event(e);
        routes.injected(now, node, w0, w1);
        headers.injected(now, node, e.unit(), w0, w1);
        flushes.injected(now, node, e.unit(), w0, w1);
        contested.injected(w0, w1);
        refusals.injected(now, node, w0, w1);
        if (Routes.rank(config.shape(), Header0.src(w0)) >= 0) {
            packets.injected(now, w0, w1);
            epochs.injected(now, w0, w1);
            fairness.injected(node, w0, w1);
            if (isInline(w0)) {
                dla.injected(now, node, (int) Header1.tag(w1));
            }
        }
    }

    private void delivered(final long now, final int node, final int unit, final long w0, final long w1) {
        routes.delivered(now, node, w0, w1);
        flushes.delivered(now, node, unit, w0, w1);
        contested.delivered(w0, w1);
        refusals.delivered(node, w0, w1);
        final int origin = Routes.rank(config.shape(), Header0.src(w0));
        if (origin >= 0) {
            epochs.strangers().delivered(now, node, unit, origin, w0, w1);
            fairness.delivered(now, node, origin, w0, w1, packets.delivered(now, w0, w1));
            if (isInline(w0)) {
                dla.delivered(now, origin, (int) Header1.tag(w1));
            }
        }
    }

    private static boolean isInline(final long w0) {
        return Header0.ptype(w0) <= PacketType.CAS;
    }

    /** Returns the seven verdicts, in the order of summary.json, and device_delivery if the program has messages. */
    public List<Verdict> finish(final RunEnd end) {
        clock.at(end.cycle());
        reads.settle(Long.MAX_VALUE, -1);
        shadow.advance(Long.MAX_VALUE);
        ledger.tell(end.drained());
        ledger.completions();
        if (end.drained()) {
            ledger.finish();
            collectives.finish();
            shadow.compare(end.memory(), data);
        }
        final long bytes = ledger.compared() + collectives.compared();
        final Verdict integrity = Verdict.of("data_integrity", bytes, data, "bytes written once, with their own value");
        final List<Verdict> verdicts = new ArrayList<>(List.of(
                Verdict.deadlockFreedom(end, packets.packets(), packets.inFlight()),
                fences.finish(end.drained()),
                epochs.finish(end.drained()),
                barriers.finish(),
                integrity,
                conservation(end),
                fairness.finish(end, packets.oldest(), end.stats().flitHops())));
        if (device != null) {
            verdicts.add(device.finish(end));
        }
        return verdicts;
    }

    private Verdict conservation(final RunEnd end) {
        long checked = end.stats().conservationChecks() + injections.judged();
        if (end.stats().conservationFailures() > 0) {
            broken.add(
                    end.failure().isEmpty()
                            ? end.stats().conservationFailures() + " credit sums are wrong"
                            : end.failure());
        }
        if (end.drained()) {
            dla.finish(end.cycle());
            routes.finish();
            injections.finish();
            checked += packets.compare(broken) + treePackets.compare(end.treeLinks(), broken);
        }
        return Verdict.of("conservation", checked, broken, "conserved quantities");
    }

    /**
     * Returns the cycles in which each operation was handed over, wrote its first and its last byte, and was completed;
     * -1 stands for never.
     */
    public OpTimes times() {
        return times;
    }

    public long packets() {
        return packets.packets();
    }

    public long flits() {
        return packets.flits();
    }

    /** Returns the latencies of the delivered packets, in cycles. */
    public Histogram latency() {
        return packets.latency();
    }
}
