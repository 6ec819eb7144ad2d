// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An assumption of proofs and the reason why it is true in the machine. Assertions of a unit are also checked, at full
 * size, in every run of the lab library. A test checks the edges (AssumptionsTest).
 *
 * @param id an assumed assertion, or {@code env:<harness>} for the limits that the environment of a harness has by
 *      construction
 * @param basis the kind of reason that makes the assumption true
 * @param because the reason, as a sentence
 * @param edges the properties on which the assumption rests
 * @param remains the part that no property shows; empty if all of it is shown
 */
record Assumption(String id, Basis basis, String because, List<Edge> edges, String remains) {
    static final List<String> COLUMNS = List.of("id", "basis", "because", "rests", "remains");
    private static final Pattern EDGE = Pattern.compile("(\\w+)(?: \\(earlier: ([^;)]+)\\))?");

    /** The kind of reason that makes an assumption true. */
    enum Basis {
        /** Proved properties of other units or of the same unit. */
        PROPERTIES,
        /** A rule of the software or of the configuration, which simulation asserts at full size. */
        RULE,
        /** The size of the proved instance; the machine itself is larger. */
        SIZE,
        /** No reason is needed, because the environment does whatever the pins allow. */
        ANYTHING
    }

    /**
     * One property on which an assumption rests.
     *
     * @param property an assertion of the catalogue
     * @param step the reason why the property is needed only for an earlier cycle; empty if it may be needed for the
     *      same cycle
     */
    record Edge(String property, String step) {
        boolean sameCycle() {
            return step.isEmpty();
        }

        String text() {
            return sameCycle() ? property : property + " (earlier: " + step + ")";
        }
    }

    static Assumption of(final Table.Row row) {
        final String rests = row.text("rests");
        return new Assumption(
                row.match("id", "env:\\w+|[A-Z]+_[A-Z]\\d+"),
                row.choice("basis", Basis.class),
                row.match("because", ".+"),
                rests.isEmpty()
                        ? List.of()
                        : Arrays.stream(rests.split("; "))
                                .map(text -> edge(row, text))
                                .toList(),
                row.text("remains"));
    }

    private static Edge edge(final Table.Row row, final String text) {
        final Matcher m = EDGE.matcher(text);
        if (!m.matches()) {
            throw row.wrong("rests", "'" + text + "' is neither ID nor ID (earlier: reason)");
        }
        return new Edge(m.group(1), m.group(2) == null ? "" : m.group(2));
    }
}
