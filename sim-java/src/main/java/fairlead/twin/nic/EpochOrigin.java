// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EpochEvent;
import fairlead.hw.HwLayout.EpochState;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;

/**
 * The origin half of EpochUnit: state, counters and outgoing control packets of the epochs. An index beyond those of
 * the structure names the epoch that its low bits are. Command, notification and sender can change up to three indices
 * in one cycle. Each counter has one writer.
 */
public final class EpochOrigin implements EpochPort.Origin {
    private static final int N = HwLayout.ORIGIN_EPOCHS;
    private static final int LAST = N - 1;
    private static final int COUNT = (1 << HwLayout.ADDRESS_BITS) - 1;
    private static final int PARTS = (1 << 15) - 1;
    private static final int GENERATION_SHIFT = EpochEvent.GENERATION_LSB;
    // events of an index that wait because another event was sent first, in the order in which they are sent
    private static final int OPENED = 1;
    private static final int DENIED = 1 << 1;
    private static final int CLOSING = 1 << 2;
    private static final int CLOSED = 1 << 3;
    private static final int ENDED = 1 << 4;

    /** The kinds of notifications, at most one of which arrives in a cycle. */
    private enum Note {
        NONE,
        GET_DONE,
        GET_PART,
        ACK,
        INIT_ACK,
        INIT_NACK
    }

    private final TileContext tile;
    private final EventPorts events;
    private final Attention attention;

    private final int[] state = new int[N]; // an EpochState; ENDING: TERM has left and is not answered
    private final boolean[] failed = new boolean[N]; // the target refused a transfer of the epoch
    private final boolean[] acked = new boolean[N]; // CLOSING: the ACK has arrived
    // a packet is still to be sent: INIT in state INITING, PUT_COUNT in CLOSING, TERM in CLOSED
    private final IndexSet toSend = new IndexSet(N);
    private final int[] waiting = new int[N]; // events
    private final IndexSet held = new IndexSet(N); // indices with such events

    private final int[] target = new int[N];
    private final int[] id = new int[N];
    private final int[] entry = new int[N]; // table entry at the target
    private final int[] generation = new int[N]; // or, after a denial, its RefusalReason
    private final int[] puts = new int[N]; // number of puts begun; written by the host port
    private final int[] extras = new int[N]; // packets of unordered puts beyond one each; written by the host port
    private final int[] getsBegun = new int[N]; // written by the host port
    private final int[] getsDone = new int[N]; // written by notifications
    private int nextEvent;
    private int nextSend;

    /** Source of INIT, PUT_COUNT and TERM for RequestTx 0. */
    public final ControlRegister control;

    // notices of this cycle
    private int commandOp;
    private long commandWord;
    private int entered = -1;
    private boolean enteredPut;
    private int enteredExtra;
    private Note note = Note.NONE;
    private int noteIndex;
    private int noteEntry;
    private int noteGeneration;
    private int noteReason;
    private boolean noteFailed;

    EpochOrigin(TileContext tile) {
        this.tile = tile;
        events = tile.events();
        attention = tile.attention();
        control = new ControlRegister(attention, Attention.EPOCH_ORIGIN, Attention.EPOCH_CONTROL);
    }

    @Override
    public boolean isOpen(int named, int itsTarget) {
        int index = named & LAST;
        return state[index] == EpochState.OPEN && target[index] == itsTarget;
    }

    @Override
    public int entry(int index) {
        return entry[index & LAST];
    }

    @Override
    public int generation(int index) {
        return generation[index & LAST];
    }

    public void command(int op, long word) {
        attention.stir(Attention.EPOCH_ORIGIN);
        commandOp = op;
        commandWord = word;
    }

    @Override
    public void enter(int index, boolean isPut, int extra) {
        attention.stir(Attention.EPOCH_ORIGIN);
        entered = index & LAST;
        enteredPut = isPut;
        enteredExtra = extra;
    }

