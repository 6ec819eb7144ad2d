// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

import java.util.List;

/**
 * Something that a proof takes as given, and what makes it true in the machine.
 *
 * @param id an assertion that is assumed, or {@code env:<harness>} for what the environment of a harness never does by the way it is written
 * @param basis what kind of thing makes it true
 * @param because the reason, as a sentence
 * @param edges properties that it rests on
 * @param remains what no property shows; empty when nothing
 */
record Assumption(String id, Basis basis, String because, List<Edge> edges, String remains) {
    /** What makes an assumption true. */
    enum Basis {
        /** Properties of other units, or of the same one. */
        PROPERTIES,
        /** A rule of the software or of the configuration; asserted at full size in simulation. */
        RULE,
        /** The size of the instance, not of the machine. */
        SIZE,
        /** Nothing: the environment does whatever the pins allow. */
        ANYTHING
    }

    /**
     * One property that an assumption rests on.
     *
     * @param property an assertion of the catalogue
     * @param step why the property is needed for an earlier cycle only; empty when the same cycle may count
     */
    record Edge(String property, String step) {
        boolean sameCycle() {
            return step.isEmpty();
        }
    }

    static Assumption by(final String id, final String because, final Edge... edges) {
        return new Assumption(id, Basis.PROPERTIES, because, List.of(edges), "");
    }

    static Assumption rule(final String id, final String because, final Edge... edges) {
        return new Assumption(id, Basis.RULE, because, List.of(edges), "");
    }

    static Assumption size(final String id, final String because) {
        return new Assumption(id, Basis.SIZE, because, List.of(), "");
    }

    static Assumption anything(final String harness) {
        return new Assumption(
                "env:" + harness, Basis.ANYTHING, "every pin may have any value in any cycle", List.of(), "");
    }

    Assumption but(final String open) {
        return new Assumption(id, basis, because, edges, open);
    }

    static Edge now(final String property) {
        return new Edge(property, "");
    }

    static Edge earlier(final String property, final String step) {
        return new Edge(property, step);
    }

    /** For the table. */
    String told() {
        final StringBuilder text = new StringBuilder(because);
        for (final Edge edge : edges) {
            text.append("; ").append(edge.property());
            if (!edge.sameCycle()) {
                text.append(" (earlier: ").append(edge.step()).append(')');
            }
        }
        return remains.isEmpty()
                ? text.toString()
                : text.append(". **Remains assumed:** ").append(remains).toString();
    }
}
