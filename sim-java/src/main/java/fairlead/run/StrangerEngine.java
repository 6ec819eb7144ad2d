// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.engine.ForwardingEngine;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.HostEvent;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.verdict.Checks;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A machine with strangers. It gives their commands in its first cycle, and hides the events that name what only they
 * have: the software and the checkers of the program see what a host with a completion queue for each process would
 * show them. An event that names something of the program is theirs, whoever caused it.
 */
final class StrangerEngine extends ForwardingEngine {
    private final Engine engine;
    private final CommandBuffer strangers;
    private final int ground;
    private final boolean[] channels; // node * DLA channels + channel: of a stranger
    private final EventCursor shown = new EventCursor();
    private ByteBuffer records = room(1024);
    private Checks checks; // or null
    private boolean given;

    /** @param ground first address of the strangers' memory */
    StrangerEngine(Engine engine, CommandBuffer strangers, int ground) {
        super(engine);
        this.engine = engine;
        this.strangers = strangers;
        this.ground = ground;
        channels = new boolean[engine.config().nodes() << Byte.SIZE];
        for (int i = 0; i < strangers.count(); i++) {
            if (strangers.op(i) == TileCommand.DLA_REQUEST || strangers.op(i) == TileCommand.DLA_DATA) {
                channels[strangers.node(i) << Byte.SIZE | (int) strangers.word(i, 3)] = true;
            }
        }
    }

    /** Tells the checkers what they cannot see: a fence depends on the use of the store path and on other fences. */
    void tell(Checks of) {
        checks = of;
        CommandBuffer requests = new CommandBuffer();
        for (int i = 0; i < strangers.count(); i++) {
            if (strangers.op(i) == TileCommand.DLA_REQUEST) {
                long word = strangers.word(i, 0);
                requests.add(strangers.cycle(i), strangers.node(i), 0, TileCommand.DLA_REQUEST, word, 0, 0, 0, 0);
            }
        }
        of.commands(requests);
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
            } else if (checks != null && (all.kind() == EventKind.FLUSH_DONE || all.kind() == EventKind.FENCE_DONE)) {
                checks.othersEnd(all.cycle(), all.node());
            }
        }
        shown.wrap(records, records.position() / EventCursor.BYTES);
        return stop;
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
            case EventKind.MSG_ARRIVED, EventKind.TREE_REFUSED -> isTheirs(b);
            case EventKind.COUNTER_ZERO -> a >= Strangers.FIRST_COUNTER
                    && a < Strangers.FIRST_COUNTER + Strangers.COUNTERS;
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
                    EventKind.DLA_CLEARED -> channels[e.node() << Byte.SIZE | (int) DlaBlockEvent.channel(a)];
            case EventKind.BARRIER_COUNTER, EventKind.COUNTERS -> true; // no program asks
            case EventKind.DEVICE_ANSWER -> DeviceEvent.processor(b) == Strangers.PROCESSOR;
            default -> false;
        };
    }

    private static boolean isTheirs(long tag) {
        return tag >= Strangers.FIRST_TAG;
    }
}
