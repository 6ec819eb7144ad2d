// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.PacketType;

/**
 * The state of the reception FIFOs; their bytes are in memory, in one slot of 256 bytes for each message. The states of
 * a slot are: taken (by the head), stored (all bytes are in memory), announced (MSG_ARRIVED, in slot order), popped
 * (MSG_POP), and free (its CREDIT is in the register that `credit` shows).
 */
final class ReceptionFifos {
    private static final int FIFOS = HwLayout.RECEPTION_FIFOS;
    private static final int NONE = -1;

    private final Attention attention;
    private final int[] depths; // by FIFO
    private final int depth; // the greatest, which is the room of each in memory
    private final int messageBase;

    // slot s of FIFO f has the index f * depth + s
    final long[] words; // word a of MSG_ARRIVED
    final int[] tags;
    private final boolean[] stored;

    private final int[] takeAt = new int[FIFOS];
    private final int[] announceAt = new int[FIFOS];
    private final int[] freeAt = new int[FIFOS];
    private final int[] taken = new int[FIFOS]; // number of messages not yet announced
    private final int[] announced = new int[FIFOS]; // number of messages not yet popped
    private final int[] popped = new int[FIFOS]; // number of CREDITs not yet handed over
    private final int[] occupancy = new int[FIFOS]; // number of slots that are not free

    int turn; // port that goes first if both want a slot
    private int unannounced; // sum of `taken`
    private int owed; // sum of `popped`
    private int popping = NONE;

    final ControlRegister credit;
    private int lastFifo = FIFOS - 1; // the search begins after this FIFO; at first with FIFO 0

    ReceptionFifos(TileContext tile) {
        attention = tile.attention();
        credit = new ControlRegister(attention, Attention.RECEPTION, Attention.CREDIT);
        depths = tile.machine().buffers().receptions().each().stream()
                .mapToInt(Integer::intValue)
                .toArray();
        depth = tile.machine().buffers().reception();
        messageBase = tile.machine().messageBase();
        words = new long[FIFOS * depth];
        tags = new int[FIFOS * depth];
        stored = new boolean[FIFOS * depth];
    }

    boolean hasRoom(int fifo) {
        return occupancy[fifo] != depths[fifo];
    }

    /** Takes the next slot of a FIFO for the head of a MSG; at most one port a cycle may call it. */
    int take(int r, int fifo, int origin, int tag, int length) {
        int slot = takeAt[fifo];
        int at = fifo * depth + slot;
        words[at] = fifo
                | (long) slot << MessageEvent.SLOT_LSB
                | (long) length << MessageEvent.BYTES_LSB
                | (long) origin << MessageEvent.ORIGIN_LSB;
        tags[at] = tag;
        stored[at] = false;
        takeAt[fifo] = next(fifo, slot);
        taken[fifo]++;
        occupancy[fifo]++;
        unannounced++;
        attention.stir(Attention.MESSAGES);
        turn = 1 - r;
        return slot;
    }

    int base(int fifo, int slot) {
        return messageBase + (fifo * depth + slot) * HwLayout.RECEPTION_SLOT;
    }

    /** Notes that all bytes of the message are in memory. */
    void store(int fifo, int slot) {
        stored[fifo * depth + slot] = true;
    }

    /** Returns the lowest FIFO whose next slot is stored, or -1. */
    int announcer() {
        for (int fifo = 0; fifo < FIFOS; fifo++) {
            if (taken[fifo] != 0 && stored[fifo * depth + announceAt[fifo]]) {
                return fifo;
            }
        }
        return NONE;
    }

    /** Announces a message in this cycle and returns its index in `words` and `tags`. */
    int announce(int fifo) {
        int slot = announceAt[fifo];
        announceAt[fifo] = next(fifo, slot);
        taken[fifo]--;
        announced[fifo]++;
        unannounced--;
        attention.keep(Attention.MESSAGES, unannounced != 0);
        return fifo * depth + slot;
    }

    /** Handles MSG_POP, before the step of its cycle; returns false if there is no message. */
    boolean pop(long fifo) {
        if (fifo < 0 || fifo >= FIFOS || announced[(int) fifo] == 0) {
            return false;
        }
        popping = (int) fifo;
        announced[popping]--;
        attention.stir(Attention.RECEPTION);
        return true;
    }

    /** Returns whether a CREDIT can enter the register without any input. */
    private boolean owes() {
        return owed != 0 && !credit.valid();
    }

    /** Executes the edge; needed only after a pop, when the register was emptied, or when a CREDIT waits for it. */
    void edge() {
        if (credit.isFree() && owed != 0) {
            hand();
        }
        if (popping != NONE) {
            popped[popping]++;
            owed++;
            popping = NONE;
        }
        attention.keep(Attention.RECEPTION, owes());
    }

    /** Moves one CREDIT to the register, for the oldest popped message of the first FIFO after the one served last. */
    private void hand() {
        int fifo = lastFifo;
        do {
            fifo = fifo + 1 == FIFOS ? 0 : fifo + 1;
        } while (popped[fifo] == 0);
        int slot = freeAt[fifo];
        credit.load(PacketType.CREDIT, (int) (words[fifo * depth + slot] >>> 32), (long) fifo << Header1.ENTRY_LSB);
        lastFifo = fifo;
        freeAt[fifo] = next(fifo, slot);
        popped[fifo]--;
        occupancy[fifo]--;
        owed--;
    }

    private int next(int fifo, int slot) {
        return slot + 1 == depths[fifo] ? 0 : slot + 1;
    }
}
