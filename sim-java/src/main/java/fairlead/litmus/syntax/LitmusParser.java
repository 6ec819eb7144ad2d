// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.scenario.InputText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Parses the text of a litmus test. Errors are BadInput with `file:line`. */
public final class LitmusParser {
    public static final long LIMIT = 200_000;

    private static final int MAX_INDEX = 4095;
    private static final List<String> ORDER =
            List.of("litmus", "doc", "let", "nodes", "words", "init", "limit", "axes", "program");
    private static final List<String> MANY = List.of("let", "words", "init", "program");

    private final String file;
    private final List<Line> lines = new ArrayList<>();
    private final Names names;
    private final Declarations declarations;
    private final BlockParser blocks;
    private final List<Task> tasks = new ArrayList<>();
    private final List<Claim> claims = new ArrayList<>();
    private final Map<String, String> labels = new HashMap<>();
    private String name;
    private String doc = "";
    private long limit = LIMIT;
    private int next;
    private Map<String, List<String>> axes = Map.of();

    private LitmusParser(final String file, final String text, final long size) {
        this.file = file;
        names = new Names(size);
        declarations = new Declarations(names);
        final String[] raw = text.split("\\R", -1);
        for (int i = 0; i < raw.length; i++) {
            final String bare = withoutComment(raw[i]);
            if (!bare.isBlank()) {
                // the name and the doc of the test are free text
                final String first = bare.strip();
                if (first.startsWith("litmus ") && name == null) {
                    name = first.substring(7).strip();
                    lines.add(new Line(file, i + 1, "litmus"));
                } else if (first.startsWith("doc ")) {
                    doc = unquoted(i + 1, first.substring(4).strip());
                    lines.add(new Line(file, i + 1, "doc"));
                } else {
                    lines.add(new Line(file, i + 1, bare));
                }
            }
        }
        blocks = new BlockParser(file, lines, names, Set.copyOf(ORDER));
    }

    /**
     * Parses a test.
     *
     * @param file name for error messages
     * @param size value of the axis `size`, in words
     */
    public static LitmusTest parse(final String file, final String text, final long size) {
        return new LitmusParser(file, text, size).parse();
    }

    public static LitmusTest read(final Path file, final long size) {
        return parse(file.toString(), InputText.of(file), size);
    }

