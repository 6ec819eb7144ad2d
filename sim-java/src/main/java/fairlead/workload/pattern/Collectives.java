// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.program.CollectiveOp;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.workload.collective.Algorithm;
import fairlead.workload.collective.ApplicationMessagingModule;
import fairlead.workload.collective.Item;
import fairlead.workload.collective.Item.Collective;
import fairlead.workload.collective.Item.Message;
import fairlead.workload.collective.Schedule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
    public double operations(MachineConfig machine) {
        Set<List<Integer>> routes = new HashSet<>(); // for each group with a class route, its ranks in order
        machine.collective().groups().forEach(group -> hasRoute(routes, group));
        for (Item item : items) {
            if (item instanceof Collective call && call.chosen().needsClassRoute()) {
                hasRoute(routes, call.group().ranks());
            }
        }
        return iterations
                * items.stream().mapToDouble(item -> operations(item, routes)).sum();
    }

    /** Returns an upper estimate; without an algorithm of its own a call takes the tree while there are routes. */
    private static double operations(Item item, Set<List<Integer>> routes) {
        if (item instanceof Collective call) {
            boolean tree = call.prefersTree() && hasRoute(routes, call.group().ranks());
            return operations(call, tree ? Algorithm.TREE : call.chosen());
        }
        return ((Message) item).operations();
    }

    private static boolean hasRoute(Set<List<Integer>> routes, List<Integer> members) {
        List<Integer> sorted = members.stream().sorted().toList();
        return routes.contains(sorted) || routes.size() < HwLayout.CLASS_ROUTES && routes.add(sorted);
    }

    private static double operations(Collective call, Algorithm algorithm) {
        double size = call.group().size();
        double levels = Schedule.ceilLog2(call.group().size());
        boolean reduces = call.op().isReduction();
        double perTransfer = (call.op() == CollectiveOp.BARRIER ? 2 : 4) + (reduces ? 1 : 0);
        int bits = Schedule.coreBits(call.group().size());
        double extras = size - (1 << bits);
        double transfers =
                switch (algorithm) {
                    case BINOMIAL_TREE, BINARY_TREE, LINEAR -> size
                            * (call.op() == CollectiveOp.BARRIER || call.op() == CollectiveOp.ALLREDUCE ? 2 : 1);
                    case RING -> size * (size - 1) * (reduces ? 2 : 1)
                            + (call.op() == CollectiveOp.BROADCAST ? size : 0);
                    case PAIRWISE -> size * (size - 1);
                    case RABENSEIFNER -> 2.0 * (1 << bits) * bits + 2 * extras;
                    case BRUCK -> size * levels * (call.op() == CollectiveOp.ALLTOALL ? 0.75 + size / 8 : 1.25);
                    case RECURSIVE_DOUBLING -> (double) (1 << bits) * bits + 2 * extras;
                    case DISSEMINATION -> size * levels;
                    case TREE, ONE_WAY, BARRIER_UNIT -> 0;
                };
        return 3 * size + transfers * perTransfer;
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
