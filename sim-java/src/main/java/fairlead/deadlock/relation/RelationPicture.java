// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The picture of a relation as SVG or DOT: channels, what may follow what, and the cycle in red. A relation that is too
 * large to be read is drawn round its cycle only.
 */
public final class RelationPicture {
    private static final int MOST = 150; // greatest number of channels in a picture
    private static final int ROOM = 34; // pixels of the circle for each channel
    private static final int LEAST_RADIUS = 140;
    private static final double INNER = 0.5; // radius of the circle of the cycle, as a share of the outer radius
    private static final int MARGIN = 150; // pixels of margin for the names

    private final ChannelRelation relation;

    private RelationPicture(final ChannelRelation relation) {
        this.relation = relation;
    }

    static RelationPicture of(final ChannelRelation relation) {
        return new RelationPicture(relation);
    }

    /** Returns the picture as DOT. */
    public String dot(final RelationVerdict verdict) {
        final Set<Integer> shown = shown(verdict);
        final Set<String> red = red(verdict);
        final StringBuilder text = new StringBuilder("digraph relation {\n  node [shape=box, fontsize=10];\n");
        for (final int c : shown) {
            final Channel channel = relation.channels().get(c);
            text.append("  ")
                    .append(quoted(channel.name()))
                    .append(channel.escape() ? " [style=bold]" : "")
                    .append(";\n");
        }
        for (final String[] edge : edges(shown)) {
            final boolean bad = red.contains(edge[0] + "\n" + edge[1]);
            text.append("  ").append(quoted(edge[0])).append(" -> ").append(quoted(edge[1]));
            text.append(bad ? " [color=red, penwidth=2]" : "").append(";\n");
        }
        return text.append("}\n").toString();
    }

    private static String quoted(final String name) {
        return "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static Set<String> red(final RelationVerdict verdict) {
        final Set<String> red = new LinkedHashSet<>();
        verdict.cycle().forEach(s -> red.add(s.holder() + "\n" + s.wanted()));
        return red;
    }

    /** Returns the channels of the picture: those of the cycle first, in the order of the cycle. */
    private Set<Integer> shown(final RelationVerdict verdict) {
        final Map<String, Integer> index = new HashMap<>();
        relation.channels().forEach(c -> index.put(c.name(), index.size()));
        final Set<Integer> shown = new LinkedHashSet<>();
        verdict.cycle().forEach(s -> shown.add(index.get(s.holder())));
        for (int c = 0; c < relation.channels().size() && shown.size() < MOST; c++) {
            shown.add(c);
        }
        return shown;
    }

    private List<String[]> edges(final Set<Integer> shown) {
        final Map<String, String[]> edges = new LinkedHashMap<>();
        for (final int[][] ofClass : relation.follows()) {
            for (final int c : shown) {
                for (final int next : ofClass[c]) {
                    if (shown.contains(next)) {
                        final String from = relation.channels().get(c).name();
                        final String to = relation.channels().get(next).name();
                        edges.putIfAbsent(from + "\n" + to, new String[] {from, to});
                    }
                }
            }
        }
        return new ArrayList<>(edges.values());
    }

    /** Returns the picture as SVG: the cycle on an inner circle, all other channels round it. */
    public String svg(final RelationVerdict verdict) {
        final List<Integer> shown = List.copyOf(shown(verdict));
        final int cycle = verdict.cycle().size();
        final double radius = Math.max(LEAST_RADIUS, shown.size() * ROOM / (2 * Math.PI));
        final double middle = radius + MARGIN;
        final Map<String, double[]> places = new HashMap<>();
        final StringBuilder nodes = new StringBuilder();
        for (int i = 0; i < shown.size(); i++) {
            final boolean inner = i < cycle; // the channels of the cycle come first
            final double angle = 2 * Math.PI * (inner ? i : i - cycle) / (inner ? cycle : shown.size() - cycle);
            final double from = inner ? radius * INNER : radius;
            final Channel channel = relation.channels().get(shown.get(i));
            final double x = middle + from * Math.cos(angle);
            final double y = middle + from * Math.sin(angle);
            places.put(channel.name(), new double[] {x, y});
            final boolean left = Math.cos(angle) < 0;
            nodes.append(String.format(
                    Locale.ROOT,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"/><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                    x,
                    y,
                    channel.escape() ? 6 : 4,
                    x + (left ? -9 : 9),
                    y + 4,
                    left ? "end" : "start",
                    escape(channel.name())));
        }
        final StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\" font-size=\"11\">"
                        + "<title>%s: %s</title><defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"14\" refY=\"4\" markerUnits=\"userSpaceOnUse\" markerWidth=\"9\""
                        + " markerHeight=\"9\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"context-stroke\"/></marker></defs>"
                        + "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n",
                2 * middle,
                2 * middle,
                escape(relation.name()),
                escape(verdict.verdict())));
        final Set<String> red = red(verdict);
        // the cycle is drawn last and so lies above the other edges
        for (final boolean bad : new boolean[] {false, true}) {
            for (final String[] edge : edges(new LinkedHashSet<>(shown))) {
                if (red.contains(edge[0] + "\n" + edge[1]) == bad) {
                    text.append(line(places.get(edge[0]), places.get(edge[1]), bad));
                }
            }
        }
        return text.append(nodes).append("</svg>\n").toString();
    }

    private static String line(final double[] from, final double[] to, final boolean bad) {
        return String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%s\" marker-end=\"url(#a)\"/>%n",
                from[0],
                from[1],
                to[0],
                to[1],
                bad ? "#d00" : "#bbb",
                bad ? "2.5" : "1");
    }

    private static String escape(final String plain) {
        return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
