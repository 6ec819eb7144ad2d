// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.AtomicFunction;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.FetchPayload;
import fairlead.hw.HwLayout.GetPayload;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.RefusalReason;
import fairlead.hw.HwLayout.WriteOp;
import fairlead.machine.FifoNumber;
import fairlead.twin.router.Packets;
import fairlead.twin.router.PartitionPorts;

/**
 * The receiver of one class at one local port: the twin of RequestRx or ResponseRx, with its EjectionBuffer, in which a
 * flit that arrives in cycle t is in front in t + 1 at the earliest. It judges each request once, writes the payload,
 * and hands each packet to the CommitUnit at its tail. It takes a head only if its commit queue has a free place and,
 * for a request that is answered, the response queue of this port a free slot. A MSG takes a slot of its reception
 * FIFO, or is refused. The flits after a head never wait.
 */
final class PacketReceiver {
    static final int NO_FIFO = -1; // result of `wants` if no MSG is at the front
    private static final int OTHERS = WriteOp.FETCH_AND - AtomicFunction.AND; // from a function to a WriteOp

    private final int link;
    private final int r;
    private final int node;
    private final int memoryBytes;
    private final Packets packets;
    private final PartitionPorts.InjectionLinks router;
    private final MemoryPorts memory;
    private final EventPorts events;
    private final CommitQueue queue;
    private final ReceptionFifos reception;
    private final EpochPort.Target epochs;
    private final ByteCounters counters;
    // the buffer
    private final int[] flits; // ring of the flits after the oldest, which is mostly the only flit
    private int oldest;
    private int first;
    private int count;
    private int arriving;
    // state of the packet whose flits are at the front
    private int ptype;
    private int reason; // RefusalReason, or 0
    private int slot; // slot of a MSG
    private int cursor; // address to which the next payload flit is written
    private int left; // number of payload bytes still to be written
    private int freeSlots; // number of response slots that no request has claimed; responses claim none

    /** @param link ejection link: 0 and 1 for requests, 2 and 3 for responses */
    PacketReceiver(
            TileContext tile,
            int link,
            EpochPort.Target epochs,
            CommitQueue queue,
            ReceptionFifos reception,
            ByteCounters counters) {
        this.epochs = epochs;
        this.counters = counters;
        this.link = link;
        r = link % HwLayout.MOST_PORTS;
        this.queue = queue;
        this.reception = reception;
        node = tile.node();
        memoryBytes = tile.machine().memoryBytes();
        packets = tile.packets();
        router = tile.router();
        memory = tile.memory();
        events = tile.events();
        flits = new int[tile.machine().buffers().locals().eject(link / HwLayout.MOST_PORTS)];
        freeSlots = tile.machine().buffers().responses().at(r);
    }

    // ---- the buffer

    /** Receives the flit on the pins in the next cycle to be stepped. */
    void arrive(int flit) {
        arriving = flit;
    }

    boolean isEmpty() {
        return count == 0;
    }

    boolean isHead() {
        return Packets.isHead(oldest);
    }

    private int takeFlit() {
        int flit = oldest;
        if (--count != 0) {
            oldest = flits[first];
            first = first + 1 == flits.length ? 0 : first + 1;
        }
        return flit;
    }

    /** Executes the edge of a cycle with a flit on the pins. */
    void edge() {
        if (count == flits.length) {
            throw new IllegalStateException("EB_A1: flit sent without a credit");
        }
        if (count == 0) {
            oldest = arriving;
        } else {
            int free = first + count - 1;
            flits[free < flits.length ? free : free - flits.length] = arriving;
        }
        count++;
    }

    // ---- packets

    /**
     * Returns whether the oldest flit could be consumed in this cycle, unless it {@link #lacksSlot}; for a MSG head
     * this also requires the grant of {@link #wants}.
     */
    boolean offers() {
        return count != 0 && (!isHead() || queue.hasRoom());
    }

    /** Returns whether a head is at the front that needs a response slot, because it is answered, and none is free. */
    boolean lacksSlot() {
        if (freeSlots != 0 || !isHead()) {
            return false;
        }
        int packet = Packets.packet(oldest);
        long word0 = packets.header0(packet);
        long word1 = packets.header1(packet);
        return switch ((int) Header0.ptype(word0)) {
            case PacketType.PUT -> Header0.mode(word0) != 0 || refusesPut(word0, word1) != 0;
            case PacketType.MSG -> !reception.hasRoom(fifo(word1));
            case PacketType.GET, PacketType.FADD, PacketType.CAS, PacketType.PING, PacketType.INIT -> true;
            default -> false;
        };
    }

