// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.GetPayload;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.PacketType;
import fairlead.twin.router.Packets;

/**
 * Executes the actions of packets in the order of memory: a packet acts when all writes issued before its tail, on its
 * write port, are acknowledged. There is at most one action a cycle. The announcement of a message has priority;
 * otherwise the two queues alternate (R-FEN-3, R-FEN-8, R-EPO-3, R-EPO-7, R-EPO-8).
 */
final class CommitUnit {
    private static final int NONE = -1;
    private static final boolean HAS_SECOND = HwLayout.LOCAL_PORTS > 1;
    private static final int ENTRY_MASK = HwLayout.TARGET_EPOCHS - 1;
    private static final int INIT_GENERATION = 8; // position in the answer of EpochPort.Target.init
    private static final int UNORDERED = 8; // value in the slot field of a NACK
    private static final int NACK_COUNTER_LSB = Header1.ADDR_LSB + Header1.ADDR_WIDTH - Header1.CTR_WIDTH;
    private static final long REASON = 7; // bits of the field addr of a NACK
    private static final int NACK_BYTES_LSB = Header1.ADDR_LSB + 3; // above the reason
    private static final long BYTES_MASK = (1L << Header0.LENGTH_WIDTH) - 1;
    private static final int DONE_COUNTER = OpEvent.COUNTER_LSB;

    private final int me;
    private final Packets packets;
    private final EventPorts events;
    private final CommitQueue[] queues;
    private final Attention attention;
    private final ByteCounters counters;
    private final ReceptionFifos reception;
    private final EpochPort.Origin origin;
    private final EpochPort.Target target;
    private final Ports.FencePort fences;
    private final Ports.SelfTraffic self;
    private Ports.TransmitPort transmit;

    private int lastPort = 1; // port of the last action; it starts at 1, so that port 0 goes first

    // actions of the next cycle, selected at the edge before it
    private int announcer = NONE;
    private int port = NONE;

    CommitUnit(
            TileContext tile,
            Ports.Beside beside,
            CommitQueue[] queues,
            ByteCounters counters,
            ReceptionFifos reception) {
        this.queues = queues;
        this.counters = counters;
        this.reception = reception;
        attention = tile.attention();
        me = tile.me();
        packets = tile.packets();
        events = tile.events();
        origin = beside.origin();
        target = beside.target();
        fences = beside.fences();
        self = beside.self();
    }

    void connect(Ports.TransmitPort port) {
        transmit = port;
    }

    /**
     * Selects the action of the next cycle, at the edge when queues and FIFOs have their new state; returns false if
     * there is none.
     */
    boolean choose() {
        announcer = attention.has(Attention.MESSAGES) ? reception.announcer() : NONE;
        boolean ready0 = queues[0].isReady();
        boolean ready1 = HAS_SECOND && queues[1].isReady();
        if (ready0 && ready1) {
            port = 1 - lastPort;
        } else {
            port = ready0 ? 0 : ready1 ? 1 : NONE;
        }
        return announcer != NONE || port != NONE;
    }

    void step() {
        if (announcer != NONE) {
            int at = reception.announce(announcer);
            events.emit(EventUnit.COMMIT, EventKind.MSG_ARRIVED, reception.words[at], reception.tags[at]);
        } else if (port != NONE) {
            lastPort = port;
            CommitQueue queue = queues[port];
            int packet = queue.packet();
            act(queue, packet, packets.header0(packet), packets.header1(packet));
            queue.fire();
            packets.close(packet);
        }
    }

    private void act(CommitQueue queue, int packet, long word0, long word1) {
        int ptype = (int) Header0.ptype(word0);
        if (queue.reason() != 0) {
            refuse(queue.reason(), packet, word0, word1, ptype);
            return;
        }
        switch (ptype) {
            case PacketType.PUT -> put(word0, word1);
            case PacketType.GET -> get(packets.w0(Packets.flit(packet, 1, true)), word0, word1);
            case PacketType.FADD, PacketType.CAS -> {
                // the field ctr holds the origin's epoch index
                respond(PacketType.FADD_R, word0, withEntry(word1, Header1.ctr(word1)), 0, 0, true, queue.takeOld());
            }
            case PacketType.MSG -> {
                reception.store(PacketReceiver.fifo(word1), queue.slot());
                consume(word0, Header0.last(word0) != 0);
            }
            case PacketType.PING -> respond(PacketType.PONG, word0, word1, 0, 0, true, 0);
            case PacketType.INIT -> init(word0, word1);
            case PacketType.PUT_COUNT -> target.count(
                    entry(word1),
                    generation(word1),
                    source(word0),
                    EpochPort.PutCount.index(word1),
                    Header1.addr(word1),
                    EpochPort.PutCount.parts(word1));
            case PacketType.TERM -> target.term(entry(word1), generation(word1));
            case PacketType.DATA -> data(word0, word1);
            case PacketType.PONG -> fences.pong(entry(word1));
            case PacketType.FADD_R -> result(packets.w0(Packets.flit(packet, 1, true)), word0, word1);
            case PacketType.INIT_ACK -> origin.initAck(
                    entry(word1), (int) Header1.addr(word1) & ENTRY_MASK, generation(word1));
            case PacketType.PUT_ACK -> acked(entry(word1), word1);
            case PacketType.ACK -> origin.ack(entry(word1), (Header1.addr(word1) & 1) != 0);
            case PacketType.NACK -> nacked(word0, word1);
            case PacketType.CREDIT -> transmit.creditReturn(source(word0), entry(word1));
            default -> {}
        }
    }

