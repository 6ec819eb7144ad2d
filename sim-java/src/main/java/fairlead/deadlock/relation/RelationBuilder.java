// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import fairlead.deadlock.relation.RelationBuilder.ChannelRelation.Channel;
import fairlead.deadlock.relation.RelationBuilder.ChannelRelation.Flow;
import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Collects the rows of a relation with their places, and makes the relation when all of them are known. */
final class RelationBuilder {
    private static final int MOST_NAME = 80;
    private static final int MOST_DEPTH = 1 << 20;
    private static final long MOST_PAIRS = 20_000_000; // greatest product of channels and classes
    private static final int MOST_UNUSED = 20; // messages
    private static final String EVERY = "all";
    private static final List<String> MODES =
            Arrays.stream(Flow.values()).map(Flow::word).toList();

    /** A row that names channels, which may be declared after it; `from` and `to` are equal unless it is a follow. */
    private record Row(String where, String kind, String from, String to, String packets) {
        boolean isOf(String ofClass) {
            return packets.isEmpty() || packets.equals(ofClass);
        }
    }

    private final String name;
    private final Map<String, Channel> channels = new LinkedHashMap<>();
    private final Map<String, Integer> index = new LinkedHashMap<>();
    private final Map<String, String> places = new LinkedHashMap<>();
    private final Set<String> classes = new LinkedHashSet<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<String> mistakes = new ArrayList<>();

    RelationBuilder(String name) {
        this.name = name;
    }

    void wrong(String where, String what) {
        mistakes.add(where + ": " + what);
    }

    /** Adds a channel; of its cells mark, send, receive, depth and ring, those that are empty have their defaults. */
    void channel(String where, String channel, Map<String, String> cells) {
        if (channel.isEmpty() || channel.length() > MOST_NAME) {
            wrong(where, "a channel has a name of 1 to " + MOST_NAME + " characters");
            return;
        }
        String mark = cells.getOrDefault("mark", "");
        if (!mark.isEmpty() && !"escape".equals(mark)) {
            wrong(where, "mark = " + mark + ": must be escape or empty" + meant(mark, List.of("escape")));
        }
        String ring = cells.getOrDefault("ring", "");
        Flow sends = flow(where, "send", cells, ring.isEmpty() ? Flow.FLIT : Flow.BUBBLE);
        Flow receives = flow(where, "receive", cells, sends);
        int depth = depth(where, cells.getOrDefault("depth", ""), receives.needs());
        if (channels.putIfAbsent(channel, new Channel(channel, "escape".equals(mark), sends, receives, depth, ring))
                != null) {
            wrong(where, channel + ": the channel is there twice");
        }
        index.putIfAbsent(channel, index.size());
        places.put(channel, where);
    }

    private Flow flow(String where, String key, Map<String, String> cells, Flow standard) {
        String word = cells.getOrDefault(key, "");
        if (MODES.contains(word)) {
            return Flow.valueOf(word.toUpperCase(Locale.ROOT));
        }
        if (!word.isEmpty()) {
            wrong(where, key + " = " + word + ": must be one of " + String.join(", ", MODES) + meant(word, MODES));
        }
        return standard;
    }

    private int depth(String where, String text, int standard) {
        int depth = text.matches("[0-9]{1,7}") ? Integer.parseInt(text) : 0;
        if (depth >= 1 && depth <= MOST_DEPTH) {
            return depth;
        }
        if (!text.isEmpty()) {
            wrong(where, "depth = " + text + ": must be an integer from 1 to " + MOST_DEPTH);
        }
        return standard;
    }

    /** Returns a question for a known word that is near, or an empty text. */
    static String meant(String word, Iterable<String> known) {
        List<String> words = new ArrayList<>();
        known.forEach(words::add);
        String near = Nearest.to(word, words);
        return near.isEmpty() ? "" : "; did you mean " + near + "?";
    }

    /**
     * Adds a row follow, inject or eject of the packets of a class (empty: of all classes).
     *
     * @param to channel that may be taken next; of inject and eject, `from` again
     */
    void row(String where, String kind, String from, String to, String packets) {
        if (!packets.isEmpty()) {
            classes.add(packets);
        }
        rows.add(new Row(where, kind, from, to, packets));
    }

