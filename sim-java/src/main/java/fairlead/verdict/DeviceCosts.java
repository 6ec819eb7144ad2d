// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import java.util.Map;

/** What the receive loops cost: locks, and how long messages wait whose header another thread has read. */
final class DeviceCosts {
    private final long[] savedAt; // by node: cycle in which the slot became PENDING, or -1
    private final boolean[] took; // by node: the owner of the lock has drained a message
    private long granted;
    private long held;
    private long wasted;
    private long delays;
    private long delaySum;
    private long longest;

    DeviceCosts(final int nodes) {
        savedAt = new long[nodes];
        took = new boolean[nodes];
        java.util.Arrays.fill(savedAt, -1);
    }

    /** Notes the answer to DEVICE_LOCK. */
    void locked(final int node, final boolean got) {
        if (got) {
            granted++;
            took[node] = false;
        } else {
            held++;
        }
    }

    void unlocked(final int node) {
        wasted += took[node] ? 0 : 1;
    }

    void saved(final int node, final long cycle) {
        savedAt[node] = cycle;
    }

    /** Notes that the payload of a message is in memory. */
    void drained(final int node, final long cycle) {
        took[node] = true;
        if (savedAt[node] >= 0) {
            final long delay = cycle - savedAt[node];
            delays++;
            delaySum += delay;
            longest = Math.max(longest, delay);
            savedAt[node] = -1;
        }
    }

    /** Adds the costs to what a verdict says besides: how often a lock was granted, refused, or of no use. */
    void tell(final Map<String, Object> extra) {
        extra.put("locks_granted", granted);
        extra.put("locks_refused", held);
        extra.put("locks_wasted", wasted);
        extra.put("delayed", delays);
        extra.put("mean_delay", delays == 0 ? 0.0 : (double) delaySum / delays);
        extra.put("longest_delay", longest);
    }
}
