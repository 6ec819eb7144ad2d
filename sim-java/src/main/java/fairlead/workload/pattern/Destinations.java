// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.Mix;
import fairlead.machine.Shape;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Draws the destinations of all packets of one pattern, for each source separately. */
public final class Destinations {
    private final TrafficPattern pattern;
    private final Shape shape;
    private final boolean includeSelf;
    private final int[] permutation;
    private final Rounds rounds; // null unless the pattern is all-to-all

    /** @param permutation permutation of the nodes, for RANDPERM ({@link TrafficPattern#permutation}) */
    public Destinations(TrafficPattern pattern, Shape shape, boolean includeSelf, int[] permutation) {
        this.pattern = pattern;
        this.shape = shape;
        this.includeSelf = includeSelf;
        this.permutation = permutation;
        rounds = pattern == TrafficPattern.ALLTOALL ? new Rounds(shape.nodes()) : null;
    }

    /** Returns the rank to which the next packet of `source` goes. */
    public int next(int source, SplittableRandom random) {
        return rounds != null
                ? rounds.next(source, random)
                : pattern.destination(shape, source, includeSelf, permutation, random);
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
