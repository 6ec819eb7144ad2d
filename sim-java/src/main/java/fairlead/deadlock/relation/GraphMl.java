// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import java.io.StringReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads a relation from GraphML: a node is a channel, an edge says what may follow. Data of a node are mark, send,
 * receive, depth, ring, inject and eject (classes separated by blanks, or true), and of an edge the class. Data with
 * other names, as programs that draw graphs add them, are left out.
 */
final class GraphMl {
    private static final List<String> OF_NODES = List.of("mark", "send", "receive", "depth", "ring", "inject", "eject");
    private static final String CLASS = "class";

    private final XMLStreamReader xml;
    private final String source;
    private final RelationBuilder builder;
    private final Map<String, String> keys = new HashMap<>(); // name of each key, by id

    private GraphMl(final XMLStreamReader xml, final String source) {
        this.xml = xml;
        this.source = source;
        builder = new RelationBuilder(source);
    }

    static ChannelRelation read(final String text, final String source) {
        final XMLInputFactory factory = XMLInputFactory.newFactory();
        // prevents a file from making this program open another file
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        try {
            return new GraphMl(factory.createXMLStreamReader(new StringReader(text)), source).relation();
        } catch (final XMLStreamException e) {
            final int line =
                    e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber());
            final String[] lines = String.valueOf(e.getMessage()).split("\\R");
            throw new BadInput(
                    source + " line " + line + ": not XML: " + lines[lines.length - 1].replace("Message: ", ""));
        }
    }

    private String where() {
        return source + " line " + xml.getLocation().getLineNumber();
    }

    private ChannelRelation relation() throws XMLStreamException {
        boolean graph = false;
        while (xml.hasNext()) {
            if (xml.next() != XMLStreamConstants.START_ELEMENT) {
                continue;
            }
            switch (xml.getLocalName()) {
                case "key" -> keys.put(attribute("id"), attribute("attr.name"));
                case "graph" -> {
                    if (graph) {
                        builder.wrong(where(), "only one graph is read");
                    }
                    graph = true;
                    if ("undirected".equals(xml.getAttributeValue(null, "edgedefault"))) {
                        builder.wrong(where(), "edgedefault = undirected: what may follow what has a direction");
                    }
                }
                case "node" -> node();
                case "edge" -> edge();
                default -> {
                    continue;
                }
            }
        }
        if (!graph) {
            throw new BadInput(source + ": has no element graph, so it is no GraphML");
        }
        return builder.build();
    }

    private String attribute(final String name) {
        final String value = xml.getAttributeValue(null, name);
        if (value == null) {
            builder.wrong(where(), "<" + xml.getLocalName() + ">: the attribute " + name + " is missing");
        }
        return value == null ? "" : value.strip();
    }

    private void node() throws XMLStreamException {
        final String where = where();
        final String id = attribute("id");
        final Map<String, String> data = data("node");
        builder.channel(
                where,
                id,
                data.getOrDefault("mark", ""),
                data.getOrDefault("send", ""),
                data.getOrDefault("receive", ""),
                data.getOrDefault("depth", ""),
                data.getOrDefault("ring", ""));
        for (final String packets : classes(data.get("inject"))) {
            builder.inject(where, id, packets);
        }
        for (final String packets : classes(data.get("eject"))) {
            builder.eject(where, id, packets);
        }
    }

    /** Returns the classes of a text; one empty class stands for all. */
    private static List<String> classes(final String text) {
        if (text == null || text.isEmpty() || "false".equals(text)) {
            return List.of();
        }
        return "true".equals(text) ? List.of("") : List.of(text.split("\\s+"));
    }

    private void edge() throws XMLStreamException {
        final String where = where();
        final String from = attribute("source");
        final String to = attribute("target");
        final Map<String, String> data = data("edge");
        for (final String packets : data.containsKey(CLASS) ? data.get(CLASS).split("\\s+") : new String[] {""}) {
            builder.follow(where, from, to, packets);
        }
    }

    /** Reads the data of an element up to its end. */
    private Map<String, String> data(final String element) throws XMLStreamException {
        final Map<String, String> data = new HashMap<>();
        while (true) {
            final int event = xml.next();
            if (event == XMLStreamConstants.END_ELEMENT && xml.getLocalName().equals(element)) {
                return data;
            }
            if (event == XMLStreamConstants.START_ELEMENT && xml.getLocalName().equals("data")) {
                final String where = where();
                final String key = attribute("key");
                final String name = keys.getOrDefault(key, key);
                final StringBuilder text = new StringBuilder();
                for (int e = xml.next();
                        !(e == XMLStreamConstants.END_ELEMENT
                                && xml.getLocalName().equals("data"));
                        e = xml.next()) {
                    text.append(e == XMLStreamConstants.CHARACTERS ? xml.getText() : "");
                }
                if (OF_NODES.contains(name) || CLASS.equals(name)) {
                    data.put(name, text.toString().strip());
                } else if (!keys.containsKey(key)) {
                    final String near = Nearest.to(key, keys.keySet());
                    builder.wrong(
                            where,
                            "data key = " + key + ": no such key"
                                    + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
                }
            }
        }
    }
}
