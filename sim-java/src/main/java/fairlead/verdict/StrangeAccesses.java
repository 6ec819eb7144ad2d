// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Accesses in no epoch that were served while an epoch of another node was certainly open on their target (R-EPO-7).
 * Two things show that an access came after the epoch had opened: its first packet left its origin so late that the
 * links alone take it beyond that cycle, or a packet of it left the network behind one that did so later. The target
 * decides at the head of a packet, and takes a head only behind the tail before it at the same port.
 */
final class StrangeAccesses extends Checker {
    /** Tells who has an epoch that is certainly open. */
    interface Holders {
        /** Returns a node other than `origin` whose epoch has been open on `target` since before the cycle, or -1. */
        int other(int target, int origin, long since);
    }

    private final Holders holders;
    private final long[] tails; // cycle of the last tail, by node and port
    private final Map<Integer, String> barred = new TreeMap<>(); // what a packet of the operation met

    StrangeAccesses(final Subject of, final Holders holders, final Violations violations) {
        super(of, violations);
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
        final Operation op = Header0.ptype(w0) > PacketType.CAS ? null : operation(origin, Header1.tag(w1));
        if (op != null && op.epoch() < 0 && op.kind().isTransfer() && op.target() == node) {
            final int holder = holders.other(node, origin, before);
            if (holder >= 0) {
                barred.putIfAbsent(
                        op.id(),
                        "a packet came between cycles " + before + " and " + cycle + ", while an epoch of node "
                                + holder + " was open there");
            }
        }
    }

    /**
     * Reports the accesses that should have been refused.
     *
     * @param windows the epochs that were certainly open, by target; null if there were none
     * @param arrival gives a cycle before which no packet of an operation has reached its target
     */
    void finish(final Windows[] windows, final ToLongFunction<Operation> arrival) {
        for (final Operation op : program.operations()) {
            if (op.epoch() < 0
                    && op.kind().isTransfer()
                    && windows[op.target()] != null
                    && !times.isUndecided(op.id())) {
                final boolean reads = op.kind() == OpKind.GET;
                final long served = reads ? times.lastCommit(op.id()) : times.firstCommit(op.id());
                final int holder =
                        served < 0 ? -1 : windows[op.target()].holder(op.node(), arrival.applyAsLong(op), served);
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

    /**
     * The intervals in which epochs are certainly open on one node, with their origins. It answers whether an access of
     * another origin was served within one of them.
     */
    static final class Windows {
        /**
         * An interval in which an epoch of `origin` is certainly open: the target reports in cycle `start` that it is,
         * and the origin's termination leaves in cycle `end`.
         */
        private record Window(int origin, long start, long end) {}

        private final List<Window> windows = new ArrayList<>();
        private Window[] longest; // the window that ends last, among those up to this one
        private Window[] other; // the window that ends last among those of other origins than the origin in `longest`

        void add(final int origin, final long start, final long end) {
            windows.add(new Window(origin, start, end));
            longest = null;
        }

        private void sort() {
            windows.sort(Comparator.comparingLong(Window::start));
            longest = new Window[windows.size()];
            other = new Window[windows.size()];
            Window first = null;
            Window second = null;
            for (int i = 0; i < longest.length; i++) {
                final Window window = windows.get(i);
                if (first == null || window.end() > first.end()) {
                    second = first == null || first.origin() == window.origin() ? second : first;
                    first = window;
                } else if (window.origin() != first.origin() && (second == null || window.end() > second.end())) {
                    second = window;
                }
                longest[i] = first;
                other[i] = second;
            }
        }

        /**
         * Returns the origin of an epoch that was open from before cycle `from` until after cycle `to` and that does
         * not belong to `node`; -1 if there is none.
         */
        int holder(final int node, final long from, final long to) {
            if (longest == null) {
                sort();
            }
            int low = 0; // number of windows that begin before `from`
            int high = longest.length;
            while (low < high) {
                final int middle = low + high >>> 1;
                if (windows.get(middle).start() < from) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            if (low == 0) {
                return -1;
            }
            final Window first = longest[low - 1];
            final Window window = first.origin() == node ? other[low - 1] : first;
            return window != null && window.end() > to ? window.origin() : -1;
        }
    }
}
