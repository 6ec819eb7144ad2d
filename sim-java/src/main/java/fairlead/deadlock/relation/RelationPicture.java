// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import fairlead.deadlock.relation.RelationBuilder.ChannelRelation;
import fairlead.deadlock.relation.RelationCheck.RelationVerdict;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The picture of a relation in DOT: channels, what may follow what, and the cycle in red. A relation that is too large
 * to be read is drawn round its cycle only.
 */
public final class RelationPicture {
    private static final int MOST = 150; // greatest number of channels in a picture

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
}
