// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

import java.util.Locale;

/** The operations of the GOAL text format, and behind them those of the RMA dialect. */
enum GoalKind {
    SEND,
    RECV,
    CALC,
    PUT,
    GET,
    FADD,
    FENCE,
    QUIET,
    EPOCH_OPEN,
    EPOCH_CLOSE,
    TEST;

    /** Returns whether the operation accesses the window of another rank. */
    boolean isAccess() {
        return this == PUT || this == GET || this == FADD;
    }

    /** Returns whether the operation waits for others and occupies no processor. */
    boolean isWait() {
        return this == RECV || this == TEST || this == EPOCH_CLOSE;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
