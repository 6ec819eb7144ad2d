// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.MachineConfig;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.workload.collective.ApplicationMessagingModule;
import fairlead.workload.collective.CallSizes;
import fairlead.workload.collective.Item;
import java.util.List;

/**
 * Collective operations over groups of nodes and messages, one after the other.
 *
 * @param iterations how often the whole list is performed
 * @param cyclesPerWord cycles of software for each word that it combines or copies
 * @param routesAtOnce whether calls on different class routes of the collective network run at once
 */
public record Collectives(List<Item> items, int iterations, long cyclesPerWord, boolean routesAtOnce)
        implements Workload {
    public static final String KIND = "collectives";

    public Collectives {
        items = List.copyOf(items);
    }

    @Override
    public double operations(final MachineConfig machine) {
        return iterations * CallSizes.of(items, machine.collective().groups());
    }

    @Override
    public Program build(final MachineConfig machine, final long seed) {
        final ProgramBuilder program =
                new ProgramBuilder(kind(), machine.shape(), machine.tasks(), machine.memoryBytes());
        machine.collective().groups().forEach(program::classRoute);
        final ApplicationMessagingModule module = new ApplicationMessagingModule(program, seed, cyclesPerWord);
        if (routesAtOnce) {
            module.routesAtOnce();
        }
        module.reserve(items);
        for (int i = 0; i < iterations; i++) {
            items.forEach(module::add);
        }
        return program.build();
    }
}
