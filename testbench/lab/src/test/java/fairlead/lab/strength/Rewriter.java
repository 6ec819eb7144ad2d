// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.strength;

import fairlead.lab.strength.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes edits into a Chisel source, each behind a bit that is chosen at run time: `a && b` becomes `Mut.two(a, b)((l,
 * r) => l && r)(7, (l, r) => l || r).end`.
 *
 * <p>The edits are: another operator, or one operand alone; a condition inverted or constant; a constant with its
 * lowest bit inverted; zero in place of a branch, of an operand of a concatenation or of a whole right side; a
 * statement left out; orR replaced by andR; another element of a vector. Elaboration finds out which expressions are
 * not hardware (Mut.scala).
 */
final class Rewriter {
    private static final Set<String> CONDITIONAL = Set.of("when", "elsewhen", "Mux");
    private static final Set<String> NUMBERED = Set.of(
            "take", "drop", "max", "min", "grouped", "pad", "head", "tail", "fill", "padTo", "dropRight", "takeRight");
    private static final Map<String, String> KEEPS_WIDTH = Map.of("RegInit", "Mut.register", "WireDefault", "Mut.wire");
    private static final String BY_RANK = "|^&=<:+*";
    private static final int HIGHEST = 9;
    private static final Map<String, List<String>> OTHERS = Map.ofEntries(
            Map.entry("&&", List.of("l || r", "l", "r")),
            Map.entry("||", List.of("l && r", "l", "r")),
            Map.entry("&", List.of("l | r", "l", "r")),
            Map.entry("|", List.of("l & r", "l", "r")),
            Map.entry("^", List.of("l & r", "l")),
            Map.entry("===", List.of("l =/= r", "Mut.yes")),
            Map.entry("=/=", List.of("l === r", "Mut.yes")),
            Map.entry("<", List.of("l <= r", "l > r")),
            Map.entry("<=", List.of("l < r", "l >= r")),
            Map.entry(">", List.of("l >= r", "l < r")),
            Map.entry(">=", List.of("l > r", "l <= r")),
            Map.entry("+", List.of("l - r", "l")),
            Map.entry("-", List.of("l + r", "l")),
            Map.entry("+%", List.of("l -% r", "l")),
            Map.entry("-%", List.of("l +% r", "l")),
            Map.entry("+&", List.of("l -& r", "l")),
            Map.entry("##", List.of("l ## Mut.zero(r)", "Mut.zero(l) ## r")));

    private final Source source;
    private final Edits edits;
    private final Set<String> kept;

    Rewriter(final Source source, final Edits edits) {
        this.source = source;
        this.edits = edits;
        kept = source.kept();
    }

    String text() {
        return block(0, source.size()) + source.at(source.size()).before();
    }

    // ---- statements and lists

    /** Rewrites everything between two brackets, or a whole file. */
    private String block(final int from, final int to) {
        final StringBuilder out = new StringBuilder();
        int i = from;
        while (i < to) {
            out.append(source.at(i).before());
            final int as = unchanged(i, to);
            if (as > i) {
                out.append(source.text(i, as));
                i = as;
            } else if (source.stops(i)) {
                out.append(source.at(i).text());
                i++;
                if (source.at(i - 1).is("if") && source.at(i).is("(")) {
                    out.append(source.at(i).before()).append(group(i));
                    i = source.behind(i);
                }
            } else {
                final int end = source.end(i, to);
                final boolean assigns = end < to && source.at(end).is(":=");
                final int last = assigns ? source.end(end + 1, to) : end;
                out.append(assigns ? assignment(i, end, last) : expression(i, end));
                i = last;
            }
        }
        return out.toString();
    }

    /**
     * Returns the end of a part without edits that begins here (an assertion, an import, a bundle, a connection of
     * whole ports), or `i`.
     */
    private int unchanged(final int i, final int to) {
        final Token token = source.at(i);
        final boolean assertions = token.is("layer") && source.at(i + 1).is(".");
        if (assertions || token.is("class") && source.isBundle(i, to)) {
            return source.behind(source.next(i, "{"));
        }
        if (token.is("import") || token.is("package")) {
            return source.endOfLine(i, to);
        }
        final int end = source.stops(i) ? i : source.end(i, to);
        return end > i && end < to && source.at(end).is("<>") ? source.end(end + 1, to) : i;
    }

