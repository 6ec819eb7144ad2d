// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Operand;
import fairlead.litmus.syntax.Place;
import fairlead.litmus.syntax.Ref;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Term;
import fairlead.litmus.syntax.Verb;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the statements and words that belong together, and whether they do so simply enough for the model. */
final class Pairing {
    private Pairing() {}

    /**
     * Returns false for an id of messages with several senders or receivers, for an id of epochs that a node opens
     * twice, for an operation of an epoch that is closing, for a lock together with epochs, which may refuse it, and
     * for a `try` of anything but a put of one value.
     */
    static boolean isPlain(LitmusTest test, Statement s) {
        if (s.attempt && !isSimple(s)) {
            return false;
        }
        return switch (s.verb) {
            case SEND -> count(test, Verb.SEND, s.number) == 1 && count(test, Verb.RECV, s.number) <= 1;
            case RECV -> count(test, Verb.SEND, s.number) == 1
                    && count(test, Verb.RECV, s.number) == 1
                    && sending(test, message(s, of(test, s).node())).isPresent();
            case EPOCH_OPEN -> opens(test, of(test, s).node(), s.number) == 1
                    && test.nodes().stream().noneMatch(n -> n.place() == Place.SAME);
            case LOCK -> !test.uses(Verb.EPOCH_OPEN);
            case EPOCH_AWAIT -> opens(test, s.target(), s.number) == 1;
            default -> s.epoch < 0
                    || of(test, s).statements().stream()
                            .takeWhile(o -> o != s)
                            .noneMatch(o -> o.verb == Verb.EPOCH_CLOSING && o.number == s.epoch);
        };
    }

    private static boolean isSimple(Statement s) {
        return s.verb == Verb.PUT && s.local == null && s.remote.count() == 1 && s.epoch < 0;
    }

    private static long count(LitmusTest test, Verb verb, long number) {
        return test.statements()
                .filter(s -> s.verb == verb && s.number == number)
                .count();
    }

    private static long opens(LitmusTest test, String node, long id) {
        return test.tasks().stream()
                .filter(t -> t.node().equals(node))
                .flatMap(t -> t.statements().stream())
                .filter(o -> o.verb == Verb.EPOCH_OPEN && o.number == id)
                .count();
    }

    private static Task of(LitmusTest test, Statement s) {
        return test.tasks().stream()
                .filter(t -> t.statements().stream().anyMatch(o -> o == s))
                .findFirst()
                .orElseThrow();
    }

    private static Optional<Statement> sending(LitmusTest test, String name) {
        return test.statements()
                .filter(s -> s.verb == Verb.SEND && name.equals(message(s, s.target())))
                .findFirst();
    }

    static String message(Statement s, String to) {
        return "message " + s.number + " to " + to;
    }

    /**
     * Returns the value that is sent in the message of this name. If it is that of a register, the operand names the
     * slot of the sender that keeps the value as it was when it was sent.
     */
    static Operand sent(LitmusTest test, String name) {
        Statement send = sending(test, name).orElse(null);
        if (send == null || send.value.isPlain()) {
            return send == null ? Operand.of(0) : send.value;
        }
        return new Operand(of(test, send).name() + ":" + name, 0);
    }

    // ---- calls of groups

    private static List<Statement> ofGroup(Task task, List<String> group) {
        return task.statements().stream()
                .filter(s -> s.verb.isCollective() && s.nodes.equals(group))
                .toList();
    }

    /** Returns the number of calls that the statement's task makes to its group before it. */
    static int number(LitmusTest test, Statement call) {
        return (int) ofGroup(of(test, call), call.nodes).stream()
                .takeWhile(o -> o != call)
                .count();
    }

    /** Returns the statement of every member for the same call, in the order of the tasks. */
    static List<Statement> calls(LitmusTest test, Statement call) {
        int number = number(test, call);
        return test.tasks().stream()
                .map(task -> ofGroup(task, call.nodes))
                .filter(calls -> !calls.isEmpty())
                .map(calls -> calls.get(number))
                .toList();
    }

    static String call(LitmusTest test, Statement call) {
        return String.join(" ", call.nodes) + " call " + number(test, call);
    }

    // ---- epochs

    static String limit(String target, String origin) {
        return "limit of " + target + " by " + origin;
    }

    /** Returns the action with which the limit of a target ends that an epoch of a node has set. */
    static int end(ActionGraph graph, String origin, long id, String target) {
        return graph.common(
                "end of " + origin + " " + id + " at " + target, Action.shift(graph.slot(limit(target, origin)), -1));
    }

    static List<String> targets(Task task, long epoch) {
        return task.statements().stream()
                .filter(s -> s.verb == Verb.EPOCH_OPEN && s.number == epoch)
                .flatMap(s -> s.nodes.stream())
                .toList();
    }

    /** Returns the slots of the limits that other nodes than the task's may set at a target. */
    static int[] limits(ActionGraph graph, LitmusTest test, Task task, String target) {
        return test.tasks().stream()
                .filter(t -> !t.node().equals(task.node())
                        && t.statements().stream().anyMatch(s -> s.verb == Verb.EPOCH_OPEN && s.nodes.contains(target)))
                .map(t -> limit(target, t.node()))
                .distinct()
                .mapToInt(graph::slot)
                .toArray();
    }

    // ---- words

    /**
     * Returns the words whose values can reach a condition: a condition names them, a register receives them, or they
     * are copied to such a word.
     */
    static Set<String> observed(LitmusTest test, List<Term> terms) {
        Set<String> words = new LinkedHashSet<>();
        terms.stream().filter(t -> t.kind() == Term.Kind.WORD).forEach(t -> words.add(t.key()));
        List<Statement> statements = test.statements().toList();
        for (Statement s : statements) {
            if (s.verb == Verb.LOAD || s.verb == Verb.POLL) {
                words.add(s.local.key(0));
            } else if (s.verb == Verb.FADD || s.verb == Verb.CAS || s.verb == Verb.GET && s.local == null) {
                words.add(s.remote.key(0));
            }
        }
        int before = -1;
        while (before != words.size()) {
            before = words.size();
            for (Statement s : statements) {
                if (s.verb == Verb.PUT && s.local != null) {
                    copied(words, s.local, s.remote);
                } else if (s.verb == Verb.GET && s.local != null) {
                    copied(words, s.remote, s.local);
                } else if (s.verb.isCollective() && s.local != null) {
                    // if a word of the result at one member is observed, so is this word of every member's operand
                    calls(test, s).forEach(other -> copied(words, other.local, s.local));
                }
            }
        }
        return words;
    }

    private static void copied(Set<String> words, Ref from, Ref to) {
        for (int i = 0; i < to.count(); i++) {
            if (words.contains(to.key(i))) {
                words.add(from.key(i));
            }
        }
    }

    static boolean isPlainlyWritten(LitmusTest test, Ref word) {
        return test.statements().anyMatch(s -> switch (s.verb) {
            case PUT -> Ref.overlap(s.remote, word);
            case STORE, GET, ALLREDUCE, REDUCE, BCAST -> Ref.overlap(s.local, word);
            default -> false;
        });
    }
}
