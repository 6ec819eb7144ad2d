// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The locks that a task holds at some place of its program. */
final class Locks {
    private final Map<Ref, Boolean> held = new HashMap<>(); // whether it is shared, by its word

    void add(final Locks other) {
        held.putAll(other.held);
    }

    void take(final Line line, final Ref word, final boolean shared) {
        if (held.putIfAbsent(word, shared) != null) {
            throw line.error("the task holds the lock of " + name(word) + " already, and would wait for itself");
        }
    }

    /** Gives a lock back and returns whether it was shared. */
    boolean give(final Line line, final Ref word) {
        final Boolean shared = held.remove(word);
        if (shared == null) {
            throw line.error("the task does not hold the lock of " + name(word) + " here");
        }
        return shared;
    }

    void finish(final Line line, final String task) {
        if (!held.isEmpty()) {
            throw line.error("the program of " + task + " ends with the lock of "
                    + name(held.keySet().iterator().next()) + " in hand: unlock is missing");
        }
    }

    /** Refuses other statements and conditions that name the word of a lock, and first values of it. */
    static void check(
            final String file, final List<Task> tasks, final List<Claim> claims, final Map<String, Long> initial) {
        final Set<Ref> locks = new HashSet<>();
        all(tasks).filter(s -> s.verb() == Verb.LOCK).forEach(s -> {
            locks.add(s.remote());
            if (initial.getOrDefault(
                            LitmusTest.key(
                                    s.remote().node(),
                                    s.remote().symbol(),
                                    s.remote().from()),
                            0L)
                    != 0) {
                throw Line.error(file, s.line(), name(s.remote()) + " is a lock, and begins with 0: no init");
            }
        });
        all(tasks).filter(s -> s.verb() != Verb.LOCK && s.verb() != Verb.UNLOCK).forEach(s -> locks.stream()
                .filter(lock -> lock.isPartOf(s.remote()) || lock.isPartOf(s.local()))
                .findFirst()
                .ifPresent(lock -> {
                    throw Line.error(file, s.line(), onlyLocks(lock));
                }));
        for (final Claim claim : claims) {
            claim.condition().terms(t -> {
                final Ref word = new Ref(t.owner(), t.name(), (int) t.index(), 1);
                if (t.kind() == Term.Kind.WORD && locks.contains(word)) {
                    throw Line.error(file, claim.line(), onlyLocks(word));
                }
            });
        }
    }

    private static Stream<Statement> all(final List<Task> tasks) {
        return tasks.stream().flatMap(t -> t.statements().stream());
    }

    private static String onlyLocks(final Ref lock) {
        return name(lock) + " is a lock: only lock and unlock may name it";
    }

    private static String name(final Ref word) {
        return Names.isHidden(word.symbol()) ? word.node() : word.toString();
    }
}