    ChannelRelation build() {
        for (Row row : rows) {
            for (String end : row.kind().equals("follow") ? List.of(row.from(), row.to()) : List.of(row.from())) {
                if (!channels.containsKey(end)) {
                    wrong(row.where(), row.kind() + " " + end + ": no such channel" + meant(end, channels.keySet()));
                }
            }
        }
        if (classes.isEmpty()) {
            classes.add(EVERY);
        }
        if (mistakes.isEmpty() && channels.isEmpty()) {
            mistakes.add(name + ": has no channel: a row of kind channel, or a node of a graph, is one");
        }
        if (mistakes.isEmpty() && rows.stream().noneMatch(r -> r.kind().equals("inject"))) {
            mistakes.add(name + ": injects nowhere, so no packet is ever in the network");
        }
        if ((long) channels.size() * classes.size() > MOST_PAIRS) {
            mistakes.add(name + ": " + channels.size() + " channels of " + classes.size() + " classes are too many");
        }
        refuseMistakes();
        ChannelRelation relation = relation();
        Stream.concat(unused(relation), rings(relation)).limit(MOST_UNUSED).forEach(mistakes::add);
        refuseMistakes();
        return relation;
    }

    private void refuseMistakes() {
        if (!mistakes.isEmpty()) {
            throw new BadInput(mistakes);
        }
    }

