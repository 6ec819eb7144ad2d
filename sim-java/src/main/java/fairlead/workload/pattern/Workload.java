// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.MachineConfig;
import fairlead.program.Program;
import java.util.Locale;

/** Generates a program for a machine. Equal arguments give equal programs. */
public interface Workload {
    /** Returns the value of `workload.kind`. */
    default String kind() {
        return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the program depends on the depths of buffers, because a run decides what it does. */
    default boolean seesDepths() {
        return false;
    }

    /** Builds the program, or throws a ProgramException if the machine cannot hold it. */
    Program build(MachineConfig machine, long seed);
}
