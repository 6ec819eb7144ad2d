// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.node.Observer;
import fairlead.verdict.Checks;

/**
 * Ends a run {@link #WINDOW} cycles after its first violation, because a later event cannot repair a violation.
 * Violations that only the end of a run shows do not end the run early.
 */
final class FirstViolation implements Observer {
    /** Number of cycles from the first violation to the end of the run. */
    static final long WINDOW = 10_000;

    private final Checks checks;
    private final Detection detection; // null if the run has no detector
    private long first = -1;

    FirstViolation(final Checks checks, final Detection detection) {
        this.checks = checks;
        this.detection = detection;
    }

    @Override
    public long stopBefore(final long cycle) {
        return (first < 0 ? cycle : first) + WINDOW;
    }

    @Override
    public boolean isEnough(final long cycle) {
        return first() >= 0 && cycle >= first + WINDOW;
    }

    private static long earlier(final long one, final long other) {
        return one < 0 ? other : other < 0 ? one : Math.min(one, other);
    }

    /** Returns the cycle of the first violation so far, or -1. */
    long first() {
        first = earlier(checks.firstViolation(), detection == null ? -1 : detection.violatedAt());
        return first;
    }
}
