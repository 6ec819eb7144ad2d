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

    private static final long MOST_LIMIT = 100_000_000; // in cycles
    private static final int MAX_INDEX = 4095;
    private static final List<String> ORDER =
            List.of("litmus", "doc", "let", "nodes", "words", "init", "limit", "axes", "program");
    private static final List<String> CLAIMS = List.of("forbidden", "seen");
    private static final List<String> MANY = List.of("let", "words", "init", "program");

    private final String file;
    private final List<Line> lines = new ArrayList<>();
    private final Names names;
    private final Declarations declarations;
    private final Blocks blocks;
    private final List<Task> tasks = new ArrayList<>();
    private final List<Claim> claims = new ArrayList<>();
    private final Map<String, String> labels = new HashMap<>();
    private String name;
    private String doc = "";
    private long limit = LIMIT;
    private Map<String, List<String>> axes = Map.of();

    private LitmusParser(String file, String text, long size) {
        this.file = file;
        names = new Names(size);
        declarations = new Declarations(names);
        String[] raw = text.split("\\R", -1);
        for (int i = 0; i < raw.length; i++) {
            String bare = withoutComment(raw[i]);
            // the name and the doc of the test are free text
            String first = bare.strip();
            if (first.startsWith("litmus ") && name == null) {
                name = first.substring(7).strip();
                bare = "litmus";
            } else if (first.startsWith("doc ")) {
                doc = unquoted(i + 1, first.substring(4).strip());
                bare = "doc";
            }
            if (!bare.isBlank()) {
                lines.add(new Line(file, i + 1, bare));
            }
        }
        blocks = new Blocks(lines, names, Set.copyOf(ORDER));
    }

    /**
     * Parses a test.
     *
     * @param file name for error messages
     * @param size value of the axis `size`, in words
     */
    public static LitmusTest parse(String file, String text, long size) {
        return new LitmusParser(file, text, size).parse();
    }

    public static LitmusTest read(Path file, long size) {
        return parse(file.toString(), InputText.of(file), size);
    }

    private static String withoutComment(String line) {
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

    private String unquoted(int line, String text) {
        if (text.length() < 2 || !text.startsWith("\"") || !text.endsWith("\"")) {
            throw Line.error(file, line, "doc needs a text in quotes");
        }
        return text.substring(1, text.length() - 1);
    }

    private LitmusTest parse() {
        int stage = -1;
        for (Line line = blocks.next(); line != null; line = blocks.next()) {
            line.values = names.constants();
            String word = line.take();
            if (CLAIMS.contains(word)) {
                claim(line, word.equals("forbidden"));
                continue;
            }
            int now = ORDER.indexOf(word);
            if (now < 0) {
                List<String> known = new ArrayList<>(ORDER);
                known.addAll(CLAIMS);
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
        if (name == null) {
            throw Line.error(file, 1, "the file must begin with 'litmus NAME'");
        }
        if (tasks.isEmpty()) {
            throw lines.get(lines.size() - 1).error("no program");
        }
        LitmusTest test = new LitmusTest(
                file,
                name,
                doc,
                names.nodes(),
                names.words(),
                Map.copyOf(declarations.initial()),
                limit,
                axes,
                List.copyOf(tasks),
                List.copyOf(claims));
        new WholeTest(test).check();
        return test;
    }

    private void header(String word, Line line) {
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
                limit = line.value();
                if (limit < 1 || limit > MOST_LIMIT) {
                    throw line.error("limit must be 1 to " + MOST_LIMIT + " cycles: " + Long.toUnsignedString(limit));
                }
                line.end();
            }
            default -> program(line);
        }
    }

    /** Reads `program A {`, `program A.1 {`, `program n[2] {` or `program n[k in a..b] {`, which is one for each k. */
    private void program(Line line) {
        if (names.nodes().isEmpty()) {
            throw line.error("no nodes are declared");
        }
        Blocks.Block body = blocks.read(line);
        if (!names.isArray(line.peek()) || !line.peek(3).equals("in")) {
            single(line, names.node(line), body);
            return;
        }
        String base = line.peek();
        line.seek(line.position() + 2);
        String variable = names.variable(line);
        line.expect("in");
        int[] range = line.range("index of " + base, MAX_INDEX);
        line.expect("]");
        if (range[1] < range[0]) {
            throw line.error(base + "[" + range[0] + ".." + range[1] + "] has no node");
        }
        for (int k = range[0]; k <= range[1]; k++) {
            Map<String, Long> inner = new HashMap<>(names.constants());
            inner.put(variable, (long) k);
            Line head = line.again(inner);
            head.seek(line.position());
            single(head, names.element(line, base, k), body);
        }
    }

    private void single(Line line, String node, Blocks.Block body) {
        int number = line.accept(".") ? line.count("task", 15) : 0;
        line.expect("{");
        line.end();
        Task task = new Task(node, number, new ArrayList<>(), line.number());
        if (tasks.stream().anyMatch(t -> t.node().equals(node) && t.number() == number)) {
            throw line.error("program " + task.name() + " is given twice");
        }
        StatementParser parser = new StatementParser(names, task.statements(), labels, task.name(), new TaskState());
        blocks.whole(body, parser, line.values);
        parser.finish();
        tasks.add(task);
    }

    private void claim(Line line, boolean forbidden) {
        if (tasks.isEmpty()) {
            throw line.error("conditions come behind the programs");
        }
        claims.add(new ConditionParser(line, names, tasks, labels).claim(forbidden));
    }
}