    private String assignment(final int from, final int middle, final int to) {
        final int line = source.at(middle + 1).line();
        final String plain = expression(middle + 1, to);
        final String right = source.isSimple(middle + 1, to)
                ? edits.one(line, plain, source.text(middle + 1, to), "x", "Mut.zero(x)")
                : plain;
        final String statement = source.text(from, middle)
                + source.at(middle).before()
                + ":="
                + source.at(middle + 1).before()
                + right;
        if (!kept.contains(source.at(from).text())) {
            return statement;
        }
        final int id = edits.add(source.at(from).line(), source.text(from, to), "");
        return id < 0 ? statement : "Mut.but(" + id + ") { " + statement + " }";
    }

    // ---- expressions

    private static int rank(final String operator) {
        final char first = operator.charAt(0);
        final char like =
                first == '!' ? '=' : first == '>' ? '<' : first == '-' ? '+' : "/%".indexOf(first) >= 0 ? '*' : first;
        final int rank = BY_RANK.indexOf(like);
        return Character.isLetter(first) ? -1 : rank < 0 ? HIGHEST : rank;
    }

    /** The operands of an expression and the operators between them; an operand is the range [from, to). */
    private record Infix(List<int[]> operands, List<Integer> operators) {}

    private Infix infix(final int from, final int to) {
        final Infix parts = new Infix(new ArrayList<>(), new ArrayList<>());
        int i = from;
        while (i < to) {
            final int start = i;
            while (i < to
                    && (source.at(i).is("!")
                            || source.at(i).is("~")
                            || source.at(i).is("-"))) {
                i++;
            }
            if (i >= to || source.at(i).kind() == Kind.SYMBOL) {
                return null;
            }
            i = source.afterPrimary(i, to);
            parts.operands.add(new int[] {start, i});
            if (i < to) {
                if (source.at(i).kind() != Kind.SYMBOL && source.at(i).kind() != Kind.NAME) {
                    return null;
                }
                parts.operators.add(i);
                i++;
            }
        }
        return parts.operands.size() == parts.operators.size() + 1 ? parts : null;
    }

    private String expression(final int from, final int to) {
        if (from >= to) {
            return "";
        }
        final Infix parts = infix(from, to);
        return parts == null ? groups(from, to) : tree(parts, 0, parts.operands.size() - 1);
    }

    private String tree(final Infix parts, final int first, final int last) {
        final int from = parts.operands.get(first)[0];
        final int to = parts.operands.get(last)[1];
        if (first == last) {
            return operand(from, to);
        }
        int split = first;
        for (int i = first; i < last; i++) {
            if (rank(operator(parts, i)) <= rank(operator(parts, split))) {
                split = i;
            }
        }
        final int at = parts.operators.get(split);
        final String operator = operator(parts, split);
        final String left = tree(parts, first, split);
        final String right = tree(parts, split + 1, last);
        final String plain =
                left + source.at(at).before() + operator + source.at(at + 1).before() + right;
        if (!OTHERS.containsKey(operator)) {
            return plain;
        }
        final String[] original = {source.text(from, at), source.text(at + 1, to)};
        final int line = source.at(at).line();
        if (original[0].equals("_") && original[1].equals("_")) {
            final List<String> other = OTHERS.get(operator).subList(0, 1);
            final String two = edits.two(line, new String[] {"p", "q", ""}, original, operator, other);
            return two.isEmpty() ? plain : "(p, q) => " + two;
        }
        return source.hasHole(from, to)
                ? plain
                : edits.two(line, new String[] {left, right, plain}, original, operator, OTHERS.get(operator));
    }

    private String operator(final Infix parts, final int i) {
        return source.at(parts.operators.get(i)).text();
    }

    private String operand(final int from, final int to) {
        final Token first = source.at(from);
        if (first.is("-")) {
            return "-" + operand(from + 1, to);
        }
        if (!first.is("!") && !first.is("~")) {
            return suffixed(from, to);
        }
        final String rest = operand(from + 1, to);
        return source.hasHole(from, to)
                ? first.text() + rest
                : edits.one(first.line(), rest, source.text(from + 1, to), first.text() + "x", "x");
    }

