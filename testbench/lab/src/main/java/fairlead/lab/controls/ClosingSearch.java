// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import fairlead.engine.Engine;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.Depths;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.Observer;
import java.util.Collection;

/**
 * An independent search for the first cycle from which some packets can never move again. The search examines every
 * cycle: first all VCs with flits are suspected; then a VC is cleared if its front flit can move or waits for a VC that
 * is not suspected, until no further VC can be cleared. The search shares no code with the detector, because it serves
 * to judge the detector. The search covers links only: a packet that wants to leave the network is always cleared.
 */
public final class ClosingSearch implements Observer {
    private static final int PORTS = HwLayout.ROUTER_PORTS;
    private static final int NUMBERS = 8;
    /** The bits of a state word that describe the input VC. */
    private static final long INPUT = (1L << VcState.CREDITS_LSB) - 1;

    private final Engine engine;
    private final Shape shape;
    private final Depths depths;
    private final boolean packets; // whether one credit of a link is room for one packet

    private final long[] state;
    private final boolean[] suspect;
    private final long[] before;
    private final long[] changedAt;
    private long closedAt = -1;

    public ClosingSearch(Engine engine, MachineConfig machine) {
        this.engine = engine;
        shape = machine.shape();
        depths = machine.buffers().links();
        packets = machine.routing().cutThrough() && machine.unsafe().variant() != UnsafeVariant.SHALLOW_ADAPTIVE;
        state = new long[machine.nodes() * Engine.VC_WORDS];
        suspect = new boolean[state.length];
        before = new long[state.length];
        changedAt = new long[state.length];
    }

    @Override
    public long stopBefore(long cycle) {
        return cycle + 1;
    }

    @Override
    public void batch(long cycle, int openOperations) {
        engine.vcStates(state);
        for (int i = 0; i < state.length; i++) {
            changedAt[i] = ((state[i] ^ before[i]) & INPUT) == 0 ? changedAt[i] : cycle;
            before[i] = state[i];
        }
        if (closedAt < 0 || packets) {
            int members = search();
            // with packets as credits, a flit still on a link can open a set of VCs that seems closed
            closedAt = members == 0 ? -1 : closedAt < 0 ? cycle : closedAt;
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
                    if (suspect[i] && isFree(node, i, state[i])) {
                        suspect[i] = false;
                        cleared = true;
                        left--;
                    }
                }
            }
        }
        return left;
    }

    /** Tells whether the front flit has an output that is free now, or will be freed by a VC that is not suspected. */
    private boolean isFree(int node, int i, long word) {
        long mask = VcState.adaptive(word);
        for (int link = 0; link < HwLayout.LINKS; link++) {
            for (int number = (i & 4) + 2; (mask >> link & 1) == 1 && number < (i & 4) + 4; number++) {
                if (isFree(node, word, link, number)) {
                    return true;
                }
            }
        }
        int port = (int) VcState.wantPort(word);
        return port < PORTS && isFree(node, word, port, (int) VcState.wantVc(word));
    }

    private boolean isFree(int node, long word, int port, int number) {
        long out = state[(node * PORTS + port) * NUMBERS + number];
        boolean head = VcState.head(word) == 1;
        if (head && VcState.owned(out) == 1) {
            return !suspect[(node * PORTS + (int) VcState.ownerPort(out)) * NUMBERS + (int) VcState.ownerVc(out)];
        }
        if (port >= HwLayout.LINKS || packets && !head) {
            return true;
        }
        int needed = VcState.enters(word) == 1 && (number & 3) < 2 ? 2 : 1;
        int far = (shape.neighbour(node, port) * PORTS + (port ^ 1)) * NUMBERS + number;
        int depth = depths.at(port / 2, Depths.kind(number));
        return VcState.credits(out) >= needed || !packets && VcState.occupancy(state[far]) < depth || !suspect[far];
    }

    /** Returns the cycle of the first state from which packets are stuck, or -1. */
    public long closedAt() {
        return closedAt;
    }

    /**
     * Returns the last cycle in which any of these VCs changed its contents. This cycle is used for a knot through the
     * units of nodes, which this search does not cover.
     *
     * @param vcs indices of the VCs' state words
     */
    public long frozenAt(Collection<Integer> vcs) {
        return vcs.stream().mapToLong(i -> changedAt[i]).max().orElse(-1);
    }
}
