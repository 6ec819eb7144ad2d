// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.engine.ForwardingEngine;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveRefusal;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.DoneEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventRecord;
import fairlead.hw.HwLayout.GuardEvent;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.HostEvent;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.FifoNumber;
import fairlead.verdict.Checks;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;

/**
 * A machine with strangers. It gives their commands in its first cycle, and hides the events that name what only they
 * have: the software and the checkers of the program see what a host with a completion queue for each process would
 * show them. An event that names something of the program is theirs, whoever caused it.
 */
final class StrangerEngine extends ForwardingEngine {
    private static final int FIFOS = HwLayout.INJECTION_FIFOS;

    private final Engine engine;
    private final CommandBuffer strangers;
    private final int ground;
    private final BitSet channels = new BitSet(); // node * 256 + DLA channel that no task of the program has
    private final BitSet presets = new BitSet(); // node * 256 + byte counter that a stranger sets or clears
    private final int[] fifoOf; // node * tags + tag: injection FIFO of the flush or fence
    private final int[] refused; // node * FIFOs + FIFO: packets of strangers, which the next flush tells too
    private final EventCursor shown = new EventCursor();
    private ByteBuffer records = room(1024);
    private Checks checks; // or null
    private final CommandBuffer credits = new CommandBuffer();
    private boolean given;
    private int sequence = Integer.MAX_VALUE / 4 * 3; // of the commands that return credits, above those of strangers
    private String accepted = ""; // a descriptor that the machine had to refuse and did not, or an empty text

    /** @param ground first address of the strangers' memory */
    StrangerEngine(Engine engine, CommandBuffer strangers, int ground) {
        super(engine);
        this.engine = engine;
        this.strangers = strangers;
        this.ground = ground;
        int count = engine.config().nodes();
        refused = new int[count * FIFOS];
        fifoOf = new int[count << HwLayout.TAG_BITS];
        for (int i = 0; i < strangers.count(); i++) {
            int node = strangers.node(i) << Byte.SIZE;
            switch (strangers.op(i)) {
                case TileCommand.DLA_DATA -> channels.set(node | (int) strangers.word(i, 3));
                case TileCommand.COUNTER_SET, TileCommand.COUNTER_CLEAR -> presets.set(
                        node | (int) strangers.word(i, 0));
                default -> {}
            }
        }
    }

    /** Tells the checkers what they cannot see: a fence depends on the use of the store path and on other fences. */
    void tell(Checks of) {
        checks = of;
        for (int i = 0; i < strangers.count(); i++) {
            if (strangers.op(i) == TileCommand.DLA_REQUEST) {
                of.othersStore(strangers.cycle(i), strangers.node(i));
            }
        }
    }

    /** Returns what the machine has done for a stranger and had to refuse, or an empty text. */
    String accepted() {
        return accepted;
    }

