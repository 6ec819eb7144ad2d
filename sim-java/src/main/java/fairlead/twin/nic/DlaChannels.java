// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaErrorReason;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.DlaLimits;
import java.util.stream.Stream;

/**
 * The channels of the DLA and its allocation port: allocation, transaction end, marker, clear and release, which are
 * rules 1 to 4, 9 and 11 of docs/spec/dla-arbiter.md. The parameter `w` is the word of the command.
 */
final class DlaChannels {
    /**
     * Phases. RELEASING: a release was requested and words are still in the FIFO. CLEARING: the process has ended and
     * words are still in the FIFO.
     */
    enum Phase {
        IDLE,
        OPEN,
        RELEASING,
        DISCARDING,
        CLEARING
    }

    /** The state of one channel: its phase, its allocation and its words. */
    static final class Channel {
        Phase phase = Phase.IDLE;
        int cls; // class of the allocation
        boolean dropped; // whether a request of the transaction was dropped or denied
        int reserved; // number of credits that requests may still consume
        int consumed; // number of PR credits whose words have not left the FIFO
        int inside; // number of words that are in the FIFO or of a half request
        boolean broken; // whether the last block was denied or lost a request
        boolean purging; // in CLEARING: whether words leave without being sent
        final DlaStorePort.DlaAssembly half = new DlaStorePort.DlaAssembly();
    }

    private final EventPorts events;
    private final DlaNotices notices;
    final DlaPool pool;
    final Channel[] all;
    int change; // number of credits that change owner in this cycle
    int promised; // number of words of the requests that are not whole
    private boolean answered; // whether the event of the allocation port in this cycle is taken

    DlaChannels(EventPorts events, DlaNotices notices, DlaPool pool, int channels) {
        this.events = events;
        this.notices = notices;
        this.pool = pool;
        all = Stream.generate(Channel::new).limit(channels).toArray(Channel[]::new);
    }

    void begin() {
        answered = false;
        change = 0;
    }

    /** Returns the open channels, as bits. */
    long open() {
        long open = 0;
        for (int channel = 0; channel < all.length; channel++) {
            open |= all[channel].phase == Phase.OPEN ? 1L << channel : 0;
        }
        return open;
    }

    /** Returns the channels whose clear has finished; if `purged`, those of which words left without being sent. */
    long empty(boolean purged) {
        long empty = 0;
        for (int channel = 0; channel < all.length; channel++) {
            Channel its = all[channel];
            boolean ends = its.phase == Phase.CLEARING && its.inside == 0 && (!purged || its.purging);
            empty |= ends ? 1L << channel : 0;
        }
        return empty;
    }

    /** Returns the channel of a number, or null. */
    Channel of(int channel) {
        return channel < all.length ? all[channel] : null;
    }

    /**
     * Returns the unused credits of the reservation to the pool; credits that requests have consumed return with their
     * words.
     */
    private void giveHome(Channel its) {
        change += its.reserved;
        pool.held[its.cls] -= its.reserved;
        its.reserved = 0;
    }

    /** Executes an allocation (rules 1 to 4). */
    void allocate(long w) {
        Channel its = of((int) DlaCommand.channel(w));
        int asked = (int) DlaCommand.credits(w);
        int cls = DlaCommand.pr(w) != 0 ? DlaPool.PR : DlaCommand.high(w) != 0 ? DlaPool.HI : DlaPool.LO;
        int reason = allocationError(w, its, asked, cls);
        if (reason != 0) {
            answer(w, EventKind.DLA_ERROR, reason);
            return;
        }
        if (pool.fits(cls, asked) && !(DlaCommand.chain(w) != 0 && its.broken)) {
            change += asked;
            its.broken = false;
            pool.held[cls] += asked;
            its.phase = Phase.OPEN;
            its.cls = cls;
            its.reserved = asked;
            status(w, EventKind.DLA_GRANTED, asked, DlaNotices.GRANTED);
        } else {
            its.broken = true;
            its.phase = Phase.DISCARDING;
            its.dropped = true;
            status(w, EventKind.DLA_DENIED, asked, DlaNotices.DENIED | DlaNotices.LOST);
        }
    }

    private int allocationError(long w, Channel its, int asked, int cls) {
        if (its == null) {
            return DlaErrorReason.CHANNEL;
        }
        if (DlaCommand.cd(w) != 0 == (cls == DlaPool.PR)) {
            return DlaErrorReason.SCHEME;
        }
        if (its.phase != Phase.IDLE) {
            return DlaErrorReason.NOT_IDLE;
        }
        if (asked == 0) {
            return DlaErrorReason.NO_CREDITS;
        }
        return pool.isOverCap(cls, asked) ? DlaErrorReason.CAP : asked > pool.depth ? DlaErrorReason.DEPTH : 0;
    }

    /**
     * Executes a command for a channel, other than an allocation; DLA_ERROR if there is no such channel.
     *
     * @param leaving channel whose word leaves in this cycle, or -1
     */
    void command(int op, long w, int leaving) {
        int channel = (int) DlaCommand.channel(w);
        Channel its = of(channel);
        if (its == null) {
            answer(w, EventKind.DLA_ERROR, DlaErrorReason.CHANNEL);
            return;
        }
        switch (op) {
            case TileCommand.DLA_END -> end(w, its);
            case TileCommand.DLA_MARK -> notices.mark(
                    channel, DlaCommand.block(w), its.inside - (leaving == channel ? 1 : 0));
            case TileCommand.DLA_CLEAR -> clear(w, channel, its);
            default -> release(w, channel, its);
        }
    }

