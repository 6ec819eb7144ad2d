// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.epoch;

import static fairlead.twin.epoch.EpochBench.ORIGIN;
import static org.junit.jupiter.api.Assertions.assertEquals;

/** The common part of the tests of the target half: one epoch, in entry 0 and generation 1. */
abstract class ExposedTarget {
    static final int INDEX = 33; // epoch index at the origin
    static final int ID = 0xCAFE;
    static final int OTHER = ORIGIN ^ 0x100;

    final EpochBench bench = new EpochBench();
    final EpochUnit unit = bench.unit;

    void expect(final String... events) {
        bench.events.expect(events);
    }

    void edge() {
        bench.edge();
    }

    /** Exposes the epoch in cycle 0. */
    void expose() {
        assertEquals(0 | 1 << 8, unit.init(ORIGIN, INDEX, ID));
        edge();
        bench.events.take();
    }

    void puts(final int number) {
        for (int i = 0; i < number; i++) {
            unit.putDone(0, 1, ORIGIN, false);
            edge();
        }
    }

    void count(final int value) {
        unit.count(0, 1, ORIGIN, INDEX, value, 0);
        edge();
    }
}
