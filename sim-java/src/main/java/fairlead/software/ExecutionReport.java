// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.List;

/**
 * Outcome of a run.
 *
 * @param cycles cycle of the last event, plus 1; the same for every quantum
 * @param open operations without a terminal event
 * @param errors operations that ended badly although the program did not expect it, and events that no program may cause
 * @param unclaimed messages that no RECV asked for
 * @param epochDenials EPOCH_DENIED answers
 * @param discards requests that the DLA discarded
 * @param resends blocks that were sent again
 * @param failure the engine's failure text, or empty
 */
public record ExecutionReport(
        EndReason reason,
        long cycles,
        OpTable table,
        List<Open> open,
        List<Failed> errors,
        int unclaimed,
        long epochDenials,
        long discards,
        long resends,
        String failure) {

    /** An operation that never ended. */
    public record Open(Operation operation, OpState state, long since) {
        @Override
        public String toString() {
            return operation + " " + state.name().toLowerCase(java.util.Locale.ROOT) + " since cycle " + since;
        }
    }

    /** An operation, or null for an event without one, that ended badly. */
    public record Failed(Operation operation, Result result, long cycle, String what) {
        @Override
        public String toString() {
            return (operation == null ? "" : operation + ": ") + what + " at cycle " + cycle;
        }
    }

    public boolean isClean() {
        return reason == EndReason.COMPLETED && errors.isEmpty() && unclaimed == 0;
    }
}
