// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.scenario.InputText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Parses the text of a litmus test. Errors are BadInput with `file:line`. */
public final class LitmusParser {
    public static final long LIMIT = 200_000;

    private static final int MAX_REPEAT = 100_000;
    private static final int MAX_STATEMENTS = 200_000;
    private static final long MOST_WORK = 20_000_000;
    private static final int MAX_RANK = 4095;
    private static final List<String> ORDER = List.of("litmus", "doc", "nodes", "words", "init", "limit", "program");

    private final String file;
    private final List<Line> lines = new ArrayList<>();
    private final Names names;
    private final Map<String, Long> initial = new TreeMap<>();
    private final List<Task> tasks = new ArrayList<>();
    private final List<Claim> claims = new ArrayList<>();
    private final Map<String, String> labels = new HashMap<>();
    private String name;
    private String doc = "";
    private long limit = LIMIT;
    private int next;
    private int statements;
    private int depth;
    private long work;

    private LitmusParser(final String file, final String text, final long size) {
        this.file = file;
        names = new Names(size);
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
            if (!claims.isEmpty() || now < stage || now == stage && now < ORDER.indexOf("words")) {
                throw line.error("'" + word
                        + "' comes too late: the order is litmus, doc, nodes, words, init, limit, program, conditions");
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
                Map.copyOf(initial),
                limit,
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
            case "nodes" -> nodes(line);
            case "words" -> words(line);
            case "init" -> init(line);
            case "limit" -> {
                limit = line.value(Map.of());
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
        final Map<String, Integer> count = new TreeMap<>();
        for (final Task task : tasks) {
            count.merge(task.node(), 1, Integer::sum);
        }
        for (final Task task : tasks) {
            if (task.number() >= count.get(task.node())) {
                throw Line.error(
                        file, task.line(), "program " + task.name() + ": the tasks of " + task.node() + " have gaps");
            }
        }
        barriers();
        tasks.forEach(this::allocations);
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
        Task first = null;
        for (final Task task : tasks) {
            if (first != null && barriers(first) != barriers(task)) {
                throw Line.error(
                        file,
                        task.line(),
                        "unequal barriers: " + first.name() + " has " + barriers(first) + ", " + task.name() + " has "
                                + barriers(task));
            }
            first = first == null ? task : first;
        }
    }

    private static long barriers(final Task task) {
        return task.statements().stream().filter(s -> s.verb() == Verb.BARRIER).count();
    }

    private void nodes(final Line line) {
        do {
            final String node = line.name("a node");
            line.expect("=");
            Place place = Place.RANK;
            int rank = -1;
            if (Line.isName(line.peek())) {
                final String word = line.take();
                switch (word) {
                    case "same" -> place = Place.SAME;
                    case "near" -> place = Place.NEAR;
                    case "far" -> place = Place.FAR;
                    case "other" -> place = Place.OTHER;
                    default -> throw line.unknown("place", word, List.of("same", "near", "far", "other"));
                }
            } else {
                rank = line.count("rank", MAX_RANK, Map.of());
            }
            names.add(line, new NodeName(node, place, rank, line.number()));
        } while (!line.isEnd());
        if (names.nodes().get(0).place() != Place.RANK) {
            throw line.error("the first node needs a rank");
        }
    }

    private void words(final Line line) {
        do {
            final String symbol = line.name("a word");
            if (Line.isRegister(symbol) || symbol.equals("i") || symbol.equals("size")) {
                throw line.error(symbol + " cannot name words: it has a meaning of its own");
            }
            line.expect("@");
            final String node = names.node(line);
            long count = 1;
            boolean sized = false;
            if (line.accept("[")) {
                sized = line.peek().equals("size");
                count = line.count("number of words", Names.MAX_WORDS, Map.of("size", names.size()));
                line.expect("]");
                if (count == 0) {
                    throw line.error("words " + symbol + " must be at least 1");
                }
            }
            names.add(line, new Words(symbol, node, (int) count, sized, line.number()));
        } while (!line.isEnd());
    }

    private void init(final Line line) {
        do {
            final boolean whole = !line.peek(1).equals("[");
            final Ref ref = names.ref(line, null, Map.of("size", names.size()));
            line.expect("=");
            final long value = line.value(Map.of("size", names.size()));
            final int count = whole
                    ? names.words().stream()
                            .filter(w ->
                                    w.symbol().equals(ref.symbol()) && w.node().equals(ref.node()))
                            .findFirst()
                            .orElseThrow()
                            .count()
                    : ref.count();
            for (int i = 0; i < count; i++) {
                initial.put(LitmusTest.key(ref.node(), ref.symbol(), ref.from() + i), value);
            }
        } while (!line.isEnd());
    }

    private void program(final Line line) {
        if (names.nodes().isEmpty()) {
            throw line.error("no nodes are declared");
        }
        final String node = names.node(line);
        int number = 0;
        if (line.accept(".")) {
            number = line.count("task", 15, Map.of());
        }
        line.expect("{");
        line.end();
        final Task task = new Task(node, number, new ArrayList<>(), line.number());
        if (tasks.stream().anyMatch(t -> t.node().equals(node) && t.number() == task.number())) {
            throw line.error("program " + task.name() + " is given twice");
        }
        final StatementParser parser = new StatementParser(names, task.statements(), labels, task.name());
        final int start = next;
        block(line, parser, Map.of("size", names.size()), start);
        parser.finish();
        tasks.add(task);
    }

    /**
     * Parses statements up to the `}` of the block that begins at line index `from`, and sets `next` to the line behind
     * it.
     */
    private void block(final Line head, final StatementParser parser, final Map<String, Long> values, final int from) {
        next = from;
        if (++depth > Line.DEEPEST) {
            throw head.error("blocks are nested more than " + Line.DEEPEST + " deep");
        }
        while (true) {
            if (next == lines.size()) {
                throw head.error("the block has no }");
            }
            final Line raw = lines.get(next++);
            final Line line = new Line(file, raw.number(), raw.rest());
            work += raw.length();
            if (work > MOST_WORK) {
                throw line.error("all repeats together have more than " + MOST_WORK + " characters");
            }
            if (line.accept("}")) {
                line.end();
                depth--;
                return;
            }
            if (ORDER.contains(line.peek())) {
                throw head.error("the block has no }");
            }
            if (line.accept("repeat")) {
                repeat(line, parser, values);
            } else {
                count(line);
                parser.statement(line, values);
            }
        }
    }

    /**
     * Counts a statement or one iteration of a repeat; an iteration counts because it takes time even without
     * statements.
     */
    private void count(final Line line) {
        if (++statements > MAX_STATEMENTS) {
            throw line.error("more than " + MAX_STATEMENTS + " statements and rounds of repeats");
        }
    }

    private void repeat(final Line line, final StatementParser parser, final Map<String, Long> values) {
        final int count = line.count("repeat", MAX_REPEAT, values);
        line.expect("{");
        line.end();
        final int body = next;
        for (int i = 0; i < Math.max(1, count); i++) {
            count(line);
            final Map<String, Long> inner = new HashMap<>(values);
            inner.put("i", (long) i);
            block(line, count == 0 ? parser.muted() : parser, inner, body);
        }
    }

    private void claim(final Line line, final boolean forbidden) {
        if (tasks.isEmpty()) {
            throw line.error("conditions come behind the programs");
        }
        claims.add(new ConditionParser(line, names, tasks, labels).claim(forbidden));
    }
}
