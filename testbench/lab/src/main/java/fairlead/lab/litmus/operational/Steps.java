// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.operational;

import fairlead.lab.litmus.operational.StepProgram.Instruction;
import fairlead.lab.litmus.operational.StepProgram.Piece;
import fairlead.lab.litmus.operational.StepProgram.Work;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Verb;
import java.util.EnumSet;
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

    /** Statements that are done in one step of their own. */
    private static final Set<Verb> OWN = EnumSet.of(Verb.WAIT_ANY, Verb.TEST_HANDLE, Verb.LOAD, Verb.POLL, Verb.STORE);

    private final StepProgram program;
    private final Set<ModelRule> rules;
    private final WaitRules waits;
    private String refusal = "";

    Steps(StepProgram program, Set<ModelRule> rules) {
        this.program = program;
        this.rules = rules;
        waits = new WaitRules(program, rules);
    }

    /** Returns the line that another node's epoch may refuse although it has no `try`, or an empty string. */
    String refusal() {
        return refusal;
    }

    boolean isOver(long[] state) {
        for (int t = 0; t < program.tasks.size(); t++) {
            if (state[t] < program.tasks.get(t).size()) {
                return false;
            }
        }
        return program.tasks.stream().allMatch(code -> code.stream().allMatch(i -> WaitRules.isDone(i, state)));
    }

    /** Takes the steps that need no choice, in place, until none is left. */
    void settle(long[] state) {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int t = 0; t < program.tasks.size(); t++) {
                List<Instruction> code = program.tasks.get(t);
                while (state[t] < code.size() && settle(code.get((int) state[t]), t, state)) {
                    moved = true;
                }
                for (Instruction i : code) {
                    for (Piece p : i.pieces) {
                        if (p.work == Work.MESSAGE && state[p.phase] == POSTED && !waits.isHeldBack(p, state)) {
                            state[p.phase] = DONE;
                            moved = true;
                        }
                    }
                }
            }
        }
    }

    private boolean settle(Instruction i, int t, long[] state) {
        Statement s = i.text;
        if (waits.isPassedOver(i, state)) {
            i.pieces.forEach(p -> state[p.phase] = DONE);
            state[t]++;
            return true;
        }
        if (s.verb == Verb.TEST) {
            boolean holds = s.relation.holds(program.value(i, s.value, state), program.value(i, s.second, state));
            state[program.resultOf(i)] = holds ? 1 : 0;
        }
        if (OWN.contains(s.verb)) {
            return false;
        }
        if (s.verb == Verb.BARRIER && rules.contains(ModelRule.BARRIER)) {
            if (i.together.stream().allMatch(b -> waits.hasCome(b, state) && waits.mayEnter(b, state))) {
                i.together.forEach(b -> state[b.number]++);
                return true;
            }
            return false;
        }
        boolean posted = false;
        for (Piece p : i.pieces) {
            if (state[p.phase] == IDLE) {
                state[p.phase] = POSTED;
                keep(p, state);
                posted = true;
            }
        }
        if (waits.mayGoOn(i, state)) {
            if (s.verb == Verb.RECV && s.register != null) {
                state[program.resultOf(i)] = waits.message(i, state);
            }
            state[t]++;
            return true;
        }
        return posted;
    }

    private void keep(Piece p, long[] state) {
        Statement s = p.of.text;
        boolean isWhole = p.work == Work.WRITE || p.work == Work.MESSAGE && !s.value.isPlain();
        state[p.latch] = isWhole ? program.value(p.of, s.value, state) : 0;
        if (p.operand >= 0) {
            state[p.operand] = program.value(p.of, s.value, state);
        }
        if (p.second >= 0) {
            state[p.second] = program.value(p.of, s.second, state);
        }
    }

    void next(long[] state, Consumer<long[]> to) {
        for (int t = 0; t < program.tasks.size(); t++) {
            List<Instruction> code = program.tasks.get(t);
            if (state[t] < code.size()) {
                own(code.get((int) state[t]), state, to);
            }
            for (Instruction i : code) {
                for (Piece p : i.pieces) {
                    if (state[p.phase] == POSTED || state[p.phase] == READ) {
                        work(p, state, to);
                    }
                }
            }
        }
    }

    /** Returns a state in which cells have other values; each cell is followed by its value, and -1 is no cell. */
    private static long[] set(long[] state, long... cells) {
        long[] after = state.clone();
        for (int k = 0; k < cells.length; k += 2) {
            if (cells[k] >= 0) {
                after[(int) cells[k]] = cells[k + 1];
            }
        }
        return after;
    }

    /** Returns a state in which the task goes on, and a cell has another value. */
    private static long[] goOn(Instruction i, long[] state, int cell, long value) {
        return set(state, i.number, state[i.number] + 1, cell, value);
    }

    private static long[] finished(Piece p, long[] state, int cell, long value) {
        return set(state, p.phase, DONE, p.latch, 0, p.operand, 0, p.second, 0, cell, value);
    }

    /** A load, poll or store of the task's own node, or the choice of a `wait any`. */
    private void own(Instruction i, long[] state, Consumer<long[]> to) {
        Statement s = i.text;
        switch (s.verb) {
            case WAIT_ANY -> tell(i, state, to);
            case TEST_HANDLE -> look(i, state, to);
            case STORE -> to.accept(goOn(i, state, program.word(s.local, 0), program.value(i, s.value, state)));
            case LOAD, POLL -> to.accept(goOn(i, state, program.resultOf(i), state[program.word(s.local, 0)]));
            default -> {
                // waits for what others do
            }
        }
    }

    /** A look may miss that an operation is complete, but not what was found before. */
    private void look(Instruction i, long[] state, Consumer<long[]> to) {
        List<Instruction> given = waits.given(i, i.text.handle);
        boolean complete = given.stream().allMatch(e -> waits.isFoundComplete(e, state));
        boolean found = waits.wasFoundComplete(i, given, state);
        for (int result = found ? 1 : 0; result <= (complete ? 1 : 0); result++) {
            to.accept(set(goOn(i, state, program.resultOf(i), result), i.told, result));
        }
    }

    private void tell(Instruction i, long[] state, Consumer<long[]> to) {
        for (String handle : i.text.flags) {
            List<Instruction> given = waits.given(i, handle);
            int told = given.get(0).told;
            if (state[told] == 0 && given.stream().allMatch(e -> waits.mayBeTold(e, state))) {
                long[] after = goOn(i, state, program.resultOf(i), Long.parseLong(handle.substring(1)));
                to.accept(set(after, told, rules.contains(ModelRule.ANY_TELLS_ONCE) ? 1 : 0));
            }
        }
    }

    private void work(Piece p, long[] state, Consumer<long[]> to) {
        long holder = p.of.text.isShared() ? 1 : WaitRules.ALONE;
        boolean may =
                switch (p.work) {
                    case FETCH, TOUCH -> reaches(p, state);
                    case END -> waits.mayEnd(p, state);
                    case LOCK -> waits.mayTake(p, state);
                    case UNLOCK -> waits.mayGiveBack(p, state);
                    default -> true;
                };
        if (!may) {
            return;
        }
        switch (p.work) {
            case WRITE -> write(p, state, to);
            case COPY -> copy(p, state, to);
            case FETCH -> to.accept(finished(p, state, p.to, state[p.from]));
            case ATOMIC -> atomic(p, state, to);
            case TOUCH, OPEN, END -> to.accept(finished(p, state, -1, 0));
            case LOCK -> to.accept(finished(p, state, p.to, state[p.to] + holder));
            case UNLOCK -> to.accept(finished(p, state, p.to, state[p.to] - holder));
            case SHARE -> share(p, state, to);
            default -> {
                // a message arrives at once
            }
        }
    }

    /** Returns whether the piece may act at its target now; another node's epoch may refuse it there. */
    private boolean reaches(Piece p, long[] state) {
        if (waits.isHeldBack(p, state)) {
            return false;
        }
        if (waits.isRefused(p, state) && !p.of.text.attempt) {
            refusal = "line " + p.of.text.line + " may be refused";
        }
        return true;
    }

    private void write(Piece p, long[] state, Consumer<long[]> to) {
        if (!reaches(p, state)) {
            return;
        }
        int status = p.of.text.attempt ? program.resultOf(p.of) : -1;
        if (status >= 0 && state[p.phase] == POSTED && waits.mayBeRefused(p)) {
            // the target admits or refuses the put; one that was admitted writes later, even if an epoch opens before
            to.accept(waits.isRefused(p, state) ? finished(p, state, status, 1) : set(state, p.phase, READ));
            return;
        }
        long value =
                rules.contains(ModelRule.VALUE_AT_ONCE) ? state[p.latch] : program.value(p.of, p.of.text.value, state);
        to.accept(set(finished(p, state, status, 0), p.to, value));
    }

    private static long[] read(Piece p, long[] state) {
        return set(state, p.phase, READ, p.latch, state[p.from]);
    }

    /** Reads one word and writes it on another node: a put from a buffer, or a get into one. */
    private void copy(Piece p, long[] state, Consumer<long[]> to) {
        boolean reads = state[p.phase] == POSTED;
        boolean remote = reads == (p.of.text.verb == Verb.GET);
        if (!remote || reaches(p, state)) {
            to.accept(reads ? read(p, state) : finished(p, state, p.to, state[p.latch]));
        }
    }

    private void atomic(Piece p, long[] state, Consumer<long[]> to) {
        Statement s = p.of.text;
        if (state[p.phase] == POSTED) {
            if (reaches(p, state) && !waits.isTaken(p, state)) {
                to.accept(read(p, state));
            }
            return;
        }
        long old = state[p.latch];
        boolean atOnce = rules.contains(ModelRule.VALUE_AT_ONCE);
        long operand = program.value(p.of, s.value, atOnce ? p.operand : -1, state);
        long left;
        if (s.verb == Verb.CAS) {
            left = old == operand ? program.value(p.of, s.second, atOnce ? p.second : -1, state) : state[p.to];
        } else {
            left = switch (s.atomic()) {
                case ADD -> old + operand;
                case AND -> old & operand;
                case OR -> old | operand;
                case XOR -> old ^ operand;
                case SWAP -> operand;
            };
        }
        to.accept(set(finished(p, state, p.to, left), program.resultOf(p.of), old));
    }

    // ---- one word of a member in a call of a group: it is given, combined, and received

    private void share(Piece p, long[] state, Consumer<long[]> to) {
        if (p.of.gives() && state[p.phase] == POSTED) {
            to.accept(set(read(p, state), p.phase, p.of.receives() ? READ : DONE));
        } else if (!rules.contains(ModelRule.CALL_JOINS) || isComplete(p, state)) {
            to.accept(set(state, p.phase, DONE, p.to, combined(p, state)));
        }
    }

    private boolean isComplete(Piece p, long[] state) {
        return p.of.together.stream()
                .filter(Instruction::gives)
                .allMatch(i -> waits.hasCome(i, state) && state[i.pieces.get(p.place).phase] >= READ);
    }

    private static long combined(Piece p, long[] state) {
        return p.of.together.stream()
                .filter(Instruction::gives)
                .mapToLong(i -> state[i.pieces.get(p.place).latch])
                .reduce((a, b) -> {
                    boolean less = a + Long.MIN_VALUE < b + Long.MIN_VALUE; // as unsigned numbers
                    return switch (p.of.text.function()) {
                        case SUM -> a + b;
                        case MIN -> less ? a : b;
                        case MAX -> less ? b : a;
                        case AND -> a & b;
                        case OR -> a | b;
                        case XOR -> a ^ b;
                    };
                })
                .orElse(0);
    }
}
