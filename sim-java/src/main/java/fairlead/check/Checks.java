// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.engine.EventCursor;
import fairlead.engine.MachineConfig;
import fairlead.hw.HwLayout.EpochEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * All checkers of one run. The obligation comes from the program, the evidence from the events and the memory (D5). Knows neither an engine nor the executor: whoever
 * plays the program shows every batch of events before software acts on it, and calls {@link #posted} and {@link #completed} as it acts.
 */
public final class Checks {
    private final Program program;
    private final MachineConfig config;
    private final OpTimes times;
    private final Shadow shadow;
    private final Messages messages;
    private final CommitLedger ledger;
    private final FenceChecker fences;
    private final EpochChecker epochs;
    private final BarrierChecker barriers;
    private final PacketAccount packets;
    private final Violations data = new Violations();

    public Checks(final Program program, final MachineConfig config) {
        this.program = program;
        this.config = config;
        times = new OpTimes(program);
        shadow = new Shadow(program);
        messages = new Messages(program, config.buffers().reception(), shadow, times, data);
        ledger = new CommitLedger(
                program,
                shadow,
                times,
                messages,
                config.dla().options().writesStatus() ? config.dla().options().statusAddress() : -1,
                data);
        fences = new FenceChecker(program, times);
        epochs = new EpochChecker(program, times);
        barriers = new BarrierChecker(program, times);
        packets = new PacketAccount(config.shape());
    }

    /** Software hands an operation over under this tag (-1: none); it will act in this cycle at the earliest, a local store in exactly this cycle. */
    public void posted(final Operation op, final int tag, final long cycle) {
        if (AtomicLedger.isAtomic(op)) {
            ledger.atomics().tagged(op, tag);
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
        ledger.posted(op);
        epochs.posted(op);
    }

    /** An operation has ended: its terminal event came in this cycle. */
    public void completed(final Operation op, final long cycle, final Result result) {
        times.completed(op, cycle, result);
        if (result != Result.DONE) {
            ledger.refused(op, result);
        }
    }

    /** Hot path: a batch of events, before software reacts to any of it; the cursor is left rewound. */
    public void events(final EventCursor batch) {
        batch.rewind();
        while (batch.next()) {
            event(batch);
        }
        batch.rewind();
    }

    private void event(final EventCursor e) {
        final long now = e.cycle();
        switch (e.kind()) {
            case EventKind.COMMITTED:
                ledger.committed(now, e.node(), e.a(), e.b(), e.c());
                break;
            case EventKind.OP_RESULT:
                ledger.atomics().result(now, e.node(), (int) OpEvent.tag(e.a()), e.b());
                break;
            case EventKind.PACKET_INJECTED:
                packets.injected(now, e.a(), e.b());
                break;
            case EventKind.PACKET_DELIVERED:
                packets.delivered(now, e.a(), e.b());
                break;
            case EventKind.MSG_ARRIVED:
                messages.arrived(now, e.node(), e.a(), config.shape().rankOfCoord((int) MessageEvent.origin(e.a())));
                break;
            case EventKind.EPOCH_EXPOSED:
                epochs.exposed(
                        now,
                        e.node(),
                        (int) EpochEvent.entry(e.a()),
                        config.shape().rankOfCoord((int) EpochEvent.origin(e.a())),
                        e.b());
                break;
            case EventKind.EPOCH_ACKED:
                epochs.acked(now, e.node(), (int) e.a());
                break;
            case EventKind.EPOCH_FREED:
                epochs.freed(now, e.node(), (int) EpochEvent.entry(e.a()));
                break;
            default:
                break;
        }
    }

    /** The six verdicts, in the order of summary.json. */
    public List<Verdict> finish(final RunEnd end) {
        shadow.advance(Long.MAX_VALUE);
        ledger.tell();
        if (end.drained()) {
            ledger.finish();
            compareMemory(end);
        }
        final Verdict integrity =
                Verdict.of("data_integrity", ledger.compared(), data, "bytes written once, with their own value");
        return List.of(
                DeadlockVerdict.of(end, packets.packets(), packets.inFlight()),
                fences.finish(),
                epochs.finish(),
                barriers.finish(),
                integrity,
                conservation(end));
    }

    private void compareMemory(final RunEnd end) {
        for (int node = 0; node < program.nodes(); node++) {
            final int address = shadow.mismatch(node, end.memory());
            if (address >= 0) {
                data.add("node " + node + " address 0x" + Integer.toHexString(address)
                        + ": memory holds what no operation and no store wrote");
            }
        }
    }

    private Verdict conservation(final RunEnd end) {
        final Violations broken = new Violations();
        long checked = end.stats().conservationChecks();
        if (end.stats().conservationFailures() > 0) {
            broken.add(
                    end.failure().isEmpty()
                            ? end.stats().conservationFailures() + " credit sums are wrong"
                            : end.failure());
        }
        if (end.drained()) {
            checked += packets.compare(broken);
        }
        return Verdict.of("conservation", checked, broken, "conserved quantities");
    }

    /** When an operation was handed over, wrote its first and last byte, and was completed; -1 for never. */
    public OpTimes times() {
        return times;
    }

    public long packets() {
        return packets.packets();
    }

    public long flits() {
        return packets.flits();
    }

    /** Latency of the delivered packets in cycles. */
    public Histogram latency() {
        return packets.latency();
    }
}
