// SPDX-License-Identifier: Apache-2.0
package fairlead.model.router;

import fairlead.engine.api.Arbitration;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Routing;
import fairlead.engine.api.Shape;
import java.util.Arrays;

/**
 * State of all routers of a machine as structure of arrays, and the layout of its words. Buffers hold packets, not flits: the flits of a packet follow each other on a VC,
 * so a VC is the packet in front, the index of its next flit, and a count; the packets behind it are a ring of numbers.
 */
final class RouterState {
    // An input VC: the oldest flit as of Packets, without tail bit, or AWAIT; flits in the buffer; read pointer of the
    // ring of packets; index of the packet's tail;
    // place of the output VC that it takes: of a head under cut-through, its escape VC.
    static final int AWAIT = -1; // the next flit that comes is a head
    static final long FLIT_MASK = 0xFFFFFFFFL;
    static final int IN_COUNT_SHIFT = 32;
    static final long ONE_FLIT = 1L << IN_COUNT_SHIFT;
    static final int IN_POINTER_SHIFT = 41;
    static final int TAIL_SHIFT = 49;
    static final int TAIL_MASK = 0x1F;
    static final int IN_PLACE_SHIFT = 54;
    // An output VC: credits, of a flit or of a packet each; write pointer of the ring of packets that it leads to;
    // place of the input VC that owns it; owned; under wormhole the heads that want it, as a mask of input VCs.
    static final int POINTER_SHIFT = 9;
    static final int OWNER_SHIFT = 17;
    static final int OWNER_MASK = 0x3F;
    static final int OWNED = 1 << 23;
    static final int ROOM = 1 << 24; // its owner's body needs no credit (virtual cut-through)
    static final int WAITERS_SHIFT = 32;
    static final long ONE_WAITER = 1L << WAITERS_SHIFT;
    // Of both.
    static final int COUNT_MASK = 0x1FF;
    static final int POINTER_MASK = 0xFF;
    // Where an event goes: node, place.
    static final int NODE_SHIFT = 6;
    static final int EVENT_PLACE_MASK = (1 << NODE_SHIFT) - 1;

    final int nodes;
    final int linkDepth;
    final int localDepth;
    final int linkLatency;
    final int creditLatency;
    final int linkInterval;
    final int vcRule; // VC_RULE
    final boolean cutThrough; // of ROUTING
    final int prefer; // of ROUTING
    final int vcs; // places of a router that this machine has
    final int linkCredits; // flits, or packets under cut-through
    final boolean ageless; // ARBITRATION

    // by node * vcs + place
    final long[] in;
    final long[] out;
    final char[] stamps; // of the packet in front
    final long[] choices; // cut-through: see there
    final char[] alternatives;
    // cut-through, by node * 64 + bit: see there
    final long[] waiters;
    // by node
    final int[] coords;
    final long[] occupied; // VCs with a flit
    final long[] ready; // VCs whose flit may go
    final long[] free; // cut-through: see there
    // by node * PORTS + port
    final byte[] inPointer; // arbitration: over the VCs of an input port
    final byte[] outPointer; // over the input ports, of an output port
    // by node * LINKS + port
    final int[] link; // event word of the first VC at the other end, for flits and for credits
    final long[] linkFree; // link interval above 1: the first cycle in which the link is free again
    // by node * LOCALS + port
    final byte[] injectPointer; // write pointer of the ring of an injection port
    // rings of packets that are in a buffer or on their way to it, without the one in front
    final int[] rings;
    final int ringsOfNode;

    RouterState(final MachineConfig machine) {
        final Shape shape = machine.shape();
        nodes = shape.nodes();
        linkDepth = depth("linkVc", machine.buffers().linkVc());
        localDepth = depth("local", machine.buffers().local());
        linkLatency = machine.latency().link();
        creditLatency = machine.latency().credit();
        linkInterval = machine.linkInterval();
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
        free = new long[cutThrough ? nodes : 0];
        inPointer = new byte[nodes * RouterShape.PORTS];
        outPointer = new byte[nodes * RouterShape.PORTS];
        link = new int[nodes * RouterShape.LINKS];
        linkFree = new long[linkInterval == 1 ? 0 : nodes * RouterShape.LINKS];
        injectPointer = new byte[nodes * RouterShape.LOCALS];
        ringsOfNode = ring(vcs);
        rings = new int[nodes * ringsOfNode];

        Arrays.fill(in, AWAIT & FLIT_MASK);
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
        if (depth < 1 || depth > POINTER_MASK + 1) {
            throw new IllegalArgumentException(name + " must be 1 to " + (POINTER_MASK + 1) + ": " + depth);
        }
        return depth;
    }

    /** Most credits of an output VC, and packets of its ring, less one. */
    int last(final int place) {
        return (RouterShape.isLocal(place) ? localDepth : linkCredits) - 1;
    }

    /** Flits that the buffer of a place has room for. */
    int depth(final int place) {
        return RouterShape.isLocal(place) ? localDepth : linkDepth;
    }

    /** Start of the ring of a place in the rings of its node. */
    int ring(final int place) {
        final int locals = Math.max(0, Math.min(RouterShape.LOCALS, place - RouterShape.FIRST_LOCAL));
        return (place - locals) * linkCredits + locals * localDepth;
    }

    /** Cycles that a flit is on its way at most: with a slow link all flits that its buffer has room for may be before it. */
    int flitReach() {
        final long queue = linkInterval == 1 ? 0 : (long) linkInterval * linkDepth * RouterShape.NUMBERS;
        return Math.toIntExact(linkLatency + queue);
    }

    static int count(final long in) {
        return (int) (in >>> IN_COUNT_SHIFT) & COUNT_MASK;
    }
}
