// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/** The counts of flits and waits of the routers, for the unit that answers commands (docs/spec/perf-counters.md). */
public interface WaitCounts {
    /** Switches the counting of a node from the next cycle of the routers on; `clear` makes all its counts 0. */
    void control(int node, boolean on, boolean clear);

    /**
     * Returns a count up to the last cycle of the routers.
     *
     * @param row input port and class, as in HwLayout.CounterIndex
     * @param counter number in the row: 0 flits, 1 blocked cycles, 1 + c for HwLayout.WaitCause c
     */
    long count(int node, int row, int counter);
}
