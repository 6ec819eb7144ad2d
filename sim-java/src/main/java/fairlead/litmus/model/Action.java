// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.syntax.AtomicFunction;
import fairlead.litmus.syntax.Statement;
import fairlead.program.ReduceFunction;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/** One memory action on one word, or the common action of a barrier. */
final class Action {
    /** The effect of an action. */
    enum Kind {
        /** Reads: slot := word. */
        READ,
        /** Writes: word := value. */
        WRITE,
        /** Reads and writes: slot := word; word := function of slot and value, or the new value if slot = value. */
        ATOMIC,
        /** Reads: slot := word. This is the first half of an atomic between whose halves plain writes may come. */
        ATOMIC_READ,
        /** Writes the word: the second half of a divided atomic. */
        ATOMIC_WRITE,
        /** Has no effect on memory; it represents a barrier. */
        MEET,
        /** Writes: word := the combination of the values in `sources`. */
        COMBINE,
        /** Adds `value` to a slot. */
        SHIFT,
        /**
         * Writes slot := 1 if the comparison of `valueSlot` with `newSlot` or `newValue` holds, otherwise slot := 0.
         */
        TEST,
        /** Writes slot := the number of one of the choices whose actions are done and that was not told before. */
        TELL,
        /** Writes slot := `value` plus the content of `valueSlot`. */
        LATCH,
        /** Does what a LATCH does, with a slot of another task: the value of a message. */
        RECEIVE,
        /** Writes slot := 1 if all actions of `needs` are done, or 0 unless a slot of `sources` is 1. */
        LOOK,
        /** Adds `value` to a slot that counts the holders of a lock, when they let it. */
        LOCK,
        /** Writes word := value and slot := 0 if all of `sources` are 0, and only slot := 1 otherwise. */
        GUARDED;

        /** Returns whether the action touches nothing that others touch, so that its place does not matter. */
        boolean isAlone() {
            return this == MEET || this == TEST || this == LATCH;
        }
    }

    /** What a TELL may tell: the actions that must be done, the slot that notes that it was told, and its number. */
    record Choice(long needs, int told, long number) {}

    final Kind kind;
    final int word; // number of the word; -1 for MEET
    final int slot; // slot into which the action reads, or -1 for none
    final int valueSlot; // slot that holds the value to write; -1 means that `value` is written
    final long value;
    final boolean swaps; // true for a compare-and-swap, false for an atomic with a function
    final int newSlot;
    final long newValue;
    private int[] sources = {}; // slots whose values a COMBINE combines or a GUARDED looks at
    private ReduceFunction function;
    private AtomicFunction change = AtomicFunction.ADD;
    private Statement test;
    private List<Choice> choices = List.of();
    private long needs; // bits of the actions that must be done for a LOOK to find 1
    int guard = -1; // slot of the test that must hold, or -1 for none
    long decided; // bit of that test
    long before; // bit set of the actions that must come before

    Action(
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

    /** Makes the write of the result of a collective operation. */
    static Action combine(final int word, final int[] sources, final ReduceFunction function) {
        final Action action = new Action(Kind.COMBINE, word, -1, -1, 0, false, -1, 0);
        action.sources = sources;
        action.function = function;
        return action;
    }

    /** Returns what a COMBINE writes. */
    long combined(final IntToLongFunction slotValue) {
        return Arrays.stream(sources)
                .mapToLong(slotValue)
                .reduce((a, b) -> switch (function) {
                    case SUM -> a + b;
                    case MIN -> Long.compareUnsigned(a, b) < 0 ? a : b;
                    case MAX -> Long.compareUnsigned(a, b) > 0 ? a : b;
                    case AND -> a & b;
                    case OR -> a | b;
                    case XOR -> a ^ b;
                })
                .orElse(0);
    }

    /** Makes this atomic one of another function than the sum. */
    Action changing(final AtomicFunction by) {
        change = by;
        return this;
    }

    /** Returns what an atomic with a function leaves where it finds `old`. */
    long changed(final long old, final long operand) {
        return switch (change) {
            case ADD -> old + operand;
            case AND -> old & operand;
            case OR -> old | operand;
            case XOR -> old ^ operand;
            case SWAP -> operand;
        };
    }

    static Action test(final int slot, final Statement text, final int left, final int right, final long value) {
        final Action action = new Action(Kind.TEST, -1, slot, left, 0, false, right, value);
        action.test = text;
        return action;
    }

    boolean holds(final long left, final long right) {
        return test.holds(left, right);
    }

    static Action tell(final int slot, final List<Choice> choices) {
        final Action action = new Action(Kind.TELL, -1, slot, -1, 0, false, -1, 0);
        action.choices = choices;
        return action;
    }

    List<Choice> choices() {
        return choices;
    }

    /** What a holder that is alone adds to the slot of a lock, and more than all that share it add. */
    static final long ALONE = 1L << 32;

    /** Makes the action that takes a lock. */
    static Action lock(final int slot, final long by) {
        return new Action(Kind.LOCK, -1, slot, -1, by, false, -1, 0);
    }

    /** Returns whether the lock with these holders can be taken. */
    boolean isFree(final long holders, final boolean sharing) {
        return value == ALONE || !sharing ? holders == 0 : holders < ALONE;
    }

    static Action receive(final int slot, final int from, final long more) {
        return new Action(Kind.RECEIVE, -1, slot, from, more, false, -1, 0);
    }

    static Action latch(final int slot, final int from, final long more) {
        return new Action(Kind.LATCH, -1, slot, from, more, false, -1, 0);
    }

    /**
     * Makes the look at an operation.
     *
     * @param needs actions that must be done for it to be complete
     * @param told slots that are 1 when it is known to be complete
     */
    static Action look(final int slot, final long needs, final int[] told) {
        final Action action = new Action(Kind.LOOK, -1, slot, -1, 0, false, -1, 0);
        action.needs = needs;
        action.sources = told;
        return action;
    }

    long needs() {
        return needs;
    }

    int[] sources() {
        return sources;
    }

    static Action shift(final int slot, final long by) {
        return new Action(Kind.SHIFT, -1, slot, -1, by, false, -1, 0);
    }

    static Action guarded(final int word, final int slot, final int valueSlot, final long value, final int[] limits) {
        final Action action = new Action(Kind.GUARDED, word, slot, valueSlot, value, false, -1, 0);
        action.sources = limits;
        return action;
    }

    boolean isRefused(final IntToLongFunction slotValue) {
        return Arrays.stream(sources).anyMatch(slot -> slotValue.applyAsLong(slot) != 0);
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
}
