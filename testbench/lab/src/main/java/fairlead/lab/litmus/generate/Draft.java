// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import java.util.ArrayList;
import java.util.List;

/** The text of one task while it is drawn. */
final class Draft {
    final String node;
    private final List<String> lines = new ArrayList<>();
    private final List<String> last = new ArrayList<>(); // lines that come at the end
    private String name;
    private int registers;
    private int handles;
    private String pending = ""; // register of a get that nobody has waited for

    Draft(final String node) {
        this.node = node;
        name = node;
    }

    void numbered(final int number) {
        name = number == 0 ? node : node + "." + number;
    }

    String name() {
        return name;
    }

    String register() {
        return "r" + ++registers;
    }

    String handle() {
        return "h" + ++handles;
    }

    void add(final String line) {
        lines.add(line);
    }

    void addLast(final String line) {
        last.add(line);
    }

    int size() {
        return lines.size();
    }

    boolean has(final String line) {
        return lines.contains(line);
    }

    void insert(final int at, final String line) {
        lines.add(at, line);
    }

    void pending(final String register) {
        pending = register;
    }

    String pending() {
        return pending;
    }

    String text() {
        final StringBuilder out = new StringBuilder("program " + name + " {\n");
        lines.forEach(l -> out.append("  ").append(l).append('\n'));
        last.forEach(l -> out.append("  ").append(l).append('\n'));
        return out.append("}\n").toString();
    }
}
