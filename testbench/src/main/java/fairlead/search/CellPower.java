// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.run.ToolException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a cell does and what a change of its pins costs, from its group in the liberty format.
 *
 * @param pins by name
 * @param plain whether it is a gate, or a flip-flop without clear and preset
 * @param state the names of the state and of its inverse; empty if the cell is no flip-flop
 * @param leakage in the unit of the library
 */
record CellPower(boolean plain, Map<String, Pin> pins, List<String> state, String next, String clock, double leakage) {
    private static final Pattern ITEM = Pattern.compile(
            "(\\w+)\\s*(?:\\(([^()]*)\\)\\s*(\\{)?|:\\s*(?:\"([^\"]*)\"|([^;\\n}]*)))|(})", Pattern.DOTALL);

    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?");
    private static final String LOAD = "total_output_net_capacitance";

    /**
     * A pin.
     *
     * @param function of an output, or null
     * @param rise the energies of a change to 1, one table for each input or condition
     */
    record Pin(boolean output, double capacitance, String function, List<Table> rise, List<Table> fall) {
        /** Returns the mean energy of a change with this load. */
        double energy(double load) {
            return (mean(rise, load) + mean(fall, load)) / 2;
        }

        private static double mean(List<Table> tables, double load) {
            return tables.stream()
                    .mapToDouble(table -> table.at(load))
                    .average()
                    .orElse(0);
        }
    }

    /** Energies by load, for the shortest change of the input. */
    record Table(double[] loads, double[] values) {
        /** Interpolates; outside the table its first or last value holds. */
        double at(double load) {
            int i = 0;
            while (i < values.length && i < loads.length && loads[i] < load) {
                i++;
            }
            if (i == 0 || i == values.length || i == loads.length) {
                return values[Math.min(i, values.length - 1)];
            }
            return values[i - 1] + (values[i] - values[i - 1]) * (load - loads[i - 1]) / (loads[i] - loads[i - 1]);
        }
    }

    /** A group with its attributes, of which those in parentheses are numbers. */
    private record Group(String type, String name, Map<String, String> attributes, List<Group> groups) {
        private Group(String type, String name) {
            this(type, name, new HashMap<>(), new ArrayList<>());
        }

        private List<Group> all(String wanted) {
            return groups.stream().filter(g -> g.type.equals(wanted)).toList();
        }

        private double number(String key) {
            String text = attributes.getOrDefault(key, "0");
            return NUMBER.matcher(text).matches() ? Double.parseDouble(text) : 0;
        }

        private double[] numbers(String key) {
            Matcher numbers = NUMBER.matcher(attributes.getOrDefault(key, ""));
            return numbers.results()
                    .mapToDouble(n -> Double.parseDouble(n.group()))
                    .toArray();
        }
    }

    /**
     * Reads the group of a cell.
     *
     * @param templates the groups of table templates, by name
     */
    static CellPower read(String name, String body, Map<String, String> templates) {
        Group cell = parse(name, body);
        Map<String, Pin> pins = new HashMap<>();
        for (Group pin : cell.all("pin")) {
            List<Table> rise = new ArrayList<>();
            List<Table> fall = new ArrayList<>();
            for (Group power : pin.all("internal_power")) {
                power.all("rise_power").forEach(table -> rise.add(table(table, templates)));
                power.all("fall_power").forEach(table -> fall.add(table(table, templates)));
                power.all("power").forEach(table -> rise.add(table(table, templates)));
                power.all("power").forEach(table -> fall.add(table(table, templates)));
            }
            pins.put(
                    pin.name,
                    new Pin(
                            "output".equals(pin.attributes.get("direction")),
                            pin.number("capacitance"),
                            pin.attributes.get("function"),
                            rise,
                            fall));
        }
        List<Group> ff = cell.all("ff");
        Map<String, String> state = ff.isEmpty() ? Map.of() : ff.get(0).attributes;
        return new CellPower(
                ff.size() < 2
                        && cell.all("latch").isEmpty()
                        && cell.all("statetable").isEmpty()
                        && !state.containsKey("clear")
                        && !state.containsKey("preset"),
                pins,
                ff.isEmpty() ? List.of() : List.of(ff.get(0).name.split("[\\s,\"]+")),
                state.get("next_state"),
                state.getOrDefault("clocked_on", "").replaceAll("\\W", ""),
                cell.number("cell_leakage_power"));
    }

