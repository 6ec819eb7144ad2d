// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.engine.MachineConfig;
import fairlead.program.Program;
import fairlead.workload.Workload;

/**
 * All that a program depends on: equal sources build equal programs.
 *
 * @param machine without depths and limits, so that no program can depend on them
 */
public record ProgramSource(Workload workload, MachineConfig machine, long seed) {
    public ProgramSource {
        machine = machine.withoutDepths();
    }

    /** Throws ProgramException when the machine cannot hold it. */
    public Program build() {
        return workload.build(machine, seed);
    }
}
