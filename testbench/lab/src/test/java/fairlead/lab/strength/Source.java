// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.strength;

import fairlead.lab.strength.Token.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The tokens of one Chisel file, and the ends of its statements and expressions. */
final class Source {
    private static final Set<String> BREAKS = Set.of(
            "if",
            "else",
            "for",
            "yield",
            "val",
            "var",
            "def",
            "case",
            "new",
            "match",
            "private",
            "class",
            "object",
            "extends",
            "with",
            "override",
            "import",
            "package",
            "lazy",
            "type",
            "implicit",
            "return",
            "throw",
            "final",
            "trait",
            "protected",
            "sealed");
    private static final Set<String> STOPS = Set.of(",", ";", "=", ":=", "<>", "=>", "<-", ":", "<:", "+=", ":*");
    private static final Set<String> PARTS = Set.of("Mux", "U", "B", "asTypeOf", "_");

    private final List<Token> tokens;

    Source(final String text) {
        tokens = Token.of(text);
    }

    Token at(final int index) {
        return tokens.get(index);
    }

    /** Returns the number of tokens; the token after the last holds the end of the file. */
    int size() {
        return tokens.size() - 1;
    }

    boolean breaks(final int i) {
        return at(i).kind() == Kind.NAME && BREAKS.contains(at(i).text());
    }

    boolean stops(final int i) {
        return breaks(i) || STOPS.contains(at(i).text());
    }

    String text(final int from, final int to) {
        final StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append(i == from ? "" : at(i).before()).append(at(i).text());
        }
        return text.toString();
    }

    int next(final int from, final String text) {
        int i = from;
        while (!at(i).is(text)) {
            i++;
        }
        return i;
    }

    /**
     * Returns the end of the expression that begins at `from`: a comma or similar, or the end of a line that does not
     * continue.
     */
    int end(final int from, final int to) {
        int i = from;
        while (i < to) {
            if (i > from && (stops(i) || at(i).startsLine() && !goesOn(i))) {
                return i;
            }
            i = behind(i);
        }
        return to;
    }

    int comma(final int from, final int to) {
        int i = from;
        while (i < to && !at(i).is(",")) {
            i = behind(i);
        }
        return i;
    }

    int endOfLine(final int from, final int to) {
        int i = from + 1;
        while (i < to && !at(i).startsLine()) {
            i++;
        }
        return i;
    }

    /** Returns the next token, or the token after the bracket that opens at `i`. */
    int behind(final int i) {
        return at(i).partner() > i ? at(i).partner() + 1 : i + 1;
    }

    private boolean goesOn(final int i) {
        final boolean prefix = at(i).is("!") || at(i).is("~");
        return at(i).is(".")
                || at(i - 1).is(".")
                || at(i - 1).kind() == Kind.SYMBOL
                || at(i).kind() == Kind.SYMBOL && !prefix;
    }

    /** Returns the end of a name, or of a bracket, with the calls on it. */
    int afterPrimary(final int from, final int to) {
        int i = behind(from);
        while (i < to) {
            final boolean opens = at(i).kind() == Kind.BRACKET && at(i).partner() > i;
            if (at(i).is(".")) {
                i += 2;
            } else if (opens && (!at(i).startsLine() || at(i).is("("))) {
                i = behind(i);
            } else {
                return i;
            }
        }
        return i;
    }

    boolean isBundle(final int from, final int to) {
        for (int i = from; i < to && !at(i).is("{"); i++) {
            if (at(i).is("Bundle")) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether the expression is neither a constant nor composed of parts, because those have edits of their
     * own.
     */
    boolean isSimple(final int from, final int to) {
        for (int i = from; i < to; i++) {
            if (at(i).kind() == Kind.SYMBOL || PARTS.contains(at(i).text())) {
                return false;
            }
        }
        return to > from;
    }

    /**
     * Returns whether the expression has a placeholder that would mean another function within a further pair of
     * brackets.
     */
    boolean hasHole(final int from, final int to) {
        for (int i = from; i < to; i++) {
            if (at(i).is("_") && (depth(from, i) == 0 || isWhole(i))) {
                return true;
            }
        }
        return false;
    }

    private int depth(final int from, final int i) {
        int depth = 0;
        for (int k = from; k < i; k++) {
            depth += at(k).partner() > i ? 1 : 0;
        }
        return depth;
    }

    private boolean isWhole(final int i) {
        return (at(i - 1).is("(") || at(i - 1).is(","))
                && (at(i + 1).is(")") || at(i + 1).is(","));
    }

    /** Returns the registers and the wires with a default, which have a value when a statement is left out. */
    Set<String> kept() {
        final Set<String> kept = new HashSet<>();
        for (int i = 0; i + 3 < size(); i++) {
            final String made = at(i + 3).text();
            final boolean keeps = made.startsWith("Reg") || made.equals("WireDefault") || made.equals("perChannel");
            if (at(i).is("val") && at(i + 2).is("=") && keeps) {
                kept.add(at(i + 1).text());
            }
        }
        return kept;
    }
}
