// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.lockstep;

import fairlead.engine.api.EventCursor;
import fairlead.hw.HwLayout.CounterIndex;
import java.util.function.Consumer;

/** The coverage bins of the performance counters. */
final class CounterCoverage {
    /** What the two counters of each part show, low and high. */
    private static final Bin[][] PARTS = {
        {Bin.COUNTERS_READ, Bin.COUNTERS_READ},
        {Bin.COUNTERS_OWNER, Bin.COUNTERS_CREDIT},
        {Bin.COUNTERS_LINK, Bin.COUNTERS_CONNECTION},
        {Bin.COUNTERS_ARBITRATION, Bin.COUNTERS_READ}
    };

    private CounterCoverage() {}

    static void hit(final EventCursor e, final Consumer<Bin> bins) {
        final Bin[] part = PARTS[(int) CounterIndex.part(e.b())];
        if ((int) e.a() != 0) {
            bins.accept(part[0]);
        }
        if (e.a() >>> Integer.SIZE != 0) {
            bins.accept(part[1]);
        }
    }
}
