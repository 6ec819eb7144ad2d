// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.run.ScratchFolder;
import fairlead.run.ToolException;
import fairlead.scenario.BadInput;
import fairlead.search.RtlModules.Memory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Area and longest path of a module with all modules in it, as a whole tile. Each module is mapped alone
 * ({@link UnitNetlists}). OpenSTA joins the netlists as the modules are joined, so a path leads through several units,
 * from clock or pin to the setup of a flip-flop or to a pin. All clock pins rise together, and wires have no delay.
 */
public final class TileTiming {
    private static final String CACHE = "target/area/netlists";
    private static final double PERIOD = 1e4; // ps; a longer path has a negative slack
    private static final Pattern STEP = Pattern.compile("\\s+(-?[0-9.]+)\\s+(-?[0-9.]+) [v^] (\\S+) \\((\\w+)\\)");
    private static final Pattern NET = Pattern.compile("\\s*\\d* +(\\S+) \\(net\\)");
    private static final Pattern SLACK = Pattern.compile("\\s+(-?[0-9.]+)\\s+slack \\(.*");
    private static final Pattern END =
            Pattern.compile("(\\S+) \\([^)]*\\)\\s+-?[0-9.]+\\s+-?[0-9.]+\\s+(-?[0-9.]+) \\(\\w+\\)");
    private static final Pattern ERROR = Pattern.compile("(?m)^Error: (?:(\\S+), line (\\d+),? )?(.*)");
    private static final Pattern NO_CELL = Pattern.compile("module (\\S+) not found\\. +Creating black box");
    private static final Pattern LOOP = Pattern.compile("(?m)^Warning: .*combinational loop.*");
    private static final String SCRIPT =
            """
            read_liberty {@LIB@}
            read_liberty {macros.lib}
            set_cmd_units -time ps
            @READ@
            link_design @TOP@
            create_clock -name tile -period @PERIOD@ [get_ports {clock *Clock}]
            set_input_delay 0 -clock tile [all_inputs]
            set_output_delay 0 -clock tile [all_outputs]
            check_setup -loops
            report_checks -path_delay max -format full -fields {net} -digits 3
            report_checks -path_delay max -format end -group_count @MOST@ -digits 3
            """;
    private static final int MOST_ENDS = 1_000_000; // flip-flops and pins at which paths end

    private final CellTools tools;
    private final Path sta;
    private final RtlModules rtl;
    private final MemoryMacros macros;
    private final UnitNetlists netlists;
    private final int jobs;
    private final Consumer<String> progress;

    /**
     * A part of a path inside one instance.
     *
     * @param instance its path; empty in the module itself
     * @param cells the number of cells of the path in it
     * @param picoseconds their delay
     * @param net the net by which the path leaves it: the pin of the module around it, or what the path ends at
     */
    record Hop(String instance, int cells, double picoseconds, String net) {
        private Hop with(Hop next) {
            return new Hop(instance, cells + next.cells, picoseconds + next.picoseconds, next.net);
        }
    }

    /**
     * @param picoseconds of the path with clock-to-output and setup
     * @param ends those of the longest path that ends in each instance of the module, and in the module itself
     */
    record Longest(String module, double picoseconds, List<Hop> hops, Map<String, Double> ends) {
        /** Returns the path as a table in Markdown, by the instances that it passes. */
        String table() {
            if (hops.isEmpty()) {
                return "No path in `" + module + "`.\n";
            }
            StringBuilder text = new StringBuilder(String.format(
                    Locale.ROOT,
                    "Longest path of `%s`: %.0f ps, %d cells.%n%n| in | cells | ps | leaves by |%n|---|---|---|---|%n",
                    module,
                    picoseconds,
                    hops.stream().mapToInt(Hop::cells).sum()));
            double sum = 0;
            for (Hop hop : hops) {
                String in = hop.instance.isEmpty() ? module : hop.instance;
                text.append(String.format(
                        Locale.ROOT, "| `%s` | %d | %.0f | `%s` |%n", in, hop.cells, hop.picoseconds, hop.net));
                sum += hop.picoseconds;
            }
            text.append(String.format(
                    Locale.ROOT, "| setup | | %.0f | |%n%n| ends in | ps |%n|---|---|%n", picoseconds - sum));
            largestFirst(ends)
                    .forEach(end ->
                            text.append(String.format(Locale.ROOT, "| `%s` | %.0f |%n", end.getKey(), end.getValue())));
            return text.toString();
        }
    }

