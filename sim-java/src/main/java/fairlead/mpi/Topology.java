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
        static int size(int[] sides) {
            return Math.toIntExact(Arrays.stream(sides).asLongStream().reduce(1, Math::multiplyExact));
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

        /**
         * Returns sides of so many nodes that are as equal as possible and do not grow; null if there are none.
         *
         * @param count of sides
         * @param most no side is longer
         */
        static int[] balanced(int nodes, int count, int most) {
            if (count == 0) {
                return nodes == 1 ? new int[0] : null;
            }
            for (int side = 1; side <= Math.min(most, nodes); side++) {
                int[] others = nodes % side == 0 && Math.pow(side, count) >= nodes - 0.5
                        ? balanced(nodes / side, count - 1, side)
                        : null;
                if (others != null) {
                    return IntStream.concat(IntStream.of(side), Arrays.stream(others))
                            .toArray();
                }
            }
            return null;
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
