// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.program.Decision;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * What software decides during a run: whether a TEST holds, whether an operation is performed, and which operation an
 * ANY tells.
 */
final class Decisions {
    private static final int DISCARDED = 2; // status of a discarded request
    private static final int REJECTED = 3; // ending of an operation that its own NIC has not taken

    private final Progress run;
    private final OpTable table;
    private final List<Operation> waiting = new ArrayList<>(); // ANYs that have begun and not ended
    private final BitSet told = new BitSet();

    Decisions(Progress run, OpTable table) {
        this.run = run;
        this.table = table;
    }

    /** Returns whether the operation is ready but not performed. */
    boolean skips(Operation op) {
        return op.onlyIf() >= 0 && table.value(op.onlyIf()) == 0;
    }

    /** Returns whether the comparison of a TEST holds now. */
    boolean holds(Operation test) {
        Decision decision = test.decision();
        long right = value(decision.right()) + decision.operand();
        return decision.comparison().holds(value(decision.left()), right);
    }

    /** Returns the value that a STORE writes, or the operand of an atomic or POLL, as it is now. */
    long operand(Operation op) {
        return op.decision() == null ? op.operand() : sum(op.decision());
    }

    /** Returns what a CAS compares with, as it is now. */
    long compare(Operation cas) {
        return cas.compared() == null ? cas.compare() : sum(cas.compared());
    }

    private long sum(Decision decision) {
        return value(decision.left()) + decision.operand();
    }

    /** Returns the bytes that an EXTRACT takes. */
    long extracted(Operation extract) {
        return value(extract.decision().left())
                        >>> Byte.SIZE * extract.decision().operand()
                & extract.key();
    }

    /** Returns how the operation of an ENDING has ended. */
    int ending(Operation ending) {
        Result result = table.result(ending.decision().left().get(0).operation());
        return result == Result.REJECTED ? REJECTED : (int) status(result);
    }

    /** Returns whether all operations of a LOOK are done; one that was not performed counts as done. */
    boolean areDone(Operation look) {
        return look.decision().choices().stream().allMatch(table::isDone);
    }

    private long value(List<Decision.Source> sources) {
        for (Decision.Source source : sources) {
            Result result = table.result(source.operation());
            if (result != Result.SKIPPED) {
                return source.status() ? status(result) : table.value(source.operation());
            }
        }
        return 0;
    }

    private static long status(Result result) {
        return result == Result.DONE ? 0 : result == Result.DISCARDED ? DISCARDED : 1;
    }

    /** Begins an ANY. */
    void await(Operation any, long cycle) {
        run.entered(any, cycle);
        waiting.add(any);
        tell(any, cycle);
    }

    /** Notes that an operation has ended. */
    void ended(int id, long cycle) {
        for (int i = 0; i < waiting.size(); i++) {
            Operation any = waiting.get(i);
            if (any.decision().choices().contains(id)) {
                tell(any, cycle);
                return; // only one of them can tell it
            }
        }
    }

    /** Ends the ANY if one of its operations is done that was not told: the one that has been done longest. */
    private void tell(Operation any, long cycle) {
        List<Integer> choices = any.decision().choices();
        int first = -1;
        for (int i = 0; i < choices.size(); i++) {
            int id = choices.get(i);
            if (table.isDone(id)
                    && !told.get(id)
                    && (first < 0 || table.doneAt(id) < table.doneAt(choices.get(first)))) {
                first = i;
            }
        }
        if (first >= 0) {
            told.set(choices.get(first));
            waiting.remove(any);
            run.finished(any, cycle, Result.DONE, any.decision().names().get(first));
        }
    }
}
