// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.Statement;
import fairlead.program.Comparison;
import fairlead.program.Decision;
import fairlead.program.Operation;
import fairlead.program.Ops;
import java.util.List;

/**
 * Locks as node software makes them of atomics on one word. The word is 0 while the lock is free. A holder that does
 * not share adds ALONE, which a compare-and-swap of 0 does; each holder that shares adds 1.
 */
final class LockCalls {
    private static final long ALONE = 1L << 32;
    private static final int TRIES = 20;
    private static final int BACK_OFF = 64; // greatest number of cycles between the first two tries
    private static final int MOST_DOUBLED = 6; // number of tries after which the time between them stays the same
    private static final long FOR_EVER = 100_000_000; // cycles; no file has a greater limit

    private LockCalls() {}

    /**
     * Takes a lock. Whoever shares adds 1 and takes it away again if he finds a holder that does not share. Software
     * tries again after a while, and waits for ever behind the last try.
     */
    static void take(final OrderedOperations order, final Statement s) {
        final MemoryPlan memory = order.all.memory();
        final int rank = order.rank(s.target());
        final int address = memory.address(s.remote());
        for (int n = 0; n < TRIES; n++) {
            final int old =
                    order.block(s.isShared() ? Ops.fadd(rank, address, 1) : Ops.cas(rank, address, 0, ALONE), s);
            final List<Decision.Source> found = List.of(new Decision.Source(old, false));
            order.test = order.block(
                    s.isShared()
                            ? Ops.test(found, Comparison.GE, List.of(), ALONE)
                            : Ops.test(found, Comparison.NE, List.of(), 0),
                    s);
            if (s.isShared()) {
                order.block(Ops.fadd(rank, address, -1), s);
            }
            final int most = BACK_OFF << Math.min(n, MOST_DOUBLED);
            order.block(Ops.calc(most / 2 + order.all.draws().upTo(most / 2)), s);
        }
        final int never = memory.slot(order.all.program(), order.task.node(), List.of(0L));
        order.block(Ops.poll(never, Comparison.NE, 0, FOR_EVER), s);
        order.test = -1;
    }

    /** Returns the operation that gives a lock back. */
    static Operation giveBack(final OrderedOperations order, final Statement s) {
        final int rank = order.rank(s.target());
        final int address = order.all.memory().address(s.remote());
        return Ops.fadd(rank, address, s.isShared() ? -1 : -ALONE);
    }
}
