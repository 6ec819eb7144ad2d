// SPDX-License-Identifier: Apache-2.0
package fairlead.control;

import fairlead.engine.Engine;
import fairlead.engine.MachineConfig;
import fairlead.engine.Shape;
import fairlead.executor.Observer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.VcState;
import java.util.Collection;

/**
 * The first cycle in which some packets can never move again, by looking at every cycle: all VCs with flits are suspects, and whoever could move, or waits for
 * somebody who is no suspect, is cleared until nobody is left to clear. Shares no code with the detector, which it is there to judge. Sees links only: a packet that
 * wants to leave the network is always cleared.
 */
public final class ClosingSearch implements Observer {
    private static final int PORTS = HwLayout.ROUTER_PORTS;
    private static final int NUMBERS = 8;
    /** The part of a word that is about the input VC. */
    private static final long INPUT = (1L << VcState.CREDITS_LSB) - 1;

    private final Engine engine;
    private final Shape shape;
    private final int depth;
    private final long[] state;
    private final boolean[] suspect;
    private final long[] before;
    private final long[] changedAt;
    private long closedAt = -1;
    private int members;

    public ClosingSearch(final Engine engine, final MachineConfig machine) {
        this.engine = engine;
        shape = machine.shape();
        depth = machine.buffers().linkVc();
        state = new long[machine.nodes() * Engine.VC_WORDS];
        suspect = new boolean[state.length];
        before = new long[state.length];
        changedAt = new long[state.length];
    }

    @Override
    public long stopBefore(final long cycle) {
        return cycle + 1;
    }

    @Override
    public void batch(final long cycle, final int openOperations) {
        engine.vcStates(state);
        for (int i = 0; i < state.length; i++) {
            changedAt[i] = ((state[i] ^ before[i]) & INPUT) == 0 ? changedAt[i] : cycle;
            before[i] = state[i];
        }
        if (closedAt < 0) {
            members = search();
            closedAt = members > 0 ? cycle : -1;
        }
    }

    private int search() {
        int left = 0;
        for (int i = 0; i < state.length; i++) {
            suspect[i] = VcState.occupancy(state[i]) > 0;
            left += suspect[i] ? 1 : 0;
        }
        boolean cleared = true;
        while (cleared && left > 0) {
            cleared = false;
            for (int node = 0; node < shape.nodes(); node++) {
                for (int i = node * PORTS * NUMBERS; i < (node + 1) * PORTS * NUMBERS; i++) {
                    if (suspect[i] && isFree(node, state[i])) {
                        suspect[i] = false;
                        cleared = true;
                        left--;
                    }
                }
            }
        }
        return left;
    }

    /** What is in front of this VC can move, now or after somebody who is no suspect has. */
    private boolean isFree(final int node, final long word) {
        final int port = (int) VcState.wantPort(word);
        final int number = (int) VcState.wantVc(word);
        final long out = state[(node * PORTS + port) * NUMBERS + number];
        if (VcState.head(word) == 1 && VcState.owned(out) == 1) {
            return !suspect[(node * PORTS + (int) VcState.ownerPort(out)) * NUMBERS + (int) VcState.ownerVc(out)];
        }
        if (VcState.credits(out) > 0 || port >= HwLayout.LINKS) {
            return true;
        }
        final int far = (shape.neighbour(node, port) * PORTS + (port ^ 1)) * NUMBERS + number;
        return VcState.occupancy(state[far]) < depth || !suspect[far];
    }

    /** Cycle of the first state in which packets are stuck for ever, or -1. */
    public long closedAt() {
        return closedAt;
    }

    /** Cycle from which on none of these VCs (word numbers) has changed its contents: for a knot that goes through the units of nodes, which are not seen here. */
    public long frozenAt(final Collection<Integer> vcs) {
        return vcs.stream().mapToLong(i -> changedAt[i]).max().orElse(-1);
    }

    /** VCs that are stuck then. */
    public int members() {
        return members;
    }
}
