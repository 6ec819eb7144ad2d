// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.Program;

/** Passes what the memory ports show of the operations on to the checkers of their order and of epochs. */
record WatchedLandings(Program program, OrderWatch watch, EpochChecker epochs) implements Landings {
    @Override
    public void touched(final int op, final long commit, final long now) {
        watch.touched(op, commit, now);
    }

    @Override
    public void landed(final int op, final long commit, final long now) {
        watch.landed(op, commit, now);
        epochs.landed(program.operation(op), commit, now);
    }
}
