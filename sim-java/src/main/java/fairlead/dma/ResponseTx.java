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

    private final int port;
    private final int depth;
    private final PayloadReader reader;
    private final PacketEmitter emitter;
    private final HeaderBuilder headers;
    private ControlSource control0;
    private ControlSource control1;
    private ReceivePort receive;

    private final int[] types;
    private final int[] destinations;
    private final long[] words;
    private final int[] origins;
    private final int[] lengths;
    private final boolean[] lasts;
    private final long[] values;
    private int write;
    private int read;
    private int incoming;
    private int packets;
    private int above;

    /** Responses in the queue. */
    int count;

    ResponseTx(
            final TileContext tile,
            final int port,
            final HeaderBuilder headers,
            final PayloadReader reader,
            final PacketEmitter emitter) {
        this.port = port;
        this.headers = headers;
        this.reader = reader;
        this.emitter = emitter;
        depth = tile.machine().buffers().response();
        types = new int[depth];
        destinations = new int[depth];
        words = new long[depth];
        origins = new int[depth];
        lengths = new int[depth];
        lasts = new boolean[depth];
        values = new long[depth];
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
            final long word1,
            final int source,
            final int length,
            final boolean last,
            final long value) {
        types[write] = ptype;
        destinations[write] = dst;
        words[write] = word1;
        origins[write] = source;
        lengths[write] = length;
        lasts[write] = last;
        values[write] = value;
        write = next(write);
        incoming++;
    }

    private int next(final int pointer) {
        return pointer + 1 == depth ? 0 : pointer + 1;
    }

    void edge() {
        count += incoming;
        incoming = 0;
        assert count <= depth : "RS_A1: a push without a claimed slot overflows the response queue";
    }

    /** What could be picked. */
    int sources() {
        final int queue = count != 0 ? QUEUE : 0;
        return control0 == null
                ? queue
                : queue | (control0.valid() ? CONTROL_0 : 0) | (control1.valid() ? CONTROL_1 : 0);
    }

    /** Prepares one packet of the source that is next in turn. */
    void prepare(final int sources, final long t) {
        final int pick = TxPick.pick(sources, above);
        final long stamp = t & Header0.STAMP_MASK;
        above = TxPick.after(pick);
        if (pick != QUEUE) {
            fromControl(pick == CONTROL_0 ? control0 : control1, stamp);
        } else if (types[read] == PacketType.DATA) {
            data(stamp);
        } else {
            single(stamp);
        }
    }

    private void fromControl(final ControlSource control, final long stamp) {
        final long head0 = headers.build(control.dst(), control.ptype(), CLASS, 0, true, stamp);
        emitter.push(head0, control.word1(), 0, 0, PacketEmitter.NONE, 0, false);
        control.take();
    }

    private void data(final long stamp) {
        final int offset = packets * HwLayout.MAX_PAYLOAD;
        final int left = lengths[read] - offset;
        final boolean last = left <= HwLayout.MAX_PAYLOAD;
        final int bytes = last ? left : HwLayout.MAX_PAYLOAD;
        final long word1 = words[read];
        emitter.push(
                headers.build(destinations[read], PacketType.DATA, CLASS, bytes, last, stamp),
                word1 & ~(long) ADDRESS_MASK | Header1.addr(word1) + offset & ADDRESS_MASK,
                0,
                0,
                bytes == 0 ? PacketEmitter.NONE : PacketEmitter.MEMORY,
                RequestTx.flits(bytes),
                false);
        if (bytes != 0) {
            reader.run(origins[read] + offset & ADDRESS_MASK, bytes);
        }
        if (last) {
            leave();
        } else {
            packets++;
        }
    }

    private void single(final long stamp) {
        final boolean result = types[read] == PacketType.FADD_R;
        final int bytes = result ? HwLayout.FLIT_BYTES : 0;
        emitter.push(
                headers.build(destinations[read], types[read], CLASS, bytes, lasts[read], stamp),
                words[read],
                values[read],
                0,
                result ? PacketEmitter.INLINE : PacketEmitter.NONE,
                result ? 1 : 0,
                false);
        leave();
    }

    private void leave() {
        packets = 0;
        read = next(read);
        count--;
        receive.freed(port);
    }
}
