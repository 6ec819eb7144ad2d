// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.Mix;
import fairlead.machine.Shape;
import fairlead.program.ProgramException;
import java.util.Arrays;
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

    public static int[] permutation(int n, SplittableRandom random) {
        int[] to = new int[n];
        for (int i = 0; i < n; i++) {
            int j = random.nextInt(i + 1);
            to[i] = to[j];
            to[j] = i;
        }
        return to;
    }

    /** Draws the destinations of all packets of one pattern, for each source separately. */
    public static final class Destinations {
        private final TrafficPattern pattern;
        private final Shape shape;
        private final boolean includeSelf;
        private final int[] permutation;
        private final Rounds rounds; // null unless the pattern is all-to-all

        /**
         * @param includeSelf true if a uniform destination may be the source itself; the fixed patterns may name it in
         *     any case
         * @param permutation permutation of the nodes, for RANDPERM ({@link #permutation})
         */
        public Destinations(TrafficPattern pattern, Shape shape, boolean includeSelf, int[] permutation) {
            this.pattern = pattern;
            this.shape = shape;
            this.includeSelf = includeSelf;
            this.permutation = permutation;
            rounds = pattern == ALLTOALL ? new Rounds(shape.nodes()) : null;
        }

        /** Returns the rank to which the next packet of `source` goes. */
        public int next(int source, SplittableRandom random) {
            int n = shape.nodes();
            int x = shape.x(source);
            int y = shape.y(source);
            int z = shape.z(source);
            return switch (pattern) {
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
                case ALLTOALL -> rounds.next(source, random);
                case HOTSPOT -> random.nextInt(HOT_ONE_IN) == 0 ? 0 : uniform(n, source, random);
                case UNIFORM -> uniform(n, source, random);
            };
        }

        private int uniform(int n, int source, SplittableRandom random) {
            if (includeSelf) {
                return random.nextInt(n);
            }
            return n == 1 ? source : (source + 1 + random.nextInt(n - 1)) % n;
        }
    }

    /**
     * The destinations of all-to-all traffic: each node sends to every other node once in a round, in an order drawn
     * for the round. An order is a keyed permutation (a Feistel network), which needs a word a node; orders that are
     * stored would need one for each pair of nodes, 16 GiB for 65,536 nodes.
     */
    static final class Rounds {
        private static final int STEPS = 4;

        private final int nodes;
        private final int half; // bits of a half of a position
        private final int[] next; // position of a node in its round
        private final long[] keys; // of the round of a node

        Rounds(int nodes) {
            this.nodes = nodes;
            half = (Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, nodes - 2)) + 1) / 2;
            next = new int[nodes];
            keys = new long[nodes];
            Arrays.fill(next, nodes - 1);
        }

        /** Returns the next destination of a node; a single node is its own destination. */
        int next(int node, SplittableRandom random) {
            int others = nodes - 1;
            if (others == 0) {
                return node;
            }
            if (next[node] == others) {
                next[node] = 0;
                keys[node] = random.nextLong();
            }
            int place = next[node]++;
            do {
                place = permuted(place, keys[node]);
            } while (place >= others);
            return place < node ? place : place + 1;
        }

        /**
         * A permutation of the numbers of 2 * half bits. A number beyond the others is permuted again until it is one.
         */
        private int permuted(int place, long key) {
            int mask = (1 << half) - 1;
            int left = place >>> half;
            int right = place & mask;
            for (int step = 0; step < STEPS; step++) {
                int mixed = left ^ (int) (Mix.mix64(key + right + ((long) step << Integer.SIZE)) & mask);
                left = right;
                right = mixed;
            }
            return left << half | right;
        }
    }
}
