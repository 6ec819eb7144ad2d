// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EpochEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.LongTable;
import fairlead.machine.MachineConfig;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import fairlead.program.Strangers;
import fairlead.verdict.Checker.MemoryWrite;
import fairlead.verdict.Checker.Packet;
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
    /** Cycles from a violation to the event that shows it, which the end of a run takes into account. */
    public static final int LATEST = 5000;

    private final JudgedRun run;
    private final int nodes;
    private final Packet packet; // that the current event tells of
    private final MemoryWrite write = new MemoryWrite();
    private final CommitLedger ledger;
    private final BarrierChecker barriers;
    private final PacketAccount packets;
    private final Routes routes;
    private final InjectionAccount injections;
    private final HeaderAccount headers;
    private final Fairness fairness;
    private final Shadow.HostReads reads;
    private final WholeAccounts whole;
    private final CollectiveResults collectives;
    private final CollectiveResults.TreeStores tree;
    private final DeviceDelivery device; // or null
    private final TreeAccount treePackets;
    private final Refusals refusals;
    private final RouterAccount routers; // or null

    /** @param routers account of the performance counters, or null if the run does not count */
    public Checks(Program program, MachineConfig config, RouterAccount routers) {
        this(program, config, routers, null, false);
    }

    /**
     * @param strangers what is the program's and what is not, in a run beside strangers; else null
     * @param grows whether all operations of the program come by {@link #added}
     */
    public Checks(Program program, MachineConfig config, RouterAccount routers, Strangers strangers, boolean grows) {
        this.routers = routers;
        run = new JudgedRun(program, config, strangers, grows);
        nodes = program.nodes();
        packet = new Packet(config.shape());
        ledger = new CommitLedger(run);
        barriers = new BarrierChecker(run);
        packets = new PacketAccount(nodes, config.stamps());
        routes = new Routes(run);
        boolean turns = strangers == null && !config.dla().options().bypass(); // with it, a store that waits stops all
        injections = new InjectionAccount(nodes, turns, run.broken);
        headers = new HeaderAccount(config.shape(), config.stamps(), run.broken);
        whole = new WholeAccounts(run, injections);
        refusals = new Refusals(run);
        reads = new Shadow.HostReads(run);
        collectives = new CollectiveResults(run);
        tree = new CollectiveResults.TreeStores(run);
        device = ledger.usesDevice ? new DeviceDelivery(run) : null;
        treePackets = new TreeAccount(config);
        fairness = new Fairness(run, routes, whole.waits, whole.turns, whole.dla);
    }

    /** Notes that the program has this operation, the next one by its id, before anything else tells of it. */
    public void added(Operation op) {
        run.added(op);
        barriers.added(op);
    }

    /**
     * Notes that software hands over an operation.
     *
     * @param tag tag of the operation, or the epoch index of an EPOCH_OPEN; -1 for none
     * @param cycle earliest cycle in which the operation can act; a local store acts in exactly this cycle
     */
    public void posted(Operation op, int tag, long cycle) {
        if (op.kind() == OpKind.EPOCH_OPEN) { // the tag is an epoch index
            run.epochs.given(op, tag);
        } else {
            run.given(op, tag);
        }
        boolean first = run.times.postedAt(op.id()) < 0;
        run.times.posted(op, cycle);
        if (!first) {
            return;
        }
        run.shadow.posted(op, cycle);
        if (op.kind() == OpKind.BARRIER) {
            barriers.posted(op, cycle);
        }
        if (device != null) {
            device.posted(op);
        }
        tree.posted(op);
        run.fences.posted(op);
        ledger.posted(op, tag, cycle);
    }

    /** Notes the commands that software is about to give to the engine. */
    public void commands(CommandBuffer commands) {
        for (int i = 0; i < commands.count(); i++) {
            int op = commands.op(i);
            if (run.others != null && run.others.gives(commands, i)) {
                continue;
            }
            whole.command(commands, i);
            ledger.atomics.command(commands, i);
            headers.command(commands, i);
            switch (op) {
                case TileCommand.POST -> {}
                case TileCommand.BAR_ENTER -> barriers.command(
                        commands.cycle(i), commands.node(i), commands.word(i, 0));
                case TileCommand.MSG_CREDIT, TileCommand.EPOCH_ADMIT -> refusals.command(commands, i);
                case TileCommand.TREE_GIVE -> treePackets.given(
                        commands.node(i), commands.word(i, 0), commands.word(i, 1));
                case TileCommand.COUNT_CONTROL -> {
                    if (routers != null) {
                        routers.command(commands, i);
                    }
                }
                default -> {
                    reads.command(commands.node(i), op, commands.word(i, 0), commands.seq(i));
                    run.shadow.command(commands, i);
                    if (device != null) {
                        device.command(commands, i);
                    }
                }
            }
        }
    }

    /** Notes that an operation has ended, with `result`, by an event of this cycle. */
    public void completed(Operation op, long cycle, Result result) {
        run.times.completed(op, cycle, result);
        if (result != Result.DONE) {
            ledger.refused(op, result);
        } else if (op.kind() == OpKind.BARRIER) {
            barriers.completed(op, cycle);
        } else if (op.kind().isDevice()) {
            device.completed(op, cycle);
        } else {
            run.fences.completed(op, cycle);
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
    public void events(EventCursor batch) {
        run.fences.batchBegins();
        batch.rewind();
        while (batch.next()) {
            run.clock.at(batch.cycle());
            if (batch.node() < 0 || batch.node() >= nodes) {
                nonsense(batch.cycle(), "an event of node " + batch.node() + ", which there is not");
            } else {
                reads.settle(batch.cycle(), batch.node());
                event(batch, batch.cycle(), batch.node(), batch.a(), batch.b());
            }
        }
        whole.batchEnds();
        batch.rewind();
    }

    /** Reports an event that no correct machine can produce. */
    public void nonsense(long cycle, String what) {
        run.data.add("cycle " + cycle + ": " + what);
    }

    /**
     * Returns the cycle of the first event that shows a violation, or -1. Violations that only the final judgement
     * finds have no such event.
     */
    public long firstViolation() {
        return run.clock.first();
    }

    /**
     * Returns the same for the decision to end the run: a violation that is known late counts as {@link #LATEST} cycles
     * before the event that has shown it.
     */
    public long endingViolation() {
        return run.clock.ends();
    }

    private void event(EventCursor e, long now, int node, long a, long b) {
        if (run.others != null && run.others.caused(node, e.kind(), a, b)) {
            if (e.kind() == EventKind.COMMITTED) {
                run.shadow.advance(now);
                run.shadow.write(write.set(now, node, a, b, e.c()));
            }
            return;
        }
        judged(e, now, node, a, b);
        whole.event(e, now, node, a, b);
    }

    private void judged(EventCursor e, long now, int node, long a, long b) {
        switch (e.kind()) {
            case EventKind.COMMITTED -> committed(write.set(now, node, a, b, e.c()));
            case EventKind.PACKET_INJECTED -> injected(packet.set(now, node, e.unit(), a, b));
            case EventKind.PACKET_DELIVERED -> delivered(packet.set(now, node, e.unit(), a, b));
            case EventKind.DEVICE_ANSWER -> answered(now, node, a, b);
            case EventKind.LOADED, EventKind.POLLED -> reads.answered(now, node, a, b);
            case EventKind.OP_ISSUED -> {
                whole.advance(now, node);
                injections.issued(now, node, a);
                headers.issued(now, node, a);
            }
            case EventKind.OP_LOCAL -> injections.local(now, node, e.unit() - EventUnit.LOCAL0, a, b);
            case EventKind.OP_REJECTED -> {
                whole.advance(now, node);
                injections.rejected(node, OpEvent.tag(a));
            }
            case EventKind.OP_RESULT -> ledger.atomics.result(now, node, (int) OpEvent.tag(a), b);
            case EventKind.OP_REFUSED -> refusals.told(now, node, a);
            case EventKind.COUNTER_ZERO -> ledger.counters.zero(now, node, a);
            case EventKind.MSG_ARRIVED -> ledger.messages.arrived(now, node, a);
            case EventKind.BARRIER_JOINED -> barriers.joined(now, node, a, b, true);
            case EventKind.BARRIER_REFUSED -> barriers.joined(now, node, a, b, false);
            case EventKind.BARRIER_GLOBAL -> barriers.global(now, node, a, b);
            case EventKind.BARRIER_RELEASED -> barriers.released(now, node, a, b);
            case EventKind.BARRIER_COUNTER -> barriers.counter(now, node, b);
            case EventKind.EPOCH_EXPOSED -> run.epochs.exposed(now, node, a, b);
            case EventKind.EPOCH_ACKED -> run.epochs.acked(now, node, (int) EpochEvent.entry(a));
            case EventKind.EPOCH_FREED -> run.epochs.freed(now, node, (int) EpochEvent.entry(a));
            case EventKind.EPOCH_CLOSED -> run.epochs.closed(now, node, (int) a, b != 0);
            case EventKind.EPOCH_ENDED -> {
                run.epochs.ended(now, node, (int) a);
                refusals.ended(now, node, a);
            }
            case EventKind.EPOCH_DENIED -> refusals.denied(now, node, a, b);
            case EventKind.TREE_ARRIVED -> treePackets.arrived(node, a);
            case EventKind.TREE_REFUSED -> treePackets.refused(node, a, b);
            case EventKind.TREE_HEAD -> tree.head(now, node, a);
            case EventKind.TREE_DATA -> tree.data(now, node, a, b);
            case EventKind.FLUSH_ARMED, EventKind.FLUSH_DONE, EventKind.FENCE_DONE -> {
                routes.fence(now, node, e.kind(), a, b);
                if (routers != null && e.kind() == EventKind.FLUSH_ARMED) {
                    routers.armed(node);
                }
            }
            default -> {}
        }
    }

    private void answered(long now, int node, long a, long b) {
        if (device != null) {
            device.answered(now, node, a, b);
        }
    }

    private void committed(MemoryWrite w) {
        ledger.committed(w);
        whole.committed(w);
        if (device != null) {
            device.committed(w);
        }
    }

    private void injected(Packet p) {
        if (routers != null) {
            routers.injected(p);
        }
        injections.injected(p);
        routes.injected(p);
        boolean theirs = run.isOfStrangers(p);
        if (!theirs) {
            headers.injected(p);
            refusals.injected(p);
            ledger.atomics.injected(p);
        }
        if (p.src >= 0) {
            packets.injected(p);
            fairness.injected(p);
        }
        if (p.src >= 0 && !theirs) {
            run.epochs.injected(p);
        }
        whole.injected(p);
    }

    private void delivered(Packet p) {
        routes.delivered(p);
        boolean theirs = run.isOfStrangers(p);
        if (!theirs) {
            ledger.contested.delivered(p);
            ledger.atomics.delivered(p);
            refusals.delivered(p);
        }
        long entered = p.src < 0 ? LongTable.ABSENT : packets.delivered(p);
        if (p.src >= 0 && !theirs) {
            run.epochs.strangers.delivered(p);
        }
        if (p.src >= 0) {
            fairness.delivered(p, entered);
        }
        whole.delivered(p);
        if (routers != null) {
            routers.delivered(p, entered);
        }
    }

    /** Returns the seven verdicts, in the order of summary.json, and device_delivery if the program has messages. */
    public List<Verdict> finish(RunEnd end) {
        run.clock.at(end.cycle());
        reads.settle(Long.MAX_VALUE, -1);
        run.shadow.advance(Long.MAX_VALUE);
        ledger.tell(end.drained());
        if (end.drained()) {
            ledger.finish();
            collectives.finish();
            run.shadow.compare(end.memory(), run.data);
        }
        long bytes = ledger.compared() + collectives.compared;
        List<Verdict> verdicts = new ArrayList<>(List.of(
                Verdict.deadlockFreedom(end, packets.packetsOut, packets.packetsIn - packets.packetsOut),
                run.fences.finish(end.drained(), ledger.atomics, whole.flushes),
                run.epochs.finish(end.drained()),
                barriers.finish(),
                Verdict.of("data_integrity", bytes, run.data, "bytes written once, with their own value"),
                conservation(end),
                fairness.finish(end, packets.oldest(), end.stats().flitHops())));
        if (device != null) {
            verdicts.add(device.finish(end));
        }
        return verdicts;
    }

    private Verdict conservation(RunEnd end) {
        long checked = end.stats().conservationChecks() + injections.judged;
        long failures = end.stats().conservationFailures();
        if (failures > 0) {
            run.broken.add(end.failure().isEmpty() ? failures + " credit sums are wrong" : end.failure());
        }
        if (end.drained()) {
            whole.finish(end.cycle());
            routes.finish();
            injections.finish();
            checked += packets.compare(run.broken) + treePackets.compare(end.treeLinks(), run.broken);
        }
        return Verdict.of("conservation", checked, run.broken, "conserved quantities");
    }

    /**
     * Returns the cycles in which each operation was handed over, wrote its first and its last byte, and was completed;
     * -1 stands for never.
     */
    public OpTimes times() {
        return run.times;
    }

    /** Returns the greatest number of cycles that a packet of the run may take (docs/use/verdicts.md). */
    public long bound() {
        return fairness.bound();
    }

    public long packets() {
        return packets.packetsOut;
    }

    public long flits() {
        return packets.flitsOut;
    }

    /** Returns the latencies of the delivered packets, in cycles. */
    public Histogram latency() {
        return packets.latency;
    }
}
