// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.Stamps;
import fairlead.twin.router.HeaderBuilder;

/**
 * The response packetiser of one local port: the response queue and two control sources, which are served in
 * round-robin order by packet. A response of several packets returns to the end of the queue after each packet. A PONG,
 * or a DATA of several packets, is held while an earlier DATA of several packets to the same node is in the queue
 * (R-FEN-8). A push of cycle t into an empty queue is prepared in t + 1 at the earliest. The slot is freed in the cycle
 * in which its last packet is prepared.
 */
final class ResponseTx {
    private static final int QUEUE = 1;
    private static final int CONTROL_0 = 2;
    private static final int CONTROL_1 = 4;
    private static final int CLASS = 1;
    private static final int ADDRESS_MASK = (1 << HwLayout.ADDRESS_BITS) - 1;

    // fields of a response: route, header word 1, source and length of DATA, value of FADD_R
    private static final int WORDS = 4;
    private static final int DST_SHIFT = 8;
    private static final int TYPE_MASK = (1 << DST_SHIFT) - 1;
    private static final int DST_MASK = (1 << HwLayout.Coord.WIDTH) - 1;
    private static final int LAST = 1 << DST_SHIFT + HwLayout.Coord.WIDTH;
    private static final int MODE_SHIFT = DST_SHIFT + HwLayout.Coord.WIDTH + 1;
    private static final int LENGTH_SHIFT = 32;
    private static final int NONE = -1;

    private final Activity activity;
    private final int port;
    private final int portBit;
    private final int depth;
    private final ReadPort.PayloadReader reader;
    private final PacketEmitter emitter;
    private final HeaderBuilder headers;
    private final Stamps stamps;
    private final long[] slots; // the part of each response that is still to be sent
    private final int[] order; // ring of the queued slots, in order of service
    private final int[] follower; // slot that is held after each slot
    private final Ports.ControlSource control0;
    private final Ports.ControlSource control1;
    private final Ports.ReceivePort receive;
    private long occupied; // masks of slots
    private long tails; // ends of chains: a chain is a slot in the queue and those that are held after it, all of one
    // origin
    private long linked; // another slot of its chain is after it
    private int incoming = NONE;
    private int read;
    private int queued;
    private int above;

    /** @param control sources of header-only packets; null on port 1 */
    ResponseTx(
            TileContext tile,
            int port,
            Ports.ControlSource[] control,
            Ports.ReceivePort receive,
            HeaderBuilder headers,
            ReadPort.PayloadReader reader,
            PacketEmitter emitter,
            Activity activity) {
        this.activity = activity;
        this.port = port;
        portBit = 1 << port;
        control0 = control == null ? null : control[0];
        control1 = control == null ? null : control[1];
        this.receive = receive;
        this.headers = headers;
        stamps = tile.machine().stamps();
        this.reader = reader;
        this.emitter = emitter;
        // an absent port has no queue
        depth = port < HwLayout.LOCAL_PORTS
                ? tile.machine().buffers().responses().at(port)
                : 0;
        slots = new long[depth * WORDS];
        order = new int[depth];
        follower = new int[depth];
    }

    /** Notice: receives a response; see TransmitPort. */
    void push(int ptype, int dst, int mode, long word1, int source, int length, boolean last, long value) {
        assert incoming == NONE : "RS_A3: two responses of one port in one cycle";
        incoming = Long.numberOfTrailingZeros(~occupied);
        assert incoming < depth : "RS_A1: a push without a claimed slot overflows the response queue";
        int at = incoming * WORDS;
        slots[at] = ptype | dst << DST_SHIFT | (last ? LAST : 0) | mode << MODE_SHIFT;
        slots[at + 1] = word1;
        slots[at + 2] = source | (long) length << LENGTH_SHIFT;
        slots[at + 3] = value;
    }

    void edge() {
        int slot = incoming;
        incoming = NONE;
        long bit = 1L << slot;
        int ptype = (int) slots[slot * WORDS] & TYPE_MASK;
        boolean isLong = ptype == PacketType.DATA && length(slot) > HwLayout.MAX_PAYLOAD;
        int before = tails != 0 && (isLong || ptype == PacketType.PONG) ? tail(dst(slot)) : NONE;
        occupied |= bit;
        if (before == NONE) {
            enqueue(slot);
            tails |= isLong ? bit : 0;
        } else {
            linked |= 1L << before;
            tails = tails & ~(1L << before) | bit;
            follower[before] = slot;
        }
        activity.answering |= portBit;
    }

