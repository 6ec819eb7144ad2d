// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Coord;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.machine.Shape;

/**
 * Writes the routing word of a packet at its origin (D8(c)). The origin fixes directions, ties and wrap crossings, so
 * that every hop is a function of (node, header).
 *
 * <p>At distance k/2 the direction follows from the parity of source and destination, or is drawn from the stamp if the
 * mode demands it. The ejection port is a parity of the source.
 */
public final class HeaderBuilder {
    private final int x;
    private final int y;
    private final int z;
    private final int kx;
    private final int ky;
    private final int kz;
    private final int parity;
    private final long fixed;

    /**
     * Makes the builder of one node.
     *
     * @param me packed Coord of the origin
     * @param localPorts 1 or 2
     */
    public HeaderBuilder(Shape shape, int me, int localPorts) {
        x = (int) Coord.x(me);
        y = (int) Coord.y(me);
        z = (int) Coord.z(me);
        kx = shape.kx();
        ky = shape.ky();
        kz = shape.kz();
        parity = (x ^ y ^ z) & 1;
        long eport = localPorts == HwLayout.MOST_PORTS ? parity ^ (x ^ y ^ z) >> 1 & 1 : 0;
        fixed = (me & Header0.SRC_MASK) << Header0.SRC_LSB | eport << Header0.EPORT_LSB;
    }

    /** Returns a packed Header0 of mode 0, which is deterministic. */
    public long build(int dst, int ptype, int cls, int length, boolean last, long stamp) {
        return build(dst, ptype, cls, PacketMode.DETERMINISTIC, length, last, stamp);
    }

    /**
     * Returns a packed Header0.
     *
     * @param dst packed Coord of the destination
     * @param ptype PacketType
     * @param cls 0 for a request, 1 for a response
     * @param mode bits of PacketMode
     * @param length number of payload bytes
     * @param last true for the last packet of an operation
     * @param stamp low bits of the cycle in which the packet was prepared
     */
    public long build(int dst, int ptype, int cls, int mode, int length, boolean last, long stamp) {
        int dx = (int) Coord.x(dst);
        int dy = (int) Coord.y(dst);
        int dz = (int) Coord.z(dst);
        int ties = (mode & PacketMode.DRAWN) != 0
                ? drawn((int) stamp)
                : tie(dy ^ dz) | tie(dx ^ dz) << 1 | tie(dx ^ dy) << 2;
        long paths = ring(x, dx, kx, ties & 1, 0) | ring(y, dy, ky, ties & 2, 1) | ring(z, dz, kz, ties & 4, 2);
        return fixed
                | dst
                | paths
                | (long) cls << Header0.CLS_LSB
                | (long) mode << Header0.MODE_LSB
                | (long) ptype << Header0.PTYPE_LSB
                | (long) length << Header0.LENGTH_LSB
                | (last ? 1L << Header0.LAST_LSB : 0)
                | stamp << Header0.STAMP_LSB;
    }

    private int tie(int others) {
        return (parity ^ others) & 1;
    }

    /** Returns the drawn directions: bit d is a combination of two bits of the stamp. */
    private static int drawn(int stamp) {
        return stamp ^ stamp >> RouterShape.DIMENSIONS;
    }

    /**
     * Returns, for the smaller ring distance, bit `dimension` of dir (minus direction) and of cross (the path crosses
     * the wrap link).
     */
    private static long ring(int src, int dst, int k, int tie, int dimension) {
        if (src == dst) {
            return 0;
        }
        int twice = 2 * (dst >= src ? dst - src : dst + k - src);
        boolean minus = twice > k || twice == k && tie != 0;
        boolean cross = minus ? dst > src : dst < src;
        return (minus ? 1L << Header0.DIR_LSB + dimension : 0) | (cross ? 1L << Header0.CROSS_LSB + dimension : 0);
    }
}
