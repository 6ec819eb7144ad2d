// SPDX-License-Identifier: Apache-2.0
package fairlead.run.record;

import fairlead.engine.Engine;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.Depths;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.run.record.TimeAxis.Series;
import java.util.Arrays;

/**
 * Takes snapshots of the router VCs and sums up, for every channel, the flits in the buffers at its end and the
 * snapshots in which one of these buffers had no space left. It also sums up what the flits in front of all VCs waited
 * for.
 */
final class VcSamples {
    /** What the flit in front of a VC does in a snapshot. */
    enum Front {
        /** It may go, and no other flit wants the same output port. */
        MOVES,
        /** It may go, and another flit goes through its output port first. */
        SWITCH,
        /** The buffer at the other end of its link has no credit left. */
        CREDIT,
        /** Another packet holds its output VC. */
        OWNER,
        /** The receiver at the end of its ejection port gives no credit. */
        EJECTION
    }

    private static final int PORTS = HwLayout.ROUTER_PORTS;
    private static final int VCS = 8;
    private static final int ADAPTIVE = 2;

    private final Shape shape;
    private final Depths locals;
    private final long[] words;
    private final int[] ready = new int[PORTS];
    // of each channel: the flits in the buffers at its end, and the snapshots in which one of them was full
    final Series flits;
    final Series full;
    final Series fronts; // by Front
    final Series samples; // the number of snapshots, in one row

    VcSamples(TimeAxis axis, MachineConfig machine) {
        shape = machine.shape();
        locals = machine.buffers().locals();
        words = new long[shape.nodes() * Engine.VC_WORDS];
        flits = axis.sums(shape.nodes() * Channels.PER_NODE);
        full = axis.sums(shape.nodes() * Channels.PER_NODE);
        fronts = axis.sums(Front.values().length);
        samples = axis.sums(1);
    }

    /** Notes a snapshot of a machine without packets. */
    void rest(long cycle) {
        samples.add(cycle, 0, 1);
    }

    void take(long cycle, Engine engine) {
        engine.vcStates(words);
        take(cycle, words);
    }

    void take(long cycle, long[] snapshot) {
        samples.add(cycle, 0, 1);
        for (int node = 0; node < shape.nodes(); node++) {
            for (int link = 0; link < Channels.LINKS; link++) {
                link(cycle, node, link, snapshot);
            }
            for (int port = 0; port < Channels.LOCAL; port++) {
                local(cycle, node, port, snapshot);
            }
            fronts(cycle, node, snapshot);
        }
    }

    private void link(long cycle, int node, int link, long[] snapshot) {
        int to = (shape.neighbour(node, link) * PORTS + (link ^ 1)) * VCS;
        int from = (node * PORTS + link) * VCS;
        long occupied = 0;
        boolean none = false;
        for (int vc = 0; vc < VCS; vc++) {
            occupied += VcState.occupancy(snapshot[to + vc]);
            none |= VcState.credits(snapshot[from + vc]) == 0 && shape.hasLink(node, link);
        }
        note(cycle, node * Channels.PER_NODE + link, occupied, none);
    }

    private void local(long cycle, int node, int port, long[] snapshot) {
        long word = snapshot[(node * PORTS + Channels.LINKS + port) * VCS + localVc(port)];
        long occupied = VcState.occupancy(word);
        note(
                cycle,
                node * Channels.PER_NODE + Channels.INJECT + port,
                occupied,
                occupied >= locals.inject(port / HwLayout.MOST_PORTS));
        long credits = VcState.credits(word);
        long taken = locals.eject(port / HwLayout.MOST_PORTS) - credits;
        note(cycle, node * Channels.PER_NODE + Channels.EJECT + port, Math.max(0, taken), credits == 0);
    }

    private void note(long cycle, int channel, long occupied, boolean none) {
        if (occupied > 0) {
            flits.add(cycle, channel, occupied);
        }
        if (none) {
            full.add(cycle, channel, 1);
        }
    }

    /** Returns the number of the one VC of a local port, which is that of its class. */
    private static int localVc(int port) {
        return port / HwLayout.MOST_PORTS << 2;
    }

    private void fronts(long cycle, int node, long[] snapshot) {
        Arrays.fill(ready, 0);
        int first = node * Engine.VC_WORDS;
        for (int vc = first; vc < first + Engine.VC_WORDS; vc++) {
            if (VcState.occupancy(snapshot[vc]) != 0) {
                Front front = front(vc, snapshot);
                if (front == Front.MOVES) {
                    continue; // ready() has already counted this front by its output port
                }
                fronts.add(cycle, front.ordinal(), 1);
            }
        }
        for (int count : ready) {
            fronts.add(cycle, Front.MOVES.ordinal(), Math.min(1, count));
            fronts.add(cycle, Front.SWITCH.ordinal(), Math.max(0, count - 1));
        }
    }

    /** Returns what the front of a VC waits for; a front that may go is counted at its output port. */
    private Front front(int vc, long[] snapshot) {
        long word = snapshot[vc];
        int base = vc / Engine.VC_WORDS * Engine.VC_WORDS;
        int mask = (int) VcState.adaptive(word);
        for (int link = 0; link < Channels.LINKS; link++) {
            int out = base + link * VCS + (vc & 4) + ADAPTIVE;
            if ((mask >> link & 1) != 0 && (isFree(snapshot[out], 1) || isFree(snapshot[out + 1], 1))) {
                ready[link]++;
                return Front.MOVES;
            }
        }
        int port = (int) VcState.wantPort(word);
        if (port >= PORTS) {
            // a head is routed in this cycle, or a flaw of the faults build left it no output
            return VcState.head(word) == 0 ? Front.MOVES : Front.CREDIT;
        }
        boolean head = VcState.head(word) != 0;
        int wantVc = port < Channels.LINKS ? (int) VcState.wantVc(word) : localVc(port - Channels.LINKS);
        long out = snapshot[base + port * VCS + wantVc];
        if (head && VcState.owned(out) != 0) {
            return Front.OWNER;
        }
        if (VcState.credits(out) < (VcState.enters(word) != 0 && head ? 2 : 1)) {
            return port < Channels.LINKS ? Front.CREDIT : Front.EJECTION;
        }
        ready[port]++;
        return Front.MOVES;
    }

    private static boolean isFree(long out, int credits) {
        return VcState.owned(out) == 0 && VcState.credits(out) >= credits;
    }
}
