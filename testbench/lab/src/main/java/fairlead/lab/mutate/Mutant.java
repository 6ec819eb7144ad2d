// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.lab.mutate.CheckedVerilog.AssertionCells;
import fairlead.lab.proofs.ProverTool;
import fairlead.run.ScratchFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One change of one bit at a pin of the emitted netlist, as yosys's `mutate` draws and makes it.
 *
 * @param number the number with which the library of mutants selects it, from 1 on
 * @param unit the Verilog module
 * @param source file and line of the emitted Verilog
 * @param cell the name of the cell or instance
 * @param pin the pin of the cell
 * @param mode `inv`, `const0`, `const1`, or `cnot0` and `cnot1`: inverted while another bit of the pin is 0 or 1
 * @param bit the bit of the pin, and after a slash the other bit of cnot0 and cnot1
 * @param wire the named word that the pin drives or is driven by, with the bit after a slash, or an empty text
 */
record Mutant(int number, String unit, String source, String cell, String pin, String mode, String bit, String wire) {
    private static final Pattern SOURCE = Pattern.compile("[^/|]*\\.sv:\\d+");

    /** Reads a line of a list that yosys has drawn. */
    static Mutant of(int number, String line) {
        Map<String, String> options = new HashMap<>();
        List<String> words = List.of(line.strip().split(" +"));
        for (int i = 1; i + 1 < words.size(); i += 2) {
            options.put(words.get(i), words.get(i + 1)); // of several sources the last one is of the cell
        }
        String unit = options.get("-module");
        Matcher source = SOURCE.matcher(options.getOrDefault("-src", ""));
        return new Mutant(
                number,
                unit,
                source.find() ? source.group() : unit + ".sv",
                options.get("-cell"),
                options.get("-port"),
                options.get("-mode"),
                pair(options.get("-portbit"), options.get("-ctrlbit")),
                pair(options.getOrDefault("-wire", ""), options.get("-wirebit")));
    }

    private static String pair(String first, String second) {
        return second == null ? first : first + "/" + second;
    }

    /** Returns yosys's command that makes the change in a module, a copy of the unit. */
    String edit(String module) {
        return edit(module, "");
    }

    /** Returns the command with which the word `fl_mutant` of the module chooses the change. */
    String choice() {
        return edit(unit, " -ctrl " + AssertionCells.CHOICE + " 16 " + number);
    }

    private String edit(String module, String control) {
        String[] bits = bit.split("/");
        return "mutate -mode " + mode + control + " -module " + module + " -cell " + cell + " -port " + pin
                + " -portbit " + bits[0] + (bits.length > 1 ? " -ctrlbit " + bits[1] : "");
    }

    /** Returns the name of the cell without the folder of its source, which yosys puts into it. */
    String shortCell() {
        return cell.replaceAll("[^$]*/", "");
    }

    /** Returns what is changed, as `$add$A.sv:3$7 Y inv bit 3`. */
    String what() {
        return shortCell() + " " + pin + " " + mode + " bit " + bit;
    }

    /**
     * Draws mutants by yosys's `mutate -list`, which spreads them evenly over modules, cells, wires and lines of
     * source. Clocks and resets are left out, and what only assertions read.
     */
    record MutantDraw(TileNetlist netlist, long seed) {
        private static final Pattern CLOCK = Pattern.compile("(?i).*(clock|reset|clk)(/.*)?");
        private static final int SPARE = 20; // drawn more, for those that are left out

        /** Draws `count` mutants of each unit. */
        List<Mutant> ofEach(List<String> units, int count) throws IOException {
            return draw(units.stream().map(List::of).toList(), count);
        }

        /** Draws `count` mutants of all these units together. */
        List<Mutant> sample(List<String> units, int count) throws IOException {
            return draw(List.of(units), count);
        }

        private List<Mutant> draw(List<List<String>> groups, int count) throws IOException {
            try (ScratchFolder scratch = new ScratchFolder("mutants")) {
                List<String> commands = new ArrayList<>(List.of("read_rtlil " + netlist.bare()));
                for (int k = 0; k < groups.size(); k++) {
                    commands.add("mutate -list " + (count + count / 4 + SPARE) + " -seed " + (seed & Integer.MAX_VALUE)
                            + " -o list" + k + ".txt " + String.join(" ", groups.get(k)));
                }
                ProverTool.yosys(scratch.place(), TileNetlist.LIMIT, String.join("\n", commands));
                List<Mutant> drawn = new ArrayList<>();
                for (int k = 0; k < groups.size(); k++) {
                    int end = drawn.size() + count;
                    for (String line : Files.readAllLines(scratch.place().resolve("list" + k + ".txt"))) {
                        Mutant mutant = Mutant.of(drawn.size() + 1, line);
                        boolean isData = !CLOCK.matcher(mutant.pin()).matches()
                                && !CLOCK.matcher(mutant.wire()).matches();
                        if (drawn.size() < end && isData && !netlist.isSet(mutant)) {
                            drawn.add(mutant);
                        }
                    }
                }
                return drawn;
            }
        }
    }
}
