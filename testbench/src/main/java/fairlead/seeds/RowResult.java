// SPDX-License-Identifier: Apache-2.0
package fairlead.seeds;

/**
 * A requirement after its runs.
 *
 * @param built false: nothing was run
 * @param controlHolds must be false: the control breaks the row
 * @param runs of the requirement and its control
 * @param besideTwin of these, on the RTL and the twin in lockstep
 */
public record RowResult(
        String id,
        String rule,
        boolean built,
        boolean holds,
        String observed,
        String scenario,
        String control,
        boolean controlHolds,
        String controlObserved,
        int runs,
        int besideTwin) {

    /** The requirement holds and its control does not. */
    public boolean passed() {
        return built && holds && !controlHolds;
    }
}
