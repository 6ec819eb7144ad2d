// SPDX-License-Identifier: Apache-2.0
package fairlead.run.record;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.HopEvent;
import fairlead.machine.MachineConfig;

/**
 * Counts the flits on every channel over time. An event reports the head of a packet only (on ejection, the tail). The
 * flits of the packet are placed in the earliest cycles from the head on in which the channel is free, which is exact
 * for packets that pass without interruption. The sum over time is exact in any case.
 */
final class FlitFlow {
    private final Series flits;
    private final int nodes;
    private final int interval;
    private final long[] free; // by channel: the first cycle that no packet has occupied yet

    FlitFlow(final TimeAxis axis, final MachineConfig machine) {
        nodes = machine.nodes();
        interval = machine.linkInterval();
        flits = axis.sums(nodes * Channels.PER_NODE);
        free = new long[nodes * Channels.PER_NODE];
    }

    Series flits() {
        return flits;
    }

    void hop(final EventCursor e) {
        final int link = (int) HopEvent.link(e.c());
        if (e.node() < nodes && link < Channels.LINKS) {
            place(e.node() * Channels.PER_NODE + link, e.cycle(), Channels.flits(e.a()), interval);
        }
    }

    void injected(final EventCursor e) {
        final int port = e.unit() - EventUnit.TX_REQ0;
        if (e.node() < nodes && port >= 0 && port < Channels.LOCAL) {
            place(e.node() * Channels.PER_NODE + Channels.INJECT + port, e.cycle(), Channels.flits(e.a()), 1);
        }
    }

    void delivered(final EventCursor e) {
        final int port = e.unit() - EventUnit.RX_REQ0;
        if (e.node() < nodes && port >= 0 && port < Channels.LOCAL) {
            final int count = Channels.flits(e.a());
            final int row = e.node() * Channels.PER_NODE + Channels.EJECT + port;
            place(row, Math.max(0, e.cycle() - count + 1), count, 1);
        }
    }

    private void place(final int row, final long cycle, final int count, final int step) {
        final long from = Math.max(cycle, free[row]);
        free[row] = from + (long) count * step;
        if (step == 1) {
            flits.addCycles(from, from + count, row);
            return;
        }
        for (int i = 0; i < count; i++) {
            flits.add(from + (long) i * step, row, 1);
        }
    }
}
