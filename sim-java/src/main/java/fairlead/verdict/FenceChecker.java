// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Checks the verdict fence_ordering (D12). A flush or quiet is done only after the last byte of every earlier operation
 * of its task to its target is in memory (R-FEN-1 to R-FEN-4). No operation after a fence touches the target's memory
 * before every earlier put, atomic and message to that target is in it: no later put, atomic or message commits in the
 * same cycle or before, and no later get has read by then. A fence does not order earlier gets (rule 2 of
 * docs/use/litmus.md). The verdict counts the checked pairs of a fence or flush and an earlier non-empty operation. It
 * judges the whole run at its end. What {@link FenceAccount} finds makes it false too.
 *
 * <p>During the run it reports to the clock the first cycle in which an event shows that a get, a flush, a quiet or a
 * fence was completed too early, so that the run can stop there. That is the cycle of the event which shows it, or the
 * cycle of the completion if it is later, and does not depend on how events are divided into batches. Bytes that never
 * reach memory are found only at the end.
 */
final class FenceChecker extends Checker {
    private static final int NONE = -1;

    /** The operations that one task has sent to one target, during the run. */
    private static final class Pair {
        // fences that were handed over, and the first cycle in which an operation after each one, and before the
        // next one, has touched memory
        int[] fences = {};
        long[] touches = {};
        int count;
        int flushed = NONE; // position of the latest flush that is done
        long flushedAt;
        long lastWrite = NEVER; // cycle of the latest commit of a write
        int lastBehind; // number of fences before it
        int suspect = NONE; // fence that is not done yet; if it ever is, its order is broken
        long suspectAt;

        void add(int fence) {
            if (count == fences.length) {
                fences = Arrays.copyOf(fences, 2 * count + 2);
                touches = Arrays.copyOf(touches, 2 * count + 2);
            }
            touches[count] = Long.MAX_VALUE;
            fences[count++] = fence;
        }
    }

    /** The last write of an operation, as an event of the current batch shows it. */
    private record Landing(int op, long commit, long seen) {}

    private final Pairs numbers = new Pairs(program.size());
    private final List<Pair> pairs = new ArrayList<>(); // by number
    private int[] place = new int[program.size()]; // position of each operation in the order of handing over
    // number of fences before an operation; ~number once it has touched memory
    private int[] behind = new int[program.size()];
    private final List<Landing> batch = new ArrayList<>();
    private boolean isNeeded;
    private long checked;
    private long unjudged;

    FenceChecker(JudgedRun run) {
        super(run, new Violations());
    }

    void added(Operation op) {
        numbers.added(op);
        while (pairs.size() < numbers.count()) {
            pairs.add(new Pair());
        }
        place = OpTimes.reaching(place, op.id());
        behind = OpTimes.reaching(behind, op.id());
        isNeeded |= op.kind() == OpKind.FENCE || op.kind() == OpKind.FLUSH || op.kind() == OpKind.QUIET;
    }

    // ---- during the run

    void posted(Operation op) {
        if (!isNeeded) {
            return;
        }
        place[op.id()] = times.count();
        if (op.kind() == OpKind.FENCE) {
            pairs.get(numbers.of(op.id())).add(op.id());
        } else if (op.kind().isNetwork()) {
            behind[op.id()] = pairs.get(numbers.of(op.id())).count;
        }
    }

    void batchBegins() {
        batch.clear();
    }

    /**
     * Hot path: notes that bytes of the operation were written in cycle `commit`, as an event of cycle `now` shows. The
     * first call for an operation is about the first bytes written.
     */
    void touched(int op, long commit, long now) {
        if (!isNeeded || behind[op] <= 0) {
            return;
        }
        int fences = behind[op];
        behind[op] = ~fences;
        Pair pair = pairs.get(numbers.of(op));
        pair.touches[fences - 1] = Math.min(pair.touches[fences - 1], commit);
        if (pair.lastWrite >= commit && pair.lastBehind < fences) {
            broken(pair, pair.fences[fences - 1], now);
        }
    }

    void landed(int op, long commit, long now) {
        boolean reads = program.operation(op).kind() == OpKind.GET;
        if (reads && times.isDone(op) && commit > times.completedAt(op)) {
            run.clock.violated(now);
        }
        if (!isNeeded) {
            return;
        }
        Pair pair = pairs.get(numbers.of(op));
        batch.add(new Landing(op, commit, now));
        if (place[op] < pair.flushed && commit > pair.flushedAt) {
            run.clock.violated(now);
        }
        if (!reads) {
            int fences = behind[op] < 0 ? ~behind[op] : behind[op];
            int at = fences;
            while (at < pair.count && commit < pair.touches[at]) {
                at++; // the answer to an atomic shows it later than other writes
            }
            if (at < pair.count) {
                broken(pair, pair.fences[at], now);
            }
            if (commit >= pair.lastWrite) {
                pair.lastWrite = commit;
                pair.lastBehind = fences;
            }
        }
    }

    private void broken(Pair pair, int fence, long now) {
        if (times.isDone(fence)) {
            run.clock.violated(now);
        } else if (pair.suspect != fence) {
            pair.suspect = fence;
            pair.suspectAt = now;
        }
    }

