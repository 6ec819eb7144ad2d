// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.PacketMode;

/**
 * The outputs that packets may take (D8(c)).
 *
 * <p>Dimension order uses wormhole switching. Adaptive and bubble use virtual cut-through: a link VC buffer of depth d
 * holds floor(d / 17) packets, a credit stands for room for one packet of any length, and a head moves only if there is
 * room for its packet, or for two packets when it enters a bubble ring.
 *
 * @param bubbleEscape true if escape VCs are bubble rings (one VC a ring), false if they follow the VC rule; true in
 *     mode BUBBLE
 * @param longFirst true if adaptive packets finish the longest dimensions of the shape first
 * @param drawnTies true if each unordered data packet draws its direction at distance k/2
 */
public record Routing(Mode mode, boolean bubbleEscape, boolean longFirst, boolean drawnTies) {
    public enum Mode {
        DIMENSION_ORDER,
        ADAPTIVE,
        BUBBLE
    }

    public static final Routing DIMENSION_ORDER = new Routing(Mode.DIMENSION_ORDER, false, false, false);
    public static final Routing DRAWN_TIES = new Routing(Mode.DIMENSION_ORDER, false, false, true);
    public static final Routing ADAPTIVE = new Routing(Mode.ADAPTIVE, false, false, false);
    public static final Routing BUBBLE = new Routing(Mode.BUBBLE, true, false, false);

    private static final int VC_RULE_BUBBLE = 2;
    private static final int PREFER_SHIFT = 1;
    private static final int BARRED_SHIFT = 4;
    private static final int SLOTS_SHIFT = 8;

    public Routing {
        boolean fits = mode == Mode.ADAPTIVE || bubbleEscape == (mode == Mode.BUBBLE);
        MachineConfig.require(fits, "bubbleEscape " + bubbleEscape + " in mode " + mode);
    }

    public boolean cutThrough() {
        return mode != Mode.DIMENSION_ORDER;
    }

    /** Returns the PacketMode of data packets that need no order. */
    public int dataMode() {
        return (mode == Mode.ADAPTIVE ? PacketMode.ADAPTIVE : 0) | (drawnTies ? PacketMode.DRAWN : 0);
    }

    /** Returns the bits of PacketMode that no packet of this machine has: a POST with one of them is refused. */
    public int barredModes() {
        return ~dataMode() & PacketMode.ADAPTIVE_DRAWN;
    }

    /** Returns the number of packets for which a link VC buffer of `depth` flits has room; 0 without cut-through. */
    public int slots(int depth) {
        return cutThrough() ? depth / HwLayout.MAX_PACKET_FLITS : 0;
    }

    /** Returns the dimensions that an adaptive packet finishes first, as bits d; 0 if there is no such rule. */
    public int prefer(Shape shape) {
        if (!longFirst) {
            return 0;
        }
        int longest = Math.max(shape.kx(), Math.max(shape.ky(), shape.kz()));
        return (shape.kx() == longest ? 1 : 0) | (shape.ky() == longest ? 2 : 0) | (shape.kz() == longest ? 4 : 0);
    }

    /** Returns the least depth at which each link VC buffer is deep enough, in flits. */
    public int minLinkDepth() {
        return minDepth(false);
    }

    /** Returns the least depth of the buffer of an adaptive or an escape VC, in flits. */
    public int minDepth(boolean adaptive) {
        return !cutThrough() ? 1 : (bubbleEscape && !adaptive ? 2 : 1) * HwLayout.MAX_PACKET_FLITS;
    }

    public int vcRule(VcRule rule) {
        return bubbleEscape ? VC_RULE_BUBBLE : rule.ordinal();
    }

    public int register(Shape shape, int linkDepth) {
        return (cutThrough() ? 1 : 0)
                | prefer(shape) << PREFER_SHIFT
                | barredModes() << BARRED_SHIFT
                | slots(linkDepth) << SLOTS_SHIFT;
    }
}