    @Override
    public void getDone(int index, boolean refused) {
        keep(Note.GET_DONE, index, refused);
    }

    @Override
    public void getPart(int index) {
        keep(Note.GET_PART, index, true);
    }

    @Override
    public void ack(int index, boolean putRefused) {
        keep(Note.ACK, index, putRefused);
    }

    @Override
    public void initAck(int index, int targetEntry, int targetGeneration) {
        keep(Note.INIT_ACK, index, false);
        noteEntry = targetEntry;
        noteGeneration = targetGeneration;
    }

    @Override
    public void initNack(int index, int reason) {
        keep(Note.INIT_NACK, index, false);
        noteReason = reason;
    }

    private void keep(Note kind, int index, boolean refused) {
        attention.stir(Attention.EPOCH_ORIGIN);
        note = kind;
        noteIndex = index & LAST;
        noteFailed = refused;
    }

    private void hold(int event, int index) {
        waiting[index] |= event;
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
        boolean answerable = state[noteIndex] == EpochState.INITING && !toSend.has(noteIndex);
        int sender = control.isFree() && !toSend.isEmpty() ? toSend.next(nextSend) : -1;
        int sending = EpochState.NONE;
        if (sender >= 0) {
            sending = state[sender];
            toSend.remove(sender);
        }
        boolean error = hear(answerable);
        if (sender >= 0) {
            load(sender, sending);
        }
        if (!error) {
            tell();
        }
        attention.keep(Attention.EPOCH_ORIGIN, control.valid() || !toSend.isEmpty() || !held.isEmpty());
    }

    /**
     * Handles command, notification and gate. Returns whether the command was in the wrong state and has caused an
     * error event.
     */
    private boolean hear(boolean answerable) {
        int before = state[noteIndex];
        boolean error = false;
        if (commandOp == TileCommand.EPOCH_OPEN) {
            error = !openIndex();
        } else if (commandOp == TileCommand.EPOCH_CLOSE) {
            error = !closeIndex();
        }
        if (note != Note.NONE) {
            hearNote(answerable, before);
        }
        if (entered >= 0) { // R4; after the notification, which sees the gets begun before this cycle
            int[] counter = enteredPut ? puts : getsBegun;
            counter[entered] = counter[entered] + 1 & COUNT;
            extras[entered] = extras[entered] + (enteredPut ? enteredExtra : 0) & PARTS;
        }
        commandOp = 0;
        entered = -1;
        note = Note.NONE;
        return error;
    }

    /** Executes EPOCH_OPEN (R1, R10, R12, R26). */
    private boolean openIndex() {
        int named = (int) EpochCommand.index(commandWord);
        int index = named & LAST;
        if (shown(index) != EpochState.NONE) {
            return refuse(named, shown(index));
        }
        if (!tile.reaches(EpochCommand.target(commandWord))) { // R26
            return refuse(named, EpochState.NO_TARGET);
        }
        target[index] = (int) EpochCommand.target(commandWord);
        id[index] = (int) EpochCommand.id(commandWord);
        puts[index] = 0;
        extras[index] = 0;
        getsBegun[index] = 0;
        failed[index] = false;
        state[index] = EpochState.INITING;
        toSend.add(index);
        return true;
    }

    /** Executes EPOCH_CLOSE (R5, R10). */
    private boolean closeIndex() {
        int named = (int) EpochCommand.index(commandWord);
        int index = named & LAST;
        if (state[index] != EpochState.OPEN) {
            return refuse(named, shown(index));
        }
        state[index] = EpochState.CLOSING;
        acked[index] = false;
        toSend.add(index);
        hold(CLOSING, index);
        return true;
    }

    private boolean refuse(int index, int why) {
        emit(EventKind.EPOCH_ERROR, index, why);
        return false;
    }

    /** Returns the state of an index for software, in which an index with waiting events is CLOSED. */
    private int shown(int index) {
        return state[index] == EpochState.NONE && held.has(index) ? EpochState.CLOSED : state[index];
    }

