// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.GetPayload;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.machine.Stamps;
import fairlead.twin.router.HeaderBuilder;

/**
 * The request packetiser of one local port. For each packet it selects one of its injection FIFOs, the DLA or two
 * control sources, and prepares the packet. All effects are in the cycle of the pick: header, epoch lookup, fence
 * arming, counter load, self count, OP_ISSUED.
 */
final class RequestTx {
    static final int DLA = 1 << HwLayout.INJECTION_FIFOS; // the sources below are the FIFOs
    private static final int CONTROL_0 = DLA << 1;
    private static final int CONTROL_1 = DLA << 2;
    private static final int NO_PING = -1;
    private static final long COUNTER_MASK = HwLayout.ACK_COUNTERS - 1;
    private static final int GENERATION_SHIFT = 8; // position in the answer of Ports.FencePort.count
    private static final int ADDRESS_MASK = (1 << HwLayout.ADDRESS_BITS) - 1;
    private static final long UNSTAMPED = (1L << Header0.STAMP_LSB) - 1;

    private final int port;
    private final int me;
    private final InjectionFifos fifos;
    private final InjectionFifos.MessageCredits messages;
    private final ReadPort.PayloadReader reader;
    private final PacketEmitter emitter;
    private final HeaderBuilder headers;
    private final Stamps stamps;
    private final EventPorts events;
    private final EpochPort.Origin epochs;
    private final Ports.FencePort fences;
    private final Ports.DlaStream dla;
    private final Ports.ControlSource control0;
    private final Ports.ControlSource control1;
    private final Ports.ReceivePort receive;
    private final Ports.SelfTraffic self;

    private int above;
    private boolean dlaBusy;

    /** @param control sources of header-only packets; null on port 1, which takes no words of the DLA either */
    RequestTx(
            TileContext tile,
            int port,
            Ports.Beside beside,
            Ports.ControlSource[] control,
            Ports.ReceivePort receive,
            HeaderBuilder headers,
            InjectionFifos fifos,
            InjectionFifos.MessageCredits messages,
            ReadPort.PayloadReader reader,
            PacketEmitter emitter) {
        this.port = port;
        epochs = beside.origin();
        fences = beside.fences();
        dla = beside.dla();
        self = beside.self();
        control0 = control == null ? null : control[0];
        control1 = control == null ? null : control[1];
        this.receive = receive;
        me = tile.me();
        events = tile.events();
        this.headers = headers;
        stamps = tile.machine().stamps();
        this.fifos = fifos;
        this.messages = messages;
        this.reader = reader;
        this.emitter = emitter;
    }

    /** Returns the sources other than FIFOs that could be picked; called on port 0 only. */
    int others() {
        return (dla.valid() && dla.isHead() && !dlaBusy ? DLA : 0)
                | (control0.valid() ? CONTROL_0 : 0)
                | (control1.valid() ? CONTROL_1 : 0);
    }

    /** Returns the source that is next in round-robin order, one-hot. */
    int first(int sources) {
        return pick(sources, above);
    }

    /** Notes, after the picks of the cycle, that the tail of the DLA's packet was sent. */
    void dlaDone() {
        dlaBusy = false;
    }

    /** Prepares one packet of the source (one-hot); the caller has obtained the grant for a fence. */
    void prepare(int pick, long t) {
        above = after(pick);
        long stamp = stamps.at(t);
        if (pick < DLA) {
            fromFifo(Integer.numberOfTrailingZeros(pick), stamp, t);
        } else if (pick == DLA) {
            fromDla(stamp);
        } else {
            fromControl(pick == CONTROL_0 ? control0 : control1, stamp);
        }
    }

    private void fromDla(long stamp) {
        long given = dla.w0();
        dlaBusy = true;
        dla.prepared();
        emitter.push(
                given & UNSTAMPED | stamp << Header0.STAMP_LSB,
                dla.w1(),
                0,
                0,
                PacketEmitter.DLA,
                flits((int) Header0.length(given)),
                false);
        if (Header0.last(given) != 0 && Header0.dst(given) == me) {
            self.produced();
        }
    }

    private void fromControl(Ports.ControlSource control, long stamp) {
        long head0 = headers.build(control.dst(), control.ptype(), 0, 0, true, stamp);
        emitter.push(head0, control.word1(), 0, 0, PacketEmitter.NONE, 0, false);
        control.take();
    }

