// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/**
 * What of a tile has something to do or to offer, in one place, so that a cycle touches only that. Each unit keeps its own bits; a bit too many costs time and changes nothing.
 */
public final class Attention {
    // parts of the tile whose edge does something
    public static final int DLA = 1;
    public static final int FENCE = 1 << 1;
    public static final int EPOCH_ORIGIN = 1 << 2;
    public static final int EPOCH_TARGET = 1 << 3;
    public static final int BARRIER = 1 << 4;
    private static final int BESIDE_DMA = (1 << 5) - 1;
    public static final int RECEPTION = 1 << 5;

    /** A message is on its way into a reception FIFO. */
    public static final int MESSAGES = 1 << 6;

    // sources that show the DMA engine a packet: for requests, for responses
    public static final int PING = 1;
    public static final int EPOCH_CONTROL = 1 << 1;
    public static final int DLA_REQUEST = 1 << 2;
    public static final int FOR_REQUESTS = PING | EPOCH_CONTROL | DLA_REQUEST;
    public static final int EPOCH_ANSWER = 1 << 3;
    public static final int CREDIT = 1 << 4;
    public static final int FOR_RESPONSES = EPOCH_ANSWER | CREDIT;

    private int due;
    private int offers = -1; // a source that keeps no bit is always asked
    private boolean inEdges; // for the assertion of stir only

    /** The part has been told something: its edge in this cycle has to be taken. */
    public void stir(final int part) {
        assert !inEdges : "a unit was told something in an edge (model.ports.Unit)";
        due |= part;
    }

    /** At the part's edge: whether the next one will do something, whatever comes. */
    public void keep(final int part, final boolean works) {
        due = works ? due | part : due & ~part;
    }

    public boolean has(final int part) {
        return (due & part) != 0;
    }

    /** For assertions, so always true: the edges of the tile begin, or are over. */
    public boolean edges(final boolean begin) {
        inEdges = begin;
        return true;
    }

    /** A unit beside the DMA engine has to be looked at. */
    public boolean besideDma() {
        return (due & BESIDE_DMA) != 0;
    }

    /** When the source is made, and at its edges: whether it shows a packet. */
    public void offer(final int source, final boolean shows) {
        offers = shows ? offers | source : offers & ~source;
    }

    /** One of these sources may show a packet. */
    public boolean offers(final int sources) {
        return (offers & sources) != 0;
    }
}
