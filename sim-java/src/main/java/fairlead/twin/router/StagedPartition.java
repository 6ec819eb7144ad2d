// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static fairlead.twin.router.RouterState.EVENT_PLACE_MASK;
import static fairlead.twin.router.RouterState.NODE_SHIFT;

import java.util.Arrays;

/**
 * The routers of a partition whose structure allocates output VCs in a stage of its own, and perhaps routes in another.
 * A head is in `heads` from the cycle in which it can take an output VC, and in `ready` once it has one.
 *
 * <p>Both allocations of a cycle go by the state at its start. The requests of both are therefore taken first.
 */
class StagedPartition extends PacedPartition {
    private static final int PORTS = RouterShape.PORTS;

    private final boolean isPaced;
    private final SwitchAllocator vcAllocator;
    private final DueRing routing = new DueRing(1); // heads, by the cycle in which they are routed
    private final int[] candidate = new int[PORTS]; // by input port
    private final int[] wants = new int[PORTS];
    private final int[] winners = new int[PORTS]; // by output port

    private long given; // input VCs of the current router whose heads are given output VCs

    StagedPartition(RouterState state, PartitionLinks[] all, int self, PartitionPorts ports) {
        super(state, all, self, ports);
        isPaced = state.linkTx != null;
        vcAllocator = new SwitchAllocator(state, new byte[state.nodes * PORTS], new byte[state.nodes * PORTS]);
    }

    /** Makes a partition; because this is a factory method, callers of other routers do not load the class. */
    static RouterPartition of(RouterState state, PartitionLinks[] all, int self, PartitionPorts ports) {
        if (RouterShape.SHARED) {
            return new SharedPartition(state, all, self, ports);
        }
        return RouterShape.ISLIP
                ? new IslipPartition(state, all, self, ports)
                : new StagedPartition(state, all, self, ports);
    }

    @Override
    final void step(int node) {
        long flits = isPaced && ready[node] != 0 ? ready[node] & ~blocked(node) : ready[node];
        long waiting = heads[node];
        boolean counts = (waiting | ready[node]) != 0 && waits().on[node]; // else the cycle has begun with it
        if (counts) {
            waits().blocked(node, occupied[node] & ~flits & ~waiting, 1);
        }
        given = 0;
        if (waiting != 0) {
            allocateVcs(node, waiting);
        }
        if (counts) {
            waits().asked(node, waiting, given);
        }
        pass(node, flits);
    }

    /** Moves flits of the requesting VCs through the switch. */
    void pass(int node, long flits) {
        act(node, flits);
    }

    /** Gives output VCs to heads: at most one of each input port, and at most one VC of each output port. */
    void allocateVcs(int node, long requests) {
        int first = -1; // candidate of the lowest input port; ages are relative to its stamp
        int count = 0;
        for (long rest = requests; rest != 0; count++) {
            int lowest = Long.numberOfTrailingZeros(RouterShape.byInput(rest));
            long rivals = rest & SwitchAllocator.inputMask(lowest);
            rest ^= rivals;
            candidate[count] = (rivals & rivals - 1) == 0
                    ? Long.numberOfTrailingZeros(rivals)
                    : vcAllocator.pick(node, lowest, rivals, 0);
            wants[count] = output(node, candidate[count], 0);
            first = count == 0 ? candidate[0] : first;
        }
        Arrays.fill(winners, -1);
        for (int i = 0; i < count; i++) {
            int port = RouterShape.port(wants[i]);
            int other = winners[port];
            if (other < 0
                    || vcAllocator.contest(node, first, port, candidate[other], candidate[i], 0) == candidate[i]) {
                winners[port] = i;
            }
        }
        for (int port = 0; port < PORTS; port++) {
            int i = winners[port];
            if (i >= 0) {
                vcAllocator.granted(node, candidate[i], RouterShape.port(candidate[i]), port);
                bind(node, candidate[i], wants[i]);
            }
        }
    }

    /**
     * Gives output VC `out` to the head in front of input VC `place`; it asks for the switch from the next cycle on.
     */
    final void bind(int node, int place, int output) {
        int base = node * vcs;
        long bit = 1L << place;
        given |= bit;
        heads[node] &= ~bit;
        long word = out[base + output];
        if (cutThrough == null) {
            word = OutputVc.owned(OutputVc.withoutWaiter(word, place), place);
            heads[node] &= ~OutputVc.waiters(word);
        } else {
            cutThrough.granted(node, place);
            state.alternatives[base + place] = 0;
            word = OutputVc.owned(word, place);
            word = RouterShape.isLocal(output) ? word : OutputVc.withRoom(word);
            cutThrough.changed(node, output, word);
        }
        out[base + output] = word;
        in[base + place] = InputVc.withOutput(in[base + place], output);
        ready[node] |= OutputVc.isStuck(word) != 0 ? 0 : bit;
    }

    /** Adds a head to those that wait for an output VC; the first credit is not a condition. */
    @Override
    boolean mayGo(int node, int output, int place) {
        super.mayGo(node, output, place);
        return !OutputVc.isOwned(out[node * vcs + output]);
    }

    @Override
    final long tookOrFreed(int node, int place, long word, boolean head, boolean tail) {
        if (!tail) {
            return word;
        }
        heads[node] |= OutputVc.waiters(word);
        return OutputVc.free(word);
    }

    /** Updates an output VC under cut-through: the head spends the credit of a link, the tail frees the VC. */
    @Override
    final long tookOrFreed(int node, int place, int output, long word, boolean head, boolean tail, boolean onLink) {
        long spent = head && onLink ? word - 1 : word;
        if (!tail) {
            return spent;
        }
        long free = OutputVc.free(spent);
        cutThrough.changed(node, output, free);
        return free;
    }

    @Override
    final void frontHead(int node, int place, long word) {
        ready[node] &= ~(1L << place);
        if (RouterShape.ROUTES) {
            routing.add(now + 1, node << NODE_SHIFT | place);
            in[node * vcs + place] = InputVc.awaiting(word);
        } else {
            head(node, place, word);
        }
    }

    /** Handles an arriving flit; while a head waits for its route, only the head itself needs an action. */
    @Override
    final void arrivedHead(int node, int place, long word) {
        if (InputVc.count(word) > 1) {
            in[node * vcs + place] = word;
        } else {
            frontHead(node, place, word);
        }
    }

    @Override
    final void arrivals(long t) {
        super.arrivals(t);
        int[] words = routing.row(t);
        for (int i = 0; i < routing.count(t); i++) {
            int node = words[i] >>> NODE_SHIFT;
            int place = words[i] & EVENT_PLACE_MASK;
            head(node, place, in[node * vcs + place]);
        }
        routing.clear(t);
    }

    @Override
    final long nextDue() {
        return Math.min(super.nextDue(), routing.next(now));
    }
}
