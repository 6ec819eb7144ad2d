// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The result of a checker at the end of a run.
 *
 * @param name key in summary.json
 * @param holds true, false, or null if nothing was checked
 * @param checked number of comparisons; each verdict has its own unit
 * @param detail one line: a summary of the comparisons, or the first violations
 * @param extra further keys of this verdict in summary.json
 */
public record Verdict(String name, Boolean holds, long checked, String detail, Map<String, Object> extra) {
    Verdict(String name, Boolean holds, long checked, String detail) {
        this(name, holds, checked, detail, Map.of());
    }

    /**
     * Makes a verdict from a count and a list of violations; without comparisons and violations it is "not exercised".
     */
    static Verdict of(String name, long checked, Violations violations, String what) {
        if (violations.count() > 0) {
            return new Verdict(name, false, Math.max(checked, 1), violations.text());
        }
        if (checked == 0) {
            return new Verdict(name, null, 0, "not exercised");
        }
        return new Verdict(name, true, checked, checked + " " + what);
    }

    /** Returns the verdict with the number of comparisons that could not be made, if there are any. */
    Verdict without(long unjudged, String what) {
        if (unjudged == 0) {
            return this;
        }
        Map<String, Object> more = new LinkedHashMap<>(extra);
        more.put("not_judged", unjudged);
        return new Verdict(name, holds, checked, detail + "; " + unjudged + " not judged: " + what, more);
    }

    Verdict with(Map<String, Object> more) {
        return new Verdict(name, holds, checked, detail, more);
    }

    /**
     * Makes the verdict deadlock_freedom from the observed end of the run (`evidence: observed`): the run drained, was
     * cut off, or came to a standstill. A caller that also has the result of the static check may raise the evidence of
     * a drained run. Knots are not searched for.
     */
    static Verdict deadlockFreedom(RunEnd end, long delivered, long inFlight) {
        boolean drained = end.drained() && end.open().isEmpty() && inFlight == 0;
        boolean cut = !drained && end.moving() && end.failure().isEmpty();
        String kind = drained || cut ? "none" : kind(end, inFlight);
        Boolean holds = cut || drained && delivered == 0 ? null : Boolean.valueOf(drained);
        String detail;
        if (drained) {
            detail = delivered == 0 ? "not exercised" : delivered + " packets drained";
        } else if (cut) {
            detail = "cut off in cycle " + end.cycle() + " while still moving; " + inFlight + " packets in flight";
        } else {
            int open = end.open().size();
            detail = kind + ": standstill in cycle " + end.cycle() + "; " + inFlight + " packets in flight; open: "
                    + (open == 0
                            ? "no operation"
                            : open + " operations, first " + end.open().get(0));
        }
        Map<String, Object> extra = new LinkedHashMap<>();
        extra.put("evidence", "observed");
        extra.put("kind", kind);
        extra.put("reported_at", drained || cut ? null : end.cycle());
        return new Verdict("deadlock_freedom", holds, holds == null ? 0 : Math.max(1, delivered), detail, extra);
    }

    private static String kind(RunEnd end, long inFlight) {
        if (end.stats().conservationFailures() > 0) {
            return "credit_leak";
        }
        return inFlight > 0 ? "deadlock" : "software_wait";
    }
}
