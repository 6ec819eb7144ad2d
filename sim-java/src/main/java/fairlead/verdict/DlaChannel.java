// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.DlaMergedEvent;

/** One channel of a DLA: its allocation, its transaction, the record of its merged status events, and its marker. */
final class DlaChannel {
    /** The flag of a record in which something was discarded. */
    static final long LOST = 1L << DlaMergedEvent.DISCARDED_LSB;

    /** The greatest count of events or markers; it represents this number or more. */
    static final int COUNT = (int) DlaMergedEvent.EVENTS_MASK;

    /** What the channel does with requests. */
    enum Phase {
        IDLE,
        OPEN,
        DISCARDING,
        RELEASING
    }

    Phase phase = Phase.IDLE;
    int kind; // class of the allocation
    int granted;
    int spent; // credits that requests have used under controlled discard
    boolean dropped; // something of the transaction was dropped or denied
    boolean broken; // the last block was denied or lost a request

    // the record of status events without an event credit
    boolean pending;
    int events;
    long block;
    long flags;

    // the marker
    boolean marked;
    long marker;
    int older; // number of earlier markers that it also stands for
    long behind; // the requests with smaller numbers are in front of it

    DlaChannel() {}

    DlaChannel(final DlaChannel other) {
        phase = other.phase;
        kind = other.kind;
        granted = other.granted;
        spent = other.spent;
        dropped = other.dropped;
        broken = other.broken;
        pending = other.pending;
        events = other.events;
        block = other.block;
        flags = other.flags;
        marked = other.marked;
        marker = other.marker;
        older = other.older;
        behind = other.behind;
    }

    /** Returns whether the channel drops every request, even if credits are free. */
    boolean isDropping() {
        return phase == Phase.DISCARDING || phase == Phase.OPEN && kind != DlaState.PR && dropped;
    }

    /** Returns the credits that the allocation holds apart from those of requests under controlled discard. */
    int reserved() {
        return phase == Phase.OPEN || phase == Phase.RELEASING ? granted - spent : 0;
    }

    void judged(final boolean isGranted, final int cls, final int credits) {
        phase = isGranted ? Phase.OPEN : Phase.DISCARDING;
        broken = !isGranted;
        dropped |= !isGranted;
        if (isGranted) {
            kind = cls;
            granted = credits;
            spent = 0;
        }
    }

    void ended(final boolean dealloc) {
        dropped = false;
        if (phase == Phase.DISCARDING || phase == Phase.OPEN && kind != DlaState.PR && dealloc) {
            phase = Phase.IDLE;
        }
    }

    /** Adds a status event to the record; returns whether it is merged with another one. */
    boolean joins(final long itsBlock, final long itsFlags) {
        final boolean merged = pending;
        final boolean same = pending && block == itsBlock;
        flags = itsFlags | (same ? flags : pending ? flags & LOST : 0);
        events = pending ? Math.min(events + 1, COUNT) : 1;
        block = itsBlock;
        pending = true;
        return merged;
    }

    void drops() {
        dropped = true;
        broken = true;
    }
}
