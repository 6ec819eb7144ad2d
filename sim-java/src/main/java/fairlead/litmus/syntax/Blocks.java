// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.program.Comparison;
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
     * @param block the block after the line, or null for a statement
     */
    private record Item(Line line, Block block) {}

    /**
     * The lines after a `{`.
     *
     * @param head line with the `{`
     * @param close line with the `}`, or null if there is none
     * @param otherwise block after the `else {` of that line, or null
     */
    record Block(Line head, List<Item> items, Line close, Block otherwise) {
        private Line closed() {
            head.refuse(close == null, () -> "the block has no }");
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

    /** Reads the block after a line that ends with `{`. */
    Block read(Line head) {
        head.refuse(++depth > Line.DEEPEST, () -> "blocks are nested more than " + Line.DEEPEST + " deep");
        List<Item> items = new ArrayList<>();
        Line close = null;
        Block otherwise = null;
        while (close == null
                && next < lines.size()
                && !headers.contains(lines.get(next).peek())) {
            Line line = lines.get(next++);
            if (line.peek().equals("}")) {
                depth--;
                close = line;
                otherwise = line.peek(1).equals("else") ? read(line) : null;
            } else {
                items.add(new Item(line, line.opens() ? read(line) : null));
            }
        }
        depth -= close == null ? 1 : 0;
        return new Block(head, items, close, otherwise);
    }

    /** Parses a block that has no `else`. */
    void whole(Block block, StatementParser parser, Map<String, Long> values) {
        play(block, true, parser, values);
        block.close.refuse(block.otherwise != null, () -> "else has no if");
    }

    /** @param taken false if it is known that the block is not executed, and only its end is checked */
    private void play(Block block, boolean taken, StatementParser parser, Map<String, Long> values) {
        if (!taken) {
            block.closed();
            return;
        }
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
        line.refuse(work > MOST_WORK, () -> "all repeats together have more than " + MOST_WORK + " characters");
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
        line.refuse(
                ++statements > MAX_STATEMENTS,
                () -> "more than " + MAX_STATEMENTS + " statements and rounds of repeats");
    }

    private static void open(Line line) {
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
            whole(body, count == 0 ? parser.muted() : parser, with(line.values, name, (long) first + round));
        }
    }

    static Map<String, Long> with(Map<String, Long> values, String name, long value) {
        Map<String, Long> inner = new HashMap<>(values);
        inner.put(name, value);
        return inner;
    }

    /**
     * `repeat N until rN OP VALUE {` has at least one round and at most N; `repeat N while ..` compares before each
     * round. A round is executed only if the comparison before it has let the loop go on, and so on for all N rounds.
     */
    private void decided(Line line, Block body, StatementParser parser, String name, int count) {
        String word = line.take();
        boolean until = word.equals("until");
        line.refuse(count == 0, () -> "repeat needs at least one round before " + word);
        int condition = line.position();
        for (int round = 0; round < count; round++) {
            count(line);
            Map<String, Long> inner = with(line.values, name, round);
            Line test = line.again(inner);
            test.seek(condition);
            if (!until) {
                parser.enter(compared(test, parser, true));
            }
            whole(body, parser, inner);
            if (until && round + 1 < count) {
                parser.enter(compared(test, parser, false));
            } else if (until && count == 1) {
                compared(test, parser.muted(), false);
            }
        }
        for (int i = until ? 1 : 0; i < count; i++) {
            parser.leave(line);
        }
    }

    private static String compared(Line line, StatementParser parser, boolean wanted) {
        String test = parser.test(line, wanted);
        open(line);
        return test;
    }

    /**
     * `if VALUE RELATION VALUE {`, with or without `} else {`. The branch that is not taken leaves nothing; it may
     * name nodes that there are not. The run decides `if rN OP VALUE {` and `if w OP VALUE {`: then both branches stay.
     */
    private void choice(Line line, Block body, StatementParser parser) {
        line.take();
        boolean run = parser.isDecidedByRun(line);
        String then = null;
        String opposite = null;
        boolean holds = run;
        if (run) {
            count(line);
            if (body != null) {
                body.closed();
            }
            then = compared(line, parser, true);
            opposite = body.otherwise == null ? null : parser.otherwise(line, then);
        } else {
            long left = line.value();
            Comparison relation = line.relation();
            holds = relation.holds(left, line.value());
            open(line);
            count(line);
        }
        Block otherwise = body.otherwise;
        branch(then, body, holds, parser, line, false);
        if (otherwise != null) {
            branch(opposite, otherwise, run || !holds, parser, line, true);
        }
    }

    /** @param test register that decides in a run, or null */
    private void branch(String test, Block block, boolean taken, StatementParser parser, Line line, boolean isElse) {
        if (test != null) {
            parser.enter(test);
        }
        play(block, taken, parser, line.values);
        block.head.refuse(isElse && block.otherwise != null, () -> "a second else");
        if (test != null) {
            parser.leave(block.head);
        }
    }
}
