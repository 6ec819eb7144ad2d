// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.Program;

/** Passes what the memory ports show of the operations on to the checkers of their order and of epochs. */
record Landings(Program program, OrderWatch watch, EpochChecker epochs) {
    /**
     * Hot path: reports that bytes of the operation were written in cycle `commit`, as an event of cycle `now` shows.
     * The first call for an operation is about the first bytes written.
     */
    void touched(final int op, final long commit, final long now) {
        watch.touched(op, commit, now);
    }

    /** Reports that the last byte of the operation was written in cycle `commit`, as an event of cycle `now` shows. */
    void landed(final int op, final long commit, final long now) {
        watch.landed(op, commit, now);
        epochs.landed(program.operation(op), commit, now);
    }
}
