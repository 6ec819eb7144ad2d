// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.rtl.VerilogPorts;
import fairlead.run.ScratchFolder;
import fairlead.run.ToolException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The longest path through a module of the RTL from register to register or pin, mapped by yosys and abc onto a cell
 * library. The modules are those of library `small`: the logic of the product with shallow buffers. Memories of at most
 * {@link #MOST_BITS} bits are flip-flops, and a path leads through their read port. Every larger memory is a black box,
 * and a path ends at its pins. Wires have no delay.
 */
public record Timing(CellTools tools, Path rtl) {
    /** The most bits of a memory that is mapped to flip-flops. */
    public static final int MOST_BITS = 1024;

    private static final Pattern MEMORY = Pattern.compile("\\w+?_(\\d+)x(\\d+)(_\\d+)?");
    private static final Pattern INSTANCE = Pattern.compile("^  ([A-Za-z]\\w*) (?:\\w+) \\($", Pattern.MULTILINE);
    private static final Pattern DELAY = Pattern.compile("ABC: WireLoad = .*Gates = *(\\d+) .*Delay = *([0-9.]+) ps");
    private static final Pattern STEP = Pattern.compile("ABC: Path *\\d+ -- +\\d+ : \\d+ +\\d+ (\\w+) ");
    private static final Pattern ENDS =
            Pattern.compile("ABC: Start-point = pi\\d+ \\((.*?)\\)\\.  End-point = po\\d+ \\((.*?)\\)\\.");
    private static final String CONSTRAINTS = "set_driving_cell BUFX2\nset_load 0.05 [all_outputs]\n";
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
        Path yosys = CellTools.yosys(searchPath);
        if (yosys == null || !Files.exists(library)) {
            throw new ToolException(
                    "timing needs yosys and the cell library " + library + " (scripts/setup --provers)");
        }
        if (!Files.isDirectory(rtl)) {
            throw new ToolException(rtl + " is missing, which a build writes that elaborates");
        }
        try {
            return new Timing(CellTools.of(yosys, library), rtl);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the tool with yosys from PATH and the cell library that FAIRLEAD_LIBERTY names, by default osu018.
     *
     * @param rtl the folder with the Verilog of library `small`
     */
    public static Timing standard(Path rtl) {
        return open(rtl, CellTools.searchPath(), CellTools.standardLibrary());
    }

    /** Returns the units of the tile: the modules that consist of nothing but logic, memories and a route unit. */
    public List<String> units() {
        return modules().stream()
                .filter(module -> instances(module).stream()
                        .allMatch(name -> MEMORY.matcher(name).matches() || "RouteUnit".equals(name)))
                .toList();
    }

    /** Returns the names of all modules of the tile but its memories. */
    public List<String> modules() {
        return VerilogPorts.modules(rtl).stream()
                .filter(f -> !MEMORY.matcher(f).matches())
                .toList();
    }

    /** Returns the longest path of a module with all modules in it, or null if the module has no logic. */
    public WorstPath of(String module) {
        try (ScratchFolder work = new ScratchFolder("timing")) {
            Path constraints = Files.writeString(work.place().resolve("paths.constr"), CONSTRAINTS);
            Set<String> boxes = new TreeSet<>();
            String files = String.join(" ", files(module, boxes));
            String script = SCRIPT.replace("@VERILOG@", files)
                    .replace(
                            "@BOXES@", boxes.isEmpty() ? "" : "read_verilog -lib -sv " + String.join(" ", boxes) + "; ")
                    .replace("@TOP@", module)
                    .replace("@CONSTR@", constraints.toString());
            return parse(module, tools.yosys(work.place(), script));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the files of a module and of what is in it; memories that are too large go to `boxes` instead. */
    private List<String> files(String module, Set<String> boxes) {
        Set<String> found = new TreeSet<>();
        List<String> open = new ArrayList<>(List.of(module));
        while (!open.isEmpty()) {
            String name = open.remove(open.size() - 1);
            Matcher memory = MEMORY.matcher(name);
            if (memory.matches()
                    && (long) Integer.parseInt(memory.group(1)) * Integer.parseInt(memory.group(2)) > MOST_BITS) {
                boxes.add(file(name).toString());
            } else if (found.add(name)) {
                open.addAll(instances(name));
            }
        }
        return found.stream().map(name -> file(name).toString()).toList();
    }

    private Path file(String module) {
        return rtl.resolve(module + ".sv");
    }

    private List<String> instances(String module) {
        try {
            return INSTANCE.matcher(Files.readString(file(module)))
                    .results()
                    .map(instance -> instance.group(1))
                    .filter(name -> Files.exists(file(name)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