    private void fromFifo(int fifo, long stamp, long t) {
        long word0 = fifos.word(fifo, 0);
        if (fifos.isDead(fifo)) {
            events.emit(EventUnit.ISSUE0 + port, EventKind.OP_REJECTED, Descriptor0.tag(word0), RejectReason.GONE);
            fifos.pop(fifo);
            return;
        }
        int kind = (int) Descriptor0.kind(word0);
        int target = (int) Descriptor0.target(word0);
        if (kind >= OpKind.FLUSH) {
            arm(fifo, word0, kind, target, stamp);
            leave(fifo, word0);
            return;
        }
        if (kind == OpKind.PUT) {
            if (!put(fifo, word0, target, stamp)) {
                return;
            }
        } else if (kind == OpKind.GET) {
            if (!get(fifo, word0, target, t)) {
                return;
            }
        } else if (kind == OpKind.MSG) {
            long word1 = fifos.word(fifo, 1);
            messages.take(port, target, fifos.toFifo(fifo));
            int length = (int) Descriptor0.length(word0);
            int local = (int) Descriptor1.local(word1);
            fromMemory(kind, target, 0, length, true, stamp, plain(word0, word1) | inName(fifo), local);
        } else {
            atomic(fifo, word0, kind, target, stamp);
        }
        if (target == me) {
            self.produced();
        }
        leave(fifo, word0);
    }

    private void leave(int fifo, long word0) {
        events.emit(EventUnit.ISSUE0 + port, EventKind.OP_ISSUED, word0, 0);
        fifos.pop(fifo);
    }

    private void arm(int fifo, long word0, int kind, int target, long stamp) {
        int tag = (int) Descriptor0.tag(word0);
        boolean loose = Descriptor0.mode(word0) != 0;
        int entry = fences.arm(port, kind == OpKind.FENCE, target == me, loose, fifo, fifos.task(fifo), tag, target);
        if (entry != NO_PING) {
            long head1 = (long) entry << Header1.ENTRY_LSB | (long) tag << Header1.TAG_LSB;
            long head0 = headers.build(target, PacketType.PING, 0, 0, true, stamp);
            emitter.push(head0, head1, 0, 0, PacketEmitter.NONE, 0, false);
        }
    }

    /** Prepares one packet of a put; returns whether it was the last. */
    private boolean put(int fifo, long word0, int target, long stamp) {
        long word1 = fifos.word(fifo, 1);
        int offset = fifos.packets[fifo] * HwLayout.MAX_PAYLOAD;
        int left = (int) Descriptor0.length(word0) - offset;
        boolean last = left <= HwLayout.MAX_PAYLOAD;
        long head1 = inEpoch(word0)
                | Descriptor0.tag(word0) << Header1.TAG_LSB
                | Descriptor1.remote(word1) + offset & ADDRESS_MASK;
        if (Descriptor1.ctrValid(word1) != 0) {
            head1 |= 1L << Header1.CTR_VALID_LSB | Descriptor1.ctr(word1) << Header1.CTR_LSB;
        }
        int local = (int) Descriptor1.local(word1) + offset;
        int mode = mode(word0, target);
        head1 |= mode != 0 ? counted(fifo, word0, target) : inName(fifo);
        fromMemory(OpKind.PUT, target, mode, last ? left : HwLayout.MAX_PAYLOAD, last, stamp, head1, local);
        if (!last) {
            fifos.step(fifo);
        }
        return last;
    }

    private void fromMemory(
            int kind, int target, int mode, int bytes, boolean last, long stamp, long head1, int local) {
        long head0 = headers.build(target, kind, 0, mode, bytes, last, stamp);
        emitter.push(head0, head1, 0, 0, bytes == 0 ? PacketEmitter.NONE : PacketEmitter.MEMORY, flits(bytes), last);
        if (bytes != 0) {
            reader.run(local, bytes);
        }
    }

