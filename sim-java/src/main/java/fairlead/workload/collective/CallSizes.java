// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import fairlead.hw.HwLayout;
import fairlead.program.CollectiveOp;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Upper estimates of the operations that calls become, without making them. */
public final class CallSizes {
    private final Set<List<Integer>> routes =
            new HashSet<>(); // for each group with a class route, its ranks in ascending order

    private CallSizes() {}

    /**
     * Returns an upper estimate of the operations of calls.
     *
     * @param items calls in the order in which they are made
     * @param groups groups that have a class route in any case
     */
    public static double of(final List<Item> items, final List<List<Integer>> groups) {
        final CallSizes sizes = new CallSizes();
        groups.forEach(sizes::hasRoute);
        for (final Item item : items) {
            if (item instanceof Collective call && call.chosen().needsClassRoute()) {
                sizes.hasRoute(call.group().ranks());
            }
        }
        return items.stream().mapToDouble(sizes::of).sum();
    }

    private double of(final Item item) {
        return item instanceof Collective call ? of(call, algorithm(call)) : MessageCompiler.operations((Message) item);
    }

    /**
     * Returns the algorithm that the module takes: without one of its own a call takes the tree while there are routes.
     */
    private Algorithm algorithm(final Collective call) {
        final boolean tree = call.algorithm() == null
                && Algorithm.isTreeFastest(call.op(), call.group().size(), call.bytes())
                && hasRoute(call.group().ranks());
        return tree ? Algorithm.TREE : call.chosen();
    }

    private boolean hasRoute(final List<Integer> members) {
        final List<Integer> sorted = members.stream().sorted().toList();
        return routes.contains(sorted) || routes.size() < HwLayout.CLASS_ROUTES && routes.add(sorted);
    }

    private static double of(final Collective call, final Algorithm algorithm) {
        final double size = call.group().size();
        final double levels = Frame.ceilLog2(call.group().size());
        final boolean reduces = call.op().isReduction();
        final double perTransfer = (call.op() == CollectiveOp.BARRIER ? 2 : 4) + (reduces ? 1 : 0);
        final Frame frame = new Frame(call.group().size(), 0, 0);
        final double transfers =
                switch (algorithm) {
                    case BINOMIAL_TREE, BINARY_TREE, LINEAR -> size
                            * (call.op() == CollectiveOp.BARRIER || call.op() == CollectiveOp.ALLREDUCE ? 2 : 1);
                    case RING -> size * (size - 1) * (reduces ? 2 : 1)
                            + (call.op() == CollectiveOp.BROADCAST ? size : 0);
                    case PAIRWISE -> size * (size - 1);
                    case RABENSEIFNER -> 2.0 * frame.core() * frame.coreBits() + 2 * frame.extras();
                    case BRUCK -> size * levels * (call.op() == CollectiveOp.ALLTOALL ? 0.75 + size / 8 : 1.25);
                    case RECURSIVE_DOUBLING -> (double) frame.core() * frame.coreBits() + 2 * frame.extras();
                    case DISSEMINATION -> size * levels;
                    case TREE, ONE_WAY, BARRIER_UNIT -> 0;
                };
        return 3 * size + transfers * perTransfer;
    }
}
