// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.List;
import java.util.Map;

/**
 * The part of a statement behind the word {@code dla}.
 *
 * @param verb allocation, end of the transaction or release
 * @param credits credits of an allocation, otherwise 0
 * @param flags scheme and priority of an allocation
 */
record DlaStatement(Verb verb, long credits, List<String> flags) {
    private static final int MOST_CREDITS = 65535;

    static DlaStatement read(final Line line, final Map<String, Long> values) {
        final String what = line.name("alloc, end or release");
        switch (what) {
            case "alloc" -> {
                final long credits = line.count("credits", MOST_CREDITS, values);
                final String scheme = line.name("cd or pr");
                if (!scheme.equals("cd") && !scheme.equals("pr")) {
                    throw line.unknown("scheme", scheme, List.of("cd", "pr"));
                }
                final boolean high = line.accept("high");
                return new DlaStatement(Verb.DLA_ALLOC, credits, high ? List.of(scheme, "high") : List.of(scheme));
            }
            case "end" -> {
                return new DlaStatement(Verb.DLA_END, 0, List.of());
            }
            case "release" -> {
                return new DlaStatement(Verb.DLA_RELEASE, 0, List.of());
            }
            default -> throw line.unknown("dla statement", what, List.of("alloc", "end", "release"));
        }
    }
}
