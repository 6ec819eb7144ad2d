// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.operational;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Term;
import java.nio.LongBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs a litmus test in every way that the rules of the programming models allow: tasks post operations, the network
 * delivers their words in any order, and the targets act on them. Nothing is known of a machine, of paths or of time.
 */
public final class Interpreter {
    private static final int MOST_STATES = 300_000;
    private static final int MOST_PIECES = 60; // words that operations carry, together

    /**
     * The outcomes of a test.
     *
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
        String beyond = Covered.reason(test);
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
}