    // requests

    private void put(long word0, long word1) {
        boolean last = Header0.last(word0) != 0;
        if (Header1.ctrValid(word1) != 0) {
            counters.put(Header1.ctr(word1), source(word0), (int) Header0.length(word0));
        }
        countPut(word0, word1, false);
        if (Header0.mode(word0) != 0) { // the field slot holds the origin's acknowledgement counter
            respond(PacketType.PUT_ACK, word0, withEntry(word1, Header1.slot(word1)), 0, 0, true, 0);
        }
        consume(word0, last);
    }

    private void get(long payload, long word0, long word1) {
        long landing = word1 & ~(Header1.ADDR_MASK << Header1.ADDR_LSB | Header1.CTR_MASK << Header1.CTR_LSB)
                | Header1.CTR_VALID_MASK << Header1.CTR_VALID_LSB
                | GetPayload.ctr(payload) << Header1.CTR_LSB
                | GetPayload.landing(payload) << Header1.ADDR_LSB;
        respond(
                PacketType.DATA,
                word0,
                withEntry(landing, GetPayload.localEpoch(payload)),
                (int) Header1.addr(word1),
                bytes(payload),
                Header0.last(word0) != 0,
                0);
    }

    /** Returns the bytes for which a packet of a get asks; its length is what the operation lacks. */
    private static int bytes(long payload) {
        return Math.min((int) GetPayload.length(payload), HwLayout.MAX_PAYLOAD);
    }

    private void init(long word0, long word1) {
        int reply = target.init(source(word0), entry(word1), Header1.addr(word1));
        if (reply < 0) {
            long answer = reply == EpochPort.Target.QUEUED
                    ? word1 | Header1.EPOCH_MASK << Header1.EPOCH_LSB
                    : because(-reply, word1);
            nack(word0, answer, PacketType.INIT);
            return;
        }
        long granted = word1 & ~(Header1.ADDR_MASK << Header1.ADDR_LSB | Header1.GEN_MASK << Header1.GEN_LSB)
                | (long) (reply & ENTRY_MASK) << Header1.ADDR_LSB
                | (long) (reply >> INIT_GENERATION) << Header1.GEN_LSB;
        respond(PacketType.INIT_ACK, word0, granted, 0, 0, true, 0);
    }

    /**
     * Counts a packet of an epoch's put that is in memory or was refused; a refused packet counts, too, so that the
     * epoch can end.
     */
    private void countPut(long word0, long word1, boolean refused) {
        if (Header1.epoch(word1) == 0) {
            return;
        }
        if (Header0.last(word0) != 0) {
            target.putDone(entry(word1), generation(word1), source(word0), refused);
        } else if (Header0.mode(word0) != 0) {
            target.putPart(entry(word1), generation(word1), source(word0), refused);
        }
    }

    private void refuse(int reason, int packet, long word0, long word1, int ptype) {
        long echo = word1;
        if (ptype == PacketType.PUT) {
            countPut(word0, word1, true);
        } else if (ptype == PacketType.GET) {
            echo = refusedGet(packets.w0(Packets.flit(packet, 1, true)), word1);
        }
        nack(word0, because(reason, echo), ptype);
    }

    private static long because(int reason, long word1) {
        return word1 & ~(REASON << Header1.ADDR_LSB) | (long) reason << Header1.ADDR_LSB;
    }

