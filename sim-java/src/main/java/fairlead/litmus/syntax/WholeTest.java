// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.hw.HwLayout;
import fairlead.scenario.BadInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks what concerns several tasks of a test. */
final class WholeTest {
    private final LitmusTest test;

    WholeTest(LitmusTest test) {
        this.test = test;
    }

    private BadInput error(int line, String what) {
        return Line.error(test.file(), line, what);
    }

    void check() {
        Task first = test.tasks().get(0);
        for (Task task : test.tasks()) {
            long ofNode = test.tasks().stream()
                    .filter(t -> t.node().equals(task.node()))
                    .count();
            if (task.number() >= ofNode) {
                throw error(task.line(), "program " + task.name() + ": the tasks of " + task.node() + " have gaps");
            }
        }
        for (Task task : test.tasks()) {
            if (barriers(first) != barriers(task)) {
                throw error(
                        task.line(),
                        "unequal barriers: " + first.name() + " has " + barriers(first) + ", " + task.name() + " has "
                                + barriers(task));
            }
        }
        groups();
        test.tasks().forEach(this::allocations);
        locks();
    }

    private static long barriers(Task task) {
        return task.statements().stream().filter(s -> s.verb() == Verb.BARRIER).count();
    }

    private void allocations(Task task) {
        boolean allocates = false;
        for (Statement s : task.statements()) {
            allocates |= s.verb() == Verb.DLA_ALLOC;
            if (!allocates && (s.verb() == Verb.DLA_END || s.verb() == Verb.DLA_RELEASE)) {
                throw error(s.line(), "no dla alloc before it in " + task.name());
            }
        }
    }

    /** Checks that all members of each group make the same calls in the same order, and that there are few groups. */
    private void groups() {
        Map<List<String>, List<Statement>> first = new HashMap<>();
        Map<List<String>, Integer> made = new HashMap<>();
        for (Task task : test.tasks()) {
            Map<List<String>, List<Statement>> own = new HashMap<>();
            task.statements().stream().filter(s -> s.verb().isCollective()).forEach(s -> own.computeIfAbsent(
                            s.nodes(), n -> new ArrayList<>())
                    .add(s));
            own.forEach((group, calls) -> {
                if (!shapes(first.computeIfAbsent(group, g -> calls)).equals(shapes(calls))) {
                    throw unequal(calls.get(0));
                }
                made.merge(group, 1, Integer::sum);
            });
        }
        made.forEach((group, members) -> {
            if (members != group.size()) {
                throw unequal(first.get(group).get(0));
            }
        });
        if (made.size() > HwLayout.CLASS_ROUTES) {
            throw error(
                    test.tasks().get(0).line(),
                    made.size() + " groups make calls: the collective network has " + HwLayout.CLASS_ROUTES
                            + " class routes");
        }
    }

    private static List<List<Object>> shapes(List<Statement> calls) {
        return calls.stream()
                .map(s -> List.<Object>of(
                        s.verb(), s.flags(), s.local() == null ? 0 : s.local().count()))
                .toList();
    }

    private BadInput unequal(Statement at) {
        return error(
                at.line(),
                "each node of the group " + String.join(" ", at.nodes())
                        + " must make the same calls in the same order, in one task");
    }

    /** Refuses other statements and conditions that name the word of a lock, and first values of it. */
    private void locks() {
        Set<Ref> locks = new HashSet<>();
        test.statements().filter(s -> s.verb() == Verb.LOCK).forEach(s -> {
            Ref word = s.remote();
            locks.add(word);
            if (test.initial(word.node(), word.symbol(), word.from()) != 0) {
                throw error(s.line(), Names.lock(word) + " is a lock, and begins with 0: no init");
            }
        });
        test.statements()
                .filter(s -> s.verb() != Verb.LOCK && s.verb() != Verb.UNLOCK)
                .forEach(s -> locks.stream()
                        .filter(lock -> lock.isPartOf(s.remote()) || lock.isPartOf(s.local()))
                        .findFirst()
                        .ifPresent(lock -> {
                            throw onlyLocks(s.line(), lock);
                        }));
        for (Claim claim : test.claims()) {
            claim.condition().terms().forEach(t -> {
                Ref word = new Ref(t.owner(), t.name(), (int) t.index(), 1);
                if (t.kind() == Term.Kind.WORD && locks.contains(word)) {
                    throw onlyLocks(claim.line(), word);
                }
            });
        }
    }

    private BadInput onlyLocks(int line, Ref lock) {
        return error(line, Names.lock(lock) + " is a lock: only lock and unlock may name it");
    }
}
