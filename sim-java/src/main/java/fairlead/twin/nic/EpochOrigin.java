// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EpochEvent;
import fairlead.hw.HwLayout.EpochState;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout;

/**
 * The origin half of EpochUnit: state, counters and outgoing control packets of the epochs. An index beyond those of
 * the structure names the epoch that its low bits are. The state of an index is its place in one of several sets, as in
 * the RTL, so that command, notification and sender can change up to three indices in one cycle. Each counter has one
 * writer.
 */
final class EpochOrigin implements ControlSource {
    private static final int N = HwLayout.ORIGIN_EPOCHS;
    private static final int LAST = N - 1;
    private static final int COUNT = (1 << HwLayout.ADDRESS_BITS) - 1;
    private static final int PARTS = (1 << 15) - 1;
    private static final int GENERATION_SHIFT = EpochEvent.GENERATION_LSB;

    private final TileContext tile;
    private final EventPorts events;
    private final Attention attention;

    // state of each index: in at most one of the five sets; in none of them stands for NONE
    private final IndexSet initing = new IndexSet(N);
    private final IndexSet open = new IndexSet(N);
    private final IndexSet closing = new IndexSet(N);
    private final IndexSet closed = new IndexSet(N);
    private final IndexSet ending = new IndexSet(N); // TERM has left, and the target has not answered it
    private final IndexSet failed = new IndexSet(N); // the target refused a transfer of the epoch
    private final IndexSet acked = new IndexSet(N); // CLOSING: the ACK has arrived
    // a packet is still to be sent: INIT in state INITING, PUT_COUNT in CLOSING, TERM in CLOSED
    private final IndexSet toSend = new IndexSet(N);

    // events that wait because another event was sent first
    private final IndexSet heldOpened = new IndexSet(N);
    private final IndexSet heldDenied = new IndexSet(N);
    private final IndexSet heldClosing = new IndexSet(N);
    private final IndexSet heldClosed = new IndexSet(N);
    private final IndexSet heldEnded = new IndexSet(N);
    private final IndexSet held = new IndexSet(N); // any of them

    private final int[] target = new int[N];
    private final int[] id = new int[N];
    private final int[] entry = new int[N]; // table entry at the target
    private final int[] generation = new int[N];
    private final int[] puts = new int[N]; // number of puts begun; written by the host port
    private final int[] extras = new int[N]; // packets of unordered puts beyond one each; written by the host port
    private final int[] getsBegun = new int[N]; // written by the host port
    private final int[] getsDone = new int[N]; // written by notifications
    private int nextEvent;
    private int nextSend;

    // the control register, which may hold a packet
    private boolean offered;
    private int offerType;
    private int offerTarget;
    private long offerWord;

    // notices of this cycle
    private int commandOp;
    private long commandWord;
    private int entered = -1;
    private boolean enteredPut;
    private int enteredExtra;
    private OriginNote note = OriginNote.NONE;
    private int noteIndex;
    private int noteEntry;
    private int noteGeneration;
    private boolean noteFailed;
    private boolean taken;

    EpochOrigin(TileContext tile) {
        this.tile = tile;
        events = tile.events();
        attention = tile.attention();
        attention.offer(Attention.EPOCH_CONTROL, false);
    }

    boolean isOpen(int named, int itsTarget) {
        int index = named & LAST;
        return open.has(index) && target[index] == itsTarget;
    }

    int entry(int index) {
        return entry[index & LAST];
    }

    int generation(int index) {
        return generation[index & LAST];
    }

    @Override
    public boolean valid() {
        return offered;
    }

    @Override
    public int ptype() {
        return offerType;
    }

    @Override
    public int dst() {
        return offerTarget;
    }

    @Override
    public long word1() {
        return offerWord;
    }

    @Override
    public void take() {
        taken = true;
        attention.stir(Attention.EPOCH_ORIGIN);
    }

    void command(int op, long word) {
        attention.stir(Attention.EPOCH_ORIGIN);
        commandOp = op;
        commandWord = word;
    }

    void enter(int index, boolean isPut, int extra) {
        attention.stir(Attention.EPOCH_ORIGIN);
        entered = index & LAST;
        enteredPut = isPut;
        enteredExtra = extra;
    }

    void getDone(int index, boolean refused) {
        keep(OriginNote.GET_DONE, index, refused);
    }

