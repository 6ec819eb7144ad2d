// SPDX-License-Identifier: Apache-2.0
package fairlead.requirements;

import java.util.List;

/**
 * A requirement after its runs.
 *
 * @param partial what the runs cannot show, or empty
 * @param controls each must break the condition that it names
 * @param runs of the requirement and its controls
 * @param besideTwin of these, on the RTL and the twin in lockstep
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

    /** Nothing that is claimed was found wrong. */
    public boolean passed() {
        return outcome == RowOutcome.HOLDS || outcome == RowOutcome.PARTIAL;
    }
}
