// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.node.OpTable.OpState;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.List;

/**
 * The outcome of a run.
 *
 * @param reason why the run ended
 * @param cycles cycle of the last event, plus 1; equal for every quantum
 * @param table progress of all operations
 * @param open operations without a terminal event
 * @param errors operations that failed although the program did not expect a failure, and events that no program may
 *     cause
 * @param unclaimed number of messages that no RECV took
 * @param epochDenials number of EPOCH_DENIED answers
 * @param discards number of requests that the DLA discarded
 * @param resends number of blocks that were sent again
 * @param failure the engine's failure text, or an empty string
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

    public record Open(Operation operation, OpState state, long since) {
        @Override
        public String toString() {
            return operation + " " + state.name().toLowerCase(java.util.Locale.ROOT) + " since cycle " + since;
        }
    }

    /** An operation that failed, or, with a null operation, an event that belongs to no operation. */
    public record Failed(Operation operation, Result result, long cycle, String what) {
        @Override
        public String toString() {
            return (operation == null ? "" : operation + ": ") + what + " at cycle " + cycle;
        }
    }

    public boolean isClean() {
        return reason == EndReason.COMPLETED && errors.isEmpty() && unclaimed == 0;
    }

    /** The reason why a run ended. */
    public enum EndReason {
        /** All operations are done and the machine is at rest. */
        COMPLETED,
        /** The machine is at rest although operations are open, so no further event can occur. */
        STUCK,
        /** The run reached max_cycles before the machine was at rest. */
        MAX_CYCLES,
        /** The engine reported a failure. */
        FAILED,
        /** The caller requested the end. */
        INTERRUPTED,
        /** An observer requested the end after a violation. */
        STOPPED,
        /** The machine reported an event that software cannot interpret. */
        NONSENSE
    }
}
