// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.evaluate.Campaign;
import fairlead.machine.MachineStructure;
import fairlead.rtl.StructureBuild;
import fairlead.run.ScratchFolder;
import fairlead.run.ToolException;
import fairlead.run.WholeFile;
import fairlead.search.BufferUnit.At;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * A cost model in gate equivalents of the RTL. Each unit that holds buffers is elaborated at the requested depth and
 * mapped onto a cell library; no value is interpolated. One gate equivalent is the area of the library's smallest NAND
 * gate with two inputs. Wires, the clock tree and logic that does not depend on a depth are not included.
 */
public final class CellArea implements Area {
    /** A unit of a structure. */
    private record Unit(MachineStructure structure, At at) {}

    private final Elaborator elaborator;
    private final Mapper mapper;
    final CellTools tools;
    private final int jobs;
    private final Consumer<String> progress;
    private final Map<Unit, Double> known = new ConcurrentHashMap<>(); // gate equivalents of one instance

    private CellArea(Path root, CellTools tools, MemoryMacros macros, int jobs, Consumer<String> progress)
            throws IOException {
        Path cache = root.resolve("target/area");
        elaborator = new Elaborator(root.resolve("hw/target"), cache);
        mapper = new Mapper(tools, macros, cache);
        this.tools = tools;
        this.jobs = jobs;
        this.progress = progress;
    }

    /**
     * Returns a model in gate equivalents if yosys, a cell library and the elaborator are available, else a model in
     * bits with the reason.
     *
     * @param root the root folder of the project; the cache is its subfolder target/area
     * @param searchPath the folders to search for yosys, in the format of PATH
     * @param library the cell library, in the liberty format
     * @param macros what memories are mapped to that are not flip-flops
     * @param jobs the number of units that are mapped at a time
     */
    public static Area open(
            Path root, String searchPath, Path library, MemoryMacros macros, int jobs, Consumer<String> progress) {
        Path yosys = CellTools.yosys(searchPath);
        Path classPath = Elaborator.classPath(root.resolve("hw/target"));
        if (yosys == null) {
            return new Area.Bits("yosys is not installed (scripts/setup --provers)");
        }
        if (!Files.exists(library)) {
            return new Area.Bits("the cell library " + library + " is not installed (scripts/setup --provers)");
        }
        if (!Files.exists(classPath)) {
            return new Area.Bits(classPath + " is missing, which a build writes that elaborates");
        }
        try {
            return new CellArea(root, CellTools.of(yosys, library), macros, jobs, progress);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the model with yosys from PATH.
     *
     * @param liberty the cell library, or null for the standard one
     * @param macros the table of memory macros, or null
     */
    public static Area standard(Path liberty, Path macros, int jobs, Consumer<String> progress) {
        Path library = CellTools.library(liberty);
        MemoryMacros table = MemoryMacros.read(macros);
        Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".")).toAbsolutePath();
        if (CellTools.yosys(CellTools.searchPath()) != null
                && !Files.exists(Elaborator.classPath(root.resolve("hw/target")))) {
            StructureBuild.make("elaborator"); // a build that has found its Verilog in the cache has none
        }
        return open(root, CellTools.searchPath(), library, table, jobs, progress);
    }

    @Override
    public String unit() {
        return "gate equivalents/node";
    }

    @Override
    public String source() {
        return String.format(
                Locale.ROOT,
                "Area is gate equivalents of one node's buffer units, mapped by %s onto %s; one is %s, the library's smallest NAND of two inputs.",
                mapper.version(),
                tools.cells().name(),
                tools.cells().gate());
    }

    /** Returns the number of units that were mapped because the cache did not hold them. */
    long mapped() {
        return mapper.mapped();
    }

    /** Returns the memories without a macro in all units that were asked for, which are flip-flops. */
    public Set<String> flipFlops() {
        return mapper.flipFlops;
    }

    /** Returns the gate equivalents of one instance in the structure of this process. */
    public double of(At at) {
        return of(new Unit(MachineStructure.loaded(), at));
    }

    private double of(Unit unit) {
        if (!known.containsKey(unit)) {
            find(Set.of(unit));
        }
        return known.get(unit);
    }

    /** Returns the gate equivalents of all usable buffers of one node, rounded to a whole number. */
    @Override
    public double of(PointFacts point) {
        double sum = 0;
        for (Map.Entry<At, Double> unit : point.units().entrySet()) {
            sum += unit.getValue() * of(new Unit(point.structure(), unit.getKey()));
        }
        return Math.rint(sum);
    }

    @Override
    public void prepare(Collection<PointFacts> points) {
        Set<Unit> wanted = new LinkedHashSet<>();
        for (PointFacts point : points) {
            point.units().keySet().forEach(at -> wanted.add(new Unit(point.structure(), at)));
        }
        wanted.removeAll(known.keySet());
        if (!wanted.isEmpty()) {
            find(wanted);
        }
    }

