// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

import fairlead.workload.goal.GoalFile.GoalKind;
import fairlead.workload.goal.GoalFile.GoalOp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What a GOAL program that was read is refused for. */
final class GoalRefusals {
    private GoalRefusals() {}

    /**
     * Refuses programs whose accesses the access limit of an epoch would refuse on the machine: a rank that exposes an
     * epoch gets accesses of the epoch's origins alone, and messages only if there is one origin, from that one.
     */
    static void ofAccesses(GoalFile file) {
        Map<Integer, GoalOp> epochs = new HashMap<>();
        file.ops().stream().filter(op -> op.kind == GoalKind.EPOCH_OPEN).forEach(op -> epochs.put(op.rank, op));
        for (GoalOp op : epochs.isEmpty() ? List.<GoalOp>of() : file.ops()) {
            op.refuse(
                    op.kind == GoalKind.RECV && op.peer == GoalOp.ANY,
                    () -> "a recv from any rank and an epoch in one file: name the source of the receive");
            if (op.kind == GoalKind.EPOCH_OPEN) {
                op.origins.forEach(origin -> reaches(op, epochs.get(origin)));
            } else if (op.kind.isAccess() || op.kind == GoalKind.SEND || op.kind == GoalKind.RECV) {
                reaches(op, epochs.get((int) op.peer)); // a receive with its answer to a long message
            }
        }
    }

    private static void reaches(GoalOp op, GoalOp epoch) {
        if (epoch != null && epoch.rank != op.rank) {
            boolean several = epoch.origins.size() > 1;
            op.refuse(
                    !epoch.origins.contains(op.rank) || !op.kind.isAccess() && several,
                    () -> "this " + op.kind.word() + " of rank " + op.rank + " reaches rank " + epoch.rank
                            + ", whose epoch in line " + epoch.line + " is for "
                            + (several ? "the accesses of ranks " : "rank ")
                            + epoch.origins.toString().replaceAll("[\\[\\]]", "") + " alone");
        }
    }

    /** Finds why a GOAL program never ends: the first operation that others wait for, or a cycle of requirements. */
    record GoalStuck(GoalFile file, boolean[] started, boolean[] done) {
        /** @param unmatched by rank: messages to it that no receive has taken */
        GoalException reason(List<List<GoalOp>> unmatched) {
            GoalOp first = file.ops().stream()
                    .filter(op -> !done[op.index])
                    .findFirst()
                    .orElse(null);
            if (first == null) {
                GoalOp send =
                        unmatched.stream().flatMap(List::stream).findFirst().orElseThrow();
                return new GoalException(send.line, waits(send));
            }
            Set<GoalOp> path = new LinkedHashSet<>();
            GoalOp at = first;
            while (!started[at.index] && path.add(at)) {
                at = next(at);
                if (at == null) {
                    GoalOp last = new ArrayList<>(path).get(path.size() - 1);
                    return new GoalException(
                            last.line, "rank " + last.peer + " never opens its epoch for this " + last.kind.word());
                }
            }
            if (!started[at.index]) {
                List<GoalOp> all = new ArrayList<>(path);
                return new GoalException(
                        at.line, "the requirements form a cycle: " + cycle(all.subList(all.indexOf(at), all.size())));
            }
            return new GoalException(at.line, waits(at));
        }

        private static String cycle(List<GoalOp> cycle) {
            StringBuilder text = new StringBuilder();
            cycle.stream().limit(8).forEach(op -> text.append(op).append(" waits for "));
            return text + (cycle.size() > 8 ? "others and so for " : "") + "line " + cycle.get(0).line;
        }

        private GoalOp next(GoalOp op) {
            return Stream.concat(
                            op.requires.stream().filter(other -> !done[other.index]),
                            op.starts.stream().filter(other -> !started[other.index]))
                    .findFirst()
                    .orElse(null);
        }

        private static String tag(GoalOp op) {
            return op.tag == GoalOp.ANY ? " with any tag" : " with tag " + op.tag;
        }

        private String waits(GoalOp op) {
            return switch (op.kind) {
                case RECV -> "no message comes for this recv of rank " + op.rank + " from "
                        + (op.peer == GoalOp.ANY ? "any rank" : "rank " + op.peer) + tag(op);
                case SEND -> "no receive of rank " + op.peer + " takes the message of this send of rank " + op.rank
                        + tag(op);
                case TEST -> "counter " + op.counter + " of rank " + op.rank + " never reaches " + op.value;
                default -> "this " + op + " never ends, for operations of its epoch never start";
            };
        }
    }
}
