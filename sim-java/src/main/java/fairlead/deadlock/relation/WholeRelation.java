// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import fairlead.deadlock.relation.RelationBuilder.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Says what of a relation is not what it seems: rows that no packet reaches, classes that wait for nothing, and bubble
 * rings that are no rings. A name with a typo makes such parts, and without them the relation could be called safe.
 */
final class WholeRelation {
    private static final int MOST = 20;

    private final ChannelRelation relation;
    private final boolean[][] occupied;
    private final Map<String, Integer> index = new HashMap<>();
    private final List<String> mistakes = new ArrayList<>();

    private WholeRelation(final ChannelRelation relation) {
        this.relation = relation;
        occupied = relation.occupied();
        relation.channels().forEach(c -> index.put(c.name(), index.size()));
    }

    /** @param places the place of each channel */
    static List<String> mistakes(
            final ChannelRelation relation, final List<Row> rows, final Map<String, String> places) {
        final WholeRelation whole = new WholeRelation(relation);
        whole.reach(rows);
        whole.rings(places);
        final int more = whole.mistakes.size() - MOST;
        if (more > 0) {
            whole.mistakes.subList(MOST, whole.mistakes.size()).clear();
            whole.mistakes.add(relation.name() + ": and " + more + " more");
        }
        return whole.mistakes;
    }

    private void reach(final List<Row> rows) {
        final Set<String> injected = classes(k -> any(c -> relation.injected()[k][c]));
        final Set<String> moving = classes(k -> any(c -> occupied[k][c] && relation.follows()[k][c].length > 0));
        for (final Row row : rows) {
            final int from = index.get(row.from());
            if (!row.packets().isEmpty() && !injected.contains(row.packets())) {
                mistakes.add(row.where() + ": " + row.kind() + " " + row.from() + ": class " + row.packets()
                        + " is injected nowhere" + RelationBuilder.meant(row.packets(), injected));
            } else if (classes(k -> occupied[k][from]).stream().noneMatch(row::isOf)) {
                mistakes.add(
                        row.where() + ": " + row.kind() + " " + row.from() + ": no packet of the class gets there");
            } else if (row.kind().equals("inject")) {
                injected.stream()
                        .filter(k -> row.isOf(k) && !moving.contains(k))
                        .forEach(k -> mistakes.add(row.where() + ": inject " + row.from() + ": class " + k
                                + " goes on nowhere, so it has no wait" + RelationBuilder.meant(k, moving)));
            }
        }
    }

    private Set<String> classes(final IntPredicate which) {
        final Set<String> names = new LinkedHashSet<>();
        IntStream.range(0, occupied.length)
                .filter(which)
                .forEach(k -> names.add(relation.classes().get(k)));
        return names;
    }

    private boolean any(final IntPredicate channel) {
        return IntStream.range(0, relation.channels().size()).anyMatch(channel);
    }

    /** The argument of a bubble ring needs one way round: where it branches, a free slot need not come by. */
    private void rings(final Map<String, String> places) {
        final Map<String, Set<Integer>> rings = new LinkedHashMap<>();
        relation.channels().stream().filter(c -> !c.ring().isEmpty()).forEach(c -> rings.computeIfAbsent(
                        c.ring(), r -> new LinkedHashSet<>())
                .add(index.get(c.name())));
        rings.forEach((ring, members) -> {
            final int first = members.iterator().next();
            final Set<Integer> way = new LinkedHashSet<>();
            Set<Integer> at = Set.of(first);
            while (at.size() == 1 && way.addAll(at)) {
                at = next(at.iterator().next(), members);
            }
            if (!at.equals(Set.of(first)) || way.size() < members.size()) {
                final String name = relation.channels().get(first).name();
                mistakes.add(places.get(name) + ": channel " + name + ": ring = " + ring + ": its " + members.size()
                        + " channels do not follow each other in one ring"
                        + RelationBuilder.meant(ring, others(rings, ring)));
            }
        });
    }

    private Set<Integer> next(final int channel, final Set<Integer> members) {
        final Set<Integer> next = new LinkedHashSet<>();
        for (final int[][] ofClass : relation.follows()) {
            IntStream.of(ofClass[channel]).filter(members::contains).forEach(next::add);
        }
        return next;
    }

    private static Set<String> others(final Map<String, Set<Integer>> rings, final String ring) {
        final Set<String> others = new LinkedHashSet<>(rings.keySet());
        others.remove(ring);
        return others;
    }
}
