// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.scenario.BadInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cell library in the liberty format that a tile can be mapped to: with an inverter, a NAND of two inputs and a
 * flip-flop that takes its data at a rising clock, each with area and delays in tables. The tools read the rest.
 *
 * @param gate the area of the smallest NAND gate with two inputs, which defines one gate equivalent
 * @param driver the smallest buffer, or inverter if there is none: the cell that drives the inputs of a unit
 */
record Liberty(Path file, String name, double gate, String driver) {
    private static final int MOST_BYTES = 128 << 20;
    private static final String BEGIN = "a liberty file begins with library (NAME) {";
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern TOKEN = Pattern.compile("\"[^\"\n\\\\]*+(?:\\\\(?s:.)[^\"\n\\\\]*+)*+(\"?)|[{}]|/\\*");
    private static final Pattern HEAD = Pattern.compile("(\\w+)\\s*\\(\\s*\"?([^()\"]*?)\"?\\s*\\)\\s*$");
    private static final Pattern TIME = Pattern.compile("10{0,2}(ns|ps)");
    private static final Pattern FARADS =
            Pattern.compile("\\bcapacitive_load_unit\\s*\\(\\s*([0-9.]+)\\s*,\\s*\"?([pPfF][fF])\"?\\s*\\)");
    private static final Pattern WATTS = Pattern.compile("(10{0,2})([pnum]W)");
    private static final Pattern FUNCTION = Pattern.compile("\\bfunction\\s*:\\s*\"([^\"]*)\"");
    private static final String BUFFER = "\\(*\\w+\\)*";
    private static final String INVERTER = "\\(*(!\\(*\\w+\\)*|\\w+'|\\(\\w+\\)')\\)*";
    private static final String NAND =
            "\\(*(!\\(+\\w+\\)?[*& ]\\(?\\w+\\)+|\\(+\\w+\\)?[*& ]\\(?\\w+\\)+'|!\\w+[+|]!\\w+|\\w+'[+|]\\w+')\\)*";

    /**
     * What the cells need of energy.
     *
     * @param volts of the supply
     * @param picofarads of the unit of capacitance
     * @param nanowatts of the unit of leakage
     */
    record Power(double volts, double picofarads, double nanowatts, Map<String, CellPower> cells) {}

    /** A group below the library, with the number of the line of its head. */
    private record Group(String type, String name, int line, String body) {
        /** Returns the value of the first attribute of a name, or an empty text. */
        private String attribute(String key) {
            Matcher value = Pattern.compile("\\b" + key + "\\s*:\\s*(?:\"([^\"]*)\"|([^;\\s]*))")
                    .matcher(body);
            return !value.find()
                    ? ""
                    : value.group(1) == null ? value.group(2) : value.group(1).strip();
        }

        /** Tells whether the only output is a function of this form. */
        private boolean computes(String form) {
            List<String> all =
                    FUNCTION.matcher(body).results().map(m -> m.group(1)).toList();
            return all.size() == 1
                    && all.get(0)
                            .strip()
                            .replaceAll("\\s*([-!'*&+|^()])\\s*", "$1")
                            .matches(form)
                    && (attribute("next_state") + attribute("data_in") + attribute("three_state")).isEmpty();
        }

        /** Tells whether a flip-flop without set, clear or choice takes the value of a pin when its clock rises. */
        private boolean isFlipFlop() {
            return attribute("next_state").matches("\\w+")
                    && attribute("clocked_on").matches("\\w+")
                    && (attribute("clear") + attribute("preset")).isEmpty();
        }
    }

