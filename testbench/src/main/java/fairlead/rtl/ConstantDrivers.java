// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Signals that a constant and something else drive. Verilator takes {@code assign x = 1'b0} for the initial value of x,
 * and yosys for another name of it, so neither tool reports the second driver.
 */
final class ConstantDrivers {
    private final Map<String, String> files = new HashMap<>(); // by number
    private final Map<String, String> constants = new TreeMap<>(); // by signal, where its initial value is
    private final Set<String> driven = new HashSet<>(); // by connections
    private final Set<String> processed = new HashSet<>(); // by processes
    private String module;

    private ConstantDrivers() {}

    /** An element, and the signal that its last child is, or null. */
    private static final class Element {
        private final String kind;
        private final String place;
        private String last;

        Element(XMLStreamReader xml) {
            boolean isInput = "in".equals(xml.getAttributeValue(null, "direction"));
            kind = isInput ? "input" : xml.getLocalName();
            place = xml.getAttributeValue(null, "loc");
        }
    }

    /**
     * Returns a warning as Verilator writes them for each such signal.
     *
     * @param tree what Verilator has read, without any optimisation
     */
    static List<String> of(Path tree) throws IOException, XMLStreamException {
        ConstantDrivers drivers = new ConstantDrivers();
        try (InputStream in = Files.newInputStream(tree)) {
            drivers.read(XMLInputFactory.newFactory().createXMLStreamReader(in));
        }
        List<String> warnings = new ArrayList<>();
        for (Map.Entry<String, String> constant : drivers.constants.entrySet()) {
            String[] place = constant.getValue().split(","); // file, line and column, of begin and end
            String file = drivers.files.get(place[0]);
            int column = Integer.parseInt(place[2]);
            String line = Files.readAllLines(Path.of(file)).get(Integer.parseInt(place[1]) - 1);
            boolean isAssign =
                    line.substring(0, Math.min(column, line.length())).matches(".*\\bassign\\b[^;]*");
            if (drivers.driven.contains(constant.getKey())
                    || isAssign && drivers.processed.contains(constant.getKey())) {
                warnings.add("%Warning-MULTIDRIVEN: " + file + ":" + place[1] + ":" + column + ": Signal '"
                        + constant.getKey().replaceFirst(".* ", "")
                        + "' is driven by a constant and by something else");
            }
        }
        return warnings;
    }

    private void read(XMLStreamReader xml) throws XMLStreamException {
        Deque<Element> open = new ArrayDeque<>();
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamReader.START_ELEMENT) {
                String name = xml.getAttributeValue(null, "name");
                Element element = new Element(xml);
                if (!open.isEmpty()) {
                    open.peek().last = element.kind.equals("varref") ? name : null;
                }
                if (element.kind.equals("module")) {
                    module = name;
                } else if (element.kind.equals("file")) {
                    files.put(xml.getAttributeValue(null, "id"), xml.getAttributeValue(null, "filename"));
                }
                open.push(element);
            } else if (event == XMLStreamReader.END_ELEMENT) {
                Element element = open.pop();
                if (element.last != null) {
                    drive(element, open.stream().anyMatch(outer -> outer.kind.equals("initial")));
                }
            }
        }
    }

    private void drive(Element element, boolean initially) {
        String signal = module + " " + element.last;
        switch (element.kind) {
            case "contassign", "port" -> driven.add(signal);
            case "assign" -> {
                if (initially) {
                    constants.put(signal, element.place);
                } else {
                    processed.add(signal);
                }
            }
            case "assigndly" -> processed.add(signal);
            default -> {}
        }
    }
}