    private static ByteBuffer room(int records) {
        return ByteBuffer.allocate(records * EventCursor.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void submit(CommandBuffer commands) {
        engine.submit(commands);
        if (!given) {
            given = true;
            engine.submit(strangers);
        }
    }

    @Override
    public StopReason run(long limitCycle) {
        StopReason stop = engine.run(limitCycle);
        EventCursor all = engine.events();
        if (records.capacity() < all.count() * EventCursor.BYTES) {
            records = room(2 * all.count());
        }
        records.clear();
        while (all.next()) {
            if (!isHidden(all, all.a(), all.b())) {
                records.put(all.data().duplicate().position(all.offset()).limit(all.offset() + EventCursor.BYTES));
                correct(all);
            } else {
                note(all);
            }
        }
        shown.wrap(records, records.position() / EventCursor.BYTES);
        engine.submit(credits);
        credits.clear();
        return stop;
    }

    private void note(EventCursor e) {
        switch (e.kind()) {
            case EventKind.FLUSH_DONE, EventKind.FENCE_DONE -> {
                if (checks != null) {
                    checks.othersEnd(e.cycle(), e.node());
                }
            }
            case EventKind.DLA_GRANTED,
                    EventKind.DLA_DENIED,
                    EventKind.DLA_ENDED,
                    EventKind.DLA_MARKED,
                    EventKind.DLA_MERGED -> { // the system returns the event credit, also for a task that has died
                if (config().dla().options().eventCredits() > 0) {
                    long cycle = e.cycle() + config().latency().software();
                    int node = e.node();
                    credits.add(cycle, node, Strangers.TASK, TileCommand.DLA_EVENT_CREDIT, 1, 0, 0, 0, sequence++);
                }
            }
            case EventKind.OP_REFUSED -> {
                for (int fifo = 0; fifo < FIFOS; fifo++) {
                    refused[e.node() * FIFOS + fifo]++;
                }
            }
            case EventKind.OP_ISSUED -> {
                if (Descriptor0.tag(e.a()) >= Strangers.FIRST_REFUSED) {
                    accepted = "cycle " + e.cycle() + ": node " + e.node() + " executes the malformed descriptor 0x"
                            + Long.toHexString(e.a()) + " of a stranger";
                }
            }
            default -> {}
        }
    }

    /** The packets that a flush tells as refused are those of all tasks (docs/spec/fence-unit.md, R7). */
    private void correct(EventCursor e) {
        int at = e.node() << HwLayout.TAG_BITS;
        if (e.kind() == EventKind.OP_ISSUED) {
            fifoOf[at | (int) Descriptor0.tag(e.a())] = FifoNumber.injection(e.a()) % FIFOS;
        } else if (e.kind() == EventKind.FLUSH_DONE || e.kind() == EventKind.FENCE_DONE) {
            int fifo = e.node() * FIFOS + fifoOf[at | (int) OpEvent.tag(e.a())];
            long others = Math.min(refused[fifo], DoneEvent.refused(e.b()));
            int b = records.position() - EventCursor.BYTES + EventRecord.B_OFFSET;
            records.putLong(b, records.getLong(b) - (others << DoneEvent.REFUSED_LSB));
            refused[fifo] = 0;
        }
    }

    @Override
    public EventCursor events() {
        return shown;
    }

    private boolean isHidden(EventCursor e, long a, long b) {
        return switch (e.kind()) {
            case EventKind.LOADED, EventKind.STORED, EventKind.POLLED, EventKind.TIMED -> HostEvent.sequence(a)
                    >= Strangers.FIRST_SEQUENCE;
            case EventKind.COMMITTED -> CommitEvent.address(a) >= ground;
            case EventKind.HOP, EventKind.PACKET_INJECTED, EventKind.PACKET_DELIVERED, EventKind.OP_LOCAL -> isTheirs(
                    Header1.tag(b));
            case EventKind.OP_ISSUED -> isTheirs(Descriptor0.tag(a));
            case EventKind.OP_DONE,
                    EventKind.OP_RESULT,
                    EventKind.OP_REFUSED,
                    EventKind.OP_REJECTED,
                    EventKind.FLUSH_ARMED,
                    EventKind.FLUSH_DONE,
                    EventKind.FENCE_DONE -> isTheirs(OpEvent.tag(a));
            case EventKind.MSG_ARRIVED -> isTheirs(b);
            case EventKind.TREE_REFUSED -> isTheirs(b) || a == CollectiveRefusal.ABORTED;
            case EventKind.COUNTER_ZERO, EventKind.COUNTER_BELOW, EventKind.COUNTER_LOST -> isTheirCounter(a);
            case EventKind.COUNTER_REFUSED -> isTheirCounter(a) || presets.get(e.node() << Byte.SIZE | (int) a);
            case EventKind.EPOCH_EXPOSED, EventKind.EPOCH_FREED, EventKind.EPOCH_QUEUED -> b >= Strangers.FIRST_ID;
            case EventKind.EPOCH_OPENED,
                    EventKind.EPOCH_DENIED,
                    EventKind.EPOCH_CLOSING,
                    EventKind.EPOCH_CLOSED,
                    EventKind.EPOCH_ERROR,
                    EventKind.EPOCH_ENDED -> a >= Strangers.FIRST_EPOCH;
            case EventKind.DLA_ACCEPTED,
                    EventKind.DLA_DISCARDED,
                    EventKind.DLA_DRAINED,
                    EventKind.DLA_PURGED -> isTheirs(DlaTagEvent.tag(a));
            case EventKind.DLA_GRANTED,
                    EventKind.DLA_DENIED,
                    EventKind.DLA_ERROR,
                    EventKind.DLA_ENDED,
                    EventKind.DLA_RELEASED,
                    EventKind.DLA_MARKED,
                    EventKind.DLA_MERGED,
                    EventKind.DLA_CLEARED -> channels.get(e.node() << Byte.SIZE | (int) DlaBlockEvent.channel(a));
            case EventKind.COMMAND_REFUSED -> GuardEvent.task(a) == Strangers.TASK;
            case EventKind.BARRIER_COUNTER, EventKind.COUNTERS -> true; // no program asks
            case EventKind.DEVICE_ANSWER -> DeviceEvent.processor(b) == DeviceCommand.PROCESSOR_MASK;
            default -> false;
        };
    }

    private static boolean isTheirCounter(long counter) {
        return counter >= Strangers.FIRST_COUNTER && counter < Strangers.FIRST_COUNTER + Strangers.COUNTERS;
    }

    private static boolean isTheirs(long tag) {
        return tag >= Strangers.FIRST_TAG;
    }
}
