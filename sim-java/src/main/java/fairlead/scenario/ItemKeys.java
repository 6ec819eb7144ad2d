// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.machine.CollectiveNetwork;
import fairlead.machine.Shape;
import fairlead.program.CollectiveOp;
import fairlead.program.ElementType;
import fairlead.program.ReduceFunction;
import fairlead.workload.collective.Algorithm;
import fairlead.workload.collective.Item;
import fairlead.workload.collective.Item.Collective;
import fairlead.workload.collective.Item.Group;
import fairlead.workload.collective.Item.Message;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes groups of ranks from the section `groups`, and collective operations and messages from `workload.items`. */
final class ItemKeys {
    static final String COLLECTIVE = "collective";
    private static final String MESSAGE = "message";
    private static final String ALL = "all"; // the group that every scenario has
    private static final int STANDARD_BYTES = 8;
    private static final Pattern RANGE = Pattern.compile("(\\d{1,4})-(\\d{1,4})");
    private static final List<String> AXES = List.of("x", "y", "z");

    private final Values values;
    private final Shape shape;
    private final int nodes; // of the torus
    private final long mostBytes;
    private final Map<String, Group> groups = new LinkedHashMap<>();

    /** @param mostBytes length of the longest operand in bytes */
    ItemKeys(Values values, Shape shape, long mostBytes) {
        this.values = values;
        this.shape = shape;
        nodes = shape.torusNodes();
        this.mostBytes = mostBytes;
    }

    List<Item> read() {
        groups.put(ALL, new Group(ALL, IntStream.range(0, nodes).boxed().toList()));
        Tree tree = values.get(Schema.GROUPS) instanceof Tree given ? given : null;
        if (tree != null) {
            tree.entries().forEach(this::group);
        }
        values.put(Schema.GROUPS, tree == null ? Map.of() : tree.plain());
        return values.get(Schema.ITEMS) == null ? List.of() : items();
    }

    private void refuse(Tree tree, String path, String rule, Object... parts) {
        values.mistakes().at(tree, path, Schema.rule(rule, parts));
    }

    private Fields fields(String form, Tree tree, String path) {
        return Fields.of(tree, path, Schema.inner(form), values.mistakes());
    }

    // ---- groups

    private void group(String name, Tree tree) {
        String path = Schema.GROUPS + "." + Tree.shortened(name);
        Set<Integer> ranks = new LinkedHashSet<>();
        if (tree.isList()) {
            for (int i = 0; i < tree.items().size(); i++) {
                member(path + "[" + i + "]", tree.items().get(i), ranks);
            }
        } else if (tree.isMap()) {
            String form = Stream.of("every", "axis", "plane")
                    .filter(tree.entries()::containsKey)
                    .findFirst()
                    .orElse("box");
            Fields fields = fields(form, tree, path);
            if (form.equals("every")) {
                int step = (int) fields.integer("every", 1, nodes, 1);
                int from = (int) fields.integer("from", 0, nodes - 1, 0);
                IntStream.iterate(from, rank -> rank < nodes, rank -> rank + step)
                        .forEach(ranks::add);
            } else {
                block(fields, form, ranks);
            }
        } else if (ALL.equals(tree.scalar())) {
            ranks.addAll(groups.get(ALL).ranks());
        } else {
            refuse(tree, path, "group:forms");
            return;
        }
        if (ranks.isEmpty()) {
            refuse(tree, path, "group:empty");
            return;
        }
        groups.put(name, new Group(name, List.copyOf(ranks)));
    }

    private void member(String path, Tree item, Set<Integer> ranks) {
        int last = nodes - 1;
        Matcher range = RANGE.matcher(item.scalar() instanceof String text ? text : "");
        int from = -1;
        int to = -1;
        if (item.scalar() instanceof BigInteger rank && rank.bitLength() < Integer.SIZE) {
            from = rank.intValue();
            to = from;
        } else if (range.matches()) {
            from = Integer.parseInt(range.group(1));
            to = Integer.parseInt(range.group(2));
        }
        if (from < 0 || to > last || from > to) {
            refuse(item, path, "group:ranks", last);
            return;
        }
        for (int rank = from; rank <= to; rank++) {
            if (!ranks.add(rank)) {
                refuse(item, path, "group:twice", rank);
                return;
            }
        }
    }

