// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.deadlock.knot.TreeDetector;
import fairlead.deadlock.knot.TreeWatch;
import fairlead.node.ExecutionReport;
import fairlead.node.ExecutionReport.Open;
import fairlead.node.OpTable.OpState;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the verdict deadlock_freedom says of the collective network. */
final class TreeEvidence {
    private TreeEvidence() {}

    /** Returns the verdict on a network that has a knot when the machine is at rest. */
    static Verdict knotAtRest(Verdict v, TreeDetector.Finding tree, long cycle) {
        return fails(v, "deadlock", tree, cycle, "deadlock: at rest in cycle " + cycle);
    }

    /**
     * Returns the verdict on a network of which a part stands, whatever else moves.
     *
     * @param leakAt cycle in which a credit sum was first seen to be wrong, or -1
     */
    static Verdict broken(Verdict v, TreeWatch watch, long leakAt) {
        TreeWatch.Alarm alarm = watch.broken();
        boolean leak = leakAt >= 0 && alarm.finding().knot().isEmpty();
        String what = leak
                ? "credit leak: a link of the collective network has lost credits (conservation names it), and"
                : "deadlock:";
        return fails(
                v,
                leak ? "credit_leak" : "deadlock",
                alarm.finding(),
                leak ? Math.min(leakAt, alarm.at()) : alarm.at(),
                what + " a part of it stands since cycle " + alarm.since() + ", reported in " + alarm.at());
    }

    private static Verdict fails(Verdict v, String kind, TreeDetector.Finding tree, long cycle, String beginning) {
        Map<String, Object> extra = DeadlockEvidence.extra(v, kind, cycle);
        if (tree.knot().isEmpty()) {
            extra.put("tree_waits", tree.chain().stream().map(Object::toString).toList());
        } else {
            extra.put("tree_knot", tree.knot().stream().map(Object::toString).toList());
        }
        extra.put("blocked", tree.blocked());
        String detail =
                beginning + ", " + tree.blocked() + " buffers of the collective network hold flits: " + tree.text();
        return new Verdict(DeadlockEvidence.NAME, false, Math.max(1, v.checked()), detail, extra);
    }

    /** Returns the verdict of a run that was cut off, with who waits for software on the collective network. */
    static Verdict waiting(Verdict v, TreeWatch watch) {
        Map<String, Object> extra = new LinkedHashMap<>(v.extra());
        extra.put(
                "tree_waits",
                watch.waiting().finding().chain().stream().map(Object::toString).toList());
        String detail = v.detail() + "; on the collective network something waits for software since cycle "
                + watch.waiting().since() + ": " + watch.waiting().finding().text();
        return new Verdict(v.name(), v.holds(), v.checked(), detail, extra);
    }

    /**
     * Who waits for whom on the collective network at the end of a run that stands: the oldest open call of the class
     * route with the lowest number.
     *
     * @param text a description; empty if no call is open
     * @param owed true if all members have given, so that the network owes the result
     */
    record Standstill(String text, boolean owed) {
        private static final Standstill NONE = new Standstill("", false);

        /** A call is known by its class route and by the number that its members give. */
        private record Call(int route, long number) implements Comparable<Call> {
            @Override
            public int compareTo(Call other) {
                return route != other.route ? Integer.compare(route, other.route) : Long.compare(number, other.number);
            }

            private boolean has(Operation op) {
                return op.kind() == OpKind.TREE && op.classRoute() == route && op.operand() == number;
            }
        }

        /** @param finding who waits for whom in the network; null if nobody looked */
        static Standstill of(Program program, ExecutionReport execution, TreeDetector.Finding finding) {
            TreeMap<Call, List<Integer>> waiting = new TreeMap<>(); // for each call, the nodes that wait in it
            for (Open open : execution.open()) {
                Operation op = open.operation();
                if (op.kind() == OpKind.TREE && open.state() == OpState.POSTED) {
                    waiting.computeIfAbsent(new Call(op.classRoute(), op.operand()), c -> new ArrayList<>())
                            .add(op.node());
                }
            }
            if (waiting.isEmpty()) {
                return NONE;
            }
            Call call = waiting.firstKey();
            List<Integer> there = waiting.get(call);
            List<String> missing = new ArrayList<>();
            for (int member : program.classRoutes().get(call.route)) {
                String why = there.contains(member) ? "" : absence(program, execution, call, member);
                if (!why.isEmpty()) {
                    missing.add("node " + member + ", which " + why);
                }
            }
            String who = "class route " + call.route + ", call " + call.number + ": nodes "
                    + there.stream().sorted().toList() + " wait for ";
            String chain = finding == null || finding.chain().isEmpty()
                    ? ""
                    : "; " + finding.text().strip();
            return missing.isEmpty()
                    ? new Standstill(
                            who + "a result that the collective network owes, all members have given" + chain, true)
                    : new Standstill(who + String.join("; ", missing) + chain, false);
        }

        /** Returns why a member has not given; an empty string if it has. */
        private static String absence(Program program, ExecutionReport execution, Call call, int member) {
            for (Operation op : program.operations()) {
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
}
