// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Coord;

/**
 * A torus of kx * ky * kz nodes; rank = x + kx * (y + ky * z). The directions are 0 X+, 1 X-, 2 Y+, 3 Y-, 4 Z+, 5 Z-.
 */
public record Shape(int kx, int ky, int kz) {
    /** Greatest size of a dimension in the structure of this process. */
    public static final int MAX_K = HwLayout.MAX_K;

    public static final int DIRECTIONS = 6;

    public Shape {
        checkSize("kx", kx);
        checkSize("ky", ky);
        checkSize("kz", kz);
    }

    private static void checkSize(final String name, final int k) {
        if (k < 1 || k > MAX_K) {
            throw new IllegalArgumentException(name + " must be 1 to " + MAX_K + ": " + k);
        }
    }

    public int nodes() {
        return kx * ky * kz;
    }

    public int rank(final int x, final int y, final int z) {
        return x + kx * (y + ky * z);
    }

    public int x(final int rank) {
        return rank % kx;
    }

    public int y(final int rank) {
        return rank / kx % ky;
    }

    public int z(final int rank) {
        return rank / (kx * ky);
    }

    /** Returns the size of a dimension: 0 is x, 1 is y, 2 is z. */
    public int k(final int dimension) {
        return dimension == 0 ? kx : dimension == 1 ? ky : kz;
    }

    /** Returns the packed Coord of a rank, as in the words of the hardware. */
    public int coord(final int rank) {
        return x(rank) | y(rank) << Coord.Y_LSB | z(rank) << Coord.Z_LSB;
    }

    public int rankOfCoord(final int coord) {
        return rank((int) Coord.x(coord), (int) Coord.y(coord), (int) Coord.z(coord));
    }

    /**
     * Returns the node at the other end of link `direction` of `rank`, which is the node itself if the dimension has
     * size 1.
     */
    public int neighbour(final int rank, final int direction) {
        final int step = (direction & 1) == 0 ? 1 : -1;
        return switch (direction >> 1) {
            case 0 -> rank(Math.floorMod(x(rank) + step, kx), y(rank), z(rank));
            case 1 -> rank(x(rank), Math.floorMod(y(rank) + step, ky), z(rank));
            default -> rank(x(rank), y(rank), Math.floorMod(z(rank) + step, kz));
        };
    }

    @Override
    public String toString() {
        return kx + "x" + ky + "x" + kz;
    }
}
