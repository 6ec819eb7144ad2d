// SPDX-License-Identifier: Apache-2.0
package fairlead.router;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;

/** The relation of the RTL's RouteUnit, as a pure function. Spec: docs/spec/route-unit.md */
public final class RouteUnit {
    private static final int CLASS_SHIFT = 2;
    private static final int VC_BITS = 3;
    private static final int COORD_MASK = (1 << HwLayout.COORD_BITS) - 1;

    private RouteUnit() {}

    /**
     * The output that the head of a packet takes.
     *
     * @param me packed Coord of this node
     * @param isStatic VC_RULE: static, else dateline
     * @param inVc VC number of arrival; only its class is used
     * @param header0 packed Header0
     * @return port << 3 | VC number (class << 2 | v)
     */
    public static int route(final int me, final boolean isStatic, final int inVc, final long header0) {
        final int goal = (int) Header0.dst(header0);
        final int cls = inVc >> CLASS_SHIFT;
        final int differs = me ^ goal;
        if (differs == 0) {
            final int port = HwLayout.LINKS + cls * HwLayout.LOCAL_PORTS + (int) Header0.eport(header0);
            return port << VC_BITS | cls << CLASS_SHIFT;
        }
        final int low =
                Integer.numberOfTrailingZeros(differs) / HwLayout.COORD_BITS; // the first dimension that differs
        final int shift = low * HwLayout.COORD_BITS;
        final int minus = (int) Header0.dir(header0) >> low & 1;
        final boolean higher = (goal >> shift & COORD_MASK) > (me >> shift & COORD_MASK);
        // the wrap link is ahead iff the goal is lower when going up, higher when going down
        final int v = isStatic ? (int) Header0.cross(header0) >> low & 1 : minus ^ (higher ? 1 : 0);
        return (2 * low + minus) << VC_BITS | cls << CLASS_SHIFT | v;
    }

    /** Output port of {@link #route}'s answer. */
    public static int port(final int route) {
        return route >> VC_BITS;
    }

    /** VC number of {@link #route}'s answer. */
    public static int vc(final int route) {
        return route & (1 << VC_BITS) - 1;
    }
}
