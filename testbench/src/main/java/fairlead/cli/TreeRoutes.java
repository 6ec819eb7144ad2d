// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.deadlock.graph.ClassRouteTable;
import fairlead.machine.CollectiveNetwork;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** The class routes of `check --trees`. */
final class TreeRoutes {
    private TreeRoutes() {}

    /** Returns four class routes: of all ranks, of the even ranks, of the odd ranks, and of the upper half. */
    static ClassRouteTable of(final int nodes) {
        return ClassRouteTable.of(
                CollectiveNetwork.UNUSED.withGroups(List.of(
                        ranks(nodes, rank -> true),
                        ranks(nodes, rank -> rank % 2 == 0),
                        ranks(nodes, rank -> rank % 2 == 1 || nodes == 1),
                        ranks(nodes, rank -> 2 * rank >= nodes - 1))),
                nodes);
    }

    private static List<Integer> ranks(final int nodes, final IntPredicate which) {
        return IntStream.range(0, nodes).filter(which).boxed().toList();
    }
}
