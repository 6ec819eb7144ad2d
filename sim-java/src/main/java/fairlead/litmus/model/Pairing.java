// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Operand;
import fairlead.litmus.syntax.Place;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Verb;
import java.util.function.Predicate;

/** Tells whether messages and epochs of a test pair up so simply that the model covers them. */
final class Pairing {
    private Pairing() {}

    /**
     * Returns false for an id of messages with several senders or receivers, for an id of epochs that a node opens
     * twice, for an operation of an epoch that is closing, for a lock beside epochs, which may refuse it, and for a
     * `try` of anything but a put of one value.
     */
    static boolean isPlain(final LitmusTest test, final Statement s) {
        if (s.attempt() && !isSimple(s)) {
            return false;
        }
        return switch (s.verb()) {
            case SEND, RECV -> count(test, o -> o.verb() == Verb.SEND && o.number() == s.number()) == 1
                    && count(test, o -> o.verb() == Verb.RECV && o.number() == s.number()) <= 1
                    && (s.verb() == Verb.SEND || isSentToItsNode(test, s));
            case EPOCH_OPEN -> opens(test, of(test, s).node(), s.number()) == 1
                    && test.nodes().stream().noneMatch(n -> n.place() == Place.SAME);
            case LOCK -> !test.uses(Verb.EPOCH_OPEN);
            case EPOCH_AWAIT -> opens(test, s.target(), s.number()) == 1;
            default -> s.epoch() < 0 || !isLate(of(test, s), s);
        };
    }

    private static boolean isSimple(final Statement s) {
        return s.verb() == Verb.PUT && s.local() == null && s.remote().count() == 1 && s.epoch() < 0;
    }

    private static boolean isSentToItsNode(final LitmusTest test, final Statement recv) {
        final String node = of(test, recv).node();
        return count(
                        test,
                        o -> o.verb() == Verb.SEND
                                && o.number() == recv.number()
                                && o.target().equals(node))
                == 1;
    }

    private static long count(final LitmusTest test, final Predicate<Statement> which) {
        return test.statements().filter(which).count();
    }

    private static long opens(final LitmusTest test, final String node, final long id) {
        return test.tasks().stream()
                .filter(t -> t.node().equals(node))
                .flatMap(t -> t.statements().stream())
                .filter(o -> o.verb() == Verb.EPOCH_OPEN && o.number() == id)
                .count();
    }

    private static Task of(final LitmusTest test, final Statement s) {
        return test.tasks().stream()
                .filter(t -> t.statements().stream().anyMatch(o -> o == s))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isLate(final Task task, final Statement s) {
        boolean closing = false;
        for (final Statement o : task.statements()) {
            if (o == s) {
                return closing;
            }
            closing |= o.verb() == Verb.EPOCH_CLOSING && o.number() == s.epoch();
        }
        return closing;
    }

    /** Returns a name that the statements of one message have in common. */
    static String message(final Statement s, final String to) {
        return "message " + s.number() + " to " + to;
    }

    /**
     * Returns the value that is sent in the message of this name. If it is that of a register, the operand names a
     * slot.
     *
     * @param isKept whether a slot of the sender keeps the value as it was when it was sent
     */
    static Operand sent(final LitmusTest test, final String name, final boolean isKept) {
        for (final Task task : test.tasks()) {
            for (final Statement s : task.statements()) {
                if (s.verb() == Verb.SEND && name.equals(message(s, s.target()))) {
                    final Operand value = s.value();
                    final String slot = task.name() + ":";
                    return value.isPlain()
                            ? value
                            : isKept
                                    ? new Operand(slot + name, 0)
                                    : new Operand(slot + value.register(), value.value());
                }
            }
        }
        return Operand.of(0);
    }
}
