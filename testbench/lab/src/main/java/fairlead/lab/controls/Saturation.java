// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import fairlead.deadlock.knot.KnotDetector;
import fairlead.engine.Engine;
import fairlead.engine.EngineFactory;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.MachineConfig;
import fairlead.node.Observer;

/**
 * A counter of saturated tile-cycles. Every 32 cycles, together with the detector's samples, it adds 32 for each node
 * with a blocked VC: the VC holds flits, but its front flit cannot move in this cycle, because it has no credit or
 * because another packet owns its output VC.
 */
final class Saturation implements Observer {
    private static final int PORTS = HwLayout.ROUTER_PORTS;
    private static final int NUMBERS = 8;
    private static final int ADAPTIVE = 2;

    private final int nodes;
    /** Whether one credit of a link is room for one packet; then only heads wait for credits. */
    private final boolean packets;

    private final long[] state;
    private Engine engine;
    private long looked = -1;
    private long tileCycles;

    Saturation(final MachineConfig machine) {
        nodes = machine.nodes();
        packets = machine.routing().cutThrough() && machine.unsafe().variant() != UnsafeVariant.SHALLOW_ADAPTIVE;
        state = new long[nodes * Engine.VC_WORDS];
    }

    /** Returns a factory of the same engines that observes the first engine it opens. */
    EngineFactory of(final EngineFactory factory) {
        return (config, options) -> {
            final Engine opened = factory.open(config, options);
            engine = engine == null ? opened : engine;
            return opened;
        };
    }

    @Override
    public long stopBefore(final long cycle) {
        return cycle - cycle % KnotDetector.PERIOD + KnotDetector.PERIOD;
    }

    @Override
    public void batch(final long cycle, final int openOperations) {
        if (cycle % KnotDetector.PERIOD != 0 || cycle == looked) {
            return;
        }
        looked = cycle;
        engine.vcStates(state);
        for (int node = 0; node < nodes; node++) {
            tileCycles += isBlocked(node) ? KnotDetector.PERIOD : 0;
        }
    }

    private boolean isBlocked(final int node) {
        for (int i = node * PORTS * NUMBERS; i < (node + 1) * PORTS * NUMBERS; i++) {
            if (VcState.occupancy(state[i]) > 0 && !goes(node, i, state[i])) {
                return true;
            }
        }
        return false;
    }

    private boolean goes(final int node, final int i, final long word) {
        final long mask = VcState.adaptive(word);
        for (int link = 0; mask >> link != 0; link++) {
            for (int number = (i & 4) + ADAPTIVE; (mask >> link & 1) == 1 && number < (i & 4) + 4; number++) {
                if (goes(node, word, link, number)) {
                    return true;
                }
            }
        }
        final int port = (int) VcState.wantPort(word);
        return port < PORTS && goes(node, word, port, (int) VcState.wantVc(word));
    }

    private boolean goes(final int node, final long word, final int port, final int number) {
        final long out = state[(node * PORTS + port) * NUMBERS + number];
        final boolean head = VcState.head(word) == 1;
        if (head && VcState.owned(out) == 1) {
            return false;
        }
        final boolean room = packets && port < HwLayout.LINKS && !head;
        return room || VcState.credits(out) >= (VcState.enters(word) == 1 && (number & 3) < ADAPTIVE ? 2 : 1);
    }

    /** Returns the number of saturated tile-cycles so far. */
    long tileCycles() {
        return tileCycles;
    }
}
