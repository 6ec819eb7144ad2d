// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.MachineConfig;

/**
 * Options of every generator, all on by default: an epoch in each iteration, a fence before each flag, and a barrier at
 * the end of each round.
 */
public record Switches(boolean epochs, boolean fences, boolean barriers) {
    public static final Switches ALL = new Switches(true, true, true);

    // ---- number of additional operations, for estimates

    /** Returns the number of operations of one epoch: open, close and await. */
    int epoch() {
        return epochs ? 3 : 0;
    }

    int fence() {
        return fences ? 1 : 0;
    }

    /** Returns the number of operations at the end of a round, in which every task joins a barrier. */
    double round(MachineConfig machine) {
        return barriers ? tasks(machine) : 0;
    }

    static double tasks(MachineConfig machine) {
        return machine.tasks().stream().mapToInt(Integer::intValue).sum();
    }
}
