// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.operational;

import fairlead.lab.litmus.operational.StepProgram.Instruction;
import fairlead.lab.litmus.operational.StepProgram.Piece;
import fairlead.lab.litmus.operational.StepProgram.Work;
import fairlead.litmus.syntax.Operand;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What has to wait for what, by the rules. */
final class WaitRules {
    static final long ALONE = 1000; // what a holder that does not share adds to the cell of a lock

    private final StepProgram program;
    private final Set<ModelRule> rules;

    WaitRules(StepProgram program, Set<ModelRule> rules) {
        this.program = program;
        this.rules = rules;
    }

    private boolean has(ModelRule rule) {
        return rules.contains(rule);
    }

    static boolean isDone(Instruction i, long[] state) {
        for (Piece p : i.pieces) { // no stream: most of the time of a search is spent here
            if (state[p.phase] != Steps.DONE) {
                return false;
            }
        }
        return true;
    }

    private Stream<Instruction> all(Verb verb, long number) {
        return program.tasks.stream().flatMap(List::stream).filter(i -> i.text.verb == verb && i.text.number == number);
    }

    private List<Instruction> code(Instruction i) {
        return program.tasks.get(i.number);
    }

    private List<Instruction> before(Instruction i) {
        return code(i).subList(0, i.at);
    }

    private boolean areDone(Instruction i, long[] state, Predicate<Statement> which) {
        for (Instruction e : before(i)) {
            if (e.text.remote != null && which.test(e.text) && !isDone(e, state)) {
                return false;
            }
        }
        return true;
    }

    // ---- tasks

    boolean hasCome(Instruction i, long[] state) {
        return state[i.number] >= i.at;
    }

    boolean mayEnter(Instruction i, long[] state) {
        return has(ModelRule.BARRIER_COMPLETES_NOTHING) || areDone(i, state, s -> true);
    }

    /** Returns whether the task may go on to its next instruction; what this one posts has been posted. */
    boolean mayGoOn(Instruction i, long[] state) {
        Statement s = i.text;
        return switch (s.verb) {
            case PUT -> !s.attempt || isDone(i, state);
            case FADD, CAS -> !has(ModelRule.RESULT_BLOCKS) || isDone(i, state);
            case WAIT -> !has(ModelRule.WAIT) || isAwaited(i, state);
            case FLUSH -> !has(ModelRule.FLUSH)
                    || hasCompleted(i, state, has(ModelRule.FLUSH_NAMES_A_TARGET), has(ModelRule.CONTEXT));
            case QUIET -> !has(ModelRule.QUIET) || hasCompleted(i, state, false, has(ModelRule.CONTEXT));
            case LOCK -> !has(ModelRule.LOCK_WAITS) || isDone(i, state);
            case UNLOCK -> mayUnlock(i, state);
            case FLUSH_LOCAL -> !has(ModelRule.LOCAL_COMPLETION) || haveReadTheirSources(before(i), state, e -> true);
            case RECV -> !has(ModelRule.MESSAGE) || isDone(sending(i), state);
            case EPOCH_WAIT -> isDone(closing(i), state);
            case EPOCH_AWAIT -> !has(ModelRule.EPOCH_AWAIT) || hasEnded(i, state);
            case MEET -> !has(ModelRule.CALL_JOINS) || i.together.stream().allMatch(m -> hasCome(m, state));
            case ALLREDUCE, REDUCE, BCAST -> !has(ModelRule.CALL_BLOCKS) || isDone(i, state);
            default -> true;
        };
    }

    /** Returns whether the task's operations are complete, or those to the target or of the context of `i` only. */
    private boolean hasCompleted(Instruction i, long[] state, boolean toTarget, boolean ofContext) {
        return areDone(
                i,
                state,
                e -> (e.verb != Verb.GET || has(ModelRule.COMPLETION_OF_GETS))
                        && (!ofContext || isSameContext(e, i.text))
                        && (!toTarget || e.target().equals(i.text.target())));
    }

    /** Locks belong to no context. */
    private boolean isSameContext(Statement operation, Statement s) {
        return !has(ModelRule.CONTEXT)
                || operation.verb != Verb.LOCK && operation.verb != Verb.UNLOCK && operation.context == s.context;
    }

