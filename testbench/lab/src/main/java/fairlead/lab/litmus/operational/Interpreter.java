// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.operational;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Place;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Term;
import fairlead.litmus.syntax.Verb;
import java.nio.LongBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Runs a litmus test in every way that the rules of the programming models allow: tasks post operations, the network
 * delivers their words in any order, and the targets act on them. Nothing is known of a machine, of paths or of time.
 */
public final class Interpreter {
    private static final Set<Verb> OUTSIDE = EnumSet.of(Verb.DLA_ALLOC, Verb.DLA_END, Verb.DLA_RELEASE);
    private static final int MOST_STATES = 300_000;
    private static final int MOST_PIECES = 60; // words that operations carry, together

    /**
     * @param terms registers and words in the conditions, sorted by name
     * @param outcomes values of the terms; empty if there is a reason
     * @param reason why the interpreter does not judge the test, or an empty string
     */
    public record Outcomes(List<Term> terms, Set<List<Long>> outcomes, String reason) {
        public boolean isJudged() {
            return reason.isEmpty();
        }
    }

    private final Set<ModelRule> rules;
    private final int mostStates;

    public Interpreter() {
        this(MOST_STATES);
    }

    /** @param mostStates number of states after which a test is not judged */
    public Interpreter(int mostStates) {
        this(EnumSet.allOf(ModelRule.class), mostStates);
    }

    /** Makes an interpreter that obeys these rules only: a wrong one, for tests. */
    Interpreter(Set<ModelRule> rules, int mostStates) {
        this.rules = rules;
        this.mostStates = mostStates;
    }

    /** Returns every outcome of the test that the rules allow. */
    public Outcomes outcomes(LitmusTest test) {
        List<Term> terms = test.terms().stream().filter(Term::isMemory).toList();
        String beyond = beyond(test);
        if (!beyond.isEmpty()) {
            return new Outcomes(terms, Set.of(), beyond);
        }
        StepProgram program = new StepProgram(test, terms);
        if (program.size() > MOST_PIECES) {
            return new Outcomes(
                    terms, Set.of(), program.size() + " words are too many for the interpreter (" + MOST_PIECES + ")");
        }
        Steps steps = new Steps(program, rules);
        Set<LongBuffer> known = new HashSet<>();
        Deque<long[]> open = new ArrayDeque<>();
        Set<List<Long>> outcomes = new HashSet<>();
        Set<String> reasons = new TreeSet<>();
        open.push(program.start());
        while (!open.isEmpty() && reasons.isEmpty()) {
            long[] state = open.pop();
            steps.settle(state);
            if (!known.add(LongBuffer.wrap(state))) {
                continue;
            }
            if (steps.isOver(state)) {
                outcomes.add(program.outcome(terms, state));
                continue;
            }
            int before = open.size();
            steps.next(state, open::push);
            if (open.size() == before) {
                reasons.add("a task may wait for ever");
            }
            if (!steps.refusal().isEmpty()) {
                reasons.add(steps.refusal());
            }
            if (known.size() > mostStates) {
                reasons.add("more than " + mostStates + " states");
            }
        }
        return reasons.isEmpty()
                ? new Outcomes(terms, outcomes, "")
                : new Outcomes(terms, Set.of(), String.join("; ", reasons));
    }

    // ---- tests that are not judged

    /** Returns why a test is not judged, or an empty string. */
    private static String beyond(LitmusTest test) {
        for (Task task : test.tasks()) {
            for (int i = 0; i < task.statements().size(); i++) {
                if (isOutside(test, task, i)) {
                    Statement s = task.statements().get(i);
                    return "the interpreter does not cover line " + s.line + " (" + s.verb.word() + ")";
                }
            }
        }
        return "";
    }

    private static boolean isOutside(LitmusTest test, Task task, int i) {
        Statement s = task.statements().get(i);
        boolean singlePut = s.verb == Verb.PUT && s.local == null && s.epoch < 0 && s.remote.count() == 1;
        return OUTSIDE.contains(s.verb)
                || s.verb == Verb.LOCK && test.uses(Verb.EPOCH_OPEN)
                || s.attempt && !singlePut
                || s.verb == Verb.SEND && all(test, Verb.SEND, s.number).count() != 1
                || s.verb == Verb.RECV && !isSentTo(test, task, s)
                || s.verb == Verb.EPOCH_OPEN && !isSingleEpoch(test, task, s)
                || s.verb == Verb.EPOCH_AWAIT && !isAnnounced(test, task, s)
                || s.epoch >= 0 && isClosing(task, i);
    }

    private static Stream<Statement> all(LitmusTest test, Verb verb, long number) {
        return test.statements().filter(s -> s.verb == verb && s.number == number);
    }

    private static boolean isSentTo(LitmusTest test, Task task, Statement recv) {
        return all(test, Verb.RECV, recv.number).count() == 1
                && all(test, Verb.SEND, recv.number).anyMatch(s -> s.nodes.equals(List.of(task.node())));
    }

    private static Stream<Statement> opens(LitmusTest test, String node, long number) {
        return test.tasks().stream()
                .filter(t -> t.node().equals(node))
                .flatMap(t -> t.statements().stream())
                .filter(s -> s.verb == Verb.EPOCH_OPEN && s.number == number);
    }

    /** An epoch number names one epoch of the task, and all names of nodes are different nodes. */
    private static boolean isSingleEpoch(LitmusTest test, Task task, Statement open) {
        return opens(test, task.node(), open.number).count() == 1
                && test.nodes().stream().noneMatch(n -> n.place() == Place.SAME);
    }

    private static boolean isAnnounced(LitmusTest test, Task task, Statement await) {
        return opens(test, await.target(), await.number).anyMatch(s -> s.nodes.contains(task.node()));
    }

    private static boolean isClosing(Task task, int at) {
        return task.statements().subList(0, at).stream()
                .anyMatch(s -> s.verb == Verb.EPOCH_CLOSING
                        && s.number == task.statements().get(at).epoch);
    }
}