    private int dst(int slot) {
        return (int) slots[slot * WORDS] >> DST_SHIFT & DST_MASK;
    }

    private int length(int slot) {
        return (int) (slots[slot * WORDS + 2] >>> LENGTH_SHIFT);
    }

    /** Returns the last slot of the chain to this node, or -1. */
    private int tail(int dst) {
        for (long rest = tails; rest != 0; rest &= rest - 1) {
            int slot = Long.numberOfTrailingZeros(rest);
            if (dst(slot) == dst) {
                return slot;
            }
        }
        return NONE;
    }

    private void enqueue(int slot) {
        int at = read + queued++;
        order[at < depth ? at : at - depth] = slot;
    }

    int sources() {
        int waiting = (activity.answering & portBit) != 0 ? QUEUE : 0;
        return control0 == null
                ? waiting
                : waiting | (control0.valid() ? CONTROL_0 : 0) | (control1.valid() ? CONTROL_1 : 0);
    }

    /** Prepares one packet of the source that is next in round-robin order. */
    void prepare(int sources, long t) {
        int pick = RequestTx.pick(sources, above);
        long stamp = stamps.at(t);
        above = RequestTx.after(pick);
        if (pick != QUEUE) {
            fromControl(pick == CONTROL_0 ? control0 : control1, stamp);
            return;
        }
        int slot = order[read];
        int at = slot * WORDS;
        int route = (int) slots[at];
        int ptype = route & TYPE_MASK;
        boolean more;
        if (ptype == PacketType.DATA) {
            more = data(at, dst(slot), route >> MODE_SHIFT, stamp);
        } else {
            more = false;
            single(at, ptype, dst(slot), (route & LAST) != 0, stamp);
        }
        read = read + 1 == depth ? 0 : read + 1;
        queued--;
        if (more) {
            enqueue(slot);
        } else {
            leave(slot);
        }
    }

    private void fromControl(Ports.ControlSource control, long stamp) {
        long head0 = headers.build(control.dst(), control.ptype(), CLASS, 0, true, stamp);
        emitter.push(head0, control.word1(), 0, 0, PacketEmitter.NONE, 0, false);
        control.take();
    }

    /** Prepares the next packet of a DATA; returns whether further packets follow. */
    private boolean data(int at, int dst, int mode, long stamp) {
        long word1 = slots[at + 1];
        int source = (int) slots[at + 2];
        int left = (int) (slots[at + 2] >>> LENGTH_SHIFT);
        boolean more = left > HwLayout.MAX_PAYLOAD;
        int bytes = more ? HwLayout.MAX_PAYLOAD : left;
        emitter.push(
                headers.build(dst, PacketType.DATA, CLASS, mode, bytes, !more, stamp),
                word1,
                0,
                0,
                bytes == 0 ? PacketEmitter.NONE : PacketEmitter.MEMORY,
                RequestTx.flits(bytes),
                false);
        if (bytes != 0) {
            reader.run(source, bytes);
        }
        if (more) {
            slots[at + 1] = word1 & ~(long) ADDRESS_MASK | Header1.addr(word1) + bytes & ADDRESS_MASK;
            slots[at + 2] = source + bytes & ADDRESS_MASK | (long) (left - bytes) << LENGTH_SHIFT;
        }
        return more;
    }

    private void single(int at, int ptype, int dst, boolean last, long stamp) {
        boolean result = ptype == PacketType.FADD_R;
        emitter.push(
                headers.build(dst, ptype, CLASS, result ? HwLayout.FLIT_BYTES : 0, last, stamp),
                slots[at + 1],
                slots[at + 3],
                0,
                result ? PacketEmitter.INLINE : PacketEmitter.NONE,
                result ? 1 : 0,
                false);
    }

    private void leave(int slot) {
        long bit = 1L << slot;
        if ((linked & bit) != 0) {
            enqueue(follower[slot]);
        }
        occupied &= ~bit;
        tails &= ~bit;
        linked &= ~bit;
        if (queued == 0) {
            activity.answering &= ~portBit;
        }
        receive.freed(port);
    }
}
