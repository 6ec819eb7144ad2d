// SPDX-License-Identifier: Apache-2.0
package fairlead.dla;

import fairlead.flow.Commanded;
import fairlead.flow.DlaCounts;
import fairlead.flow.DlaStream;
import fairlead.flow.EventPorts;
import fairlead.flow.HeaderBuilder;
import fairlead.flow.TileContext;
import fairlead.flow.Unit;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaErrorReason;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.TileCommand;

/**
 * Deadlock-avoidance FIFO of the store path, cycle for cycle as docs/spec/dla-arbiter.md (R-DLA-1 to R-DLA-15): a request that its channel has reserved space for enters, any
 * other is dropped and reported. Rule numbers in the comments are the page's.
 */
public final class DlaArbiter implements Unit, Commanded, DlaStream, DlaCounts {
    /** Phases of a channel; RELEASING: release asked for, words still in the FIFO. */
    private static final byte IDLE = 0;

    private static final byte OPEN = 1;
    private static final byte RELEASING = 2;
    private static final byte DISCARDING = 3;
    private static final byte CLEARING = 4; // the process is gone, words still in the FIFO
    private static final int NO_CLASS = 3; // of a word without a credit

    private static final int CHANNEL = 15; // of w3
    private static final int REQUEST_CLASS = 0;
    private static final int SHIFT = 8; // of block or tag in the events' a
    private static final int COUNT = (1 << 16) - 1;

    private final EventPorts events;
    private final HeaderBuilder headers;
    private final DlaPool pool;
    private final DlaFifo fifo;

    // by channel
    private final byte[] phase;
    private final int[] cls; // of the allocation
    private final boolean[] dropped; // something of the transaction was dropped or denied
    private final int[] reserved; // credits that requests may still consume
    private final int[] consumed; // PR credits whose words have not left the FIFO
    private final int[] inside; // words in the FIFO or still to come
    private final boolean[] broken; // the last block was denied or lost a request
    private final boolean[] purging; // CLEARING: words leave without being sent

    private final DlaNotices notices;
    private final DlaStatusWriter status;
    private final boolean bypass;
    private final int depth;

    // the last accepted request
    private int left; // DLA_DATA that it still waits for
    private int words;
    private int owner;
    private int ownerClass;
    private boolean isGet;
    private long getPayload;

    private boolean everUsed;
    private int enqueued;
    private int dequeued;
    private int drainTag; // of the request whose head has left
    private int drainWords;

    // inputs of this cycle
    private int op;
    private long w0;
    private long w1;
    private int storeChannel;
    private boolean taken;
    private boolean prepared; // RequestTx has begun with the request in front
    private boolean claimed; // and will take it
    private boolean skipping; // the request whose head has left is dropped
    private boolean voided; // this cycle's word is dropped
    private int change; // credits that change hands in this cycle
    private boolean answered; // this cycle's event of the allocation port is given
    private final boolean tellsStatus;
    private boolean asleep; // without an input the next edge changes nothing

    public DlaArbiter(final TileContext tile) {
        final int channels = tile.limits().dlaChannels();
        depth = tile.machine().buffers().dla();
        events = tile.events();
        headers = new HeaderBuilder(tile.shape(), tile.me(), tile.machine().localPorts());
        pool = new DlaPool(tile.machine().dla(), depth);
        fifo = new DlaFifo(depth);
        phase = new byte[channels];
        cls = new int[channels];
        dropped = new boolean[channels];
        reserved = new int[channels];
        consumed = new int[channels];
        inside = new int[channels];
        broken = new boolean[channels];
        purging = new boolean[channels];
        bypass = tile.machine().dla().options().bypass();
        notices =
                new DlaNotices(events, channels, tile.machine().dla().options().eventCredits());
        status = new DlaStatusWriter(tile.memory(), tile.machine().dla().options());
        tellsStatus = tile.machine().dla().options().writesStatus();
    }

    // ---- questions and notices

    @Override
    public boolean everUsed() {
        return everUsed;
    }

    @Override
    public int enqueued() {
        return enqueued;
    }

    @Override
    public int dequeued() {
        return dequeued;
    }

    @Override
    public boolean valid() {
        return fifo.isReady() && !isVoid();
    }

    /** The word in front is dropped: its request was aborted, or its channel is cleared and nobody has begun to send it. */
    private boolean isVoid() {
        if (!fifo.isHead()) {
            return skipping;
        }
        final int channel = fifo.channel();
        return fifo.isVoid() || purging[channel] && phase[channel] == CLEARING && !claimed;
    }