    /** Returns word 1 of a NACK with counter and bytes of a get's packet, and with its epoch where an atomic has it. */
    private static long refusedGet(long payload, long word1) {
        long echo = word1 & ~(Header1.ADDR_MASK << Header1.ADDR_LSB | Header1.CTR_VALID_MASK << Header1.CTR_VALID_LSB)
                | (long) bytes(payload) << NACK_BYTES_LSB
                | GetPayload.ctr(payload) << NACK_COUNTER_LSB
                | GetPayload.unarmed(payload) << Header1.CTR_VALID_LSB;
        return Header1.epoch(word1) == 0
                ? echo
                : echo & ~(Header1.CTR_MASK << Header1.CTR_LSB) | GetPayload.localEpoch(payload) << Header1.CTR_LSB;
    }

    /** Sends a NACK with the second word of the refused packet, and with its type as slot. */
    private void nack(long word0, long word1, int ptype) {
        boolean loose = Header0.mode(word0) != 0;
        long named = ptype == PacketType.INIT ? word1 : withEntry(word1, Header1.slot(word1));
        long slot = ptype | (loose ? UNORDERED : 0);
        long echo = named & ~(Header1.SLOT_MASK << Header1.SLOT_LSB) | slot << Header1.SLOT_LSB;
        respond(PacketType.NACK, word0, echo, 0, 0, Header0.last(word0) != 0, 0);
    }

    private void respond(int ptype, long word0, long word1, int source, int length, boolean last, long value) {
        int mode = ptype == PacketType.DATA ? (int) Header0.mode(word0) : 0;
        transmit.push(port, ptype, source(word0), mode, word1, source, length, last, value);
    }

    // responses

    private void data(long word0, long word1) {
        boolean zero = counters.data(Header1.ctr(word1), (int) Header0.length(word0));
        if (zero) {
            events.emit(
                    EventUnit.COMMIT, EventKind.OP_DONE, Header1.tag(word1) | Header1.ctr(word1) << DONE_COUNTER, 0);
            getDone(word1);
        }
        if (Header0.mode(word0) != 0) {
            acked((int) Header1.slot(word1), word1);
        }
        consume(word0, zero);
    }

    private void result(long old, long word0, long word1) {
        events.emit(EventUnit.COMMIT, EventKind.OP_RESULT, Header1.tag(word1), old);
        getDone(word1);
        consume(word0, true);
    }

    private void getDone(long word1) {
        if (Header1.epoch(word1) != 0) {
            origin.getDone(entry(word1), false);
        }
    }

    private void nacked(long word0, long word1) {
        int slot = (int) Header1.slot(word1) & ~UNORDERED;
        if ((Header1.slot(word1) & UNORDERED) != 0) {
            acked(entry(word1), word1);
        }
        long reason = Header1.addr(word1) & REASON;
        if (slot == PacketType.INIT) {
            if (Header1.epoch(word1) == 0) { // otherwise the INIT is queued, which changes nothing here
                origin.initNack(entry(word1), (int) reason);
            }
            return;
        }
        boolean ofGet = slot == PacketType.GET && Header1.ctrValid(word1) == 0; // it has its counter
        boolean goesOn = ofGet && !counters.refused(counter(word1), (int) (word1 >>> NACK_BYTES_LSB & BYTES_MASK));
        long told = Header1.tag(word1)
                | reason << OpEvent.REASON_LSB
                | (goesOn ? OpEvent.GOES_ON_MASK << OpEvent.GOES_ON_LSB : 0);
        events.emit(EventUnit.COMMIT, EventKind.OP_REFUSED, told, word1);
        fences.refused(entry(word1) & CommandBuffer.SYSTEM - 1);
        if (slot != PacketType.PUT && Header1.epoch(word1) != 0) {
            if (goesOn) {
                origin.getPart((int) Header1.ctr(word1));
            } else {
                origin.getDone((int) Header1.ctr(word1), true);
            }
        }
        consume(word0, slot == PacketType.PUT ? Header0.last(word0) != 0 : !goesOn);
    }

    private static long counter(long word1) {
        return word1 >>> NACK_COUNTER_LSB & Header1.CTR_MASK;
    }

    /** Counts an acknowledged packet in its acknowledgement counter. */
    private void acked(int counter, long word1) {
        fences.acked(counter, generation(word1), Header1.epoch(word1) != 0);
    }

    /** Reports the end of an operation of this node on itself, once, when no packet of it remains. */
    private void consume(long word0, boolean done) {
        if (done && source(word0) == me) {
            self.consumed();
        }
    }

    private static int source(long word0) {
        return (int) Header0.src(word0);
    }

    private static int entry(long word1) {
        return (int) Header1.entry(word1);
    }

    private static int generation(long word1) {
        return (int) Header1.gen(word1);
    }

    private static long withEntry(long word1, long entry) {
        return word1 & ~(Header1.ENTRY_MASK << Header1.ENTRY_LSB) | entry << Header1.ENTRY_LSB;
    }
}
