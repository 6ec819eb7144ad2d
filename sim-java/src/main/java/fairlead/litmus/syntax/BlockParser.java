// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Parses the statements between `{` and `}`, with loops and conditions on constants, which are unrolled here. */
final class BlockParser {
    private static final int MAX_REPEAT = 100_000;
    private static final int MAX_STATEMENTS = 200_000;
    private static final long MOST_WORK = 20_000_000;

    private final String file;
    private final List<Line> lines;
    private final Names names;
    private final Set<String> headers;
    private int next;
    private int statements;
    private int depth;
    private long work;

    /** @param headers words that begin a line outside of programs: a block before one of them is not closed */
    BlockParser(final String file, final List<Line> lines, final Names names, final Set<String> headers) {
        this.file = file;
        this.lines = lines;
        this.names = names;
        this.headers = headers;
    }

    /**
     * Parses the block that begins at a line and returns the index of the line behind its `}`.
     *
     * @param head line of the block's `{`, for messages
     * @param parser takes the statements
     * @param values constants and loop variables
     * @param from index of the first line of the block
     */
    int parse(final Line head, final StatementParser parser, final Map<String, Long> values, final int from) {
        whole(head, parser, values, from);
        return next;
    }

    /** Parses to the `}` of the block that begins at index `from` and returns "else" if `else {` follows it. */
    private String block(
            final Line head, final StatementParser parser, final Map<String, Long> values, final int from) {
        next = from;
        if (++depth > Line.DEEPEST) {
            throw head.error("blocks are nested more than " + Line.DEEPEST + " deep");
        }
        while (true) {
            if (next == lines.size()) {
                throw head.error("the block has no }");
            }
            final Line line = take();
            if (work > MOST_WORK) {
                throw line.error("all repeats together have more than " + MOST_WORK + " characters");
            }
            if (line.accept("}")) {
                depth--;
                final boolean otherwise = line.accept("else");
                if (otherwise) {
                    line.expect("{");
                }
                line.end();
                return otherwise ? "else" : "";
            }
            if (headers.contains(line.peek())) {
                throw head.error("the block has no }");
            }
            statement(line, parser, values);
        }
    }

    private Line take() {
        final Line raw = lines.get(next++);
        work += raw.length();
        return new Line(file, raw.number(), raw.rest());
    }

    private void statement(final Line line, final StatementParser parser, final Map<String, Long> values) {
        switch (line.peek()) {
            case "repeat" -> repeat(line, parser, values);
            case "for" -> loop(line, parser, values);
            case "if" -> choice(line, parser, values);
            default -> {
                count(line);
                parser.statement(line, values);
            }
        }
    }

    /** Counts a statement or one round of a loop; a round counts because it takes time even without statements. */
    private void count(final Line line) {
        if (++statements > MAX_STATEMENTS) {
            throw line.error("more than " + MAX_STATEMENTS + " statements and rounds of repeats");
        }
    }

    private void open(final Line line) {
        line.expect("{");
        line.end();
    }

    /** `repeat N {` counts i from 0, `repeat N as v {` counts v. */
    private void repeat(final Line line, final StatementParser parser, final Map<String, Long> values) {
        line.take();
        final int count = line.count("repeat", MAX_REPEAT, values);
        final String name = line.accept("as") ? names.variable(line, values) : "i";
        if (line.peek().equals("until") || line.peek().equals("while")) {
            decided(line, parser, values, name, count);
            return;
        }
        open(line);
        rounds(line, parser, values, name, 0, count);
    }

    /**
     * `repeat N until rN OP VALUE {` has at least one round and at most N; `repeat N while ..` compares before each
     * round. A round is executed only if the comparison before it has let the loop go on, and so on for all N rounds.
     */
    private void decided(
            final Line line,
            final StatementParser parser,
            final Map<String, Long> values,
            final String name,
            final int count) {
        final boolean until = line.take().equals("until");
        if (count == 0) {
            throw line.error("repeat needs at least one round before " + (until ? "until" : "while"));
        }
        final int condition = line.position();
        final int body = next;
        int entered = 0;
        for (int round = 0; round < count; round++) {
            count(line);
            final Map<String, Long> inner = new HashMap<>(values);
            inner.put(name, (long) round);
            if (!until) {
                parser.enter(compared(line, parser, inner, condition, true));
                entered++;
            }
            whole(line, parser, inner, body);
            if (until && round + 1 < count) {
                parser.enter(compared(line, parser, inner, condition, false));
                entered++;
            } else if (until && count == 1) {
                compared(line, parser.muted(), inner, condition, false);
            }
        }
        for (int i = 0; i < entered; i++) {
            parser.leave(line);
        }
    }