    /** DLA_BYPASS: a store would find no room. */
    public boolean storeStall() {
        return bypass && fifo.used() == depth;
    }

    /** Cycles until the tile must be awake, told in the cycle of the cause; 0: none. */
    public int alarm() {
        return status.alarm();
    }

    /** The status is in memory. */
    public void statusAck() {
        status.ack();
    }

    @Override
    public void prepared() {
        prepared = true;
    }

    @Override
    public boolean isHead() {
        return fifo.isHead();
    }

    @Override
    public boolean isTail() {
        return fifo.isTail();
    }

    @Override
    public long w0() {
        return fifo.w0();
    }

    @Override
    public long w1() {
        return fifo.w1();
    }

    @Override
    public void take() {
        taken = true;
    }

    @Override
    public void command(final int tileCommand, final long word0, final long word1, final long word2, final long word3) {
        if (tileCommand >= TileCommand.DLA_ALLOC && tileCommand <= TileCommand.DLA_RELEASE
                || tileCommand >= TileCommand.DLA_MARK && tileCommand <= TileCommand.DLA_EVENT_CREDIT) {
            op = tileCommand;
            w0 = word0;
            w1 = word1;
            storeChannel = (int) word3 & CHANNEL;
        }
    }

    // ---- cycle

    /** Nothing is asked of other units: all that is decided follows from own state and inputs, in the edge. */
    @Override
    public void step(final long t) {}

    /** The command sees the state before the word left; a release that waits for that word completes with it. A release that completes takes the event port that is free. */
    @Override
    public void edge(final long t) {
        if (asleep && op == 0 && !taken && !prepared) {
            return;
        }
        notices.begin();
        if (status.begin()) {
            status.write(pool, fifo.used() + left, open(), notices.merged());
        }
        change = 0;
        final long empty = empty();
        final long purged = empty == 0 ? 0 : purged();
        voided = fifo.isReady() && isVoid();
        taken |= voided;
        if (op != 0) {
            execute(t);
        }
        if (taken) {
            leave();
        }
        final int told = notices.end(empty, purged);
        if (told >= 0 && !(op == TileCommand.DLA_CLEAR && told == (int) DlaCommand.channel(w0))) {
            phase[told] = IDLE;
        }
        status.end(t, change);
        claimed |= prepared;
        prepared = false;
        op = 0;
        taken = false;
        answered = false;
        asleep = !tellsStatus && !works();
    }

    private long open() {
        long open = 0;
        for (int channel = 0; channel < phase.length; channel++) {
            open |= phase[channel] == OPEN ? 1L << channel : 0;
        }
        return open;
    }

    /** Channels whose clear has finished. */
    private long empty() {
        long empty = 0;
        for (int channel = 0; channel < phase.length; channel++) {
            empty |= phase[channel] == CLEARING && inside[channel] == 0 ? 1L << channel : 0;
        }
        return empty;
    }

    private long purged() {
        long purged = 0;
        for (int channel = 0; channel < phase.length; channel++) {
            purged |= purging[channel] ? 1L << channel : 0;
        }
        return purged;
    }

    private void execute(final long t) {
        switch (op) {
            case TileCommand.DLA_ALLOC:
                allocate();
                break;
            case TileCommand.DLA_REQUEST:
                store(t);
                break;
            case TileCommand.DLA_DATA:
                follow();
                break;
            case TileCommand.DLA_END:
                end();
                break;
            case TileCommand.DLA_MARK:
                mark();
                break;
            case TileCommand.DLA_CLEAR:
                clear();
                break;
            case TileCommand.DLA_EVENT_CREDIT:
                notices.giveBack((int) w0 & COUNT);
                break;
            default:
                release();
                break;
        }
    }

    private boolean isKnown(final int channel) {
        return channel < phase.length;
    }

    // ---- allocation, transaction end, release

    /** Rules 1 to 4. */
    private void allocate() {
        final int channel = (int) DlaCommand.channel(w0);
        final boolean persistent = DlaCommand.pr(w0) != 0;
        final int asked = (int) DlaCommand.credits(w0);
        final int its = persistent ? DlaPool.PR : DlaCommand.high(w0) != 0 ? DlaPool.HI : DlaPool.LO;
        final int reason = allocationError(channel, persistent, asked, its);
        if (reason != 0) {
            answer(EventKind.DLA_ERROR, reason);
            return;
        }
        if (pool.fits(its, asked) && !(DlaCommand.chain(w0) != 0 && broken[channel])) {
            change += asked;
            broken[channel] = false;
            pool.take(its, asked);
            phase[channel] = OPEN;
            cls[channel] = its;
            reserved[channel] = asked;
            status(EventKind.DLA_GRANTED, asked, DlaNotices.GRANTED);
        } else {
            broken[channel] = true;
            phase[channel] = DISCARDING;
            dropped[channel] = true;
            status(EventKind.DLA_DENIED, asked, DlaNotices.DENIED | DlaNotices.LOST);
        }
    }

