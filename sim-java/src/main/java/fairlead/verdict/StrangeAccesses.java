// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Accesses in no epoch that were served while an epoch of another node was certainly open on their target (R-EPO-7).
 * Two things show that an access came after the epoch had opened: its first packet left its origin so late that the
 * links alone take it beyond that cycle, or a packet of it left the network behind one that did so later. The target
 * decides at the head of a packet, and takes a head only behind the tail before it at the same port.
 */
final class StrangeAccesses {
    /** Tells who has an epoch that is certainly open. */
    interface Holders {
        /** Returns a node other than `origin` whose epoch has been open on `target` since before the cycle, or -1. */
        int other(int target, int origin, long since);
    }

    private final Program program;
    private final OpTimes times;
    private final TagOwners tags;
    private final Holders holders;
    private final long[] tails; // cycle of the last tail, by node and port
    private final Map<Integer, String> barred = new TreeMap<>(); // what a packet of the operation met

    StrangeAccesses(final Program program, final OpTimes times, final TagOwners tags, final Holders holders) {
        this.program = program;
        this.times = times;
        this.tags = tags;
        this.holders = holders;
        tails = new long[program.nodes() * HwLayout.MOST_PORTS];
        Arrays.fill(tails, -1);
    }

    /** Notes a packet of `origin` whose tail has left the network at this unit of `node`. */
    void delivered(final long cycle, final int node, final int unit, final int origin, final long w0, final long w1) {
        final int port = unit - EventUnit.RX_REQ0;
        if (port < 0 || port >= HwLayout.MOST_PORTS) {
            return;
        }
        final long before = tails[node * HwLayout.MOST_PORTS + port];
        tails[node * HwLayout.MOST_PORTS + port] = cycle;
        final int owner = Header0.ptype(w0) > PacketType.CAS ? -1 : tags.owner(origin, (int) Header1.tag(w1));
        final Operation op = owner < 0 ? null : program.operation(owner);
        if (op != null && op.epoch() < 0 && op.kind().isTransfer() && op.target() == node) {
            final int holder = holders.other(node, origin, before);
            if (holder >= 0) {
                barred.putIfAbsent(
                        owner,
                        "a packet came between cycles " + before + " and " + cycle + ", while an epoch of node "
                                + holder + " was open there");
            }
        }
    }

    /**
     * Reports the accesses that should have been refused.
     *
     * @param windows the epochs that were certainly open, by target; null if there were none
     */
    void finish(final EpochWindows[] windows, final Arrival arrival, final Violations violations) {
        for (final Operation op : program.operations()) {
            if (op.epoch() < 0
                    && op.kind().isTransfer()
                    && windows[op.target()] != null
                    && !times.isUndecided(op.id())) {
                final boolean reads = op.kind() == OpKind.GET;
                final long served = reads ? times.lastCommit(op.id()) : times.firstCommit(op.id());
                final int holder =
                        served < 0 ? -1 : windows[op.target()].holder(op.node(), arrival.earliest(op), served);
                if (holder >= 0) {
                    barred.remove(op.id());
                    violations.add(op + " towards node " + op.target() + ": "
                            + (reads ? "read by cycle " : "in memory in cycle ") + served
                            + ", while an epoch of node " + holder + " was open there");
                }
            }
        }
        barred.forEach((id, how) -> {
            if (times.result(id) == Result.DONE) {
                final Operation op = program.operation(id);
                violations.add(op + " towards node " + op.target() + " was served: " + how);
            }
        });
    }

    /** Tells when an access can have come to its target. */
    interface Arrival {
        /** Returns a cycle before which no packet of the operation has reached its target. */
        long earliest(Operation op);
    }
}
