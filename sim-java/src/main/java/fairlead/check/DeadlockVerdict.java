// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

/**
 * deadlock_freedom from what was observed: the run drained, or it came to a standstill, and where. Until the static check exists this is all that may be claimed
 * (`evidence: observed`); a knot is not named.
 */
final class DeadlockVerdict {
    private DeadlockVerdict() {}

    static Verdict of(final RunEnd end, final long delivered, final long inFlight) {
        final String name = "deadlock_freedom";
        if (end.drained() && end.open().isEmpty() && inFlight == 0) {
            return delivered == 0
                    ? new Verdict(name, null, 0, "not exercised")
                    : new Verdict(name, true, delivered, delivered + " packets drained");
        }
        if (end.moving() && end.failure().isEmpty()) {
            return new Verdict(name, null, 0, "cut off in cycle " + end.cycle() + " while still moving; " + inFlight + " packets in flight");
        }
        final String open = end.open().isEmpty() ? "no operation" : end.open().size() + " operations, first " + end.open().get(0);
        return new Verdict(name, false, Math.max(1, delivered), kind(end, inFlight) + ": standstill in cycle " + end.cycle() + "; " + inFlight
                + " packets in flight; open: " + open);
    }

    /** The kind of standstill, as far as it can be told without the static check. */
    static String kind(final RunEnd end, final long inFlight) {
        if (end.stats().conservationFailures() > 0) {
            return "credit_leak";
        }
        if (inFlight > 0) {
            return "deadlock";
        }
        return "software_wait";
    }
}