    /** Reads a library; a BadInput names what is wrong or missing, with file and line. */
    static Liberty read(Path file) {
        List<Group> groups = groups(file);
        Group library = groups.get(0);
        String model = library.attribute("delay_model");
        String unit = library.attribute("time_unit");
        if (!model.isEmpty() && !model.equals("table_lookup")) {
            throw bad(file, library.line, "delay_model " + model + ": only table_lookup is read");
        } else if (!unit.isEmpty() && !TIME.matcher(unit).matches()) {
            throw bad(file, library.line, "time_unit " + unit + ": must be 1, 10 or 100 ns or ps");
        }
        List<Group> cells =
                groups.stream().filter(group -> group.type.equals("cell")).toList();
        Optional<Group> nand = smallest(file, cells, cell -> cell.computes(NAND));
        Optional<Group> inverter = smallest(file, cells, cell -> cell.computes(INVERTER));
        Optional<Group> flipFlop = smallest(file, cells, Group::isFlipFlop);
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
            throw bad(file, library.line, "library " + library.name + " lacks " + String.join(", ", missing));
        }
        for (Group cell : List.of(inverter.get(), nand.get(), flipFlop.get())) {
            if (!cell.body.contains("cell_rise")) {
                throw bad(file, cell.line, "cell " + cell.name + " has no timing with cell_rise");
            }
        }
        Group driver = smallest(file, cells, cell -> cell.computes(BUFFER)).orElse(inverter.get());
        return new Liberty(file.toAbsolutePath(), library.name, area(file, nand.get()), driver.name);
    }

    /** Reads the energies of the cells; a BadInput names what the library lacks, with file and line. */
    static Power power(Path file) {
        List<Group> groups = groups(file);
        Group library = groups.get(0);
        Map<String, String> templates = new HashMap<>();
        Map<String, CellPower> cells = new HashMap<>();
        groups.stream().filter(g -> g.type.endsWith("_template")).forEach(g -> templates.put(g.name, g.body));
        for (Group cell : groups) {
            if (cell.type.equals("cell")) {
                cells.put(cell.name, CellPower.read(cell.name, cell.body, templates));
            }
        }
        Matcher farads = FARADS.matcher(library.body);
        Matcher watts = WATTS.matcher(library.attribute("leakage_power_unit"));
        String volts = library.attribute("nom_voltage");
        List<String> lacks = new ArrayList<>();
        if (!volts.matches("[0-9]*\\.?[0-9]+")
                || !library.attribute("voltage_unit").equals("1V")) {
            lacks.add("nom_voltage, with voltage_unit : \"1V\"");
        }
        if (!farads.find()) {
            lacks.add("capacitive_load_unit in pf or ff");
        }
        if (groups.stream().noneMatch(group -> group.body.contains("internal_power"))) {
            lacks.add("cells with internal_power");
        }
        if (!lacks.isEmpty()) {
            throw bad(
                    file, library.line, "library " + library.name + " lacks, for energy: " + String.join("; ", lacks));
        }
        double leak = watts.matches() ? Double.parseDouble(watts.group(1)) * scale(watts.group(2)) : 1;
        return new Power(
                Double.parseDouble(volts),
                Double.parseDouble(farads.group(1)) * (farads.group(2).equalsIgnoreCase("pf") ? 1 : 1e-3),
                leak,
                cells);
    }

    /** Returns the nanowatts of a unit of power. */
    private static double scale(String unit) {
        return switch (unit) {
            case "pW" -> 1e-3;
            case "nW" -> 1;
            case "uW" -> 1e3;
            default -> 1e6;
        };
    }

    private static Optional<Group> smallest(Path file, List<Group> cells, Predicate<Group> wanted) {
        return cells.stream()
                .filter(cell -> !cell.attribute("dont_use").equals("true") && wanted.test(cell))
                .min(Comparator.comparingDouble(cell -> area(file, cell)));
    }

    private static double area(Path file, Group cell) {
        String text = cell.attribute("area");
        if (!text.matches("[0-9]*\\.?[0-9]+([eE][-+]?[0-9]+)?|[0-9]+\\.") || !(Double.parseDouble(text) > 0)) {
            throw bad(file, cell.line, "cell " + cell.name + ": area = " + text + ": must be a number above 0");
        }
        return Double.parseDouble(text);
    }

    private static BadInput bad(Path file, int line, String what) {
        return new BadInput(file + " line " + line + ": " + what);
    }

    /** Returns the library without what is in its groups, and then these groups. */
    private static List<Group> groups(Path file) {
        String text = COMMENT.matcher(text(file))
                .replaceAll(comment -> "\n".repeat(comment.group().split("\n", -1).length - 1));
        List<Group> groups = new ArrayList<>();
        StringBuilder attributes = new StringBuilder();
        Matcher token = TOKEN.matcher(text);
        int depth = 0;
        int line = 1;
        int from = 0; // what was read is before it
        int body = 0;
        int counted = 0;
        while (token.find() && (depth > 0 || groups.isEmpty())) {
            line += (int) text.substring(counted, token.start())
                    .chars()
                    .filter(c -> c == '\n')
                    .count();
            counted = token.start();
            String sign = token.group();
            if (sign.equals("/*") || sign.startsWith("\"") && token.group(1).isEmpty()) {
                throw bad(file, line, "this " + (sign.equals("/*") ? "comment" : "string") + " has no end");
            } else if (sign.equals("{") && ++depth <= 2) {
                Matcher head = HEAD.matcher(text.substring(from, token.start()));
                if (!head.find() || depth == 1 && !head.group(1).equals("library")) {
                    throw bad(file, line, depth == 1 ? BEGIN : "here should be a group, as cell (NAME)");
                }
                attributes.append(text, from, token.start());
                groups.add(new Group(head.group(1), head.group(2), line, ""));
                from = token.end();
                body = from;
            } else if (sign.equals("}") && --depth <= 1) {
                if (depth == 1) {
                    Group open = groups.remove(groups.size() - 1);
                    groups.add(new Group(open.type, open.name, open.line, text.substring(body, token.start())));
                }
                attributes.append(depth == 1 ? "" : text.substring(from, token.start()));
                from = token.end();
            }
        }
        if (groups.isEmpty() || depth != 0) {
            Group last = groups.isEmpty() ? null : groups.get(depth == 1 ? 0 : groups.size() - 1);
            throw last == null
                    ? bad(file, 1, BEGIN)
                    : bad(file, last.line, last.type + " (" + last.name + ") has no }");
        }
        groups.set(0, new Group("library", groups.get(0).name, groups.get(0).line, attributes.toString()));
        return groups;
    }

    private static String text(Path file) {
        if (!Files.isRegularFile(file)) { // the tools read it again, so that a pipe would not do
            throw new BadInput(file + (Files.exists(file) ? ": is no plain file" : ": no such file"));
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new BadInput(file + ": has more than " + MOST_BYTES + " bytes, the most that is read");
            }
            return new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new BadInput(file + ": cannot be read: " + e.getMessage());
        }
    }
}
