// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import fairlead.evaluate.Campaign;
import fairlead.machine.MachineStructure;
import fairlead.rtl.StructureBuild;
import fairlead.search.study.BufferUnit.At;
import fairlead.search.study.PointFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

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
    private final CellTools tools;
    private final int jobs;
    private final Consumer<String> progress;
    private final Map<Unit, Double> known = new ConcurrentHashMap<>(); // gate equivalents of one instance

    private CellArea(Path root, CellTools tools, int jobs, Consumer<String> progress) throws IOException {
        Path cache = root.resolve("target/area");
        elaborator = new Elaborator(root.resolve("hw/target"), cache);
        mapper = new Mapper(tools, cache);
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
     * @param jobs the number of units that are mapped at a time
     * @param progress a listener that gets a line for each step that takes long
     */
    public static Area open(Path root, String searchPath, Path library, int jobs, Consumer<String> progress) {
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
            return new CellArea(root, CellTools.of(yosys, library), jobs, progress);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the model with yosys from PATH and the cell library that FAIRLEAD_LIBERTY names, by default osu018. */
    public static Area standard(int jobs, Consumer<String> progress) {
        Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".")).toAbsolutePath();
        if (CellTools.yosys(CellTools.searchPath()) != null
                && !Files.exists(Elaborator.classPath(root.resolve("hw/target")))) {
            StructureBuild.make("elaborator"); // a build that has found its Verilog in the cache has none
        }
        return open(root, CellTools.searchPath(), CellTools.standardLibrary(), jobs, progress);
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
                tools.name(),
                tools.gate());
    }

    /** Returns the number of units that were mapped because the cache did not hold them. */
    long mapped() {
        return mapper.mapped();
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
        MachineStructure structure = new MachineStructure(point.structure());
        double sum = 0;
        for (Map.Entry<At, Double> unit : point.units().entrySet()) {
            sum += unit.getValue() * of(new Unit(structure, unit.getKey()));
        }
        return Math.rint(sum);
    }

    @Override
    public void prepare(Collection<PointFacts> points) {
        Set<Unit> wanted = new LinkedHashSet<>();
        for (PointFacts point : points) {
            MachineStructure structure = new MachineStructure(point.structure());
            point.units().keySet().forEach(at -> wanted.add(new Unit(structure, at)));
        }
        wanted.removeAll(known.keySet());
        if (!wanted.isEmpty()) {
            find(wanted);
        }
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
                        return mapper.area(text.getKey()) / tools.gate();
                    },
                    (text, gates) -> text.getValue().forEach(unit -> known.put(unit, gates)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