    // ---- locks

    private boolean mayUnlock(Instruction i, long[] state) {
        return !has(ModelRule.UNLOCK) || hasCompleted(i, state, !i.text.nodes.isEmpty(), false);
    }

    boolean mayTake(Piece lock, long[] state) {
        long holders = state[lock.from];
        boolean sharing = lock.of.text.isShared() && has(ModelRule.LOCK_IS_SHARED);
        return !has(ModelRule.LOCK) || (sharing ? holders < ALONE : holders == 0);
    }

    boolean mayGiveBack(Piece unlock, long[] state) {
        Instruction i = unlock.of;
        return before(i).stream()
                        .filter(e -> e.text.verb == Verb.LOCK && e.text.remote.equals(i.text.remote))
                        .reduce((first, second) -> second)
                        .filter(e -> isDone(e, state))
                        .isPresent()
                && mayUnlock(i, state);
    }

    // ---- handles

    boolean isFoundComplete(Instruction e, long[] state) {
        return !has(ModelRule.HANDLE_TEST) || isComplete(e, state);
    }

    /** Returns whether one of these operations was returned, or an earlier look has found them complete. */
    boolean wasFoundComplete(Instruction i, List<Instruction> given, long[] state) {
        return has(ModelRule.HANDLE_TEST_STAYS)
                && code(i).subList(given.get(0).at, i.at).stream()
                        .anyMatch(e -> e.told >= 0 && state[e.told] == 1 && i.text.handle.equals(e.text.handle));
    }

    boolean isPassedOver(Instruction i, long[] state) {
        return i.text.guard != null && has(ModelRule.BRANCH) && state[program.guardOf(i)] == 0;
    }

    /** Returns the instructions whose operations have this handle at `i`. */
    List<Instruction> given(Instruction i, String handle) {
        List<Instruction> found = new ArrayList<>();
        for (int k = i.at - 1; k >= 0; k--) {
            Statement e = code(i).get(k).text;
            if (handle.equals(e.handle) && e.verb != Verb.TEST_HANDLE) {
                if (e.verb == Verb.WAIT) {
                    break;
                }
                found.add(0, code(i).get(k));
            }
        }
        return found;
    }

    /** Returns whether an operation with a handle is complete: the source of a put, all of another operation. */
    boolean mayBeTold(Instruction e, long[] state) {
        return !has(ModelRule.ANY_WAITS) || isComplete(e, state);
    }

    private boolean isComplete(Instruction e, long[] state) {
        return e.text.verb == Verb.PUT && has(ModelRule.HANDLE_OF_A_PUT_IS_LOCAL)
                ? haveReadTheirSources(List.of(e), state, s -> true)
                : isDone(e, state);
    }

    /** Returns whether what a wait names is complete: the source of a put, all of another operation. */
    private boolean isAwaited(Instruction i, long[] state) {
        String handle = i.text.handle;
        if (handle == null) {
            String into = i.text.register;
            return areDone(i, state, e -> e.verb == Verb.GET && into.equals(e.register));
        }
        boolean isLocal = has(ModelRule.HANDLE_OF_A_PUT_IS_LOCAL);
        return areDone(i, state, e -> handle.equals(e.handle) && !(isLocal && e.verb == Verb.PUT))
                && haveReadTheirSources(before(i), state, e -> handle.equals(e.handle));
    }

    private static boolean haveReadTheirSources(List<Instruction> code, long[] state, Predicate<Statement> which) {
        return code.stream()
                .filter(e -> e.text.verb == Verb.PUT && which.test(e.text))
                .flatMap(e -> e.pieces.stream())
                .allMatch(p -> p.work != Work.COPY || state[p.phase] >= Steps.READ);
    }

    private Instruction sending(Instruction recv) {
        return all(Verb.SEND, recv.text.number).findFirst().orElseThrow();
    }

    long message(Instruction recv, long[] state) {
        Instruction sending = sending(recv);
        Operand value = sending.text.value;
        return value.isPlain() || !has(ModelRule.VALUE_AT_ONCE)
                ? program.value(sending, value, state)
                : state[sending.pieces.get(0).latch];
    }

