// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Coord;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A torus of kx * ky * kz nodes, and I/O tiles next to it; rank = x + kx * (y + ky * z). The directions are 0 X+, 1 X-,
 * 2 Y+, 3 Y-, 4 Z+, 5 Z-. An I/O tile is a node without links of the torus (docs/use/device.md). The I/O tiles have the
 * ranks after those of the torus and the coordinates that belong to these ranks: z of an I/O tile is kz or more, so no
 * node of the torus has its coordinates.
 *
 * @param kx size in x, 1 to MAX_K
 * @param ky size in y
 * @param kz size in z
 * @param ioTiles number of I/O tiles, 0 to {@link #mostIoTiles}
 */
public record Shape(int kx, int ky, int kz, int ioTiles) {
    /** Greatest size of a dimension in the structure of this process. */
    public static final int MAX_K = HwLayout.MAX_K;

    public static final List<String> LINKS = List.of("X+", "X-", "Y+", "Y-", "Z+", "Z-");

    public static final int DIRECTIONS = 6;

    public Shape {
        checkSize("kx", kx);
        checkSize("ky", ky);
        checkSize("kz", kz);
        int most = mostIoTiles(kx, ky, kz);
        MachineConfig.require(
                ioTiles >= 0 && ioTiles <= most,
                "I/O tiles must be 0 to " + most + ", which have a free z above the torus: " + ioTiles);
    }

    public Shape(int kx, int ky, int kz) {
        this(kx, ky, kz, 0);
    }

    /** Returns the torus with at least so many nodes whose sides have the least sum, and of those the smallest one. */
    public static Shape with(int nodes) {
        Comparator<Shape> size = Comparator.comparingInt(shape -> shape.kx() + shape.ky() + shape.kz());
        return IntStream.rangeClosed(1, MAX_K)
                .boxed()
                .flatMap(x -> IntStream.rangeClosed(1, x).boxed().flatMap(y -> IntStream.rangeClosed(1, y)
                        .mapToObj(z -> new Shape(x, y, z))))
                .filter(shape -> shape.nodes() >= nodes)
                .min(size.thenComparingInt(Shape::nodes))
                .orElse(new Shape(MAX_K, MAX_K, MAX_K));
    }

    /** Returns the number of I/O tiles for which a coordinate is left outside a torus. */
    public static int mostIoTiles(int kx, int ky, int kz) {
        return kx * ky * (MAX_K - kz);
    }

    private static void checkSize(String name, int k) {
        MachineConfig.require(k >= 1 && k <= MAX_K, name + " must be 1 to " + MAX_K + ": " + k);
    }

    /** Returns the number of all nodes: those of the torus, and the I/O tiles. */
    public int nodes() {
        return torusNodes() + ioTiles;
    }

    /** Returns the number of nodes of the torus, whose ranks come first. */
    public int torusNodes() {
        return kx * ky * kz;
    }

    public boolean isOnTorus(int rank) {
        return rank < torusNodes();
    }

    public Shape torus() {
        return ioTiles == 0 ? this : new Shape(kx, ky, kz);
    }

    public Shape withIoTiles(int tiles) {
        return new Shape(kx, ky, kz, tiles);
    }

    /** Returns whether a node has a link in that direction: in a dimension of size 1 there is none. */
    public boolean hasLink(int rank, int direction) {
        return isOnTorus(rank) && k(direction >> 1) > 1;
    }

    public boolean isOnTorusAt(long coord) {
        return Coord.x(coord) < kx && Coord.y(coord) < ky && Coord.z(coord) < kz;
    }

    public int rank(int x, int y, int z) {
        return x + kx * (y + ky * z);
    }

    public int x(int rank) {
        return rank % kx;
    }

    public int y(int rank) {
        return rank / kx % ky;
    }

    public int z(int rank) {
        return rank / (kx * ky);
    }

    /** Returns rank and coordinates of a node in words. */
    public String place(int rank) {
        return rank + " (" + x(rank) + "," + y(rank) + "," + z(rank) + ")";
    }

    /** Returns the coordinate of a rank in a dimension: 0 is x, 1 is y, 2 is z. */
    public int at(int rank, int dimension) {
        return dimension == 0 ? x(rank) : dimension == 1 ? y(rank) : z(rank);
    }

    public int k(int dimension) {
        return dimension == 0 ? kx : dimension == 1 ? ky : kz;
    }

    public int coord(int rank) {
        return x(rank) | y(rank) << Coord.Y_LSB | z(rank) << Coord.Z_LSB;
    }

    public int rankOfCoord(int coord) {
        return rank((int) Coord.x(coord), (int) Coord.y(coord), (int) Coord.z(coord));
    }

    /**
     * Returns the node at the other end of link `direction` of `rank`, which is the node itself if the dimension has
     * size 1 or the node is an I/O tile.
     */
    public int neighbour(int rank, int direction) {
        if (!isOnTorus(rank)) {
            return rank;
        }
        int step = (direction & 1) == 0 ? 1 : -1;
        return switch (direction >> 1) {
            case 0 -> rank(Math.floorMod(x(rank) + step, kx), y(rank), z(rank));
            case 1 -> rank(x(rank), Math.floorMod(y(rank) + step, ky), z(rank));
            default -> rank(x(rank), y(rank), Math.floorMod(z(rank) + step, kz));
        };
    }

    @Override
    public String toString() {
        return kx + "x" + ky + "x" + kz + (ioTiles == 0 ? "" : "+" + ioTiles);
    }
}
