// SPDX-License-Identifier: Apache-2.0
package fairlead.workload;

import fairlead.engine.Shape;
import fairlead.program.ProgramException;
import java.util.Locale;
import java.util.SplittableRandom;

/** Where synthetic traffic goes. A destination equal to the source means: no packet. */
public enum TrafficPattern {
    /** Any other node. */
    UNIFORM,
    /** ceil(k/2) - 1 further in every dimension. */
    TORNADO,
    /** 1 further in every dimension. */
    NEIGHBOR,
    /** (x, y, z) to (y, z, x); equal dimensions only. */
    TRANSPOSE,
    /** Rank r to N - 1 - r. */
    BITCOMP,
    /** The bits of the rank rotated left by one; powers of two only. */
    SHUFFLE,
    /** One packet in four to node 0, the others anywhere. */
    HOTSPOT,
    /** A permutation drawn from the seed. */
    RANDPERM;

    private static final int HOT_ONE_IN = 4;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Refuses shapes on which the pattern means nothing. */
    void check(final Shape shape) {
        final int n = shape.nodes();
        if (this == TRANSPOSE && (shape.kx() != shape.ky() || shape.ky() != shape.kz())) {
            throw new ProgramException("workload.pattern transpose needs three equal dimensions: " + shape);
        }
        if (this == SHUFFLE && Integer.bitCount(n) != 1) {
            throw new ProgramException("workload.pattern shuffle needs a power of two of nodes: " + n);
        }
    }

    int destination(final Shape shape, final int source, final int[] permutation, final SplittableRandom random) {
        final int n = shape.nodes();
        final int x = shape.x(source);
        final int y = shape.y(source);
        final int z = shape.z(source);
        switch (this) {
            case TORNADO:
                return shape.rank(
                        (x + (shape.kx() + 1) / 2 - 1) % shape.kx(),
                        (y + (shape.ky() + 1) / 2 - 1) % shape.ky(),
                        (z + (shape.kz() + 1) / 2 - 1) % shape.kz());
            case NEIGHBOR:
                return shape.rank((x + 1) % shape.kx(), (y + 1) % shape.ky(), (z + 1) % shape.kz());
            case TRANSPOSE:
                return shape.rank(y, z, x);
            case BITCOMP:
                return n - 1 - source;
            case SHUFFLE:
                return n == 1 ? 0 : (source << 1 | source >>> Integer.numberOfTrailingZeros(n) - 1) & n - 1;
            case RANDPERM:
                return permutation[source];
            case HOTSPOT:
                return random.nextInt(HOT_ONE_IN) == 0 ? 0 : uniform(n, source, random);
            default:
                return uniform(n, source, random);
        }
    }

    private static int uniform(final int n, final int source, final SplittableRandom random) {
        return n == 1 ? source : (source + 1 + random.nextInt(n - 1)) % n;
    }
}
