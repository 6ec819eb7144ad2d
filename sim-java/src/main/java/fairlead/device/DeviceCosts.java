// SPDX-License-Identifier: Apache-2.0
package fairlead.device;

/** What the receive loop costs: locks, and how long messages wait whose header another thread has read. */
public final class DeviceCosts {
    private long granted;
    private long held;
    private long wasted;
    private long delays;
    private long delaySum;
    private long longest;

    void locked(final boolean got) {
        if (got) {
            granted++;
        } else {
            held++;
        }
    }

    void foundNothing() {
        wasted++;
    }

    void delayed(final long cycles) {
        delays++;
        delaySum += cycles;
        longest = Math.max(longest, cycles);
    }

    /** Returns how often a thread got the lock. */
    public long granted() {
        return granted;
    }

    /** Returns how often the lock was refused. */
    public long held() {
        return held;
    }

    /** Returns how often a thread got the lock and received nothing. */
    public long wasted() {
        return wasted;
    }

    /** Returns how many messages waited in the slot. */
    public long delays() {
        return delays;
    }

    /** Returns the mean number of cycles from the slot to memory, or 0. */
    public double meanDelay() {
        return delays == 0 ? 0 : (double) delaySum / delays;
    }

    /** Returns the greatest number of cycles from the slot to memory. */
    public long longestDelay() {
        return longest;
    }
}
