// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

import java.util.List;

/**
 * The options of a run.
 *
 * @param quantum greatest number of cycles of a batch; it changes no result
 * @param maxCycles cycle in which a run ends that has not ended before
 * @param persistent true if inline requests use persistent reservation, false for controlled discard
 * @param seed seed of the back-off
 * @param faults faults to arm
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
