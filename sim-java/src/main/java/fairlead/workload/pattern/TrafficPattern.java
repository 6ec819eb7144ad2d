// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.Shape;
import fairlead.program.ProgramException;
import java.util.Locale;
import java.util.SplittableRandom;

/** The destination patterns of synthetic traffic, as network simulators define them, on a torus of any shape. */
public enum TrafficPattern {
    /** Any node, with equal probability. */
    UNIFORM,
    /** The node at distance ceil(k/2) - 1 in every dimension. */
    TORNADO,
    /** The node at distance 1 in every dimension. */
    NEIGHBOR,
    /** The rank with its upper and lower half of bits exchanged; powers of four only. */
    TRANSPOSE,
    /** Rank N - 1 - r for a source of rank r. */
    BITCOMP,
    /** The rank with its bits rotated left by one; powers of two only. */
    SHUFFLE,
    /** Node 0 for one packet in four, any node for the others. */
    HOTSPOT,
    /** A permutation drawn from the seed. */
    RANDPERM,
    /** Every other node once in a round, in an order drawn for each round; {@link Destinations} keeps the rounds. */
    ALLTOALL;

    private static final int HOT_ONE_IN = 4;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Refuses shapes for which the pattern is not defined. */
    public void check(Shape shape) {
        int n = shape.nodes();
        if (this == TRANSPOSE && (Integer.bitCount(n) != 1 || Integer.numberOfTrailingZeros(n) % 2 != 0)) {
            throw new ProgramException("workload.pattern transpose needs a power of four of nodes: " + n);
        }
        if (this == SHUFFLE && Integer.bitCount(n) != 1) {
            throw new ProgramException("workload.pattern shuffle needs a power of two of nodes: " + n);
        }
    }

    /**
     * Returns the rank to which a packet of `source` goes.
     *
     * @param includeSelf true if a uniform destination may be the source itself; the fixed patterns may name it in any
     *     case
     * @param permutation permutation of the nodes, for RANDPERM ({@link #permutation})
     */
    public int destination(Shape shape, int source, boolean includeSelf, int[] permutation, SplittableRandom random) {
        int n = shape.nodes();
        int x = shape.x(source);
        int y = shape.y(source);
        int z = shape.z(source);
        return switch (this) {
            case TORNADO -> shape.rank(
                    (x + (shape.kx() + 1) / 2 - 1) % shape.kx(),
                    (y + (shape.ky() + 1) / 2 - 1) % shape.ky(),
                    (z + (shape.kz() + 1) / 2 - 1) % shape.kz());
            case NEIGHBOR -> shape.rank((x + 1) % shape.kx(), (y + 1) % shape.ky(), (z + 1) % shape.kz());
            case TRANSPOSE -> {
                int half = Integer.numberOfTrailingZeros(n) / 2;
                yield (source << half | source >>> half) & n - 1;
            }
            case BITCOMP -> n - 1 - source;
            case SHUFFLE -> n == 1 ? 0 : (source << 1 | source >>> Integer.numberOfTrailingZeros(n) - 1) & n - 1;
            case RANDPERM -> permutation[source];
            case ALLTOALL -> throw new ProgramException("all-to-all goes by rounds: Destinations");
            case HOTSPOT -> random.nextInt(HOT_ONE_IN) == 0 ? 0 : uniform(n, source, includeSelf, random);
            case UNIFORM -> uniform(n, source, includeSelf, random);
        };
    }

    private static int uniform(int n, int source, boolean includeSelf, SplittableRandom random) {
        if (includeSelf) {
            return random.nextInt(n);
        }
        return n == 1 ? source : (source + 1 + random.nextInt(n - 1)) % n;
    }

    /** Returns a random permutation of n nodes. */
    public static int[] permutation(int n, SplittableRandom random) {
        int[] to = new int[n];
        for (int i = 0; i < n; i++) {
            int j = random.nextInt(i + 1);
            to[i] = to[j];
            to[j] = i;
        }
        return to;
    }
}
