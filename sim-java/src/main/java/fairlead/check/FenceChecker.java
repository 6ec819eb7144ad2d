// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Pairs;
import fairlead.program.Program;
import fairlead.program.Result;
import java.util.Arrays;

/**
 * fence_ordering (D12): a flush or quiet is done only after the last byte of every earlier operation of its task to its target is in memory (R-FEN-1 to R-FEN-4); no
 * byte of a put or add that comes after a fence is in memory before the earlier puts and adds to that target are. Checked pairs: (fence or flush, earlier non-empty
 * operation).
 */
final class FenceChecker {
    /** What one task has sent to one target so far. */
    private static final class Pair {
        long all; // operations
        long allLast = -1; // latest commit of them
        boolean allMissing; // one of them has no commit
        long writes; // puts and adds
        long writesLast = -1;
        boolean writesMissing;
        long fencedLast = -1; // latest commit of the puts and adds before the last fence
        boolean fencedMissing;
        Operation fence;
    }

    private final Program program;
    private final OpTimes times;
    private final Violations violations = new Violations();
    private long checked;

    FenceChecker(final Program program, final OpTimes times) {
        this.program = program;
        this.times = times;
    }

    Verdict finish() {
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
        return Verdict.of("fence_ordering", checked, violations, "(fence or flush, earlier operation) pairs in order");
    }

    private void step(final Operation op, final Pair pair) {
        switch (op.kind()) {
            case FLUSH:
                flushed(op, pair);
                break;
            case FENCE:
                if (times.result(op.id()) == Result.DONE) {
                    pair.fence = op;
                    pair.fencedLast = pair.writesLast;
                    pair.fencedMissing = pair.writesMissing;
                    checked += pair.writes;
                }
                break;
            default:
                if (times.writes(op)) {
                    sent(op, pair);
                }
        }
    }

    private void flushed(final Operation op, final Pair pair) {
        if (times.result(op.id()) != Result.DONE) {
            return; // an unfinished flush claims nothing
        }
        checked += pair.all;
        final long done = times.completedAt(op.id());
        if (pair.allMissing || pair.allLast > done) {
            violations.add(op + " was done in cycle " + done + ", an earlier operation was in memory "
                    + (pair.allMissing ? "never" : "only in cycle " + pair.allLast));
        }
    }

    private void sent(final Operation op, final Pair pair) {
        final long first = times.firstCommit(op.id());
        final long last = times.lastCommit(op.id());
        final boolean orders = op.kind() == OpKind.PUT || op.kind() == OpKind.FADD;
        if (orders && pair.fence != null && first >= 0 && (pair.fencedMissing || first < pair.fencedLast)) {
            violations.add(
                    op + " after " + pair.fence + " was in memory in cycle " + first + ", an operation before it "
                            + (pair.fencedMissing ? "never" : "only in cycle " + pair.fencedLast));
        }
        pair.all++;
        pair.allMissing |= last < 0;
        pair.allLast = Math.max(pair.allLast, last);
        if (orders) {
            pair.writes++;
            pair.writesMissing |= last < 0;
            pair.writesLast = Math.max(pair.writesLast, last);
        }
    }
}
