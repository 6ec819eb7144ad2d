// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Term;
import fairlead.litmus.syntax.Verb;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
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
        final Optional<Statement> outside = test.statements()
                .filter(s -> OUTSIDE.contains(s.verb()) || !Pairing.isPlain(test, s))
                .findFirst();
        if (outside.isPresent()) {
            final Statement s = outside.get();
            return unjudged(terms, "the oracle does not cover line " + s.line() + " (" + s.verb().word() + ")");
        }
        final ActionGraph graph = new ActionGraph(test, terms, axioms);
        if (graph.actions().size() > Long.SIZE - 1) {
            return unjudged(terms, graph.actions().size() + " memory actions are too many for the oracle (63)");
        }
        return search(graph, terms);
    }

    private static Allowed unjudged(final List<Term> terms, final String reason) {
        return new Allowed(terms, Set.of(), reason);
    }

    private record State(long done, LongBuffer values) {
        State(final long done, final long... held) {
            this(done, LongBuffer.wrap(held));
        }

        long[] held() {
            return values.array();
        }

        /** Returns the state behind one more action, with other values in two places. */
        State after(final int action, final int one, final long value, final int other, final long second) {
            final long[] next = held().clone();
            next[one] = value;
            next[other] = second;
            return new State(done | 1L << action, next);
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
                outcomes.add(graph.values(state.held()));
                continue;
            }
            final List<State> following = next(graph, state);
            if (following.isEmpty()) {
                return unjudged(terms, "a task may wait for ever");
            }
            for (final State after : following) {
                if (known.add(after)) {
                    open.add(after);
                }
            }
            if (known.size() > MAX_STATES) {
                return unjudged(terms, "more than " + MAX_STATES + " states");
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
            final boolean skipped = graph.isSkipped(action, state.done, state.held());
            if (skipped || graph.isReady(action, i, state.done, state.held())) {
                final State after =
                        new State(state.done | 1L << i, skipped ? state.held() : act(graph, action, state.held()));
                if (skipped || action.kind.isAlone()) {
                    return List.of(after);
                }
                switch (action.kind) {
                    case TELL -> tell(graph, action, i, state, all);
                    case LOOK -> look(graph, action, i, state, all);
                    default -> all.add(after);
                }
            }
        }
        return all;
    }

    private static void tell(
            final ActionGraph graph, final Action action, final int i, final State state, final List<State> to) {
        for (final Action.Choice choice : action.choices) {
            final int told = graph.slotAt(choice.told());
            if ((choice.needs() & ~state.done) == 0 && state.held()[told] == 0) {
                final int once = graph.has(Axiom.ANY_TELLS_ONCE) ? 1 : 0;
                to.add(state.after(i, graph.slotAt(action.slot), choice.number(), told, once));
            }
        }
    }

    private static void look(
            final ActionGraph graph, final Action action, final int i, final State state, final List<State> to) {
        final int isComplete = (action.needs & ~state.done) == 0 ? 1 : 0;
        final boolean isKnown = action.finds(told -> state.held()[graph.slotAt(told)]);
        final int slot = graph.slotAt(action.slot);
        for (int found = isKnown ? 1 : 0; found <= isComplete; found++) {
            to.add(state.after(i, slot, found, slot, found));
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
