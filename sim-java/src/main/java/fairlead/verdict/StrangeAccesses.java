// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.verdict.EpochChecker.Closing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Accesses in no epoch that were served while an epoch of another node was certainly open on their target (R-EPO-7):
 * from EPOCH_EXPOSED to the origin's TERM. The events of the memory ports show whether an access was served. Two things
 * show that it came after the epoch had opened: its first packet left its origin so late that the links alone take it
 * beyond that cycle, or a packet of it left the network after one that did so later. The target decides at the head of
 * a packet, and takes a head only after the tail before it at the same port.
 */
final class StrangeAccesses extends Checker {
    private final List<List<Closing>> open; // epochs that are granted and not terminated, by target
    private final long[] tails = never(nodes * HwLayout.MOST_PORTS); // cycle of the last tail, by node and port
    private final Map<Integer, String> barred = new TreeMap<>(); // what a packet of the operation met

    StrangeAccesses(JudgedRun run, List<List<Closing>> open, Violations violations) {
        super(run, violations);
        this.open = open;
    }

    /** Notes, in cycle `now`, that the last byte of an operation in no epoch was written. */
    void landed(Operation op, long now) {
        if (op.kind().isTransfer() && holder(open.get(op.target()), op.node(), arrives(op), NEVER) >= 0) {
            run.clock.violated(now);
        }
    }

    /** Returns a cycle before which no packet of the operation has reached its target: each link takes its latency. */
    private long arrives(Operation op) {
        return times.leftAt(op.id()) + (long) config.latency().link() * Packet.distance(shape, op.node(), op.target());
    }

    void delivered(Packet p) {
        int port = p.unit - EventUnit.RX_REQ0;
        if (port < 0 || port >= HwLayout.MOST_PORTS) {
            return;
        }
        long before = tails[p.node * HwLayout.MOST_PORTS + port];
        tails[p.node * HwLayout.MOST_PORTS + port] = p.cycle;
        Operation op = p.isInline() ? operation(p.src, p.tag) : null;
        if (op != null && op.epoch() < 0 && op.kind().isTransfer() && op.target() == p.node) {
            int holder = holder(open.get(p.node), p.src, before, NEVER);
            if (holder >= 0) {
                barred.putIfAbsent(
                        op.id(), "a packet came between cycles " + before + " and " + p.cycle + openOf(holder));
            }
        }
    }

    private static String openOf(int holder) {
        return ", while an epoch of node " + holder + " was open there";
    }

    /** Reports the accesses in no epoch that should have been refused (R-EPO-7). */
    void finish(List<Closing> closings) {
        List<List<Closing>> windows = each(nodes, () -> new ArrayList<>(0));
        closings.stream().filter(one -> one.granted >= 0).forEach(one -> windows.get(one.target)
                .add(one));
        windows.forEach(here -> here.sort(Comparator.comparingLong(one -> one.exposed)));
        for (Operation op : program.operations()) {
            if (op.epoch() < 0 && op.kind().isTransfer() && !times.isUndecided(op.id())) {
                boolean reads = op.kind() == OpKind.GET;
                long served = reads ? times.lastCommit(op.id()) : times.firstCommit(op.id());
                int holder = served < 0 ? -1 : holder(windows.get(op.target()), op.node(), arrives(op), served);
                if (holder >= 0) {
                    barred.remove(op.id());
                    violations.add(op + " towards node " + op.target() + ": "
                            + (reads ? "read by cycle " : "in memory in cycle ") + served + openOf(holder));
                }
            }
        }
        barred.forEach((id, how) -> {
            if (times.isDone(id)) {
                Operation op = program.operation(id);
                violations.add(op + " towards node " + op.target() + " was served: " + how);
            }
        });
    }

    /**
     * Returns the origin other than `node` of the last of these epochs to end, of those that were certainly open since
     * before cycle `from`, if that was after cycle `to`; otherwise -1.
     */
    private static int holder(List<Closing> windows, int node, long from, long to) {
        int holder = -1;
        long latest = to;
        for (Closing one : windows) {
            long end = one.terminated < 0 ? Long.MAX_VALUE : one.terminated;
            if (one.exposed < from && one.origin != node && end > latest) {
                latest = end;
                holder = one.origin;
            }
        }
        return holder;
    }
}
