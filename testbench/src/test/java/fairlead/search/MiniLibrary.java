// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A cell library of eight cells with delays of 10 ps and 1 ps a femtofarad, as text in the liberty format. */
final class MiniLibrary {
    private static final String HEAD =
            """
            library (mini) {
              delay_model : table_lookup;
              time_unit : "1ns";
              capacitive_load_unit (1, pf);
              voltage_unit : "1V";
              current_unit : "1uA";
              leakage_power_unit : "1nW";
              pulling_resistance_unit : "1kohm";
              input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;
              output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
              slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20;
              slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;
              lu_table_template (t) {
                variable_1 : total_output_net_capacitance; variable_2 : input_net_transition;
                index_1 ("0, 1"); index_2 ("0, 1");
              }
              lu_table_template (c) {
                variable_1 : related_pin_transition; variable_2 : constrained_pin_transition;
                index_1 ("0, 1"); index_2 ("0, 1");
              }
            """;
    private static final String TABLE = " (t) { values (\"0.01, 0.01\", \"1.01, 1.01\"); }";
    private static final String FLAT = " (t) { values (\"0, 0\", \"0, 0\"); }";
    private static final String SETUP = " (c) { values (\"0.02, 0.02\", \"0.02, 0.02\"); }";

    private MiniLibrary() {}

    /** Returns the library. */
    static String text() {
        return HEAD + gate("INV", 1, "!A", "negative_unate", "A")
                + gate("BUF", 1.5, "A", "positive_unate", "A")
                + gate("NAND2", 2, "!(A*B)", "negative_unate", "A", "B")
                + gate("NOR2", 2, "(A+B)'", "negative_unate", "A", "B")
                + gate("XOR2", 3, "A^B", "non_unate", "A", "B")
                + gate("MUX2", 4, "(S*B)+(!S*A)", "non_unate", "A", "B", "S")
                + "  cell (DFF) {\n    area : 6;\n    ff (IQ, IQN) { next_state : \"D\"; clocked_on : \"C\"; }\n"
                + "    pin (C) { direction : input; capacitance : 0.002; clock : true; }\n"
                + "    pin (D) { direction : input; capacitance : 0.002; timing () { related_pin : \"C\";"
                + " timing_type : setup_rising; rise_constraint" + SETUP + " fall_constraint" + SETUP + " } }\n"
                + "    pin (Q) { direction : output; function : \"IQ\"; " + timing("C", "non_unate", "rising_edge")
                + " }\n  }\n}\n";
    }

    /** Writes the library, in which one text is replaced by another one. */
    static Path write(Path folder, String old, String fresh) throws IOException {
        String changed = text().replace(old, fresh);
        if (!old.isEmpty() && changed.equals(text())) {
            throw new IllegalArgumentException(old);
        }
        return Files.writeString(folder.resolve("mini.lib"), changed);
    }

    static Path write(Path folder) throws IOException {
        return write(folder, "", "");
    }

    private static String gate(String name, double area, String function, String sense, String... inputs) {
        StringBuilder text = new StringBuilder(
                String.format(Locale.ROOT, "  cell (%s) {\n    area : %s; /* %s */\n", name, area, function));
        for (String input : inputs) {
            text.append("    pin (").append(input).append(") { direction : input; capacitance : 0.002; }\n");
        }
        text.append("    pin (Y) { direction : output; function : \"")
                .append(function)
                .append("\";\n");
        for (String input : inputs) {
            text.append("      ").append(timing(input, sense, "combinational")).append('\n');
        }
        return text.append("    }\n  }\n").toString();
    }

    private static String timing(String from, String sense, String type) {
        return "timing () { related_pin : \"" + from + "\"; timing_sense : " + sense + "; timing_type : " + type
                + "; cell_rise" + TABLE + " cell_fall" + TABLE + " rise_transition" + FLAT + " fall_transition" + FLAT
                + " }";
    }
}
