// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.live.Step;
import fairlead.pe.Patience;
import fairlead.program.OpKind;
import java.util.List;

/**
 * Locks of windows, which ranks get in the order of their tickets: who shares lets the next one go on at once, and who
 * is exclusive waits until no one shares and lets the next one go on when it unlocks.
 */
final class RmaLocks {
    private static final long TICKET = 1L << Integer.SIZE;
    private static final long SERVED = TICKET - 1;
    private static final int AGAIN = 64; // cycles until a lock is looked at again

    private final MpiRank rank;

    RmaLocks(MpiRank rank) {
        this.rank = rank;
    }

    private static Object key(String what, RmaWindow window, int target) {
        return List.of(what, window.block, target);
    }

    private long add(RmaWindow window, int target, int word, long value) {
        int at = rank.pe.memory.symmetric(window.word(word));
        Step step = rank.pe.task.fetchOp(OpKind.FADD, rank.pe.node(window.comm.ranks[target]), at, value);
        rank.await(step);
        return rank.pe.task.value(step);
    }

    void acquire(RmaWindow window, int target, boolean exclusive) {
        long found = add(window, target, RmaWindow.LOCK, TICKET);
        long mine = found >>> Integer.SIZE;
        rank.awaited = "the lock of rank " + target + " on " + window;
        Patience patience = new Patience(rank.pe.task);
        while ((found & SERVED) != mine) {
            rank.await(patience.pause(AGAIN * (mine - (found & SERVED) & SERVED)));
            found = add(window, target, RmaWindow.LOCK, 0);
        }
        if (exclusive) {
            while (add(window, target, RmaWindow.SHARERS, 0) != 0) {
                rank.await(patience.pause(AGAIN));
            }
        } else {
            add(window, target, RmaWindow.SHARERS, 1);
            add(window, target, RmaWindow.LOCK, 1);
        }
        rank.awaited = "";
        rank.pe.order.acquire(key("unlocked", window, target));
        if (exclusive) {
            rank.pe.order.acquire(key("unshared", window, target));
        }
        window.locked.set(target);
        window.exclusive.set(target, exclusive);
    }

    /** Releases a lock behind all that was done under it, which must be complete. */
    void release(RmaWindow window, int target) {
        boolean exclusive = window.exclusive.get(target);
        rank.pe.order.release(key(exclusive ? "unlocked" : "unshared", window, target));
        add(window, target, exclusive ? RmaWindow.LOCK : RmaWindow.SHARERS, exclusive ? 1 : -1);
        window.locked.clear(target);
    }
}
