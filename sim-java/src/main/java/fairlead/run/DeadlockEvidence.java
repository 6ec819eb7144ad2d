// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.deadlock.Knot;
import fairlead.deadlock.KnotDetector;
import fairlead.deadlock.TreeDetector;
import fairlead.deadlock.TreeWatch;
import fairlead.node.ExecutionReport;
import fairlead.node.ExecutionReport.EndReason;
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
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Completes the verdict deadlock_freedom with the findings of the detector. The checker knows only that a run came to a
 * standstill or was cut off; this class adds the cause. Each kind is a different fault with a different remedy: a knot,
 * a starved pair of nodes, circulating packets, a lost credit, software that does not act, or a program that waits for
 * itself.
 */
final class DeadlockEvidence {
    static final String NAME = "deadlock_freedom";

    private DeadlockEvidence() {}

    /** @param closed the knot in the cycle in which it closed, with its packets, or null if there is none */
    static void complete(List<Verdict> verdicts, Watch run, ExecutionReport execution, Knot closed, Program program) {
        SoftwareWaits held = SoftwareWaits.of(verdicts);
        verdicts.replaceAll(v -> NAME.equals(v.name()) ? judge(v, run, execution, closed, held, program) : v);
    }

    /** Says in the verdict what nobody looked at, because units of the user do not show it. */
    static void hidden(List<Verdict> verdicts, Watch run) {
        String what = run.hidden();
        if (!what.isEmpty()) {
            String told = "; knots of " + what + " were not looked for: own units do not show them";
            verdicts.replaceAll(v -> NAME.equals(v.name())
                    ? new Verdict(NAME, v.holds(), v.checked(), v.detail() + told, v.extra())
                    : v);
        }
    }

    private static Verdict judge(
            Verdict v, Watch run, ExecutionReport execution, Knot closed, SoftwareWaits held, Program program) {
        KnotDetector detector = run.detector;
        if (!detector.unknownWait().isEmpty()) {
            return fails(v, "config", null, "the machine is not the one that was checked: " + detector.unknownWait());
        }
        if (detector.knot().isPresent()) {
            return knot(v, detector.knot().get(), closed);
        }
        if (!detector.lost().isEmpty()) {
            return fails(v, "livelock", null, "livelock: " + detector.lost());
        }
        if (!detector.starved().isEmpty()) {
            return fails(v, "starvation", detector.starvedAt(), "starvation: " + detector.starved());
        }
        boolean stuck = execution.reason() == EndReason.STUCK;
        TreeDetector.Finding tree = run.treeFinding();
        TreeWatch watch = run.tree;
        if (watch != null && watch.broken() != null) {
            return broken(v, watch, run.leakAt());
        }
        if (stuck && tree != null && !tree.knot().isEmpty()) {
            return knotAtRest(v, tree, execution.cycles());
        }
        if (run.leakAt() >= 0 && (stuck || Boolean.FALSE.equals(v.holds()))) {
            return fails(
                    v,
                    "credit_leak",
                    run.leakAt(),
                    "credit leak: a link has lost credits (conservation names it); " + v.detail());
        }
        if (stuck) {
            return stuck(v, execution, Standstill.of(program, execution, tree), held);
        }
        long idle = execution.cycles() - run.lastProgress();
        if (execution.reason() == EndReason.MAX_CYCLES
                && !execution.open().isEmpty()
                && !run.isCalculating()
                && idle > detector.patience()) {
            return fails(
                    v,
                    "livelock",
                    execution.cycles(),
                    "livelock: busy until cycle " + execution.cycles() + ", and nothing was delivered or ended for "
                            + idle + " cycles; " + first(execution));
        }
        boolean waits = watch != null && tree == null && watch.waiting() != null;
        return waits ? waiting(v, watch) : v;
    }

