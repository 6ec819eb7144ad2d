// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds why a GOAL program never ends: the first operation that others wait for, or a cycle of requirements. */
final class GoalStuck {
    private final GoalFile file;
    private final boolean[] started;
    private final boolean[] done;

    GoalStuck(final GoalFile file, final boolean[] started, final boolean[] done) {
        this.file = file;
        this.started = started;
        this.done = done;
    }

    /** @param unmatched by rank: messages to it that no receive has taken */
    GoalException reason(final List<List<GoalOp>> unmatched, final long eager) {
        final GoalOp first =
                file.ops().stream().filter(op -> !done[op.index]).findFirst().orElse(null);
        if (first == null) {
            final GoalOp send =
                    unmatched.stream().flatMap(List::stream).findFirst().orElseThrow();
            return new GoalException(
                    send.line,
                    "no receive of rank " + send.peer + " takes the message of this " + "send of rank " + send.rank
                            + tag(send));
        }
        final Set<GoalOp> path = new LinkedHashSet<>();
        GoalOp at = first;
        while (!started[at.index] && path.add(at)) {
            at = next(at);
            if (at == null) {
                final GoalOp last = new ArrayList<>(path).get(path.size() - 1);
                return new GoalException(
                        last.line, "rank " + last.peer + " never opens its epoch for this " + last.kind.word());
            }
        }
        if (!started[at.index]) {
            final List<GoalOp> all = new ArrayList<>(path);
            return new GoalException(
                    at.line, "the requirements form a cycle: " + cycle(all.subList(all.indexOf(at), all.size())));
        }
        return new GoalException(at.line, waits(at));
    }

    private static String cycle(final List<GoalOp> cycle) {
        final StringBuilder text = new StringBuilder();
        cycle.stream().limit(8).forEach(op -> text.append(op).append(" waits for "));
        return text + (cycle.size() > 8 ? "others and so for " : "") + "line " + cycle.get(0).line;
    }

    private GoalOp next(final GoalOp op) {
        for (final GoalOp other : op.requires) {
            if (!done[other.index]) {
                return other;
            }
        }
        for (final GoalOp other : op.starts) {
            if (!started[other.index]) {
                return other;
            }
        }
        return null;
    }

    private static String tag(final GoalOp op) {
        return op.tag == GoalOp.ANY ? " with any tag" : " with tag " + op.tag;
    }

    private String waits(final GoalOp op) {
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
