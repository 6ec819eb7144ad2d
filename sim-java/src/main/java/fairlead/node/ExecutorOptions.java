// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import java.util.List;

/**
 * The options of a run.
 *
 * @param quantum greatest number of cycles of a batch; it changes no result
 * @param maxCycles cycle in which a run ends that has not ended before
 * @param persistent true if inline requests use persistent reservation, false for controlled discard
 * @param seed seed of the back-off
 * @param faults faults to arm
 * @param strangers what is drawn of the strangers, or null for none
 * @param counts true to switch the performance counters of all nodes on, by the first command of each node
 */
public record ExecutorOptions(
        int quantum,
        long maxCycles,
        boolean persistent,
        long seed,
        List<Fault> faults,
        boolean counts,
        Drawn strangers) {
    /** A fault to arm (faults build only). */
    public record Fault(int id, int node, long cycle, long operand) {}

    /**
     * Strangers beside the program.
     *
     * @param seed seed of their draw
     * @param horizon number of cycles in which they give commands: 0 for the grants of the program alone, or {@link
     *     #ASKED} for those that the program takes alone, which only a session knows
     */
    public record Drawn(long seed, long horizon) {
        public static final long ASKED = -1;

        private static final long USUAL = 2000;

        /** Makes strangers for a run that is not compared with one without them. */
        public static Drawn unjudged(long seed) {
            return new Drawn(seed, USUAL);
        }
    }

    public ExecutorOptions {
        faults = List.copyOf(faults);
    }

    /** Makes options of a run that counts nothing. */
    public ExecutorOptions(int quantum, long maxCycles, boolean persistent, long seed, List<Fault> faults) {
        this(quantum, maxCycles, persistent, seed, faults, false, null);
    }

    public ExecutorOptions until(long cycles) {
        return new ExecutorOptions(quantum, cycles, persistent, seed, faults, counts, strangers);
    }

    public ExecutorOptions counting(boolean on) {
        return new ExecutorOptions(quantum, maxCycles, persistent, seed, faults, on, strangers);
    }

    public ExecutorOptions beside(Drawn others) {
        return new ExecutorOptions(quantum, maxCycles, persistent, seed, faults, counts && others == null, others);
    }

    public static ExecutorOptions of(int quantum, long maxCycles) {
        return new ExecutorOptions(quantum, maxCycles, false, 1, List.of());
    }
}
