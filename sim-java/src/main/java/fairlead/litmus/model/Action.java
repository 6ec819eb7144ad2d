// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

/** One memory action of one word, or a meeting point of tasks. */
final class Action {
    /** What it does. */
    enum Kind {
        /** slot := word */
        READ,
        /** word := value */
        WRITE,
        /** slot := word; word := slot + value, or the new value when slot = value */
        ATOMIC,
        /** slot := word, the first half of an atomic that plain writes may divide */
        ATOMIC_READ,
        /** the second half */
        ATOMIC_WRITE,
        /** nothing: a barrier */
        MEET
    }

    final Kind kind;
    final int word; // number, -1 for MEET
    final int slot; // that it reads into, -1 for none
    final int valueSlot; // that holds the value, -1: `value`
    final long value;
    final boolean swaps; // compare-and-swap, else add
    final int newSlot;
    final long newValue;
    long before; // bits of the actions that come first

    private Action(
            final Kind kind,
            final int word,
            final int slot,
            final int valueSlot,
            final long value,
            final boolean swaps,
            final int newSlot,
            final long newValue) {
        this.kind = kind;
        this.word = word;
        this.slot = slot;
        this.valueSlot = valueSlot;
        this.value = value;
        this.swaps = swaps;
        this.newSlot = newSlot;
        this.newValue = newValue;
    }

    static Action meet() {
        return new Action(Kind.MEET, -1, -1, -1, 0, false, -1, 0);
    }

    static Action read(final int word, final int slot) {
        return new Action(Kind.READ, word, slot, -1, 0, false, -1, 0);
    }

    static Action write(final int word, final int valueSlot, final long value) {
        return new Action(Kind.WRITE, word, -1, valueSlot, value, false, -1, 0);
    }

    static Action atomic(
            final Kind kind,
            final int word,
            final int slot,
            final int valueSlot,
            final long value,
            final boolean swaps,
            final int newSlot,
            final long newValue) {
        return new Action(kind, word, slot, valueSlot, value, swaps, newSlot, newValue);
    }
}
