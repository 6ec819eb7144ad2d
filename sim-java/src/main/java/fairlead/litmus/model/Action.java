// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import java.util.List;
import java.util.function.Consumer;

/** One memory action on one word, or the common action of a barrier, on an array of the values of words and slots. */
final class Action {
    /** Gives what an action may do in a state. */
    interface Effects {
        /**
         * Returns the effects of which one happens, or none if the action must wait.
         *
         * @param done bits of the actions that are done
         * @param held values of words and slots
         */
        List<Consumer<long[]>> of(long done, long[] held);
    }

    final Effects effects;
    final boolean isAlone; // whether it touches nothing that others touch, so that its place does not matter
    int divided = -1; // number of the word of which it is the first half of an atomic, or -1
    int guard = -1; // slot of the test that must hold, or -1 for none
    long decided; // bit of that test
    long before; // bit set of the actions that must come before

    private Action(Effects effects, boolean isAlone) {
        this.effects = effects;
        this.isAlone = isAlone;
    }

    static Action choice(Effects effects) {
        return new Action(effects, false);
    }

    static Action of(Consumer<long[]> effect) {
        return choice((done, held) -> List.of(effect));
    }

    static Action alone(Consumer<long[]> effect) {
        return new Action((done, held) -> List.of(effect), true);
    }

    /** Returns an action that has no effect on memory; it represents a barrier. */
    static Action meet() {
        return alone(held -> {});
    }

    static Action shift(int slot, long by) {
        return of(held -> held[slot] += by);
    }
}
