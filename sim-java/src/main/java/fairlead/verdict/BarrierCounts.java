// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

/**
 * What the barrier counters of all nodes must be (docs/spec/barrier-unit.md, rules 1, 4 and 8), from the joins and
 * releases of tasks alone: a join adds 1 if it is not the master's, and a release ends the instance, which has advanced
 * the counter by P, the smallest power of two that is not below the number of tasks (R-BAR-2, R-BAR-3). Each event of a
 * barrier reports the counter. After BAR_ADD or BAR_READ nothing is required of the counter of the node.
 */
final class BarrierCounts {
    private static final long UNKNOWN = -1;

    private final int width; // bits of a counter
    private final Violations violations;
    private final int nodes;
    private final long[] counts; // by barrier and node

    /** @param barriers number of barriers that a node may take part in */
    BarrierCounts(final int barriers, final int nodes, final int width, final Violations violations) {
        this.width = width;
        this.nodes = nodes;
        this.violations = violations;
        counts = new long[barriers * nodes];
    }

    /** Handles a join: the counter is `count` behind it. */
    void joined(final long cycle, final int barrier, final int node, final boolean isMaster, final long count) {
        advance(barrier, node, isMaster ? 0 : 1);
        judge(cycle, barrier, node, count);
    }

    /** Handles the release of the `tasks` tasks of a node. */
    void released(final long cycle, final int barrier, final int node, final int tasks, final long count) {
        final long power = tasks <= 1 ? 1 : 2L * Integer.highestOneBit(tasks - 1);
        final int at = barrier * nodes + node;
        if (at < counts.length && counts[at] != UNKNOWN) {
            advance(barrier, node, power - counts[at] % power);
        }
        judge(cycle, barrier, node, count);
    }

    private void advance(final int barrier, final int node, final long by) {
        final int at = barrier * nodes + node;
        if (at < counts.length && counts[at] != UNKNOWN) {
            counts[at] = counts[at] + by & (1L << width) - 1;
        }
    }

    /** Handles another report of the counter. */
    void judge(final long cycle, final int barrier, final int node, final long count) {
        final int at = barrier * nodes + node;
        if (count >>> width != 0) {
            violations.add("cycle " + cycle + ": node " + node + " has a barrier counter of " + count + ", which "
                    + width + " bits cannot hold");
        } else if (at < counts.length && counts[at] != UNKNOWN && count != counts[at]) {
            violations.add("cycle " + cycle + ": node " + node + " has a barrier counter of " + count + " where its"
                    + " joins and releases make " + counts[at]);
            counts[at] = count;
        }
    }

    /** Notes that software uses the counters of the node by BAR_ADD or BAR_READ. */
    void used(final int node) {
        for (int at = node; at < counts.length; at += nodes) {
            counts[at] = UNKNOWN;
        }
    }
}
