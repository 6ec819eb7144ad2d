// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.run.ScratchFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The longest path through a module of the RTL from register to register or pin, mapped by yosys and abc onto a cell
 * library. The modules are those of library `small`: the logic of the product with shallow buffers. Memories of at most
 * {@link #MOST_BITS} bits are flip-flops, and a path leads through their read port. Every larger memory is a black box,
 * and a path ends at its pins. Wires have no delay.
 */
public record Timing(CellTools tools, RtlModules modules) {
    /** The most bits of a memory that is mapped to flip-flops. */
    public static final int MOST_BITS = 1024;

    private static final Pattern DELAY = Pattern.compile("ABC: WireLoad = .*Gates = *(\\d+) .*Delay = *([0-9.]+) ps");
    private static final Pattern STEP = Pattern.compile("ABC: Path *\\d+ -- +\\d+ : \\d+ +\\d+ (\\w+) ");
    private static final Pattern ENDS =
            Pattern.compile("ABC: Start-point = pi\\d+ \\((.*?)\\)\\.  End-point = po\\d+ \\((.*?)\\)\\.");
    private static final String SCRIPT =
            "read_verilog -sv @VERILOG@; @BOXES@hierarchy -top @TOP@; proc; flatten; opt -fast; memory -nomap; opt -fast;"
                    + " memory_map; opt -fast; techmap; opt -fast; dfflibmap -prepare -liberty @LIB@; opt_clean;"
                    + " autoname; abc -liberty @LIB@ -constr @CONSTR@ -script"
                    + " +strash;dc2;strash;&get,-n;&dch;&nf;&put;buffer;upsize;dnsize;stime,-p";

    /**
     * The longest path of a module.
     *
     * @param levels the number of cells in the path
     * @param picoseconds its delay, without wires and without the flip-flops at its ends
     * @param gates the number of mapped cells of the module that are not flip-flops
     * @param from the register, memory or input at which the path begins
     * @param to the net at which the path ends; a flip-flop's data net is named after the flip-flop
     */
    public record WorstPath(String module, int levels, double picoseconds, int gates, String from, String to) {}

    /**
     * Returns the tool that measures.
     *
     * @param rtl the folder with the Verilog of library `small`
     * @param searchPath the folders to search for yosys, in the format of PATH
     * @param library the cell library, in the liberty format
     */
    public static Timing open(Path rtl, String searchPath, Path library) {
        return new Timing(CellTools.open(rtl, searchPath, library), new RtlModules(rtl));
    }

    /**
     * Returns the tool with yosys from PATH.
     *
     * @param rtl the folder with the Verilog of library `small`
     * @param liberty the cell library, or null for the standard one
     */
    public static Timing standard(Path rtl, Path liberty) {
        return open(rtl, CellTools.searchPath(), CellTools.library(liberty));
    }

    /** Returns the units of the tile: the modules that consist of nothing but logic, memories and a route unit. */
    public List<String> units() {
        return names().stream()
                .filter(module -> modules.instances(module).stream()
                        .allMatch(name -> RtlModules.isMemory(name) || "RouteUnit".equals(name)))
                .toList();
    }

    /** Returns the names of all modules of the tile but its memories. */
    public List<String> names() {
        return modules.names();
    }

    /** Returns the longest path of a module with all modules in it, or null if the module has no logic. */
    public WorstPath of(String module) {
        try (ScratchFolder work = new ScratchFolder("timing")) {
            Set<String> all = modules.below(module, Timing::isLarge);
            String files = files(all.stream().filter(name -> !isLarge(name)));
            String boxes = files(all.stream().filter(Timing::isLarge));
            String script = SCRIPT.replace("@VERILOG@", files)
                    .replace("@BOXES@", boxes.isEmpty() ? "" : "read_verilog -lib -sv " + boxes + "; ")
                    .replace("@TOP@", module)
                    .replace("@CONSTR@", tools.constraints(work.place()).toString());
            return parse(module, tools.yosys(work.place(), script));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isLarge(String module) {
        return RtlModules.isMemory(module) && RtlModules.bits(module) > MOST_BITS;
    }

    private String files(Stream<String> names) {
        return names.map(name -> modules.file(name).toString()).collect(Collectors.joining(" "));
    }

    /** Returns the longest of the paths that abc prints, or null if it printed none. */
    static WorstPath parse(String module, String output) {
        WorstPath worst = null;
        int levels = 0;
        int gates = 0;
        double delay = 0;
        for (String line : output.lines().toList()) {
            Matcher d = DELAY.matcher(line);
            Matcher step = STEP.matcher(line);
            Matcher ends = ENDS.matcher(line);
            if (d.find()) {
                gates = Integer.parseInt(d.group(1));
                delay = Double.parseDouble(d.group(2));
                levels = 0;
            } else if (step.find()) {
                levels += "pi".equals(step.group(1)) ? 0 : 1;
            } else if (ends.find() && (worst == null || delay > worst.picoseconds())) {
                worst = new WorstPath(module, levels, delay, gates, name(ends.group(1)), name(ends.group(2)));
            }
        }
        return worst;
    }

    private static String name(String net) {
        return net.replace("\\", "").replace(" ", "");
    }

    /** Returns the paths as a table in Markdown, longest first, as docs/lab/measurements/timing.md keeps it. */
    public static String table(List<WorstPath> paths) {
        StringBuilder text = new StringBuilder(
                "| module | cells in the path | ps | cells | from | to |\n|---|---|---|---|---|---|\n");
        paths.stream()
                .sorted(Comparator.comparingDouble((WorstPath p) -> -p.picoseconds())
                        .thenComparing(WorstPath::module))
                .forEach(p -> text.append(String.format(
                        Locale.ROOT,
                        "| `%s` | %d | %.0f | %d | `%s` | `%s` |%n",
                        p.module(),
                        p.levels(),
                        p.picoseconds(),
                        p.gates(),
                        p.from(),
                        p.to())));
        return text.toString();
    }
}