    void ack(int index, boolean putRefused) {
        keep(OriginNote.ACK, index, putRefused);
    }

    void initAck(int index, int targetEntry, int targetGeneration) {
        keep(OriginNote.INIT_ACK, index, false);
        noteEntry = targetEntry;
        noteGeneration = targetGeneration;
    }

    void initNack(int index) {
        keep(OriginNote.INIT_NACK, index, false);
    }

    private void keep(OriginNote kind, int index, boolean refused) {
        attention.stir(Attention.EPOCH_ORIGIN);
        note = kind;
        noteIndex = index & LAST;
        noteFailed = refused;
    }

    private void hold(IndexSet event, int index) {
        event.add(index);
        held.add(index);
    }

    /** Returns whether the next cycle has an effect without any input; before the edge, whether this cycle has one. */
    boolean busy() {
        return attention.has(Attention.EPOCH_ORIGIN);
    }

    /**
     * Executes the edge. Every part decides from the state at the start of the cycle; state that a later part reads is
     * copied before an earlier part changes it.
     */
    void edge() {
        // rules R2 and R3: the INIT has been taken
        boolean answerable = note != OriginNote.NONE && initing.has(noteIndex) && !toSend.has(noteIndex);
        boolean free = !offered || taken; // a handover and the next load may share a cycle
        int sender = free && !toSend.isEmpty() ? toSend.next(nextSend) : -1;
        boolean opens = sender >= 0 && initing.has(sender);
        boolean ends = sender >= 0 && closed.has(sender);
        if (sender >= 0) {
            toSend.remove(sender);
        }
        boolean error = hear(answerable);
        if (sender >= 0) {
            load(sender, opens, ends);
        } else if (taken) {
            offered = false;
        }
        if (!error) {
            tell();
        }
        taken = false;
        attention.keep(Attention.EPOCH_ORIGIN, offered || !toSend.isEmpty() || !held.isEmpty());
        attention.offer(Attention.EPOCH_CONTROL, offered);
    }

    /**
     * Handles command, notification and gate. Returns whether the command was in the wrong state and has caused an
     * error event.
     */
    private boolean hear(boolean answerable) {
        boolean wasClosing = closing.has(noteIndex);
        boolean wasOpen = open.has(noteIndex);
        boolean error = false;
        if (commandOp == TileCommand.EPOCH_OPEN) {
            error = !openIndex();
        } else if (commandOp == TileCommand.EPOCH_CLOSE) {
            error = !closeIndex();
        }
        if (note != OriginNote.NONE) {
            hearNote(answerable, wasOpen, wasClosing);
        }
        if (entered >= 0) { // R4; after the notification, which sees the gets begun before this cycle
            int[] counter = enteredPut ? puts : getsBegun;
            counter[entered] = counter[entered] + 1 & COUNT;
            extras[entered] = extras[entered] + (enteredPut ? enteredExtra : 0) & PARTS;
        }
        commandOp = 0;
        entered = -1;
        note = OriginNote.NONE;
        return error;
    }

    /** Executes EPOCH_OPEN (R1, R10, R12, R26). */
    private boolean openIndex() {
        int named = (int) EpochCommand.index(commandWord);
        int index = named & LAST;
        int state = state(index);
        if (state != EpochState.NONE) {
            return refuse(named, state);
        }
        if (!Legal.node(tile, EpochCommand.target(commandWord))) { // R26
            return refuse(named, EpochState.NO_TARGET);
        }
        target[index] = (int) EpochCommand.target(commandWord);
        id[index] = (int) EpochCommand.id(commandWord);
        puts[index] = 0;
        extras[index] = 0;
        getsBegun[index] = 0;
        failed.remove(index);
        initing.add(index);
        toSend.add(index);
        return true;
    }

    /** Executes EPOCH_CLOSE (R5, R10). */
    private boolean closeIndex() {
        int named = (int) EpochCommand.index(commandWord);
        int index = named & LAST;
        if (!open.has(index)) {
            return refuse(named, state(index));
        }
        open.remove(index);
        closing.add(index);
        acked.remove(index);
        toSend.add(index);
        hold(heldClosing, index);
        return true;
    }

    private boolean refuse(int index, int why) {
        emit(EventKind.EPOCH_ERROR, index, why);
        return false;
    }

