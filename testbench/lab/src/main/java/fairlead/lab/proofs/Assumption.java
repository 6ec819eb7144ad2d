// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;

/**
 * An assumption of a proof, and the reason why it is true in the machine.
 *
 * @param id an assumed assertion, or {@code env:<harness>} for the limits that the environment of a harness has by
 *      construction
 * @param basis the kind of reason that makes the assumption true
 * @param because the reason, as a sentence
 * @param edges the properties on which the assumption rests
 * @param remains the part that no property shows; empty if all of it is shown
 */
record Assumption(String id, Basis basis, String because, List<Edge> edges, String remains) {
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

    /** Returns the reason and the properties as text for the table. */
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
