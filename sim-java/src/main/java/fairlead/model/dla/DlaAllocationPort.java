// SPDX-License-Identifier: Apache-2.0
package fairlead.model.dla;

import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaErrorReason;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.model.ports.EventPorts;

/** The allocation port of the DLA: allocation, transaction end, marker, clear, release; rules 1 to 4, 9 and 11 of docs/spec/dla-arbiter.md. `w` is the command's word. */
final class DlaAllocationPort {
    private static final int SHIFT = DlaBlockEvent.BLOCK_LSB;

    private final EventPorts events;
    private final DlaNotices notices;
    private final DlaPool pool;
    private final DlaChannels channels;
    private final DlaStorePort store;
    private boolean answered; // this cycle's event of the allocation port is given

    DlaAllocationPort(
            final EventPorts events,
            final DlaNotices notices,
            final DlaPool pool,
            final DlaChannels channels,
            final DlaStorePort store) {
        this.events = events;
        this.notices = notices;
        this.pool = pool;
        this.channels = channels;
        this.store = store;
    }

    /** A cycle begins. */
    void begin() {
        answered = false;
    }

    /** Rules 1 to 4. */
    void allocate(final long w) {
        final int channel = (int) DlaCommand.channel(w);
        final int asked = (int) DlaCommand.credits(w);
        final int its = DlaCommand.pr(w) != 0 ? DlaPool.PR : DlaCommand.high(w) != 0 ? DlaPool.HI : DlaPool.LO;
        final int reason = allocationError(w, channel, asked, its);
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

    private int allocationError(final long w, final int channel, final int asked, final int its) {
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

    /** Rule 9. */
    void end(final long w) {
        final int channel = (int) DlaCommand.channel(w);
        if (isUnknown(w, channel)) {
            return;
        }
        final boolean dropped = channels.dropped[channel];
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

    /** @param leaving channel whose word leaves in this cycle, or -1 */
    void mark(final long w, final int leaving) {
        final int channel = (int) DlaCommand.channel(w);
        if (isUnknown(w, channel)) {
            return;
        }
        notices.mark(channel, DlaCommand.block(w), channels.inside[channel] - (leaving == channel ? 1 : 0));
    }

    /** The reservation goes home at once; of a request whose data have not all come one word stays. */
    void clear(final long w) {
        final int channel = (int) DlaCommand.channel(w);
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

    /** Rule 11. */
    void release(final long w) {
        final int channel = (int) DlaCommand.channel(w);
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

    /** `back`: the credit that has just come back. At once, or as the last word leaves: perhaps in the cycle of the release itself. */
    void completeRelease(final int channel, final int back) {
        if (channels.phase[channel] == DlaChannels.RELEASING && channels.consumed[channel] == 0) {
            channels.giveHome(channel, pool);
            channels.change -= back;
            channels.phase[channel] = DlaChannels.IDLE;
            events.emit(answered ? EventUnit.DLA_STORE : EventUnit.DLA_ALLOC, EventKind.DLA_RELEASED, channel, 0);
            answered = true;
        }
    }

    private boolean isUnknown(final long w, final int channel) {
        if (channels.isKnown(channel)) {
            return false;
        }
        answer(w, EventKind.DLA_ERROR, DlaErrorReason.CHANNEL);
        return true;
    }

    /** A status event takes an event credit, or joins the record of its channel. */
    private void status(final long w, final int kind, final int b, final int flags) {
        answered = true;
        if (notices.answer((int) DlaCommand.channel(w), DlaCommand.block(w), flags)) {
            answer(w, kind, b);
        }
    }

    private void answer(final long w, final int kind, final int b) {
        answered = true;
        events.emit(EventUnit.DLA_ALLOC, kind, DlaCommand.channel(w) | DlaCommand.block(w) << SHIFT, b);
    }
}
