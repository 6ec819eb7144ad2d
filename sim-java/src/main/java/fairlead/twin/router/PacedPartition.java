// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

/**
 * The routers of a partition of a machine whose links do not take a flit in every cycle. A flit that wants a busy link
 * does not request; `ready` says nothing of links, so a router with such a flit stays awake.
 */
class PacedPartition extends RouterPartition {
    private static final int LINKS = RouterShape.LINKS;

    private final PartitionLinks.LinkTx linkTx;

    PacedPartition(RouterState state, PartitionLinks[] all, int self, PartitionPorts ports) {
        super(state, all, self, ports);
        linkTx = state.linkTx;
    }

    /** Makes a partition; because this is a factory method, callers of other routers do not load the class. */
    static RouterPartition of(RouterState state, PartitionLinks[] all, int self, PartitionPorts ports) {
        return new PacedPartition(state, all, self, ports);
    }

    @Override
    void step(int node) {
        if (ready[node] != 0) {
            act(node, ready[node] & ~blocked(node));
        }
    }

    /** Returns the VCs whose front flit finds no link that takes it in this cycle. */
    final long blocked(int node) {
        int busy = 0; // mask of the links in the middle of a chunk
        long busyBits = 0; // their output VCs, in the layout of CutThrough
        for (int port = 0; port < LINKS; port++) {
            if (!linkTx.starts(node * LINKS + port, now)) {
                busy |= 1 << port;
                busyBits |= CutThrough.bitsOf(port);
            }
        }
        busy(busyBits);
        long blocked = 0;
        for (long rest = busy == 0 ? 0 : ready[node]; rest != 0; rest &= rest - 1) {
            int place = Long.numberOfTrailingZeros(rest);
            blocked |= isBlocked(node, place, busy, busyBits) ? 1L << place : 0;
        }
        return blocked;
    }

    private boolean isBlocked(int node, int place, int busy, long busyBits) {
        long word = in[node * vcs + place];
        int wants = InputVc.output(word);
        int port = RouterShape.port(wants);
        if (Packets.isHead((int) word)) {
            return cutThrough == null || RouterShape.ALLOCATES
                    ? (busy >> port & 1) != 0
                    : !cutThrough.hasBeside(node, place, busyBits);
        }
        int line = node * LINKS + port;
        return (busy >> port & 1) != 0 && !linkTx.follows(line, state.link[line] + RouterShape.offset(wants), now);
    }
}