    /**
     * Adds the ranks of a line, a plane or a subtorus. A line and a plane have all ranks along the axes that the word
     * names, at one coordinate (0 by default) of each other axis; a subtorus has in each axis one coordinate, a range
     * of coordinates, or all coordinates.
     */
    private void block(Fields fields, String form, Set<Integer> ranks) {
        boolean box = form.equals("box");
        String whole = box ? "" : fields.value(form, form.equals("axis") ? "x" : "xy");
        int[][] bounds = new int[AXES.size()][];
        for (int axis = 0; axis < bounds.length; axis++) {
            String name = AXES.get(axis);
            int last = shape.k(axis) - 1;
            fields.require(!whole.contains(name) || !fields.has(name), name + ":axis", form + " " + whole);
            if (whole.contains(name) || box && !fields.has(name)) {
                bounds[axis] = new int[] {0, last};
            } else if (box && fields.get(name).isList()) {
                bounds[axis] = span(fields, name, fields.get(name), last);
            } else {
                int at = (int) fields.integer(name, 0, last, 0);
                bounds[axis] = new int[] {at, at};
            }
        }
        IntStream.range(0, nodes)
                .filter(rank -> IntStream.range(0, bounds.length)
                        .allMatch(axis ->
                                shape.at(rank, axis) >= bounds[axis][0] && shape.at(rank, axis) <= bounds[axis][1]))
                .forEach(ranks::add);
    }

    private int[] span(Fields fields, String name, Tree value, int last) {
        List<Tree> ends = value.items();
        if (ends.size() == 2
                && ends.get(0).scalar() instanceof BigInteger from
                && ends.get(1).scalar() instanceof BigInteger to
                && from.signum() >= 0
                && from.compareTo(to) <= 0
                && to.compareTo(BigInteger.valueOf(last)) <= 0) {
            return new int[] {from.intValue(), to.intValue()};
        }
        fields.require(false, name + ":span", last);
        return new int[] {0, 0};
    }

    // ---- items

