// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaMergedEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;

/**
 * The events that the DLA sends later than in the cycle of their cause: markers, status events for which no credit was
 * available, and finished clears (R-DLA-11, R-DLA-13).
 *
 * <p>In each edge the caller calls {@link #begin}, then the inputs in any order, then {@link #end}. All decisions use
 * the state at the start of the cycle.
 */
final class DlaNotices {
    static final int GRANTED = 1;
    static final int DENIED = 2;
    static final int ENDED = 4;
    static final int LOST = 8;
    private static final int FLAGS = DlaMergedEvent.GRANTED_LSB;
    private static final int ID = DlaBlockEvent.BLOCK_LSB;
    private static final int COUNT = (int) DlaMergedEvent.EVENTS_MASK; // a count of this value stands for it or more
    private static final int MERGES = (1 << 20) - 1;

    private final EventPorts events;
    private final int limit;
    private final int channels;

    // by channel: the record of status events, and the marker
    private long pending; // mask of channels
    private final int[] count;
    private final long[] block;
    // LOST is the OR over all events of the record; the other flags are those of its newest block
    private final int[] flags;
    private long marked; // mask of channels
    private final int[] older; // number of earlier markers that this marker also stands for
    private final long[] marker;
    private final int[] ahead; // number of words that must leave before the marker is answered
    private int out; // number of event credits that software has not given back
    private int next;
    int merges; // number of events merged so far, modulo 2^20

    // inputs of this cycle
    private long due; // mask of the markers that have nothing ahead at the start of the cycle
    private boolean direct;
    private boolean joins;
    private boolean marks;
    private int channel; // of the status event or marker
    private long id; // its block, or that of the marker
    private int detail; // its flags, or the words before the marker
    private int cleared;
    private int leaves;
    private int back;

    /** @param limit DLA_EVENT_CREDITS */
    DlaNotices(EventPorts events, int channels, int limit) {
        this.events = events;
        this.limit = limit;
        this.channels = channels;
        count = new int[channels];
        block = new long[channels];
        flags = new int[channels];
        older = new int[channels];
        marker = new long[channels];
        ahead = new int[channels];
    }

    void begin() {
        due = due();
        direct = false;
        joins = false;
        marks = false;
        cleared = -1;
        leaves = -1;
        back = 0;
    }

    /** Returns the markers that have nothing ahead. */
    private long due() {
        long all = 0;
        for (long rest = marked; rest != 0; rest &= rest - 1) {
            all |= ahead[Long.numberOfTrailingZeros(rest)] == 0 ? rest & -rest : 0;
        }
        return all;
    }

    /** Takes a status event; returns whether it is sent on its own. */
    boolean answer(int itsChannel, long itsBlock, int itsFlags) {
        direct = limit == 0 || pending == 0 && out < limit;
        joins = !direct;
        keep(itsChannel, itsBlock, itsFlags);
        return direct;
    }

    /**
     * Takes a marker.
     *
     * @param words number of words of the channel before the marker, without a word that leaves in this cycle
     */
    void mark(int itsChannel, long itsId, int words) {
        marks = true;
        keep(itsChannel, itsId, words);
    }

    private void keep(int itsChannel, long itsId, int itsDetail) {
        channel = itsChannel;
        id = itsId;
        detail = itsDetail;
    }

    /** Discards the marker and the record of the channel. */
    void clear(int itsChannel) {
        cleared = itsChannel;
    }

    void leaves(int itsChannel) {
        leaves = itsChannel;
    }

    void giveBack(int credits) {
        back = credits;
    }

    private boolean hasCredit() {
        return limit == 0 || out + (direct ? 1 : 0) < limit;
    }

    /**
     * Sends at most one event and executes the edge.
     *
     * @param empty channels whose clear has finished
     * @param purged mask of the channels in `empty` whose clear dropped requests
     * @return the channel whose DLA_CLEARED was sent, or -1
     */
    int end(long empty, long purged) {
        long wants = empty | (hasCredit() ? pending | due : 0);
        int pick = wants == 0 ? -1 : IndexSet.next(wants, next);
        int told = -1;
        boolean tells = false;
        if (pick >= 0) {
            next = pick + 1 == channels ? 0 : pick + 1;
            if ((empty >>> pick & 1) != 0) {
                told = pick;
                events.emit(EventUnit.DLA_NOTICE, EventKind.DLA_CLEARED, pick, purged >>> pick & 1);
            } else if ((pending >>> pick & 1) != 0) {
                tells = true;
                events.emit(
                        EventUnit.DLA_NOTICE,
                        EventKind.DLA_MERGED,
                        pick | block[pick] << ID,
                        count[pick] | (long) flags[pick] << FLAGS);
                pending &= ~(1L << pick);
            } else {
                tells = true;
                events.emit(EventUnit.DLA_NOTICE, EventKind.DLA_MARKED, pick | marker[pick] << ID, older[pick]);
                marked &= ~(1L << pick);
            }
        }
        if (limit != 0) {
            out = Math.max(0, out + (direct ? 1 : 0) + (tells ? 1 : 0) - back);
        }
        if (joins) {
            join();
        }
        if (leaves >= 0 && ahead[leaves] != 0) {
            ahead[leaves]--;
        }
        if (marks) {
            mark();
        }
        if (cleared >= 0) {
            pending &= ~(1L << cleared);
            marked &= ~(1L << cleared);
        }
        return told;
    }

    /** Merges a status event without a credit into the record: its newest block replaces the older ones. */
    private void join() {
        boolean behind = (pending >>> channel & 1) != 0;
        int kept = !behind ? 0 : block[channel] == id ? flags[channel] : flags[channel] & LOST;
        flags[channel] = detail | kept;
        count[channel] = behind ? Math.min(count[channel] + 1, COUNT) : 1;
        block[channel] = id;
        pending |= 1L << channel;
        merges = merges + (behind ? 1 : 0) & MERGES;
    }

    private void mark() {
        boolean replaces = (marked >>> channel & 1) != 0;
        older[channel] = replaces ? Math.min(older[channel] + 1, COUNT) : 0;
        marker[channel] = id;
        ahead[channel] = detail;
        marked |= 1L << channel;
        merges = merges + (replaces ? 1 : 0) & MERGES;
    }

    /** Returns whether an event can be sent in the next cycle, apart from finished clears. */
    boolean busy() {
        return (limit == 0 || out < limit) && (pending != 0 || due() != 0);
    }
}
