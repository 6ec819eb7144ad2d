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
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes collective operations from `workload.items`. */
final class ItemKeys {
    static final String COLLECTIVE = "collective";
    static final String MESSAGE = "message";
    private static final String AUTO = "auto";
    private static final int STANDARD_BYTES = 8;

    private final Values values;
    private final Map<String, Group> groups;
    private final Shape shape;
    private final long mostBytes;

    /** @param mostBytes length of the longest operand in bytes */
    ItemKeys(Values values, Map<String, Group> groups, Shape shape, long mostBytes) {
        this.shape = shape;
        this.values = values;
        this.groups = groups;
        this.mostBytes = mostBytes;
    }

    List<Item> read() {
        List<Tree> items = trees();
        List<Item> read = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            String path = Schema.ITEMS + "[" + i + "]";
            Fields item = Fields.of(items.get(i), path, Schema.inner("item"), values.mistakes());
            if (!item.isGood()) {
                continue;
            }
            if (item.has(COLLECTIVE) == item.has(MESSAGE)) {
                item.blame(COLLECTIVE, "an item is a mapping of either " + COLLECTIVE + " or " + MESSAGE);
            } else if (item.has(COLLECTIVE)) {
                collective(item.get(COLLECTIVE), path + "." + COLLECTIVE, read);
            } else {
                message(item.get(MESSAGE), path + "." + MESSAGE, read);
            }
        }
        if (items.isEmpty()) {
            values.blame(Schema.ITEMS, "there is nothing to do");
        }
        values.put(Schema.ITEMS, items.stream().map(Tree::plain).toList());
        return read;
    }

    private void message(Tree tree, String path, List<Item> read) {
        Fields fields = Fields.of(tree, path, Schema.inner("message"), values.mistakes());
        if (!tree.isMap()) {
            return;
        }
        int to = (int) fields.integer("to", 0, shape.torusNodes() - 1L, 0);
        Group from = fields.get("from") != null && fields.get("from").scalar() instanceof BigInteger
                ? new Group("node", List.of((int) fields.integer("from", 0, shape.torusNodes() - 1L, 0)))
                : group(fields, "from");
        int bytes = (int) fields.integer("bytes", 1, mostBytes, STANDARD_BYTES);
        long match = fields.integer("match", 1, Long.MAX_VALUE, 1);
        if (from != null && from.ranks().equals(List.of(to))) {
            fields.blame("to", "nobody but the receiver itself would send");
        }
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
        Fields fields = Fields.of(tree, path, Schema.inner("collective"), values.mistakes());
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
            fields.blame(
                    "bytes",
                    "must be a multiple of " + type.bytes() + ", for "
                            + function.name().toLowerCase(Locale.ROOT) + " of "
                            + type.name().toLowerCase(Locale.ROOT));
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
            if (!known && fields.has(key)) {
                fields.blame(key, "means nothing for op " + fields.get("op").scalar());
            }
        }
    }

    private Group group(Fields fields, String key) {
        Tree name = fields.get(key);
        if (name == null) {
            return groups.get(GroupKeys.ALL);
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
        if (member < 0) {
            fields.blame("root", "is no rank of group " + group.name());
        }
        return member;
    }

    /**
     * Returns the member that is the root of the group's class route, the only one to or from which a call goes one
     * way.
     */
    private int rootOfRoute(Fields fields, Group group) {
        int rank = CollectiveNetwork.UNUSED
                .over(shape)
                .withGroups(List.of(group.ranks()))
                .root(0);
        int asked = (int) fields.integer("root", 0, Integer.MAX_VALUE, rank);
        if (!group.ranks().contains(rank)) {
            fields.blame(
                    "algorithm",
                    "one_way needs a group with the root of its class route, which is rank " + rank + ", as a member");
        } else if (asked != rank) {
            fields.blame("root", "must be rank " + rank + " with algorithm one_way: the root of the class route");
        }
        return group.ranks().indexOf(rank);
    }

    /** Returns the algorithm, or null for `auto`. */
    private static Algorithm algorithm(Fields fields, CollectiveOp op) {
        List<String> words = new ArrayList<>(List.of(AUTO));
        Algorithm.of(op).forEach(a -> words.add(a.word()));
        String word = fields.word("algorithm", words, AUTO);
        return AUTO.equals(word) ? null : Values.constant(Algorithm.class, word);
    }
}
