// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A program without its conditions.
 *
 * @param shape name of the shape
 * @param nodes declarations of the nodes
 * @param axes values of the axes
 * @param events words and first values
 * @param tasks the tasks
 * @param cycle condition that closes the cycle
 * @param more terms whose values are observed next to those of the cycle
 */
record Sketch(
        String shape,
        List<String> nodes,
        String axes,
        DrawnEvents events,
        List<Draft> tasks,
        String cycle,
        List<String> more) {
    private static final int LIMIT = 40_000; // in cycles

    /** Returns a condition that holds in every run and names all terms, so that their values are compared. */
    String always() {
        TreeSet<String> terms = new TreeSet<>(more);
        for (String part : cycle.split(" & ")) {
            terms.add(part.split(" ")[0]);
        }
        return terms.stream().map(t -> t + " >= 0").collect(Collectors.joining(" & "));
    }

    String text(String name, String conditions) {
        List<String> out = new ArrayList<>();
        out.add("litmus " + name);
        out.add("doc \"" + shape + "\"");
        out.add("nodes " + String.join(" ", nodes));
        out.add("words " + String.join(" ", events.words));
        if (!events.initial.isEmpty()) {
            out.add("init "
                    + events.initial.entrySet().stream()
                            .map((Map.Entry<String, Integer> e) -> e.getKey() + "=" + e.getValue())
                            .collect(Collectors.joining(" ")));
        }
        out.add("limit " + LIMIT);
        out.add("axes " + axes);
        return String.join("\n", out)
                + "\n"
                + tasks.stream().map(Draft::text).collect(Collectors.joining())
                + conditions
                + "\n";
    }

    /** The text of one task while it is drawn. */
    static final class Draft {
        final String node;
        final String name;
        final List<String> last = new ArrayList<>(); // lines that come at the end
        String pending = ""; // register of a get that nobody has waited for
        private final List<String> lines = new ArrayList<>();
        private int registers;
        private int handles;

        Draft(String node) {
            this(node, 0);
        }

        Draft(String node, int number) {
            this.node = node;
            name = number == 0 ? node : node + "." + number;
        }

        String register() {
            return "r" + ++registers;
        }

        String handle() {
            return "h" + ++handles;
        }

        void add(String line) {
            lines.add(line);
        }

        int size() {
            return lines.size();
        }

        boolean has(String line) {
            return lines.contains(line);
        }

        void insert(int at, String line) {
            lines.add(at, line);
        }

        String text() {
            return Stream.concat(lines.stream(), last.stream())
                    .map(line -> "  " + line + "\n")
                    .collect(Collectors.joining("", "program " + name + " {\n", "}\n"));
        }
    }
}
