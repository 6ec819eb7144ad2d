// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.EngineStats;
import fairlead.lockstep.Difference;
import fairlead.program.OpKind;
import java.util.Map;

/**
 * The outcome of one case on two engines.
 *
 * @param ending how the case ended, or `DIFFERS`
 * @param difference the first difference, or null if there is none
 * @param failure the failure that both engines share, such as an assertion, or an empty string
 * @param stats the counts of the first engine
 * @param samples the number of tiles whose state was sampled
 * @param blocked the number of these tiles with a blocked VC
 * @param hits the hits of each bin
 * @param waits the hits of each cell of the cross of waits
 * @param operations the number of program operations of each kind that ended with their result
 */
public record CaseOutcome(
        String ending,
        Difference difference,
        String failure,
        EngineStats stats,
        long samples,
        long blocked,
        Map<Bin, Long> hits,
        WaitCross waits,
        Map<OpKind, Long> operations) {
    public boolean differs() {
        return difference != null;
    }
}
