// SPDX-License-Identifier: Apache-2.0
package fairlead.router;

import fairlead.flow.Packets;
import fairlead.hw.HwLayout.VcState;
import java.util.Arrays;

/** What can be seen of the routers while they stand still: the twin of the fabric's RouterView. */
final class RouterView {
    private final RouterState state;
    private final RouterPartition[] partitions;
    private int[] inFlight; // flits and credits, by output VC; made when first asked for

    RouterView(final RouterState state, final RouterPartition[] partitions) {
        this.state = state;
        this.partitions = partitions;
    }

    void vcStates(final long[] into) {
        Arrays.fill(into, 0, state.nodes * RouterShape.PORTS * RouterShape.NUMBERS, 0);
        for (int node = 0; node < state.nodes; node++) {
            for (int place = 0; place < RouterShape.VCS; place++) {
                final int port = node * RouterShape.PORTS + RouterShape.port(place);
                into[port * RouterShape.NUMBERS + RouterShape.number(place)] = word(node * RouterShape.VCS + place);
            }
        }
    }

    private long word(final int at) {
        final long in = state.in[at];
        final int out = state.out[at];
        final int count = RouterState.count(in);
        long word =
                (long) count << VcState.OCCUPANCY_LSB | (long) (out & RouterState.COUNT_MASK) << VcState.CREDITS_LSB;
        if (count > 0) {
            final int wants = (int) (in >>> RouterState.IN_PLACE_SHIFT);
            word |= (Packets.isHead((int) in) ? 1L : 0) << VcState.HEAD_LSB
                    | (long) RouterShape.port(wants) << VcState.WANT_PORT_LSB
                    | (long) RouterShape.number(wants) << VcState.WANT_VC_LSB;
        }
        if ((out & RouterState.OWNED) != 0) {
            final int owner = out >>> RouterState.OWNER_SHIFT & RouterState.OWNER_MASK;
            word |= 1L << VcState.OWNED_LSB
                    | (long) RouterShape.port(owner) << VcState.OWNER_PORT_LSB
                    | (long) RouterShape.number(owner) << VcState.OWNER_VC_LSB;
        }
        return word;
    }

    String imbalance() {
        if (inFlight == null) {
            inFlight = new int[state.in.length];
        }
        Arrays.fill(inFlight, 0);
        for (final RouterPartition part : partitions) {
            part.links().inFlight(event -> inFlight[index(farEnd(event))]++, event -> inFlight[index(event)]++);
        }
        for (int node = 0; node < state.nodes; node++) {
            for (int place = 0; place < RouterShape.FIRST_LOCAL; place++) {
                final int at = node * RouterShape.VCS + place;
                final int credits = state.out[at] & RouterState.COUNT_MASK;
                final int occupancy =
                        RouterState.count(state.in[index(farEnd(node << RouterState.NODE_SHIFT | place))]);
                if (credits + inFlight[at] + occupancy != state.linkDepth) {
                    return "node " + node + " link " + RouterShape.port(place) + " vc " + RouterShape.number(place)
                            + ": credits " + credits + " + in flight " + inFlight[at] + " + occupancy " + occupancy
                            + ", depth " + state.linkDepth;
                }
            }
        }
        return "";
    }

    private static int index(final int event) {
        return (event >>> RouterState.NODE_SHIFT) * RouterShape.VCS + (event & RouterState.EVENT_PLACE_MASK);
    }

    /** The VC at the other end of a link: of an input VC the output VC that leads to it, and the other way round. */
    private int farEnd(final int event) {
        final int node = event >>> RouterState.NODE_SHIFT;
        final int place = event & RouterState.EVENT_PLACE_MASK;
        return state.link[node * RouterShape.LINKS + RouterShape.port(place)] + RouterShape.index(place);
    }
}
