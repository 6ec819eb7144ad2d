// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.PacketMode;

/**
 * Which outputs packets may take (D8(c)).
 *
 * <p>Dimension order is wormhole. Adaptive and bubble are virtual cut-through: a link VC buffer of depth d holds floor(d / 17) packets, a credit is room for one packet of any
 * length, and a head moves only with room for its packet, or for two on entering a bubble ring.
 *
 * @param bubbleEscape escape VCs are bubble rings (one VC a ring), else they follow the VC rule; true in mode BUBBLE
 * @param longFirst adaptive packets finish the longest dimensions of the shape first
 * @param drawnTies data packets that are not ordered draw their direction at distance k/2, each its own
 */
public record Routing(Mode mode, boolean bubbleEscape, boolean longFirst, boolean drawnTies) {
    /** What a packet may do. */
    public enum Mode {
        DIMENSION_ORDER,
        ADAPTIVE,
        BUBBLE
    }

    public static final Routing DIMENSION_ORDER = new Routing(Mode.DIMENSION_ORDER, false, false, false);
    public static final Routing ADAPTIVE = new Routing(Mode.ADAPTIVE, false, false, false);
    public static final Routing BUBBLE = new Routing(Mode.BUBBLE, true, false, false);

    private static final int VC_RULE_BUBBLE = 2;
    private static final int PREFER_SHIFT = 1;
    private static final int SLOTS_SHIFT = 8;

    public Routing {
        if (mode == Mode.BUBBLE && !bubbleEscape || mode == Mode.DIMENSION_ORDER && bubbleEscape) {
            throw new IllegalArgumentException("bubbleEscape " + bubbleEscape + " in mode " + mode);
        }
    }

    /** Virtual cut-through, with credits of a packet each. */
    public boolean cutThrough() {
        return mode != Mode.DIMENSION_ORDER;
    }

    /** PacketMode of data packets that need no order. */
    public int dataMode() {
        return (mode == Mode.ADAPTIVE ? PacketMode.ADAPTIVE : 0) | (drawnTies ? PacketMode.DRAWN : 0);
    }

    /** Packets that a link VC buffer of `depth` flits has room for; 0 without cut-through. */
    public int slots(final int depth) {
        return cutThrough() ? depth / HwLayout.MAX_PACKET_FLITS : 0;
    }

    /** Dimensions that an adaptive packet finishes first: bit d. 0 when there is no such rule. */
    public int prefer(final Shape shape) {
        if (!longFirst) {
            return 0;
        }
        final int longest = Math.max(shape.kx(), Math.max(shape.ky(), shape.kz()));
        return (shape.kx() == longest ? 1 : 0) | (shape.ky() == longest ? 2 : 0) | (shape.kz() == longest ? 4 : 0);
    }

    /** Least depth of a link VC buffer, in flits. */
    public int minLinkDepth() {
        return !cutThrough() ? 1 : (bubbleEscape ? 2 : 1) * HwLayout.MAX_PACKET_FLITS;
    }

    /** Value of configuration register VC_RULE. */
    public int vcRule(final VcRule rule) {
        return bubbleEscape ? VC_RULE_BUBBLE : rule.ordinal();
    }

    /** Value of configuration register ROUTING. */
    public int register(final Shape shape, final int linkDepth) {
        return (cutThrough() ? 1 : 0) | prefer(shape) << PREFER_SHIFT | slots(linkDepth) << SLOTS_SHIFT;
    }
}
