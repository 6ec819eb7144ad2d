// SPDX-License-Identifier: Apache-2.0
package fairlead.model.router;

import fairlead.engine.api.Arbitration;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Routing;
import fairlead.engine.api.Shape;
import java.util.Arrays;

/**
 * The state of all routers of a machine as a structure of arrays; {@link InputVc} and {@link OutputVc} describe the
 * layout of its words. Buffers hold packets instead of flits: the flits of a packet follow each other on a VC. The
 * state of a VC is therefore its front packet, the index of the next flit, and a count; the later packets are in a ring
 * of packet numbers.
 */
final class RouterState {
    // fields of an event word: node and place at which the event arrives
    static final int NODE_SHIFT = 6;
    static final int EVENT_PLACE_MASK = (1 << NODE_SHIFT) - 1;

    final int nodes;
    final int linkDepth;
    final int localDepth;
    final int linkLatency;
    final int creditLatency;
    final int vcRule; // from register VC_RULE
    final boolean cutThrough; // from register ROUTING
    final int prefer; // from register ROUTING
    final int vcs; // number of places of a router of this machine
    final int linkCredits; // in flits, or in packets under cut-through
    final boolean ageless; // whether arbitration ignores age (register ARBITRATION)

    // by node * vcs + place
    final long[] in;
    final long[] out;
    final char[] stamps; // stamp of the front packet
    final long[] choices; // used under cut-through, in the layout of CutThrough
    final char[] alternatives;
    final long[] waiters; // used under cut-through, by node * 64 + bit, in the layout of CutThrough
    // by node
    final int[] coords;
    final long[] occupied; // mask of the VCs with a flit
    final long[] ready; // mask of the VCs whose flit can advance
    final long[] heads; // the same of the VCs whose head can take an output VC; `ready` if it does so in the same step
    final long[] free; // used under cut-through, in the layout of CutThrough
    // by node * PORTS + port
    final byte[] inPointer; // arbitration pointer over the VCs of each input port
    final byte[] outPointer; // arbitration pointer over the input ports of each output port
    // by node * LINKS + port
    final int[] link; // event word of the first VC at the other end of the link, for flits and for credits
    final LinkTx linkTx; // null if every link takes a flit in each cycle
    // by node * LOCALS + port
    final byte[] injectPointer; // write pointer of the ring of each injection port
    // rings of the packets that are in a buffer or in flight to it, without the front packet
    final int[] rings;
    final int ringsOfNode;

    RouterState(final MachineConfig machine) {
        final Shape shape = machine.shape();
        nodes = shape.nodes();
        linkDepth = depth("linkVc", machine.buffers().linkVc());
        localDepth = depth("local", machine.buffers().local());
        linkLatency = machine.latency().link() + Stages.CROSSING;
        creditLatency = machine.latency().credit();
        final Routing routing = machine.routing();
        vcRule = routing.vcRule(machine.vcRule());
        cutThrough = routing.cutThrough();
        prefer = routing.prefer(shape);
        vcs = cutThrough ? RouterShape.VCS : RouterShape.FIRST_ADAPTIVE;
        linkCredits = cutThrough ? routing.slots(linkDepth) : linkDepth;
        if (linkDepth < routing.minLinkDepth()) {
            throw new IllegalArgumentException(
                    "linkVc must be at least " + routing.minLinkDepth() + " for " + routing + ": " + linkDepth);
        }
        ageless = machine.arbitration() == Arbitration.ROUND_ROBIN;

        in = new long[nodes * vcs];
        out = new long[nodes * vcs];
        stamps = new char[nodes * vcs];
        choices = new long[cutThrough ? nodes * vcs : 0];
        alternatives = new char[choices.length];
        waiters = new long[cutThrough ? nodes * CutThrough.BITS : 0];
        coords = new int[nodes];
        occupied = new long[nodes];
        ready = new long[nodes];
        heads = Stages.ALLOCATES ? new long[nodes] : ready;
        free = new long[cutThrough ? nodes : 0];
        inPointer = new byte[nodes * RouterShape.PORTS];
        outPointer = new byte[nodes * RouterShape.PORTS];
        link = new int[nodes * RouterShape.LINKS];
        linkTx = machine.linkPeriod() == 1
                ? null
                : new LinkTx(nodes * RouterShape.LINKS, machine.linkInterval(), machine.linkChunk());
        injectPointer = new byte[nodes * RouterShape.LOCALS];
        ringsOfNode = ring(vcs);
        rings = new int[nodes * ringsOfNode];

        Arrays.fill(in, InputVc.awaiting(0));
        Arrays.fill(free, CutThrough.allFree(linkCredits));
        for (int node = 0; node < nodes; node++) {
            coords[node] = shape.coord(node);
            for (int place = 0; place < vcs; place++) {
                out[node * vcs + place] = last(place) + 1;
            }
            for (int port = 0; port < RouterShape.LINKS; port++) {
                final int far = shape.neighbour(node, port);
                link[node * RouterShape.LINKS + port] = far << NODE_SHIFT | RouterShape.firstPlace(port ^ 1);
            }
        }
    }

    private static int depth(final String name, final int depth) {
        if (depth < 1 || depth > OutputVc.RING_MASK + 1) {
            throw new IllegalArgumentException(name + " must be 1 to " + (OutputVc.RING_MASK + 1) + ": " + depth);
        }
        return depth;
    }

    /**
     * Returns the greatest number of credits of an output VC, which is also the length of its ring of packets, minus
     * one.
     */
    int last(final int place) {
        return (RouterShape.isLocal(place) ? localDepth : linkCredits) - 1;
    }

    /** Returns the number of flits for which the buffer of a place has room. */
    int depth(final int place) {
        return RouterShape.isLocal(place) ? localDepth : linkDepth;
    }

    /** Returns the start of a place's ring among the rings of its node. */
    int ring(final int place) {
        final int locals = Math.max(0, Math.min(RouterShape.LOCALS, place - RouterShape.FIRST_LOCAL));
        return (place - locals) * linkCredits + locals * localDepth;
    }
}