    private static Group parse(String name, String body) {
        List<Group> open = new ArrayList<>(List.of(new Group("", name)));
        Matcher item = ITEM.matcher(body);
        while (item.find()) {
            Group group = open.get(open.size() - 1);
            if (item.group(6) != null) {
                open.remove(open.size() - 1);
            } else if (item.group(3) != null) {
                Group inner =
                        new Group(item.group(1), item.group(2).replace("\"", "").strip());
                group.groups.add(inner);
                open.add(inner);
            } else {
                String quoted = item.group(4) == null ? item.group(5) : item.group(4);
                group.attributes.put(item.group(1), (quoted == null ? item.group(2) : quoted).strip());
            }
        }
        return open.get(0);
    }

    private static Table table(Group table, Map<String, String> templates) {
        Group template = parse(table.name, templates.getOrDefault(table.name, ""));
        double[] values = table.numbers("values");
        Function<String, double[]> index =
                key -> table.attributes.containsKey(key) ? table.numbers(key) : template.numbers(key);
        if (LOAD.equals(template.attributes.get("variable_1"))) {
            double[] loads = index.apply("index_1");
            int row = Math.max(1, index.apply("index_2").length);
            double[] first = new double[Math.min(loads.length, values.length / row)];
            Arrays.setAll(first, i -> values[i * row]);
            return new Table(loads, first);
        } else if (LOAD.equals(template.attributes.get("variable_2"))) {
            double[] loads = index.apply("index_2");
            return new Table(loads, Arrays.copyOf(values, Math.min(loads.length, values.length)));
        }
        return new Table(new double[0], Arrays.copyOf(values, 1));
    }

    /** A function of nets, for 64 cases at a time. */
    interface Logic {
        long of(long[] nets);
    }

    /** Compiles a function in the liberty format; `nets` has the net of a pin. */
    static Logic logic(String text, ToIntFunction<String> nets) {
        Reader reader = new Reader(text, nets);
        Logic all = reader.or();
        return reader.next() == 0 ? all : reader.unread();
    }

    private static final class Reader {
        private final String text;
        private final ToIntFunction<String> nets;
        private int at;

        Reader(String text, ToIntFunction<String> nets) {
            this.text = text;
            this.nets = nets;
        }

        /** Returns the next character that is no blank, or 0 at the end. */
        private char next() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return at < text.length() ? text.charAt(at) : 0;
        }

        private Logic unread() {
            throw new ToolException("energy: the function \"" + text + "\" of a cell cannot be read");
        }

        private Logic or() {
            Logic left = and();
            while (next() == '+' || next() == '|') {
                at++;
                Logic a = left;
                Logic b = and();
                left = v -> a.of(v) | b.of(v);
            }
            return left;
        }

        private Logic and() {
            Logic left = xor();
            for (char c = next(); "*&(!".indexOf(c) >= 0 || isName(c); c = next()) {
                at += c == '*' || c == '&' ? 1 : 0;
                Logic a = left;
                Logic b = xor();
                left = v -> a.of(v) & b.of(v);
            }
            return left;
        }

        private Logic xor() {
            Logic left = one();
            while (next() == '^') {
                at++;
                Logic a = left;
                Logic b = one();
                left = v -> a.of(v) ^ b.of(v);
            }
            return left;
        }

        private Logic one() {
            Logic found = next() == '!' || next() == '(' ? inner() : name();
            while (next() == '\'') {
                at++;
                Logic inner = found;
                found = v -> ~inner.of(v);
            }
            return found;
        }

        private Logic inner() {
            boolean not = text.charAt(at++) == '!';
            Logic inner = not ? one() : or();
            if (not) {
                return v -> ~inner.of(v);
            }
            return next() == ')' && at++ >= 0 ? inner : unread();
        }

        private Logic name() {
            int from = at;
            while (at < text.length() && isName(text.charAt(at))) {
                at++;
            }
            String name = text.substring(from, at);
            if (name.isEmpty()) {
                return unread();
            } else if (name.equals("0") || name.equals("1")) {
                long value = name.equals("1") ? -1 : 0;
                return v -> value;
            }
            int net = nets.applyAsInt(name);
            return v -> v[net];
        }

        private static boolean isName(char c) {
            return Character.isLetterOrDigit(c) || c == '_';
        }
    }
}