    /** Prepares one packet of a get, which asks for one packet of its bytes; returns whether it was the last. */
    private boolean get(int fifo, long word0, int target, long t) {
        long word1 = fifos.word(fifo, 1);
        int offset = fifos.packets[fifo] * HwLayout.MAX_PAYLOAD;
        int left = (int) Descriptor0.length(word0) - offset;
        int counter = (int) Descriptor1.ctr(word1);
        boolean armed = offset != 0 || receive.counterLoad(port, counter, left);
        boolean last = left <= HwLayout.MAX_PAYLOAD || !armed;
        long data0 = Descriptor1.local(word1) + offset << GetPayload.LANDING_LSB
                | (long) left << GetPayload.LENGTH_LSB
                | (long) counter << GetPayload.CTR_LSB
                | (Descriptor0.epoch(word0) != 0 ? Descriptor0.index(word0) << GetPayload.LOCAL_EPOCH_LSB : 0)
                | (armed ? 0 : GetPayload.UNARMED_MASK << GetPayload.UNARMED_LSB);
        int mode = mode(word0, target);
        long head1 = inEpoch(word0)
                | Descriptor0.tag(word0) << Header1.TAG_LSB
                | Descriptor1.remote(word1) + offset & ADDRESS_MASK
                | (mode != 0 ? counted(fifo, word0, target) : inName(fifo));
        inline(OpKind.GET, target, mode, last, stamps.at(t), head1, data0, 0);
        fifos.pace.asked(fifo, t, flits(Math.min(left, HwLayout.MAX_PAYLOAD)));
        if (!last) {
            fifos.step(fifo);
        }
        return last;
    }

    private void atomic(int fifo, long word0, int kind, int target, long stamp) {
        boolean epoch = Descriptor0.epoch(word0) != 0;
        long head1 = inEpoch(word0)
                | plain(word0, fifos.word(fifo, 1))
                | TileContext.width(word0)
                | (epoch ? Descriptor0.index(word0) << Header1.CTR_LSB : 0)
                | inName(fifo);
        inline(kind, target, 0, true, stamp, head1, fifos.word(fifo, 2), fifos.word(fifo, 3));
    }

    /** Prepares a packet with one payload flit. */
    private void inline(int kind, int target, int mode, boolean last, long stamp, long head1, long data0, long data1) {
        long head0 = headers.build(target, kind, 0, mode, HwLayout.FLIT_BYTES, last, stamp);
        emitter.push(head0, head1, data0, data1, PacketEmitter.INLINE, 1, false);
    }

    /** Returns the mode of a packet; packets of this node to itself always keep their order. */
    private int mode(long word0, int target) {
        return target == me ? 0 : (int) Descriptor0.mode(word0);
    }

    /**
     * Counts an unordered packet and returns the header fields that name its acknowledgement counter; in an epoch they
     * do not contain the generation.
     */
    private long counted(int fifo, long word0, int target) {
        int counter = fences.count(fifo, fifos.task(fifo), target);
        return (counter & COUNTER_MASK) << Header1.SLOT_LSB
                | (Descriptor0.epoch(word0) != 0 ? 0 : (long) (counter >> GENERATION_SHIFT) << Header1.GEN_LSB);
    }

    /** Returns the header field that names the task of an ordered packet. */
    private long inName(int fifo) {
        return (long) fifos.task(fifo) << Header1.SLOT_LSB;
    }

    private static long plain(long word0, long word1) {
        return Descriptor0.tag(word0) << Header1.TAG_LSB | Descriptor1.remote(word1);
    }

    /** Returns the header fields that name the target's epoch entry; 0 outside an epoch. */
    private long inEpoch(long word0) {
        if (Descriptor0.epoch(word0) == 0) {
            return 0;
        }
        int index = (int) Descriptor0.index(word0);
        return 1L << Header1.EPOCH_LSB
                | (long) epochs.entry(index) << Header1.ENTRY_LSB
                | (long) epochs.generation(index) << Header1.GEN_LSB;
    }

    static int flits(int bytes) {
        return (bytes + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
    }

    // ---- round robin on one-hot masks: `above` is the mask of the sources after the one served last; 0 after reset

    /** Returns the lowest request in `above` as one bit, otherwise the lowest request; 0 if there is no request. */
    static int pick(int requests, int above) {
        int high = requests & above;
        return Integer.lowestOneBit(high != 0 ? high : requests);
    }

    /** Returns `above` after a grant (one-hot): the mask of the sources after it. */
    static int after(int grant) {
        return -(grant << 1);
    }
}
