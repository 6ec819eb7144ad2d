// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * How long the addressee of the message at the head of a shared network device waits for the lock, from the cycle in
 * which another thread saved its header, and who has the lock meanwhile. Only the addressee can take the message, so
 * nothing moves on its node before it has the lock. Also what the receive loops cost: locks, and delays of messages.
 */
final class LockWaits {
    private static final int NAMED = 2; // nodes that the text names

    private final long limit; // cycles
    private final int[] addressee; // by node: who waits, or -1
    private final long[] since; // by node: cycle
    private final int[] refused; // by node: how often the addressee asked in vain
    private final int[][] had; // by node and thread: how often others had the lock
    private long longest; // cycles
    private String waiter = ""; // who waited so long, in words
    private final long[] savedAt; // by node: cycle in which the slot became PENDING, or -1
    private final boolean[] took; // by node: the owner of the lock has drained a message
    private long granted;
    private long held;
    private long wasted;
    private long delays;
    private long delaySum;
    private long longestDelay; // cycles

    LockWaits(final int nodes, final int threads, final long limit) {
        this.limit = limit;
        addressee = new int[nodes];
        since = new long[nodes];
        refused = new int[nodes];
        had = new int[nodes][threads];
        Arrays.fill(addressee, -1);
        savedAt = new long[nodes];
        took = new boolean[nodes];
        Arrays.fill(savedAt, -1);
    }

    void pending(final long cycle, final int node, final int thread) {
        addressee[node] = thread;
        since[node] = cycle;
        savedAt[node] = cycle;
        refused[node] = 0;
        Arrays.fill(had[node], 0);
    }

    /** Notes the answer to DEVICE_LOCK; returns what is wrong with it, or an empty text. */
    String asked(final long cycle, final int node, final int thread, final boolean got) {
        granted += got ? 1 : 0;
        held += got ? 0 : 1;
        took[node] &= !got;
        if (addressee[node] < 0 || thread != addressee[node]) {
            had[node][thread] += got ? 1 : 0;
            return "";
        }
        if (!got) {
            refused[node]++;
            return "";
        }
        final long wait = cycle - since[node];
        final String text = wait > limit ? text(cycle, node) : "";
        if (wait > longest) {
            longest = wait;
            waiter = "node " + node + " thread " + thread + ", refused " + refused[node] + " times";
        }
        addressee[node] = -1;
        return text;
    }

    void unlocked(final int node) {
        wasted += took[node] ? 0 : 1;
    }

    /** Notes that the payload of a message is in memory. */
    void drained(final int node, final long cycle) {
        took[node] = true;
        if (savedAt[node] >= 0) {
            final long delay = cycle - savedAt[node];
            delays++;
            delaySum += delay;
            longestDelay = Math.max(longestDelay, delay);
            savedAt[node] = -1;
        }
    }

    private String text(final long cycle, final int node) {
        final List<String> others = new ArrayList<>();
        for (int thread = 0; thread < had[node].length; thread++) {
            if (had[node][thread] > 0) {
                others.add("thread " + thread + " had it " + had[node][thread] + " times");
            }
        }
        return "thread " + addressee[node] + " waits for the lock for " + (cycle - since[node]) + " cycles, bound "
                + limit + ", with its message at the head: it was refused " + refused[node] + " times"
                + (others.isEmpty() ? "" : ", and meanwhile " + String.join(", ", others));
    }

    /** Returns who waits at the end of a run that stands: addressees that were refused the lock, or an empty text. */
    String atRest(final long cycle) {
        final List<String> all = new ArrayList<>();
        int more = 0;
        for (int node = 0; node < addressee.length; node++) {
            if (addressee[node] < 0 || refused[node] == 0) {
                continue;
            }
            if (all.size() < NAMED) {
                all.add("node " + node + " " + text(cycle, node));
            } else {
                more++;
            }
        }
        return String.join("; ", all) + (more == 0 ? "" : "; and " + more + " more nodes");
    }

    /**
     * Adds to what a verdict says besides: how often a lock was granted, refused, or of no use, how long messages
     * waited whose header another thread had read, and the longest wait for a lock that ended, and whose it was.
     */
    void tell(final Map<String, Object> extra) {
        extra.put("locks_granted", granted);
        extra.put("locks_refused", held);
        extra.put("locks_wasted", wasted);
        extra.put("delayed", delays);
        extra.put("mean_delay", delays == 0 ? 0.0 : (double) delaySum / delays);
        extra.put("longest_delay", longestDelay);
        extra.put("longest_lock_wait", longest);
        extra.put("lock_waiter", waiter);
    }
}
