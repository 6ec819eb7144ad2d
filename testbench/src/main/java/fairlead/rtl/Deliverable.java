// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import fairlead.machine.LoadedStructure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The tile with one clock, or one of its units, as Verilog for other tools (docs/use/verilog.md): the modules, each
 * memory a module of its own, a list of files, the ports, constraints, and the tables of configuration registers,
 * commands and events. With the pins of a recorded run also a bench that plays them, which needs only a simulator.
 */
public final class Deliverable {
    /** The library whose Verilog this is. */
    public static final String VARIANT = "one_clock";

    private static final String SILENT = "one_clock_silent"; // the same without event pins

    private static final String TOP = "OneClockTile";
    private static final Pattern INSTANCE = Pattern.compile("^ {2}(\\w+) \\w+ \\($", Pattern.MULTILINE);
    private static final Pattern MEMORY =
            Pattern.compile("^ {2}reg +(?:\\[(\\d+):0\\] +)?Memory\\[0:(\\d+)\\];", Pattern.MULTILINE);
    private static final Pattern PORT = Pattern.compile("\\b([RW]+)(\\d+)_addr\\b");
    private static final List<String> TABLES =
            List.of("config", "commands", "events", "layout-coord", "layout-link-pace");
    private static final String PLACE = "deliverable/";
    private static final int MOST_DIFFERENCES = 20;

    private final Path verilog;
    private final String top;
    private final Map<String, String> modules = new LinkedHashMap<>(); // text by name, each after those that it uses

    /**
     * @param unit a module, or null for the tile
     * @param events whether completion is told on event pins
     */
    public Deliverable(String unit, boolean events) {
        verilog = verilog(events ? VARIANT : SILENT);
        top = unit == null ? TOP : unit;
        add(top);
    }

    /** Returns the names of the modules that can be delivered. */
    public static Set<String> units() {
        return VerilogPorts.modules(verilog(VARIANT));
    }

    /** Returns the folder with the Verilog, which is made when it is first asked for. */
    private static Path verilog(String variant) {
        Path folder = LoadedStructure.folderOrNull();
        if (folder != null) {
            return StructureBuild.verilog(folder, variant);
        }
        StructureBuild.make("verilog:" + variant);
        return StructureBuild.root().resolve("hw/target/rtl").resolve(variant);
    }

    static String resource(String name) {
        try (InputStream in = Deliverable.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(String module) {
        try {
            String text = Files.readString(verilog.resolve(module + ".sv"));
            for (MatchResult used : INSTANCE.matcher(text).results().toList()) {
                if (!modules.containsKey(used.group(1)) && Files.exists(verilog.resolve(used.group(1) + ".sv"))) {
                    add(used.group(1));
                }
            }
            modules.put(module, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes the files.
     *
     * @param pins what RtlOptions.Pins has written of a tile of this library, or null for no bench
     */
    public void write(Path folder, Path pins) throws IOException {
        Path rtl = Files.createDirectories(folder.resolve("rtl"));
        Path memories = Files.createDirectories(folder.resolve("memories"));
        List<String> files = new ArrayList<>();
        List<String> rows = new ArrayList<>(List.of("module,words,bits,reads,writes,read_latency"));
        for (Map.Entry<String, String> module : modules.entrySet()) {
            Matcher memory = MEMORY.matcher(module.getValue());
            boolean isMemory = memory.find();
            Path file = (isMemory ? memories : rtl).resolve(module.getKey() + ".sv");
            Files.writeString(file, module.getValue());
            files.add(folder.relativize(file).toString());
            if (isMemory) {
                rows.add(memory(module.getKey(), module.getValue(), memory));
            }
        }
        Files.write(folder.resolve("files.f"), files);
        Files.write(folder.resolve("memories.csv"), rows);
        VerilogPorts ports = VerilogPorts.of(
                verilog, top, List.of(verilog.resolve(top + ".sv").toString()));
        Files.write(
                folder.resolve("ports.csv"),
                ports.ports().entrySet().stream()
                        .map(port -> port.getKey() + "," + port.getValue().direction() + ","
                                + port.getValue().width())
                        .toList());
        Files.writeString(
                folder.resolve("README.md"), resource(PLACE + "README.md").replace("TOP", top));
        if (!ports.ports().containsKey("clock")) {
            return; // nothing to constrain
        }
        Files.writeString(folder.resolve("constraints.sdc"), resource(PLACE + "constraints.sdc"));
        if (top.equals(TOP)) {
            tables(Files.createDirectories(folder.resolve("tables")));
        }
        if (pins != null) {
            check(
                    Files.createDirectories(folder.resolve("check")),
                    pins,
                    ports.ports().keySet());
        }
    }

    /** One row of memories.csv; firtool names the ports R, W or RW with a number. */
    private static String memory(String name, String text, Matcher declared) {
        Map<String, Long> ports = PORT.matcher(text.substring(0, text.indexOf(");")))
                .results()
                .map(port -> port.group(1) + port.group(2))
                .distinct()
                .collect(Collectors.groupingBy(port -> port.replaceAll("\\d", ""), Collectors.counting()));
        long both = ports.getOrDefault("RW", 0L);
        return String.join(
                ",",
                name,
                String.valueOf(Integer.parseInt(declared.group(2)) + 1),
                String.valueOf(declared.group(1) == null ? 1 : Integer.parseInt(declared.group(1)) + 1),
                String.valueOf(ports.getOrDefault("R", 0L) + both),
                String.valueOf(ports.getOrDefault("W", 0L) + both),
                text.contains("_addr_d0") ? "1" : "0");
    }

    private void tables(Path folder) throws IOException {
        Path made = verilog.resolve("../../generated/docs");
        for (String table : TABLES) {
            String text = Files.readString(made.resolve(table + ".md"));
            Files.writeString(folder.resolve(table + ".md"), text.substring(text.indexOf('\n') + 1));
        }
    }

    private void check(Path folder, Path pins, Set<String> ports) throws IOException {
        PinBench.write(folder, top, pins, ports::contains, 1, MOST_DIFFERENCES);
        Path script = Files.writeString(folder.resolve("check"), resource(PLACE + "check"));
        if (!script.toFile().setExecutable(true)) {
            throw new IOException(script + " cannot be made executable");
        }
    }
}
