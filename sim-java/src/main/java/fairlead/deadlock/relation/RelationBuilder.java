// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import fairlead.deadlock.relation.Channel.Flow;
import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Collects the rows of a relation with their places, and makes the relation when all of them are known. */
final class RelationBuilder {
    private static final int MOST_NAME = 80;
    private static final int MOST_DEPTH = 1 << 20;
    private static final long MOST_PAIRS = 20_000_000; // greatest product of channels and classes
    private static final String EVERY = "all";
    private static final List<String> MODES =
            Arrays.stream(Flow.values()).map(Flow::word).toList();

    /** A row that names channels, which may be declared behind it. */
    record Row(String where, String kind, String from, String to, String packets) {
        boolean isOf(final String ofClass) {
            return packets.isEmpty() || packets.equals(ofClass);
        }
    }

    private final String name;
    private final Map<String, Channel> channels = new LinkedHashMap<>();
    private final Map<String, String> places = new LinkedHashMap<>();
    private final Set<String> classes = new LinkedHashSet<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<String> mistakes = new ArrayList<>();

    RelationBuilder(final String name) {
        this.name = name;
    }

    void wrong(final String where, final String what) {
        mistakes.add(where + ": " + what);
    }

    /** Adds a channel; empty texts stand for the defaults. */
    void channel(
            final String where,
            final String channel,
            final String mark,
            final String send,
            final String receive,
            final String depth,
            final String ring) {
        if (channel.isEmpty() || channel.length() > MOST_NAME) {
            wrong(where, "a channel has a name of 1 to " + MOST_NAME + " characters");
            return;
        }
        if (!mark.isEmpty() && !"escape".equals(mark)) {
            wrong(where, "mark = " + mark + ": must be escape or empty" + meant(mark, List.of("escape")));
        }
        final Flow sends = flow(where, "send", send, ring.isEmpty() ? Flow.FLIT : Flow.BUBBLE);
        final Flow receives = flow(where, "receive", receive, sends);
        final Channel made = new Channel(
                channel, "escape".equals(mark), sends, receives, depth(where, depth, receives.needs()), ring);
        if (channels.putIfAbsent(channel, made) != null) {
            wrong(where, channel + ": the channel is there twice");
        }
        places.put(channel, where);
    }

    private Flow flow(final String where, final String key, final String word, final Flow standard) {
        if (word.isEmpty()) {
            return standard;
        }
        if (MODES.contains(word)) {
            return Flow.valueOf(word.toUpperCase(Locale.ROOT));
        }
        wrong(where, key + " = " + word + ": must be one of " + String.join(", ", MODES) + meant(word, MODES));
        return standard;
    }

    private int depth(final String where, final String text, final int standard) {
        if (text.isEmpty()) {
            return standard;
        }
        if (text.matches("[0-9]{1,7}") && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= MOST_DEPTH) {
            return Integer.parseInt(text);
        }
        wrong(where, "depth = " + text + ": must be an integer from 1 to " + MOST_DEPTH);
        return standard;
    }

    static String meant(final String word, final Iterable<String> known) {
        final List<String> words = new ArrayList<>();
        known.forEach(words::add);
        final String near = Nearest.to(word, words);
        return near.isEmpty() ? "" : "; did you mean " + near + "?";
    }

    /** Adds that packets of the class (empty: of all classes) in `from` may take `to` next. */
    void follow(final String where, final String from, final String to, final String packets) {
        add(new Row(where, "follow", from, to, packets));
    }

    void inject(final String where, final String channel, final String packets) {
        add(new Row(where, "inject", channel, channel, packets));
    }

    void eject(final String where, final String channel, final String packets) {
        add(new Row(where, "eject", channel, channel, packets));
    }

    private void add(final Row row) {
        if (!row.packets().isEmpty()) {
            classes.add(row.packets());
        }
        rows.add(row);
    }

    ChannelRelation build() {
        for (final Row row : rows) {
            for (final String end : row.kind().equals("follow") ? List.of(row.from(), row.to()) : List.of(row.from())) {
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
        if (!mistakes.isEmpty()) {
            throw new BadInput(mistakes);
        }
        final ChannelRelation relation = relation();
        mistakes.addAll(WholeRelation.mistakes(relation, rows, places));
        if (!mistakes.isEmpty()) {
            throw new BadInput(mistakes);
        }
        return relation;
    }

    private ChannelRelation relation() {
        final List<String> names = List.copyOf(channels.keySet());
        final Map<String, Integer> index = new LinkedHashMap<>();
        names.forEach(n -> index.put(n, index.size()));
        final List<String> ofClasses = List.copyOf(classes);
        final Set<Long> follows = new LinkedHashSet<>();
        final boolean[][] injected = new boolean[ofClasses.size()][names.size()];
        final boolean[][] ejected = new boolean[ofClasses.size()][names.size()];
        final int[][][] next = new int[ofClasses.size()][names.size()][0];
        for (final Row row : rows) {
            for (int k = 0; k < ofClasses.size(); k++) {
                if (!row.isOf(ofClasses.get(k))) {
                    continue;
                }
                final int from = index.get(row.from());
                switch (row.kind()) {
                    case "inject" -> injected[k][from] = true;
                    case "eject" -> ejected[k][from] = true;
                    default -> {
                        final int to = index.get(row.to());
                        if (follows.add(((long) k * names.size() + from) * names.size() + to)) {
                            next[k][from] = Arrays.copyOf(next[k][from], next[k][from].length + 1);
                            next[k][from][next[k][from].length - 1] = to;
                        }
                    }
                }
            }
        }
        return new ChannelRelation(name, List.copyOf(channels.values()), ofClasses, next, injected, ejected);
    }
}