    private ChannelRelation relation() {
        List<String> ofClasses = List.copyOf(classes);
        int count = channels.size();
        BitSet injected = new BitSet();
        BitSet ejected = new BitSet();
        List<Set<Integer>> follows = new ArrayList<>(); // by place
        for (int place = 0; place < ofClasses.size() * count; place++) {
            follows.add(Set.of());
        }
        for (Row row : rows) {
            for (int k = 0; k < ofClasses.size(); k++) {
                int from = k * count + index.get(row.from());
                if (!row.isOf(ofClasses.get(k))) {
                    continue;
                }
                if (row.kind().equals("inject")) {
                    injected.set(from);
                } else if (row.kind().equals("eject")) {
                    ejected.set(from);
                } else {
                    if (follows.get(from).isEmpty()) {
                        follows.set(from, new LinkedHashSet<>());
                    }
                    follows.get(from).add(k * count + index.get(row.to()));
                }
            }
        }
        int[][] next = follows.stream()
                .map(of -> of.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
        return new ChannelRelation(name, List.copyOf(channels.values()), ofClasses, next, injected, ejected);
    }

    /**
     * Finds what packets do not use of a relation: rows that they do not reach, and classes that go on nowhere. A name
     * with a typo makes such parts, and what is left could be called safe.
     */
    private Stream<String> unused(ChannelRelation relation) {
        Set<String> injected = classes(relation, relation.injected().stream());
        Set<String> moving =
                classes(relation, relation.occupied().stream().filter(place -> relation.follows()[place].length > 0));
        return rows.stream().flatMap(row -> {
            String what = row.where() + ": " + row.kind() + " " + row.from() + ": ";
            if (!row.packets().isEmpty() && !injected.contains(row.packets())) {
                return Stream.of(
                        what + "class " + row.packets() + " is injected nowhere" + meant(row.packets(), injected));
            }
            IntStream there = relation.placesOf(index.get(row.from())).filter(relation.occupied()::get);
            if (classes(relation, there).stream().noneMatch(row::isOf)) {
                return Stream.of(what + "no packet of the class gets there");
            }
            return injected.stream()
                    .filter(k -> row.kind().equals("inject") && row.isOf(k) && !moving.contains(k))
                    .map(k -> what + "class " + k + " goes on nowhere, so it has no wait" + meant(k, moving))
                    .limit(1);
        });
    }

    private static Set<String> classes(ChannelRelation relation, IntStream places) {
        return places.mapToObj(relation::classOf).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The argument of a bubble ring needs one way round: where it branches, a free slot need not come by. */
    private Stream<String> rings(ChannelRelation relation) {
        Map<String, Set<Integer>> rings = new LinkedHashMap<>();
        channels.values().stream().filter(c -> !c.ring().isEmpty()).forEach(c -> rings.computeIfAbsent(
                        c.ring(), ring -> new LinkedHashSet<>())
                .add(index.get(c.name())));
        return rings.values().stream().filter(ring -> !isRing(relation, ring)).map(ring -> {
            Channel first = relation.channels().get(ring.iterator().next());
            return places.get(first.name()) + ": channel " + first.name() + ": ring = " + first.ring() + ": its "
                    + ring.size() + " channels do not follow each other in one ring";
        });
    }

    private static boolean isRing(ChannelRelation relation, Set<Integer> members) {
        Set<Integer> way = new LinkedHashSet<>();
        Set<Integer> at = Set.of(members.iterator().next());
        while (at.size() == 1 && way.addAll(at)) {
            at = relation.placesOf(at.iterator().next())
                    .flatMap(place -> IntStream.of(relation.follows()[place]))
                    .mapToObj(relation::channelOf)
                    .filter(members::contains)
                    .collect(Collectors.toSet());
        }
        return way.equals(members) && at.equals(Set.of(members.iterator().next()));
    }

    /**
     * A routing relation. A class is the set of packets that have the same choices: a message class and, where the
     * choices depend on it, a destination. A place is a packet of a class in a channel; its number is class * channels
     * + channel.
     *
     * @param channels all channels; a channel is its index here
     * @param follows for each place, the places that a packet may take next
     * @param injected places at which a packet may enter the network
     * @param ejected places at which a packet may leave the network
     * @param occupied places that a packet can reach
     */
    record ChannelRelation(
            String name,
            List<Channel> channels,
            List<String> classes,
            int[][] follows,
            BitSet injected,
            BitSet ejected,
            BitSet occupied) {
        /** How an end counts the room of the buffer. */
        enum Flow {
            /** Wormhole: a head moves with room for one flit. */
            FLIT(1),
            /** Wormhole, and a head moves only into an empty buffer, which so holds flits of one packet at a time. */
            ATOMIC(1),
            /** Virtual cut-through: a head moves with room for the whole packet. */
            PACKET(1),
            /** Like PACKET, but a packet enters the ring only if there is room for two packets. */
            BUBBLE(2);

            private final int needs;

            Flow(int needs) {
                this.needs = needs;
            }

            int needs() {
                return needs;
            }

            String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        /**
         * One channel: a buffer that a packet can hold while it waits for the next one.
         *
         * @param escape whether it belongs to the escape sub-relation
         * @param send rule by which the sending end decides that a head may enter
         * @param receive rule by which the receiving end gives room back
         * @param depth packets (under FLIT and ATOMIC: flits) for which the buffer has room
         * @param ring name of the bubble ring that the channel is part of, or an empty text
         */
        record Channel(String name, boolean escape, Flow send, Flow receive, int depth, String ring) {
            /** Returns what is wrong with the two ends of the channel, or an empty text. */
            String flaw() {
                boolean starves = send.needs() > depth;
                if (send != receive) {
                    return name + ": the sending end counts by " + send.word() + " and the receiving end by "
                            + receive.word()
                            + (starves
                                    ? "; the sender waits for room for " + send.needs() + ", the buffer has " + depth
                                            + ": it starves in silence"
                                    : ": credits of the one mean another amount of room to the other");
                }
                return starves
                        ? name + ": the sender waits for room for " + send.needs() + " (" + send.word()
                                + "), the buffer has " + depth + ": it starves in silence"
                        : "";
            }

            /** Returns whether the channel is a part of a bubble ring that keeps a free slot. */
            boolean keepsBubble() {
                return !ring.isEmpty() && send == Flow.BUBBLE && receive == Flow.BUBBLE && depth >= Flow.BUBBLE.needs();
            }
        }

        ChannelRelation(
                String name,
                List<Channel> channels,
                List<String> classes,
                int[][] follows,
                BitSet injected,
                BitSet ejected) {
            this(name, channels, classes, follows, injected, ejected, (BitSet) injected.clone());
            int[] stack = new int[follows.length];
            int top = 0;
            for (int place : injected.stream().toArray()) {
                stack[top++] = place;
            }
            while (top > 0) {
                for (int next : follows[stack[--top]]) {
                    if (!occupied.get(next)) {
                        occupied.set(next);
                        stack[top++] = next;
                    }
                }
            }
        }

        int channelOf(int place) {
            return place % channels.size();
        }

        /** Returns the channel of a place. */
        Channel at(int place) {
            return channels.get(channelOf(place));
        }

        String classOf(int place) {
            return classes.get(place / channels.size());
        }

        /** Returns the places of a channel, by class. */
        IntStream placesOf(int channel) {
            return IntStream.range(0, classes.size()).map(k -> k * channels.size() + channel);
        }
    }
}
