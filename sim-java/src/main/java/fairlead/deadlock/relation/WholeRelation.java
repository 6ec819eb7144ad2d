// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import fairlead.deadlock.relation.RelationBuilder.Row;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds what packets do not use of a relation: rows that they do not reach, classes that go on nowhere, and bubble
 * rings
 * that are no rings. A name with a typo makes such parts, and what is left could be called safe.
 */
final class WholeRelation {
    private static final int MOST = 20;

    private final ChannelRelation relation;
    private final boolean[][] occupied;
    private final Map<String, Integer> index = new HashMap<>();
    private final Set<String> injected;
    private final Set<String> moving;

    private WholeRelation(final ChannelRelation relation) {
        this.relation = relation;
        occupied = relation.occupied();
        relation.channels().forEach(c -> index.put(c.name(), index.size()));
        injected = classes(k -> any(c -> relation.injected()[k][c]));
        moving = classes(k -> any(c -> occupied[k][c] && relation.follows()[k][c].length > 0));
    }

    /**
     * Returns the first mistakes with their places.
     *
     * @param places the place of each channel
     */
    static List<String> mistakes(
            final ChannelRelation relation, final List<Row> rows, final Map<String, String> places) {
        final WholeRelation whole = new WholeRelation(relation);
        return Stream.concat(rows.stream().map(whole::mistake), whole.rings(places))
                .filter(m -> !m.isEmpty())
                .limit(MOST)
                .toList();
    }

    private String mistake(final Row row) {
        final int from = index.get(row.from());
        final String what = row.where() + ": " + row.kind() + " " + row.from() + ": ";
        if (!row.packets().isEmpty() && !injected.contains(row.packets())) {
            return what + "class " + row.packets() + " is injected nowhere"
                    + RelationBuilder.meant(row.packets(), injected);
        }
        if (classes(k -> occupied[k][from]).stream().noneMatch(row::isOf)) {
            return what + "no packet of the class gets there";
        }
        return !row.kind().equals("inject")
                ? ""
                : injected.stream()
                        .filter(k -> row.isOf(k) && !moving.contains(k))
                        .map(k -> what + "class " + k + " goes on nowhere, so it has no wait"
                                + RelationBuilder.meant(k, moving))
                        .findFirst()
                        .orElse("");
    }

    private Set<String> classes(final IntPredicate which) {
        return IntStream.range(0, occupied.length)
                .filter(which)
                .mapToObj(relation.classes()::get)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private boolean any(final IntPredicate channel) {
        return IntStream.range(0, relation.channels().size()).anyMatch(channel);
    }

    /** The argument of a bubble ring needs one way round: where it branches, a free slot need not come by. */
    private Stream<String> rings(final Map<String, String> places) {
        final Map<String, Set<Integer>> rings = new LinkedHashMap<>();
        for (final Channel channel : relation.channels()) {
            if (!channel.ring().isEmpty()) {
                rings.computeIfAbsent(channel.ring(), r -> new LinkedHashSet<>())
                        .add(index.get(channel.name()));
            }
        }
        return rings.values().stream().filter(r -> !isRing(r)).map(r -> {
            final Channel first = relation.channels().get(r.iterator().next());
            return places.get(first.name()) + ": channel " + first.name() + ": ring = " + first.ring() + ": its "
                    + r.size() + " channels do not follow each other in one ring";
        });
    }

    private boolean isRing(final Set<Integer> members) {
        final Set<Integer> way = new LinkedHashSet<>();
        Set<Integer> at = Set.of(members.iterator().next());
        while (at.size() == 1 && way.addAll(at)) {
            final int here = at.iterator().next();
            at = Stream.of(relation.follows())
                    .flatMapToInt(k -> IntStream.of(k[here]))
                    .boxed()
                    .filter(members::contains)
                    .collect(Collectors.toSet());
        }
        return way.equals(members) && at.equals(Set.of(members.iterator().next()));
    }
}
