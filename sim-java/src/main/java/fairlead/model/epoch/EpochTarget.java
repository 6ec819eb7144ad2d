// SPDX-License-Identifier: Apache-2.0
package fairlead.model.epoch;

import fairlead.engine.api.EpochAccess;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EpochEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.model.ports.Attention;
import fairlead.model.ports.ControlSource;
import fairlead.model.ports.EpochPort;
import fairlead.model.ports.EventPorts;
import fairlead.model.ports.RotatingPick;

/**
 * The target half of EpochUnit: exposure, got counters and acknowledgements of its epochs, and the access limit. Only
 * the notification of a cycle, of which there is at most one, changes the state of an epoch. Sets of entries are bit
 * masks.
 */
final class EpochTarget implements ControlSource {
    private static final int N = HwLayout.TARGET_EPOCHS;
    private static final int LAST = N - 1;
    private static final long ALL = -1L >>> Long.SIZE - N;
    private static final int COUNT = (1 << HwLayout.ADDRESS_BITS) - 1;
    private static final int PARTS = (1 << 15) - 1;
    private static final int GENERATION = (1 << HwLayout.GENERATION_BITS) - 1;
    private static final int GENERATION_SHIFT = EpochEvent.GENERATION_LSB; // also in the answer to INIT
    private static final int ORIGIN_SHIFT = EpochEvent.ORIGIN_LSB;

    /** The kinds of notifications, at most one of which arrives in a cycle. */
    private enum Note {
        NONE,
        INIT,
        QUEUED,
        PUT_DONE,
        PUT_PART,
        COUNT,
        TERM
    }

    private final EventPorts events;
    private final Attention attention;
    private final EpochAccess access;

    private long valid;
    private long countValid; // PUT_COUNT has arrived
    private long reached; // got has equalled the count, so the epoch is never acknowledged again
    private long heldAcked; // EPOCH_ACKED is still to be reported
    private long ackPending; // ACK is still to be sent
    private long waiting; // INIT has arrived and is queued
    private long scan; // those of the queued INITs that must be examined, because they may belong to the new holder
    private long toGrant; // INIT_ACK of a queued INIT is still to be sent
    private long toEnd; // TERM was processed, and its ACK is still to be sent
    private long failed; // a put of the epoch was refused
    private int holder; // origin of an epoch that is open at this node
    private long foreign; // epochs that are open at this node and belong to another origin than the holder
    private int nextGrant;

    private final int[] generation = new int[N]; // outlives the epoch
    private final int[] origin = new int[N];
    private final int[] originIndex = new int[N]; // index to which the ACK goes
    private final int[] id = new int[N];
    private final int[] got = new int[N];
    private final int[] count = new int[N];
    // number of packets without `last` that were announced but have not arrived, modulo 2^15
    private final int[] lacks = new int[N];
    private int nextTell;
    private int nextAck;

    // the ack register, which may hold a packet
    private boolean offered;
    private int offerTarget;
    private int offerIndex;
    private int offerEntry;
    private boolean offerGrants; // whether that packet is an INIT_ACK
    private boolean offerFailed;

    // notices of this cycle
    private Note note = Note.NONE;
    private int noteEntry;
    private int noteGeneration;
    private int noteOrigin;
    private int noteIndex;
    private int noteValue; // id of an INIT, or count of a PUT_COUNT
    private int noteParts;
    private boolean noteFailed;
    private boolean taken;

    EpochTarget(final EventPorts events, final EpochAccess access, final Attention attention) {
        this.events = events;
        this.access = access;
        this.attention = attention;
        attention.offer(Attention.EPOCH_ANSWER, false);
    }

    // ---- questions

    /** Returns whether an access is permitted (R20). */
    boolean allows(final boolean epoch, final int entry, final int itsGeneration, final int node) {
        if (!epoch) {
            return valid == 0 || foreign == 0 && holder == node;
        }
        return isLive(entry, itsGeneration) && origin[entry] == node;
    }

    private boolean isLive(final int entry, final int itsGeneration) {
        return (valid >>> entry & 1) != 0 && generation[entry] == itsGeneration;
    }

    @Override
    public boolean valid() {
        return offered;
    }

    @Override
    public int ptype() {
        return offerGrants ? PacketType.INIT_ACK : PacketType.ACK;
    }

    @Override
    public int dst() {
        return offerTarget;
    }

    @Override
    public long word1() {
        final long word = (long) offerIndex << Header1.ENTRY_LSB;
        return offerGrants
                ? word | (long) offerEntry << Header1.ADDR_LSB | (long) generation[offerEntry] << Header1.GEN_LSB
                : word | (offerFailed ? 1L << Header1.ADDR_LSB : 0);
    }

