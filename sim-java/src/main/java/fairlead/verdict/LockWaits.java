// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How long the addressee of the message at the head of a shared network device waits for the lock, from the cycle in
 * which another thread saved its header, and who has the lock meanwhile. Only the addressee can take the message, so
 * nothing moves on its node before it has the lock. Also what the receive loops cost: locks, and delays of messages.
 */
final class LockWaits {
    private static final int NAMED = 2; // nodes that the text names

    private static final class Node {
        final int[] had; // by thread: how often it had the lock while another one waited
        int addressee = -1; // who waits, or -1
        long since; // cycle
        int refused; // how often the addressee asked in vain
        long savedAt = Checker.NEVER; // cycle in which the slot became PENDING, or -1
        boolean took; // the owner of the lock has drained a message

        Node(int threads) {
            had = new int[threads];
        }
    }

    private final long limit; // cycles
    private final List<Node> nodes;
    private long longest; // cycles
    private String waiter = ""; // who waited so long, in words
    private long granted;
    private long held;
    private long wasted;
    private long delays;
    private long delaySum;
    private long longestDelay; // cycles

    LockWaits(int nodes, int threads, long limit) {
        this.limit = limit;
        this.nodes = Checker.each(nodes, () -> new Node(threads));
    }

    void pending(long cycle, int node, int thread) {
        Node here = nodes.get(node);
        here.addressee = thread;
        here.since = cycle;
        here.savedAt = cycle;
        here.refused = 0;
        Arrays.fill(here.had, 0);
    }

    String asked(long cycle, int node, int thread, boolean got) {
        Node here = nodes.get(node);
        granted += got ? 1 : 0;
        held += got ? 0 : 1;
        here.took &= !got;
        if (here.addressee < 0 || thread != here.addressee) {
            here.had[thread] += got ? 1 : 0;
            return "";
        }
        if (!got) {
            here.refused++;
            return "";
        }
        long wait = cycle - here.since;
        String text = wait > limit ? text(cycle, here) : "";
        if (wait > longest) {
            longest = wait;
            waiter = "node " + node + " thread " + thread + ", refused " + here.refused + " times";
        }
        here.addressee = -1;
        return text;
    }

    void unlocked(int node) {
        wasted += nodes.get(node).took ? 0 : 1;
    }

    void drained(int node, long cycle) {
        Node here = nodes.get(node);
        here.took = true;
        if (here.savedAt >= 0) {
            delays++;
            delaySum += cycle - here.savedAt;
            longestDelay = Math.max(longestDelay, cycle - here.savedAt);
            here.savedAt = Checker.NEVER;
        }
    }

    private String text(long cycle, Node here) {
        String others = IntStream.range(0, here.had.length)
                .filter(thread -> here.had[thread] > 0)
                .mapToObj(thread -> "thread " + thread + " had it " + here.had[thread] + " times")
                .collect(joining(", "));
        return "thread " + here.addressee + " waits for the lock for " + (cycle - here.since) + " cycles, bound "
                + limit + ", with its message at the head: it was refused " + here.refused + " times"
                + (others.isEmpty() ? "" : ", and meanwhile " + others);
    }

    /** Returns who waits at the end of a stopped run: addressees that were refused the lock, or an empty text. */
    String atRest(long cycle) {
        List<String> all = new ArrayList<>();
        for (int node = 0; node < nodes.size(); node++) {
            Node here = nodes.get(node);
            if (here.addressee >= 0 && here.refused > 0) {
                all.add("node " + node + " " + text(cycle, here));
            }
        }
        int more = all.size() - NAMED;
        return String.join("; ", all.subList(0, Math.min(NAMED, all.size())))
                + (more <= 0 ? "" : "; and " + more + " more nodes");
    }

    /**
     * Adds to what a verdict says besides: how often a lock was granted, refused, or of no use, how long messages
     * waited whose header another thread had read, and the longest wait for a lock that ended, and whose it was.
     */
    void tell(Map<String, Object> extra) {
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
