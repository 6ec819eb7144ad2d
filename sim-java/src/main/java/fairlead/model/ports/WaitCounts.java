// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/** The counts of flits and waits of the routers, for the unit that answers commands (docs/spec/perf-counters.md). */
public interface WaitCounts {
    /**
     * Switches the counting of a node from cycle t + 1 on, before the routers have executed cycle t; `clear` makes all
     * its counts 0 behind cycle t.
     */
    void control(int node, boolean on, boolean clear, long t);

    /**
     * Returns a count up to the last cycle of the routers.
     *
     * @param row input port and class, as in HwLayout.CounterIndex
     * @param counter number in the row: 0 flits, 1 blocked cycles, 1 + c for HwLayout.WaitCause c
     */
    long count(int node, int row, int counter);
}
