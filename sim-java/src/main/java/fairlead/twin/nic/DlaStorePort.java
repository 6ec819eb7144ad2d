// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.GetPayload;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.Meant;
import fairlead.hw.HwLayout.OpKind;
import fairlead.twin.nic.DlaChannels.Channel;
import fairlead.twin.nic.DlaChannels.DlaPool;
import fairlead.twin.nic.DlaChannels.Phase;
import fairlead.twin.router.HeaderBuilder;

/**
 * The store port of the DLA: a request is dropped, or assembled in its channel until all its data have come, and then
 * enters the FIFO (rules 5 to 8 of docs/spec/dla-arbiter.md).
 */
final class DlaStorePort {
    /** Number of words of the largest request. */
    static final int MOST_WORDS = 1 + HwLayout.DLA_INLINE_BYTES / HwLayout.FLIT_BYTES;

    private static final int REQUEST_CLASS = 0;
    private static final int SHIFT = DlaTagEvent.TAG_LSB;
    private static final int COUNT = (1 << 16) - 1;

    private final TileContext tile;
    private final EventPorts events;
    private final HeaderBuilder headers;
    private final DlaFifo fifo;
    private final DlaChannels channels;
    private final boolean bypass;
    int whole; // number of whole requests, modulo 65536
    boolean everWhole;

    /** The half request of a channel. */
    static final class DlaAssembly {
        int left; // number of DLA_DATA for which the request still waits
        int words;
        int cls;
        private boolean isGet;
        private boolean torn; // whether the channel has stored another request before its data
        private final long[] low = new long[MOST_WORDS];
        private final long[] high = new long[MOST_WORDS];
    }

    DlaStorePort(TileContext tile, DlaFifo fifo, DlaChannels channels) {
        this.tile = tile;
        this.fifo = fifo;
        this.channels = channels;
        events = tile.events();
        headers = new HeaderBuilder(tile.shape(), tile.me(), tile.machine().localPorts());
        bypass = tile.machine().dla().options().bypass();
    }

    /**
     * Executes a request (rules 5 to 7): it is accepted or dropped as a whole, depending on the remaining reservation
     * of its own channel.
     */
    void request(long t, long w0, long w1, int channel, int task) {
        long tagged = channel | Descriptor0.tag(w0) << SHIFT;
        int asked = 1 + DlaRequest.flits(w0);
        Channel its = channels.of(channel);
        int drop = dropReason(w0, w1, its, asked);
        if (drop != 0) {
            if (its != null) {
                its.half.torn |= its.half.left != 0;
                its.dropped = true;
                its.broken = true;
            }
            events.emit(EventUnit.DLA_STORE, EventKind.DLA_DISCARDED, tagged, drop);
            return;
        }
        channels.change += asked;
        its.inside += asked;
        if (!bypass) {
            its.reserved -= asked;
            its.consumed += its.cls == DlaPool.PR ? asked : 0;
        }
        DlaAssembly half = its.half;
        half.torn = false;
        half.left = asked - 1;
        half.words = asked;
        half.cls = bypass ? DlaFifo.NO_CLASS : its.cls;
        half.isGet = Descriptor0.kind(w0) == OpKind.GET;
        half.low[0] = head0(t, w0);
        half.high[0] = DlaRequest.head1(w0, w1) | (long) task << Header1.SLOT_LSB;
        half.low[1] = DlaRequest.getPayload(w0, w1);
        half.high[1] = 0;
        channels.promised += asked;
        enterIfWhole(half, channel);
        events.emit(EventUnit.DLA_STORE, EventKind.DLA_ACCEPTED, tagged, asked);
    }

    private void enterIfWhole(DlaAssembly half, int channel) {
        if (half.left != 0) {
            return;
        }
        channels.promised -= half.words;
        everWhole = true;
        whole = whole + 1 & COUNT;
        for (int i = 0; i < half.words; i++) {
            fifo.push(i == 0, i + 1 == half.words, half.cls, channel, half.low[i], half.high[i]);
        }
    }

    /**
     * Returns the header of the request's packet; the kinds of the four operations equal the types of their packets.
     */
    private long head0(long t, long w0) {
        return headers.build(
                (int) Descriptor0.target(w0),
                (int) Descriptor0.kind(w0),
                REQUEST_CLASS,
                DlaRequest.bytes(w0),
                true,
                t & Header0.STAMP_MASK);
    }

    private int dropReason(long w0, long w1, Channel its, int asked) {
        if (!DlaRequest.isLegal(tile, w0, w1) || its != null && its.half.left != 0) {
            return DlaDropReason.MALFORMED;
        }
        if (its == null) {
            return DlaDropReason.NO_ALLOCATION;
        }
        if (bypass) {
            return asked > fifo.depth() ? DlaDropReason.OVERFLOWS : 0;
        }
        boolean isOpen = its.phase == Phase.OPEN;
        if (its.phase == Phase.DISCARDING || isOpen && its.cls != DlaPool.PR && its.dropped) {
            return DlaDropReason.DISCARD;
        }
        return !isOpen ? DlaDropReason.NO_ALLOCATION : its.reserved < asked ? DlaDropReason.OVERFLOWS : 0;
    }

