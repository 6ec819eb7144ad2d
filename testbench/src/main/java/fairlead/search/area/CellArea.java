// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import fairlead.evaluate.Campaign;
import fairlead.evaluate.StructureCode;
import fairlead.hw.HwLayout;
import fairlead.rtl.StructureBuild;
import fairlead.run.ToolException;
import fairlead.scenario.OtherStructure;
import fairlead.scenario.ScenarioReader;
import fairlead.search.area.BufferUnit.At;
import fairlead.search.study.UsableBuffers;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cost model in gate equivalents of the RTL. Each unit that holds buffers is elaborated at the requested depth and
 * mapped onto a cell library; no value is interpolated. One gate equivalent is the area of the library's smallest NAND
 * gate with two inputs. Wires, the clock tree and logic that does not depend on a depth are not included.
 */
public final class CellArea implements Area {
    private final Elaborator elaborator;
    private final Mapper mapper;
    private final Liberty liberty;
    private final int jobs;
    private final Consumer<String> progress;
    private final Map<At, Double> known = new ConcurrentHashMap<>(); // gate equivalents of one instance

    private CellArea(
            final Elaborator elaborator,
            final Mapper mapper,
            final Liberty liberty,
            final int jobs,
            final Consumer<String> progress) {
        this.elaborator = elaborator;
        this.mapper = mapper;
        this.liberty = liberty;
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
    public static Area open(
            final Path root,
            final String searchPath,
            final Path library,
            final int jobs,
            final Consumer<String> progress) {
        final Path yosys = AreaTool.find("yosys", searchPath);
        final Path hw = root.resolve("hw/target");
        if (yosys == null) {
            return new Area.Bits("yosys is not installed (scripts/setup --provers)");
        }
        if (!Files.exists(library)) {
            return new Area.Bits("the cell library " + library + " is not installed (scripts/setup --provers)");
        }
        if (!Files.exists(Elaborator.classPath(hw))) {
            return new Area.Bits(Elaborator.classPath(hw) + " is missing, which a build writes that elaborates");
        }
        try {
            final Path cache = root.resolve("target/area");
            final Liberty liberty = Liberty.read(library);
            return new CellArea(new Elaborator(hw, cache), new Mapper(yosys, liberty, cache), liberty, jobs, progress);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the model with yosys from PATH and the cell library that FAIRLEAD_LIBERTY names, by default osu018. */
    public static Area standard(final int jobs, final Consumer<String> progress) {
        final Map<String, String> environment = System.getenv();
        final Path root =
                Path.of(environment.getOrDefault("FAIRLEAD_ROOT", ".")).toAbsolutePath();
        final String searchPath = environment.getOrDefault("PATH", "");
        if (AreaTool.find("yosys", searchPath) != null
                && !Files.exists(Elaborator.classPath(root.resolve("hw/target")))) {
            StructureBuild.make("elaborator"); // a build that has found its Verilog in the cache has none
        }
        return open(
                root,
                searchPath,
                Path.of(environment.getOrDefault("FAIRLEAD_LIBERTY", Liberty.STANDARD.toString())),
                jobs,
                progress);
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
                liberty.name(),
                liberty.gate());
    }

    /** Returns the number of units that were mapped because the cache did not hold them. */
    long mapped() {
        return mapper.mapped();
    }

    /** Returns the gate equivalents of one instance of the unit at this depth, with all its VCs. */
    public double of(final BufferUnit unit, final int depth) {
        return of(unit.at(depth));
    }

    /** Returns the gate equivalents of one instance. */
    public double of(final At at) {
        if (!known.containsKey(at)) {
            find(Set.of(at));
        }
        return known.get(at);
    }

    /** Returns the gate equivalents of all usable buffers of one node, rounded to a whole number. */
    @Override
    public double of(final UsableBuffers buffers) {
        double sum = 0;
        for (final Map.Entry<At, Double> unit : BufferUnit.of(buffers).entrySet()) {
            sum += unit.getValue() * of(unit.getKey());
        }
        return Math.rint(sum);
    }

    @Override
    public double ofOther(final Path scenario, final List<String> overrides) {
        try {
            return of(UsableBuffers.of(ScenarioReader.read(scenario, overrides)));
        } catch (final OtherStructure e) {
            final Object[] answer =
                    (Object[]) StructureCode.call(e, CellArea.class, "gates", scenario.toString(), overrides, jobs);
            for (int i = 1; i < answer.length; i++) {
                progress.accept((String) answer[i]);
            }
            return (Double) answer[0];
        }
    }

    /** Returns the gate equivalents of a point of the structure of this process, and the lines of progress. */
    public static Object[] gates(final String scenario, final List<String> overrides, final int jobs) {
        final List<Object> answer = new ArrayList<>(List.of(0.0));
        final Area area = standard(jobs, answer::add);
        final UsableBuffers buffers = UsableBuffers.of(ScenarioReader.read(Path.of(scenario), overrides));
        area.prepare(List.of(buffers));
        answer.set(0, area.of(buffers));
        return answer.toArray();
    }

    @Override
    public void prepare(final Collection<UsableBuffers> all) {
        final Set<At> wanted = new LinkedHashSet<>();
        all.forEach(b -> wanted.addAll(BufferUnit.of(b).keySet()));
        wanted.removeAll(known.keySet());
        if (!wanted.isEmpty()) {
            find(wanted);
        }
    }

    private void find(final Set<At> wanted) {
        try {
            elaborator.prepare(wanted);
            // two depths may give the same Verilog; each distinct text is mapped once
            final Map<String, List<At>> byText = new LinkedHashMap<>();
            for (final At at : wanted) {
                byText.computeIfAbsent(TiedVcs.of(elaborator.verilog(at), at), text -> new ArrayList<>())
                        .add(at);
            }
            Campaign.run(
                    List.copyOf(byText.entrySet()),
                    jobs,
                    unit -> {
                        if (!mapper.has(unit.getKey())) {
                            progress.accept("area: yosys maps " + unit.getValue());
                        }
                        return mapper.area(unit.getKey()) / liberty.gate();
                    },
                    (unit, gates) -> unit.getValue().forEach(at -> known.put(at, gates)));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The Verilog of a link's input whose dead VCs are tied off. A module around the unit holds the bits of the VC
     * number that never change, on the pins of arrival and of choice. Logic synthesis then removes the memory rows that
     * are never written, and what selects them.
     */
    private static final class TiedVcs {
        private static final Pattern HEAD = Pattern.compile("module InputUnit\\((.*?)\\);", Pattern.DOTALL);
        private static final int V_BITS = Integer.numberOfTrailingZeros(HwLayout.VCS_PER_CLASS);

        private TiedVcs() {}

        /** Returns the text of the unit, with a top module around it if it has dead VCs. */
        static String of(final String verilog, final At at) {
            if (!at.hasDeadVcs()) {
                return verilog;
            }
            final Matcher head = HEAD.matcher(verilog);
            if (!head.find()) {
                throw new ToolException("the elaborated " + at.unit().word() + " has no module InputUnit");
            }
            return verilog + "\nmodule InputUnitOfVcs(" + head.group(1) + ");\n  InputUnit unit (.io_in_vc("
                    + number("io_in_vc", at.vcs()) + "), .io_pick(" + number("io_pick", at.vcs())
                    + "), .*);\nendmodule\n";
        }

        /** Returns the VC number class, v on this pin; each bit of v that is equal in all live VCs is a constant. */
        private static String number(final String pin, final int vcs) {
            final StringBuilder text = new StringBuilder("{")
                    .append(pin)
                    .append('[')
                    .append(V_BITS)
                    .append(']');
            for (int bit = V_BITS - 1; bit >= 0; bit--) {
                int ones = 0;
                for (int v = 0; v < HwLayout.VCS_PER_CLASS; v++) {
                    ones |= (vcs >> v & 1) == 0 ? 0 : 1 << (v >> bit & 1);
                }
                text.append(", ").append(ones == 1 ? "1'b0" : ones == 2 ? "1'b1" : pin + "[" + bit + "]");
            }
            return text.append('}').toString();
        }
    }
}
