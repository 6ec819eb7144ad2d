// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.controls;

import fairlead.engine.api.Engine;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Shape;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.hw.HwLayout.VcState;
import fairlead.software.Observer;
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
    /** Credits of links are packets. */
    private final boolean packets;

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
        packets = machine.routing().cutThrough() && machine.unsafe().variant() != UnsafeVariant.SHALLOW_ADAPTIVE;
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
        if (closedAt < 0 || packets) {
            members = search();
            // with packets as credits something on a link can still end what looks closed
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

    /** What is in front of this VC can move by some output, now or after somebody who is no suspect has. */
    private boolean isFree(final int node, final int i, final long word) {
        final long mask = VcState.adaptive(word);
        for (int link = 0; link < HwLayout.LINKS; link++) {
            for (int number = (i & 4) + 2; (mask >> link & 1) == 1 && number < (i & 4) + 4; number++) {
                if (isFree(node, word, link, number)) {
                    return true;
                }
            }
        }
        final int port = (int) VcState.wantPort(word);
        return port < PORTS && isFree(node, word, port, (int) VcState.wantVc(word));
    }

    private boolean isFree(final int node, final long word, final int port, final int number) {
        final long out = state[(node * PORTS + port) * NUMBERS + number];
        final boolean head = VcState.head(word) == 1;
        if (head && VcState.owned(out) == 1) {
            return !suspect[(node * PORTS + (int) VcState.ownerPort(out)) * NUMBERS + (int) VcState.ownerVc(out)];
        }
        if (port >= HwLayout.LINKS || packets && !head) {
            return true;
        }
        final int needed = VcState.enters(word) == 1 && (number & 3) < 2 ? 2 : 1;
        final int far = (shape.neighbour(node, port) * PORTS + (port ^ 1)) * NUMBERS + number;
        return VcState.credits(out) >= needed || !packets && VcState.occupancy(state[far]) < depth || !suspect[far];
    }

    /** Cycle of the first state from which on packets are stuck, or -1. */
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
