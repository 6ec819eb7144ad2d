// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CounterIndex;
import java.util.function.Consumer;

/** The coverage bins of the performance counters. */
final class CounterCoverage {
    /** What the counters of a row show, by their numbers. */
    private static final Bin[] ROUTED = {
        Bin.COUNTERS_READ,
        Bin.COUNTERS_READ,
        Bin.COUNTERS_OWNER,
        Bin.COUNTERS_CREDIT,
        Bin.COUNTERS_LINK,
        Bin.COUNTERS_CONNECTION,
        Bin.COUNTERS_ARBITRATION,
        Bin.COUNTERS_READ // cycles in stages, which the default structure does not have
    };

    private static final Bin[] SENT = {
        Bin.COUNTERS_READ,
        Bin.COUNTERS_READ,
        Bin.COUNTERS_FENCE,
        Bin.COUNTERS_ENTRY,
        Bin.COUNTERS_ACK_COUNTER,
        Bin.COUNTERS_MESSAGE_CREDIT,
        Bin.COUNTERS_ROUTER,
        Bin.COUNTERS_MEMORY,
        Bin.COUNTERS_DLA,
        Bin.COUNTERS_PORT
    };

    private static final Bin[] RECEIVED = {
        Bin.COUNTERS_READ, Bin.COUNTERS_READ, Bin.COUNTERS_RESPONSE, Bin.COUNTERS_COMMIT, Bin.COUNTERS_RECEIVER
    };

    private static final Bin[] CYCLES = {Bin.COUNTERS_READ};

    private CounterCoverage() {}

    static void hit(final EventCursor e, final Consumer<Bin> bins) {
        final int row = (int) CounterIndex.row(e.b());
        final Bin[] counters = row < HwLayout.FIRST_SEND_ROW
                ? ROUTED
                : row < HwLayout.FIRST_RECEIVE_ROW ? SENT : row < HwLayout.CYCLES_ROW ? RECEIVED : CYCLES;
        final int first = 2 * (int) CounterIndex.part(e.b());
        if ((int) e.a() != 0) {
            bins.accept(counters[first]);
        }
        if (e.a() >>> Integer.SIZE != 0) {
            bins.accept(counters[first + 1]);
        }
    }
}
