// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.scenario.BadInput;
import fairlead.search.LibertyText.Group;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A cell library that a tile can be mapped to. It has an inverter, a NAND of two inputs and a flip-flop that takes its
 * data at a rising clock, each with an area, and delays in tables.
 *
 * @param gate the area of the smallest NAND gate with two inputs, which defines one gate equivalent
 * @param driver the smallest buffer, or inverter if there is none: the cell that drives the inputs of a unit
 */
record Liberty(Path file, String name, double gate, String driver) {
    private static final Pattern TIME = Pattern.compile("10{0,2}(ns|ps)");
    private static final int MOST_INPUTS = 2; // of a function that is looked for

    /** Reads a library; a BadInput names what it lacks, with file and line. */
    static Liberty read(Path file) {
        Group library = LibertyText.read(file);
        List<Group> cells = library.all("cell").toList();
        String model = library.attributes().getOrDefault("delay_model", "table_lookup");
        String unit = library.attributes().getOrDefault("time_unit", "1ns");
        if (!model.equals("table_lookup")) {
            throw bad(file, library, "delay_model " + model + ": only table_lookup is read");
        } else if (!TIME.matcher(unit).matches()) {
            throw bad(file, library, "time_unit " + unit + ": must be 1, 10 or 100 ns or ps");
        }
        cells.forEach(cell -> area(file, cell));
        Optional<Group> nand = smallest(file, cells, cell -> computes(file, cell, "1110"));
        Optional<Group> inverter = smallest(file, cells, cell -> computes(file, cell, "10"));
        Optional<Group> flipFlop = smallest(file, cells, Liberty::isFlipFlop);
        List<String> missing = new ArrayList<>();
        if (inverter.isEmpty()) {
            missing.add("an inverter");
        }
        if (nand.isEmpty()) {
            missing.add("a NAND of two inputs");
        }
        if (flipFlop.isEmpty()) {
            missing.add("a flip-flop: a cell with ff, next_state of one pin and a clocked_on that rises");
        }
        if (!missing.isEmpty()) {
            throw bad(file, library, "library " + library.name() + " lacks " + String.join(", ", missing));
        }
        for (Group cell : List.of(inverter.get(), nand.get(), flipFlop.get())) {
            if (output(cell)
                    .all("timing")
                    .flatMap(timing -> timing.all("cell_rise"))
                    .findAny()
                    .isEmpty()) {
                throw bad(file, cell, "cell " + cell.name() + " has no timing with cell_rise at its output");
            }
        }
        Group driver = smallest(file, cells, cell -> computes(file, cell, "01")).orElse(inverter.get());
        return new Liberty(file.toAbsolutePath(), library.name(), area(file, nand.get()), driver.name());
    }

    private static BadInput bad(Path file, Group group, String what) {
        return new BadInput(file + " line " + group.line() + ": " + what);
    }

    private static double area(Path file, Group cell) {
        String text = cell.attribute("area");
        if (!text.matches("[0-9]*\\.?[0-9]+([eE][-+]?[0-9]+)?|[0-9]+\\.")) {
            throw bad(
                    file,
                    cell,
                    "cell " + cell.name()
                            + (text.isEmpty() ? " has no area" : ": area " + text + ": must be a number"));
        }
        return Double.parseDouble(text);
    }

    private static Optional<Group> smallest(Path file, List<Group> cells, Predicate<Group> wanted) {
        return cells.stream()
                .filter(cell -> !cell.attribute("dont_use").equals("true") && area(file, cell) > 0)
                .filter(wanted)
                .min(Comparator.comparingDouble(cell -> area(file, cell)));
    }

    private static Group output(Group cell) {
        return cell.all("pin")
                .filter(pin -> pin.attribute("direction").equals("output"))
                .findFirst()
                .orElse(cell);
    }

    /** Tells whether a flip-flop without set, clear or choice takes the value of a pin when its clock rises. */
    private static boolean isFlipFlop(Group cell) {
        return cell.all("ff")
                .anyMatch(ff -> ff.attribute("next_state").strip().matches("\\w+")
                        && ff.attribute("clocked_on").strip().matches("\\w+")
                        && ff.attribute("clear").isEmpty()
                        && ff.attribute("preset").isEmpty());
    }

    /** Tells whether a cell's only output is a function of its inputs, as values for the inputs 0, 1, 2, .. in binary. */
    private static boolean computes(Path file, Group cell, String values) {
        List<String> inputs = cell.all("pin")
                .filter(pin -> pin.attribute("direction").equals("input"))
                .map(Group::name)
                .toList();
        String function = output(cell).attribute("function");
        if (cell.all("pin").count() != inputs.size() + 1
                || inputs.size() > MOST_INPUTS
                || 1 << inputs.size() != values.length()
                || function.isEmpty()
                || cell.all("ff").findAny().isPresent()
                || cell.all("latch").findAny().isPresent()) {
            return false;
        }
        for (int row = 0; row < values.length(); row++) {
            boolean value = new Expression(function, inputs, row)
                    .value(() -> bad(
                            file,
                            output(cell),
                            "cell " + cell.name() + ": function " + function + ": no expression of its pins"));
            if (value != (values.charAt(row) == '1')) {
                return false;
            }
        }
        return true;
    }
}
