// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.deadlock.knot.TreeDetector;
import fairlead.node.ExecutionReport.Open;
import fairlead.node.ExecutionReport;
import fairlead.node.OpTable.OpState;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Who waits for whom on the collective network at the end of a run that stands: the oldest open call of the class route
 * with the lowest number.
 *
 * @param text a description; empty if no call is open
 * @param owed true if all members have given, so that the network owes the result
 */
record TreeStandstill(String text, boolean owed) {
    private static final TreeStandstill NONE = new TreeStandstill("", false);

    /** A call is known by its class route and by the number that its members give. */
    private record Call(int route, long number) implements Comparable<Call> {
        @Override
        public int compareTo(final Call other) {
            return route != other.route ? Integer.compare(route, other.route) : Long.compare(number, other.number);
        }

        private boolean has(final Operation op) {
            return op.kind() == OpKind.TREE && op.classRoute() == route && op.operand() == number;
        }
    }

    /** @param finding who waits for whom in the network; null if nobody looked */
    static TreeStandstill of(
            final Program program, final ExecutionReport execution, final TreeDetector.Finding finding) {
        final TreeMap<Call, List<Integer>> waiting = new TreeMap<>(); // for each call, the nodes that wait in it
        for (final Open open : execution.open()) {
            final Operation op = open.operation();
            if (op.kind() == OpKind.TREE && open.state() == OpState.POSTED) {
                waiting.computeIfAbsent(new Call(op.classRoute(), op.operand()), c -> new ArrayList<>())
                        .add(op.node());
            }
        }
        if (waiting.isEmpty()) {
            return NONE;
        }
        final Call call = waiting.firstKey();
        final List<Integer> there = waiting.get(call);
        final List<String> missing = new ArrayList<>();
        for (final int member : program.classRoutes().get(call.route)) {
            final String why = there.contains(member) ? "" : absence(program, execution, call, member);
            if (!why.isEmpty()) {
                missing.add("node " + member + ", which " + why);
            }
        }
        final String who = "class route " + call.route + ", call " + call.number + ": nodes "
                + there.stream().sorted().toList() + " wait for ";
        final String chain = finding == null || finding.chain().isEmpty()
                ? ""
                : "; " + finding.text().strip();
        return missing.isEmpty()
                ? new TreeStandstill(
                        who + "a result that the collective network owes, all members have given" + chain, true)
                : new TreeStandstill(who + String.join("; ", missing) + chain, false);
    }

    /** Returns why a member has not given; an empty string if it has. */
    private static String absence(
            final Program program, final ExecutionReport execution, final Call call, final int member) {
        for (final Operation op : program.operations()) {
            if (op.node() == member && call.has(op)) {
                return !op.tree().givesPackets()
                                || execution.table().isDone(op.id())
                                || execution.table().state(op.id()) == OpState.POSTED
                        ? ""
                        : "has not come to it: " + op;
            }
        }
        return "takes no part in it";
    }
}
