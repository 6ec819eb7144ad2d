// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text of one task while it is drawn. */
final class Draft {
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
