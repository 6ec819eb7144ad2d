// SPDX-License-Identifier: Apache-2.0
package fairlead.workload;

import fairlead.engine.api.MachineConfig;

/** What every generator has unless it is turned off: an epoch per iteration, a fence before its flag, a barrier. */
public record Switches(boolean epochs, boolean fences, boolean barriers) {
    public static final Switches ALL = new Switches(true, true, true);

    // ---- operations that they cost, for estimates

    /** Opening, closing and awaiting one. */
    int epoch() {
        return epochs ? 3 : 0;
    }

    int fence() {
        return fences ? 1 : 0;
    }

    /** The end of a round: every task joins a barrier. */
    double round(final MachineConfig machine) {
        return barriers ? tasks(machine) : 0;
    }

    static double tasks(final MachineConfig machine) {
        return machine.tasks().stream().mapToInt(Integer::intValue).sum();
    }
}