    private int allocationError(final int channel, final boolean persistent, final int asked, final int its) {
        if (!isKnown(channel)) {
            return DlaErrorReason.CHANNEL;
        }
        if (DlaCommand.cd(w0) != 0 == persistent) {
            return DlaErrorReason.SCHEME;
        }
        if (phase[channel] != IDLE) {
            return DlaErrorReason.NOT_IDLE;
        }
        if (asked == 0) {
            return DlaErrorReason.NO_CREDITS;
        }
        if (pool.isOverCap(its, asked)) {
            return DlaErrorReason.CAP;
        }
        return pool.isTooMany(asked) ? DlaErrorReason.DEPTH : 0;
    }

    /** Rule 9. */
    private void end() {
        final int channel = (int) DlaCommand.channel(w0);
        if (!isKnown(channel)) {
            answer(EventKind.DLA_ERROR, DlaErrorReason.CHANNEL);
            return;
        }
        status(
                EventKind.DLA_ENDED,
                dropped[channel] ? 1 : 0,
                DlaNotices.ENDED | (dropped[channel] ? DlaNotices.LOST : 0));
        dropped[channel] = false; // what follows is another transaction
        if (phase[channel] == DISCARDING) {
            phase[channel] = IDLE;
        } else if (phase[channel] == OPEN && cls[channel] != DlaPool.PR && DlaCommand.dealloc(w0) != 0) {
            change += reserved[channel];
            pool.give(cls[channel], reserved[channel]);
            reserved[channel] = 0;
            phase[channel] = IDLE;
        }
    }

    // ---- markers, clears

    private boolean isLeaving(final int channel) {
        return taken && fifo.channel() == channel;
    }

    private void mark() {
        final int channel = (int) DlaCommand.channel(w0);
        if (!isKnown(channel)) {
            answer(EventKind.DLA_ERROR, DlaErrorReason.CHANNEL);
            return;
        }
        notices.mark(channel, DlaCommand.block(w0), inside[channel] - (isLeaving(channel) ? 1 : 0));
    }

    /** The reservation goes home at once; of a request whose data have not all come one word stays. */
    private void clear() {
        final int channel = (int) DlaCommand.channel(w0);
        if (!isKnown(channel)) {
            answer(EventKind.DLA_ERROR, DlaErrorReason.CHANNEL);
            return;
        }
        notices.clear(channel);
        if (reserved[channel] != 0) {
            change += reserved[channel];
            pool.give(cls[channel], reserved[channel]);
            reserved[channel] = 0;
        }
        if (left != 0 && owner == channel) {
            abort();
        }
        purging[channel] = DlaCommand.dealloc(w0) != 0 || purging[channel] && phase[channel] == CLEARING;
        phase[channel] = CLEARING;
        dropped[channel] = false;
        broken[channel] = false;
    }

    private void abort() {
        final int free = words - 1;
        fifo.abort(words - left);
        left = 0;
        inside[owner] -= free;
        if (ownerClass == NO_CLASS) {
            return;
        }
        pool.give(ownerClass, free);
        if (ownerClass == DlaPool.PR) {
            consumed[owner] -= free;
        }
    }

    /** Rule 11. */
    private void release() {
        final int channel = (int) DlaCommand.channel(w0);
        if (!isKnown(channel)) {
            answer(EventKind.DLA_ERROR, DlaErrorReason.CHANNEL);
            return;
        }
        if (phase[channel] != OPEN || cls[channel] != DlaPool.PR) {
            answer(EventKind.DLA_ERROR, DlaErrorReason.RELEASE);
            return;
        }
        phase[channel] = RELEASING;
        completeRelease(channel, 0);
    }

    /** `back`: the credit that has just come back. At once, or as the last word leaves: perhaps in the cycle of the release itself. */
    private void completeRelease(final int channel, final int back) {
        if (phase[channel] == RELEASING && consumed[channel] == 0) {
            change += reserved[channel] - back;
            pool.give(DlaPool.PR, reserved[channel]);
            reserved[channel] = 0;
            phase[channel] = IDLE;
            events.emit(answered ? EventUnit.DLA_STORE : EventUnit.DLA_ALLOC, EventKind.DLA_RELEASED, channel, 0);
            answered = true;
        }
    }

