// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import fairlead.rtl.NativeLibraries.LibraryException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The ports of a module, as Verilator reads them.
 *
 * @param ports by name, in the order of the module
 * @param warnings what Verilator's lint says, with file and line
 * @param errors why the files are not such a module; then there are no ports
 */
public record VerilogPorts(Map<String, Port> ports, List<String> warnings, List<String> errors) {
    private static final String RULE = "^%Warning-(\\w+):.*";
    /**
     * Warnings that no flip-flop design has: a latch, a combinational loop, two drivers, none, a module twice, a loop
     * without an end, functions of C.
     */
    private static final Set<String> FAULTS =
            Set.of("LATCH", "UNOPTFLAT", "MULTIDRIVEN", "UNDRIVEN", "MODDUP", "INFINITELOOP", "DPI");

    private static final Pattern COMMENT_OR_DPI =
            Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*|\\b(?:import|export)\\s+\"DPI(?:-C)?\"");

    private static final String LOOP = "-UNOPTFLAT:";
    private static final String UNNAMED =
            "%Warning-UNDRIVEN:.*'_\\d+_'.*"; // a net to which yosys gave its name: don't care

    private static final Set<String> VECTORS = Set.of("logic", "bit");

    /** A port of some bits; a width of 0 is that of a type which is no vector. */
    public record Port(String direction, int width) {
        /** Returns the declaration that the port needs. */
        public String declaration(String name) {
            return direction + " logic " + (width == 1 ? "" : "[" + (width - 1) + ":0] ") + name;
        }
    }

    /** Returns the names of the modules of a folder, one a file. */
    public static SortedSet<String> modules(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".sv"))
                    .map(name -> name.substring(0, name.length() - ".sv".length()))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads the module from files.
     *
     * @param library folder with modules that it may use
     */
    static VerilogPorts of(Path library, String module, List<String> files) {
        try {
            List<String> said = verilator(library, module, files, "--lint-only");
            List<String> errors =
                    said.stream().filter(line -> line.startsWith("%Error")).toList();
            if (!errors.isEmpty()) {
                return new VerilogPorts(Map.of(), said, errors);
            }
            Path xml = Files.createTempFile("fairlead-ports", ".xml");
            try {
                verilator(library, module, files, "-O0", "--xml-only", "--xml-output", xml.toString());
                said = new ArrayList<>(said);
                said.addAll(ConstantDrivers.of(xml));
                for (String file : UnitSource.of(files).files()) {
                    said.addAll(foreign(file));
                }
                return new VerilogPorts(parse(xml, module), said, errors);
            } finally {
                Files.delete(xml);
            }
        } catch (XMLStreamException e) {
            throw new LibraryException("verilator wrote no XML for " + module + ": " + e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a warning for each declaration of functions of C, which only the linker would miss. */
    private static List<String> foreign(String file) throws IOException {
        String text = Files.readString(Path.of(file));
        return COMMENT_OR_DPI
                .matcher(text)
                .results()
                .filter(found -> !found.group().startsWith("/"))
                .map(found -> "%Warning-DPI: " + file + ":"
                        + (1
                                + text.substring(0, found.start())
                                        .chars()
                                        .filter(c -> c == '\n')
                                        .count())
                        + ": a unit has no functions of C")
                .toList();
    }

    private static List<String> verilator(Path library, String module, List<String> files, String... options)
            throws IOException {
        List<String> command = new ArrayList<>(
                List.of("verilator", "-Wall", "-Wno-fatal", "-Wno-DECLFILENAME", "--relative-includes"));
        command.addAll(List.of(options));
        command.addAll(List.of("--top-module", module, "-y", library.toString()));
        command.addAll(files);
        Path place = Files.createTempDirectory("fairlead-lint"); // where it writes nothing
        command.addAll(List.of("--Mdir", place.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            boolean good = process.waitFor() == 0;
            List<String> lines = said.lines()
                    .filter(line -> line.startsWith("%") && !line.contains("%Error: Exiting due to"))
                    .toList();
            if (!good && lines.stream().noneMatch(line -> line.startsWith("%Error"))) {
                throw new LibraryException("verilator cannot read " + files + ": " + said.strip());
            }
            return lines;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LibraryException("interrupted while verilator read " + files);
        } finally {
            Files.delete(place);
        }
    }

    private static Map<String, Port> parse(Path file, String module) throws IOException, XMLStreamException {
        Map<String, String[]> vars = new LinkedHashMap<>(); // direction and type, by name
        Map<String, Integer> widths = new HashMap<>(); // by type
        try (InputStream in = Files.newInputStream(file)) {
            XMLStreamReader xml = XMLInputFactory.newFactory().createXMLStreamReader(in);
            boolean inside = false;
            while (xml.hasNext()) {
                if (xml.next() != XMLStreamReader.START_ELEMENT) {
                    continue;
                }
                String name = xml.getAttributeValue(null, "name");
                switch (xml.getLocalName()) {
                    case "module" -> inside = module.equals(name);
                    case "var" -> {
                        String direction = xml.getAttributeValue(null, "dir");
                        if (inside && direction != null && xml.getAttributeValue(null, "pinIndex") != null) {
                            vars.put(name, new String[] {direction, xml.getAttributeValue(null, "dtype_id")});
                        }
                    }
                    case "basicdtype" -> {
                        String left = xml.getAttributeValue(null, "left");
                        String right = xml.getAttributeValue(null, "right");
                        int width = left == null ? 1 : Math.abs(Integer.parseInt(left) - Integer.parseInt(right)) + 1;
                        widths.put(xml.getAttributeValue(null, "id"), VECTORS.contains(name) ? width : 0);
                    }
                    default -> {}
                }
            }
        }
        Map<String, Port> ports = new LinkedHashMap<>();
        vars.forEach((name, var) -> ports.put(name, new Port(var[0], widths.getOrDefault(var[1], 0))));
        return ports;
    }

    /** Returns what makes the module no design of flip-flops and gates, with file and line where that is known. */
    List<String> faults(Path library, String module, List<String> files) {
        List<String> faults = warnings.stream()
                .filter(line -> FAULTS.contains(rule(line)) && !line.matches(UNNAMED))
                .map(line -> line.replaceFirst("^%Warning", "%Error"))
                .toList();
        boolean looks = faults.stream().anyMatch(line -> line.contains(LOOP));
        GateCheck gates = GateCheck.of(library, module, files, looks);
        boolean loops = !gates.isRead() || gates.faults().stream().anyMatch(line -> line.contains("loop"));
        List<String> lines = faults.stream()
                .filter(line -> loops || !line.contains(LOOP))
                .collect(Collectors.toCollection(ArrayList::new));
        if (lines.isEmpty()) {
            lines.addAll(gates.faults());
        }
        return lines;
    }

    private static String rule(String warning) {
        return warning.replaceFirst(RULE, "$1");
    }

    /** Returns a module with these ports that drives 0 on all of its outputs. */
    public String silent(String module) {
        String all = ports.entrySet().stream()
                .map(port -> "  " + port.getValue().declaration(port.getKey()))
                .collect(Collectors.joining(",\n"));
        String outputs = ports.entrySet().stream()
                .filter(port -> port.getValue().direction().equals("output"))
                .map(port -> "  assign " + port.getKey() + " = '0;\n")
                .collect(Collectors.joining());
        return "module " + module + " (\n" + all + "\n);\n" + outputs + "endmodule\n";
    }

    /** Returns a line for each port of the other module that is missing, not known, or declared differently. */
    List<String> differences(VerilogPorts other) {
        List<String> lines = new ArrayList<>();
        ports.forEach((name, port) -> {
            Port its = other.ports.get(name);
            if (its == null) {
                lines.add("port " + name + " is missing: " + port.declaration(name));
            } else if (its.width == 0) {
                lines.add("port " + name + " must be a vector: " + port.declaration(name));
            } else if (!its.equals(port)) {
                lines.add("port " + name + " is `" + its.declaration(name) + "`, and must be `" + port.declaration(name)
                        + "`");
            }
        });
        other.ports.keySet().stream()
                .filter(name -> !ports.containsKey(name))
                .forEach(name -> lines.add("port " + name + ": the unit has no such port"));
        return lines;
    }
}
