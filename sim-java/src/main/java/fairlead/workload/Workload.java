// SPDX-License-Identifier: Apache-2.0
package fairlead.workload;

import fairlead.engine.api.MachineConfig;
import fairlead.program.Program;

/** Generates a program for a machine. The same arguments give the same program. */
public interface Workload {
    /** The word of `workload.kind`. */
    String kind();

    /** About how many operations it has: not less, and mostly not many more. Known without building it. */
    double operations(MachineConfig machine);

    /** Throws ProgramException when the machine cannot hold it. */
    Program build(MachineConfig machine, long seed);
}
