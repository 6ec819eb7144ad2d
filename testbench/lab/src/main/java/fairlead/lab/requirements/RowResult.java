// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import java.util.List;

/**
 * The result of a requirement.
 *
 * @param partial the part that the runs cannot show, or an empty text
 * @param controls the results of the controls, each of which must break the condition that it names
 * @param runs the number of runs of the requirement and its controls
 * @param besideTwin the number of these runs that ran on the RTL and the twin in lockstep
 */
public record RowResult(
        String id,
        String rule,
        RowOutcome outcome,
        String observed,
        String scenario,
        String partial,
        List<RowControl.Result> controls,
        int runs,
        int besideTwin) {

    /** Tells whether no checked part of the requirement failed. */
    public boolean passed() {
        return outcome == RowOutcome.HOLDS || outcome == RowOutcome.PARTIAL;
    }
}
