// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import fairlead.deadlock.relation.RelationBuilder.ChannelRelation;
import fairlead.deadlock.relation.RelationBuilder.ChannelRelation.Channel;
import fairlead.deadlock.relation.RelationCheck.RelationVerdict;
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

    /** An edge between two channels, by their indices. */
    private record Edge(int from, int to) {}

    private final ChannelRelation relation;

    RelationPicture(ChannelRelation relation) {
        this.relation = relation;
    }

    /** What a picture shows: channels, of which those of the cycle come first, edges, and which of these are red. */
    private record Shown(List<Integer> channels, Set<Edge> edges, Set<Edge> red) {}

    private Shown shown(RelationVerdict verdict) {
        Map<String, Integer> index = new HashMap<>();
        relation.channels().forEach(c -> index.put(c.name(), index.size()));
        Set<Integer> channels = new LinkedHashSet<>();
        Set<Edge> red = new LinkedHashSet<>();
        for (RelationVerdict.Step step : verdict.cycle()) {
            channels.add(index.get(step.holder()));
            red.add(new Edge(index.get(step.holder()), index.get(step.wanted())));
        }
        for (int c = 0; c < relation.channels().size() && channels.size() < MOST; c++) {
            channels.add(c);
        }
        Set<Edge> edges = new LinkedHashSet<>();
        for (int k = 0; k < relation.classes().size(); k++) {
            for (int from : channels) {
                for (int next : relation.follows()[k * relation.channels().size() + from]) {
                    if (channels.contains(relation.channelOf(next))) {
                        edges.add(new Edge(from, relation.channelOf(next)));
                    }
                }
            }
        }
        return new Shown(List.copyOf(channels), edges, red);
    }

    public String dot(RelationVerdict verdict) {
        Shown shown = shown(verdict);
        StringBuilder text = new StringBuilder("digraph relation {\n  node [shape=box, fontsize=10];\n");
        shown.channels()
                .forEach(c -> text.append(String.format(
                        "  %s%s;%n", quoted(c), relation.channels().get(c).escape() ? " [style=bold]" : "")));
        shown.edges()
                .forEach(edge -> text.append(String.format(
                        "  %s -> %s%s;%n",
                        quoted(edge.from()),
                        quoted(edge.to()),
                        shown.red().contains(edge) ? " [color=red, penwidth=2]" : "")));
        return text.append("}\n").toString();
    }

    private String quoted(int channel) {
        String name = relation.channels().get(channel).name();
        return "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** Returns the picture as SVG: the cycle on an inner circle, all other channels round it. */
    public String svg(RelationVerdict verdict) {
        Shown shown = shown(verdict);
        int count = shown.channels().size();
        int cycle = verdict.cycle().size();
        double radius = Math.max(LEAST_RADIUS, count * ROOM / (2 * Math.PI));
        double middle = radius + MARGIN;
        Map<Integer, double[]> places = new HashMap<>();
        StringBuilder nodes = new StringBuilder();
        for (int i = 0; i < count; i++) {
            boolean inner = i < cycle; // the channels of the cycle come first
            double angle = 2 * Math.PI * (inner ? i : i - cycle) / (inner ? cycle : count - cycle);
            double from = inner ? radius * INNER : radius;
            Channel channel = relation.channels().get(shown.channels().get(i));
            double x = middle + from * Math.cos(angle);
            double y = middle + from * Math.sin(angle);
            places.put(shown.channels().get(i), new double[] {x, y});
            boolean left = Math.cos(angle) < 0;
            double nameX = x + (left ? -9 : 9);
            String anchor = left ? "end" : "start";
            nodes.append(format(NODE, x, y, channel.escape() ? 6 : 4, nameX, y + 4, anchor, escape(channel.name())));
        }
        StringBuilder text = new StringBuilder(
                format(HEAD, 2 * middle, 2 * middle, escape(relation.name()), escape(verdict.verdict())));
        // the cycle is drawn last and so lies above the other edges
        for (boolean bad : new boolean[] {false, true}) {
            for (Edge edge : shown.edges()) {
                double[] a = places.get(edge.from());
                double[] b = places.get(edge.to());
                if (shown.red().contains(edge) == bad) {
                    text.append(format(LINE, a[0], a[1], b[0], b[1], bad ? "#d00" : "#bbb", bad ? "2.5" : "1"));
                }
            }
        }
        return text.append(nodes).append("</svg>\n").toString();
    }

    private static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }

    private static String escape(String plain) {
        return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