    /**
     * @param sta the program of OpenSTA
     * @param cache the folder of the netlists
     * @param jobs modules mapped at a time
     */
    TileTiming(
            CellTools tools,
            Path sta,
            RtlModules rtl,
            MemoryMacros macros,
            Path cache,
            int jobs,
            Consumer<String> progress)
            throws IOException {
        this.tools = tools;
        this.sta = sta;
        this.rtl = rtl;
        this.macros = macros;
        this.jobs = jobs;
        this.progress = progress;
        netlists = new UnitNetlists(tools, rtl, macros, cache);
    }

    /**
     * Returns the tool with yosys and OpenSTA from PATH.
     *
     * @param liberty the cell library, or null for the standard one
     * @param macros the table of memory macros, or null
     */
    public static TileTiming standard(Path rtl, Path liberty, Path macros, int jobs, Consumer<String> progress)
            throws IOException {
        CellTools tools = CellTools.open(rtl, CellTools.searchPath(), CellTools.library(liberty));
        Path sta = CellTools.tool("sta", CellTools.searchPath());
        if (sta == null) {
            throw new ToolException("the path of a whole tile needs OpenSTA (scripts/setup --provers)");
        }
        Path cache = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".")).resolve(CACHE);
        return new TileTiming(tools, sta, new RtlModules(rtl), MemoryMacros.read(macros), cache, jobs, progress);
    }

    /** Reads what the user gave, so that a mistake is told before anything is built; null is nothing. */
    public static void check(Path liberty, Path macros) {
        if (liberty != null) {
            Liberty.read(liberty);
        }
        MemoryMacros.read(macros);
    }

    /** Returns the area of each module, largest first, and the longest path of a module, as tables in Markdown. */
    public String of(String module) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        count(module, counts);
        macros.unused(memories(module)).forEach(progress);
        Map<String, Double> areas = new TreeMap<>(); // of all instances; none of a box without a macro
        for (Map.Entry<String, Path> unit : mapped(module).entrySet()) {
            areas.put(unit.getKey(), UnitNetlists.area(unit.getValue()) * counts.get(unit.getKey()));
        }
        for (Memory box : boxes(module)) {
            areas.put(box.name(), macros.of(box) == null ? 0 : macros.of(box).area() * counts.get(box.name()));
        }
        StringBuilder text = new StringBuilder("| module | instances | area |\n|---|---|---|\n");
        largestFirst(areas)
                .forEach(e -> text.append(String.format(
                        Locale.ROOT,
                        "| `%s` | %d | %s |%n",
                        e.getKey(),
                        counts.get(e.getKey()),
                        netlists.isBox(e.getKey()) && macros.of(rtl.memory(e.getKey())) == null
                                ? "no macro of " + rtl.memory(e.getKey()).size()
                                : String.format(Locale.ROOT, "%.0f", e.getValue()))));
        double sum = areas.values().stream().mapToDouble(area -> area).sum();
        return text
                + String.format(Locale.ROOT, "| all | | %.0f |%n%n", sum)
                + longest(module).table();
    }

    private static Stream<Map.Entry<String, Double>> largestFirst(Map<String, Double> values) {
        return values.entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<String, Double> e) -> -e.getValue())
                        .thenComparing(Map.Entry::getKey));
    }

    /** Counts the instances of each module. */
    private void count(String module, Map<String, Integer> counts) {
        counts.merge(module, 1, Integer::sum);
        rtl.instances(module).forEach(child -> count(child, counts));
    }

    private List<Memory> memories(String module) {
        return rtl.below(module, RtlModules::isMemory).stream()
                .filter(RtlModules::isMemory)
                .map(rtl::memory)
                .toList();
    }

    private List<Memory> boxes(String module) {
        return memories(module).stream()
                .filter(memory -> netlists.isBox(memory.name()))
                .toList();
    }

    private Map<String, Path> mapped(String module) throws IOException {
        return netlists.of(
                rtl.below(module, RtlModules::isMemory).stream()
                        .filter(name -> !RtlModules.isMemory(name))
                        .toList(),
                jobs,
                progress);
    }

    /** Returns the longest path of a module with all modules in it. */
    Longest longest(String module) throws IOException {
        return longest(module, mapped(module).values(), boxes(module));
    }

    /** Returns the longest path of a module in these netlists and boxes. */
    Longest longest(String module, Collection<Path> mapped, List<Memory> boxes) throws IOException {
        try (ScratchFolder work = new ScratchFolder("sta")) {
            Files.writeString(work.place().resolve("macros.lib"), macros.liberty(boxes));
            String read = mapped.stream()
                    .map(netlist -> "read_verilog {" + netlist + "}")
                    .sorted()
                    .collect(Collectors.joining("\n"));
            String script = SCRIPT.replace("@LIB@", tools.library().toString())
                    .replace("@READ@", read)
                    .replace("@TOP@", module)
                    .replace("@MOST@", String.valueOf(MOST_ENDS))
                    .replace("@PERIOD@", String.valueOf(PERIOD));
            Path file = Files.writeString(work.place().resolve("path.tcl"), script);
            String said = CellTools.run(
                    work.place(), List.of(sta.toString(), "-no_init", "-no_splash", "-exit", file.toString()));
            Matcher error = ERROR.matcher(said);
            if (error.find() && tools.library().toString().equals(error.group(1))) {
                throw new BadInput(error.group(1) + " line " + error.group(2) + ": " + error.group(3));
            } else if (error.reset().find()) {
                throw new ToolException("OpenSTA: " + error.group());
            }
            NO_CELL.matcher(said)
                    .results()
                    .map(cell -> "area: no cell for " + cell.group(1) + " in the library: paths end at it")
                    .distinct()
                    .forEach(progress);
            LOOP.matcher(said)
                    .results()
                    .map(loop -> "area: OpenSTA: " + loop.group())
                    .forEach(progress);
            return parse(module, said);
        }
    }

    /** Returns the path that OpenSTA prints; without hops if it prints none. */
    static Longest parse(String module, String report) {
        List<Hop> hops = new ArrayList<>();
        Map<String, Double> ends = new TreeMap<>();
        double length = 0;
        for (String line : report.lines().toList()) {
            Matcher step = STEP.matcher(line);
            Matcher net = NET.matcher(line);
            Matcher slack = SLACK.matcher(line);
            Matcher end = END.matcher(line);
            Hop last = hops.isEmpty() ? null : hops.get(hops.size() - 1);
            if (step.matches() && length == 0 && !line.contains("clock network")) {
                String pin = step.group(3);
                String cell = pin.contains("/") ? pin.substring(0, pin.lastIndexOf('/')) : "";
                String instance = cell.contains("/") ? cell.substring(0, cell.lastIndexOf('/')) : "";
                Hop next = new Hop(instance, 0, Double.parseDouble(step.group(1)), pin);
                if (last != null && last.instance().equals(instance)) {
                    hops.set(hops.size() - 1, last.with(next));
                } else {
                    hops.add(next);
                }
            } else if (net.matches() && last != null) {
                int driver = last.net().contains("/") ? 1 : 0; // not an input pin of the module
                hops.set(hops.size() - 1, last.with(new Hop("", driver, 0, net.group(1))));
            } else if (slack.matches()) {
                length = PERIOD - Double.parseDouble(slack.group(1));
            } else if (end.matches()) {
                String[] names = end.group(1).split("/"); // instances, cell and pin
                ends.merge(names.length > 2 ? names[0] : module, PERIOD - Double.parseDouble(end.group(2)), Math::max);
            }
        }
        return new Longest(module, length, hops, ends);
    }
}
