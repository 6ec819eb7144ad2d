// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.operational;

import fairlead.lab.litmus.operational.StepProgram.Instruction;
import fairlead.lab.litmus.operational.StepProgram.Piece;
import fairlead.litmus.syntax.Verb;
import fairlead.program.ReduceFunction;
import java.util.Set;
import java.util.function.Consumer;

/** One word of a member in a call of a group: it is given, combined, and received. */
final class GroupShare {
    private final Set<ModelRule> rules;
    private final WaitRules waits;

    GroupShare(final Set<ModelRule> rules, final WaitRules waits) {
        this.rules = rules;
        this.waits = waits;
    }

    static boolean gives(final Instruction i) {
        return i.text.verb() != Verb.BCAST || i.task.node().equals(i.text.root());
    }

    static boolean receives(final Instruction i) {
        return switch (i.text.verb()) {
            case BCAST -> !i.task.node().equals(i.text.root());
            case REDUCE -> i.task.node().equals(i.text.root());
            default -> true;
        };
    }

    void share(final Piece p, final long[] state, final Consumer<long[]> to) {
        final boolean toGive = gives(p.of) && state[p.phase] == Steps.POSTED;
        if (toGive) {
            final long[] after = state.clone();
            after[p.latch] = state[p.from];
            after[p.phase] = receives(p.of) ? Steps.READ : Steps.DONE;
            to.accept(after);
            return;
        }
        if (rules.contains(ModelRule.CALL_JOINS) && !isComplete(p, state)) {
            return;
        }
        final long[] after = state.clone();
        after[p.to] = combined(p, state);
        after[p.phase] = Steps.DONE;
        to.accept(after);
    }

    /** Returns whether all members that give have come and given this word. */
    private boolean isComplete(final Piece p, final long[] state) {
        return p.of.together.stream()
                .filter(GroupShare::gives)
                .allMatch(i -> waits.hasCome(i, state) && state[same(i, p).phase] >= Steps.READ);
    }

    private static Piece same(final Instruction i, final Piece p) {
        return i.pieces.get(p.place);
    }

    private static long combined(final Piece p, final long[] state) {
        final ReduceFunction function = p.of.text.function();
        long sum = 0;
        boolean any = false;
        for (final Instruction i : p.of.together) {
            if (gives(i)) {
                final long word = state[same(i, p).latch];
                sum = any ? both(function, sum, word) : word;
                any = true;
            }
        }
        return sum;
    }

    private static long both(final ReduceFunction function, final long a, final long b) {
        final boolean less = a + Long.MIN_VALUE < b + Long.MIN_VALUE; // as unsigned numbers
        return switch (function) {
            case SUM -> a + b;
            case MIN -> less ? a : b;
            case MAX -> less ? b : a;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
        };
    }
}
