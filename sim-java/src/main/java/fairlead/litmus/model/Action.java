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

    /** What a holder that is alone adds to the slot of a lock, and more than all that share it add. */
    static final long ALONE = 1L << 32;

    final Kind kind;
    int word = -1; // number of the word; -1 for MEET
    int slot = -1; // slot into which the action reads, or -1 for none
    int valueSlot = -1; // slot that holds the value to write; -1 means that `value` is written
    long value;
    boolean swaps; // true for a compare-and-swap, false for an atomic with a function
    int newSlot = -1;
    long newValue;
    int[] sources = {}; // slots whose values a COMBINE combines or a GUARDED or LOOK looks at
    ReduceFunction function;
    AtomicFunction change = AtomicFunction.ADD;
    Statement test;
    List<Choice> choices = List.of();
    long needs; // bits of the actions that must be done for a LOOK to find 1
    int guard = -1; // slot of the test that must hold, or -1 for none
    long decided; // bit of that test
    long before; // bit set of the actions that must come before

    Action(final Kind kind) {
        this.kind = kind;
    }

    static Action at(final Kind kind, final int word, final int slot) {
        final Action action = new Action(kind);
        action.word = word;
        action.slot = slot;
        return action;
    }

    /** Makes this action write the content of a slot, if there is one, and a value added to it. */
    Action with(final int from, final long more) {
        valueSlot = from;
        value = more;
        return this;
    }

    /** Makes this action compare with, or swap in, the content of a slot, if there is one, and a value added to it. */
    Action second(final int from, final long more) {
        newSlot = from;
        newValue = more;
        return this;
    }

    Action from(final int... slots) {
        sources = slots;
        return this;
    }

    static Action latch(final int slot, final int from, final long more) {
        return at(Kind.LATCH, -1, slot).with(from, more);
    }

    static Action shift(final int slot, final long by) {
        return at(Kind.SHIFT, -1, slot).with(-1, by);
    }

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

    long changed(final long old, final long operand) {
        return switch (change) {
            case ADD -> old + operand;
            case AND -> old & operand;
            case OR -> old | operand;
            case XOR -> old ^ operand;
            case SWAP -> operand;
        };
    }

    boolean isFree(final long holders, final boolean sharing) {
        return value == ALONE || !sharing ? holders == 0 : holders < ALONE;
    }

    boolean finds(final IntToLongFunction slotValue) {
        return Arrays.stream(sources).anyMatch(slot -> slotValue.applyAsLong(slot) != 0);
    }
}
