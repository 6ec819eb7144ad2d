// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.BarrierEvent;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.DoneEvent;
import fairlead.hw.HwLayout.EpochEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.FlushEvent;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.HopEvent;
import fairlead.hw.HwLayout.HostEvent;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.RefusalReason;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.FifoNumber;
import fairlead.machine.Shape;
import fairlead.run.record.Channels;

/** Says in a sentence what an event means. */
final class EventWords {
    private final Shape shape;

    EventWords(Shape shape) {
        this.shape = shape;
    }

    /** Returns the rank of a place in a header, or -1 if there is none. */
    int rank(long coord) {
        int x = (int) coord & 15;
        int y = (int) coord >> 4 & 15;
        int z = (int) coord >> 8 & 15;
        return x < shape.kx() && y < shape.ky() && z < shape.kz() ? shape.rank(x, y, z) : -1;
    }

    String place(int node) {
        return "node " + shape.place(node);
    }

    String packet(long word0) {
        int flits = Channels.flits(word0);
        return PacketType.name((int) Header0.ptype(word0)) + " from node " + rank(Header0.src(word0)) + " to node "
                + rank(Header0.dst(word0)) + " of " + flits + (flits == 1 ? " flit" : " flits");
    }

    /** Returns the name of the unit that reports packets. */
    String unit(int unit) {
        if (unit >= EventUnit.TX_REQ0 && unit <= EventUnit.TX_RSP1) {
            return Channels.name(Channels.INJECT + unit - EventUnit.TX_REQ0);
        }
        return unit >= EventUnit.RX_REQ0 && unit <= EventUnit.RX_RSP1
                ? Channels.name(Channels.EJECT + unit - EventUnit.RX_REQ0)
                : EventUnit.name(unit);
    }

    /** Returns what the event says, without its cycle. */
    String of(EventCursor e) {
        long a = e.a();
        long b = e.b();
        return switch (e.kind()) {
            case EventKind.HOP -> "its head leaves " + place(e.node()) + " over "
                    + Channels.name((int) HopEvent.link(e.c())) + " in VC " + HopEvent.vc(e.c());
            case EventKind.OP_ISSUED -> "the descriptor with tag " + Descriptor0.tag(a) + " has left injection FIFO "
                    + FifoNumber.injection(a);
            case EventKind.OP_LOCAL -> "its last packet has left (tag " + Header1.tag(b)
                    + "): software may use the source again";
            case EventKind.OP_DONE -> "the get is complete in the memory of its origin" + tag(a);
            case EventKind.OP_RESULT -> "the answer of the atomic is there: old value " + b + tag(a);
            case EventKind.OP_REFUSED -> "the target refused a packet: " + RefusalReason.name((int) OpEvent.reason(a))
                    + tag(a);
            case EventKind.OP_REJECTED -> "the host port rejects it: " + RejectReason.name((int) b) + tag(a);
            case EventKind.FLUSH_ARMED -> "the fence unit arms it with " + FlushEvent.legs(b) + " legs, entry "
                    + FlushEvent.entry(b) + tag(a);
            case EventKind.FLUSH_DONE -> "all legs are home: the flush is done" + refused(b) + tag(a);
            case EventKind.FENCE_DONE -> "the fence is done" + refused(b) + tag(a);
            case EventKind.COMMITTED -> CommitEvent.bytes(a) + " bytes are written at 0x"
                    + Long.toHexString(CommitEvent.address(a)) + " by port " + CommitEvent.port(a);
            case EventKind.MSG_ARRIVED -> "a message of " + MessageEvent.bytes(a) + " bytes is in reception FIFO "
                    + MessageEvent.fifo(a) + ", from node " + rank(MessageEvent.origin(a));
            case EventKind.LOADED, EventKind.STORED, EventKind.POLLED, EventKind.TIMED -> "the access of task "
                    + HostEvent.task(a) + " to the node's own memory or clock is answered: " + EventKind.name(e.kind());
            case EventKind.COUNTER_ZERO -> "byte counter " + a + " is zero";
            case EventKind.COUNTER_BELOW -> "byte counter " + a + " has " + b + " bytes more than were announced";
            case EventKind.COUNTER_LOST -> "byte counter " + a + " does not count " + b + " bytes";
            case EventKind.COUNTER_REFUSED -> "byte counter " + a + " is not at the host's disposal";
            default -> ofUnits(e);
        };
    }

