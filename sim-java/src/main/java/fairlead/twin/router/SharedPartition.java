// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static fairlead.twin.router.RouterState.EVENT_PLACE_MASK;
import static fairlead.twin.router.RouterState.NODE_SHIFT;

import fairlead.hw.HwLayout;
import java.util.Arrays;

/**
 * The routers of a partition whose structure has `shared_vcs`: packets of all classes share the VCs of a link, and
 * those of the one local port. A head takes one cycle for its route. It then requests every free output VC that it may
 * have, with or without a credit, until it has one, and then takes part in the switch allocation as its body does. Both
 * allocators are {@link IslipPartition.Islip}. On a link, a packet may have any VC with the v of its ring; at its last
 * router any ejection VC. A VC whose tail has left can be allocated from the next cycle on.
 *
 * <p>Buffers, links, credits and packets are those of {@link RouterPartition}. In `ready` are the VCs that have a flit
 * and an output VC with a credit. These routers support only wormhole switching and links of full speed. Spec:
 * docs/understand/router-stages.md
 */
final class SharedPartition extends RouterPartition {
    private static final int ROUTING = 1; // in cycles
    private static final int LINKS = RouterShape.LINKS;
    private static final int INPUTS = LINKS + 1; // number of inputs of the switch
    private static final int PLACES = RouterShape.FIRST_ADAPTIVE;
    /** The VCs of link 0 with v = 0. */
    private static final long LINK_VCS = HwLayout.SHARED_VCS > 2 ? 1 | 1L << RouterShape.PER_LINK / 2 : 1;

    private static final long EJECTION_VCS = (1L << HwLayout.SHARED_VCS) - 1 << RouterShape.FIRST_LOCAL;

    private final DueRing routed = new DueRing(ROUTING); // heads, by the cycle after which their route is known
    private final IslipPartition.Islip vcAllocator;
    private final IslipPartition.Islip switchAllocator;
    // round-robin pointer over the VCs of an input of the switch, by (node * INPUTS + input) * INPUTS + output
    private final byte[] vcPointer;
    private final int[] vcOf = new int[PLACES];
    private final int[] outputOf = new int[INPUTS];
    private final long[] candidates = new long[INPUTS * INPUTS]; // by input * INPUTS + output
    private final long[] unallocated; // by node: mask of the heads that have a route but no output VC

    private SharedPartition(RouterState state, PartitionLinks[] all, int self, PartitionPorts ports) {
        super(state, all, self, ports);
        if (state.cutThrough || state.linkTx != null) {
            throw new IllegalArgumentException("VCs are shared under wormhole switching, by links of full speed");
        }
        vcAllocator = new IslipPartition.Islip(state.nodes, PLACES, PLACES);
        switchAllocator = new IslipPartition.Islip(state.nodes, INPUTS, INPUTS);
        vcPointer = new byte[state.nodes * INPUTS * INPUTS];
        unallocated = new long[state.nodes];
    }

    /** Makes a partition; because this is a factory method, callers of other routers do not load the class. */
    static RouterPartition of(RouterState state, PartitionLinks[] all, int self, PartitionPorts ports) {
        return new SharedPartition(state, all, self, ports);
    }

    private static int port(int place) {
        return Math.min(RouterShape.port(place), LINKS);
    }

    private static int index(int place) {
        return RouterShape.isLocal(place) ? place - RouterShape.FIRST_LOCAL : place % RouterShape.PER_LINK;
    }

    /** Handles the next packet, which has reached the front of an input VC. */
    @Override
    void frontHead(int node, int place, long word) {
        routed.add(now + ROUTING, node << NODE_SHIFT | place);
        state.in[node * state.vcs + place] = InputVc.awaiting(word);
        state.ready[node] &= ~(1L << place);
    }

    /** Handles an arriving flit; while a head waits for its route, only the head itself needs an action. */
    @Override
    void arrivedHead(int node, int place, long word) {
        if (InputVc.count(word) > 1) {
            state.in[node * state.vcs + place] = word;
        } else {
            frontHead(node, place, word);
        }
    }

    @Override
    void arrivals(long t) {
        super.arrivals(t);
        int[] heads = routed.row(t);
        for (int i = 0; i < routed.count(t); i++) {
            int node = heads[i] >>> NODE_SHIFT;
            int place = heads[i] & EVENT_PLACE_MASK;
            head(node, place, state.in[node * state.vcs + place]);
        }
        routed.clear(t);
    }

    /** Notes that a head has its route and requests a VC from the next cycle on. */
    @Override
    boolean mayGo(int node, int output, int place) {
        unallocated[node] |= 1L << place;
        wake(node);
        return false;
    }

    @Override
    void step(int node) {
        long requests = state.ready[node];
        allocateVcs(node);
        if (requests != 0) {
            allocateSwitch(node, requests);
        }
        stepped(node, state.ready[node] | unallocated[node]);
    }

    private void allocateVcs(int node) {
        int base = node * state.vcs;
        for (long rest = unallocated[node]; rest != 0; rest &= rest - 1) {
            int place = Long.numberOfTrailingZeros(rest);
            int wants = InputVc.output(state.in[base + place]);
            long any = RouterShape.isLocal(wants)
                    ? EJECTION_VCS
                    : LINK_VCS << RouterShape.port(wants) * RouterShape.PER_LINK + wants % 2;
            for (; any != 0; any &= any - 1) {
                int vc = Long.numberOfTrailingZeros(any);
                if (!OutputVc.isOwned(state.out[base + vc])) {
                    vcAllocator.request(place, vc);
                }
            }
        }
        for (long rest = vcAllocator.match(node, vcOf); rest != 0; rest &= rest - 1) {
            int place = Long.numberOfTrailingZeros(rest);
            int vc = vcOf[place];
            long word = state.out[base + vc];
            state.in[base + place] = InputVc.withOutput(state.in[base + place], vc);
            state.out[base + vc] = OutputVc.owned(word, place);
            state.ready[node] |= OutputVc.credits(word) == 0 ? 0 : 1L << place;
            unallocated[node] &= ~(1L << place);
        }
    }

    private void allocateSwitch(int node, long requests) {
        int base = node * state.vcs;
        for (long rest = requests; rest != 0; rest &= rest - 1) {
            int place = Long.numberOfTrailingZeros(rest);
            int output = port(InputVc.output(state.in[base + place]));
            candidates[port(place) * INPUTS + output] |= 1L << index(place);
            switchAllocator.request(port(place), output);
        }
        long moved = 0;
        for (long rest = switchAllocator.match(node, outputOf); rest != 0; rest &= rest - 1) {
            int input = Long.numberOfTrailingZeros(rest);
            int pair = input * INPUTS + outputOf[input];
            int pointer = node * INPUTS * INPUTS + pair;
            int index = IslipPartition.Islip.next(candidates[pair], vcPointer[pointer]);
            vcPointer[pointer] = (byte) (index + 1);
            int place = index + input * RouterShape.PER_LINK; // the injection VCs follow the VCs of the links
            moved |= 1L << place;
        }
        Arrays.fill(candidates, 0);
        for (long rest = moved; rest != 0; rest &= rest - 1) {
            int place = Long.numberOfTrailingZeros(rest);
            move(node, place, InputVc.output(state.in[base + place]));
        }
    }

    /** Frees the output VC at a tail; a head already has its output VC from the VC allocation. */
    @Override
    long tookOrFreed(int node, int place, long word, boolean head, boolean tail) {
        return tail ? OutputVc.free(word) : word;
    }

    @Override
    long nextDue() {
        return Math.min(super.nextDue(), routed.next(now));
    }
}
