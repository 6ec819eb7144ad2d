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
import java.util.function.Consumer;

/**
 * Finds every outcome that the memory model allows: the values of the registers and words in the test's conditions,
 * over all orders of the memory actions that keep the rules of docs/use/litmus.md. The order is total, and a read
 * returns the value of the last write to its word. The oracle uses neither a machine nor time; a poll may read any
 * value.
 */
public final class Oracle {
    /** Number of states after which a search ends without a result. */
    private static final int MAX_STATES = 300_000;

    private static final Set<Verb> OUTSIDE = EnumSet.of(Verb.DLA_ALLOC, Verb.DLA_END, Verb.DLA_RELEASE);

    private Oracle() {}

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

    /** Returns the outcomes of a test, or the reason why it is not judged. */
    public static Allowed allowed(LitmusTest test) {
        List<Term> terms = test.terms().stream().filter(Term::isMemory).toList();
        Optional<Statement> outside = test.statements()
                .filter(s -> OUTSIDE.contains(s.verb) || !Pairing.isPlain(test, s))
                .findFirst();
        if (outside.isPresent()) {
            Statement s = outside.get();
            return unjudged(terms, "the oracle does not cover line " + s.line + " (" + s.verb.word() + ")");
        }
        ActionGraph graph = new ActionGraph(test, terms);
        if (graph.actions().size() > Long.SIZE - 1) {
            return unjudged(terms, graph.actions().size() + " memory actions are too many for the oracle (63)");
        }
        return search(graph, terms);
    }

    private static Allowed unjudged(List<Term> terms, String reason) {
        return new Allowed(terms, Set.of(), reason);
    }

    private record State(long done, LongBuffer values) {
        State(long done, long... held) {
            this(done, LongBuffer.wrap(held));
        }

        long[] held() {
            return values.array();
        }
    }

    private static Allowed search(ActionGraph graph, List<Term> terms) {
        List<Action> actions = graph.actions();
        long all = (1L << actions.size()) - 1;
        Set<State> known = new HashSet<>();
        List<State> open = new ArrayList<>();
        Set<List<Long>> outcomes = new HashSet<>();
        State begin = new State(0, graph.initial());
        known.add(begin);
        open.add(begin);
        while (!open.isEmpty()) {
            State state = open.remove(open.size() - 1);
            if (state.done == all) {
                outcomes.add(graph.values(state.held()));
                continue;
            }
            List<State> following = next(graph, state);
            if (following.isEmpty()) {
                return unjudged(terms, "a task may wait for ever");
            }
            for (State after : following) {
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
    private static List<State> next(ActionGraph graph, State state) {
        List<Action> actions = graph.actions();
        List<State> all = new ArrayList<>();
        for (int i = 0; i < actions.size(); i++) {
            Action action = actions.get(i);
            if ((state.done >>> i & 1) != 0) {
                continue;
            }
            long done = state.done | 1L << i;
            if (graph.isSkipped(action, state.done, state.held())) {
                return List.of(new State(done, state.held()));
            }
            if (graph.isReady(action, i, state.done)) {
                for (Consumer<long[]> effect : action.effects.of(state.done, state.held())) {
                    long[] held = state.held().clone();
                    effect.accept(held);
                    all.add(new State(done, held));
                }
                if (action.isAlone) {
                    return all.subList(all.size() - 1, all.size());
                }
            }
        }
        return all;
    }
}