    // ---- notices

    @Override
    public void take() {
        taken = true;
        attention.stir(Attention.EPOCH_TARGET);
    }

    void putDone(final int entry, final int itsGeneration, final int node, final boolean refused) {
        keep(Note.PUT_DONE, entry, itsGeneration);
        noteOrigin = node;
        noteFailed = refused;
    }

    void putPart(final int entry, final int itsGeneration, final int node, final boolean refused) {
        keep(Note.PUT_PART, entry, itsGeneration);
        noteOrigin = node;
        noteFailed = refused;
    }

    void count(final int entry, final int itsGeneration, final int value, final int parts) {
        keep(Note.COUNT, entry, itsGeneration);
        noteParts = parts;
        noteValue = value;
    }

    void term(final int entry, final int itsGeneration) {
        keep(Note.TERM, entry, itsGeneration);
    }

    /** Answers an INIT from the state at the start of the cycle (R14). A refused INIT changes nothing. */
    int init(final int node, final int localIndex, final int epochId) {
        final boolean others = valid != 0 && holder != node;
        final long inUse = valid | waiting | toEnd;
        if (inUse == ALL || access == EpochAccess.REFUSE && others) {
            return EpochPort.REFUSED;
        }
        final boolean queues = access == EpochAccess.QUEUE && (others || valid == 0 && waiting != 0);
        final int entry = Long.numberOfTrailingZeros(~inUse);
        keep(queues ? Note.QUEUED : Note.INIT, entry, generation[entry] + 1 & GENERATION);
        noteOrigin = node;
        noteIndex = localIndex;
        noteValue = epochId;
        return queues ? EpochPort.QUEUED : entry | noteGeneration << GENERATION_SHIFT;
    }

    private void keep(final Note kind, final int entry, final int itsGeneration) {
        attention.stir(Attention.EPOCH_TARGET);
        note = kind;
        noteEntry = entry;
        noteGeneration = itsGeneration;
    }

    // ---- edge

    /**
     * Returns, after an edge, whether the next cycle has an effect without any input; before the edge, whether this
     * cycle has one.
     */
    boolean busy() {
        return attention.has(Attention.EPOCH_TARGET);
    }

    void edge() {
        send(); // an ACK that becomes pending in this cycle is not examined yet
        final int entry = heldAcked == 0 ? -1 : RotatingPick.next(heldAcked, nextTell);
        final int itsGot = entry < 0 ? 0 : got[entry]; // value at the start of the cycle
        if (!hear()) {
            if (entry >= 0) {
                nextTell = entry + 1 & LAST;
                heldAcked &= ~(1L << entry);
                acknowledge(entry, itsGot);
            } else if (isVacated() || scan != 0) {
                grant();
            }
        }
        note = Note.NONE;
        taken = false;
        attention.keep(
                Attention.EPOCH_TARGET,
                offered || (ackPending | heldAcked | toGrant | toEnd | scan) != 0 || isVacated());
        attention.offer(Attention.EPOCH_ANSWER, offered);
    }

    private void send() {
        if (offered && !taken) {
            return;
        }
        final long toSend = ackPending | toGrant | toEnd;
        offered = toSend != 0;
        if (offered) {
            final int entry = RotatingPick.next(toSend, nextAck);
            nextAck = entry + 1 & LAST;
            offerGrants = (toGrant >>> entry & 1) != 0;
            offerEntry = entry;
            offerFailed = (failed >>> entry & 1) != 0;
            toEnd &= ~(1L << entry);
            ackPending &= ~(1L << entry);
            toGrant &= ~(1L << entry);
            offerTarget = origin[entry];
            offerIndex = originIndex[entry];
        }
    }

    /** Handles the notification; returns whether it has caused an event. */
    private boolean hear() {
        if (note == Note.NONE) {
            return false;
        }
        if (note == Note.INIT || note == Note.QUEUED) {
            enter(note == Note.QUEUED);
            return true;
        }
        if (!isLive(noteEntry, noteGeneration)) { // R19
            return false;
        }
        switch (note) {
            case PUT_DONE -> {
                return owns() && hearPut(noteEntry, 1L << noteEntry);
            }
            case PUT_PART -> {
                return owns() && hearPart(noteEntry, 1L << noteEntry);
            }
            case COUNT -> {
                return hearCount(noteEntry, 1L << noteEntry);
            }
            default -> {
                free(noteEntry);
                return true;
            }
        }
    }