    /** Returns the Verilog of the units of a point. */
    Map<At, String> verilog(PointFacts point) throws IOException {
        elaborator.prepare(point.structure(), point.units().keySet());
        Map<At, String> texts = new LinkedHashMap<>();
        for (At at : point.units().keySet()) {
            texts.put(at, elaborator.verilog(point.structure(), at));
        }
        return texts;
    }

    private void find(Set<Unit> wanted) {
        try {
            Map<MachineStructure, List<At>> byStructure = wanted.stream()
                    .collect(Collectors.groupingBy(Unit::structure, Collectors.mapping(Unit::at, Collectors.toList())));
            for (Map.Entry<MachineStructure, List<At>> units : byStructure.entrySet()) {
                elaborator.prepare(units.getKey(), units.getValue());
            }
            // two depths may give the same Verilog; each distinct text is mapped once
            Map<String, List<Unit>> byText = new LinkedHashMap<>();
            for (Unit unit : wanted) {
                byText.computeIfAbsent(elaborator.verilog(unit.structure, unit.at), text -> new ArrayList<>())
                        .add(unit);
            }
            Campaign.run(
                    List.copyOf(byText.entrySet()),
                    jobs,
                    text -> {
                        if (!mapper.has(text.getKey())) {
                            progress.accept("area: yosys maps "
                                    + text.getValue().stream().map(Unit::at).toList());
                        }
                        return mapper.area(text.getKey()) / tools.cells().gate();
                    },
                    (text, gates) -> text.getValue().forEach(unit -> known.put(unit, gates)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The mapping of Verilog to cell area: yosys flattens the unit, turns its memories into flip-flops and maps
     * everything onto the cell library. Results are cached by the hash of the Verilog, the library and the tool.
     */
    static final class Mapper {
        private static final Pattern AREA = Pattern.compile("Chip area for (?:top )?module '[^']*': ([0-9.]+)");
        private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)?");
        private static final Pattern MODULE = Pattern.compile("^module (\\w+)\\(", Pattern.MULTILINE);
        private static final String SCRIPT =
                "read_verilog -sv @VERILOG@; synth -flatten -auto-top; dfflibmap -liberty @LIB@;"
                        + " abc -liberty @LIB@; opt_clean; stat -liberty @LIB@";

        private final CellTools tools;
        private final Path cache;
        private final String version;
        private final byte[] library;
        private final MemoryMacros macros;
        private final AtomicLong mapped = new AtomicLong();
        private final Set<String> flipFlops = new ConcurrentSkipListSet<>(); // memories

        Mapper(CellTools tools, MemoryMacros macros, Path cache) throws IOException {
            this.tools = tools;
            this.macros = macros;
            this.cache = Files.createDirectories(cache);
            version = CellTools.run(cache, List.of(tools.yosys().toString(), "-V"))
                    .strip();
            library = Files.readAllBytes(tools.library());
        }

        /** Returns the name and version of the tool, as in "Yosys 0.23". */
        String version() {
            String[] words = version.split(" ");
            return words[0] + (words.length > 1 ? " " + words[1] : "");
        }

        /** Returns the number of units that this object mapped because the cache did not hold them. */
        long mapped() {
            return mapped.get();
        }

        /** Tells whether the cache holds the area of this Verilog. */
        boolean has(String verilog) {
            return Files.exists(cache.resolve(key(verilog)));
        }

        /** Returns the cell area of this Verilog, in the area unit of the library. */
        double area(String verilog) throws IOException {
            Path kept = cache.resolve(key(verilog));
            String text = Files.exists(kept)
                    ? Files.readString(kept, StandardCharsets.ISO_8859_1).trim()
                    : "";
            if (NUMBER.matcher(text).matches()) {
                return Double.parseDouble(text);
            }
            String area = map(verilog); // the cache file is missing or damaged
            WholeFile.write(kept, area + "\n");
            mapped.incrementAndGet();
            return Double.parseDouble(area);
        }

        /** Returns the memories in this Verilog that have a macro, and notes the others. */
        private List<RtlModules.Memory> macros(String verilog) {
            Map<Boolean, List<RtlModules.Memory>> all = MODULE.matcher(verilog)
                    .results()
                    .map(module -> module.group(1))
                    .filter(RtlModules::isMemory)
                    .map(name -> RtlModules.memory(name, verilog))
                    .collect(Collectors.partitioningBy(memory -> macros.of(memory) != null));
            all.get(false).forEach(memory -> flipFlops.add(memory.name() + " (" + memory.size() + ")"));
            return all.get(true);
        }

        private String map(String verilog) throws IOException {
            try (ScratchFolder work = new ScratchFolder("map")) {
                Path source = Files.writeString(work.place().resolve("unit.sv"), verilog);
                String script = SCRIPT.replace("@VERILOG@", source.toString());
                List<RtlModules.Memory> boxes = macros(verilog);
                if (!boxes.isEmpty()) {
                    Files.writeString(work.place().resolve("macros.lib"), macros.liberty(boxes));
                    String names = boxes.stream().map(RtlModules.Memory::name).collect(Collectors.joining(" "));
                    script = script.replace("; synth", "; delete " + names + "; read_liberty -lib macros.lib; synth")
                            + " -liberty macros.lib";
                }
                Matcher m = AREA.matcher(tools.yosys(work.place(), script));
                if (!m.find()) {
                    throw new ToolException("yosys printed no chip area");
                }
                return m.group(1);
            }
        }

        private String key(String verilog) {
            MessageDigest digest = DigestUtils.getSha256Digest();
            digest.update((verilog + "\0" + version + "\0" + SCRIPT + "\0").getBytes(StandardCharsets.UTF_8));
            List<RtlModules.Memory> boxes = macros(verilog);
            digest.update((boxes.isEmpty() ? "" : macros.liberty(boxes)).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(library));
        }
    }

    /**
     * The elaboration of single units from Chisel to Verilog at a given depth. The elaboration runs in a process of its
     * own, because the elaborator needs another class path than the command line. The cache is keyed by the hash of the
     * hw sources.
     */
    static final class Elaborator {
        private static final int STAMP = 16;
        private static final Pattern HEAD = Pattern.compile("module InputUnit\\((.*?)\\);", Pattern.DOTALL);

        private final String classPath;
        private final String stamp;
        private final Path cache;

        /**
         * @param hw the folder hw/target of a build
         * @param cache the folder of the cached Verilog
         */
        Elaborator(Path hw, Path cache) throws IOException {
            classPath = Files.readString(classPath(hw)).trim();
            stamp = Files.readString(hw.resolve("rtl/product.stamp")).trim();
            this.cache = cache.resolve("verilog");
        }

        /** Returns the file with the elaborator's class path, which the build writes. */
        static Path classPath(Path hw) {
            return hw.resolve("elaborator.classpath");
        }

        private Path folder(MachineStructure structure) {
            return cache.resolve(stamp.substring(0, Math.min(STAMP, stamp.length()))
                    + (structure.equals(MachineStructure.STANDARD) ? "" : "-" + structure.id()));
        }

        private static String file(At at) {
            return at.unit().word() + "-" + at.depth() + ".sv";
        }

        void prepare(MachineStructure structure, Collection<At> units) throws IOException {
            Path folder = folder(structure);
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xss8m",
                    "-XX:+UseSerialGC", // a short process: what its second compiler costs does not come back
                    "-XX:TieredStopAtLevel=1"));
            command.addAll(List.of("-cp", classPath, "fairlead.emit.AreaUnits"));
            if (!structure.equals(MachineStructure.STANDARD)) {
                Path text = StructureBuild.manifest(structure).resolve("structure.txt");
                command.addAll(List.of("--structure", text.toString()));
            }
            command.add(folder.toString());
            int before = command.size();
            units.stream()
                    .filter(at -> !Files.exists(folder.resolve(file(at))))
                    .map(at -> at.unit().word() + "=" + at.depth())
                    .distinct()
                    .forEach(command::add);
            if (command.size() > before) {
                Files.createDirectories(folder);
                CellTools.run(folder, command);
            }
        }

        /**
         * Returns the Verilog of a prepared unit. Around a link's input with dead VCs there is a module that holds the
         * bits of the VC number that never change, on the pins of arrival and of choice. Logic synthesis then removes
         * the memory rows that are never written, and what selects them.
         */
        String verilog(MachineStructure structure, At at) throws IOException {
            String verilog = Files.readString(folder(structure).resolve(file(at)));
            if (!at.hasDeadVcs()) {
                return verilog;
            }
            Matcher head = HEAD.matcher(verilog);
            if (!head.find()) {
                throw new ToolException("the elaborated " + at.unit().word() + " has no module InputUnit");
            }
            return verilog + "\nmodule InputUnitOfVcs(" + head.group(1) + ");\n  InputUnit unit (.io_in_vc("
                    + number("io_in_vc", at) + "), .io_pick(" + number("io_pick", at) + "), .*);\nendmodule\n";
        }

        /** Returns the VC number class, v on this pin; each bit of v that is equal in all live VCs is a constant. */
        private static String number(String pin, At at) {
            int bits = Integer.numberOfTrailingZeros(at.ofVcs());
            StringBuilder text = new StringBuilder("{" + pin + "[" + bits + "]");
            for (int bit = bits - 1; bit >= 0; bit--) {
                int ones = 0;
                for (int v = 0; v < at.ofVcs(); v++) {
                    ones |= (at.vcs() >> v & 1) == 0 ? 0 : 1 << (v >> bit & 1);
                }
                text.append(", ").append(ones == 1 ? "1'b0" : ones == 2 ? "1'b1" : pin + "[" + bit + "]");
            }
            return text.append('}').toString();
        }
    }
}
