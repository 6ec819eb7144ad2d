// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import fairlead.deadlock.graph.Cycles;
import fairlead.deadlock.graph.Digraph;
import fairlead.deadlock.relation.ChannelRelation.Channel;
import fairlead.deadlock.relation.ChannelRelation.Flow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/**
 * Judges a relation. Without escape marks every wait counts (Dally and Seitz). With them a packet must have an escape
 * channel among its choices wherever it goes on, and the waits for escape channels must have no cycle (Duato): direct
 * ones under cut-through, and through other channels too under wormhole switching, where a packet holds a chain.
 */
final class RelationCheck {
    private static final int MOST_FLAWS = 20;

    private final ChannelRelation relation;
    private final List<Channel> channels;
    private final boolean[][] occupied;
    private final List<String> flaws = new ArrayList<>();

    private RelationCheck(final ChannelRelation relation) {
        this.relation = relation;
        channels = relation.channels();
        occupied = relation.occupied();
    }

    static RelationVerdict of(final ChannelRelation relation) {
        return new RelationCheck(relation).verdict();
    }

    private RelationVerdict verdict() {
        final BitSet used = new BitSet();
        for (final boolean[] ofClass : occupied) {
            IntStream.range(0, ofClass.length).filter(c -> ofClass[c]).forEach(used::set);
        }
        used.stream().mapToObj(c -> channels.get(c).flaw()).forEach(this::flaw);
        flaws((next, ejected) -> next.length == 0 && !ejected, " end here: nothing follows, and none is ejected");
        final boolean escapes = channels.stream().anyMatch(Channel::escape);
        if (escapes) {
            flaws(
                    (next, ejected) -> next.length > 0
                            && Arrays.stream(next)
                                    .noneMatch(n -> channels.get(n).escape()),
                    " have no escape channel among their choices");
        }
        final boolean wormhole =
                used.stream().mapToObj(channels::get).anyMatch(c -> c.send() == Flow.FLIT || c.receive() == Flow.FLIT);
        final Waits waits = new Waits(escapes && !wormhole);
        final List<RelationVerdict.Step> cycle =
                new Cycles().shortest(waits, v -> !escapes || !wormhole || waits.isEscape(v)).stream()
                        .map(waits::step)
                        .toList();
        final boolean decided = !cycle.isEmpty()
                && channels.stream().noneMatch(c -> c.send() == Flow.BUBBLE); // a bubble ring holds several packets
        final List<String> knot = decided
                ? knot(used).stream().mapToObj(c -> channels.get(c).name()).toList()
                : List.of();
        return new RelationVerdict(
                relation.name(),
                used.cardinality(),
                waits.edgeCount(),
                theorem(escapes, wormhole),
                cycle,
                flaws,
                decided,
                knot);
    }

    private static String theorem(final boolean escapes, final boolean wormhole) {
        return !escapes
                ? "Dally and Seitz: no cycle of waits"
                : "Duato: an escape channel at every hop, and no cycle of "
                        + (wormhole ? "direct and indirect waits" : "waits") + " for escape channels";
    }

    private void flaw(final String text) {
        if (!text.isEmpty() && flaws.size() < MOST_FLAWS) {
            flaws.add(text);
        }
    }

    /** Notes a flaw for each class and channel for whose next channels and ejection the condition is true. */
    private void flaws(final BiPredicate<int[], Boolean> which, final String what) {
        for (int k = 0; k < occupied.length; k++) {
            for (int c = 0; c < channels.size(); c++) {
                if (occupied[k][c] && which.test(relation.follows()[k][c], relation.ejected()[k][c])) {
                    flaw(channels.get(c).name() + ": packets of class "
                            + relation.classes().get(k) + what);
                }
            }
        }
    }

    /**
     * Returns the largest set of channels that can deadlock when each buffer holds one packet: each has a packet that
     * wants channels of the set only. It is what is left when channels whose packets can all go elsewhere are taken
     * away, again and again.
     */
    private BitSet knot(final BitSet used) {
        final BitSet in = (BitSet) used.clone();
        for (int before = -1; before != in.cardinality(); ) {
            before = in.cardinality();
            used.stream().filter(c -> in.get(c) && !stays(in, c)).forEach(in::clear);
        }
        return in;
    }

    private boolean stays(final BitSet in, final int channel) {
        return IntStream.range(0, occupied.length).anyMatch(k -> {
            final int[] next = relation.follows()[k][channel];
            return occupied[k][channel]
                    && next.length > 0
                    && Arrays.stream(next).allMatch(in::get);
        });
    }

    /**
     * The waits between the channels of a relation. The channels of a bubble ring that keeps a free slot are one
     * vertex, because such a ring never fills: what waits to go on in it does not wait for ever.
     */
    private final class Waits extends Digraph {
        /** A packet of the class may hold the first channel and want the second. */
        private record Wait(int from, int to, int packets) {}

        private final List<Integer> representative = new ArrayList<>(); // one channel for each vertex
        private final int[] vertexOf = new int[channels.size()];
        private final List<Wait> all = new ArrayList<>(); // by label

        /** @param escapesOnly leave out waits for channels that are not escape channels */
        Waits(final boolean escapesOnly) {
            final Map<String, Boolean> whole = new LinkedHashMap<>(); // by ring
            channels.stream()
                    .filter(c -> !c.ring().isEmpty())
                    .forEach(c -> whole.merge(c.ring(), c.keepsBubble(), Boolean::logicalAnd));
            final Map<String, Integer> rings = new LinkedHashMap<>();
            for (int c = 0; c < vertexOf.length; c++) {
                final String ring = channels.get(c).ring();
                final Integer known = whole.getOrDefault(ring, false) ? rings.get(ring) : null;
                vertexOf[c] = known == null ? representative.size() : known;
                if (known == null) {
                    representative.add(c);
                    rings.put(ring, vertexOf[c]);
                }
            }
            final List<Map<Integer, Wait>> waits = new ArrayList<>();
            representative.forEach(r -> waits.add(new LinkedHashMap<>()));
            for (int k = 0; k < occupied.length; k++) {
                for (int c = 0; c < vertexOf.length; c++) {
                    for (final int next : occupied[k][c] ? relation.follows()[k][c] : new int[0]) {
                        final boolean within = vertexOf[c] == vertexOf[next]
                                && whole.getOrDefault(channels.get(c).ring(), false);
                        if (!within && (!escapesOnly || channels.get(next).escape())) {
                            waits.get(vertexOf[c]).putIfAbsent(vertexOf[next], new Wait(c, next, k));
                        }
                    }
                }
            }
            clear(representative.size());
            for (final Map<Integer, Wait> of : waits) {
                begin();
                of.forEach((to, wait) -> {
                    add(to, all.size());
                    all.add(wait);
                });
            }
            begin();
        }

        boolean isEscape(final int vertex) {
            return channels.get(representative.get(vertex)).escape();
        }

        RelationVerdict.Step step(final int edge) {
            final Wait wait = all.get(label(edge));
            return new RelationVerdict.Step(
                    channels.get(wait.from()).name(),
                    channels.get(wait.to()).name(),
                    relation.classes().get(wait.packets()));
        }
    }
}
