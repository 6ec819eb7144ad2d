// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Term;
import fairlead.litmus.syntax.Verb;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds every outcome that the memory model allows: the values of the registers and words in the test's conditions,
 * over all orders of the memory actions that contain the order of the {@link Axiom}s. The oracle uses neither a machine
 * nor time; a poll may read any value.
 */
public final class Oracle {
    /** Number of states after which a search ends without a result. */
    private static final int MAX_STATES = 300_000;

    private static final Set<Verb> OUTSIDE = EnumSet.of(Verb.DLA_ALLOC, Verb.DLA_END, Verb.DLA_RELEASE);

    /**
     * The result of the model for a test.
     *
     * @param terms registers and words in the conditions, sorted by name
     * @param outcomes values of the terms, each allowed outcome once; empty if the test is not judged
     * @param reason why the test is not judged, or an empty string
     */
    public record Allowed(List<Term> terms, Set<List<Long>> outcomes, String reason) {
        public boolean isJudged() {
            return reason.isEmpty();
        }
    }

    private final Set<Axiom> axioms;

    public Oracle() {
        this(EnumSet.allOf(Axiom.class));
    }

    /** Makes an oracle without some of the axioms: an incorrect model, for tests. */
    public Oracle(final Set<Axiom> axioms) {
        this.axioms = axioms;
    }

    public Allowed allowed(final LitmusTest test) {
        final List<Term> terms = test.terms().stream().filter(Term::isMemory).toList();
        for (final Statement s : (Iterable<Statement>) test.statements()::iterator) {
            if (OUTSIDE.contains(s.verb()) || !Pairing.isPlain(test, s)) {
                return new Allowed(
                        terms,
                        Set.of(),
                        "the oracle does not cover line " + s.line() + " ("
                                + s.verb().word() + ")");
            }
        }
        final ActionGraph graph = new ActionGraph(test, terms, axioms);
        if (graph.actions().size() > Long.SIZE - 1) {
            return new Allowed(
                    terms, Set.of(), graph.actions().size() + " memory actions are too many for the oracle (63)");
        }
        return search(graph, terms);
    }

    /** The actions that are done, and the values of memory and slots. */
    private static final class State {
        private final long done;
        private final long[] held;

        private State(final long done, final long[] held) {
            this.done = done;
            this.held = held;
        }

        @Override
        public boolean equals(final Object other) {
            return other instanceof State s && s.done == done && Arrays.equals(s.held, held);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(done) * 31 + Arrays.hashCode(held);
        }
    }

    private static Allowed search(final ActionGraph graph, final List<Term> terms) {
        final List<Action> actions = graph.actions();
        final long all = (1L << actions.size()) - 1;
        final Set<State> known = new HashSet<>();
        final List<State> open = new ArrayList<>();
        final Set<List<Long>> outcomes = new HashSet<>();
        final State begin = new State(0, graph.initial());
        known.add(begin);
        open.add(begin);
        while (!open.isEmpty()) {
            final State state = open.remove(open.size() - 1);
            if (state.done == all) {
                outcomes.add(graph.values(state.held));
                continue;
            }
            final List<State> following = next(graph, state);
            if (following.isEmpty()) {
                return new Allowed(terms, Set.of(), "a task may wait for ever");
            }
            for (final State after : following) {
                if (known.add(after)) {
                    open.add(after);
                }
            }
            if (known.size() > MAX_STATES) {
                return new Allowed(terms, Set.of(), "more than " + MAX_STATES + " states");
            }
        }
        return new Allowed(terms, outcomes, "");
    }

    /** Returns the states that one more action leads to; an action that touches no memory is taken alone. */
    private static List<State> next(final ActionGraph graph, final State state) {
        final List<Action> actions = graph.actions();
        final List<State> all = new ArrayList<>();
        for (int i = 0; i < actions.size(); i++) {
            final Action action = actions.get(i);
            if ((state.done >>> i & 1) != 0) {
                continue;
            }
            final boolean skipped = graph.isSkipped(action, state.done, state.held);
            if (skipped || graph.isReady(action, i, state.done, state.held)) {
                final long done = state.done | 1L << i;
                if (skipped || action.kind.isAlone()) {
                    return List.of(new State(done, skipped ? state.held : act(graph, action, state.held)));
                }
                if (action.kind == Action.Kind.TELL) {
                    tell(graph, action, state, done, all);
                } else if (action.kind == Action.Kind.LOOK) {
                    look(graph, action, state, done, all);
                } else {
                    all.add(new State(done, act(graph, action, state.held)));
                }
            }
        }
        return all;
    }

    private static void tell(
            final ActionGraph graph, final Action action, final State state, final long done, final List<State> to) {
        for (final Action.Choice choice : action.choices) {
            if ((choice.needs() & ~state.done) == 0 && state.held[graph.slotAt(choice.told())] == 0) {
                final long[] held = state.held.clone();
                held[graph.slotAt(action.slot)] = choice.number();
                held[graph.slotAt(choice.told())] = graph.has(Axiom.ANY_TELLS_ONCE) ? 1 : 0;
                to.add(new State(done, held));
            }
        }
    }

    private static void look(
            final ActionGraph graph, final Action action, final State state, final long done, final List<State> to) {
        final boolean isComplete = (action.needs & ~state.done) == 0;
        final boolean isKnown = action.finds(told -> state.held[graph.slotAt(told)]);
        for (int found = isKnown ? 1 : 0; found <= (isComplete ? 1 : 0); found++) {
            final long[] held = state.held.clone();
            held[graph.slotAt(action.slot)] = found;
            to.add(new State(done, held));
        }
    }

    private static long[] act(final ActionGraph graph, final Action action, final long[] held) {
        final long[] next = held.clone();
        final int slot = action.slot < 0 ? -1 : graph.slotAt(action.slot);
        final long value = action.value + (action.valueSlot < 0 ? 0 : held[graph.slotAt(action.valueSlot)]);
        switch (action.kind) {
            case READ, ATOMIC_READ -> next[slot] = held[action.word];
            case WRITE -> next[action.word] = value;
            case ATOMIC -> {
                next[slot] = held[action.word];
                modify(graph, action, next, value, slot);
            }
            case ATOMIC_WRITE -> modify(graph, action, next, value, slot);
            case COMBINE -> next[action.word] = action.combined(source -> held[graph.slotAt(source)]);
            case SHIFT, LOCK -> next[slot] += value;
            case LATCH, RECEIVE -> next[slot] = value;
            case TEST -> {
                final long right = second(graph, action, held);
                next[slot] = action.test.holds(value, right) ? 1 : 0;
            }
            case GUARDED -> {
                final boolean refused = action.finds(limit -> held[graph.slotAt(limit)]);
                next[slot] = refused ? 1 : 0;
                if (!refused && action.word >= 0) {
                    next[action.word] = value;
                }
            }
            default -> {}
        }
        return next;
    }

    private static void modify(
            final ActionGraph graph, final Action action, final long[] next, final long value, final int slot) {
        final long old = next[slot];
        if (!action.swaps) {
            next[action.word] = action.changed(old, value);
        } else if (old == value) {
            next[action.word] = second(graph, action, next);
        }
    }

    private static long second(final ActionGraph graph, final Action action, final long[] held) {
        return action.newValue + (action.newSlot < 0 ? 0 : held[graph.slotAt(action.newSlot)]);
    }
}
