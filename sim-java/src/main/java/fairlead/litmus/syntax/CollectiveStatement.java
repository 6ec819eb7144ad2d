// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.hw.HwLayout;
import fairlead.program.ReduceFunction;
import fairlead.scenario.BadInput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The statements of a group: `allreduce sum w over A B`, `reduce max w over A B to A`, `bcast w over A B from A` and
 * `meet A B`. Every member has the statement in its program. The words are those of the member itself, and the result
 * replaces them.
 */
final class CollectiveStatement {
    private static final int MOST_WORDS = 512;

    private CollectiveStatement() {}

    /** @param node node of the program */
    static void read(
            final Line line,
            final Statement.Draft to,
            final Names names,
            final String node,
            final Map<String, Long> values) {
        final List<String> flags = new ArrayList<>();
        if (to.verb == Verb.ALLREDUCE || to.verb == Verb.REDUCE) {
            flags.add(function(line));
        }
        if (to.verb != Verb.MEET) {
            to.local = words(line, names, node, values);
            line.expect("over");
        }
        final String last = to.verb == Verb.REDUCE ? "to" : to.verb == Verb.BCAST ? "from" : "";
        final List<String> members = new ArrayList<>();
        do {
            members.addAll(names.someNodes(line, values));
        } while (!line.isEnd() && !line.peek().equals(last));
        if (!last.isEmpty()) {
            line.expect(last);
            flags.add(member(line, names.node(line, values), members, "the root"));
        }
        member(line, node, members, "the own node");
        if (new HashSet<>(members).size() != members.size()) {
            throw line.error("a node is twice in the group " + String.join(" ", members));
        }
        to.nodes = members.stream().sorted().toList();
        to.flags = List.copyOf(flags);
    }

    private static String function(final Line line) {
        final List<String> known = Arrays.stream(ReduceFunction.values())
                .map(f -> f.name().toLowerCase(Locale.ROOT))
                .toList();
        final String name = line.take();
        if (!known.contains(name)) {
            throw line.unknown("function", name, known);
        }
        return name.toUpperCase(Locale.ROOT);
    }

    private static Ref words(final Line line, final Names names, final String node, final Map<String, Long> values) {
        final Ref words = names.ref(line, node, values);
        if (!words.node().equals(node)) {
            throw line.error(words.symbol() + " is on " + words.node() + ", and a member of a group uses words of its"
                    + " own node " + node + " only");
        }
        if (words.count() < 1 || words.count() > MOST_WORDS) {
            throw line.error(words.count() + " words in one call: it takes 1 to " + MOST_WORDS);
        }
        return words;
    }

    private static String member(final Line line, final String node, final List<String> members, final String what) {
        if (!members.contains(node)) {
            throw line.error(what + " " + node + " is not in the group " + String.join(" ", members));
        }
        return node;
    }

    /** Checks that all members of each group make the same calls in the same order, and that there are few groups. */
    static void check(final String file, final List<Task> tasks) {
        final Map<List<String>, List<Statement>> first = new HashMap<>();
        final Map<List<String>, Integer> made = new HashMap<>();
        for (final Task task : tasks) {
            final Map<List<String>, List<Statement>> own = new HashMap<>();
            task.statements().stream().filter(s -> s.verb().isCollective()).forEach(s -> own.computeIfAbsent(
                            s.nodes(), n -> new ArrayList<>())
                    .add(s));
            for (final Map.Entry<List<String>, List<Statement>> group : own.entrySet()) {
                final List<Statement> calls = group.getValue();
                if (!same(first.computeIfAbsent(group.getKey(), g -> calls), calls)) {
                    throw unequal(file, calls.get(0), group.getKey());
                }
                made.merge(group.getKey(), 1, Integer::sum);
            }
        }
        for (final Map.Entry<List<String>, Integer> group : made.entrySet()) {
            if (group.getValue() != group.getKey().size()) {
                throw unequal(file, first.get(group.getKey()).get(0), group.getKey());
            }
        }
        if (made.size() > HwLayout.CLASS_ROUTES) {
            throw Line.error(
                    file,
                    tasks.get(0).line(),
                    made.size() + " groups make calls: the collective network has " + HwLayout.CLASS_ROUTES
                            + " class routes");
        }
    }

    private static BadInput unequal(final String file, final Statement at, final List<String> group) {
        return Line.error(
                file,
                at.line(),
                "each node of the group " + String.join(" ", group)
                        + " must make the same calls in the same order, in one task");
    }

    private static boolean same(final List<Statement> left, final List<Statement> right) {
        boolean same = left.size() == right.size();
        for (int i = 0; same && i < left.size(); i++) {
            final Ref one = left.get(i).local();
            final Ref other = right.get(i).local();
            same = left.get(i).verb() == right.get(i).verb()
                    && left.get(i).flags().equals(right.get(i).flags())
                    && (one == null || one.count() == other.count());
        }
        return same;
    }
}
