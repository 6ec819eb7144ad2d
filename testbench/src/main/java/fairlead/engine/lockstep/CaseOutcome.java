// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.lockstep;

import fairlead.engine.api.EngineStats;
import fairlead.program.OpKind;
import java.util.Map;

/**
 * One case on two engines.
 *
 * @param ending how it ended, or `DIFFERS`
 * @param difference null when there is none
 * @param failure of both engines alike: an assertion, or an empty string
 * @param stats of the first engine
 * @param samples tiles looked at when states were compared
 * @param blocked those of them with a blocked VC
 * @param operations of programs that ended, each with its own result
 */
public record CaseOutcome(
        String ending,
        Difference difference,
        String failure,
        EngineStats stats,
        long samples,
        long blocked,
        Map<Bin, Long> hits,
        Map<OpKind, Long> operations) {
    public boolean differs() {
        return difference != null;
    }
}