    /**
     * Returns whether a put comes from the origin of the epoch, since only such puts are counted; records whether the
     * put was refused.
     */
    private boolean owns() {
        final boolean its = origin[noteEntry] == noteOrigin;
        failed |= its && noteFailed ? 1L << noteEntry : 0;
        return its;
    }

    /** Enters an INIT into the table (R14). */
    private void enter(final boolean queues) {
        final int entry = noteEntry;
        final long bit = 1L << entry;
        if (queues) {
            waiting |= bit;
        } else {
            expose(bit, noteOrigin);
        }
        failed &= ~bit;
        countValid &= ~bit;
        reached &= ~bit;
        generation[entry] = noteGeneration;
        origin[entry] = noteOrigin;
        originIndex[entry] = noteIndex;
        id[entry] = noteValue;
        got[entry] = 0;
        lacks[entry] = 0;
        events.emit(
                EventUnit.EPOCH_TARGET,
                queues ? EventKind.EPOCH_QUEUED : EventKind.EPOCH_EXPOSED,
                owner(entry),
                id[entry]);
    }

    private void expose(final long bit, final int node) {
        if (valid == 0) {
            holder = node;
        }
        foreign |= node == holder ? 0 : bit;
        valid |= bit;
    }

    private boolean isVacated() {
        return valid == 0 && waiting != 0;
    }

    /**
     * Grants a queued INIT (R24): any one if no epoch is open, afterwards those of the same origin; one entry is
     * examined in each cycle.
     */
    private void grant() {
        final boolean first = isVacated();
        final int entry = first ? RotatingPick.next(waiting, nextGrant) : Long.numberOfTrailingZeros(scan);
        final long bit = 1L << entry;
        scan = (first ? waiting : scan) & ~bit;
        if (first) {
            nextGrant = entry + 1 & LAST;
        } else if (origin[entry] != holder) {
            return;
        }
        expose(bit, origin[entry]);
        waiting &= ~bit;
        toGrant |= bit;
        events.emit(EventUnit.EPOCH_TARGET, EventKind.EPOCH_EXPOSED, owner(entry), id[entry]);
    }

    /** Counts another packet of an unordered put (R15, R17). */
    private boolean hearPut(final int entry, final long bit) {
        got[entry] = got[entry] + 1 & COUNT;
        return judge(entry, bit);
    }

    /** Counts another packet of an unordered put (R15, R17). */
    private boolean hearPart(final int entry, final long bit) {
        lacks[entry] = lacks[entry] - 1 & PARTS;
        return judge(entry, bit);
    }

    private boolean judge(final int entry, final long bit) {
        if ((countValid & ~reached & bit) == 0 || got[entry] != count[entry] || lacks[entry] != 0) {
            return false;
        }
        reached |= bit;
        acknowledge(entry, got[entry]);
        return true;
    }

    /**
     * Handles PUT_COUNT (R16, R17). If the count itself completes the epoch, EPOCH_ACKED waits for a cycle without
     * another event.
     */
    private boolean hearCount(final int entry, final long bit) {
        if ((countValid & bit) != 0) {
            return false;
        }
        countValid |= bit;
        count[entry] = noteValue;
        lacks[entry] = lacks[entry] + noteParts & PARTS;
        if ((reached & bit) == 0 && got[entry] == noteValue && lacks[entry] == 0) {
            reached |= bit;
            heldAcked |= bit;
        }
        events.emit(EventUnit.EPOCH_TARGET, EventKind.EPOCH_COUNTED, entry, noteValue);
        return true;
    }

    /** Sends EPOCH_ACKED; the ACK of the epoch becomes pending. */
    private void acknowledge(final int entry, final int itsGot) {
        ackPending |= 1L << entry;
        events.emit(EventUnit.EPOCH_TARGET, EventKind.EPOCH_ACKED, entry, itsGot);
    }

    /** Handles TERM and frees the entry (R18). */
    private void free(final int entry) {
        valid &= ~(1L << entry);
        foreign &= ~(1L << entry);
        toEnd |= 1L << entry;
        if (foreign != 0 && foreign == valid) { // this was the last epoch of the holder
            holder = origin[Long.numberOfTrailingZeros(foreign)];
            for (long left = valid; left != 0; left &= left - 1) {
                final int other = Long.numberOfTrailingZeros(left);
                foreign &= origin[other] == holder ? ~(1L << other) : -1L;
            }
        }
        events.emit(EventUnit.EPOCH_TARGET, EventKind.EPOCH_FREED, owner(entry), id[entry]);
    }

    private long owner(final int entry) {
        return entry | generation[entry] << GENERATION_SHIFT | origin[entry] << ORIGIN_SHIFT;
    }
}