    private static String withoutComment(final String line) {
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            if (line.charAt(i) == '"') {
                quoted = !quoted;
            } else if (line.charAt(i) == '#' && !quoted) {
                return line.substring(0, i);
            }
        }
        return line;
    }

    private String unquoted(final int line, final String text) {
        if (text.length() < 2 || !text.startsWith("\"") || !text.endsWith("\"")) {
            throw Line.error(file, line, "doc needs a text in quotes");
        }
        return text.substring(1, text.length() - 1);
    }

    // ---- the file

    private LitmusTest parse() {
        int stage = -1;
        while (next < lines.size()) {
            final Line line = lines.get(next++);
            final String word = line.take();
            if (word.equals("forbidden") || word.equals("seen")) {
                claim(line, word.equals("forbidden"));
                continue;
            }
            final int now = ORDER.indexOf(word);
            if (now < 0) {
                final List<String> known = new ArrayList<>(ORDER);
                known.addAll(List.of("forbidden", "seen"));
                throw line.unknown("statement", word, known);
            }
            if (!claims.isEmpty() || now < stage || now == stage && !MANY.contains(word)) {
                throw line.error(
                        "'" + word + "' comes too late: the order is " + String.join(", ", ORDER) + ", conditions");
            }
            if (stage < 0 && now != 0) {
                throw line.error("the file must begin with 'litmus NAME'");
            }
            stage = now;
            header(word, line);
        }
        finish();
        return new LitmusTest(
                file,
                name,
                doc,
                names.nodes(),
                names.words(),
                declarations.initial(),
                limit,
                axes,
                List.copyOf(tasks),
                List.copyOf(claims));
    }

    private void header(final String word, final Line line) {
        switch (word) {
            case "litmus" -> {
                if (name == null || !name.matches("[A-Za-z][A-Za-z0-9_+.-]*")) {
                    throw line.error("litmus needs a name of letters, digits and _ + - .");
                }
            }
            case "doc" -> {}
            case "let" -> declarations.let(line);
            case "nodes" -> declarations.nodes(line);
            case "words" -> declarations.words(line);
            case "init" -> declarations.init(line);
            case "axes" -> axes = ConditionParser.axes(line);
            case "limit" -> {
                limit = line.value(names.constants());
                if (limit < 1 || limit > 100_000_000) {
                    throw line.error("limit must be 1 to 100000000 cycles: " + Long.toUnsignedString(limit));
                }
                line.end();
            }
            default -> program(line);
        }
    }

    private void finish() {
        final Line last = lines.isEmpty() ? new Line(file, 1, "") : lines.get(lines.size() - 1);
        if (name == null) {
            throw Line.error(file, 1, "the file must begin with 'litmus NAME'");
        }
        if (tasks.isEmpty()) {
            throw last.error("no program");
        }
        for (final Task task : tasks) {
            if (task.number()
                    >= tasks.stream().filter(t -> t.node().equals(task.node())).count()) {
                throw Line.error(
                        file, task.line(), "program " + task.name() + ": the tasks of " + task.node() + " have gaps");
            }
        }
        barriers();
        CollectiveStatement.check(file, tasks);
        tasks.forEach(this::allocations);
        Locks.check(file, tasks, claims, declarations.initial());
    }

    private void allocations(final Task task) {
        boolean allocates = false;
        for (final Statement s : task.statements()) {
            allocates |= s.verb() == Verb.DLA_ALLOC;
            if (!allocates && (s.verb() == Verb.DLA_END || s.verb() == Verb.DLA_RELEASE)) {
                throw Line.error(file, s.line(), "no dla alloc before it in " + task.name());
            }
        }
    }

    private void barriers() {
        final Task first = tasks.get(0);
        for (final Task task : tasks) {
            if (barriers(first) != barriers(task)) {
                throw Line.error(
                        file,
                        task.line(),
                        "unequal barriers: " + first.name() + " has " + barriers(first) + ", " + task.name() + " has "
                                + barriers(task));
            }
        }
    }

    private static long barriers(final Task task) {
        return task.statements().stream().filter(s -> s.verb() == Verb.BARRIER).count();
    }

    /** Reads `program A {`, `program A.1 {`, `program n[2] {` or `program n[k in a..b] {`, which is one for each k. */
    private void program(final Line line) {
        if (names.nodes().isEmpty()) {
            throw line.error("no nodes are declared");
        }
        final Map<String, Long> values = names.constants();
        if (!names.isArray(line.peek()) || !line.peek(3).equals("in")) {
            next = single(line, names.node(line, values), values);
            return;
        }
        final String base = line.peek();
        line.seek(line.position() + 2);
        final String variable = names.variable(line, values);
        line.expect("in");
        final int[] range = line.range("index of " + base, MAX_INDEX, values);
        line.expect("]");
        if (range[1] < range[0]) {
            throw line.error(base + "[" + range[0] + ".." + range[1] + "] has no node");
        }
        final int behind = line.position();
        int end = next;
        for (int k = range[0]; k <= range[1]; k++) {
            final Map<String, Long> inner = new HashMap<>(values);
            inner.put(variable, (long) k);
            line.seek(behind);
            end = single(line, names.element(line, base, k), inner);
        }
        next = end;
    }

    /** Parses the program of one task and returns the index of the line behind it. */
    private int single(final Line line, final String node, final Map<String, Long> values) {
        final int number = line.accept(".") ? line.count("task", 15, values) : 0;
        line.expect("{");
        line.end();
        final Task task = new Task(node, number, new ArrayList<>(), line.number());
        if (tasks.stream().anyMatch(t -> t.node().equals(node) && t.number() == task.number())) {
            throw line.error("program " + task.name() + " is given twice");
        }
        final StatementParser parser = new StatementParser(names, task.statements(), labels, task.name());
        final int end = blocks.parse(line, parser, values, next);
        parser.finish();
        tasks.add(task);
        return end;
    }

    private void claim(final Line line, final boolean forbidden) {
        if (tasks.isEmpty()) {
            throw line.error("conditions come behind the programs");
        }
        claims.add(new ConditionParser(line, names, tasks, labels).claim(forbidden));
    }
}
