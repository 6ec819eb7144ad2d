// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.MachineConfig;
import fairlead.program.Program;

/**
 * Every node puts `bytes` bytes to the next rank; iteration i belongs to task i mod T. A single node puts to itself.
 */
public record Ring(int iterations, int bytes, Switches switches) implements Workload {
    @Override
    public String kind() {
        return "ring";
    }

    @Override
    public double operations(final MachineConfig machine) {
        return iterations * (RingShift.operations(machine, switches) + switches.round(machine));
    }

    @Override
    public Program build(final MachineConfig machine, final long seed) {
        final Generator g = new Generator(kind(), machine, switches, seed);
        final RingShift shift = new RingShift(g, bytes);
        for (int i = 0; i < iterations; i++) {
            shift.add(i);
            g.endRound();
        }
        return g.build();
    }
}