    /** Rewrites a name or bracket together with the calls on it. */
    private String suffixed(final int from, final int to) {
        final boolean hole = source.hasHole(from, to);
        int i = source.behind(from);
        String text = i > from + 1 ? group(from) : source.at(from).text();
        while (i < to) {
            final Token token = source.at(i);
            final String name = source.at(i + 1).text();
            if (token.is("[")) {
                text += token.before() + source.text(i, source.behind(i));
                i = source.behind(i);
            } else if (!token.is(".")) {
                text = called(from, i, text, hole);
                i = source.behind(i);
            } else if (!hole && (name.equals("orR") || name.equals("andR"))) {
                final String other = name.equals("orR") ? "x.andR" : "x.orR";
                text = edits.one(token.line(), text, source.text(from, i), "x." + name, other);
                i += 2;
            } else if (!hole && (name.equals("U") || name.equals("B"))) {
                final int end = i + 2 < to && source.at(i + 2).is("(") ? source.behind(i + 2) : i + 2;
                final String other = name.equals("U") ? "Mut.off(x)" : "!x";
                text = edits.one(token.line(), text + source.text(i, end), source.text(from, end), "x", other);
                i = end;
            } else {
                text += token.before() + "." + source.at(i + 1).before() + name;
                i += 2;
            }
        }
        return text;
    }

    /** Returns `text` followed by the bracket at `i`. */
    private String called(final int from, final int i, final String text, final boolean hole) {
        final Token open = source.at(i);
        final int end = open.partner();
        final String name = source.at(i - 1).text();
        if (open.is("(") && (CONDITIONAL.contains(name) || name.equals("Cat"))) {
            return text + open.before() + "(" + arguments(name, i + 1, end)
                    + source.at(end).before() + ")";
        }
        final boolean place =
                open.is("(") && end == i + 2 && source.at(i + 1).text().matches("\\d+");
        if (place && !hole && !NUMBERED.contains(name) && !Character.isUpperCase(name.charAt(0))) {
            final int number = Integer.parseInt(source.at(i + 1).text());
            final String other = "x(" + (number == 0 ? 1 : number - 1) + ")";
            return edits.one(open.line(), text, source.text(from, i), "x(" + number + ")", other);
        }
        final String inner = group(i);
        final boolean changed = inner.contains("Mut.one(") && source.comma(i + 1, end) == end && from == i - 1;
        return (changed ? KEEPS_WIDTH.getOrDefault(name, text) : text) + open.before() + inner;
    }

    /** Rewrites the arguments of when, Mux and Cat. */
    private String arguments(final String name, final int from, final int to) {
        final StringBuilder out = new StringBuilder();
        int i = from;
        while (i < to) {
            final int end = source.comma(i, to);
            final boolean plain = source.end(i, to) == end;
            final String text = plain
                    ? expression(i, end)
                    : block(i, end).substring(source.at(i).before().length());
            final String original = source.text(i, end);
            final int line = source.at(i).line();
            out.append(source.at(i).before());
            if (!plain || source.hasHole(i, end) || source.at(end - 1).is("*")) {
                out.append(text);
            } else if (i == from && CONDITIONAL.contains(name)) {
                out.append(edits.one(line, text, original, "x", "!x", "Mut.yes", "Mut.no"));
            } else if (source.isSimple(i, end) && (i > from || end < to)) {
                out.append(edits.one(line, text, original, "x", "Mut.zero(x)"));
            } else {
                out.append(text);
            }
            if (end < to) {
                out.append(source.at(end).before()).append(",");
            }
            i = end + 1;
        }
        return out.toString();
    }

    private String group(final int open) {
        final Token token = source.at(open);
        final Token close = source.at(token.partner());
        final String inner = token.is("[") ? source.text(open + 1, token.partner()) : block(open + 1, token.partner());
        return token.text() + inner + close.before() + close.text();
    }

    /** Rewrites text that is not a plain expression, including the contents of its brackets. */
    private String groups(final int from, final int to) {
        final StringBuilder out = new StringBuilder();
        for (int i = from; i < to; i = source.behind(i)) {
            out.append(i == from ? "" : source.at(i).before());
            out.append(source.at(i).partner() > i ? group(i) : source.at(i).text());
        }
        return out.toString();
    }
}
