// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Determines the stores that node software must make of the words that it reads from the collective network. Each word
 * that a TREE keeps is stored one software latency after it was read, on each class route in the order in which the
 * node's operations were handed over. {@link CollectiveResults} judges whether the words are correct, because this
 * class does not know the expected values.
 */
final class TreeStores extends Checker {
    private static final class Reading {
        private final Operation op;
        private int word;

        Reading(Operation op) {
            this.op = op;
        }

        private boolean isWhole() {
            return word >= Math.max(1, op.length() / Long.BYTES);
        }
    }

    private final List<ArrayDeque<Reading>> open; // by node and class route
    private final int[] route = new int[nodes]; // class route of the packet that is being read, by node
    private final int[] left = new int[nodes]; // number of flits left of the packet that is being read, by node

    TreeStores(JudgedRun run) {
        super(run, run.data);
        open = each(nodes * HwLayout.CLASS_ROUTES, () -> new ArrayDeque<>(0));
    }

    void posted(Operation op) {
        if (op.kind() == OpKind.TREE && op.tree().takesPackets()) {
            open.get(op.node() * HwLayout.CLASS_ROUTES + op.classRoute()).add(new Reading(op));
        }
    }

    private ArrayDeque<Reading> readings(int node) {
        return open.get(node * HwLayout.CLASS_ROUTES + route[node]);
    }

    private void fails(long cycle, int node, String what) {
        violations.add("cycle " + cycle + " node " + node + ": the collective network brings a " + what);
    }

    /** Notes that a head flit was read, with its CollectiveHeader. */
    void head(long cycle, int node, long header) {
        route[node] = (int) CollectiveHeader.route(header);
        if (left[node] != 0 || readings(node).isEmpty()) {
            fails(cycle, node, "packet inside another one, or that no operation expects");
        }
        left[node] = (int) (CollectiveHeader.length(header) + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
    }

    void data(long cycle, int node, long low, long high) {
        if (left[node] == 0) {
            fails(cycle, node, "flit of no packet");
            return;
        }
        left[node]--;
        Reading reading = readings(node).peek();
        if (reading != null) { // otherwise the error was reported above
            word(cycle, reading, low);
            word(cycle, reading, high);
            if (reading.isWhole()) {
                readings(node).poll();
            }
        }
    }

    private void word(long cycle, Reading reading, long value) {
        if (reading.isWhole()) {
            return; // the second half of the last flit is unused
        }
        int word = reading.word++;
        if (reading.op.tree().keeps() && reading.op.length() > 0) {
            run.shadow.scheduleWord(
                    reading.op, word, value, cycle + config.latency().software());
        }
    }
}
