// SPDX-License-Identifier: Apache-2.0
package fairlead.model.router;

import static fairlead.model.router.RouterState.EVENT_PLACE_MASK;
import static fairlead.model.router.RouterState.NODE_SHIFT;

import java.util.Arrays;

/**
 * Routers that the RTL does not have, for comparison: the usual four stages of an input-queued router with separable allocators. A head spends a cycle on its route, then asks for an
 * output VC until it has one, with a credit or without, then takes part in the switch allocation like its body. Both allocators are {@link Islip}. A link VC of any class with the v of the
 * packet's ring will do, at the last router any ejection VC; injection VCs are one input of the switch, ejection VCs one output. A VC that a tail left is allocated from the next cycle on.
 *
 * <p>Buffers, links, credits and packets are those of {@link RouterPartition}; `ready` has the VCs that have an output VC with a credit and a flit. Wormhole only.
 */
final class SeparablePartition extends RouterPartition {
    private static final int ROUTING = 1; // cycles
    private static final int LINKS = RouterShape.LINKS;
    private static final int INPUTS = LINKS + 1; // of the switch
    private static final int PLACES = RouterShape.FIRST_ADAPTIVE;

    private final long linkVcs; // of link 0 with v = 0
    private final long ejectionVcs;
    private final DueRing routed = new DueRing(ROUTING); // heads, by the cycle behind which they have their route
    private final Islip vcAllocator;
    private final Islip switchAllocator;
    private final byte[] vcPointer; // round robin over the VCs of an input of the switch, by node * INPUTS + input
    private final int[] vcOf = new int[PLACES];
    private final int[] outputOf = new int[INPUTS];
    private final long[] candidates = new long[INPUTS * INPUTS]; // by input * INPUTS + output
    private final long[] unallocated; // by node: heads that have their route and no output VC

    private SeparablePartition(
            final RouterState state,
            final PartitionLinks[] all,
            final int self,
            final PartitionPorts ports,
            final int classes) {
        super(state, all, self, ports);
        if (state.cutThrough) {
            throw new IllegalArgumentException("the comparison's routers are wormhole routers");
        }
        final int perClass = RouterShape.PER_LINK / 2;
        linkVcs = classes == 1 ? 1 : 1 | 1L << perClass;
        ejectionVcs = (1L << classes * (RouterShape.LOCALS / 2)) - 1 << RouterShape.FIRST_LOCAL;
        vcAllocator = new Islip(state.nodes, PLACES, PLACES);
        switchAllocator = new Islip(state.nodes, INPUTS, INPUTS);
        vcPointer = new byte[state.nodes * INPUTS];
        unallocated = new long[state.nodes];
    }

    /** A factory, so that a caller who wants none does not load the class. */
    static RouterPartition of(
            final RouterState state,
            final PartitionLinks[] all,
            final int self,
            final PartitionPorts ports,
            final int classes) {
        return new SeparablePartition(state, all, self, ports, classes);
    }

    private static int port(final int place) {
        return Math.min(RouterShape.port(place), LINKS);
    }

    private static int index(final int place) {
        return RouterShape.isLocal(place) ? place - RouterShape.FIRST_LOCAL : place % RouterShape.PER_LINK;
    }

    /** The next packet has come to the front of an input VC. */
    @Override
    void frontHead(final int node, final int place, final long word) {
        routed.add(now + ROUTING, node << NODE_SHIFT | place);
        state.in[node * state.vcs + place] = InputVc.awaiting(word);
        state.ready[node] &= ~(1L << place);
    }

    /** Of the flits that come while a head waits for its route only the head itself is news. */
    @Override
    void arrivedHead(final int node, final int place, final long word) {
        if (InputVc.count(word) > 1) {
            state.in[node * state.vcs + place] = word;
        } else {
            frontHead(node, place, word);
        }
    }

    @Override
    void arrivals(final long t) {
        super.arrivals(t);
        final int[] heads = routed.row(t);
        for (int i = 0; i < routed.count(t); i++) {
            final int node = heads[i] >>> NODE_SHIFT;
            final int place = heads[i] & EVENT_PLACE_MASK;
            head(node, place, state.in[node * state.vcs + place]);
        }
        routed.clear(t);
    }

    /** A head has its route: it asks for a VC from the next cycle on. */
    @Override
    boolean mayGo(final int node, final int output, final int place) {
        unallocated[node] |= 1L << place;
        wake(node);
        return false;
    }

    @Override
    void step(final int node) {
        final long holding = state.occupied[node];
        final long requests = state.ready[node];
        allocateVcs(node);
        final long moved = requests == 0 ? 0 : allocateSwitch(node, requests);
        stepped(node, holding & ~moved, state.ready[node] | unallocated[node]);
    }

    private void allocateVcs(final int node) {
        final int base = node * state.vcs;
        for (long rest = unallocated[node]; rest != 0; rest &= rest - 1) {
            final int place = Long.numberOfTrailingZeros(rest);
            final int wants = InputVc.output(state.in[base + place]);
            long any = RouterShape.isLocal(wants)
                    ? ejectionVcs
                    : linkVcs << RouterShape.port(wants) * RouterShape.PER_LINK + wants % 2;
            for (; any != 0; any &= any - 1) {
                final int vc = Long.numberOfTrailingZeros(any);
                if (!OutputVc.isOwned(state.out[base + vc])) {
                    vcAllocator.request(place, vc);
                }
            }
        }
        for (long rest = vcAllocator.match(node, vcOf); rest != 0; rest &= rest - 1) {
            final int place = Long.numberOfTrailingZeros(rest);
            final int vc = vcOf[place];
            final long word = state.out[base + vc];
            state.in[base + place] = InputVc.withOutput(state.in[base + place], vc);
            state.out[base + vc] = OutputVc.owned(word, place);
            state.ready[node] |= OutputVc.credits(word) == 0 ? 0 : 1L << place;
            unallocated[node] &= ~(1L << place);
        }
    }

    private long allocateSwitch(final int node, final long requests) {
        final int base = node * state.vcs;
        for (long rest = requests; rest != 0; rest &= rest - 1) {
            final int place = Long.numberOfTrailingZeros(rest);
            final int output = port(InputVc.output(state.in[base + place]));
            candidates[port(place) * INPUTS + output] |= 1L << index(place);
            switchAllocator.request(port(place), output);
        }
        long moved = 0;
        for (long rest = switchAllocator.match(node, outputOf); rest != 0; rest &= rest - 1) {
            final int input = Long.numberOfTrailingZeros(rest);
            final int pointer = node * INPUTS + input;
            final int index = Islip.next(candidates[input * INPUTS + outputOf[input]], vcPointer[pointer]);
            vcPointer[pointer] = (byte) (index + 1);
            final int place = index + input * RouterShape.PER_LINK; // injection VCs are behind the links
            moved |= 1L << place;
        }
        Arrays.fill(candidates, 0);
        for (long rest = moved; rest != 0; rest &= rest - 1) {
            final int place = Long.numberOfTrailingZeros(rest);
            move(node, place, InputVc.output(state.in[base + place]));
        }
        return moved;
    }

    /** A head has its output VC from the VC allocation; a tail frees it. */
    @Override
    long tookOrFreed(final int node, final int place, final long word, final boolean head, final boolean tail) {
        return tail ? OutputVc.free(word) : word;
    }

    @Override
    long nextDue() {
        return Math.min(super.nextDue(), routed.next(now));
    }
}
