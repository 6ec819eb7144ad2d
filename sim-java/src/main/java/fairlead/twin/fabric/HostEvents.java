// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.HostEvent;

/** The answers to host commands: events of unit 0, numbered from 0 within a node and cycle. */
final class HostEvents {
    private static final int TASK_SHIFT = HostEvent.TASK_LSB;
    private static final long SEQ_MASK = HostEvent.SEQUENCE_MASK;

    private final CommandSlots slots;
    private final EventStream events;
    private int sequence;

    HostEvents(CommandSlots slots, EventStream events) {
        this.slots = slots;
        this.events = events;
    }

    /** Begins the turn of a node. */
    void begin() {
        sequence = 0;
    }

    void loaded(int slot, long value) {
        emit(slot, EventKind.LOADED, value, 0);
    }

    void stored(int slot) {
        emit(slot, EventKind.STORED, 0, 0);
    }

    void timed(int slot) {
        emit(slot, EventKind.TIMED, 0, 0);
    }

    void polled(int slot, long value, boolean held) {
        emit(slot, EventKind.POLLED, value, held ? 1 : 0);
    }

    private void emit(int slot, int kind, long b, long c) {
        long a = (long) slots.task[slot] << TASK_SHIFT | slots.seq[slot] & SEQ_MASK;
        events.emit(slots.node[slot], EventUnit.HOST, kind, sequence++, a, b, c);
    }
}