    private List<Item> items() {
        List<Tree> items = trees();
        List<Item> read = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            String path = Schema.ITEMS + "[" + i + "]";
            Fields item = fields("item", items.get(i), path);
            boolean isCall = item.has(COLLECTIVE);
            if (item.isGood() && isCall == item.has(MESSAGE)) {
                item.require(false, "collective:either");
            } else if (item.isGood() && isCall) {
                collective(item.get(COLLECTIVE), path + "." + COLLECTIVE, read);
            } else if (item.isGood()) {
                message(item.get(MESSAGE), path + "." + MESSAGE, read);
            }
        }
        values.require(!items.isEmpty(), "workload.items:none");
        values.put(Schema.ITEMS, items.stream().map(Tree::plain).toList());
        return read;
    }

    private void message(Tree tree, String path, List<Item> read) {
        Fields fields = fields(MESSAGE, tree, path);
        if (!tree.isMap()) {
            return;
        }
        int to = (int) fields.integer("to", 0, nodes - 1L, 0);
        Group from = fields.get("from") != null && fields.get("from").scalar() instanceof BigInteger
                ? new Group("node", List.of((int) fields.integer("from", 0, nodes - 1L, 0)))
                : group(fields, "from");
        int bytes = (int) fields.integer("bytes", 1, mostBytes, STANDARD_BYTES);
        long match = fields.integer("match", 1, Long.MAX_VALUE, 1);
        fields.require(from == null || !from.ranks().equals(List.of(to)), "to:self");
        if (fields.isGood()) {
            read.add(new Message(from, to, bytes, match, bytes <= values.integer("workload.eager_bytes")));
        }
    }

    /** Returns the items as they were written. The default items come from no file. */
    private List<Tree> trees() {
        return values.list(Schema.ITEMS).stream()
                .map(item ->
                        item instanceof Tree tree ? tree : Tree.read("{collective: {op: barrier}}", "default", false))
                .toList();
    }

    private void collective(Tree tree, String path, List<Item> read) {
        Fields fields = fields(COLLECTIVE, tree, path);
        if (!tree.isMap()) {
            return;
        }
        String word = fields.value("op", (String) null);
        Group group = group(fields, "group");
        if (word == null || group == null) {
            return;
        }
        CollectiveOp op = Values.constant(CollectiveOp.class, word);
        boolean barrier = op == CollectiveOp.BARRIER;
        without(fields, op.isReduction(), "reduce", "type");
        without(fields, op.isRooted(), "root");
        without(fields, !barrier, "bytes");
        int bytes = barrier ? 0 : (int) fields.integer("bytes", 1, mostBytes, STANDARD_BYTES);
        ReduceFunction function =
                op.isReduction() ? Values.constant(ReduceFunction.class, fields.value("reduce", "sum")) : null;
        ElementType type = op.isReduction() ? Values.constant(ElementType.class, fields.value("type", "u64")) : null;
        if (type != null && !function.isBitwise() && bytes % type.bytes() != 0) {
            fields.require(false, "bytes:type", type.bytes(), Schema.word(function), Schema.word(type));
        }
        Algorithm algorithm = algorithm(fields, op);
        int root =
                algorithm == Algorithm.ONE_WAY ? rootOfRoute(fields, group) : op.isRooted() ? root(fields, group) : 0;
        if (fields.isGood()) {
            read.add(new Collective(op, group, root, bytes, algorithm, function, type));
        }
    }

    /** Reports the keys that have no meaning for the operation. */
    private static void without(Fields fields, boolean known, String... keys) {
        for (String key : keys) {
            fields.require(
                    known || !fields.has(key), key + ":op", fields.get("op").scalar());
        }
    }

    private Group group(Fields fields, String key) {
        Tree name = fields.get(key);
        if (name == null) {
            return groups.get(ALL);
        }
        Group group = groups.get(String.valueOf(name.scalar()));
        if (group == null && !isRefused(name)) {
            fields.blame(
                    key,
                    "must be one of " + String.join(", ", groups.keySet())
                            + Nearest.hint(String.valueOf(name.scalar()), groups.keySet()));
        }
        return group;
    }

    /** Returns whether the group was defined but its definition was refused. */
    private boolean isRefused(Tree name) {
        return values.get(Schema.GROUPS) instanceof Map<?, ?> defined
                && defined.containsKey(String.valueOf(name.scalar()));
    }

    private static int root(Fields fields, Group group) {
        int rank =
                (int) fields.integer("root", 0, Integer.MAX_VALUE, group.ranks().get(0));
        int member = group.ranks().indexOf(rank);
        fields.require(member >= 0, "root:group", group.name());
        return member;
    }

    /** Returns the member that is the root of the group's class route, to or from which a call goes one way. */
    private int rootOfRoute(Fields fields, Group group) {
        int rank = CollectiveNetwork.UNUSED
                .over(shape)
                .withGroups(List.of(group.ranks()))
                .root(0);
        int asked = (int) fields.integer("root", 0, Integer.MAX_VALUE, rank);
        boolean member = group.ranks().contains(rank);
        fields.require(member, "algorithm:root", rank);
        fields.require(!member || asked == rank, "root:route", rank);
        return group.ranks().indexOf(rank);
    }

    /** Returns the algorithm, or null for `auto`. */
    private static Algorithm algorithm(Fields fields, CollectiveOp op) {
        List<String> words = new ArrayList<>(List.of("auto"));
        Algorithm.of(op).forEach(a -> words.add(a.word()));
        String word = fields.word("algorithm", words, "auto");
        return "auto".equals(word) ? null : Values.constant(Algorithm.class, word);
    }
}
