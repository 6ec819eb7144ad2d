// SPDX-License-Identifier: Apache-2.0
package fairlead.dma;

import fairlead.flow.ControlSource;
import fairlead.flow.HeaderBuilder;
import fairlead.flow.ReceivePort;
import fairlead.flow.TileContext;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;

/**
 * Response packetiser of one local port: a queue of claimed responses, served in order, and two control sources that interleave with it by packet. A push of cycle t into an
 * empty queue is prepared in t + 1 at the earliest; the slot is freed in the cycle in which its last packet is prepared.
 */
final class ResponseTx {
    private static final int QUEUE = 1;
    private static final int CONTROL_0 = 2;
    private static final int CONTROL_1 = 4;
    private static final int CLASS = 1;
    private static final int ADDRESS_MASK = (1 << HwLayout.ADDRESS_BITS) - 1;

    // one response: route, header word 1, DATA: source and length, FADD_R: value
    private static final int WORDS = 4;
    private static final int DST_SHIFT = 8;
    private static final int TYPE_MASK = (1 << DST_SHIFT) - 1;
    private static final int DST_MASK = (1 << HwLayout.Coord.WIDTH) - 1;
    private static final int LAST = 1 << DST_SHIFT + HwLayout.Coord.WIDTH;
    private static final int MODE_SHIFT = DST_SHIFT + HwLayout.Coord.WIDTH + 1;
    private static final int LENGTH_SHIFT = 32;

    private final Activity activity;
    private final int port;
    private final int bit;
    private final int depth;
    private final PayloadReader reader;
    private final PacketEmitter emitter;
    private final HeaderBuilder headers;
    private final long[] queue;
    private ControlSource control0;
    private ControlSource control1;
    private ReceivePort receive;
    private int read;
    private int count;
    private int incoming;
    private int packets;
    private int above;

    ResponseTx(
            final TileContext tile,
            final int port,
            final HeaderBuilder headers,
            final PayloadReader reader,
            final PacketEmitter emitter,
            final Activity activity) {
        this.activity = activity;
        this.port = port;
        bit = 1 << port;
        this.headers = headers;
        this.reader = reader;
        this.emitter = emitter;
        depth = tile.machine().buffers().response();
        queue = new long[depth * WORDS];
    }

    /** @param control null but for port 0 */
    void connect(final ControlSource[] control, final ReceivePort receiver) {
        control0 = control == null ? null : control[0];
        control1 = control == null ? null : control[1];
        receive = receiver;
    }

    /** Notice; see ResponsePort. */
    void push(
            final int ptype,
            final int dst,
            final int mode,
            final long word1,
            final int source,
            final int length,
            final boolean last,
            final long value) {
        int slot = read + count + incoming;
        if (slot >= depth) {
            slot -= depth;
        }
        final int at = slot * WORDS;
        queue[at] = ptype | dst << DST_SHIFT | (last ? LAST : 0) | mode << MODE_SHIFT;
        queue[at + 1] = word1;
        queue[at + 2] = source | (long) length << LENGTH_SHIFT;
        queue[at + 3] = value;
        incoming++;
    }

    void edge() {
        count += incoming;
        incoming = 0;
        activity.answering |= bit;
        assert count <= depth : "RS_A1: a push without a claimed slot overflows the response queue";
    }

    /** What could be picked. */
    int sources() {
        final int waiting = (activity.answering & bit) != 0 ? QUEUE : 0;
        return control0 == null
                ? waiting
                : waiting | (control0.valid() ? CONTROL_0 : 0) | (control1.valid() ? CONTROL_1 : 0);
    }

    /** Prepares one packet of the source that is next in turn. */
    void prepare(final int sources, final long t) {
        final int pick = TxPick.pick(sources, above);
        final long stamp = t & Header0.STAMP_MASK;
        above = TxPick.after(pick);
        if (pick != QUEUE) {
            fromControl(pick == CONTROL_0 ? control0 : control1, stamp);
            return;
        }
        final int at = read * WORDS;
        final int route = (int) queue[at];
        final int ptype = route & TYPE_MASK;
        final int dst = route >> DST_SHIFT & DST_MASK;
        if (ptype == PacketType.DATA) {
            data(at, dst, route >> MODE_SHIFT, stamp);
        } else {
            single(at, ptype, dst, (route & LAST) != 0, stamp);
        }
    }

    private void fromControl(final ControlSource control, final long stamp) {
        final long head0 = headers.build(control.dst(), control.ptype(), CLASS, 0, true, stamp);
        emitter.push(head0, control.word1(), 0, 0, PacketEmitter.NONE, 0, false);
        control.take();
    }

    private void data(final int at, final int dst, final int mode, final long stamp) {
        final int offset = packets * HwLayout.MAX_PAYLOAD;
        final int left = (int) (queue[at + 2] >>> LENGTH_SHIFT) - offset;
        final boolean last = left <= HwLayout.MAX_PAYLOAD;
        final int bytes = last ? left : HwLayout.MAX_PAYLOAD;
        final long word1 = queue[at + 1];
        emitter.push(
                headers.build(dst, PacketType.DATA, CLASS, mode, bytes, last, stamp),
                word1 & ~(long) ADDRESS_MASK | Header1.addr(word1) + offset & ADDRESS_MASK,
                0,
                0,
                bytes == 0 ? PacketEmitter.NONE : PacketEmitter.MEMORY,
                RequestTx.flits(bytes),
                false);
        if (bytes != 0) {
            reader.run((int) queue[at + 2] + offset & ADDRESS_MASK, bytes);
        }
        if (last) {
            leave();
        } else {
            packets++;
        }
    }

    private void single(final int at, final int ptype, final int dst, final boolean last, final long stamp) {
        final boolean result = ptype == PacketType.FADD_R;
        emitter.push(
                headers.build(dst, ptype, CLASS, result ? HwLayout.FLIT_BYTES : 0, last, stamp),
                queue[at + 1],
                queue[at + 3],
                0,
                result ? PacketEmitter.INLINE : PacketEmitter.NONE,
                result ? 1 : 0,
                false);
        leave();
    }

    private void leave() {
        packets = 0;
        read = read + 1 == depth ? 0 : read + 1;
        count--;
        if (count == 0) {
            activity.answering &= ~bit;
        }
        receive.freed(port);
    }
}
