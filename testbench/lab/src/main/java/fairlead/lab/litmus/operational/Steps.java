// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.operational;

import fairlead.lab.litmus.operational.StepProgram.Instruction;
import fairlead.lab.litmus.operational.StepProgram.Piece;
import fairlead.lab.litmus.operational.StepProgram.Work;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Verb;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The steps that are possible in a state. Steps that touch no memory and can only allow more (posting an operation,
 * going on after a wait that is over, the arrival of a message) are taken at once; all others in any order.
 */
final class Steps {
    static final long IDLE = 0;
    static final long POSTED = 1;
    static final long READ = 2;
    static final long DONE = 3;

    private final StepProgram program;
    private final Set<ModelRule> rules;
    private final WaitRules waits;
    private String refusal = "";

    Steps(final StepProgram program, final Set<ModelRule> rules) {
        this.program = program;
        this.rules = rules;
        waits = new WaitRules(program, rules);
    }

    /** Returns the line that another node's epoch may refuse although it has no `try`, or an empty string. */
    String refusal() {
        return refusal;
    }

    boolean isOver(final long[] state) {
        for (int t = 0; t < program.tasks.size(); t++) {
            if (state[t] < program.tasks.get(t).size()) {
                return false;
            }
        }
        return program.tasks.stream().allMatch(code -> code.stream().allMatch(i -> WaitRules.isDone(i, state)));
    }

