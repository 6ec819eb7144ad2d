// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes the verdict deadlock_freedom from the observed end of the run (`evidence: observed`): the run drained, was cut
 * off, or came to a standstill. A caller that also has the result of the static check may raise the evidence of a
 * drained run. This class does not search for knots.
 */
final class DeadlockVerdict {
    private DeadlockVerdict() {}

    static Verdict of(final RunEnd end, final long delivered, final long inFlight) {
        if (end.drained() && end.open().isEmpty() && inFlight == 0) {
            return delivered == 0
                    ? verdict(null, 0, "not exercised", "none", end)
                    : verdict(true, delivered, delivered + " packets drained", "none", end);
        }
        if (end.moving() && end.failure().isEmpty()) {
            return verdict(
                    null,
                    0,
                    "cut off in cycle " + end.cycle() + " while still moving; " + inFlight + " packets in flight",
                    "none",
                    end);
        }
        final String open = end.open().isEmpty()
                ? "no operation"
                : end.open().size() + " operations, first " + end.open().get(0);
        final String kind = kind(end, inFlight);
        return verdict(
                false,
                Math.max(1, delivered),
                kind + ": standstill in cycle " + end.cycle() + "; " + inFlight + " packets in flight; open: " + open,
                kind,
                end);
    }

    private static Verdict verdict(
            final Boolean holds, final long checked, final String detail, final String kind, final RunEnd end) {
        final Map<String, Object> extra = new LinkedHashMap<>();
        extra.put("evidence", "observed");
        extra.put("kind", kind);
        extra.put("reported_at", "none".equals(kind) ? null : end.cycle());
        return new Verdict("deadlock_freedom", holds, checked, detail, extra);
    }

    /** Returns the kind of standstill, as far as it is known without the static check. */
    private static String kind(final RunEnd end, final long inFlight) {
        if (end.stats().conservationFailures() > 0) {
            return "credit_leak";
        }
        return inFlight > 0 ? "deadlock" : "software_wait";
    }
}