    /** Executes a transaction end (rule 9). */
    private void end(long w, Channel its) {
        boolean dropped = its.dropped;
        status(w, EventKind.DLA_ENDED, dropped ? 1 : 0, DlaNotices.ENDED | (dropped ? DlaNotices.LOST : 0));
        its.dropped = false; // what follows is another transaction
        if (its.phase == Phase.DISCARDING) {
            its.phase = Phase.IDLE;
        } else if (its.phase == Phase.OPEN && its.cls != DlaPool.PR && DlaCommand.dealloc(w) != 0) {
            giveHome(its);
            its.phase = Phase.IDLE;
        }
    }

    /**
     * Executes a clear: returns the reservation immediately, and the credits of a request without all its data.
     */
    private void clear(long w, int channel, Channel its) {
        notices.clear(channel);
        giveHome(its);
        abort(its);
        its.purging = DlaCommand.dealloc(w) != 0 || its.purging && its.phase == Phase.CLEARING;
        its.phase = Phase.CLEARING;
        its.dropped = false;
        its.broken = false;
    }

    /** Forgets the request of the cleared channel whose data have not all come; its credits return. */
    private void abort(Channel its) {
        DlaStorePort.DlaAssembly half = its.half;
        if (half.left == 0) {
            return;
        }
        half.left = 0;
        promised -= half.words;
        its.inside -= half.words;
        if (half.cls == DlaStorePort.DlaFifo.NO_CLASS) {
            return;
        }
        pool.held[half.cls] -= half.words;
        if (half.cls == DlaPool.PR) {
            its.consumed -= half.words;
        }
    }

    /** Executes a release (rule 11). */
    private void release(long w, int channel, Channel its) {
        if (its.phase != Phase.OPEN || its.cls != DlaPool.PR) {
            answer(w, EventKind.DLA_ERROR, DlaErrorReason.RELEASE);
            return;
        }
        its.phase = Phase.RELEASING;
        completeRelease(channel, 0);
    }

    /**
     * Completes a release if no word of the channel remains in the FIFO. This can happen in the cycle of the release
     * itself, or when the last word leaves.
     *
     * @param back number of credits, 0 or 1, that the leaving word has just returned
     */
    void completeRelease(int channel, int back) {
        Channel its = all[channel];
        if (its.phase == Phase.RELEASING && its.consumed == 0) {
            giveHome(its);
            change -= back;
            its.phase = Phase.IDLE;
            events.emit(answered ? EventUnit.DLA_STORE : EventUnit.DLA_ALLOC, EventKind.DLA_RELEASED, channel, 0);
            answered = true;
        }
    }

    /** Sends a status event if an event credit is available; otherwise merges it into the record of its channel. */
    private void status(long w, int kind, int b, int flags) {
        answered = true;
        if (notices.answer((int) DlaCommand.channel(w), DlaCommand.block(w), flags)) {
            answer(w, kind, b);
        }
    }

    private void answer(long w, int kind, int b) {
        answered = true;
        long told = DlaCommand.channel(w) | DlaCommand.block(w) << DlaBlockEvent.BLOCK_LSB;
        events.emit(EventUnit.DLA_ALLOC, kind, told, b);
    }

    /**
     * The pool of credits: the credits that each class holds (reserved and consumed), the seven limits on them, and the
     * limits of a single allocation (R-DLA-1 to R-DLA-3).
     */
    static final class DlaPool {
        static final int LO = 0; // classes of credits: low and high priority controlled discard, persistent reservation
        static final int HI = 1;
        static final int PR = 2;
        private static final int CLASSES = 3;

        private final DlaLimits limits;
        final int depth;
        final int[] held = new int[CLASSES];

        /** @param depth DLA_DEPTH, number of words of the FIFO */
        DlaPool(DlaLimits limits, int depth) {
            this.limits = limits;
            this.depth = depth;
        }

        /** Returns whether the number exceeds the limit of a single allocation of the class. */
        private boolean isOverCap(int cls, int credits) {
            return credits > (cls == PR ? limits.maxPrAlloc() : limits.maxCdAlloc());
        }

        /**
         * Returns whether all limits hold with `credits` more credits in the class. DLA_DEPTH is one of the limits, so
         * no setting can overflow the FIFO.
         */
        private boolean fits(int cls, int credits) {
            int lo = held[LO] + (cls == LO ? credits : 0);
            int hi = held[HI] + (cls == HI ? credits : 0);
            int pr = held[PR] + (cls == PR ? credits : 0);
            int sum = lo + hi + pr;
            return sum <= limits.maxCredits()
                    && sum <= depth
                    && lo <= limits.maxLoCd()
                    && hi <= limits.maxHiCd()
                    && pr <= limits.maxPr()
                    && lo + pr <= limits.maxLoCdPr()
                    && lo + hi <= limits.maxLoHiCd()
                    && hi + pr <= limits.maxHiCdPr();
        }
    }
}