    private void hearNote(boolean answerable, int before) {
        int index = noteIndex;
        boolean wasClosing = before == EpochState.CLOSING;
        switch (note) {
            case INIT_ACK: // R2
                if (answerable) {
                    entry[index] = noteEntry;
                    generation[index] = noteGeneration;
                    getsDone[index] = 0;
                    state[index] = EpochState.OPEN;
                    hold(OPENED, index);
                }
                break;
            case INIT_NACK: // R3
                if (answerable) {
                    state[index] = EpochState.NONE;
                    entry[index] = 0;
                    generation[index] = noteReason;
                    hold(DENIED, index);
                }
                break;
            case GET_DONE: // R6
                if ((before == EpochState.OPEN || wasClosing) && getsDone[index] != getsBegun[index]) {
                    getsDone[index] = getsDone[index] + 1 & COUNT;
                    failed[index] |= noteFailed;
                    closeWhenComplete(index, wasClosing && acked[index]);
                }
                break;
            case GET_PART:
                failed[index] = true;
                break;
            default: // R7, and the answer to TERM
                if (before == EpochState.ENDING) {
                    state[index] = EpochState.NONE;
                    hold(ENDED, index);
                } else if (wasClosing && !acked[index]) {
                    acked[index] = true;
                    failed[index] |= noteFailed;
                    closeWhenComplete(index, true);
                }
                break;
        }
    }

    /** Closes an epoch that is acknowledged and whose gets are complete (R8). */
    private void closeWhenComplete(int index, boolean isAcked) {
        if (isAcked && getsDone[index] == getsBegun[index]) {
            state[index] = EpochState.CLOSED;
            toSend.add(index);
            hold(CLOSED, index);
        }
    }

    /**
     * Loads the control register with the packet that the state of this index before the cycle requires: INIT in state
     * INITING, TERM in CLOSED, otherwise PUT_COUNT.
     */
    private void load(int index, int before) {
        nextSend = index + 1 & LAST;
        if (before == EpochState.INITING) {
            control.load(
                    PacketType.INIT,
                    target[index],
                    (long) index << Header1.ENTRY_LSB | (long) id[index] << Header1.ADDR_LSB);
            return;
        }
        long there = 1L << Header1.EPOCH_LSB
                | (long) entry[index] << Header1.ENTRY_LSB
                | (long) generation[index] << Header1.GEN_LSB;
        if (before == EpochState.CLOSED) { // R9
            state[index] = EpochState.ENDING;
            control.load(PacketType.TERM, target[index], there);
        } else {
            long counts = EpochPort.PutCount.fields(index, puts[index], extras[index]);
            control.load(PacketType.PUT_COUNT, target[index], there | counts);
        }
    }

    /** Sends the oldest event of one index, a rotating choice among the indices with new and waiting events. */
    private void tell() {
        if (held.isEmpty()) {
            return;
        }
        int index = held.next(nextEvent);
        nextEvent = index + 1 & LAST;
        int event = Integer.lowestOneBit(waiting[index]);
        switch (event) {
            case OPENED -> emit(EventKind.EPOCH_OPENED, index, entry[index] | generation[index] << GENERATION_SHIFT);
            case DENIED -> emit(EventKind.EPOCH_DENIED, index, generation[index]);
            case CLOSING -> emit(EventKind.EPOCH_CLOSING, index, puts[index]);
            case CLOSED -> emit(EventKind.EPOCH_CLOSED, index, failed[index] ? 1 : 0);
            default -> emit(EventKind.EPOCH_ENDED, index, 0);
        }
        waiting[index] ^= event;
        if (waiting[index] == 0) {
            held.remove(index);
        }
    }

    private void emit(int kind, int index, int b) {
        events.emit(EventUnit.EPOCH_ORIGIN, kind, index, b);
    }
}
