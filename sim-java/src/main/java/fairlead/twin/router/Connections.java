// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

/**
 * The connections of the switch (RT_R9). An input VC that forwarded a flit in the last cycle and has the next flit of
 * the same packet ready keeps its input port and its output port. A VC that could only win by taking one of these ports
 * is called late. Round robin has no connections.
 */
final class Connections {
    private final int vcs;
    private final long[] in;
    private final CutThrough cutThroughOrNull;
    private final boolean ageless;

    // By node: the input VCs that forwarded a flit other than a tail, and the cycle in which they did so. In dimension
    // order the mask is short, so one word holds both.
    private static final int CYCLE_SHIFT = RouterShape.FIRST_ADAPTIVE;
    private static final long PLACES = (1L << CYCLE_SHIFT) - 1;
    private final long[] moved;
    private final long[] movedIn;

    // results for the current router
    private long held; // bits of the output ports with a connection, in the layout of CutThrough
    private long late; // input VCs that can only advance by breaking a connection
    long busy; // bits of the output ports whose links take no head, in the layout of CutThrough

    Connections(RouterState state, CutThrough cutThroughOrNull) {
        this.cutThroughOrNull = cutThroughOrNull;
        vcs = state.vcs;
        in = state.in;
        ageless = state.ageless;
        moved = new long[state.nodes];
        movedIn = new long[cutThroughOrNull == null ? 0 : moved.length];
    }

    /** Records the input VCs of a router that forwarded a flit other than a tail in cycle t. */
    void moved(int node, long places, long t) {
        if (cutThroughOrNull == null) {
            moved[node] = t << CYCLE_SHIFT | places;
        } else {
            moved[node] = places;
            movedIn[node] = t;
        }
    }

    /**
     * Returns the input VCs that forwarded a non-tail flit in cycle t - 1; each now has the next flit of that packet in
     * front, or is empty.
     */
    long streams(int node, long t) {
        long places = moved[node];
        if (cutThroughOrNull == null) {
            return places >>> CYCLE_SHIFT == t - 1 ? places & PLACES : 0;
        }
        return movedIn[node] == t - 1 ? places : 0;
    }

    /** Returns the VCs among the requests of cycle t that would break a connection. */
    long late(int node, long requests, long t) {
        held = 0;
        late = 0;
        if (ageless) {
            return 0;
        }
        long holders = 0;
        long beside = 0; // VCs of the same input ports
        for (long rest = streams(node, t) & requests; rest != 0; rest &= rest - 1) {
            int place = Long.numberOfTrailingZeros(rest);
            long word = in[node * vcs + place];
            holders |= 1L << place;
            beside |= SwitchAllocator.inputMask(place);
            held |= CutThrough.bitsOf(RouterShape.port(InputVc.output(word)));
        }
        if (holders == 0) {
            return 0;
        }
        late = beside & ~holders;
        for (long rest = requests & ~beside; rest != 0; rest &= rest - 1) {
            int place = Long.numberOfTrailingZeros(rest);
            late |= isBlocked(node, place) ? 1L << place : 0;
        }
        return late;
    }

    private boolean isBlocked(int node, int place) {
        long word = in[node * vcs + place];
        return cutThroughOrNull != null && !Stages.ALLOCATES && Packets.isHead((int) word)
                ? !cutThroughOrNull.hasBeside(node, place, held | busy)
                : (held >>> InputVc.output(word) & 1) != 0;
    }

    /** Returns the output VCs that an adaptive head in this input VC of the current router must not take. */
    long avoided(int place) {
        return busy | ((late >>> place & 1) != 0 ? 0 : held);
    }

    /** Notes the output ports of the current router whose links take no head. */
    void busy(long bits) {
        busy = bits;
    }
}
