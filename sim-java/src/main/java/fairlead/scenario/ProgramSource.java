// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.engine.api.MachineConfig;
import fairlead.program.Program;
import fairlead.workload.Workload;
import java.util.Locale;

/**
 * All that a program depends on: equal sources build equal programs.
 *
 * @param machine without depths and limits, so that no program can depend on them
 */
public record ProgramSource(Workload workload, MachineConfig machine, long seed) {
    public ProgramSource {
        machine = machine.withoutDepths();
    }

    /** Operations of a program at most: one that is larger takes gigabytes to build and hours to run. */
    public static final int MOST_OPERATIONS = 1_000_000;

    /** What keeps the program from being built within seconds, with the estimate; or an empty string. */
    String tooLarge() {
        final double operations = workload.operations(machine);
        return operations <= MOST_OPERATIONS
                ? ""
                : String.format(
                        Locale.ROOT,
                        "the program would have about %.0f operations on %d nodes; must be at most %d",
                        operations,
                        machine.nodes(),
                        MOST_OPERATIONS);
    }

    /** Throws ProgramException when the machine cannot hold it. */
    public Program build() {
        return workload.build(machine, seed);
    }
}
