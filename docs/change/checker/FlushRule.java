// SPDX-License-Identifier: Apache-2.0
package demo;

import fairlead.api.MachineRun;
import fairlead.api.RmaStep;
import fairlead.api.RunVerdict;

/** Whether a flush was done only when the last byte of a put before it was in the target's memory. */
final class FlushRule {
    private FlushRule() {}

    static RunVerdict.State judge(MachineRun run, RmaStep put, RmaStep flush) {
        long inMemory = run.times(put).lastCommit();
        long done = run.times(flush).completed();
        if (done < 0) {
            return RunVerdict.State.NOT_EXERCISED; // nothing was promised
        }
        return inMemory >= 0 && inMemory <= done ? RunVerdict.State.HOLDS : RunVerdict.State.VIOLATED;
    }
}
