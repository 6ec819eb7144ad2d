// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Which ranks of a communicator are neighbours, as one of them sees it. */
interface Topology {
    /** Returns the ranks that send to this one. */
    int[] sources();

    /** Returns the ranks that this one sends to. */
    int[] destinations();

    /** Returns in which order a neighbour that is one more than once sends to its places among the sources. */
    default int[] arrivals() {
        return IntStream.range(0, sources().length).toArray();
    }

    /** A grid, of which some dimensions are rings. */
    record Grid(int[] sides, boolean[] rings, int me) implements Topology {
        /** Returns the number of nodes, or one above all ints. */
        static long size(int[] sides) {
            return Arrays.stream(sides).asLongStream().reduce(1, (a, b) -> Math.min(a * b, 1L << Integer.SIZE - 1));
        }

        int[] coordinates(int rank) {
            int[] at = new int[sides.length];
            int left = rank;
            for (int i = sides.length - 1; i >= 0; i--) {
                at[i] = left % sides[i];
                left /= sides[i];
            }
            return at;
        }

        /** Returns the rank at coordinates, or MPI_PROC_NULL outside of the grid. */
        int rank(int[] coordinates) {
            int rank = 0;
            for (int i = 0; i < sides.length; i++) {
                int at = rings[i] ? Math.floorMod(coordinates[i], sides[i]) : coordinates[i];
                if (at < 0 || at >= sides[i]) {
                    return MpiRank.PROC_NULL;
                }
                rank = rank * sides[i] + at;
            }
            return rank;
        }

        int shifted(int dim, int by) {
            int[] at = coordinates(me);
            at[dim] += by;
            return rank(at);
        }

        @Override
        public int[] sources() {
            return destinations();
        }

        @Override
        public int[] destinations() {
            return IntStream.range(0, 2 * sides.length)
                    .map(i -> shifted(i / 2, i % 2 == 0 ? -1 : 1))
                    .toArray();
        }

        /** What is sent down a dimension comes from above. */
        @Override
        public int[] arrivals() {
            return IntStream.range(0, 2 * sides.length).map(i -> i ^ 1).toArray();
        }

        /** Returns sides of so many nodes that do not grow, and of which the first and last differ least. */
        static int[] balanced(int nodes, int count) {
            int[] divisors =
                    IntStream.rangeClosed(1, nodes).filter(i -> nodes % i == 0).toArray();
            int[] best = new int[count];
            Arrays.fill(best, nodes);
            if (count > 1) {
                best[0] = Integer.MAX_VALUE;
                balance(nodes, divisors, new int[count], 0, best);
            }
            return best;
        }

        private static void balance(int nodes, int[] divisors, int[] sides, int i, int[] best) {
            if (i == sides.length - 1) {
                sides[i] = nodes;
                int spread = sides[0] - sides[i];
                int least = best[0] - best[i];
                boolean better = spread < least || spread == least && sides[0] > best[0];
                if (better && (i == 0 || nodes <= sides[i - 1])) {
                    System.arraycopy(sides, 0, best, 0, sides.length);
                }
                return;
            }
            for (int side : divisors) {
                boolean fits = nodes % side == 0 && (i == 0 || side <= sides[i - 1]);
                if (fits && Math.pow(side, sides.length - i) >= nodes * (1 - 1e-9)) {
                    sides[i] = side;
                    balance(nodes / side, divisors, sides, i + 1, best);
                }
            }
        }
    }

    /** A graph that all ranks know: the neighbours of rank i end at index i of the edges. */
    record Graph(int[] index, int[] edges, int me) implements Topology {
        int[] neighbours(int rank) {
            return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
        }

        @Override
        public int[] sources() {
            return neighbours(me);
        }

        @Override
        public int[] destinations() {
            return neighbours(me);
        }
    }

    /** The edges of this rank. */
    record Edges(int[] sources, int[] weights, int[] destinations, int[] costs, boolean weighted) implements Topology {}
}
