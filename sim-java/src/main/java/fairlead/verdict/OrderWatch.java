// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Pairs;
import fairlead.program.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reports to the clock the first cycle in which an event shows that a get, a flush, a quiet or a fence was completed
 * too early, so that the run can stop there. It gives no verdict: {@link FenceChecker} and {@link Checks} judge the
 * whole run at its end. Bytes that never reach memory are found only there.
 *
 * <p>The reported cycle is the cycle of the event which shows the violation, or the cycle of the completion if it is
 * later. It therefore does not depend on how events are divided into batches.
 */
final class OrderWatch extends Checker {
    private static final int NONE = -1;

    /** The operations that one task has sent to one target. */
    private static final class Pair {
        int fence = NONE; // latest fence that was handed over
        int flushed = NONE; // position of the latest flush that is done
        long flushedAt;
        final List<Touch> touches = new ArrayList<>(0); // later fences behind earlier ones, cycles ascending
        long lastWrite = -1; // cycle of the latest commit of a write
        int lastPlace;
        int suspect = NONE; // fence that is not done yet; if it ever is, its order is broken
        long suspectAt;
    }

    /** The first cycle in which an operation behind this fence has touched memory. */
    private record Touch(int fence, long commit) {}

    /** The last write of an operation, as an event of the current batch shows it. */
    private record Landing(int op, long commit, long seen) {}

    private final Violations.Clock clock;
    private final Pairs numbers;
    private final Pair[] pairs;
    private final int[] place; // position of each operation in the order of handing over
    private final int[] behind; // the fence before an operation that has not touched memory, or NONE
    private final List<Landing> batch = new ArrayList<>();
    private final boolean isNeeded;

    OrderWatch(final Subject of, final Violations.Clock clock) {
        super(of, new Violations(clock));
        this.clock = clock;
        isNeeded = program.operations().stream()
                .anyMatch(op -> op.kind() == OpKind.FENCE || op.kind() == OpKind.FLUSH || op.kind() == OpKind.QUIET);
        numbers = program.pairs();
        pairs = new Pair[isNeeded ? numbers.count() : 0];
        Arrays.setAll(pairs, number -> new Pair());
        place = new int[isNeeded ? program.size() : 0];
        behind = new int[place.length];
        Arrays.fill(behind, NONE);
    }

    private Pair pair(final int op) {
        return pairs[numbers.of(op)];
    }

    void posted(final Operation op) {
        if (!isNeeded) {
            return;
        }
        place[op.id()] = times.count();
        if (op.kind().isNetwork()) {
            final Pair pair = pair(op.id());
            if (op.kind() == OpKind.FENCE) {
                pair.fence = op.id();
            } else {
                behind[op.id()] = pair.fence;
            }
        }
    }

    void batchBegins() {
        batch.clear();
    }

    void touched(final int op, final long commit, final long now) {
        if (!isNeeded || behind[op] == NONE) {
            return;
        }
        final int fence = behind[op];
        behind[op] = NONE;
        final Pair pair = pair(op);
        note(pair, new Touch(fence, commit));
        if (pair.lastWrite >= commit && pair.lastPlace < place[fence]) {
            broken(pair, fence, now);
        }
    }

    void landed(final int op, final long commit, final long now) {
        final Operation landing = program.operation(op);
        final boolean reads = landing.kind() == OpKind.GET;
        if (reads && times.result(op) == Result.DONE && commit > times.completedAt(op)) {
            clock.violated(now);
        }
        if (!isNeeded) {
            return;
        }
        final Pair pair = pair(op);
        batch.add(new Landing(op, commit, now));
        if (place[op] < pair.flushed && commit > pair.flushedAt) {
            clock.violated(now);
        }
        if (!reads) {
            final Touch first = first(pair, place[op]);
            if (first != null
                    && commit >= first.commit) { // the answer to an atomic tells of it later than other writes
                broken(pair, first.fence, now);
            }
            if (commit >= pair.lastWrite) {
                pair.lastWrite = commit;
                pair.lastPlace = place[op];
            }
        }
    }

    /** Keeps a touch unless a fence that is not before its own has one that is not later. */
    private void note(final Pair pair, final Touch touch) {
        int at = pair.touches.size();
        while (at > 0 && place[pair.touches.get(at - 1).fence] > place[touch.fence]) {
            at--;
        }
        final boolean known = at < pair.touches.size() && pair.touches.get(at).commit <= touch.commit
                || at > 0
                        && pair.touches.get(at - 1).fence == touch.fence
                        && pair.touches.get(at - 1).commit <= touch.commit;
        if (known) {
            return;
        }
        while (at > 0 && pair.touches.get(at - 1).commit >= touch.commit) {
            pair.touches.remove(--at);
        }
        pair.touches.add(at, touch);
    }

    /** Returns the first touch behind a fence that is behind this position, or null. */
    private Touch first(final Pair pair, final int position) {
        Touch first = null;
        for (int i = pair.touches.size() - 1; i >= 0 && place[pair.touches.get(i).fence] > position; i--) {
            first = pair.touches.get(i);
        }
        return first;
    }

    private void broken(final Pair pair, final int fence, final long now) {
        if (times.result(fence) == Result.DONE) {
            clock.violated(now);
        } else if (pair.suspect != fence) {
            pair.suspect = fence;
            pair.suspectAt = now;
        }
    }

    void completed(final Operation op, final long cycle) {
        switch (op.kind()) {
            case GET -> {
                if (times.lastCommit(op.id()) > cycle) {
                    clock.violated(times.lastCommit(op.id()));
                }
            }
            case FLUSH -> flushed(op, numbers.of(op.id()), cycle);
            case QUIET -> {
                final int end = numbers.first(op.node(), op.task() + 1);
                for (int number = numbers.first(op.node(), op.task()); number < end; number++) {
                    flushed(op, number, cycle);
                }
            }
            case FENCE -> {
                final Pair pair = pair(op.id());
                if (pair.suspect == op.id()) {
                    clock.violated(Math.max(pair.suspectAt, cycle));
                }
            }
            default -> {}
        }
    }

    private void flushed(final Operation flush, final int number, final long cycle) {
        final Pair pair = pairs[number];
        if (place[flush.id()] > pair.flushed) {
            pair.flushed = place[flush.id()];
            pair.flushedAt = cycle;
        }
        for (final Landing landing : batch) {
            if (landing.commit() > cycle
                    && numbers.of(landing.op()) == number
                    && place[landing.op()] < place[flush.id()]) {
                clock.violated(landing.seen());
            }
        }
    }
}
