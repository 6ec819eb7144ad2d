// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;

/**
 * The bits of a tile's units that must act or that offer a packet. They are in one place so that a cycle visits only
 * these units. Each unit maintains its own bits; an unnecessary bit costs time but changes no result.
 */
public final class Attention {
    // masks of the parts of the tile whose edge has an effect
    public static final int DLA = 1;
    public static final int FENCE = 1 << 1;
    public static final int EPOCH_ORIGIN = 1 << 2;
    public static final int EPOCH_TARGET = 1 << 3;
    public static final int BARRIER = 1 << 4;
    private static final int BESIDE_DMA = (1 << 5) - 1;
    public static final int RECEPTION = 1 << 5;

    /** A message is being written to a reception FIFO. */
    public static final int MESSAGES = 1 << 6;

    private static final int FIRST_ROUTE_BARRIER = 7;

    /** The barriers of all class routes. */
    public static final int ROUTE_BARRIERS = (1 << HwLayout.CLASS_ROUTES) - 1 << FIRST_ROUTE_BARRIER;

    /** The legs of these barriers: one is busy, or patterns have come. */
    public static final int ROUTE_LEGS = 1 << FIRST_ROUTE_BARRIER + HwLayout.CLASS_ROUTES;

    public static final int ROUTES = ROUTE_BARRIERS | ROUTE_LEGS;

    /** The collective network and its device. */
    public static final int TREE = 2 * ROUTE_LEGS;

    // sources that offer a packet to the DMA engine, for requests and for responses
    public static final int PING = 1;
    public static final int EPOCH_CONTROL = 1 << 1;
    public static final int DLA_REQUEST = 1 << 2;
    public static final int FOR_REQUESTS = PING | EPOCH_CONTROL | DLA_REQUEST;
    public static final int EPOCH_ANSWER = 1 << 3;
    public static final int CREDIT = 1 << 4;
    public static final int FOR_RESPONSES = EPOCH_ANSWER | CREDIT;

    private int due;
    private int offers = -1; // a source without a bit here is always asked
    private boolean inEdges; // used only by the assertion of stir

    /** Returns the bit of a node's barrier: 0 for that of all nodes, 1 + r for that of class route r. */
    public static int barrier(int number) {
        return number == 0 ? BARRIER : 1 << FIRST_ROUTE_BARRIER - 1 + number;
    }

    /** Marks a part whose edge in this cycle must be executed, because the part has received a notice. */
    public void stir(int part) {
        assert !inEdges : "a unit was told something in an edge (package fairlead.twin.nic)";
        due |= part;
    }

    /** Sets, at the edge of a part, whether its next edge has an effect even without a notice. */
    public void keep(int part, boolean works) {
        due = works ? due | part : due & ~part;
    }

    public boolean has(int part) {
        return (due & part) != 0;
    }

    /** Records, for assertions, that the edges of the tile begin or have ended; always returns true. */
    public boolean edges(boolean begin) {
        inEdges = begin;
        return true;
    }

    /** Returns whether a unit other than the DMA engine must be visited. */
    public boolean besideDma() {
        return (due & BESIDE_DMA) != 0;
    }

    /** Sets whether a source offers a packet; called when the source is made and at its edges. */
    public void offer(int source, boolean shows) {
        offers = shows ? offers | source : offers & ~source;
    }

    public boolean offers(int sources) {
        return (offers & sources) != 0;
    }
}
