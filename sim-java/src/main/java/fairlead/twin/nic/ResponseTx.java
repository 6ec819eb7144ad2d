// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.Stamps;
import fairlead.twin.router.HeaderBuilder;

/**
 * The response packetiser of one local port: the response queue, of a packet each, and two control sources, which are
 * served in round-robin order. Responses leave in the order in which they are pushed, so a PONG follows the DATA of
 * earlier gets (R-FEN-8). A push of cycle t into an empty queue is prepared in t + 1 at the earliest. The slot is freed
 * in the cycle in which it is prepared.
 */
final class ResponseTx {
    private static final int QUEUE = 1;
    private static final int CONTROL_0 = 2;
    private static final int CONTROL_1 = 4;
    private static final int CLASS = 1;

    // fields of a response: route, header word 1, source and length of DATA, value of FADD_R
    private static final int WORDS = 4;
    private static final int DST_SHIFT = 8;
    private static final int TYPE_MASK = (1 << DST_SHIFT) - 1;
    private static final int DST_MASK = (1 << HwLayout.Coord.WIDTH) - 1;
    private static final int LAST = 1 << DST_SHIFT + HwLayout.Coord.WIDTH;
    private static final int MODE_SHIFT = DST_SHIFT + HwLayout.Coord.WIDTH + 1;
    private static final int LENGTH_SHIFT = 32;

    private final Activity activity;
    private final int port;
    private final int portBit;
    private final int depth;
    private final ReadPort.PayloadReader reader;
    private final PacketEmitter emitter;
    private final HeaderBuilder headers;
    private final Stamps stamps;
    private final long[] slots; // a ring
    private final Ports.ControlSource control0;
    private final Ports.ControlSource control1;
    private final Ports.ReceivePort receive;
    private boolean incoming;
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
    }

    /** Notice: receives a response; see TransmitPort. */
    void push(int ptype, int dst, int mode, long word1, int source, int length, boolean last, long value) {
        assert !incoming : "RS_A3: two responses of one port in one cycle";
        assert queued < depth : "RS_A1: a push without a claimed slot overflows the response queue";
        incoming = true;
        int slot = read + queued;
        int at = (slot < depth ? slot : slot - depth) * WORDS;
        slots[at] = ptype | dst << DST_SHIFT | (last ? LAST : 0) | mode << MODE_SHIFT;
        slots[at + 1] = word1;
        slots[at + 2] = source | (long) length << LENGTH_SHIFT;
        slots[at + 3] = value;
    }

    void edge() {
        incoming = false;
        queued++;
        activity.answering |= portBit;
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
        fromQueue(read * WORDS, stamp);
        read = read + 1 == depth ? 0 : read + 1;
        queued--;
        if (queued == 0) {
            activity.answering &= ~portBit;
        }
        receive.freed(port);
    }

    private void fromQueue(int at, long stamp) {
        int route = (int) slots[at];
        int ptype = route & TYPE_MASK;
        boolean isData = ptype == PacketType.DATA;
        boolean isResult = ptype == PacketType.FADD_R;
        int bytes = isData ? (int) (slots[at + 2] >>> LENGTH_SHIFT) : isResult ? HwLayout.FLIT_BYTES : 0;
        int source = bytes == 0 ? PacketEmitter.NONE : isData ? PacketEmitter.MEMORY : PacketEmitter.INLINE;
        emitter.push(
                headers.build(
                        route >> DST_SHIFT & DST_MASK,
                        ptype,
                        CLASS,
                        route >> MODE_SHIFT,
                        bytes,
                        (route & LAST) != 0,
                        stamp),
                slots[at + 1],
                slots[at + 3],
                0,
                source,
                RequestTx.flits(bytes),
                false);
        if (isData && bytes != 0) {
            reader.run((int) slots[at + 2], bytes);
        }
    }

    private void fromControl(Ports.ControlSource control, long stamp) {
        long head0 = headers.build(control.dst(), control.ptype(), CLASS, 0, true, stamp);
        emitter.push(head0, control.word1(), 0, 0, PacketEmitter.NONE, 0, false);
        control.take();
    }
}
