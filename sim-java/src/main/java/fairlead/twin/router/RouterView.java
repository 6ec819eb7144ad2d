// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.VcState;
import java.util.Arrays;

/** The visible state of the routers between two cycles: the twin of the fabric's RouterView. */
final class RouterView {
    private static final int NODE_WORDS = RouterShape.PORTS * RouterShape.NUMBERS;
    /** The number of places whose VCs the structure has. */
    private static final int PRESENT =
            HwLayout.VCS_PER_CLASS > HwLayout.ESCAPE_VCS ? RouterShape.VCS : RouterShape.FIRST_ADAPTIVE;

    private static final int NO_PORT = 15; // the output port of a head that is not routed yet
    private static final int[] WORD = words(); // the word index of each place within its node
    private final RouterState state;
    private final RouterPartition[] partitions;
    private final Packets packets;
    // counts by output VC, allocated on first use
    private int[] flits; // number of flits on the link
    private int[] credits; // number of credits on the link

    RouterView(RouterState state, RouterPartition[] partitions, Packets packets) {
        this.state = state;
        this.partitions = partitions;
        this.packets = packets;
    }

    private static int[] words() {
        int[] words = new int[RouterShape.VCS];
        Arrays.setAll(words, place -> RouterShape.port(place) * RouterShape.NUMBERS + RouterShape.number(place));
        return words;
    }

    void vcStates(long[] into) {
        Arrays.fill(into, 0, state.nodes * NODE_WORDS, 0);
        for (int node = 0; node < state.nodes; node++) {
            int first = node * NODE_WORDS;
            for (int place = 0; place < PRESENT; place++) {
                if (RouterShape.isPresent(place)) {
                    into[first + WORD[place]] = place < state.vcs ? word(node * state.vcs + place) : unused(place);
                }
            }
        }
    }

    /** Returns the state of a VC without flits that has all its credits. */
    private long unused(int place) {
        return (long) state.credits[place] << VcState.CREDITS_LSB;
    }

    private long word(int at) {
        long in = state.in[at];
        long out = state.out[at];
        int count = InputVc.count(in);
        long word = (long) count << VcState.OCCUPANCY_LSB | (long) OutputVc.credits(out) << VcState.CREDITS_LSB;
        if (count > 0) {
            if (RouterShape.ROUTES && InputVc.isAwaiting(in)) {
                return word | owner(out) | (long) NO_PORT << VcState.WANT_PORT_LSB;
            }
            int wants = InputVc.output(in);
            word |= (Packets.isHead((int) in) && !isBound(at, wants) ? 1L : 0) << VcState.HEAD_LSB
                    | (long) RouterShape.port(wants) << VcState.WANT_PORT_LSB
                    | (long) RouterShape.number(wants) << VcState.WANT_VC_LSB;
            if (state.cutThrough && Packets.isHead((int) in)) {
                int alternatives = state.alternatives[at];
                word |= (long) (alternatives & CutThrough.LINKS_MASK) << VcState.ADAPTIVE_LSB
                        | ((alternatives & CutThrough.ENTERS) != 0 ? 1L : 0) << VcState.ENTERS_LSB;
            }
        }
        return word | owner(out);
    }

    /** Returns whether the head in front of an input VC has its output VC. */
    private boolean isBound(int at, int wants) {
        int place = at % state.vcs;
        long output = state.out[at - place + wants];
        return RouterShape.ALLOCATES && OutputVc.isOwnedBy(output, place);
    }

    private static long owner(long out) {
        if (!OutputVc.isOwned(out)) {
            return 0;
        }
        int owner = OutputVc.owner(out);
        return 1L << VcState.OWNED_LSB
                | (long) RouterShape.port(owner) << VcState.OWNER_PORT_LSB
                | (long) RouterShape.number(owner) << VcState.OWNER_VC_LSB;
    }

    String imbalance() {
        if (flits == null) {
            flits = new int[state.in.length];
            credits = new int[state.in.length];
        }
        Arrays.fill(flits, 0);
        Arrays.fill(credits, 0);
        for (RouterPartition part : partitions) {
            part.links.inFlight(event -> flits[index(farEnd(event))]++, event -> credits[index(event)]++);
        }
        for (int node = 0; node < state.nodes; node++) {
            for (int place = 0; place < state.vcs; place++) {
                String wrong = RouterShape.isLocal(place) ? "" : imbalance(node, place);
                if (!wrong.isEmpty()) {
                    return wrong;
                }
            }
        }
        return "";
    }

    /**
     * Checks one output VC: the credits that it lacks must be on the link or at the other end, as flits, or as packets
     * whose tail has not left.
     */
    private String imbalance(int node, int place) {
        int at = node * state.vcs + place;
        int far = farEnd(node << RouterState.NODE_SHIFT | place);
        int kept = OutputVc.credits(state.out[at]);
        int coming = flits[at] + InputVc.count(state.in[index(far)]);
        int given = state.cutThrough ? packetsIn(far, coming) : coming;
        if (kept + credits[at] + given == state.credits[place]) {
            return "";
        }
        return "node " + node + " link " + RouterShape.port(place) + " vc " + RouterShape.number(place) + ": credits "
                + kept + ", on their way " + credits[at] + ", flits on the link " + flits[at] + ", room taken " + given
                + ", in all " + state.credits[place];
    }

    /**
     * Returns the number of packets to which `coming` flits belong, on a link and in the buffer at its end, including
     * the packet that is being forwarded.
     */
    private int packetsIn(int far, int coming) {
        int place = far & RouterState.EVENT_PLACE_MASK;
        long in = state.in[index(far)];
        int left = coming;
        int count = 0;
        if (!InputVc.isAwaiting(in)) {
            count = 1;
            left -= InputVc.tail(in) + 1 - Packets.index(InputVc.flit(in));
        }
        int ring = (far >>> RouterState.NODE_SHIFT) * state.ringsOfNode + state.ringStarts[place];
        int read = InputVc.ring(in);
        for (; left > 0; count++) {
            left -= RouterPartition.tail(packets.header0(state.rings[ring + read])) + 1;
            read = read == state.last(place) ? 0 : read + 1;
        }
        return count;
    }

    private int index(int event) {
        return (event >>> RouterState.NODE_SHIFT) * state.vcs + (event & RouterState.EVENT_PLACE_MASK);
    }

    /** Returns the VC at the other end of a link: the output VC that leads to an input VC, and vice versa. */
    private int farEnd(int event) {
        int node = event >>> RouterState.NODE_SHIFT;
        int place = event & RouterState.EVENT_PLACE_MASK;
        return state.link[node * RouterShape.LINKS + RouterShape.port(place)] + RouterShape.offset(place);
    }
}
