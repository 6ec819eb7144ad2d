// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import java.io.StringReader;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * Reads a relation from GraphML: a node is a channel, an edge says what may follow. Data of a node are mark, send,
 * receive, depth, ring, inject and eject (a boolean, or classes separated by blanks), and of an edge the class. Data
 * with other names, as programs that draw graphs add them, are left out unless the name may be a typo.
 */
final class GraphMl {
    private static final List<String> OF_NODES = List.of("mark", "send", "receive", "depth", "ring", "inject", "eject");
    private static final String CLASS = "class";
    private static final List<String> TYPES = List.of("boolean", "string");
    /** xs:boolean, which GraphML has, and Python's words. */
    private static final Map<String, Boolean> BOOLEANS =
            Map.of("true", true, "1", true, "True", true, "false", false, "0", false, "False", false);

    /** Data that the file declares: for which elements, and the value of those that have none (empty: no value). */
    private record Key(String name, String of, String type, String where, StringBuilder standard) {}

    private final XMLStreamReader xml;
    private final String source;
    private final RelationBuilder builder;
    private final Map<String, Key> keys = new LinkedHashMap<>(); // by id

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
                case "key" -> key();
                case "graph" -> {
                    if (graph) {
                        builder.wrong(where(), "only one graph is read");
                    }
                    graph = true;
                    directed("edgedefault", "directed");
                }
                case "node" -> node();
                case "edge" -> edge();
                case "data", "desc" -> text(xml.getLocalName());
                case "graphml" -> {
                    continue;
                }
                default -> builder.wrong(where(), "<" + xml.getLocalName() + ">: is not read");
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

    private void directed(final String attribute, final String must) {
        final String value = xml.getAttributeValue(null, attribute);
        if (value != null && !must.equals(value)) {
            builder.wrong(where(), attribute + " = " + value + ": what may follow what has a direction");
        }
    }

    private void key() throws XMLStreamException {
        final String where = where();
        final String id = attribute("id");
        final String name = Objects.requireNonNullElse(xml.getAttributeValue(null, "attr.name"), id);
        final Key key = new Key(
                name,
                Objects.requireNonNullElse(xml.getAttributeValue(null, "for"), "all"),
                Objects.requireNonNullElse(xml.getAttributeValue(null, "attr.type"), "string"),
                where,
                new StringBuilder());
        if (keys.putIfAbsent(id, key) != null) {
            builder.wrong(where, "key " + id + ": is there twice");
        }
        Stream.concat(OF_NODES.stream(), Stream.of(CLASS))
                .filter(known -> !name.equals(known) && mayMean(name, known))
                .forEach(known -> builder.wrong(where, "attr.name = " + name + ": did you mean " + known + "?"));
        while (xml.next() != XMLStreamConstants.END_ELEMENT || !"key".equals(xml.getLocalName())) {
            if (xml.isStartElement() && "default".equals(xml.getLocalName())) {
                key.standard().append(text("default"));
            }
        }
    }

    /** Returns whether a name is another one with one slip or two letters in the other order. */
    private static boolean mayMean(final String name, final String known) {
        return name.equalsIgnoreCase(known)
                || new LevenshteinDistance(1).apply(name, known) == 1
                || Arrays.equals(
                        name.chars().sorted().toArray(), known.chars().sorted().toArray());
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

    /** Returns the classes of a text of {@link #checked}; one empty class stands for all. */
    private static List<String> classes(final String text) {
        if (text == null || text.isEmpty()) {
            return List.of();
        }
        return "true".equals(text) ? List.of("") : List.of(text.split("\\s+"));
    }

    /** Returns true, class names or an empty text for a value of inject or eject; other values as they are. */
    private String checked(final String where, final Key key, final String text) {
        if (!List.of("inject", "eject").contains(key.name())) {
            return text;
        }
        final boolean words = "string".equals(key.type());
        final Boolean value = words && text.matches("[01]") || !TYPES.contains(key.type()) ? null : BOOLEANS.get(text);
        if (value != null) {
            return value ? "true" : "";
        }
        if (!words || text.matches("(?is)(.*\\s)?(true|false)(\\s.*)?")) {
            builder.wrong(
                    where,
                    key.name() + " = " + text + ", of attr.type " + key.type()
                            + ": must be true, false, 1, 0, True or False of type boolean,"
                            + " or of type string true, false or names of classes");
        }
        return text;
    }

    private void edge() throws XMLStreamException {
        final String where = where();
        final String from = attribute("source");
        final String to = attribute("target");
        directed("directed", "true");
        for (final String packets : data("edge").getOrDefault(CLASS, "").split("\\s+")) {
            builder.follow(where, from, to, packets);
        }
    }

    /** Reads the data of an element up to its end; a key may have a default for those that are not there. */
    private Map<String, String> data(final String element) throws XMLStreamException {
        final Map<String, String> data = new HashMap<>();
        while (xml.next() != XMLStreamConstants.END_ELEMENT || !element.equals(xml.getLocalName())) {
            if (xml.isStartElement() && "data".equals(xml.getLocalName())) {
                final String where = where();
                final String id = attribute("key");
                final Key key = keys.getOrDefault(id, new Key(id, element, "string", where, new StringBuilder()));
                final String value = text("data");
                if (names(element).contains(key.name()) && isFor(key, element)) {
                    if (data.put(key.name(), checked(where, key, value)) != null) {
                        builder.wrong(where, key.name() + " = " + value + ": is there twice");
                    }
                } else if (OF_NODES.contains(key.name()) || CLASS.equals(key.name())) {
                    builder.wrong(where, key.name() + " = " + value + ": <" + element + "> has none");
                } else if (!keys.containsKey(id)) {
                    final String near = Nearest.to(id, keys.keySet());
                    builder.wrong(
                            where,
                            "data key = " + id + ": no such key"
                                    + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
                }
            } else if (xml.isStartElement() && !"desc".equals(xml.getLocalName())) {
                builder.wrong(where(), "<" + xml.getLocalName() + "> in <" + element + ">: is not read");
            }
        }
        for (final Key key : keys.values()) {
            if (!key.standard().isEmpty() && names(element).contains(key.name()) && isFor(key, element)) {
                data.putIfAbsent(
                        key.name(), checked(key.where(), key, key.standard().toString()));
            }
        }
        return data;
    }

    private static List<String> names(final String element) {
        return "node".equals(element) ? OF_NODES : List.of(CLASS);
    }

    private static boolean isFor(final Key key, final String element) {
        return key.of().equals(element) || "all".equals(key.of());
    }

    /** Returns the text of an element up to its end. */
    private String text(final String element) throws XMLStreamException {
        final StringBuilder text = new StringBuilder();
        while (xml.next() != XMLStreamConstants.END_ELEMENT || !element.equals(xml.getLocalName())) {
            text.append(xml.isCharacters() ? xml.getText() : "");
        }
        return text.toString().strip();
    }
}
