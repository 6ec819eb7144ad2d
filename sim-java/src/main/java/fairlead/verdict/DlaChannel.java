// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaErrorReason;
import fairlead.hw.HwLayout.DlaMergedEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.verdict.DlaState.Event;
import fairlead.verdict.DlaState.Turn;

/** One channel of a DLA: its allocation, its transaction, the record of its merged status events, and its marker. */
final class DlaChannel implements Cloneable {
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
    Event record; // of the status events without an event credit, or null
    Event marker; // the last one, with the number of earlier ones that it also stands for, or null
    long marked; // cycle of the marker

    @Override
    public DlaChannel clone() {
        try {
            return (DlaChannel) super.clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the credits that the allocation holds apart from those of requests under controlled discard. */
    int reserved() {
        return phase == Phase.OPEN || phase == Phase.RELEASING ? granted - spent : 0;
    }

    int error(Turn turn, MachineConfig config) {
        if (turn.op() != TileCommand.DLA_ALLOC) {
            boolean isReserved = phase == Phase.OPEN && kind == DlaState.PR;
            return turn.op() == TileCommand.DLA_RELEASE && !isReserved ? DlaErrorReason.RELEASE : 0;
        }
        boolean isPersistent = DlaCommand.pr(turn.word()) != 0;
        long credits = DlaCommand.credits(turn.word());
        if (isPersistent == (DlaCommand.cd(turn.word()) != 0)) {
            return DlaErrorReason.SCHEME;
        }
        if (phase != Phase.IDLE) {
            return DlaErrorReason.NOT_IDLE;
        }
        if (credits == 0) {
            return DlaErrorReason.NO_CREDITS;
        }
        if (credits > (isPersistent ? config.dla().maxPrAlloc() : config.dla().maxCdAlloc())) {
            return DlaErrorReason.CAP;
        }
        return credits > config.buffers().dla() ? DlaErrorReason.DEPTH : 0;
    }

    /** Returns the reason to drop a request whatever words have left, or 0. */
    int dropReason() {
        if (phase == Phase.DISCARDING || phase == Phase.OPEN && kind != DlaState.PR && dropped) {
            return DlaDropReason.DISCARD;
        }
        return phase == Phase.OPEN ? 0 : DlaDropReason.NO_ALLOCATION;
    }

    /** Returns the words that the next requests may have if those of its requests are inside. */
    int free(int inside) {
        return granted - (kind == DlaState.PR ? inside : spent);
    }

    void judged(boolean isGranted, int cls, int credits) {
        phase = isGranted ? Phase.OPEN : Phase.DISCARDING;
        broken = !isGranted;
        dropped |= !isGranted;
        if (isGranted) {
            kind = cls;
            granted = credits;
            spent = 0;
        }
    }

    /** Ends the transaction; returns whether something of it was lost. */
    boolean ends(boolean dealloc) {
        boolean lost = dropped;
        dropped = false;
        if (phase == Phase.DISCARDING || phase == Phase.OPEN && kind != DlaState.PR && dealloc) {
            phase = Phase.IDLE;
        }
        return lost;
    }

    void requested(boolean isAccepted, int words) {
        spent += isAccepted && kind != DlaState.PR ? words : 0;
        dropped |= !isAccepted;
        broken |= !isAccepted;
    }

    /** Adds a status event to the record; returns the number of events that are merged by this. */
    int joins(long command, long flags) {
        boolean first = record == null;
        long block = DlaState.block(command);
        long old = first ? 0 : record.b();
        long kept = (first || record.a() == block ? old : old & LOST) & ~(long) COUNT;
        record = new Event(EventKind.DLA_MERGED, block, flags | kept | Math.min((old & COUNT) + 1, COUNT));
        return first ? 0 : 1;
    }

    /** Replaces the marker; returns the number of markers that are merged by this. */
    int marks(long command, long cycle) {
        int merged = marker == null ? 0 : 1;
        long older = marker == null ? 0 : Math.min(marker.b() + 1, COUNT);
        marker = new Event(EventKind.DLA_MARKED, DlaState.block(command), older);
        marked = cycle;
        return merged;
    }
}
