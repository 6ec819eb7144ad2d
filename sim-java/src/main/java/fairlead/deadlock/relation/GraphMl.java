// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import fairlead.deadlock.relation.RelationBuilder.ChannelRelation;
import fairlead.scenario.BadInput;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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
 * receive, depth, ring, inject and eject (a boolean, or classes separated by blanks), and of an edge the class.
 * Data with other names, as programs that draw graphs add them, are left out unless the name may be a typo.
 */
final class GraphMl {
    private static final List<String> OF_NODES = List.of("mark", "send", "receive", "depth", "ring", "inject", "eject");
    private static final List<String> ENDS = List.of("inject", "eject");
    private static final String CLASS = "class";
    private static final String UNDIRECTED = "must be directed: what may follow what has a direction";
    /** What a key may be for, and the types of its values. */
    private static final List<String> HOLDERS =
            List.of("all", "graphml", "graph", "node", "edge", "hyperedge", "port", "endpoint");

    private static final List<String> TYPES = List.of("boolean", "int", "long", "float", "double", "string");
    /** xs:boolean, which GraphML has, and Python's words. */
    private static final Map<String, Boolean> BOOLEANS =
            Map.of("true", true, "1", true, "True", true, "false", false, "0", false, "False", false);

    /** @param text all text up to the end of the element */
    private record Element(
            String name, Map<String, String> attributes, String where, List<Element> children, StringBuilder text) {}

    /** Data that the file declares: for which elements, and the value of those that have none (empty: no value). */
    private record Key(String name, String of, String type, String where, String standard) {}

    private final String source;
    private final RelationBuilder builder;
    private final Map<String, Key> keys = new LinkedHashMap<>(); // by id
    private boolean graph;

    private GraphMl(String source) {
        this.source = source;
        builder = new RelationBuilder(source);
    }

