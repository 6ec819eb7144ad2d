// SPDX-License-Identifier: Apache-2.0
package fairlead.router;

import fairlead.flow.Packets;
import fairlead.hw.HwLayout.VcState;
import java.util.Arrays;

/** What can be seen of the routers while they stand still: the twin of the fabric's RouterView. */
final class RouterView {
    private final TorusRouter routers;
    private final RouterShape vc;

    RouterView(final TorusRouter routers) {
        this.routers = routers;
        vc = routers.vc;
    }

    void vcStates(final long[] into) {
        Arrays.fill(into, 0, routers.nodes * RouterShape.PORTS * RouterShape.NUMBERS, 0);
        for (int node = 0; node < routers.nodes; node++) {
            for (int place = 0; place < vc.vcs; place++) {
                final int port = node * RouterShape.PORTS + vc.portOf[place];
                into[port * RouterShape.NUMBERS + vc.numberOf[place]] = state(node, place);
            }
        }
    }

    private long state(final int node, final int place) {
        final long in = routers.in[node * vc.vcs + place];
        final int out = routers.out[node * vc.vcs + place];
        final int count = count(in);
        long word = (long) count << VcState.OCCUPANCY_LSB
                | (long) (out & TorusRouter.COUNT_MASK) << VcState.CREDITS_LSB;
        if (count > 0) {
            final int wants = (int) (in >>> TorusRouter.IN_PLACE_SHIFT);
            final long head = Packets.isHead((int) in) ? 1 : 0;
            word |= head << VcState.HEAD_LSB
                    | (long) vc.portOf[wants] << VcState.WANT_PORT_LSB
                    | (long) vc.numberOf[wants] << VcState.WANT_VC_LSB;
        }
        if ((out & TorusRouter.OWNED) != 0) {
            final int owner = out >>> TorusRouter.PLACE_SHIFT & TorusRouter.PLACE_MASK;
            word |= 1L << VcState.OWNED_LSB
                    | (long) vc.portOf[owner] << VcState.OWNER_PORT_LSB
                    | (long) vc.numberOf[owner] << VcState.OWNER_VC_LSB;
        }
        return word;
    }

    String imbalance() {
        final int[] inFlight = new int[routers.nodes * vc.vcs]; // by output VC
        routers.flitsDue.tally(event -> inFlight[farEnd(event)]++);
        routers.creditsDue.tally(event -> inFlight[index(event)]++);
        for (int node = 0; node < routers.nodes; node++) {
            for (int place = 0; place < vc.firstPlace(RouterShape.LINKS); place++) {
                final int at = node * vc.vcs + place;
                final int credits = routers.out[at] & TorusRouter.COUNT_MASK;
                final int event = routers.linkWord(node, vc.portOf[place]) + vc.indexOf[place];
                final int occupancy = count(routers.in[index(event)]);
                if (credits + inFlight[at] + occupancy != routers.linkDepth) {
                    return "node " + node + " link " + vc.portOf[place] + " vc " + vc.numberOf[place] + ": credits "
                            + credits + " + in flight " + inFlight[at] + " + occupancy " + occupancy + ", depth "
                            + routers.linkDepth;
                }
            }
        }
        return "";
    }

    private static int count(final long in) {
        return (int) (in >>> TorusRouter.IN_COUNT_SHIFT) & TorusRouter.COUNT_MASK;
    }

    private int index(final int event) {
        return (event >>> TorusRouter.NODE_SHIFT) * vc.vcs + (event & TorusRouter.EVENT_PLACE_MASK);
    }

    /** The output VC that leads to the input VC of `event`. */
    private int farEnd(final int event) {
        final int node = event >>> TorusRouter.NODE_SHIFT;
        final int place = event & TorusRouter.EVENT_PLACE_MASK;
        return index(routers.linkWord(node, vc.portOf[place]) + vc.indexOf[place]);
    }
}
