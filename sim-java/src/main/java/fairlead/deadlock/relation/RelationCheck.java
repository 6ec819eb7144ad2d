// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import fairlead.deadlock.graph.Cycles;
import fairlead.deadlock.relation.Channel.Flow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Judges a relation. Without escape marks every wait counts (Dally and Seitz). With them a packet must have an escape
 * channel among its choices wherever it goes on, and the waits for escape channels must have no cycle (Duato): direct
 * ones under cut-through, and through other channels too under wormhole switching, where a packet holds a chain.
 */
public final class RelationCheck {
    private static final int MOST_FLAWS = 20;

    private final ChannelRelation relation;
    private final boolean[][] occupied;
    private final List<String> flaws = new ArrayList<>();

    private RelationCheck(final ChannelRelation relation) {
        this.relation = relation;
        occupied = relation.occupied();
    }

    static RelationVerdict of(final ChannelRelation relation) {
        return new RelationCheck(relation).verdict();
    }

    private RelationVerdict verdict() {
        final List<Channel> channels = relation.channels();
        final int[] used = IntStream.range(0, channels.size())
                .filter(c -> Arrays.stream(occupied).anyMatch(k -> k[c]))
                .toArray();
        Arrays.stream(used).mapToObj(c -> channels.get(c).flaw()).forEach(this::flaw);
        deadEnds();
        final boolean escapes = relation.hasEscape();
        if (escapes) {
            withoutEscape();
        }
        final boolean wormhole = Arrays.stream(used)
                .anyMatch(c ->
                        channels.get(c).send() == Flow.FLIT || channels.get(c).receive() == Flow.FLIT);
        final RelationGraph graph = new RelationGraph(relation, occupied, escapes && !wormhole);
        final List<RelationVerdict.Step> cycle =
                Cycles.shortest(graph, v -> !escapes || !wormhole || graph.isEscape(v)).stream()
                        .map(e -> new RelationVerdict.Step(
                                channels.get(graph.from(e)).name(),
                                channels.get(graph.to(e)).name(),
                                graph.packets(e)))
                        .toList();
        final boolean decided = !cycle.isEmpty()
                && channels.stream().noneMatch(c -> c.send() == Flow.BUBBLE); // a bubble ring holds several packets
        final List<Integer> knot = decided ? KnotSearch.of(relation, occupied) : List.of();
        return new RelationVerdict(
                relation.name(),
                used.length,
                graph.start(graph.vertices()),
                theorem(escapes, wormhole),
                cycle,
                flaws,
                decided,
                knot.stream().map(c -> channels.get(c).name()).toList());
    }

    private static String theorem(final boolean escapes, final boolean wormhole) {
        return !escapes
                ? "Dally and Seitz: no cycle of waits"
                : "Duato: an escape channel at every hop, and no cycle of "
                        + (wormhole ? "direct and indirect waits" : "waits") + " for escape channels";
    }

    private void flaw(final String text) {
        if (text.isEmpty()) {
            return;
        }
        if (flaws.size() < MOST_FLAWS) {
            flaws.add(text);
        }
    }

    private void deadEnds() {
        for (int k = 0; k < occupied.length; k++) {
            for (int c = 0; c < relation.channels().size(); c++) {
                if (occupied[k][c] && relation.follows()[k][c].length == 0 && !relation.ejected()[k][c]) {
                    flaw(relation.channels().get(c).name() + ": packets of class "
                            + relation.classes().get(k) + " end here: nothing follows, and none is ejected");
                }
            }
        }
    }

    private void withoutEscape() {
        for (int k = 0; k < occupied.length; k++) {
            for (int c = 0; c < relation.channels().size(); c++) {
                final int[] next = occupied[k][c] ? relation.follows()[k][c] : new int[0];
                if (next.length > 0
                        && Arrays.stream(next)
                                .noneMatch(n -> relation.channels().get(n).escape())) {
                    flaw(relation.channels().get(c).name() + ": packets of class "
                            + relation.classes().get(k) + " have no escape channel among their choices");
                }
            }
        }
    }

    /**
     * The largest set of channels that can deadlock when each buffer holds one packet: each has a packet that wants
     * channels of the set only. It is what is left when channels whose packets can all go elsewhere are taken away,
     * again and again.
     */
    private static final class KnotSearch {
        private KnotSearch() {}

        static List<Integer> of(final ChannelRelation relation, final boolean[][] occupied) {
            final boolean[] in = new boolean[relation.channels().size()];
            for (final boolean[] ofClass : occupied) {
                for (int c = 0; c < in.length; c++) {
                    in[c] |= ofClass[c];
                }
            }
            boolean changed = true;
            while (changed) {
                changed = false;
                for (int c = 0; c < in.length; c++) {
                    if (in[c] && !stays(relation, occupied, in, c)) {
                        in[c] = false;
                        changed = true;
                    }
                }
            }
            return IntStream.range(0, in.length).filter(c -> in[c]).boxed().toList();
        }

        private static boolean stays(
                final ChannelRelation relation, final boolean[][] occupied, final boolean[] in, final int channel) {
            for (int k = 0; k < occupied.length; k++) {
                final int[] next = relation.follows()[k][channel];
                if (occupied[k][channel]
                        && next.length > 0
                        && Arrays.stream(next).allMatch(n -> in[n])) {
                    return true;
                }
            }
            return false;
        }
    }
}