    private static Verdict knot(Verdict v, Knot knot, Knot closed) {
        String kind = knot.isLocal() ? "local_deadlock" : "deadlock";
        Map<String, Object> extra = extra(v, kind, knot.reportedAt());
        extra.put("closed_at", closed.reportedAt());
        extra.put("knot", closed.json());
        extra.put("blocked", knot.blocked());
        return new Verdict(
                NAME,
                false,
                Math.max(1, v.checked()),
                kind + " closed in cycle " + closed.reportedAt() + ", reported in " + knot.reportedAt() + ", "
                        + knot.blocked() + " VCs blocked: " + closed,
                extra);
    }

    /** Judges a machine at rest with open operations and without a knot among the VCs. */
    private static Verdict stuck(Verdict v, ExecutionReport execution, Standstill tree, SoftwareWaits held) {
        if (!"software_wait".equals(v.extra().get("kind"))) {
            return v; // the network still holds packets
        }
        long cycle = execution.cycles();
        String first = "; " + first(execution);
        if (execution.open().stream().anyMatch(open -> isOwed(open, held))) {
            String owed = " with an empty network, and the units of the nodes owe completions" + first;
            return fails(v, "deadlock", cycle, "deadlock: at rest in cycle " + cycle + owed);
        }
        if (!tree.text().isEmpty()) {
            String kind = tree.owed() ? "deadlock" : "software_wait";
            return fails(v, kind, cycle, "the collective network stands since cycle " + cycle + "; " + tree.text());
        }
        if (!held.threads().isEmpty()) {
            return fails(v, "software_wait", cycle, "waiting on software: " + held.threads());
        }
        if (!held.starved().isEmpty()) {
            return fails(v, "starvation", cycle, "starvation: " + held.starved());
        }
        String since = "waiting on software since cycle " + cycle + ": ";
        if (!held.epochs().isEmpty()) {
            return fails(v, "software_wait", cycle, since + held.epochsText() + first);
        }
        boolean software = execution.unclaimed() > 0
                || execution.open().stream()
                        .filter(open -> open.state() == OpState.POSTED)
                        .map(open -> open.operation().kind())
                        .anyMatch(kind -> kind == OpKind.SEND || kind == OpKind.POLL);
        if (software) {
            String what = "a slot that only software frees, or a word that only software writes";
            return fails(v, "software_wait", cycle, since + what + first);
        }
        return fails(
                v,
                "program",
                cycle,
                "program deadlock: the machine owes nothing since cycle " + cycle
                        + ", the operations wait for each other" + first);
    }

    private static boolean isOwed(ExecutionReport.Open open, SoftwareWaits held) {
        OpKind kind = open.operation().kind();
        return open.state() == OpState.POSTED
                && (kind == OpKind.GET
                        || kind == OpKind.EPOCH_CLOSE
                        || kind == OpKind.EPOCH_OPEN
                                && !held.epochs().containsKey(open.operation().id())
                        || kind == OpKind.FLUSH
                        || kind.isFetchOp());
    }

    private static String first(ExecutionReport execution) {
        return execution.open().isEmpty()
                ? "no operation is open"
                : execution.open().size() + " operations are open, first "
                        + execution.open().get(0);
    }

    private static Verdict fails(Verdict v, String kind, Long reportedAt, String detail) {
        return new Verdict(NAME, false, Math.max(1, v.checked()), detail, extra(v, kind, reportedAt));
    }

    private static Map<String, Object> extra(Verdict v, String kind, Long reportedAt) {
        Map<String, Object> extra = new LinkedHashMap<>(v.extra());
        extra.put("evidence", "observed");
        extra.put("kind", kind);
        extra.put("reported_at", reportedAt);
        return extra;
    }

    /**
     * What the checkers have found out about operations that wait for software at the end of a run.
     *
     * @param threads which threads wait on a shared network device, for whom; empty if none does
     * @param starved which threads others keep from the lock of such a device; empty if none is
     * @param epochs by the id of an EPOCH_OPEN, which node waits at which target for whom
     */
    private record SoftwareWaits(String threads, String starved, Map<Integer, String> epochs) {
        private static final int NAMED = 4; // epochs that the text names

