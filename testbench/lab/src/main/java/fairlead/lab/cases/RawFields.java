// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import java.util.SplittableRandom;

/** Draws the fields of raw commands: useful values, limits of their ranges and random values. */
final class RawFields {
    private static final int FIELD_RANDOM = 4; // in percent of the fields
    private static final int FIELD_EDGE = 5;

    private final SplittableRandom random;
    private final boolean legal; // whether every field has its useful value

    RawFields(final SplittableRandom random, final boolean legal) {
        this.random = random;
        this.legal = legal;
    }

    boolean chance(final int percent) {
        return random.nextInt(100) < percent;
    }

    /**
     * Returns a field of the given width in bits: usually `value`, otherwise a limit of the range, a neighbour of the
     * value or a random value.
     */
    long field(final int bits, final long value) {
        final long mask = (1L << bits) - 1;
        if (legal) {
            return value & mask;
        }
        final int draw = random.nextInt(100);
        if (draw < FIELD_RANDOM) {
            return random.nextLong() & mask;
        }
        if (draw < FIELD_RANDOM + FIELD_EDGE) {
            final long[] edges = {0, 1, mask, mask - 1, value + 1, value - 1};
            return edges[random.nextInt(edges.length)] & mask;
        }
        return value & mask;
    }

    /** Returns random values for the bits above a layout of `used` bits, which no unit reads, or 0. */
    long spare(final int used) {
        return used < Long.SIZE && chance(10) ? random.nextLong() << used : 0;
    }
}
