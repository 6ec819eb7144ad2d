// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import fairlead.deadlock.Cycles;
import fairlead.deadlock.Cycles.Digraph;
import fairlead.deadlock.relation.RelationBuilder.ChannelRelation;
import fairlead.deadlock.relation.RelationBuilder.ChannelRelation.Channel;
import fairlead.deadlock.relation.RelationBuilder.ChannelRelation.Flow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Judges a relation. Without escape marks every wait counts (Dally and Seitz). With them a packet must have an escape
 * channel among its choices wherever it goes on, and the waits for escape channels must have no cycle (Duato): direct
 * ones under cut-through, and through other channels too under wormhole switching, where a packet holds a chain. If a
 * buffer holds flits of one packet at a time, the chain is of one packet, and so of one class.
 */
public final class RelationCheck {
    private static final int MOST_FLAWS = 20;

    private final ChannelRelation relation;
    private final List<Channel> channels;
    private final BitSet used = new BitSet(); // channels that some packet can hold
    private final List<String> flaws = new ArrayList<>();

    private RelationCheck(ChannelRelation relation) {
        this.relation = relation;
        channels = relation.channels();
        relation.occupied().stream().map(relation::channelOf).forEach(used::set);
    }

    static RelationVerdict of(ChannelRelation relation) {
        return new RelationCheck(relation).verdict();
    }

    private RelationVerdict verdict() {
        used.stream().mapToObj(c -> channels.get(c).flaw()).forEach(this::flaw);
        flaws(
                place -> relation.follows()[place].length == 0
                        && !relation.ejected().get(place),
                " end here: nothing follows, and none is ejected");
        boolean escapes = channels.stream().anyMatch(Channel::escape);
        flaws(
                place -> escapes
                        && relation.follows()[place].length > 0
                        && Arrays.stream(relation.follows()[place])
                                .noneMatch(next -> relation.at(next).escape()),
                " have no escape channel among their choices");
        boolean several = uses(Flow.FLIT);
        boolean wormhole = several || uses(Flow.ATOMIC);
        Waits waits = new Waits(escapes && !wormhole, escapes && wormhole && !several);
        List<RelationVerdict.Step> cycle = waits.cycle(escapes && wormhole);
        boolean decided = !cycle.isEmpty()
                && channels.stream().noneMatch(c -> c.send() == Flow.BUBBLE); // a bubble ring holds several packets
        List<String> knot =
                decided ? knot().stream().mapToObj(c -> channels.get(c).name()).toList() : List.of();
        String theorem = !escapes
                ? "Dally and Seitz: no cycle of waits"
                : "Duato: an escape channel at every hop, and no cycle of "
                        + (wormhole ? "direct and indirect waits" : "waits") + " for escape channels"
                        + (several ? ", where a buffer may hold flits of several packets" : "");
        String open = "the theorem is sufficient and does not decide this relation";
        if (!escapes) {
            open = "mark an escape sub-relation to show it";
        } else if (several && new Waits(false, true).cycle(true).isEmpty()) {
            open = "the reason is that a buffer may hold flits of several packets (flit); it is safe by the theorem if"
                    + " each holds those of one packet at a time (atomic)";
        }
        return new RelationVerdict(
                relation.name(), used.cardinality(), waits.edgeCount(), theorem, cycle, flaws, decided, knot, open);
    }

    private boolean uses(Flow flow) {
        return used.stream().mapToObj(channels::get).anyMatch(c -> c.send() == flow || c.receive() == flow);
    }

    private void flaw(String text) {
        if (!text.isEmpty() && flaws.size() < MOST_FLAWS) {
            flaws.add(text);
        }
    }

    /** Notes a flaw for each place of a packet for which the condition is true. */
    private void flaws(IntPredicate which, String what) {
        relation.occupied().stream()
                .filter(which)
                .forEach(place ->
                        flaw(relation.at(place).name() + ": packets of class " + relation.classOf(place) + what));
    }

    /**
     * Returns the largest set of channels that can deadlock when each buffer holds one packet: each has a packet that
     * wants channels of the set only. It is what is left when channels whose packets can all go elsewhere are taken
     * away, again and again.
     */
    private BitSet knot() {
        BitSet in = (BitSet) used.clone();
        IntPredicate stays = place -> relation.occupied().get(place)
                && relation.follows()[place].length > 0
                && Arrays.stream(relation.follows()[place])
                        .map(relation::channelOf)
                        .allMatch(in::get);
        for (int before = -1; before != in.cardinality(); ) {
            before = in.cardinality();
            used.stream()
                    .filter(c -> in.get(c) && relation.placesOf(c).noneMatch(stays))
                    .forEach(in::clear);
        }
        return in;
    }

