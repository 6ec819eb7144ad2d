// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.PacketMode;

/** The relation of the RTL's RouteUnit as pure functions. Spec: docs/spec/route-unit.md. */
public final class RouteUnit {
    /** Values of VC_RULE. */
    public static final int DATELINE = 0;

    public static final int STATIC = 1;
    public static final int BUBBLE = 2;

    private static final int VC_BITS = 3;
    private static final int COORD_MASK = (1 << HwLayout.COORDINATE_BITS) - 1;
    private static final int DIMENSIONS = RouterShape.DIMENSIONS;

    private static final boolean HAS_ADAPTIVE = HwLayout.VCS_PER_CLASS > HwLayout.ESCAPE_VCS;

    private RouteUnit() {}

    /**
     * Returns the escape output of the head of a packet, which is the only output of a deterministic packet.
     *
     * @param me packed Coord of this node
     * @param rule value of VC_RULE
     * @param inVc VC number of arrival; only its class is used
     * @param header0 packed Header0
     * @return port << 3 | VC number (class << 2 | v)
     */
    public static int route(int me, int rule, int inVc, long header0) {
        int goal = (int) Header0.dst(header0);
        int cls = inVc >> RouterShape.CLASS_SHIFT;
        int differs = me ^ goal;
        if (differs == 0) {
            int eject = HwLayout.LOCAL_PORTS < HwLayout.MOST_PORTS ? 0 : (int) Header0.eport(header0);
            int port = HwLayout.LINKS + cls * HwLayout.MOST_PORTS + eject;
            return port << VC_BITS | cls << RouterShape.CLASS_SHIFT;
        }
        int low = Integer.numberOfTrailingZeros(differs) / HwLayout.COORDINATE_BITS; // the first dimension that differs
        int minus = (int) Header0.dir(header0) >> low & 1;
        int v = rule == BUBBLE ? 0 : dateline(me, goal, low, minus, rule == STATIC, header0);
        return (2 * low + minus) << VC_BITS | cls << RouterShape.CLASS_SHIFT | v;
    }

    private static int dateline(int me, int goal, int low, int minus, boolean isStatic, long header0) {
        int shift = low * HwLayout.COORDINATE_BITS;
        boolean higher = (goal >> shift & COORD_MASK) > (me >> shift & COORD_MASK);
        // the wrap link is ahead if the goal is lower on a path upwards, or higher on a path downwards
        return isStatic ? (int) Header0.cross(header0) >> low & 1 : minus ^ (higher ? 1 : 0);
    }

    public static int port(int route) {
        return route >> VC_BITS;
    }

    public static int vc(int route) {
        return route & (1 << VC_BITS) - 1;
    }

    /**
     * Returns the links whose adaptive VCs (v = 2, 3 of its class) the head of a packet may also take; there are none
     * unless the packet is adaptive and not at its destination.
     *
     * @param me packed Coord of this node
     * @param prefer dimensions that are finished first, bit d
     * @param header0 packed Header0
     * @return bit 2 * d + direction of each link
     */
    public static int adaptive(int me, int prefer, long header0) {
        if (!HAS_ADAPTIVE || (Header0.mode(header0) & PacketMode.ADAPTIVE) == 0) {
            return 0;
        }
        int differs = me ^ (int) Header0.dst(header0);
        int productive = 0; // mask of dimensions
        for (int d = 0; d < DIMENSIONS; d++) {
            productive |= (differs >> d * HwLayout.COORDINATE_BITS & COORD_MASK) != 0 ? 1 << d : 0;
        }
        if ((productive & prefer) != 0) {
            productive &= prefer;
        }
        int links = 0;
        for (int d = 0; d < DIMENSIONS; d++) {
            links |= (productive >> d & 1) << 2 * d + (int) (Header0.dir(header0) >> d & 1);
        }
        return links;
    }

    /**
     * Returns whether a packet enters a bubble ring with a hop through escape output `port` and therefore needs room
     * for two packets; false if the output is not a link.
     */
    public static boolean enters(int rule, int inPort, int inVc, int port) {
        boolean continues = inPort == (port ^ 1) && (inVc & (1 << RouterShape.CLASS_SHIFT) - 1) == 0;
        return rule == BUBBLE && port < HwLayout.LINKS && !continues;
    }
}
