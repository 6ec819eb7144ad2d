// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EpochAdmission;
import fairlead.hw.HwLayout.EpochEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.RefusalReason;
import fairlead.machine.EpochAccess;

/**
 * The target half of EpochUnit: exposure, got counters and acknowledgements of its epochs, and the access limit. Only
 * the notification of a cycle, of which there is at most one, changes the state of an epoch.
 */
public final class EpochTarget implements EpochPort.Target {
    private static final int N = HwLayout.TARGET_EPOCHS;
    private static final int LAST = N - 1;
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

    private final IndexSet vacant = new IndexSet(N).addAll(0, N); // no epoch, and no answer to the TERM of the last one
    private final IndexSet valid = new IndexSet(N);
    private final IndexSet countValid = new IndexSet(N); // PUT_COUNT has arrived
    private final IndexSet reached = new IndexSet(N); // got has equalled the count: never acknowledged again
    private final IndexSet heldAcked = new IndexSet(N); // EPOCH_ACKED is still to be reported
    private final IndexSet waiting = new IndexSet(N); // INIT has arrived and is queued
    // those of the queued INITs that must be examined, because they may belong to the new holder
    private final IndexSet scan = new IndexSet(N);
    private final IndexSet toSend = new IndexSet(N); // an answer is still to be sent: an ACK, or of the next two sets
    private final IndexSet toGrant = new IndexSet(N); // INIT_ACK of a queued INIT
    private final IndexSet toEnd = new IndexSet(N); // ACK of a TERM that was processed
    private final IndexSet failed = new IndexSet(N); // a put of the epoch was refused
    private int holder; // origin of an epoch that is open at this node
    // epochs that are open at this node and belong to another origin than the holder
    private final IndexSet foreign = new IndexSet(N);
    private int nextGrant;
    private long rule; // an EpochAdmission
    private long nextRule;

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

    /** Source of ACK, and of INIT_ACK for a queued INIT, for ResponseTx 0. */
    public final ControlRegister control;

    // notices of this cycle
    private Note note = Note.NONE;
    private int noteEntry;
    private int noteGeneration;
    private int noteOrigin;
    private int noteIndex;
    private int noteValue; // id of an INIT, or count of a PUT_COUNT
    private int noteParts;
    private boolean noteFailed;

    EpochTarget(EventPorts events, EpochAccess access, Attention attention) {
        this.events = events;
        this.access = access;
        this.attention = attention;
        control = new ControlRegister(attention, Attention.EPOCH_TARGET, Attention.EPOCH_ANSWER);
    }

    // ---- questions

    @Override
    public boolean allows(boolean epoch, int entry, int itsGeneration, int node) {
        if (!epoch) {
            return valid.isEmpty() || foreign.isEmpty() && holder == node;
        }
        return isLive(entry & LAST, itsGeneration) && origin[entry & LAST] == node;
    }

    private boolean isLive(int entry, int itsGeneration) {
        return valid.has(entry) && generation[entry] == itsGeneration;
    }

    // ---- notices

    @Override
    public void putDone(int entry, int itsGeneration, int node, boolean refused) {
        keep(Note.PUT_DONE, entry, itsGeneration);
        noteOrigin = node;
        noteFailed = refused;
    }

    @Override
    public void putPart(int entry, int itsGeneration, int node, boolean refused) {
        putDone(entry, itsGeneration, node, refused);
        note = Note.PUT_PART;
    }

    @Override
    public void count(int entry, int itsGeneration, int node, int localIndex, long value, int parts) {
        keep(Note.COUNT, entry, itsGeneration);
        noteParts = parts;
        noteValue = (int) value;
    }

    @Override
    public void term(int entry, int itsGeneration) {
        keep(Note.TERM, entry, itsGeneration);
    }

    /** Executes EPOCH_ADMIT (R29); its effect begins in the next cycle. */
    public void admit(long word) {
        attention.stir(Attention.EPOCH_TARGET);
        nextRule = word;
    }

    /** Answers an INIT from the state at the start of the cycle (R14). A refused INIT changes nothing. */
    @Override
    public int init(int node, int localIndex, long epochId) {
        if (((epochId ^ EpochAdmission.key(rule)) & EpochAdmission.mask(rule)) != 0) {
            return -RefusalReason.EPOCH;
        }
        boolean others = !valid.isEmpty() && holder != node;
        boolean full = vacant.isEmpty() || vacant.size() <= HwLayout.KEPT_EPOCHS && has(node);
        if (full || access == EpochAccess.REFUSE && others) {
            return full ? -RefusalReason.TABLE : -RefusalReason.HELD;
        }
        boolean queues = access == EpochAccess.QUEUE && (others || isVacated());
        int entry = vacant.lowest();
        keep(queues ? Note.QUEUED : Note.INIT, entry, generation[entry] + 1 & GENERATION);
        noteOrigin = node;
        noteIndex = localIndex;
        noteValue = (int) epochId;
        return queues ? QUEUED : entry | noteGeneration << GENERATION_SHIFT;
    }

    /** Returns whether an origin has an epoch here that is open or waits. */
    private boolean has(int node) {
        for (int entry = 0; entry < N; entry++) {
            if (origin[entry] == node && (valid.has(entry) || waiting.has(entry))) {
                return true;
            }
        }
        return false;
    }

