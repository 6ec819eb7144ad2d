// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.strength;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;

/** Numbers the edits of one file, and writes those that are chosen. */
final class Edits {
    private final String file;
    private final int first;
    private final IntPredicate chosen;
    private final List<Edit> all = new ArrayList<>();

    /** @param first number of the first edit */
    Edits(final String file, final int first, final IntPredicate chosen) {
        this.file = file;
        this.first = first;
        this.chosen = chosen;
    }

    List<Edit> all() {
        return all;
    }

    /** Returns the number of a new edit, or -1 if it is not chosen. */
    int add(final int line, final String from, final String to) {
        final int id = first + all.size();
        all.add(new Edit(id, file, line, flat(from), flat(to)));
        return chosen.test(id) ? id : -1;
    }

    private static String flat(final String text) {
        return text.replaceAll("\\s*//[^\n]*", "").replaceAll("\\s+", " ").trim();
    }

    private static String with(final String function, final String x) {
        return function.replaceAll("\\bx\\b", Matcher.quoteReplacement(x));
    }

    /**
     * Returns x with its edits: `same` is the form without an edit, each of `others` is an edit, `operand` is x with
     * edits of its own, and `original` is x as it was.
     */
    String one(final int line, final String operand, final String original, final String same, final String... others) {
        final StringBuilder chain = new StringBuilder();
        for (final String other : others) {
            final int id = add(line, with(same, original), with(other, original));
            if (id >= 0) {
                chain.append("(").append(id).append(", x => ").append(other).append(")");
            }
        }
        return chain.isEmpty() ? with(same, operand) : "Mut.one(" + operand + ")(x => " + same + ")" + chain + ".end";
    }

    /** Does the same for two operands, l and r. */
    String two(
            final int line,
            final String[] written,
            final String[] original,
            final String operator,
            final List<String> others) {
        final StringBuilder chain = new StringBuilder();
        final String from = original[0] + " " + operator + " " + original[1];
        for (final String other : others) {
            final String shown = other.replaceAll("\\bl\\b", "\u0001")
                    .replaceAll("\\br\\b", "\u0002")
                    .replace("\u0001", original[0])
                    .replace("\u0002", original[1]);
            final int id = add(line, from, shown);
            if (id >= 0) {
                chain.append("(")
                        .append(id)
                        .append(", (l, r) => ")
                        .append(other)
                        .append(")");
            }
        }
        return chain.isEmpty()
                ? written[2]
                : "Mut.two(" + written[0] + ", " + written[1] + ")((l, r) => l " + operator + " r)" + chain + ".end";
    }
}
