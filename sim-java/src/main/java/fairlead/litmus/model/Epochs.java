// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Verb;
import java.util.List;

/** The limits that open epochs set at their targets: a slot of each target and origin counts them. */
final class Epochs {
    private Epochs() {}

    /** Returns the name of the slot. */
    static String limit(final String target, final String origin) {
        return "limit of " + target + " by " + origin;
    }

    /** Returns the action with which the limit of a target ends that an epoch of a node has set. */
    static int end(final ActionGraph graph, final String origin, final long id, final String target) {
        return graph.common(
                "end of " + origin + " " + id + " at " + target, Action.shift(graph.slot(limit(target, origin)), -1));
    }

    /** Returns the targets of an epoch of the task. */
    static List<String> targets(final Task task, final long epoch) {
        return task.statements().stream()
                .filter(s -> s.verb() == Verb.EPOCH_OPEN && s.number() == epoch)
                .flatMap(s -> s.nodes().stream())
                .toList();
    }

    /** Returns the slots of the limits that other nodes than the task's may set at a target. */
    static int[] limits(final ActionGraph graph, final LitmusTest test, final Task task, final String target) {
        return test.tasks().stream()
                .filter(t -> !t.node().equals(task.node())
                        && t.statements().stream()
                                .anyMatch(s ->
                                        s.verb() == Verb.EPOCH_OPEN && s.nodes().contains(target)))
                .map(t -> limit(target, t.node()))
                .distinct()
                .mapToInt(graph::slot)
                .toArray();
    }
}