    /** Executes DLA_DATA (rule 8). Data of a dropped or torn request are ignored. */
    void data(long w0, long w1, int channel) {
        Channel its = channels.of(channel);
        if (its == null || its.half.left == 0 || its.half.torn) {
            return;
        }
        DlaAssembly half = its.half;
        if (!half.isGet) {
            half.low[half.words - half.left] = w0;
            half.high[half.words - half.left] = w1;
        }
        half.left--;
        enterIfWhole(half, channel);
    }

    /** Decodes the first store of a request: the number of credits that it needs, and the contents of its packet. */
    static final class DlaRequest {
        // payload bytes of a get, fetch-add or compare-and-swap
        private static final int INLINE_BYTES = HwLayout.FLIT_BYTES;

        private DlaRequest() {}

        /**
         * Returns whether the request is a put of at most 64 bytes, a get of at most one packet, a fetch-add or a
         * compare-and-swap outside epochs that the tile accepts.
         */
        static boolean isLegal(TileContext tile, long word0, long word1) {
            int kind = (int) Descriptor0.kind(word0);
            int most = kind == OpKind.PUT ? HwLayout.DLA_INLINE_BYTES : HwLayout.MAX_PAYLOAD;
            boolean fits = Descriptor0.length(word0) <= most;
            boolean meant = (word0 & ~Meant.dlaRequest(kind, 0) | word1 & ~Meant.dlaRequest(kind, 1)) == 0;
            return meant && isInlineOrPut(kind) && fits && tile.isLegal(word0, word1, true);
        }

        private static boolean isInlineOrPut(int kind) {
            return kind == OpKind.PUT || kind == OpKind.GET || kind == OpKind.FADD || kind == OpKind.CAS;
        }

        static int bytes(long word0) {
            return Descriptor0.kind(word0) == OpKind.PUT ? (int) Descriptor0.length(word0) : INLINE_BYTES;
        }

        /** Returns the number of payload flits, 0 to 4, which is also the number of DLA_DATA that follow. */
        static int flits(long word0) {
            return (bytes(word0) + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
        }

        static long head1(long word0, long word1) {
            boolean counts = Descriptor0.kind(word0) == OpKind.PUT && Descriptor1.ctrValid(word1) != 0;
            long counter = counts
                    ? 1L << Header1.CTR_VALID_LSB | Descriptor1.ctr(word1) << Header1.CTR_LSB
                    : TileContext.width(word0);
            return counter | Descriptor0.tag(word0) << Header1.TAG_LSB | Descriptor1.remote(word1) << Header1.ADDR_LSB;
        }

        static long getPayload(long word0, long word1) {
            return Descriptor1.ctr(word1) << GetPayload.CTR_LSB
                    | Descriptor0.length(word0) << GetPayload.LENGTH_LSB
                    | Descriptor1.local(word1) << GetPayload.LANDING_LSB;
        }
    }

    /**
     * The FIFO of the DLA: the words of whole requests, and the credit class that each has consumed.
     */
    static final class DlaFifo {
        static final int NO_CLASS = 3; // class of a word without a credit
        private static final int HEAD = 1;
        private static final int TAIL = 2;
        private static final int CLASS_SHIFT = 2;
        private static final int CLASS = 3;
        private static final int CHANNEL_SHIFT = 4;
        private static final int CHANNEL = 15;

        private final long[] data0;
        private final long[] data1;
        private final int[] owners; // head mark, tail mark, class and channel of each word
        private int write;
        private int read;
        int used; // number of words in the FIFO

        DlaFifo(int depth) {
            data0 = new long[depth];
            data1 = new long[depth];
            owners = new int[depth];
        }

        /** Returns the number of words for which the FIFO has room. */
        int depth() {
            return data0.length;
        }

        /** Adds a word. The word has a credit, so the FIFO has room for it. */
        void push(boolean head, boolean tail, int cls, int channel, long w0, long w1) {
            data0[write] = w0;
            data1[write] = w1;
            owners[write] = (head ? HEAD : 0) | (tail ? TAIL : 0) | cls << CLASS_SHIFT | channel << CHANNEL_SHIFT;
            write = after(write);
            used++;
        }

        /** Removes the oldest word; called only if {@link #isReady} returns true. */
        void pop() {
            read = after(read);
            used--;
        }

        private int after(int pointer) {
            return pointer + 1 == owners.length ? 0 : pointer + 1;
        }

        boolean isReady() {
            return used != 0;
        }

        boolean isHead() {
            return (owners[read] & HEAD) != 0;
        }

        boolean isTail() {
            return (owners[read] & TAIL) != 0;
        }

        int cls() {
            return owners[read] >> CLASS_SHIFT & CLASS;
        }

        int channel() {
            return owners[read] >> CHANNEL_SHIFT & CHANNEL;
        }

        long w0() {
            return data0[read];
        }

        long w1() {
            return data1[read];
        }
    }
}
