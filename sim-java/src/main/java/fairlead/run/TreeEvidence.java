// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.deadlock.knot.TreeDetector;
import fairlead.deadlock.knot.TreeWatch;
import fairlead.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the verdict deadlock_freedom says of the collective network. */
final class TreeEvidence {
    private TreeEvidence() {}

    /** Returns the verdict on a network that has a knot when the machine is at rest. */
    static Verdict knotAtRest(final Verdict v, final TreeDetector.Finding tree, final long cycle) {
        return fails(v, "deadlock", tree, cycle, "deadlock: at rest in cycle " + cycle);
    }

    /**
     * Returns the verdict on a network of which a part stands, whatever else moves.
     *
     * @param leakAt cycle in which a credit sum was first seen to be wrong, or -1
     */
    static Verdict broken(final Verdict v, final TreeWatch watch, final long leakAt) {
        final TreeWatch.Alarm alarm = watch.broken();
        final boolean leak = leakAt >= 0 && alarm.finding().knot().isEmpty();
        final String what = leak
                ? "credit leak: a link of the collective network has lost credits (conservation names it), and"
                : "deadlock:";
        return fails(
                v,
                leak ? "credit_leak" : "deadlock",
                alarm.finding(),
                leak ? Math.min(leakAt, alarm.at()) : alarm.at(),
                what + " a part of it stands since cycle " + alarm.since() + ", reported in " + alarm.at());
    }

    private static Verdict fails(
            final Verdict v,
            final String kind,
            final TreeDetector.Finding tree,
            final long cycle,
            final String beginning) {
        final Map<String, Object> extra = DeadlockEvidence.extra(v, kind, cycle);
        if (tree.knot().isEmpty()) {
            extra.put("tree_waits", tree.chain().stream().map(Object::toString).toList());
        } else {
            extra.put("tree_knot", tree.knot().stream().map(Object::toString).toList());
        }
        extra.put("blocked", tree.blocked());
        final String detail =
                beginning + ", " + tree.blocked() + " buffers of the collective network hold flits: " + tree.text();
        return new Verdict(DeadlockEvidence.NAME, false, Math.max(1, v.checked()), detail, extra);
    }

    /** Returns the verdict of a run that was cut off, with who waits for software on the collective network. */
    static Verdict waiting(final Verdict v, final TreeWatch watch) {
        final Map<String, Object> extra = new LinkedHashMap<>(v.extra());
        extra.put(
                "tree_waits",
                watch.waiting().finding().chain().stream().map(Object::toString).toList());
        final String detail = v.detail() + "; on the collective network something waits for software since cycle "
                + watch.waiting().since() + ": " + watch.waiting().finding().text();
        return new Verdict(v.name(), v.holds(), v.checked(), detail, extra);
    }
}
