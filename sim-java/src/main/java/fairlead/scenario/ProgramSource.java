// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.machine.MachineConfig;
import fairlead.program.Program;
import fairlead.workload.pattern.Workload;
import java.util.Locale;

/**
 * Everything on which a program depends. Equal sources build equal programs.
 *
 * @param machine the machine without depths and limits, so that no program depends on them
 */
public record ProgramSource(Workload workload, MachineConfig machine, long seed) {
    public ProgramSource {
        machine = machine.withoutDepths();
    }

    /** Greatest number of operations of a program. A larger program takes gigabytes to build and hours to run. */
    public static final int MOST_OPERATIONS = 1_000_000;

    /**
     * Returns a message with the estimated size if the program is too large to be built within seconds; otherwise an
     * empty string.
     */
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

    /** Builds the program, or throws a ProgramException if the machine cannot hold it. */
    public Program build() {
        return workload.build(machine, seed);
    }
}
