// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Determines the stores that node software must make of the words that it reads from the collective network. Each word
 * that a TREE keeps is stored one software latency after it was read, on each class route in the order in which the
 * node's operations were handed over. {@link CollectiveResults} judges whether the words are correct, because this
 * class does not know the expected values.
 */
final class TreeStores {
    private static final class Reading {
        private final Operation op;
        private int word;

        Reading(final Operation op) {
            this.op = op;
        }

        private int words() {
            return Math.max(1, op.length() / Long.BYTES);
        }
    }

    private final Shadow shadow;
    private final Violations violations;
    private final int latency;
    private final List<List<ArrayDeque<Reading>>> open = new ArrayList<>(); // by node and class route
    private final int[] route; // class route of the packet that is being read, by node
    private final int[] left; // number of flits left of the packet that is being read, by node

    TreeStores(final Program program, final Shadow shadow, final int latency, final Violations violations) {
        this.shadow = shadow;
        this.latency = latency;
        this.violations = violations;
        left = new int[program.nodes()];
        route = new int[program.nodes()];
        for (int node = 0; node < program.nodes(); node++) {
            final List<ArrayDeque<Reading>> routes = new ArrayList<>();
            for (int i = 0; i < HwLayout.CLASS_ROUTES; i++) {
                routes.add(new ArrayDeque<>());
            }
            open.add(routes);
        }
    }

    void posted(final Operation op) {
        if (op.kind() == OpKind.TREE && op.tree().takesPackets()) {
            open.get(op.node()).get(op.classRoute()).add(new Reading(op));
        }
    }

    private ArrayDeque<Reading> readings(final int node) {
        return open.get(node).get(route[node]);
    }

    /** Notes that a head flit was read, with its CollectiveHeader. */
    void head(final long cycle, final int node, final long header) {
        final long length = CollectiveHeader.length(header);
        route[node] = (int) CollectiveHeader.route(header);
        if (left[node] != 0 || readings(node).isEmpty()) {
            violations.add("cycle " + cycle + " node " + node
                    + ": the collective network brings a packet inside another one, or that no operation expects");
        }
        left[node] = (int) (length + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
    }

    void data(final long cycle, final int node, final long low, final long high) {
        if (left[node] == 0) {
            violations.add("cycle " + cycle + " node " + node + ": the collective network brings a flit of no packet");
            return;
        }
        left[node]--;
        word(cycle, node, low);
        word(cycle, node, high);
        final Reading reading = readings(node).peek();
        if (reading != null && reading.word >= reading.words()) {
            readings(node).poll();
        }
    }

    private void word(final long cycle, final int node, final long value) {
        final Reading reading = readings(node).peek();
        if (reading == null || reading.word >= reading.words()) {
            return; // the second half of the last flit is unused, or the error was reported above
        }
        final int word = reading.word++;
        if (reading.op.tree().keeps() && reading.op.length() > 0) {
            shadow.scheduleWord(reading.op, word, value, cycle + latency);
        }
    }
}
