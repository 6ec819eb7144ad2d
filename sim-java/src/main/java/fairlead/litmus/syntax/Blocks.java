// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The lines of a file between `{` and `}`, with loops and conditions on constants, which are unrolled when a parser
 * plays a block.
 */
final class Blocks {
    private static final int MAX_REPEAT = 100_000;
    private static final int MAX_STATEMENTS = 200_000;
    private static final long MOST_WORK = 20_000_000;

    /**
     * A line of a block, and the block that it opens.
     *
     * @param block the block behind the line, or null for a statement
     */
    private record Item(Line line, Block block) {}

    /**
     * The lines behind a `{`.
     *
     * @param head line with the `{`
     * @param close line with the `}`, or null if there is none
     * @param otherwise block behind the `else {` of that line, or null
     */
    record Block(Line head, List<Item> items, Line close, Block otherwise) {
        private Line closed() {
            if (close == null) {
                throw head.error("the block has no }");
            }
            return close;
        }
    }

    private final List<Line> lines;
    private final Names names;
    private final Set<String> headers;
    private int next;
    private int statements;
    private int depth;
    private long work;

    /** @param headers words that begin a line outside of programs: a block before one of them is not closed */
    Blocks(List<Line> lines, Names names, Set<String> headers) {
        this.lines = lines;
        this.names = names;
        this.headers = headers;
    }

    /** Returns the next line of the file that is in no block, or null at the end. */
    Line next() {
        return next == lines.size() ? null : lines.get(next++);
    }

    /** Reads the block behind a line that ends with `{`. */
    Block read(Line head) {
        if (++depth > Line.DEEPEST) {
            throw head.error("blocks are nested more than " + Line.DEEPEST + " deep");
        }
        List<Item> items = new ArrayList<>();
        while (next < lines.size() && !headers.contains(lines.get(next).peek())) {
            Line line = lines.get(next++);
            if (line.peek().equals("}")) {
                depth--;
                return new Block(head, items, line, line.peek(1).equals("else") ? read(line) : null);
            }
            items.add(new Item(line, line.opens() ? read(line) : null));
        }
        depth--;
        return new Block(head, items, null, null);
    }

    /** Parses a block that has no `else`. */
    void whole(Block block, StatementParser parser, Map<String, Long> values) {
        play(block, parser, values);
        if (block.otherwise != null) {
            throw block.close.error("else has no if");
        }
    }

    private void play(Block block, StatementParser parser, Map<String, Long> values) {
        for (Item item : block.items) {
            statement(work(item.line).again(values), item.block, parser);
        }
        Line close = work(block.closed()).again(values);
        close.expect("}");
        if (close.accept("else")) {
            close.expect("{");
        }
        close.end();
    }

    private Line work(Line line) {
        work += line.length();
        if (work > MOST_WORK) {
            throw line.error("all repeats together have more than " + MOST_WORK + " characters");
        }
        return line;
    }

    private void statement(Line line, Block body, StatementParser parser) {
        switch (line.peek()) {
            case "repeat" -> repeat(line, body, parser);
            case "for" -> loop(line, body, parser);
            case "if" -> choice(line, body, parser);
            default -> {
                count(line);
                parser.statement(line);
            }
        }
    }

    /** Counts a statement or one round of a loop; a round counts because it takes time even without statements. */
    private void count(Line line) {
        if (++statements > MAX_STATEMENTS) {
            throw line.error("more than " + MAX_STATEMENTS + " statements and rounds of repeats");
        }
    }

    private void open(Line line) {
        line.expect("{");
        line.end();
    }

    /** `repeat N {` counts i from 0, `repeat N as v {` counts v. */
    private void repeat(Line line, Block body, StatementParser parser) {
        line.take();
        int count = line.count("repeat", MAX_REPEAT);
        String name = line.accept("as") ? names.variable(line) : "i";
        if (line.peek().equals("until") || line.peek().equals("while")) {
            decided(line, body, parser, name, count);
        } else {
            open(line);
            rounds(line, body, parser, name, 0, count);
        }
    }

    /** `for v in a..b {`, both included. */
    private void loop(Line line, Block body, StatementParser parser) {
        line.take();
        String name = names.variable(line);
        line.expect("in");
        int[] range = line.range("for", MAX_REPEAT);
        open(line);
        rounds(line, body, parser, name, range[0], range[1] - range[0] + 1);
    }

    /** Parses the block once for each round; a loop without rounds is checked and leaves nothing. */
    private void rounds(Line line, Block body, StatementParser parser, String name, int first, int count) {
        for (int round = 0; round < Math.max(1, count); round++) {
            count(line);
            whole(body, count == 0 ? parser.muted() : parser, with(line, name, (long) first + round));
        }
    }

    private static Map<String, Long> with(Line line, String name, long value) {
        Map<String, Long> inner = new HashMap<>(line.values);
        inner.put(name, value);
        return inner;
    }

    /**
     * `repeat N until rN OP VALUE {` has at least one round and at most N; `repeat N while ..` compares before each
     * round. A round is executed only if the comparison before it has let the loop go on, and so on for all N rounds.
     */
    private void decided(Line line, Block body, StatementParser parser, String name, int count) {
        boolean until = line.take().equals("until");
        if (count == 0) {
            throw line.error("repeat needs at least one round before " + (until ? "until" : "while"));
        }
        int condition = line.position();
        for (int round = 0; round < count; round++) {
            count(line);
            Map<String, Long> inner = with(line, name, round);
            Line test = line.again(inner);
            test.seek(condition);
            if (!until) {
                parser.state.enter(compared(test, parser, true));
            }
            whole(body, parser, inner);
            if (until && round + 1 < count) {
                parser.state.enter(compared(test, parser, false));
            } else if (until && count == 1) {
                compared(test, parser.muted(), false);
            }
        }
        for (int i = until ? 1 : 0; i < count; i++) {
            parser.state.leave(line);
        }
    }

    private String compared(Line line, StatementParser parser, boolean wanted) {
        String test = parser.test(line, wanted);
        open(line);
        return test;
    }

    /**
     * `if VALUE RELATION VALUE {`, with or without `} else {`. The branch that is not taken leaves nothing; it may
     * name nodes that there are not.
     */
    private void choice(Line line, Block body, StatementParser parser) {
        line.take();
        if (parser.isDecidedByRun(line)) {
            branches(line, body, parser);
            return;
        }
        long left = line.value();
        Relation relation = line.relation();
        boolean holds = relation.holds(left, line.value());
        open(line);
        count(line);
        Block otherwise = body.otherwise;
        if (holds) {
            play(body, parser, line.values);
        } else {
            body.closed();
        }
        if (otherwise != null && holds) {
            otherwise.closed();
        } else if (otherwise != null) {
            play(otherwise, parser, line.values);
        }
        single(otherwise);
    }

    private static void single(Block otherwise) {
        if (otherwise != null && otherwise.otherwise != null) {
            throw otherwise.head.error("a second else");
        }
    }

    /** `if rN OP VALUE {` or `if w OP VALUE {`: both branches stay, and the run decides which of them is executed. */
    private void branches(Line line, Block body, StatementParser parser) {
        count(line);
        if (body != null) {
            body.closed();
        }
        String then = compared(line, parser, true);
        Block otherwise = body.otherwise;
        String opposite = otherwise == null ? "" : parser.otherwise(line, then);
        parser.state.enter(then);
        play(body, parser, line.values);
        parser.state.leave(line);
        if (otherwise != null) {
            parser.state.enter(opposite);
            play(otherwise, parser, line.values);
            single(otherwise);
            parser.state.leave(otherwise.head);
        }
    }
}
