// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Pairs;
import fairlead.program.Result;
import java.util.Arrays;

/**
 * Checks the verdict fence_ordering (D12). A flush or quiet is done only after the last byte of every earlier operation
 * of its task to its target is in memory (R-FEN-1 to R-FEN-4). No operation behind a fence touches the target's memory
 * before every earlier put, atomic and message to that target is in it: no later put, atomic or message commits in the
 * same cycle or before, and no later get has read by then. A fence does not order earlier gets (rule 2 of
 * docs/use/litmus.md). The verdict counts the checked pairs of a fence or flush and an earlier non-empty operation.
 * What
 * {@link FenceAccount} finds makes it false too.
 */
final class FenceChecker extends Checker {
    /** The operations that one task has sent to one target so far. */
    private static final class Pair {
        long all; // number of operations that are judged
        long unjudged; // number of operations that are not
        long allLast = -1; // cycle of the latest commit of these operations
        boolean allMissing; // whether one of the operations has no commit
        Operation latest; // the operation of that commit, or one that has none
        long writes; // number of puts, atomics and messages
        long writesLast = -1;
        boolean writesMissing;
        long fencedLast = -1; // cycle of the latest commit of the writes before the last fence
        boolean fencedMissing;
        Operation fence;
    }

    private final SourceHistory history; // null if no transfer needs it
    private final AtomicLedger atomics;
    private final FenceAccount account;
    private long checked;
    private long unjudged;

    FenceChecker(
            final Subject of, final SourceHistory history, final AtomicLedger atomics, final FenceAccount account) {
        super(of, new Violations());
        this.account = account;
        this.atomics = atomics;
        this.history = history;
    }

    /**
     * Returns the verdict.
     *
     * @param drained whether the machine came to rest with nothing under way
     */
    Verdict finish(final boolean drained) {
        final Pairs numbers = program.pairs();
        final Pair[] pairs = new Pair[numbers.count()];
        Arrays.setAll(pairs, number -> new Pair());
        for (int n = 0; n < times.count(); n++) {
            final Operation op = program.operation(times.ordered(n));
            if (op.kind() == OpKind.QUIET) {
                final int end = numbers.first(op.node(), op.task() + 1);
                for (int number = numbers.first(op.node(), op.task()); number < end; number++) {
                    flushed(op, pairs[number]);
                }
            } else if (op.kind().isNetwork()) {
                step(op, pairs[numbers.of(op.id())]);
            }
        }
        account.finish(drained);
        violations.add(account.violations());
        return Verdict.of("fence_ordering", checked, violations, "(fence or flush, earlier operation) pairs in order")
                .without(unjudged, "pairs with writes that cannot be told from those of others");
    }

    private void step(final Operation op, final Pair pair) {
        switch (op.kind()) {
            case FLUSH -> flushed(op, pair);
            case FENCE -> {
                if (times.result(op.id()) == Result.DONE) {
                    pair.fence = op;
                    pair.fencedLast = pair.writesLast;
                    pair.fencedMissing = pair.writesMissing;
                    checked += pair.writes;
                    unjudged += pair.unjudged;
                }
            }
            default -> {
                if (times.isUndecided(op.id())) {
                    pair.unjudged++;
                } else if (times.writes(op)) {
                    sent(op, pair);
                }
            }
        }
    }

    private void flushed(final Operation op, final Pair pair) {
        if (times.result(op.id()) != Result.DONE) {
            return; // an unfinished flush guarantees nothing
        }
        checked += pair.all;
        unjudged += pair.unjudged;
        final long done = times.completedAt(op.id());
        if (pair.allMissing || pair.allLast > done) {
            violations.add(op + " was done in cycle " + done + ", an earlier operation was in memory "
                    + (pair.allMissing ? "never" : "only in cycle " + pair.allLast) + ": " + pair.latest);
        }
    }

    private void sent(final Operation op, final Pair pair) {
        final long first = earliest(op);
        final long last = times.lastCommit(op.id());
        if (pair.fence != null && first >= 0 && (pair.fencedMissing || first <= pair.fencedLast)) {
            violations.add(op + " after " + pair.fence
                    + (op.kind() == OpKind.GET ? " was read by cycle " : " was in memory in cycle ")
                    + first + ", an operation before it "
                    + (pair.fencedMissing ? "never" : "only in cycle " + pair.fencedLast));
        }
        pair.all++;
        final boolean missing = last < 0 && !atomics.mayHaveActed(op); // the answer may be on its way at a cut-off
        if (missing || !pair.allMissing && last > pair.allLast) {
            pair.latest = op;
        }
        pair.allMissing |= missing;
        pair.allLast = Math.max(pair.allLast, last);
        if (op.kind() != OpKind.GET) {
            pair.writes++;
            pair.writesMissing |= missing;
            pair.writesLast = Math.max(pair.writesLast, last);
        }
    }

    /**
     * Returns the latest cycle in which the operation can have touched its target's memory for the first time. For a
     * put, atomic or message this is its first commit. A get has read before its first byte was written at the origin
     * and before the bytes that it brought were overwritten at the target.
     */
    private long earliest(final Operation op) {
        final long first = times.firstCommit(op.id());
        return op.kind() == OpKind.GET && history != null && first >= 0
                ? Math.min(first, history.readBy(op.id()))
                : first;
    }
}