    private void keep(Note kind, int entry, int itsGeneration) {
        attention.stir(Attention.EPOCH_TARGET);
        note = kind;
        noteEntry = entry & LAST;
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
        int entry = heldAcked.isEmpty() ? -1 : heldAcked.next(nextTell);
        int itsGot = entry < 0 ? 0 : got[entry]; // value at the start of the cycle
        if (!hear()) {
            if (entry >= 0) {
                nextTell = entry + 1 & LAST;
                heldAcked.remove(entry);
                acknowledge(entry, itsGot);
            } else if (isVacated() || !scan.isEmpty()) {
                grant();
            }
        }
        note = Note.NONE;
        rule = nextRule;
        attention.keep(
                Attention.EPOCH_TARGET,
                control.valid() || !toSend.isEmpty() || !heldAcked.isEmpty() || !scan.isEmpty() || isVacated());
    }

    private void send() {
        if (!control.isFree() || toSend.isEmpty()) {
            return;
        }
        int entry = toSend.next(nextAck);
        nextAck = entry + 1 & LAST;
        boolean grants = toGrant.has(entry);
        if (toEnd.has(entry)) {
            toEnd.remove(entry);
            vacant.add(entry);
        }
        toGrant.remove(entry);
        toSend.remove(entry);
        long rest = grants
                ? (long) entry << Header1.ADDR_LSB | (long) generation[entry] << Header1.GEN_LSB
                : failed.has(entry) ? 1L << Header1.ADDR_LSB : 0;
        control.load(
                grants ? PacketType.INIT_ACK : PacketType.ACK,
                origin[entry],
                (long) originIndex[entry] << Header1.ENTRY_LSB | rest);
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
            case PUT_DONE:
                return owns() && hearPut(noteEntry);
            case PUT_PART:
                return owns() && hearPart(noteEntry);
            case COUNT:
                return hearCount(noteEntry);
            default:
                free(noteEntry);
                return true;
        }
    }

    /**
     * Returns whether a put comes from the origin of the epoch, since only such puts are counted; records whether the
     * put was refused.
     */
    private boolean owns() {
        boolean its = origin[noteEntry] == noteOrigin;
        if (its && noteFailed) {
            failed.add(noteEntry);
        }
        return its;
    }

    /** Enters an INIT into the table (R14). */
    private void enter(boolean queues) {
        int entry = noteEntry;
        vacant.remove(entry);
        if (queues) {
            waiting.add(entry);
        } else {
            expose(entry, noteOrigin);
        }
        failed.remove(entry);
        countValid.remove(entry);
        reached.remove(entry);
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

    private void expose(int entry, int node) {
        if (valid.isEmpty()) {
            holder = node;
        }
        if (node != holder) {
            foreign.add(entry);
        }
        valid.add(entry);
    }

    private boolean isVacated() {
        return valid.isEmpty() && !waiting.isEmpty();
    }

    /**
     * Grants a queued INIT (R24): any one if no epoch is open, afterwards those of the same origin; one entry is
     * examined in each cycle.
     */
    private void grant() {
        boolean first = isVacated();
        int entry = first ? waiting.next(nextGrant) : scan.lowest();
        if (first) {
            scan.copy(waiting);
            nextGrant = entry + 1 & LAST;
        }
        scan.remove(entry);
        if (!first && origin[entry] != holder) {
            return;
        }
        expose(entry, origin[entry]);
        waiting.remove(entry);
        toGrant.add(entry);
        toSend.add(entry);
        events.emit(EventUnit.EPOCH_TARGET, EventKind.EPOCH_EXPOSED, owner(entry), id[entry]);
    }

    private boolean hearPut(int entry) { // R15, R17
        got[entry] = got[entry] + 1 & COUNT;
        return judge(entry);
    }

    /** Counts another packet of an unordered put. */
    private boolean hearPart(int entry) {
        lacks[entry] = lacks[entry] - 1 & PARTS;
        return judge(entry);
    }

    private boolean judge(int entry) {
        boolean awaited = countValid.has(entry) && !reached.has(entry);
        if (!awaited || got[entry] != count[entry] || lacks[entry] != 0) {
            return false;
        }
        reached.add(entry);
        acknowledge(entry, got[entry]);
        return true;
    }

    /**
     * Handles PUT_COUNT (R16, R17). If the count itself completes the epoch, EPOCH_ACKED waits for a cycle without
     * another event.
     */
    private boolean hearCount(int entry) {
        if (countValid.has(entry)) {
            return false;
        }
        countValid.add(entry);
        count[entry] = noteValue;
        lacks[entry] = lacks[entry] + noteParts & PARTS;
        if (!reached.has(entry) && got[entry] == noteValue && lacks[entry] == 0) {
            reached.add(entry);
            heldAcked.add(entry);
        }
        events.emit(EventUnit.EPOCH_TARGET, EventKind.EPOCH_COUNTED, entry, noteValue);
        return true;
    }

    /** Sends EPOCH_ACKED; the ACK of the epoch becomes pending. */
    private void acknowledge(int entry, int itsGot) {
        toSend.add(entry);
        events.emit(EventUnit.EPOCH_TARGET, EventKind.EPOCH_ACKED, entry, itsGot);
    }

    /** Handles TERM and frees the entry (R18). */
    private void free(int entry) {
        valid.remove(entry);
        foreign.remove(entry);
        toEnd.add(entry);
        toSend.add(entry);
        if (!foreign.isEmpty() && foreign.isSame(valid)) { // this was the last epoch of the holder
            holder = origin[foreign.lowest()];
            for (int other = 0; other < N; other++) {
                if (origin[other] == holder) {
                    foreign.remove(other);
                }
            }
        }
        events.emit(EventUnit.EPOCH_TARGET, EventKind.EPOCH_FREED, owner(entry), id[entry]);
    }

    private long owner(int entry) {
        return entry | generation[entry] << GENERATION_SHIFT | origin[entry] << ORIGIN_SHIFT;
    }
}
