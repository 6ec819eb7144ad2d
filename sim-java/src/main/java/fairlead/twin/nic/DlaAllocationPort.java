// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaErrorReason;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.twin.nic.DlaChannels.DlaPool;

/**
 * The allocation port of the DLA: allocation, transaction end, marker, clear and release, which are rules 1 to 4, 9 and
 * 11 of docs/spec/dla-arbiter.md. The parameter `w` is the word of the command.
 */
final class DlaAllocationPort {
    private static final int SHIFT = DlaBlockEvent.BLOCK_LSB;

    private final EventPorts events;
    private final DlaNotices notices;
    private final DlaPool pool;
    private final DlaChannels channels;
    private final DlaStorePort store;
    private boolean answered; // whether the event of the allocation port in this cycle is taken

    DlaAllocationPort(EventPorts events, DlaNotices notices, DlaPool pool, DlaChannels channels, DlaStorePort store) {
        this.events = events;
        this.notices = notices;
        this.pool = pool;
        this.channels = channels;
        this.store = store;
    }

    void begin() {
        answered = false;
    }

    /** Executes an allocation (rules 1 to 4). */
    void allocate(long w) {
        int channel = (int) DlaCommand.channel(w);
        int asked = (int) DlaCommand.credits(w);
        int its = DlaCommand.pr(w) != 0 ? DlaPool.PR : DlaCommand.high(w) != 0 ? DlaPool.HI : DlaPool.LO;
        int reason = allocationError(w, channel, asked, its);
        if (reason != 0) {
            answer(w, EventKind.DLA_ERROR, reason);
            return;
        }
        if (pool.fits(its, asked) && !(DlaCommand.chain(w) != 0 && channels.broken[channel])) {
            channels.change += asked;
            channels.broken[channel] = false;
            pool.take(its, asked);
            channels.phase[channel] = DlaChannels.OPEN;
            channels.cls[channel] = its;
            channels.reserved[channel] = asked;
            status(w, EventKind.DLA_GRANTED, asked, DlaNotices.GRANTED);
        } else {
            channels.broken[channel] = true;
            channels.phase[channel] = DlaChannels.DISCARDING;
            channels.dropped[channel] = true;
            status(w, EventKind.DLA_DENIED, asked, DlaNotices.DENIED | DlaNotices.LOST);
        }
    }

    private int allocationError(long w, int channel, int asked, int its) {
        if (!channels.isKnown(channel)) {
            return DlaErrorReason.CHANNEL;
        }
        if (DlaCommand.cd(w) != 0 == (its == DlaPool.PR)) {
            return DlaErrorReason.SCHEME;
        }
        if (channels.phase[channel] != DlaChannels.IDLE) {
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

    /** Executes a transaction end (rule 9). */
    void end(long w) {
        int channel = (int) DlaCommand.channel(w);
        if (isUnknown(w, channel)) {
            return;
        }
        boolean dropped = channels.dropped[channel];
        status(w, EventKind.DLA_ENDED, dropped ? 1 : 0, DlaNotices.ENDED | (dropped ? DlaNotices.LOST : 0));
        channels.dropped[channel] = false; // what follows is another transaction
        if (channels.phase[channel] == DlaChannels.DISCARDING) {
            channels.phase[channel] = DlaChannels.IDLE;
        } else if (channels.phase[channel] == DlaChannels.OPEN
                && channels.cls[channel] != DlaPool.PR
                && DlaCommand.dealloc(w) != 0) {
            channels.giveHome(channel, pool);
            channels.phase[channel] = DlaChannels.IDLE;
        }
    }

    /**
     * Executes a marker.
     *
     * @param leaving channel whose word leaves in this cycle, or -1
     */
    void mark(long w, int leaving) {
        int channel = (int) DlaCommand.channel(w);
        if (isUnknown(w, channel)) {
            return;
        }
        notices.mark(channel, DlaCommand.block(w), channels.inside[channel] - (leaving == channel ? 1 : 0));
    }

    /**
     * Executes a clear: returns the reservation immediately, and the credits of a request without all its data.
     */
    void clear(long w) {
        int channel = (int) DlaCommand.channel(w);
        if (isUnknown(w, channel)) {
            return;
        }
        notices.clear(channel);
        channels.giveHome(channel, pool);
        store.abort(channel);
        channels.purging[channel] = DlaCommand.dealloc(w) != 0
                || channels.purging[channel] && channels.phase[channel] == DlaChannels.CLEARING;
        channels.phase[channel] = DlaChannels.CLEARING;
        channels.dropped[channel] = false;
        channels.broken[channel] = false;
    }

    /** Executes a release (rule 11). */
    void release(long w) {
        int channel = (int) DlaCommand.channel(w);
        if (isUnknown(w, channel)) {
            return;
        }
        if (channels.phase[channel] != DlaChannels.OPEN || channels.cls[channel] != DlaPool.PR) {
            answer(w, EventKind.DLA_ERROR, DlaErrorReason.RELEASE);
            return;
        }
        channels.phase[channel] = DlaChannels.RELEASING;
        completeRelease(channel, 0);
    }

    /**
     * Completes a release if no word of the channel remains in the FIFO. This can happen in the cycle of the release
     * itself, or when the last word leaves.
     *
     * @param back number of credits, 0 or 1, that the leaving word has just returned
     */
    void completeRelease(int channel, int back) {
        if (channels.phase[channel] == DlaChannels.RELEASING && channels.consumed[channel] == 0) {
            channels.giveHome(channel, pool);
            channels.change -= back;
            channels.phase[channel] = DlaChannels.IDLE;
            events.emit(answered ? EventUnit.DLA_STORE : EventUnit.DLA_ALLOC, EventKind.DLA_RELEASED, channel, 0);
            answered = true;
        }
    }

    private boolean isUnknown(long w, int channel) {
        if (channels.isKnown(channel)) {
            return false;
        }
        answer(w, EventKind.DLA_ERROR, DlaErrorReason.CHANNEL);
        return true;
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
        events.emit(EventUnit.DLA_ALLOC, kind, DlaCommand.channel(w) | DlaCommand.block(w) << SHIFT, b);
    }
}