    private Instruction closing(Instruction wait) {
        return all(Verb.EPOCH_CLOSING, wait.text.number)
                .filter(i -> i.number == wait.number && i.at < wait.at)
                .findFirst()
                .orElseThrow();
    }

    private boolean hasEnded(Instruction await, long[] state) {
        return all(Verb.EPOCH_CLOSING, await.text.number)
                .filter(i -> i.task.node().equals(await.text.target()))
                .allMatch(i -> isActed(i, await.task.node(), state));
    }

    /** Returns whether an opening or closing of an epoch has acted at a node, if it concerns it. */
    private static boolean isActed(Instruction i, String node, long[] state) {
        return i.pieces.stream().filter(p -> p.node.equals(node)).allMatch(p -> state[p.phase] == Steps.DONE);
    }

    // ---- the network and the targets

    /** Returns whether the piece may not act at its target yet: for a fence, its put, or its epoch. */
    boolean isHeldBack(Piece p, long[] state) {
        Instruction i = p.of;
        if (i.text.verb == Verb.SIGNAL && has(ModelRule.SIGNAL) && !isDone(code(i).get(i.at - 1), state)) {
            return true;
        }
        if (i.text.epoch >= 0 && !isActed(program.opening(i), p.node, state)) {
            return true;
        }
        if (!has(ModelRule.FENCE) || !has(ModelRule.FENCE_KEEPS_ALL_BACK) && !i.text.verb.isFenced()) {
            return false;
        }
        boolean behindFence = false;
        for (int k = i.at - 1; k >= 0; k--) {
            Instruction e = code(i).get(k);
            boolean concerned = (p.node.equals(e.text.target()) || !has(ModelRule.FENCE_NAMES_A_TARGET))
                    && isSameContext(e.text, i.text);
            if (e.text.verb == Verb.FENCE) {
                behindFence |= concerned && !isPassedOver(e, state);
            } else if (behindFence && concerned && isOrdered(e.text.verb) && !isDone(e, state)) {
                return true;
            }
        }
        return false;
    }

    private boolean isOrdered(Verb verb) {
        return verb.isFenced() || verb == Verb.GET && !has(ModelRule.FENCE_FORGETS_GETS);
    }

    boolean mayEnd(Piece end, long[] state) {
        Instruction opening = program.opening(end.of);
        return isActed(opening, end.node, state)
                && (!has(ModelRule.EPOCH_CLOSE)
                        || areDone(end.of, state, e -> e.epoch == opening.text.number && end.node.equals(e.target())));
    }

    /** Returns whether an epoch of another node is open at the target, and the piece is in no epoch. */
    boolean isRefused(Piece p, long[] state) {
        return limiting(p).anyMatch(i -> isLimiting(i, p.node, state));
    }

    /** Returns whether another node's epoch at the target may refuse the piece at any time. */
    boolean mayBeRefused(Piece p) {
        return limiting(p).anyMatch(i -> i.text.nodes.contains(p.node));
    }

    private Stream<Instruction> limiting(Piece p) {
        return program.tasks.stream()
                .flatMap(List::stream)
                .filter(i -> has(ModelRule.EPOCH_GUARD)
                        && p.of.text.epoch < 0
                        && i.text.verb == Verb.EPOCH_OPEN
                        && !i.task.node().equals(p.of.task.node()));
    }

    private boolean isLimiting(Instruction opening, String node, long[] state) {
        return opening.text.nodes.contains(node)
                && isActed(opening, node, state)
                && code(opening).stream()
                        .filter(i -> i.text.verb == Verb.EPOCH_CLOSING && i.text.number == opening.text.number)
                        .allMatch(i -> !isActed(i, node, state));
    }

    boolean isTaken(Piece p, long[] state) {
        return has(ModelRule.ATOMIC)
                && program.tasks.stream()
                        .flatMap(List::stream)
                        .flatMap(i -> i.pieces.stream())
                        .anyMatch(o ->
                                o != p && o.work == Work.ATOMIC && o.from == p.from && state[o.phase] == Steps.READ);
    }
}