    private int state(int index) {
        if (initing.has(index) || open.has(index)) {
            return initing.has(index) ? EpochState.INITING : EpochState.OPEN;
        }
        if (closing.has(index) || ending.has(index)) {
            return closing.has(index) ? EpochState.CLOSING : EpochState.ENDING;
        }
        return closed.has(index) || held.has(index) ? EpochState.CLOSED : EpochState.NONE;
    }

    private void hearNote(boolean answerable, boolean wasOpen, boolean wasClosing) {
        int index = noteIndex;
        switch (note) {
            case INIT_ACK: // R2
                if (answerable) {
                    entry[index] = noteEntry;
                    generation[index] = noteGeneration;
                    getsDone[index] = 0;
                    initing.remove(index);
                    open.add(index);
                    hold(heldOpened, index);
                }
                break;
            case INIT_NACK: // R3
                if (answerable) {
                    initing.remove(index);
                    hold(heldDenied, index);
                }
                break;
            case GET_DONE: // R6
                if ((wasOpen || wasClosing) && getsDone[index] != getsBegun[index]) {
                    getsDone[index] = getsDone[index] + 1 & COUNT;
                    fail(index);
                    closeWhenComplete(index, wasClosing && acked.has(index));
                }
                break;
            default: // R7, and the answer to TERM
                if (ending.has(index)) {
                    ending.remove(index);
                    hold(heldEnded, index);
                } else if (wasClosing && !acked.has(index)) {
                    acked.add(index);
                    fail(index);
                    closeWhenComplete(index, true);
                }
                break;
        }
    }

    private void fail(int index) {
        if (noteFailed) {
            failed.add(index);
        }
    }

    /** Closes an epoch that is acknowledged and whose gets are complete (R8). */
    private void closeWhenComplete(int index, boolean isAcked) {
        if (isAcked && getsDone[index] == getsBegun[index]) {
            closing.remove(index);
            closed.add(index);
            toSend.add(index);
            hold(heldClosed, index);
        }
    }

    /**
     * Loads the control register with the packet that the state of this index before the cycle requires: INIT if it
     * opens, TERM if it ends, otherwise PUT_COUNT.
     */
    private void load(int index, boolean opens, boolean ends) {
        offered = true;
        nextSend = index + 1 & LAST;
        offerTarget = target[index];
        if (opens) {
            offerType = PacketType.INIT;
            offerWord = (long) index << Header1.ENTRY_LSB | (long) id[index] << Header1.ADDR_LSB;
            return;
        }
        long there = 1L << Header1.EPOCH_LSB
                | (long) entry[index] << Header1.ENTRY_LSB
                | (long) generation[index] << Header1.GEN_LSB;
        if (ends) { // R9
            closed.remove(index);
            ending.add(index);
            offerType = PacketType.TERM;
            offerWord = there;
        } else {
            offerType = PacketType.PUT_COUNT;
            offerWord = there | PutCount.fields(index, puts[index], extras[index]);
        }
    }

    /** Sends the oldest event of one index, a rotating choice among the indices with new and waiting events. */
    private void tell() {
        if (held.isEmpty()) {
            return;
        }
        int index = held.next(nextEvent);
        nextEvent = index + 1 & LAST;
        if (heldOpened.has(index)) {
            heldOpened.remove(index);
            emit(EventKind.EPOCH_OPENED, index, entry[index] | generation[index] << GENERATION_SHIFT);
        } else if (heldDenied.has(index)) {
            heldDenied.remove(index);
            emit(EventKind.EPOCH_DENIED, index, 0);
        } else if (heldClosing.has(index)) {
            heldClosing.remove(index);
            emit(EventKind.EPOCH_CLOSING, index, puts[index]);
        } else if (heldClosed.has(index)) {
            heldClosed.remove(index);
            emit(EventKind.EPOCH_CLOSED, index, failed.has(index) ? 1 : 0);
        } else {
            heldEnded.remove(index);
            emit(EventKind.EPOCH_ENDED, index, 0);
        }
        if (!heldDenied.has(index) && !heldClosing.has(index) && !heldClosed.has(index) && !heldEnded.has(index)) {
            held.remove(index); // EPOCH_OPENED is the first of an index
        }
    }

    private void emit(int kind, int index, int b) {
        events.emit(EventUnit.EPOCH_ORIGIN, kind, index, b);
    }
}
