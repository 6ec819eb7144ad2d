// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.MachineConfig;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.workload.collective.ApplicationMessagingModule;
import fairlead.workload.collective.Item;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Collective operations over groups of nodes and messages, one after the other.
 *
 * @param iterations how often the whole list is performed
 * @param cyclesPerWord cycles of software for each word that it combines or copies
 * @param routesAtOnce whether calls on different class routes of the collective network run at once
 */
public record Collectives(List<Item> items, int iterations, long cyclesPerWord, boolean routesAtOnce)
        implements Workload {
    public Collectives {
        items = List.copyOf(items);
    }

    @Override
    public Program build(MachineConfig machine, long seed) {
        ProgramBuilder program = new ProgramBuilder(kind(), machine.shape(), machine.tasks(), machine.memoryBytes());
        machine.collective().groups().forEach(program::classRoute);
        ApplicationMessagingModule module =
                new ApplicationMessagingModule(program, seed, cyclesPerWord, routesAtOnce, UnaryOperator.identity());
        module.reserve(items);
        for (int i = 0; i < iterations; i++) {
            items.forEach(module::add);
        }
        return program.build();
    }
}
