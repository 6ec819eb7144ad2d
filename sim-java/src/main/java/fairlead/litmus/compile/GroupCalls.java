// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Verb;
import fairlead.machine.CollectiveNetwork;
import fairlead.program.ElementType;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.ProgramBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The class routes of the groups of a test, and the operations of their calls: the operation TREE on the collective
 * network, which `algorithm: tree` of a scenario uses too.
 */
final class GroupCalls {
    private static final int MOST_CYCLES = 8; // of software for a word

    private final MemoryPlan memory;
    private final Map<List<String>, Integer> routes = new HashMap<>(); // class route by group
    private final Map<String, Integer> made = new HashMap<>(); // calls so far, by class route and task
    private final long cyclesPerWord;

    GroupCalls(
            final LitmusTest test,
            final ProgramBuilder program,
            final MemoryPlan memory,
            final Placement placement,
            final Draws draws) {
        this.memory = memory;
        test.statements()
                .filter(s -> s.verb().isCollective())
                .forEach(s -> routes.computeIfAbsent(
                        s.nodes(),
                        group -> program.classRoute(
                                group.stream().map(placement::rank).sorted().toList())));
        cyclesPerWord = routes.isEmpty() ? 1 : draws.of(1, 1, MOST_CYCLES);
    }

    /** Returns the operation of a member for its next call of the group. */
    Operation operation(final Statement s, final Task task) {
        final int route = routes.get(s.nodes());
        final int call = made.merge(route + " " + task.name(), 1, Integer::sum) - 1;
        final boolean isRoot = task.node().equals(s.root());
        final boolean gives = s.verb() != Verb.BCAST || isRoot;
        final boolean keeps = s.verb() == Verb.BCAST ? !isRoot : s.verb() != Verb.REDUCE || isRoot;
        final int address = s.local() == null ? 0 : memory.address(s.local());
        final int bytes = s.local() == null ? 0 : s.local().count() * Long.BYTES;
        return Ops.tree(address, bytes, route, call, s.function(), ElementType.U64, gives, keeps, cyclesPerWord);
    }

    /** Returns the collective network of a schedule. */
    static CollectiveNetwork network(final List<List<Integer>> groups, final Draws draws) {
        return groups.isEmpty()
                ? CollectiveNetwork.UNUSED
                : new CollectiveNetwork(
                        draws.of(2, 1, 2, 8), draws.of(8, 1, 2, 16), draws.of(8, 1, 2), draws.of(8, 1, 2), groups);
    }
}