    void completed(Operation op, long cycle) {
        if (op.kind() == OpKind.GET && times.lastCommit(op.id()) > cycle) {
            run.clock.violated(times.lastCommit(op.id()));
        } else if (op.kind() == OpKind.FLUSH || op.kind() == OpKind.QUIET) {
            numbers.all(op).forEach(number -> flushed(op, number, cycle));
        } else if (op.kind() == OpKind.FENCE) {
            Pair pair = pairs.get(numbers.of(op.id()));
            if (pair.suspect == op.id()) {
                run.clock.violated(Math.max(pair.suspectAt, cycle));
            }
        }
    }

    private void flushed(Operation flush, int number, long cycle) {
        Pair pair = pairs.get(number);
        if (place[flush.id()] > pair.flushed) {
            pair.flushed = place[flush.id()];
            pair.flushedAt = cycle;
        }
        for (Landing landing : batch) {
            if (landing.commit > cycle && numbers.of(landing.op) == number && place[landing.op] < place[flush.id()]) {
                run.clock.violated(landing.seen);
            }
        }
    }

    // ---- at the end

    private static final class Group {
        long count;
        long last = NEVER;
        boolean missing; // whether one of the operations has no commit
        Operation latest; // the operation of that commit, or one that has none

        void add(Operation op, long commit, boolean isMissing) {
            count++;
            if (isMissing || !missing && commit > last) {
                latest = op;
            }
            missing |= isMissing;
            last = Math.max(last, commit);
        }
    }

    /** The operations that one task has sent to one target so far. */
    private static final class Sent {
        final Group all = new Group();
        final Group writes = new Group(); // puts, atomics and messages
        long unjudged; // number of operations that are not judged
        Operation fence; // the last one
        long fencedLast; // cycle of the latest commit of the writes before it
        boolean fencedMissing;
    }

    /**
     * Returns the verdict.
     *
     * @param drained whether the machine came to rest with nothing under way
     */
    Verdict finish(boolean drained, AtomicLedger atomics, FenceAccount account) {
        List<Sent> sent = each(numbers.count(), Sent::new);
        for (int n = 0; n < times.count(); n++) {
            Operation op = program.operation(times.ordered(n));
            if (op.kind() == OpKind.QUIET || op.kind() == OpKind.FLUSH) {
                if (times.isDone(op.id())) {
                    numbers.all(op).forEach(number -> flushed(op, sent.get(number)));
                }
            } else if (op.kind() == OpKind.FENCE) {
                fenced(op, sent.get(numbers.of(op.id())));
            } else if (op.kind().isNetwork() && times.isUndecided(op.id())) {
                sent.get(numbers.of(op.id())).unjudged++;
            } else if (op.kind().isNetwork() && times.writes(op)) {
                sent(op, sent.get(numbers.of(op.id())), atomics);
            }
        }
        account.finish(drained);
        violations.add(account.violations);
        return Verdict.of("fence_ordering", checked, violations, "(fence or flush, earlier operation) pairs in order")
                .without(unjudged, "pairs with writes that cannot be told from those of others");
    }

    private void fenced(Operation fence, Sent pair) {
        if (times.isDone(fence.id())) {
            pair.fence = fence;
            pair.fencedLast = pair.writes.last;
            pair.fencedMissing = pair.writes.missing;
            checked += pair.writes.count;
            unjudged += pair.unjudged;
        }
    }

    private void flushed(Operation op, Sent pair) {
        checked += pair.all.count;
        unjudged += pair.unjudged;
        long done = times.completedAt(op.id());
        if (pair.all.missing || pair.all.last > done) {
            violations.add(op + " was done in cycle " + done + ", an earlier operation was in memory "
                    + (pair.all.missing ? "never" : "only in cycle " + pair.all.last) + ": " + pair.all.latest);
        }
    }

    private void sent(Operation op, Sent pair, AtomicLedger atomics) {
        boolean reads = op.kind() == OpKind.GET;
        long first = earliest(op);
        long last = times.lastCommit(op.id());
        if (pair.fence != null && first >= 0 && (pair.fencedMissing || first <= pair.fencedLast)) {
            violations.add(op + " after " + pair.fence + (reads ? " was read by cycle " : " was in memory in cycle ")
                    + first + ", an operation before it "
                    + (pair.fencedMissing ? "never" : "only in cycle " + pair.fencedLast));
        }
        boolean missing = last < 0 && !atomics.mayHaveActed(op); // the answer may be on its way at a cut-off
        pair.all.add(op, last, missing);
        if (!reads) {
            pair.writes.add(op, last, missing);
        }
    }

    /**
     * Returns the latest cycle in which the operation can have touched its target's memory for the first time. For a
     * put, atomic or message this is its first commit. A get has read before its first byte was written at the origin
     * and before the bytes that it brought were overwritten at the target.
     */
    private long earliest(Operation op) {
        long first = times.firstCommit(op.id());
        return op.kind() == OpKind.GET && run.history != null && first >= 0
                ? Math.min(first, run.history.readBy(op.id()))
                : first;
    }
}