    /** Returns what a FLUSH_DONE or FENCE_DONE says of refusals. */
    private static String refused(long b) {
        long packets = DoneEvent.refused(b);
        return packets == 0 ? "" : ", and " + packets + " packets of the node were refused since the last one";
    }

    private static String tag(long a) {
        return " (tag " + OpEvent.tag(a) + ")";
    }

    private String ofUnits(EventCursor e) {
        long a = e.a();
        long b = e.b();
        return switch (e.kind()) {
            case EventKind.EPOCH_OPENED -> "epoch " + a + " is open: the target has answered INIT";
            case EventKind.EPOCH_DENIED -> "epoch " + a + " is denied: " + RefusalReason.name((int) b);
            case EventKind.EPOCH_CLOSING -> "epoch " + a + " is closing with " + b + " puts";
            case EventKind.EPOCH_CLOSED -> "epoch " + a + " is closed: all its transfers are complete";
            case EventKind.EPOCH_ENDED -> "epoch " + a + " has ended: the target has lifted its access limit";
            case EventKind.EPOCH_EXPOSED -> "as a target: epoch " + b + " of node " + rank(EpochEvent.origin(a))
                    + " begins";
            case EventKind.EPOCH_FREED -> "as a target: epoch " + b + " of node " + rank(EpochEvent.origin(a))
                    + " is over";
            case EventKind.EPOCH_COUNTED -> "as a target: entry " + a + " knows that " + b
                    + " puts belong to its epoch";
            case EventKind.EPOCH_ACKED -> "as a target: entry " + a + " has " + b + " puts in memory and acknowledges";
            case EventKind.BARRIER_JOINED -> "task " + BarrierEvent.tasks(a) + " joins the barrier" + ofRoute(a)
                    + ", counter " + b;
            case EventKind.BARRIER_GLOBAL -> "all tasks have joined: the node enters the global barrier" + ofRoute(a);
            case EventKind.BARRIER_RELEASED -> "the barrier" + ofRoute(a) + " releases the tasks of mask 0x"
                    + Long.toHexString(BarrierEvent.tasks(a));
            case EventKind.DLA_GRANTED -> "the DLA grants " + b + " credits to channel " + DlaBlockEvent.channel(a);
            case EventKind.DLA_DENIED -> "the DLA denies " + b + " credits to channel " + DlaBlockEvent.channel(a);
            case EventKind.DLA_ACCEPTED -> "the request enters the DLA FIFO with " + b + " words (tag "
                    + DlaTagEvent.tag(a) + ")";
            case EventKind.DLA_DISCARDED -> "the DLA drops the request: " + DlaDropReason.name((int) b) + " (tag "
                    + DlaTagEvent.tag(a) + ")";
            case EventKind.DLA_DRAINED -> "the request leaves the DLA FIFO for the network (tag " + DlaTagEvent.tag(a)
                    + ")";
            case EventKind.DEVICE_ANSWER -> "the shared device answers thread " + DeviceEvent.processor(b) + ": "
                    + TileCommand.name((int) DeviceEvent.command(b)) + " "
                    + DeviceResult.name((int) DeviceEvent.result(b)) + ", 0x" + Long.toHexString(a);
            default -> "event " + EventKind.name(e.kind()) + ", a 0x" + Long.toHexString(a) + ", b 0x"
                    + Long.toHexString(b);
        };
    }

    private static String ofRoute(long a) {
        return BarrierEvent.barrier(a) == 0 ? "" : " of class route " + (BarrierEvent.barrier(a) - 1);
    }
}