    static ChannelRelation read(String text, String source) {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        // prevents a file from making this program open another file
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        GraphMl file = new GraphMl(source);
        try {
            file.element(file.parsed(factory.createXMLStreamReader(new StringReader(text))));
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber());
            String[] lines = String.valueOf(e.getMessage()).split("\\R");
            throw new BadInput(
                    source + " line " + line + ": not XML: " + lines[lines.length - 1].replace("Message: ", ""));
        }
        if (!file.graph) {
            throw new BadInput(source + ": has no element graph, so it is no GraphML");
        }
        return file.builder.build();
    }

    private Element parsed(XMLStreamReader xml) throws XMLStreamException {
        List<Element> open = new ArrayList<>();
        Element root = null;
        String namespace = null;
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                Map<String, String> attributes = new HashMap<>();
                for (int i = 0; i < xml.getAttributeCount(); i++) {
                    String vocabulary = xml.getAttributeNamespace(i); // none: that of GraphML
                    if (vocabulary == null || vocabulary.isEmpty()) {
                        attributes.put(xml.getAttributeLocalName(i), xml.getAttributeValue(i));
                    }
                }
                String where = source + " line " + xml.getLocation().getLineNumber();
                namespace = root == null ? xml.getNamespaceURI() : namespace;
                String name = Objects.equals(namespace, xml.getNamespaceURI())
                        ? xml.getLocalName()
                        : xml.getPrefix() + ":" + xml.getLocalName();
                Element element = new Element(name, attributes, where, new ArrayList<>(), new StringBuilder());
                if (root == null) {
                    root = element;
                } else {
                    open.get(open.size() - 1).children().add(element);
                }
                open.add(element);
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                open.remove(open.size() - 1);
            } else if (xml.isCharacters()) {
                open.forEach(element -> element.text().append(xml.getText()));
            }
        }
        return root;
    }

    private void element(Element element) {
        switch (element.name()) {
            case "key" -> key(element);
            case "node" -> node(element);
            case "edge" -> edge(element);
            case "data", "desc" -> {}
            default -> {
                if (element.name().equals("graph")) {
                    if (graph) {
                        builder.wrong(element.where(), "only one graph is read");
                    }
                    graph = true;
                    if (!"directed".equals(attribute(element, "edgedefault"))) {
                        builder.wrong(element.where(), UNDIRECTED);
                    }
                } else if (!element.name().equals("graphml")) {
                    builder.wrong(element.where(), "<" + element.name() + ">: is not read");
                }
                element.children().stream() // data may have keys that are declared after it
                        .sorted(Comparator.comparing(child -> !child.name().equals("key")))
                        .forEach(this::element);
            }
        }
    }

    private String attribute(Element element, String name) {
        if (!element.attributes().containsKey(name)) {
            builder.wrong(element.where(), "<" + element.name() + ">: the attribute " + name + " is missing");
        }
        return element.attributes().getOrDefault(name, "").strip();
    }

    private void key(Element element) {
        String id = attribute(element, "id");
        Map<String, String> given = element.attributes();
        String name = given.getOrDefault("attr.name", id);
        StringBuilder standard = new StringBuilder();
        element.children().stream()
                .filter(child -> child.name().equals("default"))
                .forEach(child -> standard.append(child.text().toString().strip()));
        Key key = new Key(
                name,
                given.getOrDefault("for", "all"),
                given.getOrDefault("attr.type", "string"),
                element.where(),
                standard.toString());
        oneOf(element.where(), "for", key.of(), HOLDERS);
        oneOf(element.where(), "attr.type", key.type(), TYPES);
        boolean isRead = OF_NODES.contains(name) || CLASS.equals(name);
        if (isRead
                && !key.standard().isEmpty()
                && keys.values().stream()
                        .anyMatch(k -> k.name().equals(name) && !k.standard().isEmpty())) {
            builder.wrong(element.where(), "attr.name = " + name + ": another key has a default for it");
        }
        if (keys.putIfAbsent(id, key) != null) {
            builder.wrong(element.where(), "key " + id + ": is there twice");
        }
        Stream.concat(OF_NODES.stream(), Stream.of(CLASS))
                .filter(known -> !name.equals(known) && mayMean(name, known))
                .forEach(known ->
                        builder.wrong(element.where(), "attr.name = " + name + ": did you mean " + known + "?"));
    }

    private void oneOf(String where, String what, String value, List<String> known) {
        if (!known.contains(value)) {
            builder.wrong(where, what + " = " + value + ": must be one of " + String.join(", ", known));
        }
    }

    /** Returns whether a name is another one with one slip or two letters in the other order. */
    private static boolean mayMean(String name, String known) {
        return name.equalsIgnoreCase(known)
                || new LevenshteinDistance(1).apply(name, known) == 1
                || Arrays.equals(
                        name.chars().sorted().toArray(), known.chars().sorted().toArray());
    }

    private void node(Element node) {
        String id = attribute(node, "id");
        Map<String, String> data = data(node);
        builder.channel(node.where(), id, data);
        for (String kind : ENDS) {
            String packets = data.getOrDefault(kind, "");
            if (!packets.isEmpty()) { // one empty class stands for all
                for (String one : packets.equals("true") ? List.of("") : List.of(packets.split("\\s+"))) {
                    builder.row(node.where(), kind, id, id, one);
                }
            }
        }
    }

    private void edge(Element edge) {
        String from = attribute(edge, "source");
        String to = attribute(edge, "target");
        if (!BOOLEANS.getOrDefault(
                edge.attributes().getOrDefault("directed", "true").strip(), false)) {
            builder.wrong(edge.where(), UNDIRECTED);
        }
        for (String packets : data(edge).getOrDefault(CLASS, "").split("\\s+")) {
            builder.row(edge.where(), "follow", from, to, packets);
        }
    }

    /**
     * Returns true, class names or an empty text for a value of inject or eject, and the usual form of an integer;
     * other texts as they are.
     */
    private String checked(String where, Key key, String text) {
        boolean isEnd = ENDS.contains(key.name());
        String type = key.type();
        String what = key.name() + " = " + text + ", of attr.type " + type + ": must be ";
        if (!isEnd && type.matches("int|long") && text.matches("[-+]?[0-9]{1,18}")) {
            return Long.toString(Long.parseLong(text));
        } else if (!isEnd && !"string".equals(type)) {
            builder.wrong(where, what + "an integer of type int or long, or of type string");
            return text;
        }
        boolean words = "string".equals(type);
        Boolean value = !isEnd || words && text.matches("[01]") || !words && !"boolean".equals(type)
                ? null
                : BOOLEANS.get(text);
        if (value != null) {
            return value ? "true" : "";
        }
        if (isEnd && (!words || text.matches("(?is)(.*\\s)?(true|false)(\\s.*)?"))) {
            builder.wrong(
                    where,
                    what + "true, false, 1, 0, True or False of type boolean,"
                            + " or of type string true, false or names of classes");
        }
        return text;
    }

    /** Returns the data of a node or an edge; a key may have a default for those that are not there. */
    private Map<String, String> data(Element holder) {
        Map<String, String> data = new HashMap<>();
        for (Element child : holder.children()) {
            if (child.name().equals("data")) {
                datum(holder, child, data);
            } else if (!child.name().equals("desc")) {
                builder.wrong(child.where(), "<" + child.name() + "> in <" + holder.name() + ">: is not read");
            }
        }
        for (Key key : keys.values()) {
            if (!key.standard().isEmpty() && isRead(key, holder)) {
                data.putIfAbsent(key.name(), checked(key.where(), key, key.standard()));
            }
        }
        return data;
    }

    private void datum(Element holder, Element element, Map<String, String> data) {
        String id = attribute(element, "key");
        Key key = keys.getOrDefault(id, new Key(id, holder.name(), "string", element.where(), ""));
        String value = element.text().toString().strip();
        String what = key.name() + " = " + value + ": ";
        if (isRead(key, holder) && !element.children().isEmpty()) {
            builder.wrong(element.where(), what + "must be text without elements");
        } else if (isRead(key, holder)) {
            if (data.put(key.name(), checked(element.where(), key, value)) != null) {
                builder.wrong(element.where(), what + "is there twice");
            }
        } else if (OF_NODES.contains(key.name()) || CLASS.equals(key.name())) {
            builder.wrong(element.where(), what + "<" + holder.name() + "> has none");
        } else if (!keys.containsKey(id)) {
            builder.wrong(
                    element.where(), "data key = " + id + ": no such key" + RelationBuilder.meant(id, keys.keySet()));
        }
    }

    private static boolean isRead(Key key, Element holder) {
        List<String> names = "node".equals(holder.name()) ? OF_NODES : List.of(CLASS);
        return names.contains(key.name()) && (key.of().equals(holder.name()) || "all".equals(key.of()));
    }
}
