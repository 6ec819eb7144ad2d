// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import fairlead.deadlock.relation.ChannelRelation.Channel;
import java.util.ArrayList;
import java.util.HashMap;
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
    private static final String HEAD =
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="sans-serif" font-size="11">\
            <title>%s: %s</title><defs><marker id="a" viewBox="0 0 8 8" refX="14" refY="4" \
            markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="9" orient="auto">\
            <path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker></defs>\
            <rect width="100%%" height="100%%" fill="#fff"/>%n""";
    private static final String NODE =
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"/><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n";
    private static final String LINE = "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\""
            + " stroke-width=\"%s\" marker-end=\"url(#a)\"/>%n";

    private record Edge(String from, String to) {}

    private final ChannelRelation relation;

    RelationPicture(final ChannelRelation relation) {
        this.relation = relation;
    }

    public String dot(final RelationVerdict verdict) {
        final List<Channel> shown = shown(verdict);
        final Set<Edge> red = red(verdict);
        final StringBuilder text = new StringBuilder("digraph relation {\n  node [shape=box, fontsize=10];\n");
        shown.forEach(
                c -> text.append(String.format("  %s%s;%n", quoted(c.name()), c.escape() ? " [style=bold]" : "")));
        edges(shown)
                .forEach(edge -> text.append(String.format(
                        "  %s -> %s%s;%n",
                        quoted(edge.from()), quoted(edge.to()), red.contains(edge) ? " [color=red, penwidth=2]" : "")));
        return text.append("}\n").toString();
    }

    private static String quoted(final String name) {
        return "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static Set<Edge> red(final RelationVerdict verdict) {
        final Set<Edge> red = new LinkedHashSet<>();
        verdict.cycle().forEach(s -> red.add(new Edge(s.holder(), s.wanted())));
        return red;
    }

    /** Returns the channels of the picture: those of the cycle first, in the order of the cycle. */
    private List<Channel> shown(final RelationVerdict verdict) {
        final Map<String, Channel> byName = new HashMap<>();
        relation.channels().forEach(c -> byName.put(c.name(), c));
        final Set<Channel> shown = new LinkedHashSet<>();
        verdict.cycle().forEach(s -> shown.add(byName.get(s.holder())));
        for (int c = 0; c < relation.channels().size() && shown.size() < MOST; c++) {
            shown.add(relation.channels().get(c));
        }
        return List.copyOf(shown);
    }

    private Set<Edge> edges(final List<Channel> shown) {
        final Map<String, Integer> index = new HashMap<>();
        relation.channels().forEach(c -> index.put(c.name(), index.size()));
        final Set<String> names = new LinkedHashSet<>();
        shown.forEach(c -> names.add(c.name()));
        final Set<Edge> edges = new LinkedHashSet<>();
        for (final int[][] ofClass : relation.follows()) {
            for (final String from : names) {
                for (final int next : ofClass[index.get(from)]) {
                    final String to = relation.channels().get(next).name();
                    if (names.contains(to)) {
                        edges.add(new Edge(from, to));
                    }
                }
            }
        }
        return edges;
    }

    /** Returns the picture as SVG: the cycle on an inner circle, all other channels round it. */
    public String svg(final RelationVerdict verdict) {
        final List<Channel> shown = shown(verdict);
        final int cycle = verdict.cycle().size();
        final double radius = Math.max(LEAST_RADIUS, shown.size() * ROOM / (2 * Math.PI));
        final double middle = radius + MARGIN;
        final Map<String, double[]> places = new HashMap<>();
        final List<String> nodes = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            final boolean inner = i < cycle; // the channels of the cycle come first
            final double angle = 2 * Math.PI * (inner ? i : i - cycle) / (inner ? cycle : shown.size() - cycle);
            final double from = inner ? radius * INNER : radius;
            final Channel channel = shown.get(i);
            final double x = middle + from * Math.cos(angle);
            final double y = middle + from * Math.sin(angle);
            places.put(channel.name(), new double[] {x, y});
            final boolean left = Math.cos(angle) < 0;
            final int size = channel.escape() ? 6 : 4;
            final double nameX = x + (left ? -9 : 9);
            final String anchor = left ? "end" : "start";
            nodes.add(format(NODE, x, y, size, nameX, y + 4, anchor, escape(channel.name())));
        }
        final StringBuilder text = new StringBuilder(
                format(HEAD, 2 * middle, 2 * middle, escape(relation.name()), escape(verdict.verdict())));
        final Set<Edge> red = red(verdict);
        // the cycle is drawn last and so lies above the other edges
        for (final boolean bad : new boolean[] {false, true}) {
            for (final Edge edge : edges(shown)) {
                final double[] a = places.get(edge.from());
                final double[] b = places.get(edge.to());
                if (red.contains(edge) == bad) {
                    text.append(format(LINE, a[0], a[1], b[0], b[1], bad ? "#d00" : "#bbb", bad ? "2.5" : "1"));
                }
            }
        }
        nodes.forEach(text::append);
        return text.append("</svg>\n").toString();
    }

    private static String format(final String form, final Object... values) {
        return String.format(Locale.ROOT, form, values);
    }

    private static String escape(final String plain) {
        return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
