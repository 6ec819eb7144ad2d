// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;

/**
 * The stamps of packets: the low bits of the time of preparation, in units of 2^`unit` cycles
 * (docs/spec/torus-router.md, arbitration).
 */
public record Stamps(int unit) {
    /** Flits that one link carries within the window of stamps of one cycle. */
    private static final int WINDOW = 1 << HwLayout.STAMP_BITS - 1;

    /** Returns stamps whose window is long enough for one packet of each node, one after the other, over one link. */
    static Stamps of(Shape shape, int linkInterval) {
        int flits = shape.nodes() * HwLayout.MAX_PACKET_FLITS;
        return new Stamps(logarithm(linkInterval) + logarithm((flits + WINDOW - 1) / WINDOW));
    }

    private static int logarithm(int value) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(value - 1);
    }

    /** Returns the stamp of a packet that is prepared in this cycle. */
    public long at(long cycle) {
        return cycle >>> unit & Header0.STAMP_MASK;
    }

    /** Returns the latest cycle until `now` in which a packet with this stamp was prepared; the first one of a unit. */
    public long cycle(long now, long stamp) {
        return (now >>> unit) - ((now >>> unit) - stamp & Header0.STAMP_MASK) << unit;
    }

    /** Returns the age, in cycles, up to which the order by age is exact. */
    public long exact() {
        return (1L << HwLayout.STAMP_BITS - 1) - HwLayout.BREAK_AGE << unit;
    }
}
