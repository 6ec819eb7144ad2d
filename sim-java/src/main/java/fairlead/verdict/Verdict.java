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
    Verdict(final String name, final Boolean holds, final long checked, final String detail) {
        this(name, holds, checked, detail, Map.of());
    }

    /**
     * Makes a verdict from a count and a list of violations; without comparisons and violations it is "not exercised".
     */
    static Verdict of(final String name, final long checked, final Violations violations, final String what) {
        if (violations.count() > 0) {
            return new Verdict(name, false, Math.max(checked, 1), violations.text());
        }
        if (checked == 0) {
            return new Verdict(name, null, 0, "not exercised");
        }
        return new Verdict(name, true, checked, checked + " " + what);
    }

    /** Returns the verdict with the number of comparisons that could not be made, if there are any. */
    Verdict without(final long unjudged, final String what) {
        if (unjudged == 0) {
            return this;
        }
        final Map<String, Object> more = new LinkedHashMap<>(extra);
        more.put("not_judged", unjudged);
        return new Verdict(name, holds, checked, detail + "; " + unjudged + " not judged: " + what, more);
    }
}
