// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.lab.proofs.ProverTool;
import fairlead.rtl.LibraryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The word-level netlist of all units of the tile, as yosys reads the emitted Verilog. Memories are black boxes: their
 * pins are sites, their insides are not.
 */
final class TileNetlist {
    private static final int LIMIT = 300; // seconds of processor time of one call of yosys
    /** The attribute of nets that are registers which runs set. */
    static final String POKED = "fl_poked";

    private static final Pattern KEPT = Pattern.compile("-var \"([^\"]+)\"");
    private static final Pattern SET = Pattern.compile("-module \"([^\"]+)\" -var \"([^\"]+)\"");
    private static final String MEMORY = "Memory"; // the registers of a memory, whose inside is no part of the netlist
    private static final Pattern CLOCK = Pattern.compile("(?i).*(clock|reset)");
    private static final Pattern PATH = Pattern.compile("[^|/]*\\.sv:\\d+");

    private final ObjectNode root;
    private final String top;
    private final Map<String, List<MutationSite>> sites = new TreeMap<>();

    private FlatNetlist flat; // when a proof first asks for it

    private TileNetlist(final ObjectNode root, final String top) {
        this.root = root;
        this.top = top;
        root.get("modules").fields().forEachRemaining(m -> {
            final List<MutationSite> found = sitesOf(m.getKey(), m.getValue());
            if (!found.isEmpty()) {
                sites.put(m.getKey(), found);
            }
        });
    }

    /** Returns a netlist that is one unit alone, in the form of yosys's JSON. */
    static TileNetlist of(final String unit, final JsonNode module) {
        final ObjectNode root = new ObjectMapper().createObjectNode();
        root.putObject("modules").set(unit, module);
        return new TileNetlist(root, unit);
    }

    /**
     * Reads the netlist.
     *
     * @param rtl the folder of the product's Verilog
     * @param waivers Verilator's configuration, which names the registers that the inspection map reads
     * @param pokes further files like it, which name the registers that runs set
     * @param folder an empty folder for the files of yosys
     */
    static TileNetlist read(final Path rtl, final Path waivers, final List<Path> pokes, final Path folder)
            throws IOException {
        final List<String> boxes = new ArrayList<>();
        final List<String> units = new ArrayList<>();
        try (Stream<Path> files = Files.list(rtl)) {
            for (final Path file : files.sorted().toList()) {
                final String name = file.getFileName().toString();
                if (name.endsWith(".sv")) {
                    Files.copy(file, folder.resolve(name));
                    final boolean isBox = name.equals(AssertionCells.MODULE + ".sv")
                            || Files.readString(file).contains(" Memory[");
                    (isBox ? boxes : units).add(name);
                }
            }
        }
        final String top = Files.readString(rtl.resolve("top.txt")).strip();
        final TreeSet<String> kept = new TreeSet<>();
        final Matcher names = KEPT.matcher(Files.readString(waivers));
        while (names.find()) {
            kept.add("w:" + names.group(1));
        }
        final TreeSet<String> set = new TreeSet<>();
        for (final Path file : pokes) {
            final Matcher registers = SET.matcher(Files.readString(file));
            while (registers.find()) {
                if (!registers.group(2).equals(MEMORY)) {
                    set.add(registers.group(1) + "/w:" + registers.group(2));
                }
            }
        }
        yosys(
                folder,
                "read_verilog -sv -lib " + String.join(" ", boxes),
                "read_verilog -sv " + String.join(" ", units),
                "hierarchy -check -top " + top,
                "proc",
                "setattr -set keep 1 " + String.join(" ", kept),
                set.isEmpty() ? "" : "setattr -set keep 1 -set " + POKED + " 1 " + String.join(" ", set),
                "opt_clean",
                "write_json netlist.json");
        return new TileNetlist(
                (ObjectNode) new ObjectMapper()
                        .readTree(folder.resolve("netlist.json").toFile()),
                top);
    }

    /** Runs yosys in a folder, where its script is left as script.ys; throws a LibraryException if it fails. */
    static void yosys(final Path folder, final String... commands) throws IOException {
        Files.writeString(folder.resolve("script.ys"), String.join("\n", commands) + "\n");
        final ProverTool.Result result = ProverTool.run(folder, LIMIT, List.of("yosys", "-q", "-Q", "script.ys"));
        if (result.exit() != 0) {
            final List<String> lines = result.output().lines().toList();
            throw new LibraryException("yosys failed in " + folder + ": "
                    + (lines.isEmpty() ? "exit " + result.exit() : lines.get(lines.size() - 1)));
        }
    }

    /** Returns the names of the units that have sites. */
    List<String> units() {
        return List.copyOf(sites.keySet());
    }

    /** Returns the sites of a unit, in the order of the netlist. */
    List<MutationSite> sites(final String unit) {
        return sites.get(unit);
    }

    /** Returns a unit and all units in it. */
    Set<String> within(final String unit) {
        final Set<String> found = new TreeSet<>();
        found.add(unit);
        root.get("modules").get(unit).get("cells").forEach(cell -> {
            final String type = cell.get("type").asText();
            if (root.get("modules").has(type) && !found.contains(type)) {
                found.addAll(within(type));
            }
        });
        return found;
    }

    /** Returns a copy of a unit in the form of yosys's JSON, which the caller may change. */
    ObjectNode module(final String unit) {
        return root.get("modules").get(unit).deepCopy();
    }

    /** Returns the name of the unit that contains all others. */
    String top() {
        return top;
    }

    /** Returns the tile as one netlist. */
    synchronized FlatNetlist flat() {
        if (flat == null) {
            flat = new FlatNetlist(root.get("modules"), top);
        }
        return flat;
    }

    private static List<MutationSite> sitesOf(final String unit, final JsonNode module) {
        final TreeSet<Integer> left = new TreeSet<>(); // clocks and resets must remain pins
        module.get("ports").fields().forEachRemaining(port -> {
            if (CLOCK.matcher(port.getKey()).matches()) {
                port.getValue().get("bits").forEach(b -> left.add(b.asInt()));
            }
        });
        final List<MutationSite> found = new ArrayList<>();
        for (final Iterator<Map.Entry<String, JsonNode>> cells =
                        module.get("cells").fields();
                cells.hasNext(); ) {
            final Map.Entry<String, JsonNode> cell = cells.next();
            final JsonNode body = cell.getValue();
            final Matcher path =
                    PATH.matcher(body.path("attributes").path("src").asText());
            final String source = path.find() ? path.group() : unit + ".sv";
            body.get("connections").fields().forEachRemaining(pin -> {
                final JsonNode bits = pin.getValue();
                final boolean output = "output"
                        .equals(body.get("port_directions").get(pin.getKey()).asText());
                boolean usable = bits.size() > 0;
                for (final JsonNode bit : bits) {
                    usable &= bit.isInt() ? !left.contains(bit.asInt()) : !output && !"x".equals(bit.asText());
                }
                if (usable) {
                    found.add(new MutationSite(
                            unit, cell.getKey(), body.get("type").asText(), pin.getKey(), bits.size(), output, source));
                }
            });
        }
        return found;
    }
}
