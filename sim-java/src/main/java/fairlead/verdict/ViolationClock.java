// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

/** Keeps the cycle of the event under judgement and the cycle of the first violation of the run. */
final class ViolationClock {
    private long now;
    private long first = -1;

    void at(final long cycle) {
        now = cycle;
    }

    void violated() {
        violated(now);
    }

    /** Notes that an event of this cycle shows a violation. */
    void violated(final long cycle) {
        first = first < 0 ? cycle : Math.min(first, cycle);
    }

    /** Returns the cycle of the first violation, or -1. */
    long first() {
        return first;
    }
}