    /**
     * The waits between the channels of a relation. The channels of a bubble ring that keeps a free slot are one
     * vertex, because such a ring never fills: what waits to go on in it does not wait for ever.
     */
    private final class Waits extends Digraph {
        private final List<Integer> representative = new ArrayList<>(); // one channel for each vertex
        private final List<RelationVerdict.Step> all = new ArrayList<>(); // by label

        /**
         * @param escapesOnly leave out waits for channels that are not escape channels
         * @param alone a channel that is neither an escape channel nor in a ring is a vertex for each class
         */
        Waits(boolean escapesOnly, boolean alone) {
            Map<String, Boolean> whole = new LinkedHashMap<>(); // by ring
            channels.stream()
                    .filter(c -> !c.ring().isEmpty())
                    .forEach(c -> whole.merge(c.ring(), c.keepsBubble(), Boolean::logicalAnd));
            Map<String, Integer> rings = new LinkedHashMap<>(); // vertex of each whole ring
            int[] vertexOf = new int[channels.size()];
            for (int c = 0; c < vertexOf.length; c++) {
                String ring = channels.get(c).ring();
                vertexOf[c] = rings.getOrDefault(ring, representative.size());
                if (vertexOf[c] == representative.size()) {
                    representative.add(c);
                    if (whole.getOrDefault(ring, false)) {
                        rings.put(ring, vertexOf[c]);
                    }
                }
            }
            Map<Integer, Integer> vertices = new LinkedHashMap<>(); // by place
            relation.occupied().stream().forEach(place -> {
                Channel at = relation.at(place);
                boolean apart = alone && !at.escape() && at.ring().isEmpty();
                vertices.put(place, apart ? representative.size() : vertexOf[relation.channelOf(place)]);
                if (apart) {
                    representative.add(relation.channelOf(place));
                }
            });
            List<Map<Integer, RelationVerdict.Step>> waits = new ArrayList<>();
            representative.forEach(r -> waits.add(new LinkedHashMap<>()));
            relation.occupied().stream().forEach(place -> {
                Channel from = relation.at(place);
                int vertex = vertices.get(place);
                for (int next : relation.follows()[place]) {
                    Channel to = relation.at(next);
                    int wanted = vertices.get(next);
                    boolean within = vertex == wanted && rings.containsKey(from.ring());
                    if (!within && (!escapesOnly || to.escape())) {
                        waits.get(vertex)
                                .putIfAbsent(
                                        wanted,
                                        new RelationVerdict.Step(from.name(), to.name(), relation.classOf(place)));
                    }
                }
            });
            clear(representative.size());
            for (Map<Integer, RelationVerdict.Step> of : waits) {
                begin();
                of.forEach((to, wait) -> {
                    add(to, all.size());
                    all.add(wait);
                });
            }
            begin();
        }

        /** Returns a shortest cycle, if so asked one that goes through an escape channel. */
        List<RelationVerdict.Step> cycle(boolean throughEscape) {
            return new Cycles()
                    .shortest(
                            this,
                            v -> !throughEscape
                                    || channels.get(representative.get(v)).escape(),
                            (from, edge) -> all.get(label(edge)));
        }
    }

    /**
     * The judgement of a relation.
     *
     * @param channels number of channels that some packet can hold
     * @param waits number of waits that decide
     * @param theorem theorem by which it is judged
     * @param cycle a shortest cycle of waits; empty if there is none
     * @param flaws violated conditions of the theorem
     * @param decided whether the knot was looked for: with a cycle, and where each buffer holds one packet
     * @param knot channels whose packets can wait for each other alone, whatever they choose; empty if there are none
     * @param open what is to say of a cycle without a knot
     */
    public record RelationVerdict(
            String name,
            int channels,
            int waits,
            String theorem,
            List<Step> cycle,
            List<String> flaws,
            boolean decided,
            List<String> knot,
            String open) {
        /** One wait of a cycle: packets of a class hold the first channel and want the second. */
        public record Step(String holder, String wanted, String packets) {
            @Override
            public String toString() {
                return holder + "  waits for  " + wanted + "  [class " + packets + "]";
            }
        }

        public boolean safe() {
            return cycle.isEmpty() && flaws.isEmpty();
        }

        public String verdict() {
            if (safe()) {
                return waits > 0
                        ? "safe, no cycle of waits"
                        : "safe, each way on lies in a bubble ring that keeps a free slot";
            }
            String waits = cycle.isEmpty() ? "" : "cycle of " + cycle.size();
            return "UNSAFE, " + waits + (waits.isEmpty() || flaws.isEmpty() ? "" : "; ")
                    + (flaws.isEmpty() ? "" : flaws.size() + " violated condition" + (flaws.size() == 1 ? "" : "s"));
        }
    }
}
