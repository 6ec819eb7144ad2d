// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.routes;

import fairlead.hw.HwLayout.Header0;
import fairlead.machine.Shape;

/**
 * Headers with the routing words that HeaderBuilder writes at the origin (hw HeaderBuilder, RU_R3, RU_R4): directions,
 * wrap crossings and ejection port.
 */
public final class Origin {
    private final Shape shape;
    private final int localPorts;

    public Origin(final Shape shape, final int localPorts) {
        this.shape = shape;
        this.localPorts = localPorts;
    }

    private int at(final int node, final int d) {
        return d == 0 ? shape.x(node) : d == 1 ? shape.y(node) : shape.z(node);
    }

    private int parity(final int node) {
        return (at(node, 0) ^ at(node, 1) ^ at(node, 2)) & 1;
    }

    /** Returns the dimensions in which the distance is half the ring, as bits. */
    int ties(final int src, final int dst) {
        int ties = 0;
        for (int d = 0; d < 3; d++) {
            ties |= 2 * Math.floorMod(at(dst, d) - at(src, d), shape.k(d)) == shape.k(d) ? 1 << d : 0;
        }
        return ties;
    }

    /**
     * Returns the dimensions with a tie in which the packet goes in minus direction; a parity of source and destination
     * decides.
     */
    int tiesMinus(final int src, final int dst) {
        int minus = 0;
        for (int d = 0; d < 3; d++) {
            final int others = (at(dst, (d + 1) % 3) ^ at(dst, (d + 2) % 3)) & 1;
            minus |= (parity(src) ^ others) << d;
        }
        return minus & ties(src, dst);
    }

    /** Returns the header of a packet of this class and mode. */
    public long header(final int src, final int dst, final int cls, final int mode) {
        return header(src, dst, cls, mode, tiesMinus(src, dst));
    }

    /** Returns the header with other directions in the dimensions with a tie. */
    long header(final int src, final int dst, final int cls, final int mode, final int tieMinus) {
        int dir = 0;
        int cross = 0;
        for (int d = 0; d < 3; d++) {
            final int from = at(src, d);
            final int goal = at(dst, d);
            final int twice = 2 * Math.floorMod(goal - from, shape.k(d));
            final boolean minus = twice > shape.k(d) || twice == shape.k(d) && (tieMinus >> d & 1) != 0;
            dir |= minus ? 1 << d : 0;
            cross |= (minus ? goal > from : goal < from) ? 1 << d : 0;
        }
        final int second = ((at(src, 0) ^ at(src, 1) ^ at(src, 2)) >> 1 & 1) ^ parity(src);
        return (long) shape.coord(dst) << Header0.DST_LSB
                | (shape.coord(src) & Header0.SRC_MASK) << Header0.SRC_LSB
                | (long) cls << Header0.CLS_LSB
                | (long) mode << Header0.MODE_LSB
                | (long) dir << Header0.DIR_LSB
                | (long) cross << Header0.CROSS_LSB
                | (localPorts == 2 ? (long) second << Header0.EPORT_LSB : 0);
    }
}
