// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

import fairlead.engine.EventCursor;
import fairlead.node.Observer;

/**
 * A clock of the wall time that the engine takes in a run: from the end of one batch's software to the events of the
 * next batch. The run must have no other observer.
 */
final class EngineClock implements Observer {
    private long since = System.nanoTime();
    private long nanos;

    @Override
    public void events(final EventCursor batch) {
        nanos += System.nanoTime() - since;
    }

    @Override
    public void batch(final long cycle, final int openOperations) {
        since = System.nanoTime();
    }

    double seconds() {
        return nanos * 1e-9;
    }
}
