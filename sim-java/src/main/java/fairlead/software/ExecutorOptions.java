// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

import java.util.List;

/**
 * How a program is run.
 *
 * @param quantum cycles of one batch at most; changes no result
 * @param maxCycles the run ends here if it has not ended before
 * @param persistent inline requests use persistent reservation, else controlled discard
 * @param seed for back-off
 */
public record ExecutorOptions(int quantum, long maxCycles, boolean persistent, long seed, List<Fault> faults) {
    /** A fault to arm (faults build only). */
    public record Fault(int id, int node, long cycle, long operand) {}

    public ExecutorOptions {
        faults = List.copyOf(faults);
    }

    public static ExecutorOptions of(final int quantum, final long maxCycles) {
        return new ExecutorOptions(quantum, maxCycles, false, 1, List.of());
    }
}
