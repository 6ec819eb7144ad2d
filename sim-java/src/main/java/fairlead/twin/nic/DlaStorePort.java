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
import fairlead.hw.HwLayout.OpKind;
import fairlead.twin.nic.DlaChannels.DlaPool;
import fairlead.twin.router.HeaderBuilder;

/**
 * The store port of the DLA: requests and their data enter the FIFO or are dropped (rules 5 to 8 of
 * docs/spec/dla-arbiter.md).
 */
final class DlaStorePort {
    private static final int REQUEST_CLASS = 0;
    private static final int SHIFT = DlaTagEvent.TAG_LSB;
    private static final int COUNT = (1 << 16) - 1;

    private final TileContext tile;
    private final EventPorts events;
    private final HeaderBuilder headers;
    private final DlaPool pool;
    private final DlaFifo fifo;
    private final DlaChannels channels;
    private final boolean bypass;

    // the last accepted request
    int left; // number of DLA_DATA for which the request still waits
    private int words;
    private int owner;
    private int ownerClass;
    private boolean isGet;
    private long getPayload;
    private boolean torn; // whether its channel has stored another request before its data

    int accepted; // number of accepted requests, modulo 65536
    boolean everAccepted;

    DlaStorePort(
            TileContext tile,
            EventPorts events,
            HeaderBuilder headers,
            DlaPool pool,
            DlaFifo fifo,
            DlaChannels channels,
            boolean bypass) {
        this.tile = tile;
        this.events = events;
        this.headers = headers;
        this.pool = pool;
        this.fifo = fifo;
        this.channels = channels;
        this.bypass = bypass;
    }

