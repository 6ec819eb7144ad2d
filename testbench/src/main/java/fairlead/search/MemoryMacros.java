// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.scenario.Fields;
import fairlead.scenario.KeyTable;
import fairlead.scenario.Nearest;
import fairlead.scenario.Tree;
import fairlead.search.RtlModules.Memory;
import fairlead.search.RtlModules.Port;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The memory macros of the user (`fairlead.macros/1`), by the name of a memory or by its size with ports. */
record MemoryMacros(Map<String, Macro> macros) {
    static final MemoryMacros NONE = new MemoryMacros(Map.of());

    private static final KeyTable KEYS = new KeyTable(MemoryMacros.class, "macros.keys", name -> null);
    private static final String HEAD =
            """
            library (macros) {
              delay_model : table_lookup; time_unit : "1ps"; capacitive_load_unit (1,pf); voltage_unit : "1V";
              current_unit : "1uA"; pulling_resistance_unit : "1kohm"; leakage_power_unit : "1nW";
              input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;
              output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
              slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20;
              slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;
            """;
    private static final Macro NOTHING = new Macro("", 0, 0, 0);

    /**
     * A macro.
     *
     * @param where file and line
     * @param area in the unit of the cell library
     * @param read ps from the clock to the data, or from the address if the memory reads in the same cycle
     * @param setup ps of all other inputs before the clock
     */
    record Macro(String where, double area, double read, double setup) {}

    /** Reads a table; a BadInput has all its mistakes, with file and line. No file gives no macros. */
    static MemoryMacros read(Path file) {
        if (file == null) {
            return NONE;
        }
        Fields top = Fields.of(file, "table of macros", KEYS.keys("", ""));
        Map<String, Macro> macros = new TreeMap<>();
        for (Map.Entry<String, Tree> entry : top.entries("memories").entrySet()) {
            Fields macro = top.item(entry.getValue(), "memories." + entry.getKey(), KEYS.keys("macro", ""));
            macros.put(
                    entry.getKey(),
                    new Macro(
                            entry.getValue().where(),
                            macro.value("area", 0.0),
                            macro.value("read_ps", 0.0),
                            macro.value("setup_ps", 0.0)));
        }
        top.mistakes().report();
        return new MemoryMacros(macros);
    }

    /** Returns the macro of a memory, or null; its name is preferred to its size. */
    Macro of(Memory memory) {
        return macros.getOrDefault(memory.name(), macros.get(memory.size()));
    }

    /** Returns a line for each macro that no memory is mapped to. */
    List<String> unused(Collection<Memory> memories) {
        List<String> lines = new ArrayList<>();
        macros.forEach((key, macro) -> {
            if (memories.stream()
                    .noneMatch(m -> m.name().equals(key) || m.size().equals(key) && !macros.containsKey(m.name()))) {
                List<String> known = memories.stream().map(Memory::name).toList();
                lines.add(macro.where() + ": memories." + key + ": no memory here" + Nearest.hint(key, known));
            }
        });
        return lines;
    }

    /**
     * Returns the memories as cells in the liberty format. The macro of a memory that reads in the same cycle leads
     * paths from the address to the data. A memory without a macro has no area, and its data comes with the clock.
     */
    String liberty(Collection<Memory> memories) {
        StringBuilder text = new StringBuilder(HEAD);
        memories.stream()
                .flatMap(memory -> memory.ports().stream())
                .mapToInt(Port::width)
                .filter(width -> width > 1)
                .distinct()
                .sorted()
                .forEach(width -> text.append(String.format(
                        "  type (b%d) { base_type : array; data_type : bit; bit_width : %d; bit_from : %d; bit_to : 0; }%n",
                        width, width, width - 1)));
        for (Memory memory : memories) {
            Macro macro = of(memory);
            boolean through = macro != null && !memory.late();
            Macro figures = macro == null ? NOTHING : macro;
            text.append(String.format(Locale.ROOT, "  cell (%s) {%n    area : %s;%n", memory.name(), figures.area()));
            for (Port port : memory.ports()) {
                text.append(port.width() == 1 ? "    pin (" : "    bus (")
                        .append(port.name())
                        .append(port.width() == 1 ? ") {" : ") { bus_type : b" + port.width() + ";")
                        .append(port.output() ? " direction : output;" : " direction : input; capacitance : 0;")
                        .append(arcs(port, figures, through))
                        .append(" }\n");
            }
            text.append("  }\n");
        }
        return text.append("}\n").toString();
    }

    private static String arcs(Port port, Macro figures, boolean through) {
        String group = port.group();
        String clock = group + "_clk";
        if (port.name().equals(clock)) {
            return " clock : true;";
        } else if (!port.output()) {
            return through && group.startsWith("R")
                    ? ""
                    : arc(clock, "setup_rising", "rise_constraint", "fall_constraint", figures.setup());
        } else if (!through) {
            return arc(clock, "rising_edge", "cell_rise", "cell_fall", figures.read());
        }
        return arc(group + "_addr", "combinational", "cell_rise", "cell_fall", figures.read())
                + arc(group + "_en", "combinational", "cell_rise", "cell_fall", figures.read());
    }

    private static String arc(String from, String type, String rise, String fall, double ps) {
        String edges = type.startsWith("setup")
                ? ""
                : " rise_transition (scalar) { values (\"0\"); }"
                        + " fall_transition (scalar) { values (\"0\"); } timing_sense : non_unate;";
        return String.format(
                Locale.ROOT,
                "%n      timing () { related_bus_pins : \"%s\"; timing_type : %s; %s (scalar) { values (\"%s\"); }"
                        + " %s (scalar) { values (\"%s\"); }%s }",
                from,
                type,
                rise,
                ps,
                fall,
                ps,
                edges);
    }
}
