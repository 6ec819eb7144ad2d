// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.machine.Arbitration;
import fairlead.machine.Depths;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
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

    private static final int LINE = 64; // bytes of a cache line

    final int nodes;
    // by place: flits of its buffer, packets in the buffer and on the way to it, credits of an output, start of the
    // ring
    final int[] depths = new int[RouterShape.VCS]; // number of flits for which the buffer of a place has room
    private final int[] packets = new int[RouterShape.VCS];
    final int[] credits = new int[RouterShape.VCS];
    final int[] ringStarts = new int[RouterShape.VCS + 1]; // start of a place's ring among the rings of its node
    final int linkLatency;
    final int creditLatency;
    final int vcRule; // from register VC_RULE
    final boolean cutThrough; // from register ROUTING
    final int prefer; // from register ROUTING
    final int vcs; // number of places of a router of this machine
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
    final PartitionLinks.LinkTx linkTx; // null if every link takes a flit in each cycle
    // by node * LOCALS + port
    final byte[] injectPointer; // write pointer of the ring of each injection port
    // rings of the packets that are in a buffer or in flight to it, without the front packet
    final int[] rings;
    final int ringsOfNode;

    RouterState(MachineConfig machine) {
        Shape shape = machine.shape();
        nodes = shape.nodes();
        Depths links = machine.buffers().links();
        Depths locals = machine.buffers().locals();
        links.each().forEach(depth -> within("linkVc", depth));
        locals.each().forEach(depth -> within("local", depth));
        linkLatency = machine.latency().link() + RouterShape.CROSSING;
        creditLatency = machine.latency().credit();
        Routing routing = machine.routing();
        vcRule = routing.vcRule(machine.vcRule());
        cutThrough = routing.cutThrough();
        prefer = routing.prefer(shape);
        vcs = cutThrough ? RouterShape.VCS : RouterShape.FIRST_ADAPTIVE;
        if (links.tooShallow(routing) >= 0) {
            throw new IllegalArgumentException(
                    "linkVc must be at least " + routing.minLinkDepth() + " for " + routing + ": " + links);
        }
        setDepths(links, locals, routing);
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
        heads = RouterShape.ALLOCATES ? new long[nodes] : ready;
        free = new long[cutThrough ? nodes : 0];
        inPointer = new byte[nodes * RouterShape.PORTS];
        outPointer = new byte[nodes * RouterShape.PORTS];
        link = new int[nodes * RouterShape.LINKS];
        linkTx = machine.linkPeriod() == 1
                ? null
                : new PartitionLinks.LinkTx(nodes * RouterShape.LINKS, machine.linkInterval(), machine.linkChunk());
        injectPointer = new byte[nodes * RouterShape.LOCALS];
        ringsOfNode = ringStarts[vcs];
        rings = new int[nodes * ringsOfNode];

        Arrays.fill(in, InputVc.awaiting(0));
        Arrays.fill(free, CutThrough.allFree(this));
        for (int node = 0; node < nodes; node++) {
            coords[node] = shape.coord(node);
            for (int place = 0; place < vcs; place++) {
                out[node * vcs + place] = credits[place];
            }
            for (int port = 0; port < RouterShape.LINKS; port++) {
                int far = shape.neighbour(node, port);
                link[node * RouterShape.LINKS + port] = far << NODE_SHIFT | RouterShape.firstPlace(port ^ 1);
            }
        }
    }

    private void setDepths(Depths links, Depths locals, Routing routing) {
        for (int place = 0; place < RouterShape.VCS; place++) {
            int cls = RouterShape.number(place) >> RouterShape.CLASS_SHIFT;
            boolean local = RouterShape.isLocal(place);
            int dimension = RouterShape.port(place) / 2;
            depths[place] = local ? locals.inject(cls) : links.at(dimension, Depths.kind(RouterShape.number(place)));
            packets[place] = cutThrough && !local ? routing.slots(depths[place]) : depths[place];
            credits[place] = local ? locals.eject(cls) : packets[place];
            ringStarts[place + 1] = ringStarts[place] + packets[place];
        }
    }

    /**
     * Returns for how many cycles the routers of one partition can go on alone: what another partition sends in these
     * cycles arrives after them.
     */
    int lookahead() {
        return Math.min(linkLatency, creditLatency);
    }

    /**
     * Reads the state of a range of nodes, a cache line after the other. The processor notices the order and reads
     * ahead, which it cannot do for the routers' own accesses. Returns a value that depends on all that was read.
     */
    long readInOrder(int from, int to) {
        long sum = 0;
        for (int at = from * vcs; at < to * vcs; at += LINE / Long.BYTES) {
            sum += in[at] + out[at];
        }
        for (int at = from * ringsOfNode; at < to * ringsOfNode; at += LINE / Integer.BYTES) {
            sum += rings[at];
        }
        return sum;
    }

    private static void within(String name, int depth) {
        if (depth < 1 || depth > OutputVc.RING_MASK + 1) {
            throw new IllegalArgumentException(name + " must be 1 to " + (OutputVc.RING_MASK + 1) + ": " + depth);
        }
    }

    /** Returns the last index of the ring of packets of the buffer of a place. */
    int last(int place) {
        return packets[place] - 1;
    }
}
