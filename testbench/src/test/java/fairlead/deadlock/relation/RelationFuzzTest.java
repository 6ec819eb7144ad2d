// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.deadlock.relation.RelationCheck.RelationVerdict;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * Drawn relations in GraphML against a second reader, written from the text of its specification (types and defaults of
 * keys, namespaces, directions), which writes plain CSV; and in CSV of every form that RFC 4180 allows. What is
 * accepted has the verdict of the plain CSV; more may be refused. One file again: {@code scripts/test
 * -Dtest=RelationFuzzTest -Dfairlead.importer=SEED:1}.
 */
@Tag("M-307")
class RelationFuzzTest {
    private static final int SHORT = 200;
    private static final int LONG = 2000;
    private static final String GRAPHML = "http://graphml.graphdrawing.org/xmlns";
    private static final String HEAD = "kind,from,to,class,mark,send\n";

    @TempDir
    private Path folder;

    private int accepted;
    private int unsafe;
    private SplittableRandom random;
    private boolean odd; // whether the file may have what is refused

    @Test
    void aFewFilesHaveTheVerdictOfPlainCsv() throws Exception {
        String[] asked = System.getProperty("fairlead.importer", "1:" + SHORT).split(":");
        fuzz(Long.parseLong(asked[0]), Integer.parseInt(asked[1]));
    }

    @Test
    @Tag("slow")
    void manyFilesHaveTheVerdictOfPlainCsv() throws Exception {
        fuzz(100_000, LONG);
        assertTrue(accepted - unsafe > LONG / 10 && unsafe > LONG / 10, accepted + " accepted, " + unsafe + " unsafe");
    }

    private void fuzz(long first, int count) throws Exception {
        for (long seed = first; seed < first + count; seed++) {
            random = new SplittableRandom(seed);
            odd = seed % 3 == 0;
            boolean isXml = seed % 4 != 0;
            String plain = isXml ? null : relation();
            String text = isXml ? graphMl() : dressed(plain);
            String what = "-Dfairlead.importer=" + seed + ":1\n" + text;
            String here = verdict(isXml ? "drawn.graphml" : "drawn.csv", text);
            if (!here.startsWith("refused")
                    || !isXml) { // a form of CSV has the verdict of the plain one, or its refusal
                plain = isXml ? csv(text) : plain;
                assertTrue(plain != null, () -> "no graph by the specification, and " + here + ": " + what);
                assertEquals(verdict("plain.csv", plain), here, what + plain);
                accepted += here.startsWith("refused") ? 0 : 1;
                unsafe += here.startsWith("false") ? 1 : 0;
            }
        }
    }

    private String verdict(String name, String text) throws IOException {
        try {
            RelationVerdict is = RelationReader.read(Files.writeString(folder.resolve(name), text))
                    .verdict();
            return is.safe() + " " + is.channels() + " " + is.waits() + " " + is.cycle() + is.flaws() + is.knot();
        } catch (BadInput e) {
            return "refused " + e.lines().size();
        }
    }