    /** A status event takes an event credit, or joins the record of its channel. */
    private void status(final int kind, final int b, final int flags) {
        answered = true;
        if (notices.answer((int) DlaCommand.channel(w0), DlaCommand.block(w0), flags)) {
            answer(kind, b);
        }
    }

    private void answer(final int kind, final int b) {
        answered = true;
        events.emit(EventUnit.DLA_ALLOC, kind, DlaCommand.channel(w0) | DlaCommand.block(w0) << SHIFT, b);
    }

    // ---- requests

    /** Rules 5 to 7: decided as a whole against what is left of its channel's own reservation. */
    private void store(final long t) {
        final int channel = storeChannel;
        final long tagged = channel | Descriptor0.tag(w0) << SHIFT;
        final int asked = 1 + DlaRequest.flits(w0);
        final int drop = dropReason(channel, asked);
        if (drop != 0) {
            if (isKnown(channel)) {
                dropped[channel] = true;
                broken[channel] = true;
            }
            events.emit(EventUnit.DLA_STORE, EventKind.DLA_DISCARDED, tagged, drop);
            return;
        }
        change += asked;
        inside[channel] += asked;
        if (!bypass) {
            reserved[channel] -= asked;
            if (cls[channel] == DlaPool.PR) {
                consumed[channel] += asked;
            }
        }
        left = asked - 1;
        words = asked;
        owner = channel;
        ownerClass = bypass ? NO_CLASS : cls[channel];
        isGet = DlaRequest.isGet(w0);
        getPayload = DlaRequest.getPayload(w0, w1);
        everUsed = true;
        enqueued = enqueued + 1 & COUNT;
        fifo.push(true, left == 0, ownerClass, channel, head0(t), DlaRequest.head1(w0, w1), asked);
        events.emit(EventUnit.DLA_STORE, EventKind.DLA_ACCEPTED, tagged, asked);
    }

    /** The codes of the four kinds are those of their packets. */
    private long head0(final long t) {
        return headers.build(
                (int) Descriptor0.target(w0),
                (int) Descriptor0.kind(w0),
                REQUEST_CLASS,
                DlaRequest.bytes(w0),
                true,
                t & Header0.STAMP_MASK);
    }

    private int dropReason(final int channel, final int asked) {
        if (!DlaRequest.isLegal(w0) || left != 0) {
            return DlaDropReason.MALFORMED;
        }
        if (!isKnown(channel)) {
            return DlaDropReason.NO_ALLOCATION;
        }
        if (bypass) {
            return 0;
        }
        final boolean isOpen = phase[channel] == OPEN;
        if (phase[channel] == DISCARDING || isOpen && cls[channel] != DlaPool.PR && dropped[channel]) {
            return DlaDropReason.DISCARD;
        }
        if (!isOpen) {
            return DlaDropReason.NO_ALLOCATION;
        }
        return reserved[channel] < asked ? DlaDropReason.OVERFLOWS : 0;
    }

    /** Rule 8. Data of a dropped request, or of another channel, are ignored. */
    private void follow() {
        if (left == 0 || storeChannel != owner) {
            return;
        }
        left--;
        fifo.push(false, left == 0, ownerClass, owner, isGet ? getPayload : w0, isGet ? 0 : w1, words);
    }

    // ---- a word leaves

    /** Rules 10 and 11. */
    private void leave() {
        final int channel = fifo.channel();
        change++;
        inside[channel]--;
        notices.leaves(channel);
        if (fifo.cls() == DlaPool.PR) {
            consumed[channel]--;
            if (phase[channel] == CLEARING) {
                pool.give(DlaPool.PR, 1); // no holder is left
            } else {
                reserved[channel]++;
                completeRelease(channel, 1);
            }
        } else if (fifo.cls() != NO_CLASS) {
            pool.give(fifo.cls(), 1);
        }
        if (fifo.isHead()) {
            skipping = voided;
            drainTag = (int) Header1.tag(fifo.w1());
            drainWords = 0;
        }
        drainWords++;
        if (fifo.isTail()) {
            dequeued = dequeued + 1 & COUNT;
            claimed = false;
            final int kind = voided ? EventKind.DLA_PURGED : EventKind.DLA_DRAINED;
            events.emit(EventUnit.DLA_DRAIN, kind, channel | (long) drainTag << SHIFT, drainWords);
        }
        fifo.pop();
    }

    /** Words at the front wait for RequestTx; nothing changes before it takes one, unless they are dropped. */
    @Override
    public boolean busy() {
        return !asleep && works();
    }

    private boolean works() {
        return fifo.isReady() && isVoid() || empty() != 0 || notices.busy() || status.busy();
    }
}