    /** Adds the test of the comparison at a position of the line, behind which the block opens. */
    private String compared(
            final Line line,
            final StatementParser parser,
            final Map<String, Long> values,
            final int position,
            final boolean wanted) {
        line.seek(position);
        final String test = parser.test(line, values, wanted);
        open(line);
        return test;
    }

    /** `for v in a..b {`, both included. */
    private void loop(final Line line, final StatementParser parser, final Map<String, Long> values) {
        line.take();
        final String name = names.variable(line, values);
        line.expect("in");
        final int[] range = line.range("for", MAX_REPEAT, values);
        open(line);
        rounds(line, parser, values, name, range[0], range[1] - range[0] + 1);
    }

    /** Parses the block behind the line once for each round; a loop without rounds is checked and leaves nothing. */
    private void rounds(
            final Line line,
            final StatementParser parser,
            final Map<String, Long> values,
            final String name,
            final int first,
            final int count) {
        final int body = next;
        for (int round = 0; round < Math.max(1, count); round++) {
            count(line);
            final Map<String, Long> inner = new HashMap<>(values);
            inner.put(name, (long) first + round);
            whole(line, count == 0 ? parser.muted() : parser, inner, body);
        }
    }

    private void whole(final Line line, final StatementParser parser, final Map<String, Long> values, final int from) {
        if (!block(line, parser, values, from).isEmpty()) {
            throw lines.get(next - 1).error("else has no if");
        }
    }

    /** `if VALUE RELATION VALUE {`, with `} else {` behind it or not; the branch that is not taken leaves nothing. */
    private void choice(final Line line, final StatementParser parser, final Map<String, Long> values) {
        line.take();
        if (parser.isDecidedByRun(line, values)) {
            branches(line, parser, values);
            return;
        }
        final long left = line.value(values);
        final Relation relation = line.relation();
        final boolean holds = relation.holds(left, line.value(values));
        open(line);
        count(line);
        final String then = branch(line, parser, values, holds);
        if (then.equals("else")) {
            final Line otherwise = lines.get(next - 1);
            if (!branch(otherwise, parser, values, !holds).isEmpty()) {
                throw otherwise.error("a second else");
            }
        }
    }

    /** `if rN OP VALUE {` or `if w OP VALUE {`: both branches stay, and the run decides which of them is executed. */
    private void branches(final Line line, final StatementParser parser, final Map<String, Long> values) {
        final int condition = line.position();
        count(line);
        final int body = next;
        final boolean hasElse = skip(line).equals("else");
        next = body;
        final String then = compared(line, parser, values, condition, true);
        final String otherwise = hasElse ? parser.otherwise(line, then) : "";
        parser.enter(then);
        block(line, parser, values, body);
        parser.leave(line);
        if (hasElse) {
            final Line head = lines.get(next - 1);
            parser.enter(otherwise);
            if (!block(head, parser, values, next).isEmpty()) {
                throw head.error("a second else");
            }
            parser.leave(head);
        }
    }

    /** A branch that is not taken may name nodes that there are not, so only its end is looked for. */
    private String branch(
            final Line line, final StatementParser parser, final Map<String, Long> values, final boolean taken) {
        return taken ? block(line, parser, values, next) : skip(line);
    }

    private String skip(final Line head) {
        int open = 1;
        while (next < lines.size()) {
            final boolean opens = lines.get(next).rest().endsWith("{");
            final Line line = take();
            if (headers.contains(line.peek())) {
                break;
            }
            if (line.accept("}") && --open == 0) {
                return line.accept("else") ? "else" : "";
            }
            if (opens) {
                open++;
            }
        }
        throw head.error("the block has no }");
    }
}