        static SoftwareWaits of(List<Verdict> verdicts) {
            Map<Integer, String> epochs = new TreeMap<>();
            for (Verdict v : verdicts) {
                if (v.extra().get("held") instanceof Map<?, ?> held) {
                    held.forEach((op, text) -> epochs.put((Integer) op, (String) text));
                }
            }
            return new SoftwareWaits(broken(verdicts, "software_wait"), broken(verdicts, "starvation"), epochs);
        }

        private static String broken(List<Verdict> verdicts, String condition) {
            return verdicts.stream()
                    .filter(v -> v.extra().get("broken") instanceof Map<?, ?>)
                    .map(v -> ((Map<?, ?>) v.extra().get("broken")).get(condition))
                    .filter(Objects::nonNull)
                    .map(Object::toString)
                    .findFirst()
                    .orElse("");
        }

        /** Returns the first few waits for epochs in words. */
        String epochsText() {
            String named = epochs.values().stream().distinct().limit(NAMED).collect(Collectors.joining("; "));
            long all = epochs.values().stream().distinct().count();
            return "epochs are held: " + named + (all > NAMED ? "; and " + (all - NAMED) + " more" : "");
        }
    }

    // ---- the collective network

    /** Returns the verdict on a network that has a knot when the machine is at rest. */
    private static Verdict knotAtRest(Verdict v, TreeDetector.Finding tree, long cycle) {
        return treeFails(v, "deadlock", tree, cycle, "deadlock: at rest in cycle " + cycle);
    }

    /**
     * Returns the verdict on a network with a stopped part, whatever else moves.
     *
     * @param leakAt cycle in which a credit sum was first seen to be wrong, or -1
     */
    private static Verdict broken(Verdict v, TreeWatch watch, long leakAt) {
        TreeWatch.Alarm alarm = watch.broken();
        boolean leak = leakAt >= 0 && alarm.finding().knot().isEmpty();
        String what = leak
                ? "credit leak: a link of the collective network has lost credits (conservation names it), and"
                : "deadlock:";
        return treeFails(
                v,
                leak ? "credit_leak" : "deadlock",
                alarm.finding(),
                leak ? Math.min(leakAt, alarm.at()) : alarm.at(),
                what + " a part of it stands since cycle " + alarm.since() + ", reported in " + alarm.at());
    }

    private static Verdict treeFails(Verdict v, String kind, TreeDetector.Finding tree, long cycle, String beginning) {
        Map<String, Object> extra = extra(v, kind, cycle);
        if (tree.knot().isEmpty()) {
            extra.put("tree_waits", tree.chain().stream().map(Object::toString).toList());
        } else {
            extra.put("tree_knot", tree.knot().stream().map(Object::toString).toList());
        }
        extra.put("blocked", tree.blocked());
        String detail =
                beginning + ", " + tree.blocked() + " buffers of the collective network hold flits: " + tree.text();
        return new Verdict(NAME, false, Math.max(1, v.checked()), detail, extra);
    }

    /** Returns the verdict of a run that was cut off, with who waits for software on the collective network. */
    private static Verdict waiting(Verdict v, TreeWatch watch) {
        Map<String, Object> extra = new LinkedHashMap<>(v.extra());
        extra.put(
                "tree_waits",
                watch.waiting().finding().chain().stream().map(Object::toString).toList());
        String detail = v.detail() + "; on the collective network something waits for software since cycle "
                + watch.waiting().since() + ": " + watch.waiting().finding().text();
        return new Verdict(v.name(), v.holds(), v.checked(), detail, extra);
    }

    /**
     * Who waits for whom on the collective network at the end of a stopped run: the oldest open call of the class
     * route with the lowest number.
     *
     * @param text a description; empty if no call is open
     * @param owed true if all members have given, so that the network owes the result
     */
    private record Standstill(String text, boolean owed) {
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
