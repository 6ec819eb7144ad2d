// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import java.util.Map;

/**
 * What a checker says at the end of a run.
 *
 * @param name key in summary.json
 * @param holds true, false, or null when nothing was checked
 * @param checked how many things were compared; the unit is the verdict's own
 * @param detail one line: what was compared, or the first violations
 * @param extra further keys of this verdict in summary.json
 */
public record Verdict(String name, Boolean holds, long checked, String detail, Map<String, Object> extra) {
    Verdict(final String name, final Boolean holds, final long checked, final String detail) {
        this(name, holds, checked, detail, Map.of());
    }

    /** A verdict from a count and a list of violations; nothing checked and nothing violated is "not exercised". */
    static Verdict of(final String name, final long checked, final Violations violations, final String what) {
        if (violations.count() > 0) {
            return new Verdict(name, false, Math.max(checked, 1), violations.text());
        }
        if (checked == 0) {
            return new Verdict(name, null, 0, "not exercised");
        }
        return new Verdict(name, true, checked, checked + " " + what);
    }
}
