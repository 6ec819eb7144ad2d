// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.hw.HwLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Checks what concerns several tasks of a test. */
record WholeTest(LitmusTest test) {
    private void refuse(boolean wrong, int line, Supplier<String> what) {
        if (wrong) {
            throw Line.error(test.file(), line, what.get());
        }
    }

    void check() {
        Task first = test.tasks().get(0);
        for (Task task : test.tasks()) {
            long ofNode = test.tasks().stream()
                    .filter(t -> t.node().equals(task.node()))
                    .count();
            refuse(
                    task.number() >= ofNode,
                    task.line(),
                    () -> "program " + task.name() + ": the tasks of " + task.node() + " have gaps");
        }
        for (Task task : test.tasks()) {
            refuse(
                    barriers(first) != barriers(task),
                    task.line(),
                    () -> "unequal barriers: " + first.name() + " has " + barriers(first) + ", " + task.name() + " has "
                            + barriers(task));
        }
        groups(first.line());
        test.tasks().forEach(this::allocations);
        locks();
    }

    private static long barriers(Task task) {
        return task.statements().stream().filter(s -> s.verb == Verb.BARRIER).count();
    }

    private void allocations(Task task) {
        boolean allocates = false;
        for (Statement s : task.statements()) {
            allocates |= s.verb == Verb.DLA_ALLOC;
            refuse(
                    !allocates && (s.verb == Verb.DLA_END || s.verb == Verb.DLA_RELEASE),
                    s.line,
                    () -> "no dla alloc before it in " + task.name());
        }
    }

    /** Checks that all members of each group make the same calls in the same order, and that there are few groups. */
    private void groups(int line) {
        Map<List<String>, List<Statement>> first = new HashMap<>();
        Map<List<String>, Integer> made = new HashMap<>();
        for (Task task : test.tasks()) {
            Map<List<String>, List<Statement>> own = new HashMap<>();
            task.statements().stream().filter(s -> s.verb.isCollective()).forEach(s -> own.computeIfAbsent(
                            s.nodes, n -> new ArrayList<>())
                    .add(s));
            own.forEach((group, calls) -> {
                isEqual(shapes(first.computeIfAbsent(group, g -> calls)).equals(shapes(calls)), calls.get(0));
                made.merge(group, 1, Integer::sum);
            });
        }
        made.forEach((group, members) ->
                isEqual(members == group.size(), first.get(group).get(0)));
        refuse(
                made.size() > HwLayout.CLASS_ROUTES,
                line,
                () -> made.size() + " groups make calls: the collective network has " + HwLayout.CLASS_ROUTES
                        + " class routes");
    }

    private static List<List<Object>> shapes(List<Statement> calls) {
        return calls.stream()
                .map(s -> List.<Object>of(s.verb, s.flags, s.local == null ? 0 : s.local.count()))
                .toList();
    }

    private void isEqual(boolean equal, Statement at) {
        refuse(
                !equal,
                at.line,
                () -> "each node of the group " + String.join(" ", at.nodes)
                        + " must make the same calls in the same order, in one task");
    }

    /** Refuses other statements and conditions that name the word of a lock, and first values of it. */
    private void locks() {
        Set<Ref> locks = new HashSet<>();
        test.statements().filter(s -> s.verb == Verb.LOCK).forEach(s -> {
            locks.add(s.remote);
            refuse(
                    test.initial().getOrDefault(s.remote.key(0), 0L) != 0,
                    s.line,
                    () -> Names.lock(s.remote) + " is a lock, and begins with 0: no init");
        });
        test.statements()
                .filter(s -> s.verb != Verb.LOCK && s.verb != Verb.UNLOCK)
                .forEach(s -> locks.forEach(
                        lock -> isNoLock(lock.isPartOf(s.remote) || lock.isPartOf(s.local), s.line, lock)));
        for (Claim claim : test.claims()) {
            claim.condition().terms().forEach(t -> {
                Ref word = new Ref(t.owner(), t.name(), (int) t.index(), 1);
                isNoLock(t.kind() == Term.Kind.WORD && locks.contains(word), claim.line(), word);
            });
        }
    }

    private void isNoLock(boolean wrong, int line, Ref lock) {
        refuse(wrong, line, () -> Names.lock(lock) + " is a lock: only lock and unlock may name it");
    }
}