    /** Returns why a put is refused, or 0. */
    private int refusesPut(long word0, long word1) {
        int why = refuses(word0, word1, (int) Header0.length(word0));
        boolean foreign =
                Header1.ctrValid(word1) != 0 && counters.refuses(Header1.ctr(word1), (int) Header0.src(word0));
        return why == 0 && foreign ? RefusalReason.COUNTER : why;
    }

    /** Returns why the packet is refused, or 0. */
    private int refuses(long word0, long word1, int bytes) {
        return (int) Header1.addr(word1) + bytes > memoryBytes ? RefusalReason.OUTSIDE : guarded(word0, word1);
    }

    /**
     * Returns the reception FIFO of which the head needs a slot, or NO_FIFO; valid only if {@link #offers} returns
     * true.
     */
    int wants() {
        int packet = Packets.packet(oldest);
        if (!isHead() || Header0.ptype(packets.header0(packet)) != PacketType.MSG) {
            return NO_FIFO;
        }
        return fifo(packets.header1(packet));
    }

    static int fifo(long word1) {
        return FifoNumber.reception(Header1.addr(word1));
    }

    void take() {
        int flit = takeFlit();
        int packet = Packets.packet(flit);
        router.ejectCredit(node, link);
        if (Packets.isHead(flit)) {
            takeHead(packets.header0(packet), packets.header1(packet));
        } else {
            takePayload(flit);
        }
        if (Packets.isTail(flit)) {
            queue.push(packet, reason, slot);
            events.emit(
                    EventUnit.RX_REQ0 + link,
                    EventKind.PACKET_DELIVERED,
                    packets.header0(packet),
                    packets.header1(packet));
        }
    }

    private void takeHead(long word0, long word1) {
        queue.claim();
        ptype = (int) Header0.ptype(word0);
        cursor = (int) Header1.addr(word1);
        left = (int) Header0.length(word0);
        reason = 0;
        switch (ptype) {
            case PacketType.PUT:
                reason = refusesPut(word0, word1);
                if (reason != 0 || Header0.mode(word0) != 0) { // answered by NACK or by PUT_ACK
                    freeSlots--;
                }
                break;
            case PacketType.GET: // the bytes of these packets are known only at their payload flit
                reason = guarded(word0, word1);
                freeSlots--;
                break;
            case PacketType.FADD:
            case PacketType.CAS:
                left = Header1.ctrValid(word1) != 0 ? Integer.BYTES : Long.BYTES;
                reason = refuses(word0, word1, left);
                freeSlots--;
                break;
            case PacketType.MSG:
                int fifo = fifo(word1);
                if (!reception.hasRoom(fifo)) { // the sender has more credits than there are slots
                    reason = RefusalReason.SLOT;
                    freeSlots--;
                    break;
                }
                slot = reception.take(r, fifo, (int) Header0.src(word0), (int) Header1.tag(word1), left);
                cursor = reception.base(fifo, slot);
                break;
            case PacketType.PING:
            case PacketType.INIT:
                freeSlots--;
                break;
            default:
                break;
        }
    }

    private int guarded(long word0, long word1) {
        boolean allowed =
                epochs.allows(Header1.epoch(word1) != 0, (int) Header1.entry(word1), (int) Header1.gen(word1), (int)
                        Header0.src(word0));
        return allowed ? 0 : RefusalReason.EPOCH;
    }

    private void takePayload(int flit) {
        switch (ptype) {
            case PacketType.GET -> {
                long payload = packets.w0(flit);
                refuse(cursor + (int) GetPayload.length(payload) > memoryBytes, RefusalReason.OUTSIDE);
                refuse(GetPayload.unarmed(payload) != 0, RefusalReason.COUNTER);
            }
            case PacketType.PUT, PacketType.MSG, PacketType.DATA -> write(WriteOp.WRITE, flit);
            case PacketType.FADD -> fetch((int) FetchPayload.function(packets.w1(flit)), flit);
            case PacketType.CAS -> write(WriteOp.COMPARE_SWAP, flit);
            default -> {}
        }
    }

    private void fetch(int function, int flit) {
        refuse(function > AtomicFunction.SWAP, RefusalReason.FUNCTION);
        write(function == AtomicFunction.ADD ? WriteOp.FETCH_ADD : function + OTHERS, flit);
    }

    /** Refuses a packet that was not refused at its head. */
    private void refuse(boolean bad, int why) {
        if (bad && reason == 0) {
            reason = why;
        }
    }

    private void write(int op, int flit) {
        if (reason != 0) {
            return;
        }
        int bytes = Math.min(left, HwLayout.FLIT_BYTES);
        memory.write(r, op, cursor, bytes, packets.w0(flit), packets.w1(flit));
        queue.issue(op != WriteOp.WRITE);
        cursor += HwLayout.FLIT_BYTES;
        left -= bytes;
    }

    /** Executes the edge of a cycle in which a response slot of this port has become free. */
    void freeSlot() {
        freeSlots++;
    }
}
