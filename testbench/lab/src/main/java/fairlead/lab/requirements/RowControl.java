// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import java.util.List;
import java.util.Set;

/**
 * A control: other runs under the predicate of a row, in which one named condition must break.
 *
 * @param what the flaw in these runs
 * @param breaks the condition that this flaw must break
 * @param also the conditions that may break with it, because the same flaw causes them
 */
record RowControl(String what, String breaks, Set<String> also, RequirementRow.Runs runs) {
    Result judge(final Finding found, final List<RequirementRun> of) {
        final long muted = of.stream().mapToLong(RequirementRun::muted).sum();
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
     * The result of a control.
     *
     * @param muted the number of failed assertions in the unit with the flaw; assertions of other units end a run
     * @param verdict text that begins with `broken: ` when the named condition broke and no condition broke that must
     *      hold
     */
    record Result(String what, String breaks, String verdict, String observed, int runs, long muted) {
        boolean isBroken() {
            return verdict.startsWith("broken: ");
        }
    }
}
