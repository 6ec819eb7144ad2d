// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

/** The cycle of the event under judgement, and that of the first violation of the run. */
final class ViolationClock {
    private long now;
    private long first = -1;

    void at(final long cycle) {
        now = cycle;
    }

    long now() {
        return now;
    }

    void violated() {
        violated(now);
    }

    /** Something was wrong by this cycle. */
    void violated(final long cycle) {
        first = first < 0 ? cycle : Math.min(first, cycle);
    }

    /** Cycle of the first violation, or -1. */
    long first() {
        return first;
    }
}
