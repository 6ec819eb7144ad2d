// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.machine.Shape;
import fairlead.workload.collective.Item.Group;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes groups of ranks from the section `groups`. */
final class GroupKeys {
    static final String ALL = "all";
    private static final String FORMS =
            "all, a list of ranks and ranges as 4-7, {every, from}, {axis, x, y, z}, {plane, x, y, z} or {x, y, z}";

    private static final Pattern RANGE = Pattern.compile("(\\d{1,4})-(\\d{1,4})");
    private static final List<String> AXES = List.of("x", "y", "z");

    private final Values values;
    private final Shape shape;
    private final Map<String, Group> groups = new LinkedHashMap<>();

    GroupKeys(Values values, Shape shape) {
        this.values = values;
        this.shape = shape;
        groups.put(ALL, new Group(ALL, IntStream.range(0, shape.nodes()).boxed().toList()));
        Tree tree = values.get(Schema.GROUPS) instanceof Tree given ? given : null;
        if (tree != null) {
            tree.entries().forEach(this::read);
        }
        values.put(Schema.GROUPS, tree == null ? Map.of() : tree.plain());
    }

    Map<String, Group> groups() {
        return groups;
    }

    private void read(String name, Tree tree) {
        String path = Schema.GROUPS + "." + Tree.shortened(name);
        Set<Integer> ranks = new LinkedHashSet<>();
        if (tree.isList()) {
            for (int i = 0; i < tree.items().size(); i++) {
                member(path + "[" + i + "]", tree.items().get(i), ranks);
            }
        } else if (tree.isMap() && tree.entries().containsKey("every")) {
            every(fields("every", tree, path), ranks);
        } else if (tree.isMap()) {
            String form = Stream.of("axis", "plane")
                    .filter(tree.entries()::containsKey)
                    .findFirst()
                    .orElse("box");
            block(fields(form, tree, path), form, ranks);
        } else if (ALL.equals(tree.scalar())) {
            ranks.addAll(groups.get(ALL).ranks());
        } else {
            values.mistakes().at(tree, path, "must be " + FORMS);
            return;
        }
        if (ranks.isEmpty()) {
            values.mistakes().at(tree, path, "the group has no rank");
            return;
        }
        groups.put(name, new Group(name, List.copyOf(ranks)));
    }

    private void member(String path, Tree item, Set<Integer> ranks) {
        int last = shape.nodes() - 1;
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
            values.mistakes().at(item, path, "must be a rank from 0 to " + last + " or a range of ranks as 0-" + last);
            return;
        }
        for (int rank = from; rank <= to; rank++) {
            if (!ranks.add(rank)) {
                values.mistakes().at(item, path, "rank " + rank + " is in the group twice");
                return;
            }
        }
    }

    private void every(Fields fields, Set<Integer> ranks) {
        int step = (int) fields.integer("every", 1, shape.nodes(), 1);
        int from = (int) fields.integer("from", 0, shape.nodes() - 1, 0);
        for (int rank = from; rank < shape.nodes(); rank += step) {
            ranks.add(rank);
        }
    }

    private Fields fields(String form, Tree tree, String path) {
        return Fields.of(tree, path, Schema.inner(form), values.mistakes());
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
            if (whole.contains(name) && fields.has(name)) {
                fields.blame(name, form + " " + whole + " has all of this axis");
            }
            if (whole.contains(name) || box && !fields.has(name)) {
                bounds[axis] = new int[] {0, last};
            } else if (box && fields.get(name).isList()) {
                bounds[axis] = span(fields, name, fields.get(name), last);
            } else {
                int at = (int) fields.integer(name, 0, last, 0);
                bounds[axis] = new int[] {at, at};
            }
        }
        IntStream.range(0, shape.nodes())
                .filter(rank -> IntStream.range(0, bounds.length)
                        .allMatch(axis -> shape.at(rank, axis) >= bounds[axis][0]
                                && shape.at(rank, axis) <= bounds[axis][1]))
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
        fields.blame(name, "must be a coordinate, or [first, last], from 0 to " + last);
        return new int[] {0, 0};
    }
}
