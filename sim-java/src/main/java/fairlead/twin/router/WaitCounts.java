// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

/**
 * The counts of flits, packets and waits of the routers, or of a NIC, for the unit that answers commands
 * (docs/spec/perf-counters.md).
 */
public interface WaitCounts {
    /**
     * Switches the counting of a node from cycle t + 1 on, before these have executed cycle t; `clear` makes all
     * its counts 0 behind cycle t.
     */
    void control(int node, boolean on, boolean clear, long t);

    /**
     * Returns a count up to the cycle before the present one, or 0 if the row has no such counter.
     *
     * @param row as in HwLayout.CounterIndex
     * @param counter number in the row: 0 what moved, 1 blocked cycles, 1 + c for cause c
     */
    long count(int node, int row, int counter);
}
