// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.hw.HwLayout;

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
final class SharedPartition extends IslipPartition {
    private static final int LINKS = RouterShape.LINKS;
    private static final int PLACES = RouterShape.FIRST_ADAPTIVE;
    /** The VCs of link 0 with v = 0. */
    private static final long LINK_VCS = HwLayout.SHARED_VCS > 2 ? 1 | 1L << RouterShape.PER_LINK / 2 : 1;

    private static final long EJECTION_VCS = (1L << HwLayout.SHARED_VCS) - 1 << RouterShape.FIRST_LOCAL;

    private final IslipPartition.Islip vcAllocator;
    private final int[] vcOf = new int[PLACES];

    SharedPartition(RouterState state, PartitionLinks[] all, int self, PartitionPorts ports) {
        super(state, all, self, ports);
        if (state.cutThrough || state.linkTx != null) {
            throw new IllegalArgumentException("VCs are shared under wormhole switching, by links of full speed");
        }
        vcAllocator = new IslipPartition.Islip(state.nodes, PLACES, PLACES);
    }

    @Override
    int port(int place) {
        return Math.min(RouterShape.port(place), LINKS);
    }

    @Override
    int index(int place) {
        return RouterShape.isLocal(place) ? place - RouterShape.FIRST_LOCAL : place % RouterShape.PER_LINK;
    }

    @Override
    int place(int port, int index) {
        return index + port * RouterShape.PER_LINK; // the injection VCs follow the VCs of the links
    }

    /** Notes that a head has its route; it may have one of several output VCs, so it waits for none of them. */
    @Override
    boolean mayGo(int node, int output, int place) {
        return true;
    }

    @Override
    void allocateVcs(int node, long requests) {
        int base = node * vcs;
        for (long rest = requests; rest != 0; rest &= rest - 1) {
            int place = Long.numberOfTrailingZeros(rest);
            int wants = InputVc.output(in[base + place]);
            long any = RouterShape.isLocal(wants)
                    ? EJECTION_VCS
                    : LINK_VCS << RouterShape.port(wants) * RouterShape.PER_LINK + wants % 2;
            for (; any != 0; any &= any - 1) {
                int vc = Long.numberOfTrailingZeros(any);
                if (!OutputVc.isOwned(out[base + vc])) {
                    vcAllocator.request(place, vc);
                }
            }
        }
        for (long rest = vcAllocator.match(node, vcOf); rest != 0; rest &= rest - 1) {
            int place = Long.numberOfTrailingZeros(rest);
            int vc = vcOf[place];
            long word = out[base + vc];
            in[base + place] = InputVc.withOutput(in[base + place], vc);
            out[base + vc] = OutputVc.owned(word, place);
            ready[node] |= OutputVc.credits(word) == 0 ? 0 : 1L << place;
            heads[node] &= ~(1L << place);
        }
    }
}
