// SPDX-License-Identifier: Apache-2.0
package fairlead.requirements;

import java.util.List;
import java.util.Set;

/**
 * Other runs under the predicate of a row, in which one named condition must break.
 *
 * @param what is wrong in them
 * @param breaks the condition that this must break
 * @param also conditions that may break with it, because what breaks the first breaks these too
 */
record RowControl(String what, String breaks, Set<String> also, RequirementRow.Runs runs) {
    Result judge(final Finding found, final List<SeedRun> of) {
        final long muted = of.stream().mapToLong(SeedRun::muted).sum();
        return new Result(what, breaks, verdict(found), found.text(), of.size(), muted);
    }

    private String verdict(final Finding found) {
        if (!found.checked().contains(breaks)) {
            return "NOT CHECKED: the row has no condition " + breaks;
        }
        if (!found.broken().contains(breaks)) {
            return "NOT BROKEN" + (found.holds() ? "" : ", but " + String.join(", ", found.broken()));
        }
        for (final String name : found.broken()) {
            if (!name.equals(breaks) && !also.contains(name)) {
                return "BREAKS MORE: " + name + ": " + found.reason(name);
            }
        }
        return "broken: " + found.reason(breaks);
    }

    /**
     * A control after its runs.
     *
     * @param muted failed assertions of the unit that has the flaw; others end a run
     * @param verdict begins with `broken: ` when the named condition broke, and no other that it may not break
     */
    record Result(String what, String breaks, String verdict, String observed, int runs, long muted) {
        boolean isBroken() {
            return verdict.startsWith("broken: ");
        }
    }
}