    private boolean rarely() {
        return odd && random.nextInt(20) == 0;
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    // ---- GraphML

    /** A ring or a random graph with data in the many forms that the format has, some of them wrong. */
    private String graphMl() {
        String end = one(odd ? List.of("boolean", "string", "int") : List.of("boolean"));
        String of = one(odd ? List.of("string", "double", "boolean") : List.of("string", "string", "int", "long"));
        String prefix = random.nextInt(4) == 0 ? "g:" : "";
        String space = prefix.isEmpty() ? one(List.of("", " xmlns='" + GRAPHML + "'")) : " xmlns:g='" + GRAPHML + "'";
        boolean isDefault = random.nextBoolean();
        List<String> keys = new ArrayList<>(List.of(
                key(
                        "i",
                        one(odd ? List.of("node", "edge", "nodes") : List.of("node", "all")),
                        "inject",
                        end,
                        isDefault),
                key("e", "node", "eject", end, random.nextBoolean()),
                key("c", one(List.of("edge", "all")), "class", of, rarely()),
                key("m", "node", "mark", "string", false),
                key("w", "edge", "weight", "double", random.nextBoolean())));
        int nodes = 2 + random.nextInt(4);
        StringBuilder graph = new StringBuilder("<graph"
                + (rarely() ? "" : " edgedefault='" + one(rarely() ? List.of("undirected") : List.of("directed")) + "'")
                + ">");
        IntStream.range(0, nodes).forEach(n -> graph.append(node(n, end)));
        int edges = random.nextInt(3) > 0 ? nodes - 1 : nodes; // a line or a ring
        IntStream.range(0, edges).forEach(n -> graph.append(edge(n, (n + 1) % nodes, of)));
        IntStream.range(0, random.nextInt(3)).forEach(i -> {
            int from = random.nextInt(nodes - 1);
            graph.append(edge(from, from + 1 + random.nextInt(nodes - from - 1), of));
        });
        graph.append(rarely() ? "<hyperedge/>" : "")
                .append("</graph>")
                .append(rarely() ? "<graph edgedefault='directed'/>" : "");
        List<String> parts = new ArrayList<>(keys);
        parts.add(rarely() ? 0 : parts.size(), graph.toString());
        String text = (rarely() ? "<!DOCTYPE graphml [<!ATTLIST graph edgedefault CDATA 'undirected'>]>" : "")
                + "<graphml" + space + " xmlns:y='urn:y'>" + String.join("\n", parts) + "</graphml>";
        return prefix.isEmpty() ? text : text.replaceAll("<(/?)(?=[a-xz]+[ />])", "<$1g:");
    }

    private String key(String id, String of, String name, String type, boolean isDefault) {
        String value = name.equals("class") ? "a" : name.equals("weight") ? "1.5" : literal(type);
        return "<key id='" + id + "' for='" + of + "' attr.name='" + name + "'"
                + (type.equals("string") && random.nextBoolean() ? "" : " attr.type='" + type + "'") + ">"
                + (isDefault ? "<default>" + value + "</default>" : "") + "</key>";
    }

    private String literal(String type) {
        return one(
                rarely()
                        ? List.of("TRUE", "yes", "", "truth", "<y:b>true</y:b>")
                        : type.equals("boolean")
                                ? List.of(
                                        "true",
                                        "1",
                                        "True",
                                        " true ",
                                        "<![CDATA[true]]>",
                                        "t<!-- -->rue",
                                        "&#49;",
                                        one(List.of("0", "false")))
                                : List.of("true", "a", "a b", "&#97;", "false", "True"));
    }

    private String node(int n, String end) {
        String foreign = one(List.of("", "", "", " y:id='c0'", " y:source='x'"));
        return "<node id='c" + n + "'" + foreign + ">"
                + (random.nextInt(3) > 0 ? "<data key='i'>" + literal(end) + "</data>" : "")
                + "<data key='e'>" + (odd ? literal(end) : one(List.of("1", "true", "True"))) + "</data>"
                + (random.nextInt(8) == 0 ? "<data key='m'>escape</data>" : "")
                + (rarely() ? "<data key='u'>1</data>" : "") + (rarely() ? "<port name='p'/>" : "") + "</node>";
    }

    private String edge(int from, int to, String type) {
        String name = type.equals("string")
                ? one(List.of("a", "a", "a b", " a ", "&#x61;", ""))
                : one(odd ? List.of("1", "01", "true", "1.0") : List.of("1", "01", "+1", "2"));
        String directed = one(List.of("", "", "", " directed='true'", " directed='1'", " y:target='c0'"));
        return "<edge source='c" + from + "' target='c" + to + "'" + (rarely() ? " directed='false'" : directed) + ">"
                + (random.nextInt(3) > 0 ? "<data key='c'>" + name + "</data>" : "")
                + (random.nextInt(4) == 0 ? "<data key='w'>2</data>" : "") + "</edge>";
    }

    /** Reads by the specification and writes plain CSV; null for what is no directed graph or has no such value. */
    private static String csv(String text) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setCoalescing(true);
        Element root = factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader(text)))
                .getDocumentElement();
        Map<String, Element> keys = new HashMap<>();
        children(root, "key").forEach(key -> keys.put(key.getAttribute("id"), key));
        List<Element> graphs = children(root, "graph");
        if (graphs.size() != 1 || !graphs.get(0).getAttribute("edgedefault").equals("directed")) {
            return null;
        }
        StringBuilder csv = new StringBuilder(HEAD);
        for (Element node : children(graphs.get(0), "node")) {
            String id = node.getAttribute("id");
            csv.append("channel,")
                    .append(id)
                    .append(",,,")
                    .append(value(node, "mark", keys))
                    .append(",\n");
            for (String kind : List.of("inject", "eject")) {
                for (String one : classes(value(node, kind, keys))) {
                    csv.append(kind)
                            .append(',')
                            .append(id)
                            .append(",,")
                            .append(one)
                            .append(",,\n");
                }
            }
        }
        for (Element edge : children(graphs.get(0), "edge")) {
            String directed = edge.getAttribute("directed").strip();
            if (!List.of("", "true", "1").contains(directed)) {
                return null;
            }
            for (String one : value(edge, "class", keys).split("\\s+")) {
                csv.append("follow,").append(edge.getAttribute("source")).append(',');
                csv.append(edge.getAttribute("target")).append(',').append(one).append(",,\n");
            }
        }
        return csv.toString();
    }

    private static List<String> classes(String value) {
        return switch (value) {
            case "", "false", "False" -> List.of();
            case "true", "True" -> List.of("");
            default -> List.of(value.split("\\s+"));
        };
    }

    private static List<Element> children(Element of, String name) {
        List<Element> found = new ArrayList<>();
        NodeList all = of.getChildNodes();
        for (int i = 0; i < all.getLength(); i++) {
            Node one = all.item(i);
            boolean isOf = one instanceof Element && name.equals(one.getLocalName());
            if (isOf && String.valueOf(of.getNamespaceURI()).equals(String.valueOf(one.getNamespaceURI()))) {
                found.add((Element) one);
            }
        }
        return found;
    }

    /** The value of an attribute in the form of its type: data, or else the default of its key. */
    private static String value(Element of, String name, Map<String, Element> keys) {
        for (Element data : children(of, "data")) {
            Element key = keys.get(data.getAttribute("key"));
            if (key != null && isKey(key, of, name)) {
                return typed(key, data.getTextContent().strip());
            }
        }
        for (Element key : keys.values()) {
            List<Element> standard = children(key, "default");
            if (isKey(key, of, name) && !standard.isEmpty()) {
                return typed(key, standard.get(0).getTextContent().strip());
            }
        }
        return "";
    }

    private static boolean isKey(Element key, Element of, String name) {
        return key.getAttribute("attr.name").equals(name)
                && List.of("all", of.getLocalName()).contains(key.getAttribute("for"));
    }

    private static String typed(Element key, String text) {
        return switch (key.getAttribute("attr.type")) {
            case "boolean" -> List.of("true", "1", "True").contains(text)
                    ? "true"
                    : List.of("false", "0", "False").contains(text) ? "false" : "no boolean";
            case "int", "long" -> text.matches("[-+]?[0-9]+") ? new BigInteger(text).toString() : "no integer";
            default -> text;
        };
    }

    // ---- CSV

    private String relation() {
        StringBuilder csv = new StringBuilder(HEAD);
        int nodes = 2 + random.nextInt(4);
        for (int n = 0; n < nodes; n++) {
            csv.append("channel,c").append(n).append(random.nextInt(8) == 0 ? ",,,escape,\n" : ",,,,packet\n");
            csv.append(random.nextInt(3) > 0 ? "inject,c" + n + ",," + one(List.of("a", "a", "b c", "")) + ",,\n" : "");
            csv.append("eject,c" + n + ",,,,\n");
            csv.append("follow,c" + n + ",c" + random.nextInt(nodes) + "," + one(List.of("a", "", "b c")) + ",,\n");
        }
        return csv.toString();
    }

    /** The same cells with quotes, blanks around them, other ends of lines, comments and columns in another order. */
    private String dressed(String plain) {
        boolean turned = random.nextBoolean();
        String end = one(List.of("\n", "\r\n"));
        StringBuilder text = new StringBuilder();
        for (String line : plain.split("\n")) {
            List<String> cells = new ArrayList<>(List.of(line.split(",", -1)));
            if (turned) {
                cells.add(cells.remove(0));
            }
            cells.replaceAll(cell ->
                    random.nextInt(4) == 0 ? "\"" + cell + "\"" : random.nextInt(4) == 0 ? " " + cell + " " : cell);
            text.append(rarely() ? "# follow,c0,c0,a,," + end : "").append(rarely() ? end : "");
            text.append(String.join(",", cells)).append(end);
        }
        return text.toString();
    }
}
