// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Term;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The memory actions of a test and their order according to the axioms. Words that neither a condition nor a register
 * can show are omitted.
 */
final class ActionGraph {
    private final LitmusTest test;
    private final List<Term> terms;
    private final Map<String, Integer> words = new LinkedHashMap<>();
    private final Map<String, Integer> slots = new LinkedHashMap<>();
    private final List<Action> actions = new ArrayList<>();
    private final List<Integer> halves = new ArrayList<>(); // each ATOMIC_READ; the next action is its ATOMIC_WRITE
    // action by the name of what tasks have in common: a barrier, a call, a message or the end of an epoch
    private final Map<String, Integer> common = new HashMap<>();
    private int scratch;
    private int guard = -1;
    private long decided;

    ActionGraph(LitmusTest test, List<Term> terms) {
        this.test = test;
        this.terms = terms;
        Pairing.observed(test, terms).forEach(w -> words.put(w, words.size()));
        test.tasks().forEach(task -> new TaskOrder(this, test, task).build());
    }

    List<Action> actions() {
        return actions;
    }

    /** Returns the initial values, words first, then slots. */
    long[] initial() {
        long[] held = new long[words.size() + slots.size()];
        words.forEach((key, number) -> held[number] = test.initial().getOrDefault(key, 0L));
        return held;
    }

    List<Long> values(long[] held) {
        return terms.stream()
                .map(t -> t.kind() == Term.Kind.WORD
                        ? held[words.get(t.key())]
                        : slots.containsKey(t.toString()) ? held[slots.get(t.toString())] : 0L)
                .toList();
    }

    /** Returns whether the action must wait because another atomic on the same word has read but not yet written. */
    private boolean isHeld(Action action, int index, long done) {
        return action.divided >= 0
                && halves.stream()
                        .anyMatch(half -> half != index
                                && actions.get(half).divided == action.divided
                                && (done >>> half & 1) == 1
                                && (done >>> half + 1 & 1) == 0);
    }

    int slot(String name) {
        return slots.computeIfAbsent(name, n -> words.size() + slots.size());
    }

    int scratch() {
        return slot("scratch" + scratch++);
    }

    Integer word(String key) {
        return words.get(key);
    }

    Action action(int index) {
        return actions.get(index);
    }

    /** Adds an action and returns its bit. */
    long add(Action action, long before) {
        action.before = before;
        action.guard = guard;
        action.decided = decided;
        actions.add(action);
        return bit(actions.size() - 1);
    }

    /**
     * Makes the actions that are added from now on depend on a test.
     *
     * @param slot slot of the test, or -1 for actions that always act
     * @param test bit of the test
     */
    void guard(int slot, long test) {
        guard = slot;
        decided = test;
    }

    boolean isGuarded() {
        return guard >= 0;
    }

    /** Returns whether it is known that the action does not act, because its test does not hold. */
    boolean isSkipped(Action action, long done, long[] held) {
        return action.guard >= 0 && (action.decided & ~done) == 0 && held[action.guard] == 0;
    }

    boolean isReady(Action action, int index, long done) {
        return ((action.before | action.decided) & ~done) == 0 && !isHeld(action, index, done);
    }

    /** Notes that the last action reads a word for an atomic that the next one writes. */
    void halve(int word) {
        actions.get(actions.size() - 1).divided = word;
        halves.add(actions.size() - 1);
    }

    /** Returns the number of the action of this name, which has no effect on memory. */
    int meeting(String name) {
        return common(name, Action.meet());
    }

    /** Returns the number of the action of this name, which is `made` if there is none yet. */
    int common(String name, Action made) {
        return common.computeIfAbsent(name, c -> {
            add(made, 0);
            return actions.size() - 1;
        });
    }

    static long bit(int index) {
        return index >= Long.SIZE ? 0 : 1L << index; // a test with too many actions is refused later
    }
}