    /**
     * Executes a request (rules 5 to 7): it is accepted or dropped as a whole, depending on the remaining reservation
     * of its own channel.
     */
    void request(long t, long w0, long w1, int channel) {
        long tagged = channel | Descriptor0.tag(w0) << SHIFT;
        int asked = 1 + DlaRequest.flits(w0);
        int drop = dropReason(w0, w1, channel, asked);
        torn |= left != 0 && channel == owner;
        if (drop != 0) {
            if (channels.isKnown(channel)) {
                channels.dropped[channel] = true;
                channels.broken[channel] = true;
            }
            events.emit(EventUnit.DLA_STORE, EventKind.DLA_DISCARDED, tagged, drop);
            return;
        }
        channels.change += asked;
        channels.inside[channel] += asked;
        if (!bypass) {
            channels.reserved[channel] -= asked;
            if (channels.cls[channel] == DlaPool.PR) {
                channels.consumed[channel] += asked;
            }
        }
        torn = false;
        left = asked - 1;
        words = asked;
        owner = channel;
        ownerClass = bypass ? DlaFifo.NO_CLASS : channels.cls[channel];
        isGet = DlaRequest.isGet(w0);
        getPayload = DlaRequest.getPayload(w0, w1);
        everAccepted = true;
        accepted = accepted + 1 & COUNT;
        fifo.push(true, left == 0, ownerClass, channel, head0(t, w0), DlaRequest.head1(w0, w1), asked);
        events.emit(EventUnit.DLA_STORE, EventKind.DLA_ACCEPTED, tagged, asked);
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

    private int dropReason(long w0, long w1, int channel, int asked) {
        if (!DlaRequest.isLegal(tile, w0, w1) || left != 0) {
            return DlaDropReason.MALFORMED;
        }
        if (!channels.isKnown(channel)) {
            return DlaDropReason.NO_ALLOCATION;
        }
        if (bypass) {
            return asked > fifo.depth() ? DlaDropReason.OVERFLOWS : 0;
        }
        byte phase = channels.phase[channel];
        boolean isOpen = phase == DlaChannels.OPEN;
        if (phase == DlaChannels.DISCARDING
                || isOpen && channels.cls[channel] != DlaPool.PR && channels.dropped[channel]) {
            return DlaDropReason.DISCARD;
        }
        if (!isOpen) {
            return DlaDropReason.NO_ALLOCATION;
        }
        return channels.reserved[channel] < asked ? DlaDropReason.OVERFLOWS : 0;
    }

    /** Executes DLA_DATA (rule 8). Data of a dropped request, of another channel, or of a torn request is ignored. */
    void data(long w0, long w1, int channel) {
        if (left == 0 || channel != owner || torn) {
            return;
        }
        left--;
        fifo.push(false, left == 0, ownerClass, owner, isGet ? getPayload : w0, isGet ? 0 : w1, words);
    }

    /**
     * Aborts the last request if it belongs to the cleared channel and still waits for data; one void word of it
     * remains.
     */
    void abort(int channel) {
        if (left == 0 || owner != channel) {
            return;
        }
        int free = words - 1;
        fifo.abort(words - left);
        left = 0;
        channels.inside[owner] -= free;
        if (ownerClass == DlaFifo.NO_CLASS) {
            return;
        }
        pool.give(ownerClass, free);
        if (ownerClass == DlaPool.PR) {
            channels.consumed[owner] -= free;
        }
    }

    /** Decodes the first store of a request: the number of credits that it needs, and the contents of its packet. */
    static final class DlaRequest {
        // payload bytes of a get, fetch-add or compare-and-swap
        private static final int INLINE_BYTES = HwLayout.FLIT_BYTES;

        private DlaRequest() {}

        /**
         * Returns whether the request is a put of at most 64 bytes, a get, a fetch-add or a compare-and-swap outside
         * epochs that the tile accepts.
         */
        static boolean isLegal(TileContext tile, long word0, long word1) {
            int kind = (int) Descriptor0.kind(word0);
            boolean fits = kind != OpKind.PUT || Descriptor0.length(word0) <= HwLayout.DLA_INLINE_BYTES;
            return Descriptor0.epoch(word0) == 0 && isInlineOrPut(kind) && fits && tile.isLegal(word0, word1, true);
        }

        private static boolean isInlineOrPut(int kind) {
            return kind == OpKind.PUT || kind == OpKind.GET || kind == OpKind.FADD || kind == OpKind.CAS;
        }

        static boolean isGet(long word0) {
            return Descriptor0.kind(word0) == OpKind.GET;
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
            long counter = counts ? 1L << Header1.CTR_VALID_LSB | Descriptor1.ctr(word1) << Header1.CTR_LSB : 0;
            return counter | Descriptor0.tag(word0) << Header1.TAG_LSB | Descriptor1.remote(word1) << Header1.ADDR_LSB;
        }

        static long getPayload(long word0, long word1) {
            return Descriptor1.ctr(word1) << GetPayload.CTR_LSB
                    | Descriptor0.length(word0) << GetPayload.LENGTH_LSB
                    | Descriptor1.local(word1) << GetPayload.LANDING_LSB;
        }
    }

    /**
     * The FIFO of the DLA: its words, and the credit class that each has consumed. The words of a request become
     * visible together, when its tail has entered.
     */
    static final class DlaFifo {
        static final int NO_CLASS = 3; // class of a word without a credit
        private static final int HEAD = 1;
        private static final int TAIL = 2;
        private static final int CLASS_SHIFT = 2;
        private static final int CLASS = 3;
        private static final int CHANNEL_SHIFT = 4;
        private static final int CHANNEL = 15;
        private static final int VOID = 1 << 8;

        private final long[] data0;
        private final long[] data1;
        private final int[] owners; // head mark, tail mark, class and channel of each word
        private int write;
        private int read;
        private int complete; // number of words of complete requests
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

        /**
         * Adds a word. The word has a credit, so the FIFO has room for it.
         *
         * @param words number of words of the request, for its tail
         */
        void push(boolean head, boolean tail, int cls, int channel, long w0, long w1, int words) {
            data0[write] = w0;
            data1[write] = w1;
            owners[write] = (head ? HEAD : 0) | (tail ? TAIL : 0) | cls << CLASS_SHIFT | channel << CHANNEL_SHIFT;
            write = after(write);
            used++;
            if (tail) {
                complete += words;
            }
        }

        /**
         * Replaces the last request, of which `gone` words have entered and whose data will not come, by a single void
         * word.
         */
        void abort(int gone) {
            write = write >= gone ? write - gone : write + owners.length - gone;
            owners[write] |= VOID | HEAD | TAIL;
            write = after(write);
            used -= gone - 1;
            complete++;
        }

        /** Removes the oldest word; called only if {@link #isReady} returns true. */
        void pop() {
            read = after(read);
            complete--;
            used--;
        }

        /** Returns whether the front word is the void word of an aborted request. */
        boolean isVoid() {
            return (owners[read] & VOID) != 0;
        }

        private int after(int pointer) {
            return pointer + 1 == owners.length ? 0 : pointer + 1;
        }

        boolean isReady() {
            return complete != 0;
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