    /** Takes the steps that need no choice, in place, until none is left. */
    void settle(final long[] state) {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int t = 0; t < program.tasks.size(); t++) {
                final List<Instruction> code = program.tasks.get(t);
                while (state[t] < code.size() && settle(code.get((int) state[t]), t, state)) {
                    moved = true;
                }
                for (final Instruction i : code) {
                    for (final Piece p : i.pieces) {
                        if (p.work == Work.MESSAGE && state[p.phase] == POSTED && !waits.isHeldBack(p, state)) {
                            state[p.phase] = DONE;
                            moved = true;
                        }
                    }
                }
            }
        }
    }

    private boolean settle(final Instruction i, final int t, final long[] state) {
        final Statement s = i.text;
        if (waits.isPassedOver(i, state)) {
            i.pieces.forEach(p -> state[p.phase] = DONE);
            state[t]++;
            return true;
        }
        if (s.verb() == Verb.TEST) {
            final boolean holds = s.holds(program.value(i, s.value(), state), program.value(i, s.second(), state));
            state[program.resultOf(i)] = holds ? 1 : 0;
        }
        if (s.verb() == Verb.WAIT_ANY
                || s.verb() == Verb.TEST_HANDLE
                || s.verb() == Verb.LOAD
                || s.verb() == Verb.POLL
                || s.verb() == Verb.STORE) {
            return false;
        }
        if (s.verb() == Verb.BARRIER && rules.contains(ModelRule.BARRIER)) {
            if (i.together.stream().allMatch(b -> waits.hasCome(b, state) && waits.mayEnter(b, state))) {
                i.together.forEach(b -> state[b.number]++);
                return true;
            }
            return false;
        }
        boolean posted = false;
        for (final Piece p : i.pieces) {
            if (state[p.phase] == IDLE) {
                state[p.phase] = POSTED;
                keep(p, state);
                posted = true;
            }
        }
        if (waits.mayGoOn(i, state)) {
            if (s.verb() == Verb.RECV && s.register() != null) {
                state[program.resultOf(i)] = waits.message(i, state);
            }
            state[t]++;
            return true;
        }
        return posted;
    }

    /** Keeps the values that the statement's registers have now. */
    private void keep(final Piece p, final long[] state) {
        final Statement s = p.of.text;
        final boolean isWhole =
                p.work == Work.WRITE || p.work == Work.MESSAGE && !s.value().isPlain();
        state[p.latch] = isWhole ? program.value(p.of, s.value(), state) : 0;
        if (p.operand >= 0) {
            state[p.operand] = program.value(p.of, s.value(), state);
        }
        if (p.second >= 0) {
            state[p.second] = program.value(p.of, s.second(), state);
        }
    }

    /** Passes every state that one choice leads to. */
    void next(final long[] state, final Consumer<long[]> to) {
        for (int t = 0; t < program.tasks.size(); t++) {
            final List<Instruction> code = program.tasks.get(t);
            if (state[t] < code.size()) {
                own(code.get((int) state[t]), t, state, to);
            }
            for (final Instruction i : code) {
                for (final Piece p : i.pieces) {
                    if (state[p.phase] == POSTED || state[p.phase] == READ) {
                        work(p, state, to);
                    }
                }
            }
        }
    }

    /** A load, poll or store of the task's own node, or the choice of a `wait any`. */
    private void own(final Instruction i, final int t, final long[] state, final Consumer<long[]> to) {
        final Statement s = i.text;
        if (s.verb() == Verb.WAIT_ANY) {
            tell(i, t, state, to);
            return;
        }
        if (s.verb() == Verb.TEST_HANDLE) {
            look(i, t, state, to);
            return;
        }
        if (s.verb() != Verb.LOAD && s.verb() != Verb.POLL && s.verb() != Verb.STORE) {
            return;
        }
        final long[] after = state.clone();
        final int word = program.word(s.local(), 0);
        if (s.verb() == Verb.STORE) {
            if (word >= 0) {
                after[word] = program.value(i, s.value(), state);
            }
        } else if (s.register() != null) {
            after[program.resultOf(i)] = state[word];
        }
        after[t]++;
        to.accept(after);
    }

    /** A look may miss that an operation is complete, but not what was found before. */
    private void look(final Instruction i, final int t, final long[] state, final Consumer<long[]> to) {
        final List<Instruction> given = waits.given(i, i.text.handle());
        final boolean complete = given.stream().allMatch(e -> waits.isFoundComplete(e, state));
        final boolean found = waits.wasFoundComplete(i, given, state);
        for (int result = found ? 1 : 0; result <= (complete ? 1 : 0); result++) {
            final long[] after = state.clone();
            after[program.resultOf(i)] = result;
            after[i.told] = result;
            after[t]++;
            to.accept(after);
        }
    }

    private void tell(final Instruction i, final int t, final long[] state, final Consumer<long[]> to) {
        for (final String handle : i.text.flags()) {
            final List<Instruction> given = waits.given(i, handle);
            final int told = given.get(0).told;
            if (state[told] == 0 && given.stream().allMatch(e -> waits.mayBeTold(e, state))) {
                final long[] after = state.clone();
                after[told] = rules.contains(ModelRule.ANY_TELLS_ONCE) ? 1 : 0;
                after[program.resultOf(i)] = Long.parseLong(handle.substring(1));
                after[t]++;
                to.accept(after);
            }
        }
    }

    private void work(final Piece p, final long[] state, final Consumer<long[]> to) {
        switch (p.work) {
            case WRITE -> write(p, state, to);
            case COPY -> copy(p, state, to);
            case FETCH -> {
                if (reaches(p, state)) {
                    final long[] after = finished(p, state);
                    after[p.to] = state[p.from];
                    to.accept(after);
                }
            }
            case ATOMIC -> atomic(p, state, to);
            case TOUCH -> {
                if (reaches(p, state)) {
                    to.accept(finished(p, state));
                }
            }
            case OPEN -> to.accept(finished(p, state));
            case END -> {
                if (waits.mayEnd(p, state)) {
                    to.accept(finished(p, state));
                }
            }
            case LOCK -> {
                if (waits.mayTake(p, state)) {
                    final long[] after = finished(p, state);
                    after[p.to] += p.of.text.isShared() ? 1 : WaitRules.ALONE;
                    to.accept(after);
                }
            }
            case UNLOCK -> {
                if (waits.mayGiveBack(p, state)) {
                    final long[] after = finished(p, state);
                    after[p.to] -= p.of.text.isShared() ? 1 : WaitRules.ALONE;
                    to.accept(after);
                }
            }
            case SHARE -> new GroupShare(rules, waits).share(p, state, to);
            default -> {}
        }
    }

    private static long[] finished(final Piece p, final long[] state) {
        final long[] after = state.clone();
        after[p.phase] = DONE;
        after[p.latch] = 0;
        if (p.operand >= 0) {
            after[p.operand] = 0;
        }
        if (p.second >= 0) {
            after[p.second] = 0;
        }
        return after;
    }

    /** Returns whether the piece may act at its target now; another node's epoch may refuse it there. */
    private boolean reaches(final Piece p, final long[] state) {
        if (waits.isHeldBack(p, state)) {
            return false;
        }
        if (waits.isRefused(p, state) && !p.of.text.attempt()) {
            refusal = "line " + p.of.text.line() + " may be refused";
        }
        return true;
    }

    private void write(final Piece p, final long[] state, final Consumer<long[]> to) {
        if (!reaches(p, state)) {
            return;
        }
        if (p.of.text.attempt() && state[p.phase] == POSTED && waits.mayBeRefused(p)) {
            admit(p, state, to);
            return;
        }
        final long[] after = finished(p, state);
        if (p.of.text.attempt()) {
            after[program.resultOf(p.of)] = 0;
        }
        if (p.to >= 0) {
            after[p.to] = rules.contains(ModelRule.VALUE_AT_ONCE)
                    ? state[p.latch]
                    : program.value(p.of, p.of.text.value(), state);
        }
        to.accept(after);
    }

    /** The target admits or refuses a put; one that was admitted writes later, even if an epoch opens before. */
    private void admit(final Piece p, final long[] state, final Consumer<long[]> to) {
        if (waits.isRefused(p, state)) {
            final long[] after = finished(p, state);
            after[program.resultOf(p.of)] = 1;
            to.accept(after);
        } else {
            final long[] after = state.clone();
            after[p.phase] = READ;
            to.accept(after);
        }
    }

    /** Reads one word and writes it on another node: a put from a buffer, or a get into one. */
    private void copy(final Piece p, final long[] state, final Consumer<long[]> to) {
        final boolean reads = state[p.phase] == POSTED;
        final boolean remote = reads == (p.of.text.verb() == Verb.GET);
        if (remote && !reaches(p, state)) {
            return;
        }
        final long[] after = reads ? state.clone() : finished(p, state);
        if (reads) {
            after[p.phase] = READ;
            after[p.latch] = state[p.from];
        } else {
            after[p.to] = state[p.latch];
        }
        to.accept(after);
    }

    private void atomic(final Piece p, final long[] state, final Consumer<long[]> to) {
        final Statement s = p.of.text;
        if (state[p.phase] == POSTED) {
            if (reaches(p, state) && !waits.isTaken(p, state)) {
                final long[] after = state.clone();
                after[p.phase] = READ;
                after[p.latch] = state[p.from];
                to.accept(after);
            }
            return;
        }
        final long old = state[p.latch];
        final boolean atOnce = rules.contains(ModelRule.VALUE_AT_ONCE);
        final long operand = program.value(p.of, s.value(), atOnce ? p.operand : -1, state);
        final long[] after = finished(p, state);
        if (s.verb() == Verb.CAS) {
            after[p.to] = old == operand ? program.value(p.of, s.second(), atOnce ? p.second : -1, state) : state[p.to];
        } else {
            after[p.to] = switch (s.atomic()) {
                case ADD -> old + operand;
                case AND -> old & operand;
                case OR -> old | operand;
                case XOR -> old ^ operand;
                case SWAP -> operand;
            };
        }
        if (s.register() != null) {
            after[program.resultOf(p.of)] = old;
        }
        to.accept(after);
    }
}
