// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.operational;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Place;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Verb;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Tells which tests the interpreter does not judge. */
final class Covered {
    private static final Set<Verb> OUTSIDE = EnumSet.of(Verb.DLA_ALLOC, Verb.DLA_END, Verb.DLA_RELEASE);

    private Covered() {}

    static String reason(LitmusTest test) {
        for (Task task : test.tasks()) {
            for (int i = 0; i < task.statements().size(); i++) {
                if (isOutside(test, task, i)) {
                    Statement s = task.statements().get(i);
                    return "the interpreter does not cover line " + s.line + " ("
                            + s.verb.word() + ")";
                }
            }
        }
        return "";
    }

    private static boolean isOutside(LitmusTest test, Task task, int i) {
        Statement s = task.statements().get(i);
        boolean singlePut = s.verb == Verb.PUT
                && s.local == null
                && s.epoch < 0
                && s.remote.count() == 1;
        return OUTSIDE.contains(s.verb)
                || s.verb == Verb.LOCK && test.uses(Verb.EPOCH_OPEN)
                || s.attempt && !singlePut
                || s.verb == Verb.SEND && all(test, Verb.SEND, s.number).count() != 1
                || s.verb == Verb.RECV && !isSentTo(test, task, s)
                || s.verb == Verb.EPOCH_OPEN && !isSingleEpoch(test, task, s)
                || s.verb == Verb.EPOCH_AWAIT && !isAnnounced(test, task, s)
                || s.epoch >= 0 && isClosing(task, i);
    }

    private static Stream<Statement> all(LitmusTest test, Verb verb, long number) {
        return test.statements().filter(s -> s.verb == verb && s.number == number);
    }

    private static boolean isSentTo(LitmusTest test, Task task, Statement recv) {
        return all(test, Verb.RECV, recv.number).count() == 1
                && all(test, Verb.SEND, recv.number).anyMatch(s -> s.nodes.equals(List.of(task.node())));
    }

    private static Stream<Statement> opens(LitmusTest test, String node, long number) {
        return test.tasks().stream()
                .filter(t -> t.node().equals(node))
                .flatMap(t -> t.statements().stream())
                .filter(s -> s.verb == Verb.EPOCH_OPEN && s.number == number);
    }

    /** An epoch number names one epoch of the task, and all names of nodes are different nodes. */
    private static boolean isSingleEpoch(LitmusTest test, Task task, Statement open) {
        return opens(test, task.node(), open.number).count() == 1
                && test.nodes().stream().noneMatch(n -> n.place() == Place.SAME);
    }

    private static boolean isAnnounced(LitmusTest test, Task task, Statement await) {
        return opens(test, await.target(), await.number)
                .anyMatch(s -> s.nodes.contains(task.node()));
    }

    private static boolean isClosing(Task task, int at) {
        return task.statements().subList(0, at).stream()
                .anyMatch(s -> s.verb == Verb.EPOCH_CLOSING
                        && s.number == task.statements().get(at).epoch);
    }
}
