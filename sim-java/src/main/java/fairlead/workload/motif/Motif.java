// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.motif;

import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.program.Program;
import fairlead.workload.goal.Goal;
import fairlead.workload.pattern.Workload;

/** A motif: it writes a GOAL program for all nodes of a torus. */
public interface Motif extends Workload {
    /** Returns the program for a torus; what is drawn follows from the seed. */
    String text(Shape shape, long seed);

    /** Returns an upper estimate of the operations of the GOAL program. */
    double statements(Shape shape);

    @Override
    default double operations(final MachineConfig machine) {
        return 4 * statements(machine.shape());
    }

    @Override
    default Program build(final MachineConfig machine, final long seed) {
        return new Goal(text(machine.shape(), seed), true, Goal.EAGER_BYTES, 1).build(machine, seed);
    }
}
